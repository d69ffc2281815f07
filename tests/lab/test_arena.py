"""The arena: seats change, deals stay, and what was interrupted goes on."""

import json
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tischlein
from tischlein.bots import Situation
from tischlein.games.lobo77.rules.material import DRAW
from tischlein.lab import fingerprint as code
from tischlein.lab import workers
from tischlein.lab.arena import contest as arena
from tischlein.lab.arena.contest import Contest, PlayedGame
from tischlein.lab.workers import WorkerError, Workers

SMALL = Contest(game="lobo77", bots=("random", "easy"), seats=3, deals=6)


class First:
    """Always the first action, and never another."""

    def choose(self, situation: Situation) -> int:
        return situation.actions[0]


class Twin(First):
    """Another name for the same play."""


def played(tmp_path: Path, contest: Contest = SMALL, name: str = "games.jsonl") -> list[PlayedGame]:
    return arena.run(contest, tmp_path / name, processes=1)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[PlayedGame], bytes]:
    """The small contest, and its file."""
    folder = tmp_path_factory.mktemp("small")
    return played(folder), (folder / "games.jsonl").read_bytes()


@pytest.fixture
def file(small: tuple[list[PlayedGame], bytes], tmp_path: Path) -> Path:
    """A copy of the small contest's file."""
    path = tmp_path / "games.jsonl"
    path.write_bytes(small[1])
    return path


def test_every_deal_is_played_with_seats_changed(small: tuple[list[PlayedGame], bytes]) -> None:
    games, _ = small
    assert len(games) == SMALL.games == 12
    assert {game.lineup for game in games} == {(0, 1, 0), (1, 0, 1)}
    assert {(game.deal, game.change) for game in games} == {
        (deal, change) for deal in range(6) for change in (0, 1)
    }
    assert all(abs(sum(game.win_shares) - 1) < 1e-9 for game in games)


def test_bots_that_play_alike_get_the_same_from_the_same_deal() -> None:
    """The luck really is that of the seat: who changes places with a twin changes the result with it."""
    contest = Contest(game="qwixx", bots=(f"{__name__}:First", f"{__name__}:Twin"), seats=2, deals=4, seed=2)
    for deal in range(4):
        one, two = (arena.one(contest, (0, 1), deal, change) for change in (0, 1))
        assert one.scores == two.scores
        assert one.lineup == two.lineup[::-1]


def test_what_was_interrupted_goes_on(small: tuple[list[PlayedGame], bytes], file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    file.write_text("\n".join(lines[:6]) + "\n" + lines[6][:20], "utf-8")
    told: list[int] = []
    again = arena.run(SMALL, file, 1, lambda done, everything: told.append(done))
    assert again == small[0]
    assert told[0] == 5  # what was there was not played again
    assert sorted(file.read_text("utf-8").splitlines()) == sorted(lines)


CHANGING = """
class Changing:
    def choose(self, situation):
        return situation.actions[0]
"""


def test_a_process_that_dies_or_fails_is_heard_of() -> None:
    with Workers(1) as one, pytest.raises(WorkerError, match="has died"):
        list(one.map(os._exit, [(3,)]))
    with Workers(1) as one, pytest.raises(ZeroDivisionError):
        list(one.map(divmod, [(1, 0)]))


def test_processes_do_not_hear_ctrl_c_from_the_start_and_this_one_does_again() -> None:
    mask: tuple[int, list[int]] = (signal.SIG_BLOCK, [])
    with Workers(1) as one:
        assert list(one.map(signal.pthread_sigmask, [mask])) == [{signal.SIGINT}]
        assert list(one.map(signal.getsignal, [(signal.SIGINT,)])) == [signal.SIG_IGN]
        assert signal.SIGINT not in signal.pthread_sigmask(*mask)


def test_more_processes_than_games_are_not_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers_here: Any
) -> None:
    monkeypatch.setattr(workers, "Workers", workers_here)
    arena.run(Contest("lobo77", ("random", "easy"), seats=2, deals=1), tmp_path / "1", processes=8)
    arena.run(Contest("lobo77", ("random", "search,iterations=1"), 2, deals=2), tmp_path / "2", processes=3)
    arena.run(Contest("lobo77", ("random", f"{__name__}:First"), 2, deals=1), tmp_path / "3", processes=2)
    assert workers_here.started == [2, 3, 2]


def test_fewer_deals_take_nothing_away(small: tuple[list[PlayedGame], bytes], file: Path) -> None:
    few = Contest(game="lobo77", bots=("random", "easy"), seats=3, deals=2)
    assert arena.run(few, file, 1) == [game for game in small[0] if game.deal < 2]
    assert file.read_bytes() == small[1]


