"""A wrangler with an account on disk: it logs what it is told, and answers in the shapes of wrangler 4.164.

Run as `fake_wrangler.py FOLDER ARGUMENTS...`. `account.json` in the folder is the account, `log.jsonl` the log.
"""

import json
import sys
from pathlib import Path
from typing import Any

EMPTY: dict[str, Any] = {"indexes": {}, "metadata": {}, "databases": {}, "queues": [], "secrets": {}, "fails": ""}


def main(folder: Path, arguments: list[str]) -> int:
    file = folder / "account.json"
    account = json.loads(file.read_text(encoding="utf-8")) if file.exists() else EMPTY
    entry = {"arguments": arguments, "input": sys.stdin.read()}
    with (folder / "log.jsonl").open("a", encoding="utf-8") as log:
        log.write(json.dumps(entry) + "\n")
    if account["fails"] and account["fails"] in " ".join(arguments):
        sys.stderr.write("✘ [ERROR] A request to the Cloudflare API failed: Authentication error [code: 10000]")
        return 1
    error = answer(account, arguments)
    file.write_text(json.dumps(account), encoding="utf-8")
    if error:
        sys.stderr.write(f"✘ [ERROR] {error}")
    return 1 if error else 0


def answer(account: dict[str, Any], arguments: list[str]) -> str | None:  # noqa: C901, PLR0912 - a case a command
    """Print the answer; what is returned is an error instead."""
    options = dict(argument.removeprefix("--").split("=", 1) for argument in arguments if "=" in argument)
    match arguments:
        case ["vectorize", "list", "--json"]:
            indexes = account["indexes"].items()
            sys.stdout.write(
                json.dumps([{"name": name, "description": "", "config": config} for name, config in indexes])
            )
        case ["vectorize", "create", name, *_]:
            config = {"dimensions": int(options["dimensions"]), "metric": options["metric"]}
            account["indexes"][name] = config
            account["metadata"][name] = {}
            sys.stdout.write(f"✅ Successfully created a new Vectorize index: '{name}'")
        case ["vectorize", "list-metadata-index", name, "--json"]:
            entries = account["metadata"][name].items()
            sys.stdout.write(json.dumps([{"propertyName": field, "indexType": kind} for field, kind in entries]))
        case ["vectorize", "create-metadata-index", name, *_]:
            account["metadata"][name][options["propertyName"]] = options["type"].capitalize()
        case ["d1", "list", "--json"]:
            databases = account["databases"].items()
            sys.stdout.write(
                json.dumps([{"uuid": uuid, "name": name, "version": "production"} for name, uuid in databases])
            )
        case ["d1", "create", name]:
            account["databases"][name] = f"id-of-{name}"
        case ["d1", "migrations", "apply", "DB", "--remote", "--config", _]:
            sys.stdout.write("✅ No migrations to apply!")
        case ["queues", "info", name]:
            return None if name in account["queues"] else f'Queue "{name}" does not exist.'
        case ["queues", "create", name]:
            account["queues"].append(name)
        case ["secret", "list", "--format", "json", "--name", worker]:
            if worker not in account["secrets"]:
                return f'Worker "{worker}" not found.\n\nIf this is a new Worker, run `wrangler deploy` first.'
            sys.stdout.write(json.dumps([{"name": name, "type": "secret_text"} for name in account["secrets"][worker]]))
        case ["secret", "put", key, "--config", config]:
            worker = json.loads(Path(config).read_text(encoding="utf-8"))["name"]
            account["secrets"].setdefault(worker, []).append(key)
        case ["deploy", *_]:
            sys.stdout.write("Total Upload: 7.3 MiB")
        case _:
            return f"Unknown arguments: {arguments}"
    return None


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
