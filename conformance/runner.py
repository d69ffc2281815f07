"""Run the conformance cases of a game against an implementation.

    python -m conformance.runner lobo77
    python -m conformance.runner lobo77 --program "my-engine --json-lines" --only L11 --json

Without `--program` the package named by `--module` is imported; it has to offer `game(id)` as in the README.
Standard library only. The exit status is 0 when every case passed, 1 when one failed, 2 for a wrong call.
"""

import argparse
import importlib
import json
import shlex
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from conformance.adapters import Crashed, Implementation, InProcess, Program, Refused
from conformance.checks import Compare, Mismatch, difference, with_nulls

HERE = Path(__file__).parent
SPECTATOR = "spectator"


@dataclass(frozen=True)
class Case:
    """One case as it stands in its file."""

    game: str
    file: str
    data: dict[str, Any]
    compare: Compare

    @property
    def name(self) -> str:
        return str(self.data["name"])

    @property
    def rulings(self) -> list[str]:
        return list(self.data["rulings"])

    @property
    def clauses(self) -> list[str]:
        """Return the clauses of the rulings, each once, the leading one first."""
        return list(dict.fromkeys(clause_of(ruling) for ruling in self.rulings))

    @property
    def id(self) -> str:
        return f"{self.clauses[0]}-{self.name}"


@dataclass(frozen=True)
class Result:
    """How one case went; `step` is 0 for the start of the case."""

    file: str
    id: str
    rulings: list[str]
    ok: bool
    step: int = 0
    action: str = ""
    place: str = ""
    expected: Any = None
    got: Any = None

    def __str__(self) -> str:
        if self.ok:
            return f"ok   {self.id}"
        where = f"step {self.step} ({self.action})" if self.step else "start"
        return (
            f"FAIL {self.id}  [{', '.join(self.rulings)}]  {self.file}, {where}\n"
            f"     {self.place}: expected {self.expected!r}\n     {' ' * len(self.place)}  got      {self.got!r}"
        )


class Failure(Exception):  # noqa: N818 — the outcome of a check
    """A case stops here."""

    def __init__(self, place: str, expected: Any, got: Any) -> None:
        super().__init__(f"{place}: expected {expected!r}, got {got!r}")
        self.mismatch = Mismatch(place, expected, got)


def clause_of(ruling: str) -> str:
    """Return the clause of a ruling: L11c → L11."""
    return ruling.rstrip("abcdefghijklmnopqrstuvwxyz")


def games() -> list[str]:
    """Return the games that have a suite here: the folders with a clauses file."""
    return sorted(path.parent.name for path in HERE.glob("*/clauses.toml"))


def load_clauses(game: str) -> dict[str, Any]:
    """Return the clauses file of a game."""
    with (HERE / game / "clauses.toml").open("rb") as file:
        return tomllib.load(file)


def load_cases(game: str, only: Iterable[str] = ()) -> list[Case]:
    """Return the cases of a game; `only` keeps those that prove one of these clauses or rulings, or have this name."""
    wanted = set(only)
    return [
        case
        for case in _all_cases(game)
        if not wanted or wanted & {case.id, case.name, *case.rulings, *case.clauses}
    ]


@cache
def _all_cases(game: str) -> list[Case]:
    """Read the cases of a game, once in a process: that takes longer than to run them on compiled rules."""
    compare = Compare.of(load_clauses(game)["compare"])
    cases = []
    for path in sorted((HERE / game / "cases").glob("*.toml")):
        with path.open("rb") as file:
            content = tomllib.load(file)
        place = f"{game}/cases/{path.name}"
        cases += [Case(content["game"], place, _as_meant(data), compare) for data in content["case"]]
    return cases


def _as_meant(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, **{key: with_nulls(data[key]) for key in ("at", "twin") if key in data}}


