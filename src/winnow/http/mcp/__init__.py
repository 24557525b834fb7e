"""The Model Context Protocol over streamable HTTP: how an agent asks Winnow by itself.

Stateless, in JSON. The revision of 2026-07-28 carries its version in every request; the ones before it shake hands
first (`initialize`). Both are served on one address, and neither leaves anything behind in the isolate.
"""
