"""The state of a table without any server: who is asked, whose clock runs, and what comes next by itself."""

from random import Random
from typing import Any

import pytest

from tischlein import game
from tischlein.engine.play.table import Table
from tischlein.games import GAMES
from tischlein.room.rows import Entry, Row, Seat, Stored
from tischlein.server.table.asked import asked_since
from tischlein.server.table.schedule import Due, next_due
from tischlein.server.table.state import REMEMBERED, TableState, TakenBack, UndoQuestion

AWAY = 60_000


def state_of(table: Table, kinds: str = "", **changes: Any) -> TableState:
    """A table in the middle of a game; ``kinds`` has a letter per seat, p for a person and b for a bot."""
    row = Row(
        id=1,
        code="ABCDEF",
        game=table.game.id,
        version=table.game.version,
        options=table.options,
        state="playing",
        host=0,
        timer=60,
        stand_in="easy",
        spectators="public",
        pace="human",
        chat=True,
        lang="de",
        seed=1,
        created=0,
        touched=0,
        secret="0" * 64,
    )
    for name, value in changes.items():
        setattr(row, name, value)
    seats = [
        Seat(
            seat,
            "bot" if kind == "b" else "person",
            f"N{seat}",
            token_hash=None if kind == "b" else f"t{seat}",
        )
        for seat, kind in enumerate(kinds or "p" * table.seats)
    ]
    return TableState(table.game, Stored(row, seats, [], []), table, 1_000, 0)


def logged(table: Table, known: int, at: int) -> list[Entry]:
    """The log of a table, from this entry on."""
    steps = table.past.steps[known:]
    return [Entry(known + k + 1, step.seat, step.text, None, at) for k, step in enumerate(steps)]


def at_step_2() -> Table:
    """Qwixx, where everybody decides at once."""
    table = game("qwixx").new(3, seed=1)
    seat = table.waiting[0]
    while len(table.waiting) == 1:
        table.play(seat, table.actions(seat)[0])
    return table


def test_the_clock_of_everybody_runs_where_all_decide_at_once() -> None:
    table = at_step_2()
    state = state_of(table)
    assert state.waiting == (0, 1, 2)
    assert state.obliged == {0, 1, 2}
    assert [state.time_left(seat, 21_000) for seat in range(3)] == [40_000] * 3
    table.play(1, "skip")
    state.moved_on([], 1, 11_000)
    assert state.obliged == {0, 2}
    assert [state.time_left(seat, 21_000) for seat in range(3)] == [40_000, None, 40_000]
    due = next_due(state, AWAY)
    assert due is not None
    assert (due.at, due.what) == (61_000, "clock")


def test_L7_nobody_is_obliged_to_a_draw_that_may_be_forgotten() -> None:
    table = game("lobo77").new(2, seed=1, manual_draw=True)
    first = table.waiting[0]
    table.play(first, table.actions(first)[0])
    state = state_of(table)
    assert state.waiting == (0, 1)
    assert state.obliged == {1 - first}
    assert state.time_left(first, 5_000) is None
    assert state.time_left(1 - first, 5_000) == 56_000


def test_L7_the_only_one_who_can_act_is_obliged_even_to_a_draw() -> None:
    position = {
        "game": "lobo77",
        "seats": 2,
        "options": {"manual_draw": True},
        "hands": [["5"], []],
        "draw": ["4", "6"],
    }
    table = game("lobo77").at(position, seed=1)
    table.play(0, "5")
    assert [action.text for action in table.actions(0)] == ["draw"]
    state = state_of(table)
    assert (state.waiting, state.obliged) == ((0,), {0})


def test_what_others_decide_leaves_a_question_as_it_was() -> None:
    table = at_step_2()
    state = state_of(table)
    before = list(state.unchanged_since)
    table.play(2, "skip")
    state.moved_on([], 2, 9_000)
    assert [state.unchanged_since[seat] for seat in (0, 1)] == before[:2]
    assert state.asked_at[:2] == [1_000, 1_000]


