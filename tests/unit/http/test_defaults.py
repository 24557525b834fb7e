"""Which floors and thresholds a request gets: its own, else the deployment's."""

import pytest

from winnow.http.defaults import Defaults
from winnow.http.endpoints.trim import trim_options
from winnow.http.schemas.retrieve import DenseInput, LexicalInput
from winnow.http.schemas.trim import TrimSettings
from winnow.services.legs import DenseOptions, LexicalOptions
from winnow.trimming.options import TrimOptions

DEFAULTS = Defaults(threshold=0.8, relative=0.9, min_score=0.7, min_evidence=0.75, min_coverage=0.6)


@pytest.mark.parametrize(
    ("wanted", "options"),
    [
        (DenseInput(), DenseOptions(0.7, 0.75)),
        (DenseInput(weight=2), DenseOptions(0.7, 0.75, weight=2)),
        (DenseInput(min_score=-1), DenseOptions(-1, None)),
        (DenseInput(min_evidence=0.9), DenseOptions(None, 0.9)),
        (None, None),
    ],
    ids=["nothing named", "a weight is no floor", "its own cosine", "its own evidence", "off"],
)
def test_the_dense_leg(wanted: DenseInput | None, options: DenseOptions | None) -> None:
    assert DEFAULTS.dense(wanted) == options


@pytest.mark.parametrize(
    ("wanted", "options"),
    [
        (LexicalInput(), LexicalOptions(0.6)),
        (LexicalInput(min_coverage=0), LexicalOptions(0)),
        (None, None),
    ],
    ids=["nothing named", "its own, though it is zero", "off"],
)
def test_the_lexical_leg(wanted: LexicalInput | None, options: LexicalOptions | None) -> None:
    assert DEFAULTS.lexical(wanted) == options


@pytest.mark.parametrize(
    ("wanted", "options"),
    [
        (TrimSettings(), TrimOptions(0.8, relative=0.9)),
        (TrimSettings(threshold=-1), TrimOptions(-1)),
        (TrimSettings(relative=0.5), TrimOptions(0.8, relative=0.5)),
    ],
    ids=["nothing named", "its own threshold alone", "its own share above the deployment's threshold"],
)
def test_trimming(wanted: TrimSettings, options: TrimOptions) -> None:
    assert trim_options(wanted, defaults=DEFAULTS) == options
