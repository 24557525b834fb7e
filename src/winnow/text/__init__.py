"""Text as spans: sentences, chunks and the token estimate. Standard library only, no I/O."""
