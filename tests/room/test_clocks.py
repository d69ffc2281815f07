"""Clocks: per move and for the whole game, exact to the millisecond, with no way to gain time."""

from typing import Any

import pytest

from helpers.server.room_host import DRAWS, START, RoomHost, lobby, placed, playing, to_step_2, turn
from tischlein.engine.texts.words import strip_marks
from tischlein.room.events import ServerStopping
from tischlein.room.refusal import Refusal

QUANTO = {
    "game": "quanto", "seats": 2, "options": {"teams": False, "discard": "forced"}, "turn": 0,
    "hands": [["7", "10"], ["12", "9"]], "display": ["3", "4", "10"], "draw": ["1", "2"], "draw_ordered": True,
}  # fmt: skip


def left(host: RoomHost) -> list[int | None]:
    return [host.state.time_left(seat, host.at) for seat in range(len(host.state.seats))]


def standing_in(host: RoomHost) -> list[bool]:
    return [seat.standing_in for seat in host.state.seats]


def moved_once_each(host: RoomHost) -> None:
    for seat in (0, 1):
        host.passes_on(seat)


def test_when_time_is_up_a_bot_plays_on_until_the_person_is_back() -> None:
    host = playing(timer=60, **START)
    assert left(host) == [60_000, None]
    host.waits(59_999)
    assert standing_in(host) == [False, False]
    host.waits(1)
    assert standing_in(host) == [True, False]
    host.says(0, "back")
    assert standing_in(host) == [True, False], "the bot decides first"
    host.bots_play()
    host.waits(10_000)
    assert standing_in(host) == [False, False]
    assert host.disk.load(host.code).log[-1].seat in (0, -1)


def test_a_move_by_the_clock_is_told_to_all_and_also_after_a_crash() -> None:
    host = playing(timer=60, **START)
    host.waits(60_000)
    host.bots_play()
    host.waits(10_000)
    for again in (False, True):
        if again:
            host.crash()
        for number, beginning in enumerate(
            ("Your time is up: a bot decides. You ", "N0's time is up: a bot")
        ):
            events = host.comes(10 + number + 2 * again, f"k{number}")["events"]
            late = [strip_marks(event["text"]) for event in events if "time is up" in event["text"]]
            assert [text.startswith(beginning) for text in late] == [True]
        assert [seat for _, seat in host.state.by_clock] == [0]


def test_without_a_timer_nobody_is_hurried() -> None:
    host = playing(people=1, bots=[None, "random"], **START)
    assert host.told.wake is None
    assert left(host) == [None, None]


def test_a_player_who_decides_is_back() -> None:
    host = playing(timer=60, **START)
    host.waits(60_000)
    assert standing_in(host) == [True, False]
    assert host.plays(0) is None
    assert standing_in(host) == [False, False]
    assert host.state.by_clock == []
    host.thinks()
    host.waits(10_000)
    assert host.disk.load(host.code).log[-1].seat in (0, -1), "the bot's choice comes too late"


def test_nobody_gets_more_time_by_coming_back() -> None:
    host = playing(timer=5, **START)
    for _ in range(3):
        seat, seq = turn(host), host.state.seq
        host.waits(5_000)
        host.says(seat, "back")
        assert standing_in(host)[seat]
        host.thinks()
        host.waits(3_000)
        assert host.state.seq > seq
        assert not standing_in(host)[seat]


def test_nobody_gets_more_time_by_taking_back_when_time_is_up() -> None:
    host = playing(timer=60, **START)
    moved_once_each(host)
    seq = host.state.seq
    host.waits(60_000)
    assert host.says(0, "undo", id="u") == "stale"
    assert (host.state.undo, host.state.seq) == (None, seq)
    assert host.state.coming_back == {0}, "the player has the seat after the bot's decision"
    host.thinks()
    host.waits(5_000)
    assert standing_in(host) == [False, False]
    assert [seat for _, seat in host.state.by_clock] == [0]


@pytest.mark.parametrize("comes_back", [True, False])
def test_time_that_was_up_for_a_question_is_up_for_no_other(comes_back: bool) -> None:
    """The question goes away by an undo before the bot has answered."""
    host = playing(timer=60, **START)
    card = host.plain(0)
    host.plays(0, card)
    host.waits(60_000)
    if comes_back:
        host.says(1, "back")
    assert standing_in(host) == [False, True]
    host.says(0, "undo", id="u")
    host.says(1, "undo_answer", agree=True)
    host.waits(1)
    assert standing_in(host) == [False, not comes_back]
    host.plays(0, card)
    host.thinks()
    host.waits(5_000)
    if comes_back:
        assert host.plays(1) is None
    else:
        assert any(entry.seat == 1 for entry in host.disk.load(host.code).log)
    assert host.state.by_clock == []


def test_X8_where_all_decide_at_once_everybody_s_clock_runs() -> None:
    host = to_step_2(playing("qwixx", 3, 3, timer=60))
    assert left(host) == [60_000] * 3
    host.waits(10_000)
    host.plays(1, "skip")
    assert left(host) == [50_000, None, 50_000]


