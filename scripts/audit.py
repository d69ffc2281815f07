"""Ask whether something that is installed has a known hole, where the lists of holes can be reached.

    .venv/bin/python -m scripts.audit       what `make audit` runs; ends with 1 where a hole is known

Both lists are on other machines, and not every network lets them be asked. Who could not be asked is named; with `REQUIRE_ALL=1` that
is a failure, too.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hatch_build import npm_command
from scripts.parts import all_required
from scripts.setup import LOCK, ROOT, find_uv

PATIENCE = 300.0  # seconds: a network may swallow what is asked


def python_holes(told: Any) -> list[str]:
    """What pip-audit has found, a line each; KeyError where it could look nothing up, which it does not call a failure."""
    known = [one for one in told["dependencies"] if "vulns" in one]
    if not known:
        raise KeyError("vulns")
    return [f"{one['name']} {one['version']}: {hole['id']}" for one in known for hole in one["vulns"]]


def page_holes(told: Any) -> list[str]:
    """What `npm audit` has found, a line each."""
    return [f"{name}: {one['severity']}" for name, one in told["vulnerabilities"].items()]


def asked(command: list[str], where: Path, environment: dict[str, str]) -> str:
    """What it says, and nothing where it never ends; it ends with 1 for a hole and for a failure alike."""
    try:
        ended = subprocess.run(
            command, cwd=where, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return ""
    return ended.stdout


def verdict(said: str, holes: Callable[[Any], list[str]]) -> tuple[str, bool]:
    """A sentence, and whether it is a failure."""
    try:
        found = holes(json.loads(said))
    except (ValueError, KeyError, TypeError):
        return "the list of holes could not be asked", all_required()
    return ", ".join(found) or "no known hole", bool(found)


def main() -> None:
    lock = ["--requirement", str(LOCK), "--require-hashes", "--disable-pip", "--format", "json"]
    python = [find_uv(), "tool", "run", "pip-audit", *lock]
    page, environment = npm_command("audit", "--json")
    ways = (
        ("Python's packages", asked(python, ROOT, dict(os.environ)), python_holes),
        ("The page's packages", asked(page, ROOT / "web", environment), page_holes),
    )
    failed = False
    for what, said, holes in ways:
        sentence, bad = verdict(said, holes)
        print(f"{what}: {sentence}")
        failed |= bad
    sys.exit(failed)


if __name__ == "__main__":
    main()
