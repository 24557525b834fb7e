"""Many texts to vectors, in as few calls as the model's limits allow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from winnow.errors import FieldProblem, InvalidRequest, TemporaryError, TextsTooLarge, WinnowError
from winnow.ports import MAX_TEXTS, Embedder, Vector, Vectors
from winnow.ports.retry import Retry
from winnow.services.metering import Meter
from winnow.services.packing import Rows
from winnow.text.tokens import embeddable_end, estimate_tokens

MAX_BATCH_TOKENS = 20_000
"""Estimated tokens in one call. Calls below 100 texts were seen refused when their texts were long; a hundred chunks
of the default size come to about this."""

MAX_REFUSED_TEXTS = 10
"""Texts of one request that are searched out by halving; when the model refuses more, it refuses whole batches."""


def batches(tokens: Sequence[int]) -> Iterator[range]:
    """Cut texts that cost so many tokens into runs of at most `MAX_TEXTS` and `MAX_BATCH_TOKENS`; a longer text
    stands alone.
    """
    start, total = 0, 0
    for index, cost in enumerate(tokens):
        if index > start and (index - start == MAX_TEXTS or total + cost > MAX_BATCH_TOKENS):
            yield range(start, index)
            start, total = index, 0
        total += cost
    if start < len(tokens):
        yield range(start, len(tokens))


async def embed_batch(
    embedder: Embedder, texts: Sequence[str], tokens: Sequence[int], *, meter: Meter
) -> list[Vectors]:
    """Embed one batch, halved as often as the model finds it too large; the results are in order.

    `tokens` are the estimates for the texts.

    Raises:
        InvalidRequest: the model refuses a single text.
        ModelUnavailable, OperatorError: as `Embedder.embed`.
    """
    meter.count_embedding(texts=len(texts), tokens=sum(tokens))
    try:
        return [await embedder.embed(texts)]
    except TextsTooLarge as error:
        if len(texts) == 1:
            problem = FieldProblem((), f"the embedding model refuses a text of {len(texts[0])} characters: {error}")
            raise InvalidRequest([problem]) from error
    middle = len(texts) // 2
    left = await embed_batch(embedder, texts[:middle], tokens[:middle], meter=meter)
    return left + await embed_batch(embedder, texts[middle:], tokens[middle:], meter=meter)


@dataclass(slots=True)
class Embedded:
    """What became of each text, by its position: a vector, or the error that left it without one."""

    vectors: dict[int, Vector] = field(default_factory=dict)
    errors: dict[int, WinnowError] = field(default_factory=dict)

    def fail(self, positions: range, error: WinnowError) -> None:
        self.errors |= dict.fromkeys((row for row in positions if row not in self.vectors), error)


async def embed_each(embedder: Embedder, texts: Sequence[str], *, retry: Retry, meter: Meter) -> Embedded:
    """Embed all texts; a text or a call that fails takes no other with it.

    What may pass is tried again, but after the first call that failed for good, each of the others is made once. Where
    the error says that trying again is no use, no other call is made.
    """
    embedded = Embedded()
    tokens = [estimate_tokens(text) for text in texts]
    for batch in batches(tokens):
        try:
            await _embed_range(embedder, texts, tokens, batch, into=embedded, retry=retry, meter=meter)
        except TemporaryError as error:
            embedded.fail(batch, error)
            if not error.again:
                embedded.fail(range(batch.stop, len(texts)), error)
                break
            retry = replace(retry, tries=1)
        except WinnowError as error:
            embedded.fail(batch, error)
    return embedded


async def _embed_range(
    embedder: Embedder,
    texts: Sequence[str],
    tokens: Sequence[int],
    batch: range,
    *,
    into: Embedded,
    retry: Retry,
    meter: Meter,
) -> None:
    """Halve the batch as often as the model finds it too large, down to the text that it refuses."""
    some = texts[batch.start : batch.stop]
    cost = sum(tokens[batch.start : batch.stop])

    async def attempt() -> Vectors:
        meter.count_embedding(texts=len(some), tokens=cost)
        return await embedder.embed(some)

    try:
        vectors = await retry.run(attempt)
    except TextsTooLarge as error:
        if len(batch) == 1 or len(into.errors) >= MAX_REFUSED_TEXTS:
            into.fail(batch, _refusal(some, error))
            return
    else:
        into.vectors |= {position: vectors[row] for row, position in enumerate(batch)}
        return
    middle = len(batch) // 2
    for half in (batch[:middle], batch[middle:]):
        await _embed_range(embedder, texts, tokens, half, into=into, retry=retry, meter=meter)


def _refusal(texts: Sequence[str], error: TextsTooLarge) -> InvalidRequest:
    characters = max(map(len, texts))
    return InvalidRequest(
        [FieldProblem(("text",), f"the embedding model refuses a text of {characters} characters: {error}")]
    )


def embeddable(text: str) -> str:
    """As much of a text as surely fits the model: what it does with more is nowhere written, so it never gets more.

    Chunks fit from ingest on; a question, or a sentence of a chunk that a caller brings, may not.
    """
    return text[: embeddable_end(text, 0, len(text))]


async def embed_rows(embedder: Embedder, texts: Sequence[str], *, meter: Meter) -> Rows:
    """The vectors of all texts, for where Python must see them.

    Of a text that is too long for the model, the vector is that of its beginning. Raises as `embed_batch`.
    """
    packed: list[bytes] = []
    lengths: list[float] = []
    fitting = [embeddable(text) for text in texts]
    tokens = [estimate_tokens(text) for text in fitting]
    for batch in batches(tokens):
        some = slice(batch.start, batch.stop)
        for vectors in await embed_batch(embedder, fitting[some], tokens[some], meter=meter):
            packed.append(vectors.packed())
            lengths.extend(vectors.lengths())
    return Rows(b"".join(packed), lengths)
