"""Which sentences of one chunk answer a question: cosine and term coverage, fused by rank."""

from collections.abc import Sequence

from winnow.ranking.coverage import coverage, term_weights
from winnow.ranking.fusion import Ranking, reciprocal_rank_fusion
from winnow.text.terms import terms


def sentence_coverages(query: str, sentences: Sequence[str]) -> list[float]:
    """The term coverage of each sentence, in [0, 1]; a term weighs by how few of these sentences hold it."""
    asked = list(dict.fromkeys(terms(query)))
    held = [frozenset(terms(sentence)) for sentence in sentences]
    frequencies = {term: sum(term in some for some in held) for term in asked}
    weights = term_weights(asked, frequencies, len(held))
    return [coverage(weights, some) for some in held]


def hybrid_order(cosines: Sequence[float], coverages: Sequence[float]) -> list[int]:
    """Indices of the sentences, best first, by reciprocal rank fusion of both scores.

    Equal scores stand in the order of the text. A sentence that holds no term of the question stands in no lexical
    ranking. Ties go to the better cosine.
    """
    dense = sorted(range(len(cosines)), key=lambda index: -cosines[index])
    lexical = [
        index for index in sorted(range(len(coverages)), key=lambda index: -coverages[index]) if coverages[index]
    ]
    # Ids that sort as their numbers do: the last tie-break of the fusion is the id.
    rankings = {"dense": Ranking([f"{index:09}" for index in dense]), "lexical": Ranking([f"{i:09}" for i in lexical])}
    return [int(identifier) for identifier, _ in reciprocal_rank_fusion(rankings, tie_break="dense")]


def reorder(scores: Sequence[float], order: Sequence[int]) -> list[float]:
    """The same scores, dealt out anew: the best to `order[0]`, the next to `order[1]`, and so on.

    So a floor keeps as many sentences as before, and the order says which.
    """
    dealt = [0.0] * len(scores)
    for index, score in zip(order, sorted(scores, reverse=True), strict=True):
        dealt[index] = score
    return dealt
