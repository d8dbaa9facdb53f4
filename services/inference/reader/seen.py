"""What windows gave that were read lately: a passage that is ranked, read, and read again costs once."""

import hashlib
import threading
from collections import OrderedDict
from dataclasses import replace

import numpy as np

from services.inference.reader.model import ReaderWindow, WindowReading


class SeenWindows:
    """The last `limit` readings by what was read. Keys are hashes. Thread-safe."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._readings: OrderedDict[bytes, WindowReading] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, window: ReaderWindow) -> WindowReading | None:
        """The reading of the same tokens at the same characters, as one of this window's passage; or None."""
        key = _key(window)
        with self._lock:
            found = self._readings.get(key)
            if found is None:
                return None
            self._readings.move_to_end(key)
        spans = tuple(replace(span, passage=window.passage) for span in found.spans)
        return replace(found, passage=window.passage, spans=spans)

    def put(self, window: ReaderWindow, reading: WindowReading) -> None:
        """Keep a reading; the least recently used goes when there are too many."""
        if self._limit == 0:
            return
        with self._lock:
            self._readings[_key(window)] = reading
            while len(self._readings) > self._limit:
                self._readings.popitem(last=False)

    def __len__(self) -> int:
        return len(self._readings)


def _key(window: ReaderWindow) -> bytes:
    seen = hashlib.blake2b(np.asarray(window.ids, np.int32).tobytes(), digest_size=16)
    seen.update(np.asarray(window.offsets, np.int32).tobytes())
    seen.update(window.first.to_bytes(4, "little"))
    return seen.digest()
