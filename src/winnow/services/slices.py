"""Lists cut to the limits of a call."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def slices(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    """Runs of at most `size` items, in order."""
    return (items[start : start + size] for start in range(0, len(items), size))
