"""What happens without a message: bots wait for players and for their pace, and rest when everybody has gone."""

from typing import Any

import pytest

from helpers.server.room_host import DRAWS, RoomHost, lobby, placed, playing, turn
from tischlein.engine.play.pace import ANSWER, RACE
from tischlein.room.events import BotDecided, PlayerLeft, RoundTimeUp, StartRequested, TimerFired
from tischlein.room.refusal import Refusal


def decided(host: RoomHost, seat: int) -> bool:
    return any(step.seat == seat for step in host.state.table.past.steps)


@pytest.mark.parametrize("draws", [True, False])
def test_L7_a_bot_waits_for_a_player_who_may_still_draw(draws: bool) -> None:
    """It plays when the draw is made, however little of the time is over, or else when the time is over."""
    assert RACE >= 2_000
    host = playing(people=1, bots=[None, "random"], pace="instant", **DRAWS)
    host.passes_on(0)
    host.thinks()
    host.waits(RACE - 1)
    assert not decided(host, 1)
    if draws:
        host.plays(0, "draw")
        host.waits(0)
    else:
        host.waits(1)
    assert decided(host, 1)


def asked_to_offer(host: RoomHost) -> int:
    """Play on until a partner may offer a card; return the seat."""
    while "no offer" not in [action.text for action in host.state.actions[turn(host)]]:
        host.plays(turn(host))
    return turn(host)


def test_N24_a_partner_can_stop_offering_for_good() -> None:
    host = playing("quanto", 4, 4, options={"teams": True})
    seat = asked_to_offer(host)
    seq = host.state.seq
    assert host.says(seat, "prefer", name="no_offers", on=True) is None
    host.waits(ANSWER)
    assert host.state.seq > seq
    assert host.info()["seats"][seat]["preferences"] == {"no_offers": True}
    host.says(seat, "prefer", name="no_offers", on=False)
    assert host.info()["seats"][seat]["preferences"] == {}
    assert host.says(seat, "prefer", name="always_draw", on=True) == "no_such_answer"


def test_N24_without_partners_there_is_no_offer_to_refuse_for_good() -> None:
    for teams in (True, False):
        host = playing("quanto", 4, 4, options={"teams": teams})
        assert host.info()["answers"] == (["no_offers"] if teams else [])
        code = host.says(0, "prefer", name="no_offers", on=True)
        assert code == (None if teams else "no_such_answer")


def test_N24_nothing_happens_by_itself_while_an_undo_is_asked_for() -> None:
    host = playing("quanto", 4, 4, options={"teams": True})
    seat = asked_to_offer(host)
    host.plays(seat, "no offer")
    host.says(asked_to_offer(host), "prefer", name="no_offers", on=True)
    host.says(seat, "undo", id="u")
    assert host.state.undo is not None
    seq = host.state.seq
    host.waits(10 * ANSWER)
    assert host.state.seq == seq


def test_bots_have_a_human_pace_unless_it_is_set_to_instant() -> None:
    for pace, least, most in (("human", 900, 1_700), ("instant", 0, 0), ("slow", 2_700, 5_100)):
        host = playing(people=1, bots=[None, "random"], options={"starter": 1}, pace=pace)
        host.thinks()
        assert host.told.wake is not None
        assert least <= host.told.wake - host.at <= most


def test_L14_bots_among_themselves_play_on_quickly_when_every_person_is_out() -> None:
    position = {
        "game": "lobo77",
        "seats": 3,
        "options": {},
        "turn": 0,
        "total": 60,
        "chips": [0, 0, 0],
        "hands": [["66"], ["10", "9", "8"], ["2", "3", "4"]],
        "draw": ["2", "3", "4", "5", "6", "8"],
        "draw_ordered": True,
        "discard": ["5"],
    }
    host = placed(position, 3)
    for seat in (1, 2):
        host.state.seats[seat].kind, host.state.seats[seat].level = "bot", "random"
    assert not host.state.only_bots_left
    host.plays(0, "66")
    assert host.state.only_bots_left
    assert host.think[0].seconds < 0.1
    before = host.at
    while not host.state.table.over:
        host.thinks()
        assert host.told.wake is not None
        host.waits(host.told.wake - host.at)
    assert host.at - before < 2_000


def test_L14_bots_keep_their_pace_while_a_person_is_still_in_the_game() -> None:
    position = {
        "game": "lobo77",
        "seats": 3,
        "options": {},
        "turn": 0,
        "total": 60,
        "chips": [0, 3, 3],
        "hands": [["66"], ["10", "9", "8"], ["2", "3", "4"]],
        "draw": ["2", "3", "4", "5", "6", "8"],
        "draw_ordered": True,
        "discard": ["5"],
    }
    host = placed(position, 3)
    host.state.seats[2].kind, host.state.seats[2].level = "bot", "random"
    host.plays(0, "66")
    assert host.state.table.is_out(0)
    assert not host.state.table.is_out(1)
    assert not host.state.only_bots_left


def test_L7_a_bot_does_not_forget_to_draw_because_a_player_is_quick() -> None:
    host = playing(people=1, bots=[None, "random"], options={"starter": 1, "manual_draw": True})
    host.bots_play(most=3)
    assert decided(host, 1)
    if [action.text for action in host.state.actions.get(1, [])] == ["draw"]:
        host.thinks()
        assert host.told.wake is not None
        assert host.told.wake - host.state.asked_at[1] < 200


def test_bots_rest_when_everybody_has_gone() -> None:
    host = lobby("quando", people=1)
    host.comes(0, "k0")
    host.says(0, "start")
    host.says(0, "leave")
    host.goes(0)
    host.thinks()
    assert host.told.wake is None
    seq = host.state.seq
    host.comes(5, None)
    host.waits(5_000)
    assert host.state.seq > seq
    host.goes(5)
    host.thinks()
    assert host.told.wake is None


