"""Decisions at a table: carried out once, refused with a reason, told after they are stored."""

import zlib
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

import pytest

from helpers.server.room_host import START, placed, playing, turn
from tischlein.games import GAMES
from tischlein.room.events import ClientConnected
from tischlein.room.play.advice import WAITING


def test_a_move_is_told_to_everybody_and_accepted() -> None:
    host = playing()
    host.comes(7, None)
    host.forget()
    seat = turn(host)
    assert host.plays(seat, id="a") is None
    assert host.types(seat) == ["news", "accepted"]
    assert host.types(1 - seat) == host.types(7) == ["news"]
    assert host.last(seat, "accepted") == {"type": "accepted", "id": "a", "seq": host.state.seq}
    assert len(host.disk.load(host.code).log) == host.state.seq


def test_the_same_id_again_gets_the_first_number_and_changes_nothing() -> None:
    host = playing()
    seat = turn(host)
    host.plays(seat, id="a")
    first = host.last(seat, "accepted")["seq"]
    host.plays(turn(host), id="b")
    seq = host.state.seq
    assert host.says(seat, "play", id="a", seq=0, action="7") is None
    assert host.last(seat, "accepted")["seq"] == first < seq == host.state.seq
    host.crash()
    host.comes(9, f"k{seat}")
    assert host.says(9, "play", id="a", seq=0, action="7") is None
    assert host.last(9, "accepted")["seq"] == first


def test_ids_belong_to_their_seat() -> None:
    host = playing()
    seat = turn(host)
    host.plays(seat, id="a")
    other = turn(host)
    before = host.state.seq
    assert host.plays(other, id="a") is None
    assert host.state.seq > before


def test_a_stale_move_is_refused_and_answered_with_a_welcome() -> None:
    host = playing()
    seat = turn(host)
    seq = host.state.seq
    host.plays(seat)
    other = turn(host)
    action = host.state.actions[other][0].text
    host.forget()
    assert host.says(other, "play", id="x", seq=seq - 1, action=action) == "stale"
    assert host.types(other) == ["refused", "welcome"]
    assert host.last(other, "refused")["id"] == "x"


def test_an_illegal_move_says_why_and_nothing_changes() -> None:
    host = playing("quando")
    seat, before = turn(host), host.state.seq
    assert host.says(seat, "play", id="x", seq=before, action="knock") is not None
    assert host.last(seat, "refused")["clause"]
    assert host.says(seat, "play", id="x", seq=before, action="nonsense") == "unknown_action"
    assert host.state.seq == before
    assert host.says(seat, "why", id="w", action="knock") is None
    assert host.last(seat, "because")["code"] == host.heard[seat][0]["code"]
    assert (
        host.says(1 - seat, "play", id="y", seq=before, action=host.state.actions[seat][0].text) is not None
    )


def test_spectators_cannot_decide() -> None:
    host = playing()
    host.comes(7, None)
    assert host.says(7, "play", id="x", seq=1, action="7") == "not_seated"


def test_a_move_that_cannot_be_stored_leaves_the_room_as_it_was() -> None:
    host = playing()
    seat = turn(host)
    before, actions = host.state.table.position(), host.state.actions
    host.forget()
    assert host.plays(seat, id="a", disk="lost") == "store"
    assert (host.state.table.position(), host.state.actions) == (before, actions)
    assert host.types(seat) == ["people", "refused"]
    assert host.types(1 - seat) == ["people"]
    assert host.last(seat, "people")["table"]["note"]["en"].startswith("The server cannot write")
    host.forget()
    assert host.plays(seat, id="a", disk="lost") == "store"
    assert host.types(1 - seat) == [], "it is said once"
    assert host.plays(seat, id="a") is None
    assert host.last(1 - seat, "people")["table"]["note"] is None, "and that it is over"


def test_a_move_in_doubt_is_read_again() -> None:
    for disk, stored in (("doubt", False), ("doubt, stored", True)):
        host = playing()
        seat, before = turn(host), host.state.seq
        host.forget()
        host.plays(seat, id="a", disk=disk)
        assert (host.state.seq > before) == stored
        assert host.types(1 - seat) == ["welcome" if stored else "people"]
        if stored:
            host.says(seat, "play", id="a", seq=before, action="x")
            assert host.last(seat, "accepted")["seq"] == host.state.seq
        else:
            assert host.plays(seat, id="a") is None


def test_a_crash_after_the_move_was_stored_loses_nothing() -> None:
    host = playing()
    seat = turn(host)
    known = host.comes(5, f"k{seat}")["told"]
    host.plays(seat, id="a", disk="crash")
    host.comes(6, f"k{seat}", since=known)
    welcome = host.last(6, "welcome")
    assert next(event["seq"] for event in welcome["events"]) == known + 1
    assert host.says(6, "play", id="a", seq=0, action="x") is None


def test_who_was_told_more_than_is_stored_hears_that_something_is_lost() -> None:
    host = playing()
    welcome = host.comes(5, "k0", since=1_000)
    assert welcome["table"]["note"]["en"].startswith("The server has lost")
    assert welcome["events"][0]["seq"] == 1


def test_a_room_takes_no_more_entries_than_it_may() -> None:
    host = playing(bounds={"rows": 10})
    assert host.plays(turn(host)) == "too_long"
    assert host.told.wake is None


def test_a_wrong_key_opens_nothing() -> None:
    host = playing(spectators="none")
    for key, code in (("wrong", "bad_token"), (None, "no_spectators")):
        refused = host.step(ClientConnected(9, key)).refused
        assert refused is not None
        assert refused.code == code
    assert 9 not in host.state.listeners


class Counted(list[Any]):
    """A list that counts how many of its items are read."""

    read = 0

    def __iter__(self) -> Iterator[Any]:
        self.read += len(self)
        return super().__iter__()

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        self.read += len(found) if isinstance(place, slice) else 1
        return found


def test_a_decision_late_in_a_game_takes_no_more_work_than_an_early_one() -> None:
    """The history is not read from the beginning for every move: a long game would take the square of its length."""
    host = placed(GAMES["lobo77"].new(3, seed=4, starter=0).position(), 3, timer=60)
    steps = host.state.table.past.steps = Counted(host.state.table.past.steps)
    work = []
    for _ in range(30):
        steps.read = 0
        host.plays(turn(host))
        work.append(steps.read)
    assert len(steps) > 50
    assert median(work[15:]) < median(work[:15]) + 8, work


def test_what_a_move_tells_is_not_packed_before_everybody_has_heard_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A new deal is many steps: for each seat each of them would be unpacked again."""
    unpacked: list[int] = []
    really = zlib.decompress

    def counted(data: bytes) -> bytes:
        unpacked.append(len(data))
        return really(data)

    host, rng, kinds = playing(seats=4, people=4), Random(3), set[str]()
    monkeypatch.setattr(zlib, "decompress", counted)
    while "round_end" not in kinds:
        seat = turn(host)
        host.plays_any(rng, seat)
        kinds = {event["kind"] for event in host.last(seat, "news")["events"]}
    assert "deal" in kinds, "the next round has begun"
    assert unpacked == []


def test_who_asks_the_coach_again_and_again_is_not_answered_without_end() -> None:
    """The answer went to every message since the question, at once: thousands, if the coach was busy."""
    host = playing(people=1, seats=2, advice=True, **START)
    host.thinks()
    told = [host.says(0, "advice", id=f"a{number}") for number in range(WAITING + 2)]
    assert told == [None] * WAITING + ["coach_busy"] * 2
