"""What Winnow uses of pycapnp, which ships no types: schemas are read at run time."""

from typing import Any

def load(file_name: str) -> Any: ...
