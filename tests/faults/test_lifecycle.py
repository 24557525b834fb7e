"""Random writes, searches, failures and passing time against a dictionary: the stores never hold anything else."""

from collections.abc import Mapping
from typing import Self

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.fakes.embedder import REFUSED
from tests.fakes.house import House, run
from tests.fakes.steps import Fault, Killed
from winnow.errors import WinnowError
from winnow.ports import EVERYTHING, Condition, Filter, Metadata
from winnow.services.documents import MetadataPatch, merge
from winnow.services.metering import Meter
from winnow.services.preparing import SubmittedDocument
from winnow.services.retrieve import RetrieveOptions

NAMESPACES = ("one", "two")
WORDS = ("moon", "tide", "rock", "river", "cloud", "stone", "ember", "frost")
FAULTS: tuple[Fault, ...] = ("error before", "error after", "kill before", "kill after")

namespaces = st.sampled_from(NAMESPACES)
identifiers = st.sampled_from(("a", "b", "c/d", "é", "🌊"))
texts = st.lists(st.lists(st.sampled_from(WORDS), min_size=6, max_size=9), min_size=1, max_size=6).map(
    lambda paragraphs: "\n\n".join(" ".join(words).capitalize() + "." for words in paragraphs)
)
metadata = st.fixed_dictionaries(
    {}, optional={"tenant": st.sampled_from(("x", "y")), "year": st.integers(0, 3), "note": st.text(max_size=3)}
)
faults = st.one_of(st.none(), st.tuples(st.integers(0, 8), st.sampled_from(FAULTS)))


