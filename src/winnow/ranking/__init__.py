"""Scores and rankings: cosine, BM25, term coverage, rank fusion. Standard library only, no I/O."""
