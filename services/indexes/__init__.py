"""Vector and keyword indexes of passages: ports, adapters, generations. They hold ids, the document store the truth."""