def test_L7_a_player_who_only_may_draw_is_not_hurried() -> None:
    host = playing(timer=60, **DRAWS)
    host.passes_on(0)
    assert [action.text for action in host.state.actions[0]] == ["draw"]
    assert left(host) == [None, 60_000]
    assert host.state.obliged == {1}


def test_a_clock_for_the_whole_game_runs_in_turns_and_earns_an_increment() -> None:
    host = playing(bank=300, increment=10, **START)
    host.waits(100_000)
    host.passes_on(0)
    assert left(host) == [210_000, 300_000]
    host.waits(50_000)
    assert left(host) == [210_000, 250_000]
    assert host.disk.load(host.code).row.clocks == [210_000, 300_000]
    host.waits(250_000)
    assert standing_in(host) == [False, True]
    host.thinks()
    host.waits(3_000)
    host.says(1, "back")
    assert host.state.left_at(host.at)[1] == 15_000, "a player who comes back has a moment"
    host.says(1, "back")
    assert host.state.left_at(host.at)[1] == 15_000


def test_the_time_of_the_disk_is_nobody_s() -> None:
    from tischlein.room.events import MessageReceived
    from tischlein.room.wire import fill_defaults

    host = playing(bank=300, **START)
    host.waits(1_000)
    message = {"type": "play", "id": "a", "seq": host.state.seq, "action": host.plain(0)}
    host.step(MessageReceived(0, fill_defaults(message)), takes=7_000)
    assert left(host) == [299_000, 300_000]


def test_an_undo_gives_no_time_and_takes_none_from_the_others() -> None:
    host = placed(QUANTO, bank=300, increment=10)
    host.plays(0, "card 7")
    host.waits(40_000)
    host.says(0, "undo", id="u1")
    assert left(host) == [260_000, 300_000]
    for action in ("card 10", "take", "pick 10", "done"):
        assert host.plays(0, action) is None
    assert left(host) == [270_000, 300_000]
    host.waits(20_000)
    host.says(0, "undo", id="u2")
    host.waits(25_000)
    host.says(1, "undo_answer", agree=True)
    assert left(host) == [260_000, 280_000], "what the turn has earned goes, and nothing of the other's"


def test_clocks_rest_while_the_others_think_about_an_undo() -> None:
    host = playing(timer=60, **START)
    host.passes_on(0)
    host.waits(10_000)
    host.says(0, "undo", id="u")
    host.waits(29_000)
    assert left(host)[1] == 50_000
    host.says(1, "undo_answer", agree=False)
    assert host.last(1, "news")["clock"][1] == 50_000
    host.waits(1_000)
    assert left(host)[1] == 49_000


def test_a_player_who_decides_during_a_question_has_not_rested() -> None:
    clocks: Any = ({"timer": 60}, {"bank": 60})
    for clock in clocks:
        host = playing(**clock, **START)
        host.passes_on(0)
        host.waits(50_000)
        host.says(0, "undo", id="u")
        host.waits(9_999)
        assert left(host)[1] == 10_000
        host.waits(1)
        assert host.plays(1) == "undo_first", "with the time of the question, nothing would be left"
        host.says(1, "undo_answer", agree=False)
        assert host.plays(1) is None


@pytest.mark.parametrize("clock", [{"timer": 60}, {"bank": 60}])
def test_a_decision_during_an_undo_request_costs_the_time_of_the_request_and_no_more(clock: Any) -> None:
    host = playing(**clock, **START)
    host.passes_on(0)
    host.waits(10_000)
    host.says(0, "undo", id="u")
    host.waits(5_000)
    assert host.passes_on(1) is None
    assert left(host) == ([60_000, None] if "timer" in clock else [60_000, 45_000])


def test_clocks_of_a_game_rest_while_no_server_runs() -> None:
    host = playing(bank=300, **START)
    host.waits(100_000)
    host.passes_on(0)
    host.at += 1_000_000
    host.crash()
    assert host.state.left_at(host.at) == [200_000, 300_000]


def test_time_that_was_thought_stays_used_when_a_host_is_replaced() -> None:
    host = playing(bank=300, **START)
    host.waits(100_000)
    host.step(ServerStopping())
    host.crash()
    assert host.state.left_at(host.at) == [200_000, 300_000]


@pytest.mark.parametrize(("timer", "renewed"), [(86_400, False), (60, True)])
def test_a_restart_does_not_renew_days(timer: int, renewed: bool) -> None:
    host = playing(timer=timer, **START)
    host.at += 7_000
    host.crash()
    assert left(host)[0] == 1000 * timer - (0 if renewed else 7_000)


@pytest.mark.parametrize("wish", [{"bank": 300, "timer": 60}, {"increment": 5}])
def test_clocks_that_make_no_sense_are_refused(wish: Any) -> None:
    with pytest.raises(Refusal, match="bad_options"):
        lobby(people=1, **wish)


