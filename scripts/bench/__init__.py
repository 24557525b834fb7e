"""`make bench`: Winnow in real workerd beside a plain TypeScript Worker, with a model that costs nothing."""
