"""What a request that says nothing of floors and thresholds gets."""

from dataclasses import dataclass

from winnow.http.schemas.retrieve import DenseInput, LexicalInput
from winnow.services.legs import DenseOptions, LexicalOptions


@dataclass(frozen=True, slots=True)
class Defaults:
    """The deployment's own, as `winnow calibrate` proposes them; None is no floor.

    A leg whose request names a floor gets that one and none of these, so -1 for the dense leg, and 0 for the lexical
    one, let everything pass. `threshold` and `relative` are those of trimming; a request that names either gets no
    `relative` of these.
    """

    threshold: float
    relative: float | None = None
    min_score: float | None = None
    min_evidence: float | None = None
    min_coverage: float | None = None

    def dense(self, wanted: DenseInput | None) -> DenseOptions | None:
        if wanted is None:
            return None
        if wanted.min_score is None and wanted.min_evidence is None:
            return DenseOptions(self.min_score, self.min_evidence, wanted.weight)
        return DenseOptions(wanted.min_score, wanted.min_evidence, wanted.weight)

    def lexical(self, wanted: LexicalInput | None) -> LexicalOptions | None:
        if wanted is None:
            return None
        floor = self.min_coverage if wanted.min_coverage is None else wanted.min_coverage
        return LexicalOptions(floor, wanted.weight)
