"""Environments on Cloudflare: what each one is made of, what is missing of it, and how that comes to be.

Each environment has its own Worker, index, database, queues and rate limit. All their names follow from
wrangler.toml and the environment's name, so nothing has to be written back into the repository.
"""