def test_nobody_winds_up_a_clock_by_leaving() -> None:
    """Leaving and coming back gives a moment once for each decision, and nothing after leaving for good."""
    host = playing(timer=60, **START)
    host.waits(55_000)
    for rest in (15_000, 5_000):
        host.says(0, "leave")
        host.goes(0)
        host.comes(0, "k0")
        assert left(host)[0] == rest
        host.waits(10_000 if rest == 15_000 else 0)
    host.waits(5_000)
    assert standing_in(host)[0]


def test_nobody_winds_up_a_clock_for_the_game_by_leaving() -> None:
    host = playing(bank=30, **START)
    host.waits(17_000)
    host.says(0, "leave")
    host.goes(0)
    host.comes(0, "k0")
    assert standing_in(host) == [False, False]
    assert left(host)[0] == 13_000


def test_nobody_gets_the_time_of_a_question_back_by_leaving() -> None:
    host = playing(bank=120, **START)
    moved_once_each(host)
    rested = left(host)[1]
    host.says(0, "undo", id="u")
    host.waits(25_000)
    host.says(0, "leave")
    assert host.last(1, "undo_answered")["how"] == "away"
    host.goes(0)
    host.comes(0, "k0")
    assert left(host) == [95_000, rested]


def test_taking_back_gives_no_more_time() -> None:
    """The clock goes on from when the question was first asked, however often it is answered and taken back."""
    host = playing(timer=300, **DRAWS)
    card = host.plain(0)
    host.waits(100_000)
    for number in range(2):
        host.plays(0, card)
        assert host.says(0, "undo", id=f"u{number}") is None
        assert left(host)[0] == 200_000
    host.waits(200_000)
    assert standing_in(host)[0]


@pytest.mark.parametrize("clock", [{"timer": 60}, {"bank": 60}], ids=lambda clock: next(iter(clock)))
def test_a_player_who_is_short_of_time_gets_none_by_asking(clock: Any) -> None:
    host = playing(**clock, **START)
    moved_once_each(host)
    host.waits(40_000)
    host.says(0, "undo", id="u")
    host.waits(20_000)
    ended = host.last(1, "undo_answered")
    assert (ended["how"], ended["by"]) == ("expired", None)
    assert standing_in(host) == [True, False]
    host.thinks()
    host.waits(3_000)
    assert [seat for _, seat in host.state.by_clock] == [0]


def test_a_table_that_is_read_again_keeps_questions_and_times() -> None:
    host = playing(timer=60, **START)
    host.waits(10_000)
    host.plays(0, host.plain(0), disk="doubt")
    assert left(host) == [50_000, None]
    host.waits(50_000)
    assert standing_in(host)[0]


@pytest.mark.parametrize("clock", [{"timer": 60}, {"bank": 60, "increment": 5}])
def test_another_player_gives_more_time_on_request(clock: Any) -> None:
    host = playing(**clock, **START)
    host.waits(50_000)
    before = host.state.time_left(1, host.at)
    assert host.says(0, "more_time", seat=0) is None
    assert host.last(1, "more_time") == {"type": "more_time", "seat": 0, "by": None}
    assert host.state.time_left(0, host.at) == 10_000, "a request alone gives nothing"
    assert host.says(1, "more_time", seat=0) is None
    assert host.last(0, "more_time") == {"type": "more_time", "seat": 0, "by": 1}
    assert host.last(0, "news")["clock"][0] == 40_000
    host.waits(39_999)
    assert standing_in(host) == [False, False]
    host.waits(1)
    assert standing_in(host) == [True, False]
    assert host.state.time_left(1, host.at) == before, "nobody else has got or lost time"


def test_time_that_was_given_survives_a_crash_and_a_request_for_an_undo() -> None:
    host = playing(bank=60, **START)
    moved_once_each(host)
    host.waits(10_000)
    host.says(1, "undo", id="u")
    host.waits(5_000)
    host.says(1, "more_time", seat=0)
    assert left(host) == [80_000, 60_000], "the asker's clock runs only where it is the asker's turn"
    host.says(0, "undo_answer", agree=False)
    assert left(host) == [80_000, 60_000]
    host.crash()
    assert left(host)[0] == 80_000


def test_bots_and_people_at_the_same_device_give_more_time_at_once() -> None:
    host = playing(people=1, bots=[None, "random"], timer=60, **START)
    host.waits(30_000)
    host.says(0, "more_time", seat=0)
    assert host.last(0, "more_time")["by"] == 0
    assert left(host) == [60_000, None]


def test_nobody_gets_more_time_where_no_clock_runs() -> None:
    assert playing(**START).says(0, "more_time", seat=0) == "no_clock"
    host = playing(timer=60, **START)
    assert host.says(0, "more_time", seat=1) == "no_clock", "it is not that player's turn"
    assert host.says(0, "more_time", seat=5) == "no_such_seat"
    host.waits(60_000)
    assert host.says(1, "more_time", seat=0) == "no_clock", "the bot decides first"
    assert playing(timer=86_400, **START).says(1, "more_time", seat=0) == "no_clock", "a day is long enough"
