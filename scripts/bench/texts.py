"""Texts to measure with: real prose of both languages, every sentence made unlike all others by a number in it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import count

from local.paths import ROOT
from winnow.text.sentences import split_sentences

SENTENCES_IN_A_CHUNK = 10
_DOCUMENTS = ROOT / "examples" / "documents"

# One that any splitter leaves whole: what is compared is speed, on the same sentences.
_PLAIN = re.compile(r"(?P<first>[A-ZÁÉÍÓÚ][^\s.!?…:;]*) (?P<rest>[^.!?…:;\n]{20,200}[a-záéíóúñ]\.)")


@cache
def plain_sentences() -> tuple[re.Match[str], ...]:
    """Those of the example documents that end in a full stop and hold no other mark."""
    texts = [file.read_text(encoding="utf-8") for file in sorted(_DOCUMENTS.glob("*.md"))]
    sentences = [text[start:end] for text in texts for start, end in split_sentences(text)]
    return tuple(match for sentence in sentences if (match := _PLAIN.fullmatch(sentence.replace("\n", " "))))


@dataclass(slots=True)
class Writer:
    """Writes texts whose sentences all hold the word `mark`, and each a number that no other holds."""

    mark: str
    _numbers: Iterator[int] = field(default_factory=count)

    def sentence(self) -> str:
        number = next(self._numbers)
        known = plain_sentences()
        match = known[number % len(known)]
        return f"{match['first']} {self.mark} {number} {match['rest']}"

    def text(self, sentences: int) -> str:
        return " ".join(self.sentence() for _ in range(sentences))

    def chunks(self, sentences: int) -> list[str]:
        """Texts of at most SENTENCES_IN_A_CHUNK sentences, `sentences` in all."""
        sizes = range(0, sentences, SENTENCES_IN_A_CHUNK)
        return [self.text(min(SENTENCES_IN_A_CHUNK, sentences - start)) for start in sizes]

    def characters(self, at_least: int) -> str:
        """Paragraphs of ten sentences, up to the first that reaches the length."""
        paragraphs: list[str] = []
        length = 0
        while length < at_least:
            paragraphs.append(self.text(SENTENCES_IN_A_CHUNK))
            length += len(paragraphs[-1]) + 2
        return "\n\n".join(paragraphs)[:at_least]
