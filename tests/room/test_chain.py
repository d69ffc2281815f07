"""Every observer is told facts with the head of all of them, so that a past that is told differently is noticed."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from helpers.server.room_host import RoomHost, playing, turn
from helpers.server.sharing import change, steps_after, tellings
from tischlein.cards import SPECTATOR
from tischlein.engine.play.chain import chain_heads, changes, next_head
from tischlein.engine.play.history import History, SeenStep
from tischlein.engine.rules.declaration import Declaration
from tischlein.games import GAMES
from tischlein.room import tell

VECTORS = Path(__file__).parents[2] / "conformance/fair/heads.json"
WATCHES = 7


def evening(name: str, moves: int = 24) -> RoomHost:
    """Three people play while one watches, and one of them takes a move back."""
    rng, host = Random(7), playing(name, 3, 3)
    for number in range(3):
        host.says(number, "sync", since=0, lang="en", facts=0)
    host.comes(WATCHES, None, facts=0)
    for move in range(moves):
        if host.state.row.state == "over":
            break
        seat = host.plays_any(rng)
        if move == moves // 2:
            host.takes_back(seat)
    return host


def with_facts(host: RoomHost, number: int) -> list[Any]:
    """All messages with facts that a client was sent."""
    return [one for one in host.heard[number] if one.get("facts")]


@pytest.mark.parametrize("name", GAMES)
def test_every_message_has_the_head_of_all_steps_so_far(name: str) -> None:
    host = evening(name)
    table = host.state.table
    for number, observer in ((0, 0), (1, 1), (2, 2), (WATCHES, SPECTATOR)):
        messages = with_facts(host, number)
        (found,) = tellings(messages, observer)
        assert found == chain_heads(table.game, table.past, observer)
        assert [one["head"] for one in messages] == [found[steps_after(one) - 1] for one in messages]


@pytest.mark.parametrize("name", GAMES)
def test_the_facts_of_a_seat_are_the_records_that_it_may_know(name: str) -> None:
    host = evening(name)
    table = host.state.table
    for number, observer in ((0, 0), (WATCHES, SPECTATOR)):
        facts = [row for message in with_facts(host, number) for row in message["facts"]["steps"]]
        record = bytearray(table.game.layout.pack(table.past.record_at(table.game, 0, observer)))
        assert len(facts) == len(table.past.steps)
        for k, (actor, action, undone, _, changed) in enumerate(facts):
            change(record, changed)
            assert (actor, action, undone, bytes(record)) == table.past.step_for(table.game, k, observer)


def test_changes_of_any_records_are_carried_out() -> None:
    rng = Random(3)
    for size in (1, 16, 17, 300, 1024):
        for share in (0.0, 0.02, 0.5, 1.0):
            before = rng.randbytes(size)
            after = bytes(rng.randrange(256) if rng.random() < share else byte for byte in before)
            record = bytearray(before)
            change(record, changes(before, after))
            assert record == after


def test_the_head_is_the_same_after_a_restart_and_in_another_language() -> None:
    host = evening("quando")
    before = host.last(0, "news")["head"]
    host.crash()
    for number, lang in ((8, "de"), (9, "en")):
        host.comes(number, "k0", lang=lang, facts=0)
        assert host.last(number, "welcome")["head"] == before


def test_a_client_that_asks_for_no_facts_gets_none_and_no_head() -> None:
    host = playing("lobo77", 2, 2)
    host.comes(5, "k0")
    host.plays(host.state.waiting[0])
    for message in (host.last(5, "welcome"), host.last(5, "news")):
        assert [message[name] for name in ("facts", "head", "signature")] == [None, None, None]


def test_a_client_is_told_the_facts_that_it_lacks() -> None:
    host = evening("lobo77")
    steps = len(host.state.table.past.steps)
    for known in (0, 5, steps):
        facts = host.comes(20 + known, "k0", facts=known)["facts"]
        assert (facts["first"], len(facts["steps"]), facts["opening"] is None) == (
            known,
            steps - known,
            known > 0,
        )
    assert host.comes(99, "k0", facts=steps + 1)["facts"]["first"] == 0  # it knows more than there is


@pytest.mark.parametrize("known", [None, 0, 5])
def test_a_welcome_is_prepared_with_the_facts_that_are_asked_for(
    known: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host prepares a long game in a thread: nothing for a client that wants no facts, and nothing twice."""
    host = evening("lobo77")
    expected = host.comes(20, "k1", facts=known)
    host.crash()
    read: list[int] = []
    honest = History.step_for

    def counted(past: History, game: Declaration, k: int, observer: int) -> SeenStep:
        read.append(k)
        return honest(past, game, k, observer)

    monkeypatch.setattr(History, "step_for", counted)
    host.room.prepare("k1", "en", 0, known)
    assert bool(read) == (known is not None)
    prepared = len(read)
    found = host.comes(21, "k1", facts=known)
    assert len(read) == prepared
    assert [found[name] for name in ("facts", "head")] == [expected[name] for name in ("facts", "head")]


def test_a_past_that_was_lost_shows_in_the_next_message() -> None:
    """An old backup is put back, and the game goes on from there: the next head is not the one of what was told."""
    host = playing("lobo77", 2, 2)
    backup = host.disk.load(host.code)
    host.says(0, "sync", since=0, facts=0)
    host.plays(host.state.waiting[0])
    (before,) = tellings(with_facts(host, 0))
    host.disk.tables[host.code] = backup
    host.crash()
    host.all_come()
    while len(host.state.table.past.steps) <= len(before):
        host.plays(host.state.waiting[0], host.state.actions[host.state.waiting[0]][-1].text)
    later = host.comes(8, "k0", facts=len(before))
    record = later["facts"]["steps"]
    assert later["facts"]["first"] == len(before)
    assert record
    assert chain_heads(host.state.game, host.state.table.past, 0)[len(before) - 1] != before[-1]
    assert later["head"] == chain_heads(host.state.game, host.state.table.past, 0)[-1]


def test_a_head_costs_one_hash_per_observer_and_step(monkeypatch: pytest.MonkeyPatch) -> None:
    host = evening("lobo77", 3)
    hashed: list[SeenStep] = []

    def counted(head: bytes, step: SeenStep) -> bytes:
        hashed.append(step)
        return next_head(head, step)

    monkeypatch.setattr(tell, "next_head", counted)
    before = len(host.state.table.past.steps)
    host.plays(turn(host))
    assert len(hashed) == 4 * (len(host.state.table.past.steps) - before)


def test_the_vectors_for_other_languages() -> None:
    """The page's own code is checked against the same file (web/tests/fair/told.test.ts)."""
    vectors = json.loads(VECTORS.read_text("utf-8"))
    assert set(vectors) == {game.id for game in GAMES.values() if not game.draft}
    for name, vector in vectors.items():
        (found,) = tellings([{"facts": vector["facts"], "head": vector["heads"][-1]}], vector["observer"])
        assert found == vector["heads"], name
