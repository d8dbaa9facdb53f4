"""How the reader is trained: data, negatives, network, steps, measures. Only `make train-reader` needs the extra
`train`.
"""
