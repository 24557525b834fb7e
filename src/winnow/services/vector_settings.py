"""The vectors in the index were made in one way; another way may not read or add to them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from winnow.errors import Misconfigured
from winnow.ports import ChunkStore, Scalar


@dataclass(slots=True)
class VectorSettings:
    """`expected` is how this deployment makes vectors. Checked against the store once, then remembered."""

    store: ChunkStore
    expected: Mapping[str, Scalar]
    _agreed: bool = field(default=False, init=False)

    async def check(self) -> None:
        """Raises Misconfigured when the stored vectors were made in another way; an empty store agrees."""
        if not self._agreed:
            self._compare(await self.store.settings())

    async def pin(self) -> None:
        """As `check`, and stores the settings where none are: before the first vector is written."""
        if not self._agreed:
            self._compare(await self.store.pin_settings(self.expected))

    def _compare(self, stored: Mapping[str, Scalar]) -> None:
        different = sorted(name for name, value in stored.items() if self.expected.get(name) != value)
        if different:
            names = ", ".join(different)
            raise Misconfigured(f"the stored vectors were made with other settings than these: {names}")
        self._agreed = bool(stored)
