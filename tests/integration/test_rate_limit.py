"""Who asks too often waits, before any work is done; a platform of its own, so that nobody else waits too."""

from pathlib import Path

from local.platform import LocalPlatform
from tests.platform import Client

LIMIT = 3
TRIM = {"query": "What raises the tides?", "chunks": [{"content": "The moon raises the tides. Bread is baked."}]}


def test_a_token_over_its_limit_waits_and_costs_no_model_call(snapshot: Path) -> None:
    with LocalPlatform(embedder="ngram", faults=True, snapshot=snapshot, rate_limit=LIMIT) as platform:
        client = Client(platform)
        statuses = [client.post("/trim", TRIM).status_code for _ in range(LIMIT + 1)]
        refused = client.post("/trim", TRIM)
        calls = [call for call in platform.host.faults.calls() if call.target == "ai"]
        assert statuses == [200] * LIMIT + [429]
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "60")
        assert refused.json()["detail"] == "too many requests with this token"
        assert len(calls) == LIMIT
        assert client.get("/health").status_code == 200
        assert client.post("/trim", TRIM, headers={"authorization": "Bearer unknown"}).status_code == 401
        client.close()
