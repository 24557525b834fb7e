"""Adapters for Workers AI, Vectorize, D1 and the JavaScript bridge: the only code that knows the runtime."""
