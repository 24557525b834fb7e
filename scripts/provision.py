"""`make provision ENV=...`: create what an environment needs on Cloudflare; what is there already stays as it is."""

import argparse
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

from local.paths import PRODUCTION_CONFIGURATION
from scripts.deployment.account import Existing, Tools, database_ids, look_up
from scripts.deployment.environment import PRODUCTION, DeploymentError, derive, write
from scripts.deployment.plan import Step, check_settings, choose_token, make_plan


def main(*, deploy: bool = False) -> int:
    """Return 0 when all is in place, 1 when it cannot be."""
    arguments = _parser().parse_args()
    tools = Tools(
        **{name: (value,) for name, value in vars(arguments).items() if name in {"wrangler", "pywrangler"} and value}
    )
    try:
        provision(arguments.environment, tools, arguments.tokens, deploy=deploy, dry_run=arguments.dry_run)
    except DeploymentError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    return 0


def provision(environment: str, tools: Tools, tokens: Path | None, *, deploy: bool, dry_run: bool) -> None:
    """Raises DeploymentError."""
    production = tomllib.loads(PRODUCTION_CONFIGURATION.read_text(encoding="utf-8"))
    wanted = derive(production, environment, database_ids={})
    existing = Existing() if dry_run else look_up(tools, wanted)
    token = choose_token(tokens, existing)
    file = write(derive(production, environment, database_ids=existing.database_ids), environment)
    plan = make_plan(wanted, check_settings(wanted, token), existing, file=file, token=token, deploy=deploy)
    _announce(environment, plan.steps, dry_run=dry_run)
    if dry_run:
        if deploy:
            tools.run(("wrangler", "deploy", "--dry-run", "--config", str(file)), show=True)
        return
    _run(tools, plan.creations)
    if any(step.command for step in plan.creations):
        write(derive(production, environment, database_ids=database_ids(tools)), environment)
    _run(tools, plan.others)
    if token is not None and token.shown is not None:
        print(f"\nA token with all scopes, shown this once: {token.shown}")


def _announce(environment: str, steps: Iterable[Step], *, dry_run: bool) -> None:
    print(f"Environment {environment}:")
    for step in steps:
        print(f"  {'have' if step.command is None else 'do  '}  {step.title}")
        if step.command is not None:
            print(f"          {' '.join(step.command)}{' < (not shown)' if step.text else ''}")
    if dry_run:
        print("This was a dry run: Cloudflare was not asked. What is there already will be left as it is.")
    sys.stdout.flush()


def _run(tools: Tools, steps: Iterable[Step]) -> None:
    for step in steps:
        if step.command is not None:
            print(f"- {step.title}", flush=True)
            tools.run(step.command, text=step.text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--environment", default=PRODUCTION, help="its name (default: %(default)s)")
    parser.add_argument("--tokens", type=Path, help="a file with the TOKENS secret; else one is made where none is set")
    parser.add_argument("--dry-run", action="store_true", help="print what would be done, and do nothing")
    parser.add_argument("--wrangler", help="another wrangler than the pinned one")
    parser.add_argument("--pywrangler", help="another pywrangler than the pinned one")
    return parser


if __name__ == "__main__":
    sys.exit(main())
