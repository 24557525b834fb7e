from typing import Any

class WorkerEntrypoint:
    ctx: Any
    env: Any

def import_from_javascript(module_name: str) -> Any: ...

class Request:
    url: str
    method: str

class Response:
    def __init__(self, body: str | None = None, *, status: int = 200, headers: dict[str, str] | None = None) -> None: ...


def wait_until(promise: object, /) -> None: ...
