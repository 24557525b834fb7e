"""From documents to outcomes: batches, several at once, and a tally of what became of each."""
