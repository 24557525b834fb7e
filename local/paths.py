"""Where things are in this repository."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRODUCTION_CONFIGURATION = ROOT / "wrangler.toml"
SOURCES = ROOT / "src"
INDEX_DEFINITION = ROOT / "vectorize" / "index.json"
NODE_MODULES = ROOT / "node_modules"
PYTHON_MODULES = ROOT / "python_modules"
WORK_FOLDER = ROOT / ".winnow"
DEFAULT_STATE = WORK_FOLDER / "state"