def test_an_undo_asks_only_those_again_for_whom_something_has_changed() -> None:
    """Who chooses and takes back, again and again, must neither give the others more time nor make their moves stale."""
    table = at_step_2()
    state = state_of(table)
    log = [Entry(k + 1, 0, "x", None, 0) for k in range(2)]
    table.play(2, "skip")
    state.moved_on(log[:1], 2, 11_000)
    asked, stale = list(state.asked_at), list(state.unchanged_since)
    table.undo(2, consent=True)
    state.moved_on(log[1:], TakenBack({2}, 0), 21_000)
    assert state.asked_at == [*asked[:2], 21_000]
    assert state.unchanged_since == [*stale[:2], state.seq]
    # Also somebody who has the same choices as before, but whose decision was taken back.
    state.moved_on([], TakenBack({1, 2}, 0), 31_000)
    assert state.asked_at == [asked[0], 31_000, 31_000]


def test_clocks_rest_while_an_undo_is_asked_for() -> None:
    state = state_of(game("quando").new(2, seed=1))
    (seat,) = state.waiting
    state.undo = UndoQuestion(1 - seat, [seat], "u", 11_000, 41_000)
    assert state.time_left(seat, 31_000) == 50_000
    assert next_due(state, AWAY) == Due(41_000, "undo", 1 - seat)
    assert state.settle_undo(31_000) is not None
    assert state.settle_undo(31_000) is None
    assert state.time_left(seat, 31_000) == 50_000


def test_a_table_that_is_read_again_during_a_question_gives_nobody_time() -> None:
    table = game("quando").new(2, seed=1)
    state = state_of(table, timer=None, bank=300, clocks=[50_000, 50_000])
    (seat,) = state.waiting
    state.undo = UndoQuestion(1 - seat, [seat], "u", 11_000, 41_000)
    state.reload(Stored(state.row, state.seats, [], []), table, 31_000, 0)
    assert state.left_at(36_000)[seat] == 40_000  # as if nothing had been read
    state.enter(36_000, 0)  # and if all count from then on, the question does too
    state.settle_undo(41_000)
    assert state.left_at(51_000)[seat] == 40_000


def test_who_plays_while_others_think_about_an_undo_has_not_rested() -> None:
    """A clock rests for whoever waits. Who decides meanwhile pays for that time, and has no more of it than before."""
    table = game("quando").new(2, seed=1)
    state = state_of(table)
    (seat,) = state.waiting
    assert not state.has_used_up(seat, 90_000)  # nobody asks for anything: the clock itself stops that
    state.undo = UndoQuestion(1 - seat, [seat], "u", 60_500, 90_500)
    assert not state.has_used_up(seat, 60_999)
    assert state.has_used_up(seat, 61_000)
    assert not state.has_used_up(1 - seat, 90_000)
    state.undo = UndoQuestion(seat, [1 - seat], "u", 60_500, 90_500)
    assert not state.has_used_up(seat, 61_000)  # its own clock runs on
    state = state_of(table, timer=None, bank=300, clocks=[50_000, 50_000])
    state.undo = UndoQuestion(1 - seat, [seat], "u", 11_000, 41_000)
    assert (state.left_at(31_000)[seat], state.has_used_up(seat, 31_000)) == (40_000, False)
    table.play(seat, table.actions(seat)[0])
    assert state.next_clocks(seat, 31_000)[seat] == 20_000
    assert state.has_used_up(seat, 51_000)


def test_who_plays_during_a_question_and_takes_it_back_gets_no_time_by_that() -> None:
    table = game("quando").new(2, seed=1)
    state = state_of(table)  # asked at 1 s, with 60 s
    (seat,) = state.waiting
    state.undo = UndoQuestion(1 - seat, [seat], "u", 11_000, 41_000)
    table.play(seat, table.actions(seat)[0])
    state.settle_undo(36_000, seat)
    state.moved_on([Entry(1, seat, "x", None, 0)], seat, 36_000)
    table.undo(seat)
    taken_back = TakenBack({seat}, 0, resumed=state.asked_before(seat))
    state.moved_on([Entry(2, seat, "undo", None, 0)], taken_back, 36_500)
    assert state.time_left(seat, 36_500) == 24_500


