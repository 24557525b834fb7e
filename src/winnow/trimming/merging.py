"""Merges passages of one document that overlap, so that no sentence is scored or shown twice."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Passage:
    """A span of a document: `content` is its text from `start` to `end`, in code points."""

    document_id: str
    start: int
    end: int
    content: str


@dataclass(frozen=True, slots=True)
class MergedPassage:
    """The union of overlapping passages; `members` are the places of these in the input, ascending."""

    passage: Passage
    members: tuple[int, ...]


def merge_overlaps(passages: Sequence[Passage]) -> list[MergedPassage]:
    """Merge passages of the same document whose spans share a character.

    A merged passage stands where its first member stood. Passages are merged only where they say the same of
    the characters they share; one whose content is not as long as its span (a prefix was added) stays as it
    is.
    """
    merged: list[MergedPassage] = []
    open_of: dict[str, int] = {}
    for index in sorted(range(len(passages)), key=lambda place: (passages[place].start, place)):
        passage = passages[index]
        at = open_of.get(passage.document_id)
        joined = _join(merged[at].passage, passage) if at is not None else None
        if at is not None and joined is not None:
            merged[at] = MergedPassage(joined, tuple(sorted((*merged[at].members, index))))
        else:
            merged.append(MergedPassage(passage, (index,)))
            if _is_true(passage):
                open_of[passage.document_id] = len(merged) - 1
    return sorted(merged, key=lambda item: item.members[0])


def _is_true(passage: Passage) -> bool:
    return len(passage.content) == passage.end - passage.start


def _join(first: Passage, second: Passage) -> Passage | None:
    """The union of two passages, `first` not starting later, or None where they do not overlap and agree."""
    shared = min(first.end, second.end) - second.start
    if shared <= 0 or not _is_true(second):
        return None
    offset = second.start - first.start
    if first.content[offset : offset + shared] != second.content[:shared]:
        return None
    content = first.content + second.content[shared:]
    return Passage(first.document_id, first.start, first.start + len(content), content)
