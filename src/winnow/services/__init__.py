"""The use cases. They know the ports and the pure parts, and nothing of HTTP or Cloudflare."""
