"""Seats, presence and hosts: joining, leaving, coming back, and bots that stand in."""

from itertools import pairwise
from typing import Any

import pytest

from helpers.server.room_host import START, RoomHost, hosted, lobby, playing, ports, turn
from tischlein.bots.nicknames import BOT_NAMES
from tischlein.room.events import ClientConnected, GuestDeleted, SeatRequested, StartRequested
from tischlein.room.opening.create import put_bot
from tischlein.room.play.undo import who_must_agree
from tischlein.room.refusal import Refusal
from tischlein.room.rows import Seat

AWAY = 60_000


def seats(host: RoomHost, field: str) -> list[Any]:
    return [seat[field] for seat in host.info()["seats"]]


# Joining and leaving


def test_joining_takes_the_first_free_seat_or_the_wanted_one() -> None:
    host = lobby(seats=4, people=1)
    assert host.joins("Ben", "kb") == {"seat": 1}
    assert host.joins("Cem", "kc", seat=3) == {"seat": 3}
    for event, code in (
        (SeatRequested("Dan", "kd", seat=3), "seat_taken"),
        (SeatRequested("Dan", "kd", seat=9), "no_such_seat"),
        (SeatRequested("ben", "kd"), "name_taken"),
        (SeatRequested("\u0412en", "kd"), "name_taken"),
        (SeatRequested(" ", "kd"), "bad_name"),
        (SeatRequested("x" * 25, "kd"), "bad_name"),
    ):
        with pytest.raises(Refusal, match=code):
            host.step(event).answer()
    host.joins("Dan", "kd")
    with pytest.raises(Refusal, match="full"):
        host.joins("Eve", "ke")
    assert host.disk.load(host.code).seats[3].name == "Cem"


def test_a_bot_has_no_claim_to_its_name() -> None:
    host = lobby(seats=3, people=1, bots=[None, "easy"])
    name = host.state.seats[1].name
    host.joins(name, "kb")
    assert host.state.seats[2].name == name
    assert host.state.seats[1].name not in (None, name)


def test_a_table_of_any_size_has_a_name_for_every_bot() -> None:
    seats = [Seat(seat) for seat in range(60)]
    for seat in range(60):
        put_bot(seats, seat, "easy", ports())
    names = [str(seat.name) for seat in seats]
    assert len({name.lower() for name in names}) == 60
    assert set(names[: len(BOT_NAMES)]) == set(BOT_NAMES)


def test_a_seat_in_doubt_is_found_by_its_key() -> None:
    host = lobby(seats=2, people=1)
    host.comes(0, "k0")
    host.step(SeatRequested("Ben", "kb"), disk="doubt, stored")
    assert host.state.seat_of("kb") == 1
    assert host.last(0, "welcome")["table"]["seats"][1]["name"] == "Ben"
    host.comes(1, "kb")


def test_only_the_host_arranges_seats_and_only_before_the_start() -> None:
    host = lobby(seats=3)
    host.all_come()
    assert host.says(1, "set_seat", seat=2, bot="easy") == "not_host"
    assert host.says(0, "set_seat", seat=2, bot="nobody") == "no_level"
    assert host.says(0, "set_seat", seat=1, bot="easy") == "seat_taken"
    assert host.says(0, "set_seat", seat=2, bot="easy") is None
    assert host.says(0, "kick", seat=0) == host.says(0, "kick", seat=2) == "not_a_person"
    assert host.says(0, "hand_over", seat=0) == "same_host"
    assert host.says(0, "hand_over", seat=1) is None
    assert host.info()["host"] == 1
    assert host.says(1, "start") is None
    assert host.says(1, "set_seat", seat=2, bot=None) == "not_in_lobby"
    assert host.says(1, "swap", seat=0, other=1) == "not_in_lobby"


def test_swapping_seats_tells_everybody_where_they_sit() -> None:
    host = lobby(seats=3)
    host.all_come()
    host.says(0, "chat", text="mine")
    host.forget()
    assert host.says(0, "swap", seat=0, other=2) is None
    assert [host.last(number, "welcome")["you"] for number in range(2)] == [2, 1]
    assert (host.info()["host"], host.last(1, "welcome")["chat"][0]["seat"]) == (2, 2)
    assert host.disk.load(host.code).chat[0].seat == 2
    assert host.says(0, "chat", text="still me") is None


def test_a_person_who_was_sent_away_does_not_sit_down_again_at_once() -> None:
    host = lobby(seats=3)
    host.comes(0, "k0", address="1")
    host.comes(1, "k1", address="2")
    host.says(0, "kick", seat=1)
    assert host.dismissed == {1: "kicked"}
    refused = host.step(ClientConnected(9, "k1")).refused
    assert refused is not None
    assert refused.code == "bad_token", "the key opens nothing any more"
    for event in (SeatRequested("N1", "kx"), SeatRequested("Other", "kx", address="2")):
        with pytest.raises(Refusal, match="kicked"):
            host.step(event).answer()
    host.joins("Friend", "kf", address="3")
    host.at += 600_000
    host.joins("N1", "kx", address="2")


