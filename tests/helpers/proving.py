"""Sort the results of a run by what they prove about one game, and write them down for `tischlein prove`."""

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.proofs import PROOFS, Proof, lacking, missing, proof_of
from tischlein.engine.game import Game


class Proving:
    """A plugin of pytest that collects the result of every test of a game."""

    def __init__(self, game: Game, file: Path) -> None:
        self.game, self.file = game, file
        self.passed: set[str] = set()
        self.failed: dict[str, str] = {}
        self.not_run: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed[report.nodeid] = message_of(report)
        elif report.skipped:
            self.not_run[report.nodeid] = message_of(report)
        elif report.when == "call":
            self.passed.add(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed[report.nodeid] = message_of(report)

    def pytest_sessionfinish(self) -> None:
        rows = [self.row(proof) for proof in PROOFS]
        found = {
            "game": self.game.id,
            "draft": self.game.draft,
            "missing": missing(self.game),
            "special": [field.name for field in self.game.layout.fields if field.sight == "special"],
            "rulings": lacking(self.game),
            "proofs": rows,
            "seconds": 0,
        }
        self.file.write_text(json.dumps(found), "utf-8")

    def row(self, proof: Proof) -> dict[str, Any]:
        """Return what the run says about one proof."""
        failed = {test: said for test, said in self.failed.items() if proof_of(test) is proof}
        lacking = proof.missing(self.game)
        passed = sum(proof_of(test) is proof for test in self.passed - set(self.failed))
        not_run = sorted({said for test, said in self.not_run.items() if proof_of(test) is proof})
        if failed:
            state = "failed"
        elif lacking:
            state = "optional" if proof.optional else "missing"
        else:
            state = "proven" if passed else "not run"
        return {
            "name": proof.name,
            "state": state,
            "passed": passed,
            "failed": failed,
            "not_run": not_run,
            "write": lacking,
            "page": proof.page,
        }


def message_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Return the first line of why a test failed or did not run."""
    if isinstance(report.longrepr, tuple):
        return report.longrepr[2].removeprefix("Skipped: ")
    crash = getattr(report.longrepr, "reprcrash", None)
    text = crash.message if crash else report.longreprtext
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("[gw")]
    crashed = [line for line in lines if "crashed while running" in line]
    return (crashed or lines or ["no message"])[0]