def test_who_takes_back_gives_no_time_to_those_who_think_all_along() -> None:
    """Only whoever was asked because of what is taken back has not thought."""
    table = at_step_2()
    state = state_of(table, timer=None, bank=300, clocks=[50_000] * 3)
    state.log = logged(table, 0, 0)
    state.enter(1_000, 0)
    first = state.seq
    table.play(2, "skip")
    state.set({"clocks": state.next_clocks(2, 11_000)})
    state.moved_on(logged(table, first, 0), 2, 11_000)
    taken_back = TakenBack({2}, first, resumed=state.asked_before(2))
    table.undo(2, consent=True)
    assert state.next_clocks(taken_back, 21_000) == [30_000] * 3


def test_bots_rest_when_nobody_is_there() -> None:
    state = state_of(game("quando").new(2, seed=1), "bb", timer=None)
    assert next_due(state, AWAY) is None
    state.connect(None)
    due = next_due(state, AWAY)
    assert due is not None
    assert due.what == "bot"
    state.disconnect(None, 5_000)
    assert next_due(state, AWAY) is None


def test_who_has_two_connections_is_here_until_both_are_closed() -> None:
    state = state_of(game("quando").new(2, seed=1))
    assert not state.is_here(0)
    for _ in range(2):
        state.connect("t0")
    state.disconnect("t0", 5_000)
    assert state.is_here(0)
    state.disconnect("t0", 7_000)
    assert not state.is_here(0)
    assert state.seen["t0"] == 7_000


@pytest.mark.parametrize(("timer", "left"), [(86_400, 86_400_000 - 7_000), (60, 60_000)])
def test_who_has_a_day_gets_no_second_one_after_a_restart(timer: int, left: int) -> None:
    table = game("quando").new(2, seed=1)
    state = state_of(table, timer=timer)
    state.log = logged(table, 0, 3_000)
    state.enter(at=500, wall=10_000)
    assert state.time_left(table.waiting[0], 500) == left


def test_who_is_asked_with_others_gets_no_second_day_when_they_have_decided() -> None:
    table = at_step_2()
    state = state_of(table, timer=86_400)
    rows = logged(table, 0, 3_000)
    table.play(2, "skip")
    state.log = rows + logged(table, len(rows), 9_000)
    state.enter(at=500, wall=10_000)
    assert state.time_left(0, 500) == 86_400_000 - 7_000


@pytest.mark.parametrize("name", GAMES)
def test_a_restart_knows_since_when_everybody_is_asked(name: str) -> None:
    """Also who is asked together with others, and whose decisions others have taken back."""
    rng = Random(3)
    for seed in range(4):
        table = game(name).new(3, seed=seed)
        state = state_of(table, timer=86_400)
        state.log, at = logged(table, 0, 0), 0
        state.enter(0, 0)
        while not table.over and at < 80:
            at += 1
            seat, known, past = rng.choice(table.waiting), len(table.past.steps), table.past
            place = table.last_decision(seat)
            step: int | TakenBack = seat
            if place is not None and rng.random() < 0.2:
                step = TakenBack({past.steps[k].seat for k in past.line[place:]}, past.line[place])
                table.undo(seat, consent=True)
            else:
                table.play(seat, rng.choice(table.actions(seat)))
            state.moved_on(logged(table, known, at), step, at)
            asked = asked_since(table, state.log, state.actions)
            assert {k: asked[k] for k in state.waiting} == {k: state.asked_at[k] for k in state.waiting}


def test_only_the_last_messages_are_remembered() -> None:
    state = state_of(game("quando").new(2, seed=1))
    for n in range(REMEMBERED + 1):
        state.remember(0, f"m{n}", n)
    assert "m0" not in state.answered[0]
    assert state.answered[0]["m1"] == 1


def test_a_position_is_for_the_store_and_takes_no_room_here() -> None:
    """Whoever opens a table reads it from the store, once; thousands of tables in memory need not keep it."""
    table = game("quanto").new(4, seed=1)
    state = state_of(table, position=table.position())
    assert state.row.position is None
    state.set({"position": table.position(), "touched": 7})
    assert (state.row.position, state.row.touched) == (None, 7)
