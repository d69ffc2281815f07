"""Whole games by the million: the same on every backend and with any number of threads, and true to the rules."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tischlein
from helpers.games.simulated import data_of
from helpers.games.strategies import each_game, each_game_but, each_game_with
from helpers.planted import planted
from per_game import Kit
from tischlein import OptionError, simulate
from tischlein.bots import Situation, bot
from tischlein.bots.kernels.whole_games import MEDIUM
from tischlein.bots.runtime import runtime
from tischlein.cards import UNKNOWN
from tischlein.lab import run_files
from tischlein.lab.intervals import Moments, units_of_a_win
from tischlein.lab.simulate import asked
from tischlein.lab.simulate.plan import Plan
from tischlein.lab.simulate.replay import steps_of
from tischlein.lab.simulate.result import Result
from tischlein.lab.simulate.simulate import runner_of
from tischlein.lab.simulate.summary import Summary
from tischlein.scaffold.template import GAME as HOCH

MIXED = ["medium", "random", "easy"]
STANDARD = ("winners", "scores", "decisions", "rounds", "first", "finished")


def same(one: Result, other: Result) -> None:
    for name in (*STANDARD, *one.columns):
        assert (one[name] == other[name]).all(), name
    for name in one.tallies:
        assert (one[name].sum(axis=0) == other[name].sum(axis=0)).all(), name


@each_game
def test_the_same_seed_gives_the_same_games_on_every_backend_and_any_number_of_threads(kit: Kit) -> None:
    # Without rules of thumb bots play whole games for each decision; tests/bots compares those.
    bots, seats = MIXED if kit.game.bots.heuristics else "random", kit.game.usual_seats
    one = simulate(kit.game, games=6, seats=seats, bots=bots, seed=7, backend="python")
    for threads in (1, 3, 16):
        same(one, simulate(kit.game, games=6, seats=seats, bots=bots, seed=7, threads=threads))
    other = simulate(kit.game, games=6, seats=seats, bots=bots, seed=8)
    assert (one.decisions != other.decisions).any() or (one.scores != other.scores).any()


@each_game_but("quando", "quanto")  # tests/cuda plays all games
def test_a_gpu_plays_the_same(kit: Kit) -> None:
    bots = ["medium", "easy"] if kit.game.bots.heuristics else "random"
    plans = [
        Plan.of(kit.game, 2, kit.game.seats[0], bots, seed=3, backend=backend)
        for backend in ("python", "cuda")
    ]
    played = [runner_of(plan).play(plan.opening(), plan.ways, plan.seed, 5, 2, cap=12) for plan in plans]
    for one, other in zip(*played, strict=True):
        assert (one == other).all()


@each_game
def test_the_first_games_of_a_long_run_are_those_of_a_short_one(kit: Kit) -> None:
    short, long = (
        simulate(kit.game, games=n, seats=kit.game.seats[0], bots="random", seed=2) for n in (5, 700)
    )
    assert (short.scores == long.scores[:5]).all()


@each_game
def test_a_simulated_game_is_a_game_at_a_table(kit: Kit) -> None:
    bots = MIXED[: len(kit.game.seats)] if kit.game.bots.heuristics else "random"
    plan = Plan.of(kit.game, 3, kit.game.seats[-1], bots, seed=4)
    result = simulate(kit.game, games=3, seats=plan.seats, bots=bots, seed=4)
    for number in range(3):
        *steps, (table, _, _) = steps_of(plan, number)
        assert table.over
        assert table.scores == result.scores[number].tolist()
        assert table.winners == np.flatnonzero(result.winners[number]).tolist()
        assert len(steps) == result.decisions[number]
        assert steps[0][1] == result.first[number]


@each_game_with(lambda game: game.bots.heuristics)
def test_medium_takes_what_looks_best_to_its_seat(kit: Kit) -> None:
    plan = Plan.of(kit.game, 1, 3, "medium", seed=6)
    assert set(plan.ways) == {MEDIUM}
    thumb = runtime(kit.game)
    choices = 0
    for table, seat, action in steps_of(plan, 0):
        if action != UNKNOWN:
            legal = tuple(one.id for one in table.actions(seat))
            points = thumb.rate(kit.layout.pack(table.conceal_for(seat)), seat, legal)
            assert points[legal.index(action)] == max(points)
            choices += len(legal) > 1
    assert choices > 10


@each_game_with(lambda game: game.bots.heuristics)
def test_easy_is_weaker_than_medium_and_stronger_than_random(kit: Kit) -> None:
    for better, worse in (("medium", "easy"), ("easy", "random")):
        shares = simulate(kit.game, games=300, seats=2, bots=[better, worse], seed=1).shares.mean(axis=0)
        assert shares[0] > shares[1], (better, worse)


# Players that are asked


class Careful:
    """The first action, after a look at everything."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, list[dict[str, Any]], dict[str, Any]]] = []

    def choose(self, situation: Situation) -> int:
        self.heard.append((situation.seat, situation.events(), situation.view))
        return situation.actions[0]


