"""The pure parts pass the same tests inside workerd, on the Worker's own Python, as on the host."""

import json
import shutil
import tomllib
from collections.abc import Iterator

import pytest
import requests

from local.configuration import DEVELOPMENT_FLAGS
from local.paths import NODE_MODULES, PRODUCTION_CONFIGURATION, ROOT
from local.runtime.bundle import build_bundle
from local.runtime.launcher import find_workerd, write_launcher
from local.serving import WranglerDev
from local.wrangler import NODE

TEST_MODULES = ROOT / ".winnow" / "test_modules"
PURE = ("text", "ranking", "trimming")
RUN_SECONDS = 300

# Compares with programs of the host: tokenizers, SQLite, the data for measuring.
HOST_ONLY = ("test_tokens.py", "test_terms.py", "test_sentences_measured.py")

MODULES = [
    str(file.relative_to(ROOT))
    for folder in PURE
    for file in sorted((ROOT / "tests" / "unit" / folder).glob("test_*.py"))
    if file.name not in HOST_ONLY
]


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WranglerDev]:
    """A Worker with the package, its tests and pytest in it."""
    folder = tmp_path_factory.mktemp("in_worker")
    source = folder / "src"
    shutil.copytree(ROOT / "src" / "winnow", source / "winnow", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests" / "unit", source / "tests" / "unit", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "tests" / "__init__.py", source / "tests")
    shutil.copy(ROOT / "tests" / "in_worker" / "entry.py", source)
    (folder / "python_modules").symlink_to(TEST_MODULES)
    production = tomllib.loads(PRODUCTION_CONFIGURATION.read_text(encoding="utf-8"))
    configuration = {
        "name": "winnow-tests",
        "main": str(source / "entry.py"),
        "compatibility_date": production["compatibility_date"],
        "compatibility_flags": [*production["compatibility_flags"], *DEVELOPMENT_FLAGS],
        "rules": production["rules"],
    }
    file = folder / "winnow-tests.json"
    file.write_text(json.dumps(configuration), encoding="utf-8")
    bundle = build_bundle(NODE_MODULES / "pyodide", folder / "pyodide")
    launcher = folder / "workerd"
    write_launcher(launcher, find_workerd(NODE, ROOT), [f"--pyodide-bundle-disk-cache-dir={bundle.parent}"])
    wrangler = WranglerDev([file], folder=folder, storage=folder / "storage", launcher=launcher, port=0)
    try:
        wrangler.start()
        yield wrangler
    finally:
        wrangler.stop()


@pytest.mark.parametrize("module", MODULES)
def test_the_tests_of_a_pure_module_pass_in_workerd(worker: WranglerDev, module: str) -> None:
    outcome = requests.get(f"{worker.url}/run", {"module": module}, timeout=RUN_SECONDS).json()
    assert outcome["exit_code"] == pytest.ExitCode.OK, outcome["printed"]