def test_a_bot_s_choice_for_a_question_that_has_gone_is_dropped() -> None:
    host = playing(people=1, bots=[None, "random"], options={"starter": 0})
    host.passes_on(0)
    (asked,) = host.think
    legal = host.state.actions[asked.seat]
    host.says(0, "undo", id="u")
    host.step(BotDecided(asked.seat, asked.since, legal[0].id))
    host.waits(10_000)
    assert not decided(host, 1)
    host.passes_on(0)
    assert host.think[-1].since != asked.since, "it is asked again"


def test_at_most_one_bot_is_asked_at_a_time_and_each_once() -> None:
    host = playing(seats=3, people=1, bots=[None, "random", "random"], options={"starter": 1})
    assert len(host.think) == 1
    for _ in range(5):
        host.says(0, "ping")
    assert len(host.think) == 1


def test_a_bot_comes_back_to_its_question_after_an_undo_was_refused() -> None:
    host = playing(seats=3, people=2, bots=[None, None, "random"], options={"starter": 0})
    while turn(host) != 2:
        host.plays(turn(host))
    (asked,) = host.think
    host.says(1, "undo", id="u")
    assert host.state.undo is not None
    host.thinks()
    host.waits(10_000)
    assert not decided(host, 2), "the game rests during the question"
    host.says(0, "undo_answer", agree=False)
    assert host.think[-1].since == asked.since
    host.thinks()
    host.waits(10_000)
    assert decided(host, 2)


def test_a_game_that_has_gone_on_for_too_long_rests() -> None:
    host = playing(people=1, bots=[None, "random"], options={"starter": 0}, bounds={"rows": 12})
    assert host.plays(0) is None  # and draws: that is the last entry
    assert (host.told.wake, host.think) == (None, [])
    assert host.says(0, "undo", id="u") == "too_long"


def test_after_a_failure_bots_wait_before_they_try_again() -> None:
    host = playing(people=1, bots=[None, "random"], options={"starter": 1}, pace="instant")
    host.thinks()
    host.step(TimerFired(), disk="lost")
    assert host.last(0, "people")["table"]["note"]["de"].startswith("Der Server kann"), "nobody has asked"
    host.thinks()
    assert host.told.wake == host.at + 5_000
    host.waits(5_000)
    assert decided(host, 1)
    assert host.last(0, "people")["table"]["note"] is None


def test_waking_a_room_early_changes_nothing() -> None:
    host = playing(timer=60)
    before = host.told.wake
    host.step(TimerFired(), after=1_000)
    assert host.told.wake == before
    assert host.step(StartRequested()).writes is None


def test_a_bot_that_takes_over_hesitates_as_any_other() -> None:
    host = playing(options={"starter": 0})
    host.says(0, "leave")
    host.thinks()
    assert host.told.wake is not None
    assert 900 <= host.told.wake - host.at <= 1_700


def evening(people: int = 2, **wish: Any) -> RoomHost:
    """A table of an evening: the clocks of its people run."""
    host = lobby(people=people, timer=60, **wish)
    host.state.row.deal = "evening/ABCDEF/1"
    host.all_come(people)
    host.step(StartRequested()).answer()
    return host


def played_on(host: RoomHost) -> bool:
    """Let bots play as long as nobody else is asked; return whether the game is over."""
    for _ in range(2_000):
        host.thinks()
        if host.state.row.state == "over" or host.told.wake is None or host.told.wake > host.at + 20_000:
            break
        host.waits(max(0, host.told.wake - host.at))
    return bool(host.state.row.state == "over")


def test_when_the_time_of_a_round_is_up_bots_play_for_everybody_who_is_there() -> None:
    host = evening()
    host.plays(turn(host))
    assert not played_on(host)
    host.step(RoundTimeUp())
    assert host.info()["timer"] == 0
    assert played_on(host)


def test_more_time_ends_with_the_round() -> None:
    """A player alone with bots, who agree to everything, cannot keep a round open."""
    host = evening(1, bots=["random"])
    played_on(host)
    for _ in range(5):
        assert host.says(0, "more_time", seat=turn(host)) is None
        host.waits(10_000)
    host.step(RoundTimeUp())
    assert played_on(host)


def test_nobody_frees_takes_or_changes_a_seat_of_an_evening_before_the_start() -> None:
    """For a moment its tables are not begun yet: a free seat would make a stranger its host."""
    host = lobby(people=2)
    host.state.row.deal = "evening/ABCDEF/1"
    host.comes(0, "k0")
    host.comes(1, "k1")
    for type, fields in (
        ("swap", {"seat": 0, "other": 1}),
        ("kick", {"seat": 1}),
        ("start", {"empty": "bots"}),
    ):
        assert host.says(0, type, **fields) == "not_in_lobby"
    assert host.says(1, "leave") == "starting"
    with pytest.raises(Refusal, match="not_in_lobby"):
        host.joins("Eve", "ke")
    host.step(StartRequested()).answer()
    assert [seat["name"] for seat in host.info()["seats"]] == ["N0", "N1"]


def test_a_game_of_an_evening_goes_on_when_everybody_has_gone() -> None:
    host = evening()
    for number in range(2):
        host.goes(number)
        host.step(PlayerLeft(f"k{number}"))
    assert [seat["standing_in"] for seat in host.info()["seats"]] == [True, True]
    assert played_on(host)
    # A key that opens no seat changes nothing.
    assert host.step(PlayerLeft("another")).writes is None
