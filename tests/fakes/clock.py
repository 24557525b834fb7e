"""Time that stands still until a test moves it."""


class FakeClock:
    """Milliseconds since 1970."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    def advance(self, *, seconds: float) -> None:
        self.now += int(seconds * 1000)
