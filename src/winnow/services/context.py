"""Context: what was retrieved, trimmed and put in order, as one text for a prompt, with citations."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from winnow.ports import StoredChunk
from winnow.services.memory import Source
from winnow.services.metering import Meter, Usage
from winnow.services.retrieve import Retrieval, RetrieveOptions, RetrieveService
from winnow.services.template import Entry, Template
from winnow.services.trim import ScoredText, Scorer, TrimInput, TrimService, select
from winnow.text.spans import Span
from winnow.trimming.merging import MergedPassage, Passage, merge_overlaps
from winnow.trimming.options import TrimOptions
from winnow.trimming.trim import TrimReceipt, TrimResult


@dataclass(frozen=True, slots=True)
class ContextOptions:
    """`trim.max_tokens` bounds the whole text, template included. `unit` None: as each chunk was cut at ingest.

    `with_titles` scores each sentence together with the title of its document.
    """

    retrieve: RetrieveOptions = field(default_factory=RetrieveOptions)
    trim: TrimOptions = field(default_factory=TrimOptions)
    template: Template = field(default_factory=Template)
    scorer: Scorer = "cosine"
    unit: str | None = None
    with_titles: bool = False


@dataclass(frozen=True, slots=True)
class Citation:
    """Where passage `n` is from. `spans` are the kept parts, as offsets into the document in code points."""

    n: int
    chunk_ids: tuple[str, ...]
    document_id: str
    title: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """`text` is empty when nothing is to be said, and `reason` says why. `receipt` compares with what was retrieved."""

    text: str
    citations: tuple[Citation, ...]
    reason: str | None
    retrieval: Retrieval
    receipt: TrimReceipt
    usage: Usage


@dataclass(frozen=True, slots=True)
class _Place:
    """A passage of a document: the chunks that it was joined from, and where it stands in the reading order."""

    passage: Passage
    chunks: tuple[StoredChunk, ...]

    @property
    def title(self) -> str:
        return self.chunks[0].title

    def entry(self, n: int, text: str) -> Entry:
        return Entry(n, self.title, self.passage.document_id, text)


@dataclass(frozen=True, slots=True)
class ContextService:
    retrieve: RetrieveService
    trim: TrimService

    async def build(self, namespace: str, query: str, *, options: ContextOptions, meter: Meter) -> Context:
        """The best of what answers `query`. The same stores and options give the same text. Raises as retrieval."""
        found = await self.retrieve.retrieve(namespace, query, options=options.retrieve, meter=meter)
        if not found.chunks:
            return Context("", (), found.reason, found, TrimReceipt(0, 0, 0, 0, 0, 0), Usage())
        places = _reading_order(found)
        before = meter.usage
        texts = [_trim_input(place, options) for place in places]
        [scored] = await self.trim.score(texts, [query], meter=meter, scorer=options.scorer)
        with meter.stage("assemble"):
            kept, trimmed = _fill(places, scored, options)
            pairs = list(zip(kept, trimmed.chunks, strict=True))
            entries = [place.entry(n, chunk.content) for n, (place, chunk) in enumerate(pairs, start=1)]
            text = options.template.render(entries)
        citations = tuple(_citation(n, place, chunk.kept) for n, (place, chunk) in enumerate(pairs, start=1))
        receipt = _receipt(scored, trimmed)
        reason = None if text else "max_tokens does not pay for a passage, or no sentence reaches the threshold"
        return Context(text, citations, reason, found, receipt, meter.usage - before)


def _reading_order(found: Retrieval) -> list[_Place]:
    """Overlapping chunks joined; documents by their best rank, passages by where they stand in their document."""
    chunks = [item.chunk for item in found.chunks]
    passages = [Passage(chunk.document_id, chunk.start, chunk.end, chunk.content) for chunk in chunks]
    best_rank: dict[str, int] = {}
    for rank, chunk in enumerate(chunks):
        best_rank.setdefault(chunk.document_id, rank)
    places = [_place(merged, chunks) for merged in merge_overlaps(passages)]
    return sorted(places, key=lambda place: (best_rank[place.passage.document_id], place.passage.start))


def _place(merged: MergedPassage, chunks: Sequence[StoredChunk]) -> _Place:
    return _Place(merged.passage, tuple(chunks[member] for member in merged.members))


def _trim_input(place: _Place, options: ContextOptions) -> TrimInput:
    sources = tuple(Source(chunk.id, chunk.content) for chunk in place.chunks)
    unit = options.unit or place.chunks[0].separator or "sentence"
    return TrimInput(place.passage.content, unit, place.title if options.with_titles else "", sources)


def _fill(
    places: Sequence[_Place], scored: Sequence[ScoredText], options: ContextOptions
) -> tuple[list[_Place], TrimResult]:
    """The passages of which something stays, and what stays.

    Each passage costs its number, title and separator too. So while the budget leaves nothing of some, the one of
    these with the lowest best score is left out, and what it would have cost is spent on the others.
    """
    left = list(range(len(places)))
    while True:
        entries = [places[index].entry(n, "") for n, index in enumerate(left, start=1)]
        trim = _within(options, options.template.cost(entries) if entries else 0)
        result = select([scored[index] for index in left], trim or options.trim)
        kept = result.chunks if trim else ()
        empty = set(left) - {index for index, chunk in zip(left, kept, strict=False) if chunk.content}
        if not empty:
            return [places[index] for index in left], result
        left.remove(min(empty, key=lambda index: (max(scored[index].values, default=-1.0), -index)))


def _within(options: ContextOptions, cost: int) -> TrimOptions | None:
    """The options with what `cost` leaves of the budget; None where it leaves nothing."""
    if options.trim.max_tokens is None:
        return options.trim
    rest = options.trim.max_tokens - cost
    return replace(options.trim, max_tokens=rest) if rest > 0 else None


def _citation(n: int, place: _Place, kept: Sequence[Span]) -> Citation:
    start = place.passage.start
    spans = tuple(Span(start + first, start + last) for first, last in kept) or (Span(start, place.passage.end),)
    return Citation(n, tuple(chunk.id for chunk in place.chunks), place.passage.document_id, place.title, spans)


def _receipt(scored: Sequence[ScoredText], trimmed: TrimResult) -> TrimReceipt:
    """What came in is all that was retrieved, and not only the passages of which something stayed."""
    whole = select(scored, TrimOptions(threshold=-1.0)).receipt
    return replace(
        trimmed.receipt,
        sentences_in=whole.sentences_in,
        characters_in=whole.characters_in,
        tokens_in=whole.tokens_in,
    )