def test_an_address_that_others_share_is_not_sent_away() -> None:
    host = lobby(seats=3)
    host.comes(0, "k0", address="1")
    host.comes(1, "k1", address="1")
    host.says(0, "kick", seat=1)
    host.joins("Friend", "kf", address="1")


def test_leaving_a_lobby_frees_the_seat_and_passes_the_host_on() -> None:
    host = lobby(seats=3)
    host.all_come()
    host.says(0, "chat", text="bye")
    host.says(0, "leave")
    assert (seats(host, "kind"), host.info()["host"]) == (["open", "person", "open"], 1)
    assert host.dismissed == {0: "left"}
    assert host.state.chat[0].seat == -1
    assert host.says(0, "chat", text="me again") == "not_seated"


@pytest.mark.parametrize(("host", "heirs"), [(1, [2, 3, 0]), (2, [3, 0, 1]), (3, [0, 1, 2])])
def test_the_next_in_turn_becomes_the_host(host: int, heirs: list[int]) -> None:
    table = lobby(seats=4, people=4)
    table.all_come(4)
    table.says(0, "hand_over", seat=host)
    for leaving, heir in pairwise([host, *heirs]):
        table.says(leaving, "leave")
        assert table.info()["host"] == heir


def test_a_player_for_whom_a_bot_plays_does_not_become_the_host() -> None:
    host = playing(seats=3, people=3)
    host.says(2, "leave")
    assert host.says(0, "hand_over", seat=2) == "not_a_person"
    assert host.says(0, "hand_over", seat=1) is None


def test_people_at_one_device_leave_together_and_each_comes_back() -> None:
    host = lobby(seats=3, people=1, hot_seat=["Ben"], keys=["k0", "kb"])
    host.joins("Cem", "kc")
    for number, key in enumerate(("k0", "kb", "kc")):
        host.comes(number, key)
    host.says(0, "start")
    host.says(1, "leave")
    assert host.dismissed == {0: "left", 1: "left"}
    assert (seats(host, "standing_in"), host.info()["host"]) == ([True, True, False], 2)
    host.goes(1)
    host.comes(1, "kb")
    assert seats(host, "standing_in") == [True, False, False]


def test_a_table_that_everybody_has_left_gets_a_host_again() -> None:
    host = playing()
    for number in range(2):
        host.says(number, "leave")
        host.goes(number)
    assert host.info()["host"] is None
    host.comes(5, "k1")
    assert host.info()["host"] == 1


# Presence


def test_a_bot_can_be_asked_to_play_for_a_player_who_has_closed_the_page() -> None:
    host = playing(seats=3, people=3, **START)
    host.goes(0)
    assert seats(host, "may_stand_in") == [AWAY, None, None]
    assert host.says(1, "stand_in", seat=0) == "just_away"
    assert "60" in host.last(1, "refused")["text"]["en"]
    host.waits(AWAY)
    assert seats(host, "may_stand_in")[0] == 0
    assert host.says(1, "stand_in", seat=0) is None
    assert (seats(host, "standing_in")[0], host.info()["host"]) == (True, 1)
    assert host.says(2, "stand_in", seat=0) is None, "another player was faster"
    host.bots_play(most=3)
    host.comes(5, "k0")
    assert seats(host, "standing_in")[0] is False


def test_nobody_is_replaced_who_is_there_or_need_not_be() -> None:
    host = lobby(seats=3, people=1, bots=[None, None, "random"])
    host.joins("Ben", "kb")
    host.comes(0, "k0")
    host.comes(1, "kb")
    host.comes(7, None)
    assert host.says(0, "stand_in", seat=1) == "not_playing"
    host.says(0, "start")
    host.at += AWAY
    for seat, code in ((1, "still_here"), (0, "still_here"), (2, "not_a_person"), (3, "no_such_seat")):
        assert host.says(0, "stand_in", seat=seat) == code
    host.goes(1)
    host.at += AWAY
    assert host.says(7, "stand_in", seat=1) == "not_seated"
    days = playing(timer=86_400)
    days.goes(1)
    days.at += AWAY
    assert (seats(days, "may_stand_in")[1], days.says(0, "stand_in", seat=1)) == (None, "has_days")


def test_two_connections_of_a_player_count_until_both_are_closed() -> None:
    host = playing()
    host.comes(5, "k0")
    host.goes(0)
    assert seats(host, "online") == [True, True]
    host.goes(5)
    assert seats(host, "online") == [False, True]
    assert host.state.seen["k0"] == host.at


def test_a_seat_has_a_bounded_number_of_connections() -> None:
    host = playing(bounds={"sockets_per_seat": 2, "watching": 1})
    host.comes(5, "k0")
    with pytest.raises(Refusal, match="too_many_sockets"):
        host.comes(6, "k0")
    host.comes(7, None)
    with pytest.raises(Refusal, match="too_many_watching"):
        host.comes(8, None)
    assert host.info()["watching"] == 1


