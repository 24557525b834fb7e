"""Answers that were paid for already, in a file that outlives the run: what Ctrl-C or a failure ends goes on there."""

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self, TypeVar

from winnow_client.decoding import decode
from winnow_client.errors import UnexpectedAnswer

Record = TypeVar("Record")


class AnswerCache:
    """JSON lines of key and value, each flushed as it comes. A torn last line counts as never written."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._known = _read(path)
        self._file = path.open("a", encoding="utf-8")
        self._file.write("\n")  # ends a torn line
        self.taken = 0
        """Answers that were not asked for again."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()

    def get(self, kind: Callable[..., Record], key: str) -> Record | None:
        """None also where what is stored is of an older form."""
        if key not in self._known:
            return None
        try:
            record = decode(kind, self._known[key])
        except UnexpectedAnswer:
            return None
        self.taken += 1
        return record

    def put(self, key: str, record: Any) -> None:  # noqa: ANN401 - any dataclass
        self._file.write(json.dumps({"key": key, "value": dataclasses.asdict(record)}) + "\n")
        self._file.flush()


def _read(path: Path) -> dict[str, Any]:
    known = {}
    if path.is_file():
        for line in path.read_text(encoding="utf-8").split("\n"):
            try:
                entry = json.loads(line)
                known[entry["key"]] = entry["value"]
            except (ValueError, TypeError, KeyError):
                continue
    return known
