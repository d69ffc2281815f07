"""How a game starts: promises, shares, and cards that everybody can check; shares that may be known are never used."""

import gc
from typing import Any

import pytest

from helpers.server.room_host import hosted, lobby, turn
from helpers.server.sharing import PROMISES, SHARES, begun, file_of, gathered, played, reveal
from tischlein.engine.play import fair
from tischlein.room.events import StartRequested, TimerFired
from tischlein.room.state import State
from tischlein.room.step import Step
from tischlein.verify import verify


def test_a_start_without_promises_deals_at_once() -> None:
    host = gathered(promising=())
    assert host.says(0, "start") is None
    assert host.info()["state"] == "playing"
    assert host.last(1, "welcome")["view"] is not None
    assert host.disk.load(host.code).row.shuffle == {"promises": [None, None], "shares": [None, None]}


def test_nobody_makes_a_deal_that_cannot_be_checked() -> None:
    """A line break at the end went through the host's pattern, and fitted its promise: no record of the game was readable."""
    share = SHARES[0] + "\n"
    host = lobby(people=2)
    host.all_come()
    assert host.says(0, "share", promise=PROMISES[0] + "\n") == "bad_message"
    assert host.says(0, "share", promise=fair.promise(share)) is None
    host.says(0, "start")
    assert host.says(0, "reveal", share=share) == "bad_share"


def test_cards_follow_from_the_secret_and_all_shares() -> None:
    host = gathered()
    assert host.info()["fair"]["promises"] == PROMISES[:2]
    host.says(0, "start")
    assert (host.info()["state"], host.info()["starting"]) == ("lobby", True)
    shown = host.last(1, "promises")
    assert (shown["seat"], shown["promises"]) == (1, PROMISES[:2])
    assert host.says(0, "reveal", share=SHARES[1]) == "bad_share"
    assert reveal(host, 0) is None
    assert host.info()["state"] == "lobby"
    assert reveal(host, 1) is None
    row = host.disk.load(host.code).row
    key = fair.key(row.secret, row.code, row.game, PROMISES[:2], SHARES[:2])
    draws = host.state.table.source.draws
    source = fair.Fair(key)
    assert [source.draw(n, stack, 3, False) for n, _, stack in draws] == [index for _, index, _ in draws]
    host.crash()
    assert host.state.table.source.draws == draws


def test_after_a_restart_the_shuffle_goes_on_where_it_was() -> None:
    """Half of the game before and half after: the whole of it follows from one secret."""
    host = played(begun(gathered()), most=4)
    host.crash()
    for number in (0, 1):
        host.comes(number, f"k{number}", facts=0)
    assert verify(file_of(played(host))).kind == "good"


def test_nobody_waits_long_for_a_share() -> None:
    host = gathered()
    host.says(0, "start")
    reveal(host, 0)
    host.waits(4_999)
    assert host.info()["state"] == "lobby"
    host.waits(1)
    assert (host.disk.load(host.code).row.shuffle or {})["shares"] == [SHARES[0], None]


def test_a_start_by_itself_waits_for_promises_but_not_for_long() -> None:
    host = gathered(promising=())
    host.step(StartRequested(["k0", "k1"]))
    assert host.info()["starting"]
    host.says(0, "share", promise=PROMISES[0])
    assert "promises" not in host.types(0)
    host.waits(5_000)
    assert host.last(0, "promises")["promises"] == [PROMISES[0], None]
    reveal(host, 0)
    assert host.info()["state"] == "playing"


def test_a_promise_belongs_to_a_connection() -> None:
    host = gathered()
    host.comes(5, "k0")
    assert host.says(5, "share", promise=PROMISES[2]) is None
    assert host.info()["fair"]["promises"][0] == PROMISES[0], "the first promise of a seat stands"
    host.goes(0)
    assert host.info()["fair"]["promises"][0] is None
    host.says(5, "share", promise=PROMISES[2])
    assert host.info()["fair"]["promises"][0] == PROMISES[2]


def test_a_late_promise_has_no_part_and_a_late_client_sees_the_promises() -> None:
    host = gathered(promising=(0,))
    host.says(0, "start")
    host.forget()
    assert host.says(1, "share", promise=PROMISES[1]) is None
    assert host.types(1) == ["people"]
    assert host.info()["fair"]["promises"][1] is None
    host.comes(5, "k1")
    assert host.last(5, "promises")["promises"] == [PROMISES[0], None]


@pytest.mark.parametrize("disk", ["lost", "doubt"])
def test_shares_that_may_be_known_are_burnt(disk: str) -> None:
    host = gathered()
    host.says(0, "start")
    reveal(host, 0)
    reveal(host, 1, disk=disk)
    assert (host.info()["state"], host.info()["starting"]) == ("lobby", False)
    assert host.info()["fair"]["promises"] == [None, None]
    assert host.state.table is None
    for number in range(2):
        host.says(number, "share", promise=PROMISES[number + 1])
    assert host.says(0, "start") is None


def test_leaving_during_a_start_ends_it() -> None:
    host = gathered(3, (0, 1, 2))
    host.says(0, "start")
    host.says(2, "leave")
    assert not host.info()["starting"]
    assert host.info()["fair"]["promises"] == [None, None, None]
    assert host.says(0, "start", empty="close") is None
    assert len(host.state.seats) == 2


