"""Which handler answers which request."""

import pytest

from winnow.http.messages import Request, Response
from winnow.http.problems import HttpError
from winnow.http.router import Call, Route, find_route


async def _nothing() -> bytes:
    return b""


async def _handler(_call: Call) -> Response:
    return Response(200)


ROUTE = Route(_handler, "read")
ROUTES = {"/a": {"GET": ROUTE, "POST": ROUTE}}


def request(method: str, path: str) -> Request:
    return Request(method, path, {}, _nothing)


def test_a_known_path_and_method_find_their_route() -> None:
    assert find_route(ROUTES, request("POST", "/a")) is ROUTE


@pytest.mark.parametrize(
    ("method", "path", "status", "headers"),
    [("GET", "/b", 404, {}), ("GET", "/a/", 404, {}), ("DELETE", "/a", 405, {"allow": "GET, POST"})],
)
def test_all_else_is_told_why(method: str, path: str, status: int, headers: dict[str, str]) -> None:
    with pytest.raises(HttpError) as refusal:
        find_route(ROUTES, request(method, path))
    assert (refusal.value.status, refusal.value.headers) == (status, headers)
