"""Many texts to vectors, in as few calls as the model's limits allow."""

from array import array
from collections.abc import Iterator, Sequence

from winnow.errors import FieldProblem, InvalidRequest, TextsTooLarge
from winnow.ports import MAX_TEXTS, Embedder, Vectors
from winnow.services.metering import Meter
from winnow.text.tokens import estimate_tokens

MAX_BATCH_TOKENS = 20_000
"""Estimated tokens in one call. Calls below 100 texts were seen refused when their texts were long; a hundred chunks
of the default size come to about this."""


def batches(texts: Sequence[str]) -> Iterator[range]:
    """Cut `texts` into runs of at most `MAX_TEXTS` and `MAX_BATCH_TOKENS`; a longer text stands alone."""
    start, tokens = 0, 0
    for index, text in enumerate(texts):
        cost = estimate_tokens(text)
        if index > start and (index - start == MAX_TEXTS or tokens + cost > MAX_BATCH_TOKENS):
            yield range(start, index)
            start, tokens = index, 0
        tokens += cost
    if start < len(texts):
        yield range(start, len(texts))


async def embed_batch(embedder: Embedder, texts: Sequence[str], *, meter: Meter) -> list[Vectors]:
    """Embed one batch, halved as often as the model finds it too large; the results are in order.

    Raises:
        InvalidRequest: the model refuses a single text.
        ModelUnavailable, OperatorError: as `Embedder.embed`.
    """
    meter.count_embedding(texts=len(texts), tokens=sum(map(estimate_tokens, texts)))
    try:
        return [await embedder.embed(texts)]
    except TextsTooLarge as error:
        if len(texts) == 1:
            problem = FieldProblem((), f"the embedding model refuses a text of {len(texts[0])} characters: {error}")
            raise InvalidRequest([problem]) from error
    middle = len(texts) // 2
    left = await embed_batch(embedder, texts[:middle], meter=meter)
    return left + await embed_batch(embedder, texts[middle:], meter=meter)


async def embed_flat(embedder: Embedder, texts: Sequence[str], *, meter: Meter) -> memoryview:
    """All numbers of all texts as float64, row by row: for vectors that Python must see. Raises as `embed_batch`."""
    numbers = array("d")
    for batch in batches(texts):
        for vectors in await embed_batch(embedder, texts[batch.start : batch.stop], meter=meter):
            numbers.frombytes(vectors.flat().cast("B"))
    return memoryview(numbers)
