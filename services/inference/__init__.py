"""Embedding, reranking and reading behind one port, in process or over gRPC."""
