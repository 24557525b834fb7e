"""What `winnow evaluate` and `winnow calibrate` are told alike."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from winnow_client.client import WinnowClient
from winnow_client.options import Chunking


@dataclass(frozen=True, slots=True)
class RunOptions:
    """`sample` None asks everything. `absent_by_halves` None: where a set has articles, and no unanswerable question.

    `cache` is the folder of answers; `fresh` takes none from it. Without `keep`, what was stored and answered goes
    at the end.
    """

    data: Sequence[Path]
    url: str
    make_client: Callable[[], WinnowClient]
    chunking: Chunking
    sample: int | None
    absent_by_halves: bool | None
    concurrency: int
    cache: Path
    fresh: bool
    keep: bool
    quiet: bool
