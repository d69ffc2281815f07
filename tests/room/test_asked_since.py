"""Who is asked what, and since when: the room's memory, and the same from the log alone."""

from random import Random

import pytest

from helpers.server.room_host import placed, playing, to_step_2, turn
from samples import SAMPLES, later
from tischlein.games import GAMES
from tischlein.room.opening.restore import question_times
from tischlein.room.state import REMEMBERED


def test_what_others_decide_leaves_a_question_as_it_was() -> None:
    host = to_step_2(playing("qwixx", 3, 3))
    before, asked = host.state.unchanged_since[:2], host.state.asked_at[:2]
    host.waits(9_000)
    host.plays(2, "skip")
    assert (host.state.unchanged_since[:2], host.state.asked_at[:2]) == (before, asked)


def test_L7_the_only_one_who_can_act_is_obliged_even_to_a_draw() -> None:
    position = {
        "game": "lobo77",
        "seats": 2,
        "options": {"manual_draw": True},
        "hands": [["5"], []],
        "draw": ["4", "6"],
    }
    host = placed(position)
    host.plays(0, "5")
    assert [action.text for action in host.state.actions[0]] == ["draw"]
    assert (host.state.waiting, host.state.obliged) == ((0,), {0})


@pytest.mark.parametrize("name", later(GAMES, "quando", "quanto"))
def test_a_restart_knows_since_when_everybody_is_asked(name: str) -> None:
    """Also who is asked together with others, and whose decisions others have taken back."""
    rng = Random(3)
    for _ in range(min(4, SAMPLES.looks)):
        seats = GAMES[name].usual_seats
        host = playing(name, seats, seats, timer=86_400)
        for number in range(60):
            if host.state.row.state == "over":
                break
            host.at += 1_000
            seat = rng.choice(host.state.waiting)
            if host.state.table.last_decision(seat) is not None and rng.random() < 0.2:
                host.state.earlier = [()] * seats  # as after a restart: time is not resumed
                host.takes_back(seat, f"u{number}")
            else:
                host.plays_any(rng, seat)
            log = host.disk.load(host.code).log
            since = question_times(host.state.table, log, host.state.actions)
            for waiting in host.state.waiting:
                assert since[waiting] - host.WALL == host.state.asked_at[waiting]


def test_what_was_taken_back_before_is_not_taken_back_again() -> None:
    """An undo that reaches behind another one asks only those whose decisions it takes back."""
    host = to_step_2(playing("qwixx", 3, 3))
    for seat in (0, 2):
        host.at += 1_000
        host.plays(seat, "skip")
    for seat in (2, 0):
        host.at += 1_000
        host.takes_back(seat, f"u{seat}")
    log, state = host.disk.load(host.code).log, host.state
    since = [at - host.WALL for at in question_times(state.table, log, state.actions)]
    assert since == state.asked_at
    assert since[1] < since[2] < since[0]


def test_a_restart_gives_nobody_a_second_day_because_others_have_decided() -> None:
    host = to_step_2(playing("qwixx", 3, 3, timer=86_400))
    host.at += 6_000
    host.plays(2, "skip")
    host.at += 1_000
    host.crash()
    assert host.state.time_left(0, host.at) == 86_400_000 - 7_000


def test_only_the_last_messages_are_remembered() -> None:
    host = playing()
    for n in range(REMEMBERED + 1):
        host.state.remember(0, f"m{n}", n)
    assert "m0" not in host.state.answered[0]
    assert host.state.answered[0]["m1"] == 1


def test_a_position_is_for_the_store_and_takes_no_room_in_memory() -> None:
    host = playing("quanto")
    host.plays(turn(host))
    assert host.state.row.position is None
    assert host.disk.load(host.code).row.position == host.state.table.position()
    host.crash()
    assert host.state.row.position is None