def run_case(case: Case, table: Implementation) -> Result:
    """Run one case, and its twin if it has one."""
    run = _Run(case, table)
    try:
        run.all_steps()
        mismatch = None
    except Failure as failure:
        mismatch = failure.mismatch
    except Refused as refused:
        mismatch = Mismatch("answer", "no refusal", str(refused))
    except Crashed:
        raise
    except Exception as error:  # noqa: BLE001 — whatever breaks inside an implementation fails its case
        mismatch = Mismatch("answer", "no error", f"{type(error).__name__}: {error}")
    if mismatch is None:
        return Result(case.file, case.id, case.rulings, ok=True)
    where = (run.step, run.action, mismatch.place)
    return Result(case.file, case.id, case.rulings, False, *where, mismatch.expected, mismatch.got)


def run_cases(cases: Iterable[Case], table: Implementation) -> Iterator[Result]:
    """Run the cases one after the other."""
    for case in cases:
        yield run_case(case, table)


@dataclass
class _Run:
    """A case on its way; `step` and `action` say where it is."""

    case: Case
    table: Implementation
    step: int = 0
    action: str = ""
    cards: Any = None
    seen: list[Any] = field(default_factory=list)  # what the blind seats saw, for the twin

    def all_steps(self) -> None:
        data = self.case.data
        if "error" in data:
            self.refused_start(data["error"])
            return
        self.play_through(data.get("steps", []), {}, checks=True)
        if "twin" in data:
            original, self.seen = self.seen, []
            steps = [{**step, **step.get("in_twin", {})} for step in data["steps"]]
            self.play_through(steps, data["twin"], checks=False)
            self.compare_with_twin(original)

    def refused_start(self, kind: str) -> None:
        try:
            self.start({}, [])
        except Refused as refused:
            _same("refused as", kind, refused.kind)
        else:
            raise Failure("start", f"refused as {kind}", "accepted")

    def play_through(self, steps: list[dict[str, Any]], instead: dict[str, Any], checks: bool) -> None:
        self.step, self.action = 0, "start"
        self.start(instead, [outcome for step in steps for outcome in step.get("chance", [])])
        self.cards = self.case.compare.count(self.table.position())
        self.after_each_step()
        for number, step in enumerate(steps, 1):
            self.step, self.action = number, _describe(step)
            if "play" in step:
                _same("chance", step.get("chance", []), self.table.play(step["seat"], step["play"]))
                self.after_each_step()
            if checks:
                self.check(step)

    def start(self, instead: dict[str, Any], later: Sequence[str]) -> None:
        """Open the table of the case; `instead` has the keys that differ in its twin."""
        data = self.case.data
        if "new" in data:
            new = {**data["new"], **instead}
            chance = new.get("chance", [])
            used = self.table.new(self.case.game, new["seats"], new.get("options", {}), [*chance, *later])
        else:
            chance = data.get("chance", [])
            used = self.table.at({"game": self.case.game, **data["at"], **instead}, [*chance, *later])
        _same("chance", chance, used)

    def after_each_step(self) -> None:
        """Check laws that need no expectation: no card is lost, and exactly the seats that can act are waited for."""
        position = self.table.position()
        _same("cards", dict(self.cards), dict(self.case.compare.count(position)))
        acting = [seat for seat in range(position["seats"]) if self.table.actions(seat)]
        _same("waiting", acting, self.table.waiting())
        for seat in self.case.data.get("blind", []):
            actions = [] if seat == SPECTATOR else sorted(self.table.actions(seat))
            told = {"actions": actions, "events": self.table.events(_seat(seat))}
            self.seen.append((self.step, seat, {**self.table.view(_seat(seat)), **told}))

    def compare_with_twin(self, original: list[Any]) -> None:
        for (step, seat, ours), (_, _, theirs) in zip(original, self.seen, strict=True):
            self.step, self.action = step, f"twin, seen by {seat}"
            for key in {**ours, **theirs}:
                _same(f"view.{key}", ours.get(key), theirs.get(key))

    def check(self, step: dict[str, Any]) -> None:
        if "expect" in step:
            self.check_state(step["expect"])
        if "view" in step:
            view = self.table.view(_seat(step["seat"]))
            _alike(step["view"], view, self.case.compare.unordered(view))
        if "actions" in step:
            actions = self.table.actions(step["seat"])
            _same("actions", sorted(step["actions"]), sorted(actions))
            for action in actions:
                _same(f"why {action}", None, self.table.why(step["seat"], action))
        if "refused" in step:
            self.check_refusal(step["seat"], step["refused"], (step["code"], step["clause"]))

    def check_state(self, expected: dict[str, Any]) -> None:
        position = self.table.position()
        if "cards" in expected:
            named = {self.case.compare.card(name): times for name, times in expected["cards"].items()}
            expected = {**expected, "cards": named}
        state = {
            **position,
            "cards": dict(self.case.compare.count(position)),
            "waiting": self.table.waiting(),
            "scores": self.table.scores(),
            "winners": self.table.winners(),
        }
        _alike(expected, state, self.case.compare.unordered(position))

    def check_refusal(self, seat: int, action: str, reason: tuple[str, str]) -> None:
        before = self.table.position()
        if action in self.table.actions(seat):
            raise Failure("actions", f"{action} refused", "offered")
        _same("why", reason, self.table.why(seat, action))
        try:
            self.table.play(seat, action)
        except Refused as refused:
            _same("refused as", ("illegal", *reason), (refused.kind, refused.code, refused.clause))
        else:
            raise Failure("play", f"{action} refused", "played")
        _same("position after the refusal", before, self.table.position())