def test_a_lobby_passes_to_a_player_who_is_there() -> None:
    host = lobby(seats=3, people=3)
    host.comes(2, "k2")
    host.comes(0, "k0")
    host.waits(10 * AWAY)
    assert host.info()["host"] == 0
    host.goes(0)
    host.waits(AWAY - 1)
    host.comes(0, "k0")
    assert host.told.wake is None, "back in time"
    host.goes(0)
    host.waits(AWAY)
    assert host.info()["host"] == 2


def test_a_lobby_without_anybody_waits_for_the_first_who_comes() -> None:
    host = lobby(seats=3)
    host.comes(7, None)
    host.waits(10 * AWAY)
    assert (host.told.wake, host.info()["host"]) == (None, 0)
    host.comes(1, "k1")
    host.waits(0)
    assert host.info()["host"] == 1


# Chat, settings


def test_chat_is_kept_bounded_and_clean() -> None:
    host = playing(bounds={"chat_kept": 3})
    for number in range(5):
        assert host.says(0, "chat", text=f" line\x00 {number} ") is None
    assert [line.text for line in host.disk.load(host.code).chat] == ["line 2", "line 3", "line 4"]
    assert [line["n"] for line in host.comes(5, "k1")["chat"]] == [3, 4, 5]
    assert host.says(0, "chat", text="\u0007") == "bad_message"
    assert host.says(0, "react", reaction="wow") is None
    assert host.last(1, "reaction")["seat"] == 0
    assert host.says(1, "chat_switch", on=False) == "not_host"
    assert host.says(0, "chat_switch", on=False) is None
    assert host.says(0, "chat", text="x") == host.says(0, "react", reaction="wow") == "chat_off"


def test_the_host_sets_how_bots_play() -> None:
    host = playing(people=1, bots=[None, "random"])
    assert host.says(0, "tune", pace="slow", level="expert") is None
    assert (host.info()["pace"], host.state.seats[1].level) == ("slow", "expert")
    assert host.says(0, "tune", level="nobody") == "no_level"
    assert host.says(0, "tune") is None
    assert host.info()["pace"] == "slow"


def test_a_listed_table_says_who_is_there() -> None:
    host = lobby()
    host.comes(0, "k0")
    assert host.says(0, "list", on=True) is None
    step = host.step(ClientConnected(7, None))
    assert step.later is not None
    assert step.later.columns == {"attended": True, "watching": 1}


def test_guests_who_delete_everything_leave_their_seats() -> None:
    host = lobby(people=1)
    host.joins("Ben", "kb", guest="g")
    host.disk.tables[host.code].seats[1].guest = None
    host.step(GuestDeleted("g"))
    assert host.state.seats[1].guest is None
    host.comes(0, "k0")
    assert host.says(0, "kick", seat=1) is None, "what is stored and what is known agree"


# The next table


def ended(**wish: Any) -> RoomHost:
    host = playing(**wish)
    while host.state.row.state != "over":
        assert host.plays(turn(host)) is None
    return host


def test_a_rematch_is_set_once_for_the_same_people_and_the_start_moves_on() -> None:
    host = ended()
    assert playing().says(0, "rematch") == "not_over"
    host.refused = {"table"}
    assert host.says(0, "rematch") == "too_fast"
    host.refused = set()
    assert host.says(1, "rematch", disk="lost") == "store"
    assert host.says(1, "rematch") is None
    ((stored, awaited),) = host.told.new_tables
    assert host.last(0, "rematch")["code"] == stored.row.code == host.info()["rematch"]
    host.says(0, "rematch")
    assert host.told.new_tables == []
    assert host.last(0, "rematch")["code"] == stored.row.code
    following = hosted(stored, host.disk)
    following.step(StartRequested(awaited or ()))
    assert [seat.token_hash for seat in following.state.seats] == ["k0", "k1"]
    assert following.state.table.starter != host.state.table.starter
    assert following.state.row.secret


def test_a_rematch_waits_for_nobody_who_has_gone() -> None:
    host = ended(seats=3, people=3)
    host.says(0, "leave")
    host.goes(2)
    host.says(1, "rematch")
    ((stored, _),) = host.told.new_tables
    assert [seat.standing_in for seat in stored.seats] == [True, False, True]
    assert stored.row.host == 1
    following = hosted(stored, host.disk)
    following.step(StartRequested())
    assert who_must_agree(following.state, 1) == [2]
    following.comes(0, "k0")
    assert following.state.persons() == [0, 1]


def test_where_moves_have_days_nobody_need_be_there_when_the_rematch_starts() -> None:
    host = ended(timer=86_400)
    host.goes(0)
    host.says(1, "rematch")
    ((stored, _),) = host.told.new_tables
    assert [seat.standing_in for seat in stored.seats] == [False, False]


def test_a_rematch_in_doubt_is_found() -> None:
    host = ended()
    host.says(0, "rematch", disk="doubt, stored")
    assert host.info()["rematch"] is not None
    host.says(1, "rematch")
    assert len(host.disk.tables) == 2
