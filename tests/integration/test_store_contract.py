"""What the stores promise, held by the real D1 in workerd and by the host's SQLite, which other tests use instead."""

import uuid
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.fakes.house import run
from tests.fakes.sqlite_database import SqliteDatabase
from tests.fakes.workerd_database import WorkerdDatabase, workerd_database
from winnow.cloudflare.d1 import Database, Statement
from winnow.cloudflare.d1_documents import D1DocumentStore
from winnow.cloudflare.d1_jobs import D1JobStore
from winnow.cloudflare.d1_outbox import D1Outbox
from winnow.cloudflare.d1_store import D1ChunkStore
from winnow.errors import Misconfigured
from winnow.ports import EVERYTHING, Condition, Filter, Metadata
from winnow.ports.documents import Chunking, KnownDocument, NewChunk, NewDocument, Patch, Totals
from winnow.ports.jobs import Job
from winnow.ports.outbox import Depth, Lease, OutboxEntry, Sent, StuckEntry
from winnow.ranking.bm25 import TermStatistics
from winnow.text.terms import terms

FIRST = Lease("first", 1_000, 61_000)
SECOND = Lease("second", 2_000, 62_000)
LATER = Lease("later", 100_000, 160_000)


@pytest.fixture(scope="session")
def workerd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerdDatabase]:
    with workerd_database(tmp_path_factory.mktemp("d1")) as database:
        yield database


@pytest.fixture(params=["sqlite", "workerd"])
def database(request: pytest.FixtureRequest) -> Iterator[Database]:
    if request.param == "sqlite":
        yield SqliteDatabase()
        return
    shared: WorkerdDatabase = request.getfixturevalue("workerd")
    yield shared
    tables = ("outbox", "job_parts", "jobs", "chunks", "documents", "settings")
    run(shared.batch([Statement(f"DELETE FROM {table}") for table in tables], repeatable=True))  # noqa: S608


@pytest.fixture
def documents(database: Database) -> D1DocumentStore:
    return D1DocumentStore(database)


@pytest.fixture
def chunks(database: Database) -> D1ChunkStore:
    return D1ChunkStore(database)


@pytest.fixture
def outbox(database: Database) -> D1Outbox:
    return D1Outbox(database)


def new_document(
    *contents: str, name: str = "d", namespace: str = "n", title: str = "", tenant: str = "a", version: str = "v1"
) -> NewDocument:
    """Chunk ids are the contents' first words, under the document's."""
    parts = tuple(
        NewChunk(
            f"{namespace}/{name}/{content.split()[0]}", row, row * 100, row * 100 + len(content), content, None, "\n"
        )
        for row, content in enumerate(contents)
    )
    fields = f'{{"tenant":"{tenant}"}}'
    return NewDocument(namespace, name, title, {"tenant": tenant}, fields, "text", version, Chunking(), " ", parts)


def operations(outbox: D1Outbox, lease: Lease) -> dict[str, str]:
    return {entry.chunk_id: entry.operation for entry in run(outbox.held(lease))}


def settle_all(outbox: D1Outbox, lease: Lease) -> None:
    run(outbox.settle(lease, [entry.chunk_id for entry in run(outbox.held(lease))]))


def test_settings_are_pinned_once(chunks: D1ChunkStore) -> None:
    assert run(chunks.settings()) == {}
    assert run(chunks.pin_settings({"model": "m", "dimensions": 3, "x": 'q"'})) == {
        "model": "m",
        "dimensions": 3,
        "x": 'q"',
    }
    assert run(chunks.pin_settings({"model": "other"})) == {"model": "m", "dimensions": 3, "x": 'q"'}


def test_a_replaced_document_is_served_whole_and_noted(
    documents: D1DocumentStore, chunks: D1ChunkStore, outbox: D1Outbox
) -> None:
    run(documents.replace(new_document("alpha one", "beta two"), FIRST))
    settle_all(outbox, FIRST)
    run(documents.replace(new_document("beta two", "gamma three", version="v2"), SECOND))
    assert run(documents.known("n", ["d", "e"])) == {"d": KnownDocument("v2", '{"tenant":"a"}', 2, pending=True)}
    assert run(documents.chunk_ids("n", ["d"])) == {"d": frozenset({"n/d/beta", "n/d/gamma"})}
    found = run(chunks.chunks("n", ["n/d/alpha", "n/d/beta", "n/d/gamma"], where=EVERYTHING))
    assert {(item.id, item.ordinal, item.start, item.content) for item in found.values()} == {
        ("n/d/beta", 0, 0, "beta two"), ("n/d/gamma", 1, 100, "gamma three")
    }  # fmt: skip
    assert [hit.id for hit in run(chunks.search("n", ["alpha"], limit=5, where=EVERYTHING))] == []
    assert operations(outbox, SECOND) == {"n/d/alpha": "delete", "n/d/gamma": "upsert"}
    assert run(documents.totals()) == Totals(1, 2)


