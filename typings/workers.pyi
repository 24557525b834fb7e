from typing import Any

class WorkerEntrypoint:
    ctx: Any
    env: Any

def import_from_javascript(module_name: str) -> Any: ...


def wait_until(promise: object, /) -> None: ...
