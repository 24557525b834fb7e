"""The command `winnow`: the client for people and for shell scripts. What it prints and returns is its API."""