def test_a_replace_that_ran_twice_did_no_more(documents: D1DocumentStore, outbox: D1Outbox) -> None:
    for _ in range(2):
        run(documents.replace(new_document("alpha one", "beta two"), FIRST))
    assert operations(outbox, FIRST) == {"n/d/alpha": "upsert", "n/d/beta": "upsert"}
    assert run(documents.totals()) == Totals(1, 2)


def test_changed_filter_fields_refresh_the_vectors_that_stay(documents: D1DocumentStore, outbox: D1Outbox) -> None:
    run(documents.replace(new_document("alpha one", "beta two"), FIRST))
    settle_all(outbox, FIRST)
    run(documents.replace(new_document("alpha one", "gamma two", tenant="b", version="v2"), SECOND))
    assert operations(outbox, SECOND) == {"n/d/alpha": "refresh", "n/d/beta": "delete", "n/d/gamma": "upsert"}
    assert {entry.chunk_id: entry.metadata for entry in run(outbox.held(SECOND))} == {
        "n/d/alpha": {"tenant": "b"}, "n/d/beta": {}, "n/d/gamma": {"tenant": "b"}
    }  # fmt: skip


def test_a_vector_that_never_reached_the_index_is_not_merely_refreshed(
    documents: D1DocumentStore, outbox: D1Outbox
) -> None:
    run(documents.replace(new_document("alpha one", "beta two"), FIRST))
    run(outbox.mark_sent(FIRST, Sent(["n/d/beta"], "m", 1_500)))
    run(outbox.release(FIRST, until=0, error=None))
    run(documents.replace(new_document("alpha one", "beta two", tenant="b", version="v2"), SECOND))
    assert operations(outbox, SECOND) == {"n/d/alpha": "upsert", "n/d/beta": "refresh"}


def test_who_meets_a_running_lease_leaves_the_sending_to_later(documents: D1DocumentStore, outbox: D1Outbox) -> None:
    run(documents.replace(new_document("alpha one"), FIRST))
    run(documents.remove("n", ["d"], SECOND, where=EVERYTHING))
    assert operations(outbox, FIRST) == operations(outbox, SECOND) == {}
    run(outbox.settle(FIRST, ["n/d/alpha"]))
    early = Lease("early", 60_999, 70_000)
    assert run(outbox.claim(early, limit=9, tried_before=60_999)) == []
    [entry] = run(outbox.claim(LATER, limit=9, tried_before=100_000))
    assert (entry.chunk_id, entry.operation) == ("n/d/alpha", "delete")


def test_claimed_rows_come_with_their_content_the_failed_ones_last(
    documents: D1DocumentStore, outbox: D1Outbox
) -> None:
    run(documents.replace(new_document("alpha one", "beta two"), FIRST))
    run(outbox.mark_sent(FIRST, Sent(["n/d/alpha"], "m", 1_500)))
    run(outbox.release(FIRST, until=0, error="no"))
    run(documents.replace(new_document("gamma three", name="e", version="v2"), SECOND))
    run(outbox.release(SECOND, until=0, error=None))
    entries = run(outbox.claim(LATER, limit=9, tried_before=100_000))
    fields = {"tenant": "a"}
    assert sorted(entries, key=lambda entry: entry.chunk_id) == [
        OutboxEntry("n/d/beta", "upsert", 1_000, "n", fields, "beta two"),
        OutboxEntry("n/e/gamma", "upsert", 2_000, "n", fields, "gamma three"),
    ]
    run(outbox.release(LATER, until=0, error=None))
    assert run(outbox.claim(LATER, limit=9, tried_before=100_000)) == [], "tried in this run already"
    [first] = run(outbox.claim(LATER, limit=1, tried_before=100_001))
    assert first.chunk_id == "n/e/gamma"
    assert run(outbox.depth()) == Depth(upserts=3, deletes=0, awaiting=1, failed=1, oldest_at=1_000)
    assert run(outbox.stuck(queued_before=0, limit=5)) == [StuckEntry("n/d/beta", "upsert", 1_000, 1, "no")]


