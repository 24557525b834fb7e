"""Builds Winnow from its settings and bindings, and answers requests with it."""

import json
from dataclasses import dataclass
from functools import cache, partial

from winnow.cloudflare.background import WaitUntil
from winnow.cloudflare.bridge import JsObject, raw_environment
from winnow.cloudflare.d1 import D1Database, Database
from winnow.cloudflare.d1_documents import D1DocumentStore
from winnow.cloudflare.d1_jobs import D1JobStore
from winnow.cloudflare.d1_memory import D1VectorMemory
from winnow.cloudflare.d1_outbox import D1Outbox
from winnow.cloudflare.d1_store import D1ChunkStore
from winnow.cloudflare.models import EmbeddingModel
from winnow.cloudflare.queue import WorkersQueue, deliveries
from winnow.cloudflare.rate_limit import BindingRateLimiter
from winnow.cloudflare.vectorize import VectorizeIndex
from winnow.cloudflare.web import discard_body, request_body, request_headers, request_line, to_js_response
from winnow.cloudflare.webcrypto import AccessTeam
from winnow.cloudflare.workers_ai import WorkersAiEmbedder
from winnow.errors import Misconfigured
from winnow.http.access import AccessVerifier
from winnow.http.api import Api
from winnow.http.cors import Cors
from winnow.http.endpoints import description, health
from winnow.http.endpoints.admin import AdminEndpoint
from winnow.http.endpoints.context import ContextEndpoint
from winnow.http.endpoints.documents import DocumentsEndpoint
from winnow.http.endpoints.ingest import IngestEndpoint, present_outcome
from winnow.http.endpoints.retrieve import RetrieveEndpoint
from winnow.http.endpoints.stats import StatsEndpoint
from winnow.http.endpoints.trim import TrimEndpoint
from winnow.http.logs import log_failure
from winnow.http.mcp.endpoint import McpEndpoint
from winnow.http.mcp.tools import Tools
from winnow.http.messages import Request
from winnow.http.problems import problem_of
from winnow.http.router import Routes
from winnow.ports import Scalar
from winnow.services.context import ContextService
from winnow.services.documents import DocumentService
from winnow.services.export import ExportService
from winnow.services.ingest import IngestService
from winnow.services.jobs import JobService
from winnow.services.leases import Leases
from winnow.services.memory import RememberingEmbedder
from winnow.services.metering import Meter
from winnow.services.offsets import OffsetService
from winnow.services.receipt import Prices
from winnow.services.reconcile import ReconcileService
from winnow.services.retrieve import RetrieveService
from winnow.services.stats import StatsService
from winnow.services.syncing import IndexSync
from winnow.services.trim import TrimService
from winnow.services.vector_settings import VectorSettings
from winnow.settings import VARIABLES, Settings, load_settings

RETRY_AFTER_FAILURE_SECONDS = 30
"""When a job ended in an error of its own, it is tried again after so long."""


async def fetch(js_request: JsObject) -> JsObject:
    """Answer one request of the runtime's."""
    try:
        app = current_app()
    except Misconfigured as error:
        log_failure(error, request_id="")
        answer = problem_of(error)
    else:
        answer = await app.api.answer(_request(js_request, app.settings))
    await discard_body(js_request)
    return to_js_response(answer.status, answer.body, answer.headers, parts=answer.parts)


async def consume(batch: JsObject) -> None:
    """Run the jobs that a batch of the queue names; each message is acknowledged or put off by itself."""
    app = current_app()
    for delivery in deliveries(batch):
        try:
            delay_seconds = await app.jobs.run(delivery.job_id or "")
        except Exception as error:  # noqa: BLE001 - the outermost handler: one job must not fail the others
            log_failure(error, request_id="")
            delivery.retry(delay_seconds=RETRY_AFTER_FAILURE_SECONDS)
            continue
        if delay_seconds is None:
            delivery.acknowledge()
        else:
            delivery.retry(delay_seconds=delay_seconds)


async def tick() -> None:
    """What the clock does: bring the index up to date, and ask again for jobs that lost their message."""
    app = current_app()
    for task in (app.reconcile.run(Meter()), app.jobs.requeue()):
        try:
            await task
        except Exception as error:  # noqa: BLE001 - the outermost handler: one task must not fail the other
            log_failure(error, request_id="")


