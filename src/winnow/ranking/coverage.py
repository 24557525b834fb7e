"""Term coverage: a bounded lexical score, which raw BM25 is not."""

import math
from collections.abc import Iterable, Mapping


def inverse_document_frequency(document_frequency: int, documents: int) -> float:
    """IDF as Lucene's BM25 has it, ln(1 + (N - df + 0.5) / (df + 0.5)): above 0 for every 0 <= df <= N."""
    return math.log(1.0 + (documents - document_frequency + 0.5) / (document_frequency + 0.5))


def term_weights(terms: Iterable[str], document_frequencies: Mapping[str, int], documents: int) -> dict[str, float]:
    """The IDF of each distinct term in a collection of `documents`; a term the collection lacks has df 0."""
    return {
        term: inverse_document_frequency(min(document_frequencies.get(term, 0), documents), documents)
        for term in dict.fromkeys(terms)
    }


def coverage(weights: Mapping[str, float], terms: Iterable[str]) -> float:
    """The share, in [0, 1], of the query's weight that a text with these terms holds; 0 for a query without terms."""
    total = sum(weights.values())
    if total <= 0.0:
        return 0.0
    held = sum(weights[term] for term in weights.keys() & set(terms))
    return min(1.0, held / total)
