"""Real tokens of a real issuer, by its own HTTP server, against the running Worker and its WebCrypto."""

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

from local.platform import LocalPlatform
from tests.platform import Client

AUDIENCE = "the-application"
TRIM = {"query": "q", "chunks": []}


def new_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65_537, key_size=2_048)


@dataclass(slots=True)
class Team:
    """Signs tokens, and serves its keys as Access does."""

    keys: dict[str, rsa.RSAPrivateKey] = field(default_factory=lambda: {"first": new_key()})
    asked: list[str] = field(default_factory=list)
    status: int = 200
    url: str = ""

    def certificates(self) -> dict[str, Any]:
        return {
            "keys": [
                {**json.loads(RSAAlgorithm.to_jwk(key.public_key())), "kid": key_id, "alg": "RS256", "use": "sig"}
                for key_id, key in self.keys.items()
            ]
        }

    def token(self, key_id: str = "first", *, key: rsa.RSAPrivateKey | None = None, **changes: object) -> str:
        now = int(time.time())
        claims = {"iss": self.url, "aud": [AUDIENCE], "sub": "somebody", "iat": now, "nbf": now, "exp": now + 300}
        return jwt.encode(claims | changes, key or self.keys[key_id], algorithm="RS256", headers={"kid": key_id})


def serve(team: Team) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            team.asked.append(self.path)
            body = json.dumps(team.certificates()).encode()
            self.send_response(team.status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    team.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.fixture(scope="module")
def team() -> Iterator[Team]:
    started = Team()
    server = serve(started)
    yield started
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def door(team: Team, snapshot: Path) -> Iterator[Client]:
    """A Worker of its own, behind the team's Access, with a small rate limit."""
    variables = {
        "ACCESS_ISSUER": team.url,
        "ACCESS_AUDIENCE": AUDIENCE,
        "ACCESS_SCOPES": '["read"]',
        "ACCESS_NAMESPACES": '["open"]',
    }
    with LocalPlatform(embedder="ngram", faults=True, snapshot=snapshot, variables=variables) as running:
        opened = Client(running)
        yield opened
        opened.close()
        running.check()


def knock(door: Client, token: str | None, path: str = "/trim", body: object = TRIM) -> int:
    headers = {"authorization": None, "cf-access-jwt-assertion": token}
    return door.post(path, body, headers=headers).status_code


def test_a_signed_token_opens_and_its_keys_are_asked_for_once(door: Client, team: Team) -> None:
    assert [knock(door, team.token()) for _ in range(3)] == [200, 200, 200]
    assert team.asked == ["/cdn-cgi/access/certs"]


def test_it_opens_what_is_configured_and_no_more(door: Client, team: Team) -> None:
    ingest = {"documents": [{"id": "a", "text": "A text."}]}
    assert knock(door, team.token(), "/ingest", ingest) == 403
    assert knock(door, team.token(), "/retrieve", {"query": "q", "namespace": "open"}) == 200
    assert knock(door, team.token(), "/retrieve", {"query": "q", "namespace": "closed"}) == 403


def test_what_is_not_right_stays_outside(door: Client, team: Team) -> None:
    now = int(time.time())
    good = team.token()
    header, claims, signature = good.split(".")
    forged = jwt.encode({"aud": AUDIENCE}, "x" * 32, algorithm="HS256", headers={"kid": "first"})
    outside = {
        "nothing": None,
        "no token": "a.b.c",
        "another issuer": team.token(iss="http://127.0.0.1:1"),
        "another application": team.token(aud="another"),
        "expired": team.token(exp=now - 120),
        "not yet": team.token(nbf=now + 120),
        "signed by a stranger": team.token(key=new_key()),
        "cut signature": f"{header}.{claims}.{signature[:-8]}",
        "no signature": f"{header}.{claims}.",
        "another algorithm": forged,
        "unsigned": jwt.encode({"aud": AUDIENCE}, "", algorithm="none", headers={"kid": "first"}),
        "an unknown key": team.token("unknown", key=new_key()),
    }
    assert {name: knock(door, token) for name, token in outside.items()} == dict.fromkeys(outside, 401)
    assert knock(door, good) == 200


def test_a_bearer_token_counts_where_one_is_shown(door: Client, team: Team) -> None:
    headers = {"cf-access-jwt-assertion": team.token()}
    assert door.post("/ingest", {"documents": [{"id": "a", "text": "A text."}]}, headers=headers).status_code == 200
    wrong = headers | {"authorization": "Bearer unknown"}
    assert door.post("/trim", TRIM, headers=wrong).status_code == 401


def test_a_key_that_is_new_is_found_without_a_restart(snapshot: Path) -> None:
    """And keys that cannot be had are a failure that passes, not a refusal."""
    rotating = Team(status=500)
    server = serve(rotating)
    variables = {"ACCESS_ISSUER": rotating.url, "ACCESS_AUDIENCE": AUDIENCE}
    with LocalPlatform(embedder="ngram", snapshot=snapshot, variables=variables) as running:
        client = Client(running)
        assert knock(client, rotating.token()) == 503
        rotating.keys = {"first": new_key(), "second": new_key()}
        rotating.status = 200
        assert knock(client, rotating.token("first")) == 200
        assert knock(client, rotating.token("second")) == 200
        client.close()
    server.shutdown()
    server.server_close()
