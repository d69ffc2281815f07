"""The cases have teeth: for every ruling there are lies about it in the source, and each makes a case of that ruling fail."""

import importlib.util
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.adapters import Crashed, Lines
from conformance.runner import Case, clause_of, games, load_cases, load_clauses
from samples import SAMPLES

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
# The true rules need a hundredth of this for all cases.
PATIENCE_S = 40


def mutants(game: str) -> list[dict[str, Any]]:
    found = []
    for path in sorted((HERE / "mutants" / game).glob("*.toml")):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        found += [{"package": content["package"], **mutant} for mutant in content["mutant"]]
    return found


GAMES = games()
CASES = {game: load_cases(game) for game in GAMES}


def chosen() -> list[tuple[str, dict[str, Any]]]:
    """As many lies about each ruling as the samples ask for, at least one."""
    told: Counter[str] = Counter()
    found = []
    for game in GAMES:
        for mutant in mutants(game):
            told[mutant["ruling"]] += 1
            if told[mutant["ruling"]] <= SAMPLES.lies:
                found.append((game, mutant))
    return found


MUTANTS = chosen()


class Worker:
    """A process that lies as told; one that hangs over a lie is replaced."""

    def __init__(self) -> None:
        self.lines = self.start()

    def start(self) -> Lines:
        return Lines([sys.executable, str(HERE / "mutant.py")], PATIENCE_S)

    def passed(self, game: str, module: str, find: str, replace: str, cases: list[Case]) -> dict[str, bool]:
        """Which of these cases pass under the lie; none under one that never ends."""
        names = [case.name for case in cases]
        try:
            answer: dict[str, bool] = self.lines.ask(
                game=game, module=module, find=find, replace=replace, cases=names
            )
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


def module_of(mutant: dict[str, Any]) -> str:
    package, module = mutant["package"], mutant["module"]
    return str(package) if module == "__init__" else f"{package}.{module}"


def occurrences(module: str, find: str) -> int:
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_text(encoding="utf-8").count(find)


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_is_lied_about(game: str) -> None:
    rulings = [ruling["id"] for clause in load_clauses(game)["clause"] for ruling in clause["rulings"]]
    lied_about = {mutant["ruling"] for mutant in mutants(game)}
    assert [ruling for ruling in rulings if ruling not in lied_about] == []
    assert lied_about - set(rulings) == set()


@pytest.mark.parametrize("game", GAMES)
def test_without_a_lie_all_cases_pass(game: str, worker: Worker) -> None:
    truth = worker.passed(game, "tischlein", "\n", "\n", CASES[game])
    assert truth == {case.id: True for case in CASES[game]}


@pytest.mark.parametrize(
    ("game", "mutant"),
    MUTANTS,
    ids=[f"{mutant['ruling']}-{mutant['lie'].replace(' ', '-')}" for _, mutant in MUTANTS],
)
def test_the_cases_notice(game: str, mutant: dict[str, Any], worker: Worker) -> None:
    module, find = module_of(mutant), mutant["find"]
    times = occurrences(module, find)
    assert times == 1, f"{module} has {times} places that read {find!r}: mend the mutant"
    proving = [case for case in CASES[game] if mutant["ruling"] in case.rulings]
    others = [case for case in CASES[game] if clause_of(mutant["ruling"]) not in case.clauses]
    others = others[:: 16 // SAMPLES.bystanders]
    passed = worker.passed(game, module, find, mutant["replace"], [*proving, *others])
    noticed = [case.id for case in proving if not passed.get(case.id)]
    assert noticed, f"no case of {mutant['ruling']} notices: {mutant['lie']}"
    # A lie that breaks everything would prove nothing about its ruling.
    unmoved = [case.id for case in others if passed.get(case.id)]
    assert len(unmoved) > len(others) / 2, f"{mutant['lie']}: too much else breaks"