@each_game
def test_an_asked_bot_hears_and_sees_what_it_would_at_a_table(kit: Kit) -> None:
    asked, other = Careful(), "medium" if kit.game.bots.heuristics else "random"
    result = simulate(kit.game, games=1, seats=kit.game.seats[0], bots=[asked, other], seed=5)
    assert result.asked.times == len(asked.heard) > 0
    heard = iter(asked.heard)

    def first(table: tischlein.Table, seat: int) -> int:
        assert next(heard) == (seat, table.events(seat), table.view(seat))
        return table.actions(seat)[0].id

    *_, (table, _, _) = steps_of(Plan.of(kit.game, 1, kit.game.seats[0], [asked, other], seed=5), 0, first)
    assert table.scores == result.scores[0].tolist()
    assert next(heard, None) is None


def test_every_share_of_a_win_is_counted_exactly() -> None:
    for seats in range(1, 13):
        assert all(units_of_a_win(seats) % winners == 0 for winners in range(1, seats + 1)), seats
    assert units_of_a_win(2) == units_of_a_win(8) == 840  # as in files of earlier versions


def test_an_asked_bot_hears_the_choices_that_are_laid_open_together() -> None:
    asked = Careful()
    simulate(HOCH, games=1, seats=3, bots=[asked, "random", "random"], seed=5, backend="python")
    heard = [[event for event in events if event["kind"] == "lay"] for _, events, _ in asked.heard]
    assert [[event["seat"] for event in laid] for laid in heard] == [[], [0, 1, 2], [0, 1, 2, 0, 1, 2]]
    assert all(event["card"] != "?" for event in heard[-1])


def test_players_that_take_long_tell_of_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def news(games: int = 11) -> list[int]:
        heard: list[int] = []
        simulate(
            "lobo77", games=games, seats=2, bots=[First(), "random"], backend="python",
            progress=lambda done, _: heard.append(done),
        )  # fmt: skip
        return heard

    class First:
        def choose(self, situation: Situation) -> int:
            return situation.actions[0]

    monkeypatch.setattr(asked, "_paces", {})
    monkeypatch.setattr(asked, "NEWS_AFTER", 60.0)
    assert news(1) == [1]  # which may have compiled what it needs: it does not tell how long a game takes
    assert news() == [1, 2, 10, 11]
    assert news() == [8, 11]  # it is known by now how long a game takes
    monkeypatch.setattr(asked, "NEWS_AFTER", 0.0)
    assert news() == list(range(1, 12))


@pytest.mark.long
def test_bots_by_name_give_the_same_in_one_process_and_in_several() -> None:
    bots = ["search,iterations=4", "random"]
    one, several = (
        simulate("lobo77", games=17, seats=2, bots=bots, seed=1, threads=threads) for threads in (1, 2)
    )
    same(one, several)
    assert "asked" in str(one)