def test_sent_rows_are_settled_by_mutation_by_time_or_by_a_barrier(
    documents: D1DocumentStore, outbox: D1Outbox
) -> None:
    run(documents.replace(new_document("alpha one", "beta two", "gamma three"), FIRST))
    for name, mutation, sent_at in (("alpha", "m1", 5_000), ("beta", "m2", 6_000), ("gamma", "m3", 7_000)):
        run(outbox.mark_sent(FIRST, Sent([f"n/d/{name}"], mutation, sent_at)))
    assert run(outbox.settle_processed("m3", 4_999)) == 1
    assert run(outbox.settle_processed("other", 5_000)) == 1
    assert run(outbox.awaiting(sent_before=6_001))
    assert not run(outbox.awaiting(sent_before=6_000))
    run(outbox.put_behind("barrier", sent_before=6_001))
    assert run(outbox.settle_processed("barrier", 0)) == 1
    assert run(outbox.depth()) == Depth()


def test_a_patch_changes_the_version_it_was_made_for(
    documents: D1DocumentStore, chunks: D1ChunkStore, outbox: D1Outbox
) -> None:
    run(documents.replace(new_document("alpha one"), FIRST))
    settle_all(outbox, FIRST)
    patch = Patch("n", "d", "v1", "Título", {"tenant": "b"}, '{"tenant":"b"}', "v2")
    assert run(documents.patch(patch, SECOND))
    assert operations(outbox, SECOND) == {"n/d/alpha": "refresh"}
    [hit] = run(chunks.search("n", ["titulo"], limit=5, where=Filter((Condition("tenant", "eq", "b"),))))
    assert (hit.title, hit.metadata) == ("Título", {"tenant": "b"})
    assert not run(documents.patch(patch, LATER))
    found = run(documents.get("n", "d"))
    assert found is not None
    assert (found.title, found.content_hash, found.pending) == ("Título", "v2", True)


def test_removal_counts_and_keeps_to_namespace_and_filter(documents: D1DocumentStore, outbox: D1Outbox) -> None:
    for namespace, name, tenant in (("n", "d", "a"), ("n", "e", "b"), ("other", "d", "a")):
        run(documents.replace(new_document("alpha one", name=name, namespace=namespace, tenant=tenant), FIRST))
    settle_all(outbox, FIRST)
    only_a = Filter((Condition("tenant", "eq", "a"),))
    assert run(documents.matching("n", where=only_a, limit=9)) == [("d", 1)]
    assert run(documents.remove("n", ["d", "e", "f"], SECOND, where=only_a)) == Totals(1, 1)
    assert run(documents.remove("n", ["e"], SECOND, where=Filter((Condition("tenant", "in", ()),)))) == Totals(0, 0)
    assert operations(outbox, SECOND) == {"n/d/alpha": "delete"}
    assert run(documents.namespaces()) == ["n", "other"]
    assert run(documents.totals()) == Totals(2, 2)


def test_the_list_goes_by_id_whatever_its_characters(documents: D1DocumentStore) -> None:
    names = ["a", "a/b", "z%", "é", "🌊" * 100]  # in the order of their bytes
    for name in names:
        run(documents.replace(new_document("alpha one", name=name), FIRST))
    pages, after = [], ""
    while page := run(documents.page("n", after=after, limit=2)):
        pages += [item.id for item in page]
        after = page[-1].id
    assert pages == names


def test_export_begins_where_it_is_told(documents: D1DocumentStore) -> None:
    run(documents.replace(new_document("alpha one", "beta two", title="T"), FIRST))
    run(documents.replace(new_document("gamma three", name="e"), FIRST))
    rows = run(documents.export("n", document_id="d", ordinal=1, limit=9))
    assert [(row.document_id, row.ordinal, row.title, row.head, row.content) for row in rows] == [
        ("d", 1, "", "", "beta two"), ("e", 0, "", " ", "gamma three")
    ]  # fmt: skip
    [first] = run(documents.export("n", document_id="", ordinal=0, limit=1))
    assert (first.title, first.metadata, first.head, first.gap) == ("T", {"tenant": "a"}, " ", "\n")


FILTERED: dict[str, Metadata] = {
    "a": {"tenant": "x", "year": 1999},
    "b": {"tenant": "y", "year": 2001, "public": True},
    "c": {"note": "x"},
}


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (Condition("tenant", "eq", "x"), {"a"}),
        (Condition("tenant", "ne", "x"), {"b"}),
        (Condition("tenant", "in", ("x", "y")), {"a", "b"}),
        (Condition("tenant", "in", ()), set()),
        (Condition("year", "gt", 1999), {"b"}),
        (Condition("year", "gte", 1999), {"a", "b"}),
        (Condition("year", "lt", 2001), {"a"}),
        (Condition("year", "lte", 1998.5), set()),
        (Condition("public", "eq", value=True), {"b"}),
        (Condition("public", "in", (True, False)), {"b"}),
    ],
    ids=str,
)
def test_filters_bind_search_and_hydration_alike(
    documents: D1DocumentStore, chunks: D1ChunkStore, condition: Condition, expected: set[str]
) -> None:
    for name, metadata in FILTERED.items():
        item = replace(new_document("alpha one", name=name), metadata=metadata)
        run(documents.replace(item, FIRST))
    where = Filter((condition,))
    assert {hit.document_id for hit in run(chunks.search("n", ["alpha"], limit=9, where=where))} == expected
    ids = [f"n/{name}/alpha" for name in FILTERED]
    assert {item.document_id for item in run(chunks.chunks("n", ids, where=where)).values()} == expected
    assert {name for name, _ in run(documents.matching("n", where=where, limit=9))} == expected


