"""How passages become one text for a prompt."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from winnow.text.tokens import estimate_tokens

PLACEHOLDERS = ("n", "title", "document_id", "text")

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One passage: its number, whence it is, and its text."""

    n: int
    title: str
    document_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Template:
    """`prefix` stands before all, `separator` between two passages; `passage` holds `{text}` and may hold `{n}`,
    `{title}` (the document's id where it has none) and `{document_id}`.

    Placeholders are replaced once, in one pass: what stands in a title or a text is never read as one, and braces
    around anything else stay as they are.

    Raises:
        ValueError: `passage` lacks `{text}`, or names an unknown placeholder.
    """

    prefix: str = ""
    separator: str = "\n\n"
    passage: str = "[{n}] {title}\n{text}"

    def __post_init__(self) -> None:
        names = _PLACEHOLDER.findall(self.passage)
        if names.count("text") != 1:
            raise ValueError("passage must hold {text} once")
        if unknown := sorted(set(names) - set(PLACEHOLDERS)):
            raise ValueError(f"passage knows {_listed(PLACEHOLDERS)}, not {_listed(unknown)}")

    def render(self, entries: Sequence[Entry]) -> str:
        """The text of all entries; empty where there are none."""
        if not entries:
            return ""
        return self.prefix + self.separator.join(_fill(self.passage, entry) for entry in entries)

    def cost(self, entries: Sequence[Entry]) -> int:
        """The tokens of all that is not the entries' own text, part by part: together never less than in one."""
        around = [part for entry in entries for part in self._around(entry)]
        return sum(map(estimate_tokens, [self.prefix, *around])) + estimate_tokens(self.separator) * (len(entries) - 1)

    def _around(self, entry: Entry) -> list[str]:
        return [_fill(part, entry) for part in self.passage.split("{text}")]


def _fill(pattern: str, entry: Entry) -> str:
    values: Mapping[str, str] = {
        "n": str(entry.n),
        "title": entry.title or entry.document_id,
        "document_id": entry.document_id,
        "text": entry.text,
    }
    return _PLACEHOLDER.sub(lambda match: values[match[1]], pattern)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names)
