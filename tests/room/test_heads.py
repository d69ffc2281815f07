"""Every seat is told the head of all its events, so that a past that is told differently later is noticed."""

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from helpers.server.room_host import RoomHost, playing, turn
from tischlein.engine.play.event_chain import canonical, chain_heads, extend_chain
from tischlein.games import GAMES
from tischlein.room import tell
from tischlein.room.ports import PlainCodec
from tischlein.server.table.encoding import JsonCodec

VECTORS = Path(__file__).parents[2] / "conformance/fair/heads.json"


def evening(name: str, moves: int = 24) -> RoomHost:
    """Three people play, or four, and one of them takes a move back."""
    seats = GAMES[name].usual_seats
    rng, host = Random(7), playing(name, seats, seats)
    for number in range(3):
        host.says(number, "sync", since=0, lang="en")
    for move in range(moves):
        if host.state.row.state == "over":
            break
        seat = host.plays_any(rng)
        if move == moves // 2:
            host.takes_back(seat)
    return host


def told(host: RoomHost, number: int) -> tuple[list[Any], list[Any]]:
    """All events that a client was sent, and the messages that they came with."""
    messages = [one for one in host.heard[number] if one["type"] in ("welcome", "news") and one["told"]]
    events = {event["seq"]: event for one in messages for event in one["events"]}
    return [events[seq] for seq in sorted(events)], messages


@pytest.mark.parametrize("name", GAMES)
def test_every_message_has_the_head_of_all_events_so_far(name: str) -> None:
    host = evening(name)
    for seat in range(3):
        events, messages = told(host, seat)
        found = chain_heads(events)
        assert found == chain_heads(host.state.table.events(seat))
        assert [one["head"] for one in messages] == [found[one["told"] - 1] for one in messages]


@pytest.mark.parametrize("name", GAMES)
def test_the_server_writes_events_as_they_are_hashed(name: str) -> None:
    """The quick encoder gives the same bytes as the plain one, and what went over the wire gives them too."""
    for event in evening(name).state.table.events(0):
        assert JsonCodec().canonical(event) == canonical(event) == canonical(json.loads(json.dumps(event)))


def test_the_head_is_the_same_after_a_restart_and_in_another_language() -> None:
    host = evening("quando")
    before = host.last(0, "news")["head"]
    host.crash()
    for number, lang in ((7, "de"), (8, "en")):
        host.comes(number, "k0", lang=lang)
        assert host.last(number, "welcome")["head"] == before


def test_spectators_and_tables_before_the_start_have_no_head() -> None:
    host = playing("lobo77", 2, 2)
    host.comes(7, None)
    host.plays(host.state.waiting[0])
    assert (host.last(7, "welcome")["head"], host.last(7, "news")["head"]) == (None, None)


def test_a_past_that_was_lost_shows_in_the_next_message() -> None:
    """An old backup is put back, and the game goes on from there: the next head is not the one of what was told."""
    host = playing("lobo77", 2, 2)
    backup = host.disk.load(host.code)
    host.plays(host.state.waiting[0])
    events, _ = told(host, 0)
    host.disk.tables[host.code] = backup
    host.crash()
    for number in range(2):
        host.comes(number, f"k{number}", since=len(events))
    while host.last(0, "welcome")["told"] <= len(events) and len(host.state.table.events(0)) <= len(events):
        host.plays(host.state.waiting[0], host.state.actions[host.state.waiting[0]][-1].text)
    later = host.last(0, "news")
    first = later["events"][0]["seq"] - 1
    assert later["head"] != chain_heads([*events[:first], *later["events"]])[-1]


def test_a_head_costs_one_hash_per_seat_and_event(monkeypatch: pytest.MonkeyPatch) -> None:
    host = playing("lobo77", 3, 3)
    hashed: list[bytes] = []

    def counted(head: bytes, events: Iterable[bytes]) -> bytes:
        fresh = list(events)
        hashed.extend(fresh)
        return extend_chain(head, fresh)

    monkeypatch.setattr(tell, "extend_chain", counted)
    before = len(host.state.table.events(0))
    host.plays(host.state.waiting[0])
    assert len(hashed) == 3 * (len(host.state.table.events(0)) - before)


def test_events_that_were_compressed_are_told_and_chained_as_they_were() -> None:
    """Decoded again they are other objects, and some of these may lie where others lay before."""
    host, rng = playing("lobo77", 3, 3), Random(7)
    table = host.state.table
    while len(table.events_for(0)) < 160 and not table.over:
        host.plays_any(rng)
        table.rest()
    before = [host.last(number, "news") for number in range(3)]
    host.room._teller.forget()
    for number in range(3):
        host.says(number, "sync", since=0, lang="de")
        again = host.last(number, "welcome")
        assert again["head"] == before[number]["head"] == chain_heads(again["events"])[-1]


def test_the_vectors_for_other_languages() -> None:
    """The page's own code is checked against the same file (web/tests/fair/told.test.ts)."""
    vectors = json.loads(VECTORS.read_text("utf-8"))
    assert set(vectors) == {game.id for game in GAMES.values() if not game.draft}
    for name, vector in vectors.items():
        assert chain_heads(vector["events"]) == vector["heads"], name


def test_news_after_a_table_was_read_again_make_only_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading may be done in a thread, news are not: of a long game they would hold everybody up."""
    hashed: list[Any] = []

    def counted(self: PlainCodec, event: Any) -> bytes:
        hashed.append(event)
        return canonical(event)

    host = evening("quando")
    seat = turn(host)
    host.plays(seat, disk="doubt")
    monkeypatch.setattr(PlainCodec, "canonical", counted)
    before = host.room.state.listeners[seat].told
    host.plays(seat)
    fresh = max(host.room.state.listeners[number].told for number in range(3)) - before
    assert 0 < len(hashed) <= 3 * fresh < before
