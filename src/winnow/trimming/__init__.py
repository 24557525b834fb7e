"""Which sentences of a chunk stay, and how its text is rebuilt. Standard library only, no I/O."""
