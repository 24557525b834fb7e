from typing import Any

class JsException(Exception):  # noqa: N818 - the runtime's own name
    name: str
    message: str

JsProxy = Any
jsnull: Any

def to_js(obj: object, /) -> Any: ...

def create_proxy(obj: object, /) -> Any: ...
