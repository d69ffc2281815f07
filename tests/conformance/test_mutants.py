"""The cases have teeth: for every ruling there are lies about it in the source, and each makes a case of that ruling fail."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from conformance.adapters import Crashed, Lines
from conformance.runner import Case, clause_of, games, load_cases, load_clauses
from helpers.pieces import modules_in, with_lie
from samples import SAMPLES, with_long

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
# The true rules need a hundredth of this for all cases.
PATIENCE_S = 40


def mutants(game: str) -> list[dict[str, Any]]:
    found = []
    for path in sorted((HERE / "mutants" / game).glob("*.toml")):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        found += [
            {"package": f"tischlein.games.{game}", "in": None, **mutant} for mutant in content["mutant"]
        ]
    return found


GAMES = games()
CASES = {game: load_cases(game) for game in GAMES}


def chosen() -> list[tuple[str, dict[str, Any]]]:
    """As many lies about each ruling as the samples ask for; in the short run about every third ruling."""
    told: Counter[str] = Counter()
    found = []
    for game in GAMES:
        for mutant in mutants(game):
            told[mutant["ruling"]] += 1
            if told[mutant["ruling"]] <= SAMPLES.lies and len(told) % 3 < SAMPLES.of_three:
                found.append((game, mutant))
    return found


MUTANTS = chosen()
TRUTH = {"package": "tischlein", "find": ""}


class Worker:
    """A process that lies as told; one that hangs over a lie is replaced."""

    def __init__(self) -> None:
        self.lines = self.start()

    def start(self) -> Lines:
        return Lines([sys.executable, str(HERE / "mutant.py")], PATIENCE_S)

    def passed(
        self, game: str, mutant: dict[str, Any], proving: list[Case], others: list[Case]
    ) -> dict[str, bool]:
        """Which cases pass under the lie, as far as it takes to know (see mutant.py); none under one that never ends."""
        # Written here, where all modules have been read already.
        path, source = lied(folder_of(mutant["package"]), mutant) if mutant["find"] else ("", "")
        lie = {"package": mutant["package"], "path": str(path), "source": source}
        names = {
            key: [case.name for case in cases] for key, cases in (("proving", proving), ("others", others))
        }
        try:
            answer: dict[str, bool] = self.lines.ask(game=game, **names, **lie)
        except Crashed:
            self.lines.close()
            self.lines = self.start()
            return {}
        return answer


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    # The worker finds what is found here: this folder's suite, and the sources or an installed wheel.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *sys.path]))
        worker = Worker()
        yield worker
        worker.lines.close()


@cache
def folder_of(package: str) -> Path:
    package, *inner = package.split(".")
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent.joinpath(*inner)


def lied(folder: Path, mutant: dict[str, Any]) -> tuple[Path, str]:
    """The file in which the lie stands, and its source with it."""
    return with_lie(folder, mutant["find"], mutant["replace"], mutant["in"])


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_is_lied_about(game: str) -> None:
    rulings = [ruling["id"] for clause in load_clauses(game)["clause"] for ruling in clause["rulings"]]
    lied_about = {mutant["ruling"] for mutant in mutants(game)}
    assert [ruling for ruling in rulings if ruling not in lied_about] == []
    assert lied_about - set(rulings) == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_lie_finds_its_place(game: str) -> None:
    for mutant in mutants(game):
        lied(folder_of(mutant["package"]), mutant)


@pytest.mark.parametrize("game", with_long(GAMES, "lobo77"))
def test_a_lie_outlives_a_formatter_and_a_move(game: str, tmp_path: Path) -> None:
    """The same lie comes out where lines are broken elsewhere and the modules have other names."""
    true: dict[Path, Path] = {}
    for mutant in mutants(game):
        folder = folder_of(mutant["package"])
        if folder not in true:
            true[folder] = moved(folder, tmp_path / folder.name)
        assert lied(true[folder], mutant)[1] == lied(folder, mutant)[1], mutant["lie"]


def moved(folder: Path, to: Path) -> Path:
    """A copy of a package's modules under other names, formatted with another line length."""
    for k, path in enumerate(modules_in(folder)):
        copy = to / f"part_{k}" / "other.py"
        copy.parent.mkdir(parents=True)
        shutil.copy(path, copy)
    config = ["--line-length", "60", "--config", "format.skip-magic-trailing-comma=true"]
    subprocess.run([sys.executable, "-m", "ruff", "format", "-q", "--isolated", *config, str(to)], check=True)
    return to


@pytest.mark.parametrize("game", with_long(GAMES, "lobo77"))
def test_without_a_lie_all_cases_pass(game: str, worker: Worker) -> None:
    truth = worker.passed(game, TRUTH, CASES[game], [])
    assert truth == {case.id: True for case in CASES[game]}


@pytest.mark.parametrize(
    ("game", "mutant"),
    MUTANTS,
    ids=[f"{mutant['ruling']}-{mutant['lie'].replace(' ', '-')}" for _, mutant in MUTANTS],
)
def test_the_cases_notice(game: str, mutant: dict[str, Any], worker: Worker) -> None:
    proving = [case for case in CASES[game] if mutant["ruling"] in case.rulings]
    others = [case for case in CASES[game] if clause_of(mutant["ruling"]) not in case.clauses]
    others = others[:: 16 // SAMPLES.bystanders]
    passed = worker.passed(game, mutant, proving, others)
    noticed = [case.id for case in proving if not passed.get(case.id)]
    assert noticed, f"no case of {mutant['ruling']} notices: {mutant['lie']}"
    # A lie that breaks everything would prove nothing about its ruling.
    unmoved = [case.id for case in others if passed.get(case.id)]
    assert len(unmoved) > len(others) / 2, f"{mutant['lie']}: too much else breaks"
