"""BM25 and term coverage of short texts, and an index of such texts that lives in memory.

The stored corpus and texts that are only passing through are scored here by the same lines: FTS5 finds the stored
chunks that hold a term, and its own bm25() (k1 1.2, an IDF that is next to nothing for a term in half the rows) only
chooses which of them to look at.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from winnow.ranking.coverage import coverage, term_weights
from winnow.text.terms import terms

K1: Final = 1.5
"""How fast a repeated term stops counting; 0 counts presence alone."""
B: Final = 0.75
"""How much a long text is held back, from 0 (not at all) to 1 (by its whole length)."""
TITLE_WEIGHT: Final = 2.0
"""What a term of the title counts, where one of the text counts 1."""


@dataclass(frozen=True, slots=True)
class TermStatistics:
    """A collection as BM25 needs it: its texts, in how many of them a term stands, and their mean length.

    `average_length` is in characters, title included, and so is `IndexedText.length`: only their quotient counts.
    """

    texts: int = 0
    document_frequencies: Mapping[str, int] = field(default_factory=dict)
    average_length: float = 0.0


@dataclass(frozen=True, slots=True)
class IndexedText:
    """A text as BM25 sees it: how often each folded term stands in it, the title's weighted, and its length."""

    id: str
    frequencies: Mapping[str, float]
    length: int


class LexicalScore(NamedTuple):
    """`bm25` above 0, higher is better, without a scale; `coverage` in [0, 1]."""

    id: str
    bm25: float
    coverage: float


def index_text(identifier: str, content: str, *, title: str = "") -> IndexedText:
    frequencies: Counter[str] = Counter(terms(content))
    weighted: dict[str, float] = dict(frequencies)
    for term, count in Counter(terms(title)).items():
        weighted[term] = weighted.get(term, 0.0) + TITLE_WEIGHT * count
    return IndexedText(identifier, weighted, len(title) + len(content))


def bm25(
    weights: Mapping[str, float], text: IndexedText, *, average_length: float, k1: float = K1, b: float = B
) -> float:
    """The sum over the query's terms of weight x f (k1 + 1) / (f + k1 (1 - b + b length / average_length)).

    `weights` are the IDFs of the query's distinct terms (Robertson and Zaragoza, "The Probabilistic Relevance
    Framework", 2009, with the IDF of Lucene, which is never negative); f is a term's frequency in the text.
    """
    relative_length = text.length / average_length if average_length > 0 else 1.0
    saturation = k1 * (1.0 - b + b * relative_length)
    return sum(
        weight * frequency * (k1 + 1.0) / (frequency + saturation)
        for term, weight in weights.items()
        if (frequency := text.frequencies.get(term, 0.0)) > 0.0
    )


def rank_by_terms(
    query_terms: Iterable[str],
    texts: Iterable[IndexedText],
    *,
    statistics: TermStatistics,
    k1: float = K1,
    b: float = B,
) -> list[LexicalScore]:
    """The texts that hold any of the folded terms, best first, ties by id."""
    weights = term_weights(query_terms, statistics.document_frequencies, statistics.texts)
    scores = [
        LexicalScore(
            text.id,
            bm25(weights, text, average_length=statistics.average_length, k1=k1, b=b),
            coverage(weights, text.frequencies),
        )
        for text in texts
        if not weights.keys().isdisjoint(text.frequencies)
    ]
    return sorted(scores, key=lambda score: (-score.bm25, score.id))


class KeywordRetriever:
    """An index of texts in memory. Cost of a search: the texts it holds, each looked at once."""

    def __init__(self, *, k1: float = K1, b: float = B) -> None:
        if k1 < 0.0:
            raise ValueError(f"k1 must be 0 or more, not {k1}")
        if not 0.0 <= b <= 1.0:
            raise ValueError(f"b must be in [0, 1], not {b}")
        self._k1 = k1
        self._b = b
        self.clear()

    @property
    def size(self) -> int:
        """How many texts it holds."""
        return len(self._texts)

    def add(self, identifier: str, content: str, *, title: str = "") -> None:
        """Hold a text; one with the same id is replaced."""
        self.remove(identifier)
        text = index_text(identifier, content, title=title)
        self._texts[identifier] = text
        self._document_frequencies.update(text.frequencies.keys())
        self._length += text.length

    def remove(self, identifier: str) -> bool:
        """Forget a text; False when there was none."""
        text = self._texts.pop(identifier, None)
        if text is None:
            return False
        self._document_frequencies.subtract(text.frequencies.keys())
        self._document_frequencies += Counter()  # drops terms that no text holds now
        self._length -= text.length
        return True

    def clear(self) -> None:
        self._texts: dict[str, IndexedText] = {}
        self._document_frequencies: Counter[str] = Counter()
        self._length = 0

    def search(self, query: str, *, limit: int) -> list[LexicalScore]:
        """The best `limit` >= 1 texts that hold any of the query's terms, best first, ties by id."""
        return self.search_terms(dict.fromkeys(terms(query)), limit=limit)

    def search_terms(self, query_terms: Iterable[str], *, limit: int) -> list[LexicalScore]:
        """As `search`, for terms that are folded already."""
        statistics = TermStatistics(len(self._texts), self._document_frequencies, self._average_length)
        found = rank_by_terms(query_terms, self._texts.values(), statistics=statistics, k1=self._k1, b=self._b)
        return found[:limit]

    @property
    def _average_length(self) -> float:
        return self._length / len(self._texts) if self._texts else 0.0
