"""From a data set in one of its usual forms to questions."""
