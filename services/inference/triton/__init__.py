"""Models behind Triton: what its Python backend runs (`served`), and how both ends pack what they say (`tensors`)."""
