"""Settings are refused loudly when they are wrong, and never echo a secret."""

import hashlib
import json
from pathlib import Path

import pytest

from winnow.errors import Misconfigured
from winnow.http.access import AccessSettings
from winnow.http.defaults import Defaults
from winnow.settings import load_index_definition, load_settings

DIGEST = hashlib.sha256(b"local").hexdigest()
GOOD = {"MODEL": "@cf/baai/bge-small-en-v1.5", "TOKENS": json.dumps({DIGEST: {"scopes": ["read"]}})}


def test_good_settings_are_parsed() -> None:
    settings = load_settings(GOOD | {"MAX_BODY_BYTES": "5000", "TRIM_THRESHOLD": "0.75"})
    assert (settings.model.dimensions, settings.max_body_bytes, settings.defaults.threshold) == (384, 5000, 0.75)
    assert [(grant.sha256, grant.scopes, grant.namespaces) for grant in settings.grants] == [
        (DIGEST, frozenset({"read"}), None)
    ]


def test_floors_and_thresholds_are_those_of_the_deployment() -> None:
    given = {
        "TRIM_THRESHOLD": "0.84",
        "TRIM_RELATIVE": "0.97",
        "MIN_SCORE": "0.8",
        "MIN_EVIDENCE": "1.1",
        "MIN_COVERAGE": "1",
    }
    assert load_settings(GOOD | given).defaults == Defaults(0.84, 0.97, 0.8, 1.1, 1.0)
    assert load_settings(GOOD).defaults == Defaults(0.5)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"TOKENS": "{}"}, "TOKENS"),
        ({"TOKENS": "not json"}, "TOKENS"),
        ({"TOKENS": json.dumps({"plain-secret": {"scopes": ["read"]}})}, "TOKENS"),
        ({"TOKENS": json.dumps({DIGEST: {"scopes": ["everything"]}})}, "TOKENS"),
        ({"TOKENS": json.dumps({DIGEST: {"scopes": ["read"], "namespace": ["typo"]}})}, "TOKENS"),
        ({"MODEL": "@cf/baai/unknown"}, "MODEL"),
        ({"MODEL": "@cf/baai/bge-m3"}, "1024 numbers, the index takes 384"),
        ({"MAX_BODY_BYTES": "lots"}, "MAX_BODY_BYTES"),
        ({"TRIM_THRESHOLD": "nan"}, "TRIM_THRESHOLD"),
        ({"TRIM_RELATIVE": "0"}, "TRIM_RELATIVE"),
        ({"MIN_SCORE": "1.01"}, "MIN_SCORE"),
        ({"MIN_EVIDENCE": "1.11"}, "MIN_EVIDENCE"),
        ({"MIN_COVERAGE": "-0.1"}, "MIN_COVERAGE"),
    ],
)
def test_wrong_settings_are_named_and_not_shown(changes: dict[str, str], named: str) -> None:
    with pytest.raises(Misconfigured, match=named) as refusal:
        load_settings(GOOD | changes)
    assert "plain-secret" not in str(refusal.value)


def test_nothing_is_served_without_tokens() -> None:
    with pytest.raises(Misconfigured, match="TOKENS"):
        load_settings({"MODEL": GOOD["MODEL"]})


def test_the_index_is_the_one_that_is_provisioned() -> None:
    declared = json.loads(Path("vectorize/index.json").read_text(encoding="utf-8"))
    assert load_index_definition().filterable == declared["filterable"]


ACCESS = {"ACCESS_ISSUER": "https://team.cloudflareaccess.com", "ACCESS_AUDIENCE": "the-application"}


def test_cloudflare_access_is_off_until_it_is_configured() -> None:
    assert load_settings(GOOD).access is None


def test_cloudflare_access_can_stand_in_for_tokens() -> None:
    access = load_settings(GOOD | ACCESS | {"TOKENS": "{}", "ACCESS_NAMESPACES": '["a"]'}).access
    assert access == AccessSettings(
        ACCESS["ACCESS_ISSUER"], ACCESS["ACCESS_AUDIENCE"], frozenset({"read"}), frozenset({"a"})
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"ACCESS_ISSUER": "https://team.cloudflareaccess.com"},
        {"ACCESS_AUDIENCE": "the-application"},
        ACCESS | {"ACCESS_ISSUER": "http://team.cloudflareaccess.com"},
        ACCESS | {"ACCESS_ISSUER": "https://team.cloudflareaccess.com/"},
        ACCESS | {"ACCESS_AUDIENCE": ""},
        ACCESS | {"ACCESS_SCOPES": '["everything"]'},
    ],
)
def test_half_of_cloudflare_access_is_refused(changes: dict[str, str]) -> None:
    with pytest.raises(Misconfigured, match="ACCESS"):
        load_settings(GOOD | changes)
