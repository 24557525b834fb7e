"""Puts a set's documents into a namespace of its own, and takes them out again."""

import time
from collections.abc import Callable

from rich.progress import Progress

from winnow_client.client import WinnowClient
from winnow_client.command.evaluation.questions import DataError, QuestionSet
from winnow_client.command.reading.documents import MAX_TITLE_CHARACTERS, Prepared
from winnow_client.command.uploading.batches import in_batches
from winnow_client.command.uploading.upload import Upload
from winnow_client.errors import Unavailable
from winnow_client.options import Chunking, DocumentInput

DOCUMENTS_IN_A_REQUEST = 20
IDS_IN_A_REQUEST = 1_000
"""That the server deletes at once."""
VISIBLE_WITHIN_SECONDS = 180.0
"""How long a vector index may take to show what was written: usually a few seconds."""
PROBES = 3


def store(
    data: QuestionSet,
    chunking: Chunking,
    *,
    make_client: Callable[[], WinnowClient],
    concurrency: int,
    progress: Progress,
) -> None:
    """What is stored already is skipped by the server. Returns when the dense leg finds the documents too.

    Raises:
        DataError: the server refuses a document.
        WinnowError: it cannot be reached, or is at fault.
    """
    upload = Upload(lambda: make_client().in_namespace(data.namespace), concurrency)
    task = progress.add_task(f"{data.name}: documents", total=len(data.passages))
    prepared = (_prepared(passage.id, passage.title, passage.text, chunking) for passage in data.passages)
    for result in upload.run(in_batches(prepared, max_documents=DOCUMENTS_IN_A_REQUEST)):
        if result.failure is not None and upload.stopped_by is None:
            upload.stop.set()
            raise DataError(f"{data.name}: {result.failure.source} is not stored: {result.failure.reason}")
        progress.advance(task)
    if upload.stopped_by is not None:
        raise upload.stopped_by
    with make_client().in_namespace(data.namespace) as client:
        _wait_until_visible(client, data)


def _prepared(identifier: str, title: str, text: str, chunking: Chunking) -> Prepared:
    document: DocumentInput = {"id": identifier, "text": text}
    if title:
        document["title"] = title[:MAX_TITLE_CHARACTERS]
    return Prepared(identifier, identifier, 0, document, chunking)


def _wait_until_visible(client: WinnowClient, data: QuestionSet) -> None:
    """The last documents are asked for in their own words until the dense leg answers with them."""
    end = time.monotonic() + VISIBLE_WITHIN_SECONDS
    for passage in data.passages[-PROBES:]:
        options = {"mode": "dense", "dense": {"min_score": -1}, "top_k": 20, "candidates": 20}
        while all(
            chunk.document_id != passage.id
            for chunk in client.retrieve(passage.text[:500], **options).chunks  # type: ignore[arg-type]
        ):
            if time.monotonic() > end:
                raise Unavailable(f"the dense leg does not find document {passage.id!r} of {data.name} yet")
            time.sleep(1)


def remove(data: QuestionSet, client: WinnowClient) -> None:
    """Raises WinnowError."""
    ids = [passage.id for passage in data.passages]
    for start in range(0, len(ids), IDS_IN_A_REQUEST):
        client.in_namespace(data.namespace).delete_documents(ids=ids[start : start + IDS_IN_A_REQUEST])