@pytest.mark.long
def test_a_script_without_a_main_guard_may_simulate_with_several_processes(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import tischlein\nprint('begin')\n"
        "print(len(tischlein.simulate('lobo77', games=9, seats=2, bots='search,iterations=2', threads=2)))\n"
    )
    ended = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert ended.stdout.split() == ["begin", "9"], ended.stderr


# What comes out


def test_shapes_shares_and_places() -> None:
    result = simulate("quanto", games=50, seats=4, bots="random", seed=1, options={"teams": True})
    assert result.winners.shape == result.scores.shape == result.shares.shape == (50, 4)
    assert np.allclose(result.shares.sum(axis=1), 1)
    assert (result.winners[:, 0] == result.winners[:, 2]).all()  # partners win together
    assert (result.scores[:, 0] == result.scores[:, 2]).all()
    assert (np.sort(result.places, axis=1) == np.arange(4)).all()
    assert (result.places[np.arange(50), result.first] == 0).all()
    assert set(result.first) == {0, 1, 2, 3}


def test_a_game_that_is_called_off_has_no_winner_and_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tischlein.lab.simulate.runner.MOST_DECISIONS", 10)
    result = simulate("lobo77", games=4, seats=4, bots="random")
    assert not result.finished.any()
    assert not result.winners.any()
    assert (result.shares == 0.25).all()
    assert (result.decisions == 10).all()
    assert "called off" in str(result)


def test_intervals_of_a_few_games_are_called_so() -> None:
    few = "too few for intervals"
    assert few in str(simulate("lobo77", games=29, seats=2, bots="random"))
    assert few not in str(simulate("lobo77", games=30, seats=2, bots="random"))


def test_the_summary_fits_one_screen_and_says_what_was_played() -> None:
    for name in tischlein.games():
        result = simulate(name, games=200, bots=["medium", "random"])
        text = str(result)
        assert text.count("\n") < 40
        assert max(map(len, text.splitlines())) <= 160
        assert tischlein.game(name).name in text
        assert "± " in text
        assert "<table>" in result._repr_html_()


@each_game
def test_every_mean_of_the_summary_has_an_interval(kit: Kit) -> None:
    """Also what is counted for all seats together: seats of one game are no cases of their own."""
    result = simulate(kit.game, games=60, bots="medium" if kit.game.bots.heuristics else "random")
    _, _, counted = str(result).partition("per game")
    rows = [line for line in counted.splitlines()[1:] if line[:1].isalpha()]
    assert len(rows) > (2 if kit.game.lab else 0)
    assert all(re.search(r"\d ± \d", row) for row in rows), rows
    for name, values in result.columns.items():
        if values.ndim > 1:
            sums, found = values.reshape(60, -1).sum(axis=1), result.summary.sums[name]
            assert found.mean == pytest.approx(sums.mean())
            assert found.half_width == Moments.of(sums).half_width
            assert found.half_width >= 2 * sums.std(ddof=1) / 60**0.5  # Student's, for 60 games
    each = result.summary.points_each
    assert each.mean == pytest.approx(result.scores.mean())
    assert each.half_width == Moments.of(result.scores.sum(axis=1), result.plan.seats).half_width


def test_a_table_of_ten_has_a_word_for_every_place(tmp_path: Path) -> None:
    """More than any of the games has now."""
    game = planted(tmp_path, ("MAX_SEATS = 6", "MAX_SEATS = 10"), ("HAND = 3", "HAND = 2"))
    said = str(simulate(game, games=4, seats=10, bots="random", seed=1, backend="python"))
    assert all(f"\n{place} " in said for place in ("first", "ninth", "10th"))


