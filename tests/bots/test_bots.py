"""Bots choose legal actions, from what their seat may know and nothing else."""

import gc
import pickle
from types import ModuleType
from typing import Any
from zlib import crc32

import pytest

import tischlein
from tischlein.bots import Bot, bot, situation
from tischlein.cards import RNG_WORDS, SPECTATOR, sow
from tischlein.engine.backends.base import words_of
from tischlein.engine.game import Game
from tischlein.engine.play.history import History
from tischlein.engine.play.table import Table
from tischlein.games.lobo77 import rules
from tischlein.games.lobo77.bots import heuristics
from tischlein.games.lobo77.rules.material import NAMES

LOBO = tischlein.game("lobo77")


# Work is given in steps: quick, and the same on every machine.
PLAYERS = ["random", "easy", "medium", "expert,iterations=12"]


def play_out(table: Table, players: list[Bot], seed: int, cap: int = 10_000) -> None:
    for _ in range(cap):
        if table.over:
            return
        seat = table.conceal_for(SPECTATOR).actor
        table.play(seat, players[seat].choose(situation(table, seat, seed)))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("level", PLAYERS)
@pytest.mark.parametrize(
    ("seats", "manual_draw"),
    [
        (2, False),
        *(
            pytest.param(*how, marks=pytest.mark.long)
            for how in ((2, True), (5, False), (8, False), (8, True))
        ),
    ],
)
def test_every_level_plays_to_the_end(level: str, seats: int, manual_draw: bool) -> None:
    """And the same seed gives the same game; that experts repeat themselves is asked decision by decision in test_no_peeking.py."""
    tables = [
        LOBO.new(seats=seats, seed=seats, manual_draw=manual_draw) for _ in range(1 + (level in PLAYERS[:3]))
    ]
    for table in tables:
        play_out(table, [bot(level)] * seats, seed=3)
        assert len(table.winners) == 1
        assert table.history == tables[0].history


def test_a_situation_is_a_copy_that_a_bot_may_spoil() -> None:
    table = LOBO.new(seats=3, seed=1)
    seat = table.waiting[0]
    before = table.position()
    told = situation(table, seat, 1)
    told.record.total = 76
    told.record.hands[seat][0] = 99
    told.events().clear()
    assert table.position() == before
    assert told.events() == table.events(seat)
    # And what it reads afterwards is still what it was told.
    assert told.view == table.view(seat)
    assert [told.text(action.id) for action in table.actions(seat)] == [
        action.text for action in table.actions(seat)
    ]


def reached(start: object) -> list[object]:
    """Everything that can be got at from an object, without what belongs to the program."""
    found: dict[int, object] = {}
    todo = [start]
    while todo:
        one = todo.pop()
        if id(one) not in found and not isinstance(one, ModuleType | type | Game):
            found[id(one)] = one
            todo += gc.get_referents(one)
    return list(found.values())


def test_events_are_made_for_bots_that_read_them_and_for_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    made, honest = [], History.events_for

    def counted(*given: Any) -> Any:
        made.append(1)
        return honest(*given)

    monkeypatch.setattr(History, "events_for", counted)
    table = LOBO.new(2, seed=1)
    for _ in range(6):
        told = situation(table, table.actor, seed=1, late_events=True)  # for players of ours
        table.play(table.actor, bot("medium").choose(told))
    assert not made
    assert len(told.events()) > 6
    assert made


def test_nothing_that_a_bot_is_told_leads_to_the_table() -> None:
    table = LOBO.new(seats=3, seed=1)
    told = situation(table, table.waiting[0], 1)
    assert told.view["hand"]
    assert told.events()
    assert any(isinstance(one, Table) for one in reached([table]))
    assert not any(
        isinstance(one, Table | LOBO.layout.type) and one is not told.record and one is not told._known
        for one in reached(told)
    )


def test_the_seed_of_the_cards_is_not_in_the_dice() -> None:
    """The generator can be run backwards; what it is sown with must be of no use."""
    table = LOBO.new(seats=3, seed=77)
    seat = table.waiting[0]
    told = situation(table, seat, seed=77)
    for stream in (0, seat, crc32(told.data)):
        rng = [0] * RNG_WORDS
        sow(rng, *words_of(77), stream)
        assert rng != told.rng
    assert len({tuple(situation(table, seat, seed).rng) for seed in range(100)}) == 100
    # Any seed that deals cards will do, and counts modulo 2**64 as it does there.
    assert situation(table, seat, 10**100).rng == situation(table, seat, 10**100 % 2**64).rng
    assert situation(table, seat, -1).rng == situation(table, seat, 2**64 - 1).rng