HOSTILE = [
    "multi-agent",
    "don't",
    'say "AND" OR NOT NEAR(x, 5)',
    "chunks_fts:x*",
    "^col : {a b}",
    "🌊 emoji",
    "''",
    "(",
    "\x1f",
]


@pytest.mark.parametrize(
    "query", [*HOSTILE, " ".join(f"word{number}" for number in range(5_000))], ids=lambda query: repr(query[:30])
)
def test_no_query_breaks_the_lexical_index(documents: D1DocumentStore, chunks: D1ChunkStore, query: str) -> None:
    run(documents.replace(new_document("alpha multi agent don t word4999"), FIRST))
    asked = list(dict.fromkeys(terms(query)))
    hits = run(chunks.search("n", asked, limit=5, where=EVERYTHING))
    assert bool(hits) == bool(set(asked) & {"multi", "agent", "don", "t", "word4999"})


def test_terms_are_counted_over_all_chunks(documents: D1DocumentStore, chunks: D1ChunkStore) -> None:
    run(documents.replace(new_document("alpha sí", "beta SÍ alpha"), FIRST))
    assert run(chunks.term_statistics(["alpha", "si", "none"])) == TermStatistics(2, {"alpha": 2, "si": 2}, 10.5)


def test_a_lost_lexical_index_is_rebuilt(database: Database, documents: D1DocumentStore, chunks: D1ChunkStore) -> None:
    run(documents.replace(new_document("alpha one", "beta two"), FIRST))
    before = run(chunks.search("n", ["alpha"], limit=5, where=EVERYTHING))
    run(database.batch([Statement("INSERT INTO chunks_fts (chunks_fts) VALUES ('delete-all')")], repeatable=True))
    assert run(chunks.search("n", ["alpha"], limit=5, where=EVERYTHING)) == []
    run(documents.rebuild_lexical())
    assert run(chunks.search("n", ["alpha"], limit=5, where=EVERYTHING)) == before != []


def test_jobs_keep_a_long_request_until_they_are_done(database: Database) -> None:
    jobs = D1JobStore(database)
    job = Job(uuid.uuid4().hex, "n", "queued", ("a", "b"), 0, None, 1_000, 1_000)
    request = "é🌊" * 500_000
    run(jobs.add(job, request))
    assert run(jobs.get(job.id)) == job
    assert run(jobs.request(job.id)) == request
    begun = run(jobs.begin(job.id, now=2_000))
    assert begun is not None
    assert (begun.attempts, begun.updated_at) == (1, 2_000)
    assert [item.id for item in run(jobs.waiting(before=2_001, limit=9))] == [job.id]
    assert run(jobs.waiting(before=2_000, limit=9)) == []
    run(jobs.record(job.id, state="done", outcomes=[{"id": "a"}], now=3_000))
    assert run(jobs.request(job.id)) is None
    assert run(jobs.begin(job.id, now=4_000)) is None
    done = run(jobs.get(job.id))
    assert done is not None
    assert (done.state, done.outcomes, done.updated_at) == ("done", [{"id": "a"}], 3_000)
    run(jobs.forget(before=3_001))
    assert run(jobs.get(job.id)) is None


def test_long_documents_are_written_in_parameters_that_production_takes(
    documents: D1DocumentStore, chunks: D1ChunkStore
) -> None:
    contents = [f"w{number} " + "🌊é\n" * 500 for number in range(3_000)]
    run(documents.replace(new_document(*contents), FIRST))
    assert run(documents.totals()) == Totals(1, 3_000)
    [hit] = run(chunks.search("n", ["w2999"], limit=5, where=EVERYTHING))
    assert hit.content == contents[2_999]


def test_what_production_would_refuse_is_refused(database: Database) -> None:
    with pytest.raises(Misconfigured, match="2000000 bytes"):
        run(database.batch([Statement("SELECT ?", ["é" * 1_000_001])], repeatable=True))
    with pytest.raises(Misconfigured, match="101 parameters"):
        run(database.batch([Statement("SELECT 1", [1] * 101)], repeatable=True))