def _same(place: str, expected: Any, got: Any) -> None:
    if expected != got:
        raise Failure(place, expected, got)


def _alike(expected: dict[str, Any], got: dict[str, Any], unordered: dict[str, int]) -> None:
    found = difference(expected, got, unordered)
    if found:
        raise Failure(found.place, found.expected, found.got)


def _seat(seat: int | str) -> int | None:
    return None if seat == SPECTATOR else int(seat)


def _describe(step: dict[str, Any]) -> str:
    who = step.get("seat")
    who = who if who == SPECTATOR else f"seat {who}"
    if "play" in step:
        return f"{who} plays {step['play']}"
    if "refused" in step:
        return f"{who} tries {step['refused']}"
    if "actions" in step:
        return f"actions of {who}"
    if "view" in step:
        return f"view of {who}"
    return "state"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="conformance.runner", description="Run conformance cases.")
    parser.add_argument("game", help="a folder beside this file, such as lobo77")
    parser.add_argument("--program", help="a command that answers JSON lines, instead of a Python package")
    parser.add_argument(
        "--module", default="tischlein", help="the Python package to test (default: tischlein)"
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="L11", help="a clause, ruling or case name"
    )
    parser.add_argument("--json", action="store_true", help="the results as one JSON object")
    asked = parser.parse_args(arguments)
    if asked.game not in games():
        parser.error(f"no such game: {asked.game}; there is {', '.join(games())}")
    cases = load_cases(asked.game, asked.only)
    if not cases:
        parser.error(f"no case proves {', '.join(asked.only)}")
    with ExitStack() as stack:
        table: Implementation
        if asked.program:
            table = stack.enter_context(Program(shlex.split(asked.program)))
        else:
            table = InProcess(importlib.import_module(asked.module).game)
        return _report(asked.game, list(run_cases(cases, table)), asked.json)


def _report(game: str, results: list[Result], as_json: bool) -> int:
    failed = [result for result in results if not result.ok]
    if as_json:
        passed = len(results) - len(failed)
        told = {"game": game, "passed": passed, "failed": len(failed), "cases": [asdict(r) for r in results]}
        print(json.dumps(told, ensure_ascii=False))
    else:
        for result in failed:
            print(result)
        print(f"{game}: {len(results) - len(failed)} of {len(results)} cases passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
