"""Winnow: the retrieval half of RAG on Cloudflare Workers. Ingest, retrieve, trim."""

__version__ = "0.1.0"
