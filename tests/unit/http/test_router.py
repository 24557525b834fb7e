"""Which handler answers which request."""

import pytest

from winnow.http.messages import Request, Response
from winnow.http.problems import HttpError
from winnow.http.router import Call, Match, Route, find_route


async def _nothing() -> bytes:
    return b""


async def _handler(_call: Call) -> Response:
    return Response(200)


ROUTE = Route(_handler, "read")
ROUTES = {
    "/a": {"GET": ROUTE, "POST": ROUTE},
    "/documents/{id}": {"GET": ROUTE},
    "/documents/delete": {"GET": ROUTE},
}


def request(method: str, path: str) -> Request:
    return Request(method, path, {}, _nothing)


def test_a_known_path_and_method_find_their_route() -> None:
    assert find_route(ROUTES, request("POST", "/a")) == Match(ROUTE, "/a", {})


@pytest.mark.parametrize(
    ("part", "identifier"),
    [("one", "one"), ("a%2Fb", "a/b"), ("%C3%A9%20%F0%9F%8C%8A", "é 🌊"), ("%25", "%"), ("", "")],
)
def test_an_open_part_is_cut_first_and_decoded_after(part: str, identifier: str) -> None:
    assert find_route(ROUTES, request("GET", f"/documents/{part}")) == Match(
        ROUTE, "/documents/{id}", {"id": identifier}
    )


def test_what_is_written_out_goes_before_what_is_open() -> None:
    assert find_route(ROUTES, request("GET", "/documents/delete")).pattern == "/documents/delete"


@pytest.mark.parametrize(
    ("method", "path", "status", "headers"),
    [
        ("GET", "/b", 404, {}),
        ("GET", "/documents/%FF", 400, {}),
        ("GET", "/documents/a/b", 404, {}),
        ("GET", "/a/", 404, {}),
        ("DELETE", "/a", 405, {"allow": "GET, POST"}),
    ],
)
def test_all_else_is_told_why(method: str, path: str, status: int, headers: dict[str, str]) -> None:
    with pytest.raises(HttpError) as refusal:
        find_route(ROUTES, request(method, path))
    assert (refusal.value.status, refusal.value.headers) == (status, headers)
