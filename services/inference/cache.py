"""Vectors of texts seen lately."""

import hashlib
import threading
from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

from services.inference.port import TextKind

Vector = NDArray[np.float32]


class VectorCache:
    """The last `limit` vectors used, by kind and text. Keys are hashes, so a long text costs 16 bytes. Thread-safe."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._vectors: OrderedDict[bytes, Vector] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, kind: TextKind, text: str) -> Vector | None:
        """The vector, now the most recently used; or None."""
        key = _key(kind, text)
        with self._lock:
            found = self._vectors.get(key)
            if found is not None:
                self._vectors.move_to_end(key)
            return found

    def put(self, kind: TextKind, text: str, vector: Vector) -> None:
        """Keep a copy; the least recently used goes when there are too many."""
        if self._limit == 0:
            return
        kept = vector.copy()
        kept.flags.writeable = False
        with self._lock:
            self._vectors[_key(kind, text)] = kept
            while len(self._vectors) > self._limit:
                self._vectors.popitem(last=False)

    def __len__(self) -> int:
        return len(self._vectors)


def _key(kind: TextKind, text: str) -> bytes:
    return hashlib.blake2b(f"{kind}\0{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