def test_a_situation_travels() -> None:
    table = LOBO.new(seats=3, seed=1)
    told = situation(table, table.waiting[0], 1)
    assert told.record.total == 0
    there = pickle.loads(pickle.dumps(told))  # noqa: S301 — our own
    assert (there.data, there.rng, there.events()) == (told.data, told.rng, told.events())
    assert there.game is LOBO
    assert bot("medium").choose(there) == bot("medium").choose(told)


@pytest.mark.parametrize("sides", [0, -5, 2**31, 2**33, 1.0, True, "6"])
def test_a_die_has_sides_that_can_be_counted(sides: Any) -> None:
    told = situation(table := LOBO.new(seats=2, seed=1), table.waiting[0], 1)
    with pytest.raises(ValueError, match=r"a die has 1 to \d+ sides"):
        told.below(sides)
    assert {told.below(3) for _ in range(50)} == {0, 1, 2}


def test_after_an_undo_a_bot_decides_the_same_again() -> None:
    table = LOBO.new(seats=2, seed=4, starter=0)
    first = table.actions(0)[0]
    table.play(0, first)
    answer = bot("easy").choose(situation(table, 1, 9))
    table.play(1, answer)
    table.undo(0, consent=True)
    table.play(0, first)
    assert bot("easy").choose(situation(table, 1, 9)) == answer


# Strength


@pytest.mark.parametrize(
    ("name", "seats", "options", "share"),
    [
        ("lobo77", 2, {}, 0.9),
        ("quando", 2, {}, 0.9),
        ("quando", 4, {}, 0.9),
        ("quando", 6, {}, 0.9),
        ("quanto", 2, {}, 0.85),
        ("quanto", 4, {}, 0.5),
        ("quanto", 6, {"discard": "free"}, 0.5),
        ("qwixx", 2, {}, 0.95),
        ("qwixx", 5, {}, 0.95),
    ],
)
def test_rules_of_thumb_beat_chance(name: str, seats: int, options: dict[str, Any], share: float) -> None:
    players = ["medium", *["random"] * (seats - 1)]
    found = tischlein.simulate(name, games=240, seats=seats, bots=players, options=options)
    assert found.finished.all()
    assert found.shares[:, 0].mean() > share


# Rules of thumb


def at(hand: list[str], total: int, **more: Any) -> Any:
    position = {
        "game": "lobo77",
        "seats": 3,
        "total": total,
        "turn": 0,
        "hands": [hand, ["2", "3", "4", "5", "6"], ["7", "8", "9", "10", "10"]],
        "draw": ["0", "-10", "10", "10", "66"],
        "draw_ordered": False,
        "discard": ["10"],
    }
    return LOBO.at({**position, **more}, seed=1).conceal_for(0)


def best(s: Any) -> str:
    out = [0] * (rules.ACTIONS + 1)
    n = rules.legal(s, 0, out, [])
    points = [0] * n
    heuristics.rate(s, 0, out, n, points, [0] * heuristics.WORK)
    return NAMES[out[points.index(max(points))]]


def test_nobody_pays_who_need_not() -> None:
    assert best(at(["2", "3", "4", "5"], 18)) != "4"
    assert best(at(["9", "8", "0"], 70)) == "0"


def test_the_helpers_are_kept_while_numbers_do() -> None:
    assert best(at(["0", "-10", "x2", "reverse", "7"], 30)) == "7"


def test_a_high_total_is_left_to_the_others_if_it_is_safe() -> None:
    assert best(at(["55", "2"], 20)) == "55"


def test_the_first_of_two_cards_is_chosen_with_the_second_in_mind() -> None:
    # After the 5 both nines make 22; nine and nine make 17 and 26.
    assert best(at(["5", "9", "9"], 8, discard=["8", "x2"])) == "9"


def test_who_must_pay_prefers_chips_to_the_game() -> None:
    swimming = at(["4", "10"], 29, chips=[0, 3, 3])
    assert best(swimming) == "10"
