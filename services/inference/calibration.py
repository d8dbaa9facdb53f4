"""Where this embedder's cosines stand for the three thresholds of the design.

The design's 0.65 / 0.8 / 0.92 are meant for cosines that spread over [0, 1]; those of E5 are bunched near 0.8. The
numbers here are quantiles of cosines of text pairs written for it, English and Chinese, and are measured by
`python -m tests.bench.calibration`, which says how each is taken.
"""

from services.inference.port import Calibration

E5_SMALL = Calibration(floor=0.77, source=0.90, duplicate=0.965)
