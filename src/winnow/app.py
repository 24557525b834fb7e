"""Builds Winnow from its settings and bindings, and answers requests with it."""

import json
from dataclasses import dataclass
from functools import cache, partial

from winnow.cloudflare.background import WaitUntil
from winnow.cloudflare.bridge import JsObject, raw_environment
from winnow.cloudflare.d1 import D1Database
from winnow.cloudflare.d1_memory import D1VectorMemory
from winnow.cloudflare.d1_store import D1ChunkStore
from winnow.cloudflare.models import EmbeddingModel
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
from winnow.http.endpoints.context import ContextEndpoint
from winnow.http.endpoints.ingest import IngestEndpoint
from winnow.http.endpoints.retrieve import RetrieveEndpoint
from winnow.http.endpoints.trim import TrimEndpoint
from winnow.http.logs import log_failure
from winnow.http.mcp.endpoint import McpEndpoint
from winnow.http.mcp.tools import Tools
from winnow.http.messages import Request
from winnow.http.problems import problem_of
from winnow.http.router import Routes
from winnow.ports import Scalar
from winnow.services.context import ContextService
from winnow.services.ingest import IngestService
from winnow.services.memory import RememberingEmbedder
from winnow.services.offsets import OffsetService
from winnow.services.receipt import Prices
from winnow.services.retrieve import RetrieveService
from winnow.services.trim import TrimService
from winnow.services.vector_settings import VectorSettings
from winnow.settings import VARIABLES, Settings, load_settings


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
    return to_js_response(answer.status, answer.body, answer.headers)


@dataclass(frozen=True, slots=True)
class App:
    """What one isolate serves with."""

    settings: Settings
    api: Api


@cache
def current_app() -> App:
    """Built at the first request, since there are no bindings while the Worker is imported."""
    return build_app(raw_environment())


def _request(js_request: JsObject, settings: Settings) -> Request:
    method, path = request_line(js_request)
    read_body = partial(request_body, js_request, limit=settings.max_body_bytes)
    return Request(method, path, request_headers(js_request), read_body)


def build_app(environment: JsObject) -> App:
    """`environment` holds the bindings and variables as JavaScript has them. Raises Misconfigured."""
    variables = {name: getattr(environment, name, None) for name in VARIABLES}
    settings = load_settings({name: value for name, value in variables.items() if value is not None})
    embedder = WorkersAiEmbedder(environment.AI, settings.model)
    index = VectorizeIndex(environment.VECTORIZE)
    database = D1Database(environment.DB)
    store = D1ChunkStore(database)
    vector_settings = VectorSettings(store, vector_identity(settings.model))
    ingest = IngestService(embedder, index, store, frozenset(settings.index.filterable))
    remembering = RememberingEmbedder(
        embedder,
        D1VectorMemory(database),
        WaitUntil(partial(log_failure, request_id="")),
        model=json.dumps(vector_identity(settings.model), sort_keys=True),
    )
    retrieve = RetrieveService(remembering, index, store)
    trim = TrimService(remembering)
    offsets = OffsetService(store)
    threshold = settings.trim_threshold
    context = ContextService(retrieve, trim)
    cors = Cors(settings.allowed_origins)
    prices = Prices(settings.model.usd_per_million_tokens)
    tools = Tools(context, trim, vector_settings, threshold, prices)
    routes: Routes = {
        **health.routes(),
        **description.routes(),
        **IngestEndpoint(ingest, vector_settings).routes(),
        **RetrieveEndpoint(retrieve, trim, offsets, vector_settings, settings.index, threshold, prices).routes(),
        **TrimEndpoint(trim, threshold, prices).routes(),
        **ContextEndpoint(context, offsets, vector_settings, settings.index, threshold, prices).routes(),
        **McpEndpoint(tools, cors).routes(),
    }
    limiter = BindingRateLimiter(getattr(environment, "RATE_LIMIT", None))
    access = AccessVerifier(settings.access, AccessTeam(settings.access.issuer)) if settings.access else None
    return App(settings, Api(routes, settings.grants, limiter, cors, access))


def vector_identity(model: EmbeddingModel) -> dict[str, Scalar]:
    """What makes two vectors comparable."""
    return {
        "model": model.name,
        "dimensions": model.dimensions,
        "query_prefix": model.query_prefix,
        "pooling": model.pooling or "",
    }
