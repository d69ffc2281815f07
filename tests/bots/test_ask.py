"""A bot whose own code fails: its name, the error and the place in its file are said, and nothing else."""

import json
import pickle
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import tischlein
from helpers.command import called
from tischlein.bots import BotError, ask, bot, situation
from tischlein.engine.errors import OptionError

FAILING = """
class Crash:
    def choose(self, situation):
        return self.think(situation)

    def think(self, situation):
        return 1 / 0

class Lost:
    def choose(self, situation):
        return situation.text(10**9)

class Reasoned:
    def choose(self, situation):
        try:
            return {}["plan"]
        except KeyError as error:
            raise RuntimeError("no plan") from error

class Silent:
    def choose(self, situation):
        raise StopIteration

class Unborn:
    def __init__(self):
        self.plan = {}["plan"]

    def choose(self, situation):
        return situation.actions[0]

class Cheat:
    def choose(self, situation):
        return -7

class Float:
    def choose(self, situation):
        return float(situation.actions[0])

class Truth:
    def choose(self, situation):
        return True

class All:
    def choose(self, situation):
        import numpy
        return numpy.array(situation.actions)

class Scalar:
    def choose(self, situation):
        import numpy
        return numpy.int64(situation.actions[0])

class Goer:
    def choose(self, situation):
        raise SystemExit(3)

class Talker:
    def choose(self, situation):
        print("thinking")
        return situation.actions[0]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "failing.py").write_text(FAILING, "utf-8")
    (tmp_path / "unreadable.py").write_text("def choose(:\n", "utf-8")
    (tmp_path / "unloadable.py").write_text("LEVEL = 1\nBEST = LEVELS[-1]\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("failing", "unreadable", "unloadable"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


def failure(act: Callable[[], object]) -> BotError:
    with pytest.raises(BotError) as raised:
        act()
    return raised.value


def asked(name: str) -> int:
    table = tischlein.game("lobo77").new(seats=2, seed=1)
    return ask(bot(name), situation(table, table.waiting[0], seed=1))


def places(trace: str) -> list[str]:
    """The lines of files that a traceback names."""
    return [line.strip() for line in trace.splitlines() if line.startswith("  File ")]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("failing:Crash", "failing:Crash failed in choose(): ZeroDivisionError: division by zero"),
        ("failing:Lost", "failing:Lost failed in choose(): KeyError: 1000000000"),
        ("failing:Reasoned", "failing:Reasoned failed in choose(): RuntimeError: no plan"),
        ("failing:Silent", "failing:Silent failed in choose(): StopIteration"),
        ("failing:Goer", "failing:Goer failed in choose(): SystemExit: 3"),
        ("failing:Unborn", "failing:Unborn failed in __init__(): KeyError: 'plan'"),
        ("unreadable:Bot", "'unreadable:Bot' cannot be loaded: SyntaxError: "),
        ("unloadable:Bot", "'unloadable:Bot' cannot be loaded: NameError: name 'LEVELS' is not defined"),
    ],
)
def test_who_failed_and_where_in_its_file(name: str, said: str) -> None:
    error = failure(lambda: asked(name))
    assert str(error).startswith(said)
    assert places(error.trace)
    assert all(f"{name.partition(':')[0]}.py" in place for place in places(error.trace))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["Cheat", "Float", "Truth", "All"])
def test_what_is_no_legal_action_is_named_with_its_bot(name: str) -> None:
    with pytest.raises(OptionError, match=rf"failing:{name} chose .*, which is not one of \("):
        asked(f"failing:{name}")


@pytest.mark.usefixtures("folder")
def test_numbers_of_numpy_will_do() -> None:
    assert type(asked("failing:Scalar")) is int


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("processes", ["2", pytest.param("1", marks=pytest.mark.long)])
def test_what_a_bot_prints_is_not_the_result(capfd: pytest.CaptureFixture[str], processes: str) -> None:
    assert (
        called("arena", "lobo77", "failing:Talker", "random", "--deals=1", "--json", "--processes", processes)
        == 0
    )
    said = capfd.readouterr()
    assert set(json.loads(said.out)["ratings"]) == {"failing:Talker", "random"}
    assert "thinking" in said.err


@pytest.mark.usefixtures("folder")
def test_the_way_within_the_bot_and_its_reasons_are_kept() -> None:
    crash = failure(lambda: asked("failing:Crash")).trace
    assert [place.rpartition(", ")[2] for place in places(crash)] == ["in choose", "in think"]
    reasoned = failure(lambda: asked("failing:Reasoned")).trace
    assert "KeyError: 'plan'" in reasoned
    assert "direct cause" in reasoned


def test_one_of_ours_that_fails_keeps_all_its_frames() -> None:
    table = tischlein.game("lobo77").new(seats=2, seed=1)
    nothing = replace(situation(table, table.waiting[0], seed=1), data=b"")
    error = failure(lambda: ask(bot("medium"), nothing))
    assert str(error).startswith("tischlein.bots.heuristic:Medium failed in choose()")
    assert {"ask.py", "heuristic.py"} < {Path(place.split('"')[1]).name for place in places(error.trace)}


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_net_that_is_none_is_refused_in_one_line(
    folder: Path, capfd: pytest.CaptureFixture[str], level: str
) -> None:
    (folder / "any.net").write_bytes(b"no net")
    assert (
        called("arena", "lobo77", f"{level},net=any.net", "random", "--deals", "1", "--processes", "1") == 2
    )
    said = capfd.readouterr().err
    assert said == "tischlein: the net of LOBO 77 is not a net of this version of Tischlein\n"


@pytest.mark.usefixtures("folder")
def test_the_error_crosses_the_border_between_processes() -> None:
    error = failure(lambda: asked("failing:Crash"))
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 — our own
    assert (type(again), str(again), again.trace) == (BotError, str(error), error.trace)


@pytest.mark.parametrize("processes", ["1", pytest.param("2", marks=pytest.mark.long)])
def test_the_arena_says_it_in_one_line_and_shows_the_place(
    folder: Path, capfd: pytest.CaptureFixture[str], processes: str
) -> None:
    code = called("arena", "lobo77", "failing:Crash", "random", "--deals", "2", "--processes", processes)
    said = capfd.readouterr()
    assert (code, said.out) == (1, "")
    first, *rest = said.err.splitlines()
    assert first == "tischlein: failing:Crash failed in choose(): ZeroDivisionError: division by zero"
    assert rest[-1] == "ZeroDivisionError: division by zero"
    assert [place.partition(",")[0] for place in places("\n".join(rest))] == [
        f'File "{folder / "failing.py"}"'
    ] * 2


@pytest.mark.usefixtures("folder")
def test_so_does_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert called("terminal", "lobo77", "--pace", "0", "--option", "starter=1", "--bot", "failing:Crash") == 1
    said = capsys.readouterr().err
    assert said.startswith("tischlein: failing:Crash failed in choose(): ZeroDivisionError")
    assert len(places(said)) == 2