@dataclass(frozen=True, slots=True)
class App:
    """What one isolate serves with."""

    settings: Settings
    api: Api
    jobs: JobService
    reconcile: ReconcileService


@cache
def current_app() -> App:
    """Built at the first request, since there are no bindings while the Worker is imported."""
    return build_app(raw_environment())


def _request(js_request: JsObject, settings: Settings) -> Request:
    method, path, query = request_line(js_request)
    read_body = partial(request_body, js_request, limit=settings.max_body_bytes)
    return Request(method, path, request_headers(js_request), read_body, query)


@dataclass(frozen=True, slots=True)
class Stores:
    """The adapters of D1's tables."""

    chunks: D1ChunkStore
    documents: D1DocumentStore
    outbox: D1Outbox
    jobs: D1JobStore
    memory: D1VectorMemory

    @classmethod
    def over(cls, database: Database) -> "Stores":
        return cls(
            D1ChunkStore(database),
            D1DocumentStore(database),
            D1Outbox(database),
            D1JobStore(database),
            D1VectorMemory(database),
        )


def build_app(environment: JsObject) -> App:
    """`environment` holds the bindings and variables as JavaScript has them. Raises Misconfigured."""
    variables = {name: getattr(environment, name, None) for name in VARIABLES}
    settings = load_settings({name: value for name, value in variables.items() if value is not None})
    embedder = WorkersAiEmbedder(environment.AI, settings.model)
    index = VectorizeIndex(environment.VECTORIZE)
    stores = Stores.over(D1Database(environment.DB))
    declared = settings.index.filterable
    identity = vector_identity(settings.model)
    vector_settings = VectorSettings(stores.chunks, identity)
    sync = IndexSync(index, stores.outbox, Leases(settings.lease_seconds))
    ingest = IngestService(embedder, stores.documents, sync, declared)
    jobs = JobService(ingest, vector_settings, stores.jobs, WorkersQueue(environment.INGEST_QUEUE), present_outcome)
    reconcile = ReconcileService(embedder, index, sync, vector_settings)
    documents = DocumentService(stores.documents, sync, declared)
    stats = StatsService(stores.documents, stores.chunks, stores.outbox, index)
    remembering = RememberingEmbedder(
        embedder,
        stores.memory,
        WaitUntil(partial(log_failure, request_id="")),
        model=json.dumps(identity, sort_keys=True),
    )
    retrieve = RetrieveService(remembering, index, stores.chunks)
    trim = TrimService(remembering)
    context = ContextService(retrieve, trim)
    offsets = OffsetService(stores.chunks)
    defaults = settings.defaults
    cors = Cors(settings.allowed_origins)
    prices = Prices(settings.model.usd_per_million_tokens)
    tools = Tools(context, trim, vector_settings, settings.index, defaults, prices)
    routes: Routes = {
        **health.routes(),
        **description.routes(),
        **IngestEndpoint(ingest, jobs, vector_settings, settings.queue_above_bytes).routes(),
        **DocumentsEndpoint(documents, settings.index).routes(),
        **StatsEndpoint(stats).routes(),
        **AdminEndpoint(reconcile, ExportService(stores.documents), stores.documents).routes(),
        **RetrieveEndpoint(retrieve, trim, offsets, vector_settings, settings.index, defaults, prices).routes(),
        **TrimEndpoint(trim, defaults, prices).routes(),
        **ContextEndpoint(context, offsets, vector_settings, settings.index, defaults, prices).routes(),
        **McpEndpoint(tools, cors).routes(),
    }
    limiter = BindingRateLimiter(getattr(environment, "RATE_LIMIT", None))
    access = AccessVerifier(settings.access, AccessTeam(settings.access.issuer)) if settings.access else None
    api = Api(routes, settings.grants, limiter, cors, access)
    return App(settings, api, jobs, reconcile)


def vector_identity(model: EmbeddingModel) -> dict[str, Scalar]:
    """What makes two vectors comparable."""
    return {
        "model": model.name,
        "dimensions": model.dimensions,
        "query_prefix": model.query_prefix,
        "pooling": model.pooling or "",
    }