def test_another_contest_is_not_mixed_in(file: Path) -> None:
    before = file.read_bytes()
    for changed in ({"bots": ("random", "medium")}, {"seed": 2}):
        with pytest.raises(tischlein.OptionError, match=f"{next(iter(changed))} differ"):
            arena.run(replace(SMALL, **changed), file, 1)
        assert file.read_bytes() == before
    for other in (b"Dear Maria", b"\xff\xfe\x00"):
        file.write_bytes(other)
        with pytest.raises(tischlein.OptionError, match="not a file of `tischlein arena`"):
            arena.run(SMALL, file, 1)
        assert file.read_bytes() == other


def test_what_other_code_has_played_is_not_mixed_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    own = tmp_path / "changing.py"
    own.write_text(CHANGING, "utf-8")
    contest = Contest(game="lobo77", bots=("random", "changing:Changing"), seats=2, deals=1)
    whole = played(tmp_path, contest)
    header = json.loads((tmp_path / "games.jsonl").read_text("utf-8").splitlines()[0])
    assert (header["version"], header["rules"]) == (tischlein.__version__, tischlein.game("lobo77").version)
    assert set(header["code"]) == set(contest.bots)
    code._meaning.cache_clear()
    own.write_text(CHANGING + "# A comment changes nothing.", "utf-8")
    assert played(tmp_path, contest) == whole
    code._meaning.cache_clear()
    own.write_text(CHANGING.replace("0", "-1"), "utf-8")
    with pytest.raises(tischlein.OptionError, match="other code: changing:Changing changed since"):
        played(tmp_path, contest)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"bots": ("easy",)}, "two bots"),
        ({"bots": ("easy", "easy")}, "only once"),
        ({"bots": ("easy", "best")}, "no bots of level"),
        ({"seats": 9}, "seats"),
        ({"deals": 0}, "at least one game"),
        ({"options": {"wild": True}}, "wild"),
        ({"game": "chess"}, "chess"),
    ],
)
def test_what_cannot_be_played_is_said_before_anything_is(wrong: dict[str, Any], said: str) -> None:
    wish: dict[str, Any] = {"game": "lobo77", "bots": ("random", "easy"), "seats": 3, "deals": 1}
    with pytest.raises(tischlein.TischleinError, match=said):
        Contest(**{**wish, **wrong})


@pytest.mark.parametrize("name", tischlein.games())
def test_a_game_that_is_called_off_is_shared_whatever_the_points(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A draft may be over after a few decisions."""
    game = tischlein.game(name)
    seats, most = (game.usual_seats, 5) if game.draft else (4, 30)
    monkeypatch.setattr(arena, "MOST_DECISIONS", most)
    contest = Contest(name, (f"{__name__}:First", f"{__name__}:Twin"), seats, deals=1)
    outcome = arena.one(contest, (0, 1), 0, 0)
    assert (outcome.finished, outcome.decisions, outcome.win_shares) == (False, most, (1 / seats,) * seats)


def test_everybody_draws_where_drawing_is_up_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """L7: the player who has played comes first again, and draws before the next player plays; wherever both of them sit."""
    drawn, laid = [0, 0], [0, 0]
    play = tischlein.Table.play

    def watched(table: tischlein.Table, seat: int, action: int) -> None:
        (drawn if action == DRAW else laid)[seat] += 1
        play(table, seat, action)

    monkeypatch.setattr(tischlein.Table, "play", watched)
    contest = Contest("lobo77", ("medium", "easy"), seats=2, deals=1, options={"manual_draw": True})
    arena.one(contest, (0, 1), 0, 0)
    assert all(draws > cards // 2 for draws, cards in zip(drawn, laid, strict=True)), (drawn, laid)


def test_lines_that_are_no_games_are_passed_over(file: Path) -> None:
    games = arena.read(file)[1]
    with file.open("a", encoding="utf-8") as lines:
        lines.write('[1]\n7\n{"pair":[0,1]}\n{"pair":0,"lineup":0,"scores":0,"shares":0}\n')
    assert arena.read(file)[1] == games


def test_other_names_of_arguments_are_explained() -> None:
    wrong: Any
    function: Any
    for function, wrong, said in (
        (
            tischlein.arena,
            {"games": 2},
            r"arena\(\) has no argument 'games'. Did you mean deals; each deal is played",
        ),
        (tischlein.arena, {"seat": 2}, "has no argument 'seat'. Did you mean seats?"),
        (tischlein.simulate, {"deals": 2}, "has no argument 'deals'. Did you mean games?"),
        (tischlein.simulate, {"target": 2}, "options of the game are given as options={'target': …}"),
        (tischlein.vector, {"games": 2}, "has no argument 'games'. Did you mean n?"),
    ):
        with pytest.raises(TypeError, match=said):
            function("lobo77", ["random", "easy"], **wrong)
