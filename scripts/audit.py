"""Report known vulnerabilities of the locked packages.

    .venv/bin/python -m scripts.audit       what `make audit` runs; exits with 1 if there is one

Both databases are online. One that cannot be reached is named; with `REQUIRE_ALL=1` that is a failure too.
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

PATIENCE = 300.0  # seconds; some networks drop requests silently


def python_holes(told: Any) -> list[str]:
    """Return what pip-audit found; raise KeyError if it could look nothing up, which it does not report as a failure."""
    known = [one for one in told["dependencies"] if "vulns" in one]
    if not known:
        raise KeyError("vulns")
    return [f"{one['name']} {one['version']}: {hole['id']}" for one in known for hole in one["vulns"]]


def page_holes(told: Any) -> list[str]:
    """Return what `npm audit` found."""
    return [f"{name}: {one['severity']}" for name, one in told["vulnerabilities"].items()]


def asked(command: list[str], where: Path, environment: dict[str, str]) -> str:
    """Return the output of a command, or nothing after a timeout. Its exit code does not tell findings from failures."""
    try:
        ended = subprocess.run(
            command, cwd=where, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return ""
    return ended.stdout


def verdict(said: str, holes: Callable[[Any], list[str]]) -> tuple[str, bool]:
    """Return a sentence, and whether it is a failure."""
    try:
        found = holes(json.loads(said))
    except (ValueError, KeyError, TypeError):
        return "the database could not be reached", all_required()
    return ", ".join(found) or "no known vulnerability", bool(found)


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