class Documents(RuleBasedStateMachine):
    """`truth` is what each document must be; where a write failed without an answer, one of two."""

    @initialize(delay_seconds=st.sampled_from((0.0, 20.0, 90.0)))
    def begin(self, delay_seconds: float) -> None:
        self.house = House()
        self.house.index.delay_seconds = delay_seconds
        self.truth: dict[tuple[str, str], SubmittedDocument] = {}

    @rule(
        namespace=namespaces,
        named=st.dictionaries(identifiers, st.tuples(texts, metadata), min_size=1, max_size=3),
        fault=faults,
    )
    def ingest(self, namespace: str, named: dict[str, tuple[str, Metadata]], fault: tuple[int, Fault] | None) -> None:
        submitted = [SubmittedDocument(name, text, name, fields) for name, (text, fields) in named.items()]
        wanted = {(namespace, item.id): item for item in submitted}
        with self._fault(fault) as caught:
            outcomes = self.house.ingest(*submitted, namespace=namespace)
            caught.failed = {(namespace, item.id) for item in outcomes if item.error is not None}
        self._expect(wanted, caught)

    @rule(namespace=namespaces, name=identifiers)
    def ingest_what_the_model_refuses(self, namespace: str, name: str) -> None:
        refused = SubmittedDocument(name, f"This text is {REFUSED} by the model.")
        [outcome] = self.house.ingest(refused, namespace=namespace)
        assert outcome.status == "failed"

    @rule(namespace=namespaces, name=identifiers, fields=metadata, title=st.sampled_from(("", "Title")), fault=faults)
    def patch(self, namespace: str, name: str, fields: Metadata, title: str, fault: tuple[int, Fault] | None) -> None:
        standing = self.truth.get((namespace, name))
        embedded = self.house.embedder.texts
        with self._fault(fault) as caught:
            run(self.house.documents.patch(namespace, name, MetadataPatch(title, fields)))
        assert self.house.embedder.texts == embedded
        if standing is None:
            assert caught.is_failure
        else:
            merged = merge(standing.metadata, fields)
            self._expect({(namespace, name): SubmittedDocument(name, standing.text, title, merged)}, caught)

    @rule(namespace=namespaces, names=st.lists(identifiers, unique=True, min_size=1, max_size=3), fault=faults)
    def remove(self, namespace: str, names: list[str], fault: tuple[int, Fault] | None) -> None:
        with self._fault(fault) as caught:
            run(self.house.documents.remove(namespace, names))
        self._expect({(namespace, name): None for name in names}, caught)

    @rule(namespace=namespaces, tenant=st.sampled_from(("x", "y")), fault=faults)
    def remove_matching(self, namespace: str, tenant: str, fault: tuple[int, Fault] | None) -> None:
        matching = {
            key: None
            for key, item in self.truth.items()
            if key[0] == namespace and item.metadata.get("tenant") == tenant
        }
        with self._fault(fault) as caught:
            run(self.house.documents.remove_matching(namespace, Filter((Condition("tenant", "eq", tenant),))))
        self._expect(matching, caught)

    @rule(namespace=namespaces, words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), by_tenant=st.booleans())
    def search(self, namespace: str, words: list[str], by_tenant: bool) -> None:
        """Whatever is found is live, in the namespace, within the filter and word for word in its document."""
        where = Filter((Condition("tenant", "eq", "x"),)) if by_tenant else EVERYTHING
        options = RetrieveOptions(top_k=50, candidates=50, where=where)
        found = run(self.house.retrieve.retrieve(namespace, " ".join(words), options=options, meter=Meter()))
        for hit in found.chunks:
            chunk = hit.chunk
            document = self.truth[namespace, chunk.document_id]
            assert document.text[chunk.start : chunk.end] == chunk.content
            assert (chunk.title, chunk.metadata) == (document.title, document.metadata)
            assert not by_tenant or document.metadata.get("tenant") == "x"
        lexical = {hit.chunk.document_id for hit in found.chunks if hit.lexical is not None}
        assert lexical == {
            item.id
            for (of, _), item in self.truth.items()
            if of == namespace
            and (not by_tenant or item.metadata.get("tenant") == "x")
            and any(word in item.text.lower() for word in words)
        }

    @rule(seconds=st.sampled_from((1, 30, 70)))
    def time_passes(self, seconds: int) -> None:
        self.house.clock.advance(seconds=seconds)

    @rule(fault=faults)
    def reconcile(self, fault: tuple[int, Fault] | None) -> None:
        with self._fault(fault):
            self.house.reconcile()

    @rule()
    def recover(self) -> None:
        for _ in range(2):
            self.house.recover()
        assert self.house.disagreements() == []
        everything = RetrieveOptions(top_k=100, candidates=100, lexical=None)
        for namespace in NAMESPACES:
            found = run(self.house.retrieve.retrieve(namespace, "moon", options=everything, meter=Meter()))
            assert {hit.chunk.document_id for hit in found.chunks} == {
                item.id for (of, _), item in self.truth.items() if of == namespace
            }

    @invariant()
    def the_store_holds_the_truth(self) -> None:
        if hasattr(self, "house"):
            assert self.house.texts() == {key: item.text for key, item in self.truth.items()}

    @invariant()
    def an_empty_outbox_says_that_all_is_visible(self) -> None:
        if hasattr(self, "house") and not self.house.database.query("SELECT 1 FROM outbox"):
            run(self.house.index.describe())  # shows what is due by now
            assert self.house.index.visible == self.house.index.settled()

    def _fault(self, fault: tuple[int, Fault] | None) -> "_Caught":
        self.house.steps.disarm()
        if fault is not None:
            self.house.steps.arm(*fault)
        return _Caught(self.house)

    def _expect(self, wanted: Mapping[tuple[str, str], SubmittedDocument | None], caught: "_Caught") -> None:
        """Where a write gave no answer, the store decides: but it holds the old version or the new, whole."""
        for key, item in wanted.items():
            standing = self.truth.get(key)
            if caught.is_failure or key in caught.failed:
                item = self._what_stands(key, (standing, item))  # noqa: PLW2901
            self.truth.pop(key, None)
            if item is not None:
                self.truth[key] = item

    def _what_stands(
        self, key: tuple[str, str], candidates: tuple[SubmittedDocument | None, ...]
    ) -> SubmittedDocument | None:
        found = run(self.house.store.get(*key))
        text = self.house.texts().get(key)
        for item in candidates:
            if item is None and found is None:
                return None
            if item is not None and found is not None and _same(item, text, found.title, found.metadata):
                return item
        raise AssertionError(f"{key} is neither of {candidates}")


def _same(item: SubmittedDocument, text: str | None, title: str, fields: Metadata) -> bool:
    return (item.text, item.title, item.metadata) == (text, title, fields)


class _Caught:
    """What a write that may fail came to."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.is_failure = False
        self.failed: set[tuple[str, str]] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        self._house.steps.disarm()
        self.is_failure = kind is not None and issubclass(kind, Killed | WinnowError)
        return self.is_failure


TestDocuments = Documents.TestCase
TestDocuments.settings = settings(
    max_examples=60, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