def test_summaries_of_parts_add_up_to_that_of_the_whole() -> None:
    whole = simulate("quando", games=512, seats=3, bots="random", seed=1).summary
    (read,) = run_files.entries([run_files.encode_entry(whole)], Summary)
    assert data_of(read) == data_of(whole)
    both = data_of(whole + read)
    assert both["games"] == 1024
    assert both["shares"]["total"] == [2 * total for total in data_of(whole)["shares"]["total"]]
    assert sum(data_of(whole)["shares"]["total"]) == units_of_a_win(2) * 512
    ratio, half_width = whole.ratio("knocked_won", "knocked")
    counted = whole.tally("knocked") > 100
    assert counted.any()
    assert ((ratio >= 0) & (ratio <= 1))[counted].all()
    assert (half_width[counted] > 0).all()


@pytest.mark.needs("lab")
def test_a_table_for_other_libraries() -> None:
    result = simulate("lobo77", games=30, seats=3, bots="medium")
    frame, table = result.to_polars(), result.to_arrow()
    assert frame.columns == table.column_names
    assert frame["score_2"].to_list() == result.scores[:, 2].tolist() == table["score_2"].to_pylist()
    assert frame["round_ends_above 77"].to_list() == result["round_ends"][:, 1].tolist()
    assert frame["doubles_1"].to_list() == result["doubles"][:, 1].tolist()
    # Those that hold metadata say where the games come from, as the file of a run does.
    said = json.loads(table.schema.metadata[b"tischlein"])
    assert (said["game"], said["seats"], said["seed"], said["bots"]) == ("lobo77", 3, 1, ["medium"] * 3)
    assert {"rules", "version", "code", "backend", "options"} <= set(said)
    assert result.to_pandas().attrs["tischlein"] == said
    swept = simulate("lobo77", games=3, sweep={"seats": [2, 3]}).to_pandas()
    assert [case["seats"] for case in swept.attrs["tischlein"]] == [2, 3]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "poker"}, "there is no game 'poker'"),
        ({"games": 0}, "games: 0 is not a whole number from 1"),
        ({"games": -5}, "games: -5"),
        ({"games": 1e30}, "games: 1e+30"),
        ({"games": "many"}, "games: 'many'"),
        ({"games": 1.5}, "games: 1.5"),
        ({"seats": 9}, "LOBO 77 is for 2 to 8, not 9"),
        ({"bots": "genius"}, "there are no bots of level 'genius'"),
        ({"bots": []}, "too few for 4 seats"),
        ({"bots": ["random"] * 5}, "too many for 4 seats"),
        ({"bots": 7}, "7 is neither a bot's name nor"),
        ({"bots": Careful}, "neither a bot's name nor"),
        ({"seed": "x"}, "seed: 'x'"),
        ({"options": {"target": 40}}, "target: LOBO 77 has no such option"),
        ({"options": 7}, "options: 7 is not a dict"),
        ({"backend": "abacus"}, "there is no backend 'abacus'"),
        ({"threads": 0}, "threads: 0"),
        ({"progress": 3}, "progress: 3 cannot be called"),
        ({"cluster": True}, "cluster: True is neither ray nor ray://HOST:PORT"),
    ],
    ids=str,
)
def test_what_cannot_be_is_said_in_one_sentence(wrong: dict[str, Any], said: str) -> None:
    arguments: dict[str, Any] = {"game": "lobo77", "games": 2, **wrong}
    with pytest.raises(OptionError) as raised:
        simulate(**arguments)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_bots_that_are_asked_do_not_play_on_a_gpu() -> None:
    with pytest.raises(OptionError, match="python, native or wasm"):
        simulate("lobo77", games=1, bots=bot("easy"), backend="cuda")


def test_a_number_of_games_and_a_seed_may_be_written_as_powers_of_ten() -> None:
    result = simulate("lobo77", games=1e2, bots="random", seed=1e12)  # type: ignore[call-overload]
    assert (len(result), result.plan.seed) == (100, 10**12)


def test_memory_is_that_of_the_results_and_a_few_portions() -> None:
    plan = Plan.of("lobo77", 4000, 4, "random")
    sizes = [len(portion.played.rows) for portion in runner_of(plan).portions(plan, [(0, plan.games)], 2)]
    assert sum(sizes) == 4000
    assert max(sizes) <= 512
