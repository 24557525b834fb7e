# What Winnow uses of the JavaScript globals inside workerd. Everything there is dynamic; the bridge narrows it.
from typing import Any

JSON: Any
Array: Any
Number: Any
Object: Any
Float32Array: Any
Float64Array: Any
Math: Any
Response: Any
Headers: Any
ReadableStream: Any
TextEncoder: Any
WritableStream: Any
Uint8Array: Any
AbortSignal: Any
crypto: Any
fetch: Any
