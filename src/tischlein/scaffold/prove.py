"""Prove a game: run the suites of a checkout for this game alone, and say what is proven and what to write next."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TypedDict

import click

from tischlein.engine.errors import OptionError

# The tests that have to reach every branch of the rules, as in the Makefile.
COVERING = ("tests/rules", "tests/conformance/test_cases.py")
BRANCHES = "every branch"
# Browsers keep an event loop running in the thread of the tests, which tests of the server cannot share.
SUITES = (("tests", "--ignore=tests/browser"), ("tests/browser",))
# Of two runs the one that comes first here tells more.
STATES = ("failed", "missing", "optional", "proven", "not run")


class Row(TypedDict):
    """The outcome of one proof; ``failed`` has the first line of each message, by test."""

    name: str
    state: str  # proven, failed, missing, optional or not run
    passed: int
    failed: dict[str, str]
    not_run: list[str]
    write: list[str]
    page: str


class Found(TypedDict):
    """Everything that is known about a game after the run."""

    game: str
    draft: bool
    missing: list[str]
    special: list[str]  # fields of which no check alone can tell who sees them
    rulings: dict[
        str, list[str]
    ]  # those that lack a case, a mutant or their row in the table, and which of them
    proofs: list[Row]
    seconds: int


def prove(name: str, root: Path, as_json: bool) -> int:
    """Run everything that applies to a game, print one table, and return the exit code: 1 if something failed."""
    check_checkout(root)
    found = run_suites(name, root)
    ok = is_fine(found)
    if as_json:
        click.echo(json.dumps({**found, "ok": ok}, indent=2))
    else:
        for line in table(found):
            click.echo(line)
    return 0 if ok else 1


def write_next(name: str, root: Path) -> int:
    """Write the skeleton of the next proof that a game lacks, and return the exit code: 1 if there is nothing to write."""
    check_checkout(root)
    path = os.pathsep.join([str(root / "tests"), str(root), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "helpers.skeletons", name]
    return subprocess.run(command, cwd=root, env={**os.environ, "PYTHONPATH": path}, check=False).returncode  # noqa: S603 — our own words


def check_checkout(root: Path) -> None:
    """Raise OptionError where there are no suites to run."""
    if not (root / "tests/helpers/proofs.py").exists():
        raise OptionError(
            "this tischlein is installed without its sources: `prove` runs the suites in tests/ of a checkout"
        )
    if find_spec("pytest") is None:
        raise OptionError("pytest is missing: type `make setup` in the checkout first")


def run_suites(name: str, root: Path) -> Found:
    """Run the suites for one game and return what they say; their own output goes to standard error."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        results, coverage = Path(folder, "proofs.json"), Path(folder, "coverage.json")
        workers = str(min(os.cpu_count() or 1, 8))
        found: Found | None = None
        for suites in SUITES:
            results.unlink(missing_ok=True)
            run(root, "-n", workers, "--game", name, "--proofs", str(results), *suites)
            if not results.exists():
                raise OptionError(f"the suites could not run for {name!r}: standard error says why")
            found = merge_reports(found, json.loads(results.read_text("utf-8")))
        assert found is not None  # noqa: S101 — there are suites
        row = next(row for row in found["proofs"] if row["name"] == BRANCHES)
        if not row["write"]:
            run(root, "-n0", "--cov", f"--cov-report=json:{coverage}", "--game", name, *COVERING)
            row.update(missing_branches(name, coverage))  # type: ignore[typeddict-item]
        found["seconds"] = round(time.monotonic() - began)
        return found


def merge_reports(one: Found | None, other: Found) -> Found:
    """Return what two runs say together."""
    if one is None:
        return other
    for row, more in zip(one["proofs"], other["proofs"], strict=True):
        row["state"] = min(row["state"], more["state"], key=STATES.index)
        row["passed"] += more["passed"]
        row["failed"] |= more["failed"]
        row["not_run"] = sorted({*row["not_run"], *more["not_run"]})
    return one


def run(root: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", *arguments]
    subprocess.run(command, cwd=root, stdout=sys.stderr, check=False)  # noqa: S603 — our own words


def missing_branches(name: str, report: Path) -> Mapping[str, object]:
    """Return which branches of a game's rules no case reaches."""
    if not report.exists():
        return {"state": "failed", "failed": {"coverage": "the cases could not run"}}
    files = json.loads(report.read_text("utf-8"))["files"]
    ours = {file: one for file, one in files.items() if f"games/{name}/" in file.replace(os.sep, "/")}
    missed = {
        file: "not reached: "
        + ", ".join(
            [
                *map(str, one["missing_lines"]),
                *("→".join(map(str, branch)) for branch in one["missing_branches"]),
            ]
        )
        for file, one in ours.items()
        if one["missing_lines"] or one["missing_branches"]
    }
    return {"state": "failed" if missed else "proven", "passed": len(ours) - len(missed), "failed": missed}


def is_fine(found: Found) -> bool:
    """Return whether nothing failed; a game that is not a draft must lack nothing, too."""
    failed = any(row["state"] == "failed" for row in found["proofs"])
    return not failed and (found["draft"] or not found["missing"])


def table(found: Found) -> list[str]:
    """Return the table that people read: a line for each proof, and what to do next."""
    width = max(len(row["name"]) for row in found["proofs"])
    lines = [f"{found['game']}, {'a draft' if found['draft'] else 'a finished game'}"]
    for row in found["proofs"]:
        first, *more = details(row)
        lines.append(f"  {row['name']:<{width}}  {row['state']:<8}  {first}".rstrip())
        lines += [f"  {'':<{width}}  {'':<8}  {line}" for line in more]
    passed = sum(row["passed"] for row in found["proofs"])
    for ruling, lacks in found["rulings"].items():
        lines.append(f"Ruling {ruling} lacks {', '.join(lacks)}.")
    if found["special"]:
        lines.append(
            f"Special fields: {', '.join(found['special'])}. What `conceal` does to them only the kit's `worlds`,"
            " imagined worlds and cases of the rulings about secrets can prove."
        )
    return [*lines, f"{passed} tests passed in {found['seconds']} seconds.", conclusion(found)]


def details(row: Row) -> list[str]:
    """Return what to know about a proof, the most important first."""
    lines = [f"{test}: {said}" for test, said in row["failed"].items()]
    if row["write"]:
        lines += map(task, row["write"])
        lines.append(f"({row['page']})")
    elif row["passed"] and not row["failed"]:
        lines.append(f"{row['passed']} passed")
    return [*lines, *row["not_run"]] or [""]


def task(name: str) -> str:
    """Return what to do about a missing file: a command writes compiled rules."""
    return f"python -m modules {Path(name).parent.name}" if name.endswith(".wasm") else f"write {name}"


def conclusion(found: Found) -> str:
    """Return the one sentence that says what to do next."""
    failed = [row for row in found["proofs"] if row["state"] == "failed"]
    if failed:
        return f"Next: mend what failed in “{failed[0]['name']}” ({failed[0]['page']})."
    if not found["missing"] and found["rulings"]:
        return f"Next: `tischlein prove {found['game']} --next` writes the skeleton for {next(iter(found['rulings']))}."
    if found["missing"]:
        more = "" if found["draft"] else ", or declare draft=True"
        return f"Next: {task(found['missing'][0])}{more}."
    return "Everything is proven: remove draft=True." if found["draft"] else "Everything is proven."