def test_nothing_else_is_arranged_during_a_start() -> None:
    host = gathered()
    host.says(0, "start")
    told: Any = (("kick", {"seat": 1}), ("swap", {"seat": 0, "other": 1}), ("start", {}))
    for kind, fields in told:
        assert host.says(0, kind, **fields) == "starting"


def test_the_host_is_the_one_at_the_deal_and_seats_get_new_numbers() -> None:
    host = lobby(seats=4, people=1)
    host.joins("Ben", "kb", seat=2)
    host.joins("Cem", "kc", seat=3)
    for number, key in enumerate(("k0", "kb", "kc")):
        host.comes(number, key)
        host.says(number, "share", promise=PROMISES[number])
    host.says(2, "chat", text="hello")
    host.says(0, "start", empty="close")
    assert host.last(1, "promises")["seat"] == 1
    host.says(0, "hand_over", seat=3)
    for number in range(3):
        reveal(host, number)
    assert host.info()["host"] == 2
    assert [host.last(number, "welcome")["you"] for number in range(3)] == [0, 1, 2]
    stored = host.disk.load(host.code)
    assert (stored.row.shuffle or {})["shares"] == SHARES
    assert stored.chat[0].seat == host.last(0, "welcome")["chat"][0]["seat"] == 2


@pytest.mark.parametrize(("starter", "begins"), [(0, "N0"), (1, "Cem"), (2, "Cem"), (3, "Dora"), (4, "N0")])
def test_the_chosen_seat_begins_when_others_are_closed_or_the_next_in_turn(starter: int, begins: str) -> None:
    host = lobby(seats=5, people=1, options={"starter": starter})
    host.joins("Cem", "kc", seat=2)
    host.joins("Dora", "kd", seat=3)
    host.comes(0, "k0")
    assert host.says(0, "start", empty="close") is None
    assert host.state.seats[turn(host)].name == begins


def test_options_that_do_not_go_with_closed_seats_are_refused_before_any_share_is_known() -> None:
    host = lobby("quanto", seats=4, options={"teams": True})
    host.all_come()
    for number in range(2):
        host.says(number, "share", promise=PROMISES[number])
    assert host.says(0, "start", empty="close") == "bad_options"
    assert not host.info()["starting"]


def test_settings_that_are_changed_during_a_start_count() -> None:
    host = lobby("quanto", seats=4, bots=[None, None, "easy"], options={"teams": True})
    host.all_come()
    for number in range(2):
        host.says(number, "share", promise=PROMISES[number])
    host.says(0, "start", empty="bots")
    assert host.says(0, "tune", pace="instant", level="hard") is None
    assert host.says(1, "prefer", name="no_offers", on=True) is None
    for number in range(2):
        reveal(host, number)
    seats = host.last(0, "welcome")["table"]["seats"]
    assert [seat["level"] for seat in seats[2:]] == ["hard", host.info()["stand_in"]]
    assert seats[1]["preferences"] == {"no_offers": True}


def test_a_player_who_comes_back_during_the_start_can_still_reveal() -> None:
    host = gathered()
    host.says(0, "start")
    reveal(host, 0)
    host.goes(1)
    host.comes(5, "k1")
    assert host.says(5, "reveal", share=SHARES[1]) is None
    assert host.info()["state"] == "playing"
    assert (host.disk.load(host.code).row.shuffle or {})["shares"] == SHARES[:2]


def test_a_rematch_waits_for_players_who_shared_and_one_who_comes_in_time_plays() -> None:
    host = gathered()
    host.says(0, "start")
    for number in range(2):
        reveal(host, number)
    while host.state.row.state != "over":
        assert host.plays(turn(host)) is None
    host.goes(1)
    host.says(0, "rematch")
    ((stored, awaited),) = host.told.new_tables
    assert (awaited, stored.seats[1].standing_in) == (["k0"], True)
    following = hosted(stored, host.disk)
    following.step(StartRequested(awaited or ()))
    assert following.info()["starting"]
    following.all_come()
    following.says(0, "share", promise=PROMISES[0])
    assert reveal(following, 0) is None
    assert (following.info()["state"], following.state.persons()) == ("playing", [0, 1])


def test_a_start_that_makes_no_sense_is_refused() -> None:
    host = lobby(seats=3, people=1)
    host.comes(0, "k0")
    assert host.says(0, "start", empty="close") == "too_few"
    host.joins("Ben", "kb")
    host.comes(1, "kb")
    assert host.says(1, "start") == "not_host"
    assert host.says(0, "start", empty="bots") is None
    assert host.state.seats[2].kind == "bot"


def test_a_deal_that_was_stored_after_all_is_found() -> None:
    host = gathered(promising=())
    host.forget()
    host.says(0, "start", disk="doubt, stored")
    assert host.info()["state"] == "playing"
    assert [host.last(number, "welcome")["you"] for number in range(2)] == [0, 1]
    assert host.last(0, "welcome")["view"] is not None


def test_waking_a_lobby_deals_nothing() -> None:
    host = gathered(promising=())
    assert host.step(TimerFired(), after=100_000).writes is None


def test_a_started_game_leaves_nothing_to_the_garbage_collector() -> None:
    """A busy server does not run a full collection: a step that refers to itself would keep its game for good."""
    host = lobby()
    host.all_come()
    gc.collect()
    try:
        gc.disable()
        gc.set_debug(gc.DEBUG_SAVEALL)
        host.step(StartRequested()).answer()
        gc.collect()
        assert [type(one).__name__ for one in gc.garbage if isinstance(one, Step | State)] == []
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
