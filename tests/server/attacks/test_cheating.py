"""Servers that cheat: each is a real server with one thing changed, and what its players have saved convicts it."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from helpers.server.serving import Live, Message, serving
from helpers.server.sharing import PATIENT, codes, party, played, record_of, started
from tischlein.engine.play import fair
from tischlein.engine.play.chance import Outcomes, Source
from tischlein.engine.play.growing import GrowingList
from tischlein.engine.play.table import Game, Table
from tischlein.room.opening import shuffle, start
from tischlein.room.state import State
from tischlein.verify import verify

Row = list[str | None]  # promises or shares, by seat


class Quiet(fair.Fair):
    """The same, but the list in the record looks right."""

    def choose(self, outcomes: Outcomes) -> int:
        honest = super().choose(outcomes)
        return max(honest, (honest + 7) % outcomes.n)


def cheated(tmp_path: Path, meddle: Callable[[Live, str], Awaitable[None]] | None = None) -> Message:
    """A game of two on this server, from the file that the first player's page saved."""
    found: list[Message] = []

    async def scene(live: Live) -> None:
        async with AsyncExitStack() as stack:
            code, players = await party(stack, live)
            if meddle is not None:
                await meddle(live, code)
            await started(players)
            await played(players)
            found.append(players[0].saved(await record_of(live, code)))

    with serving(tmp_path / "tables.sqlite3", PATIENT) as live:
        asyncio.run(scene(live))
    return found[0]


def deals_after(cheat: Callable[[Any, Row, Row], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server deal when it has changed something: it knows the secret and all shares then."""
    honest = shuffle.source_of_deal

    def dealer(row: Any, promises: Row, shares: Row) -> Source | None:
        cheat(row, promises, shares)
        return honest(row, promises, shares)

    monkeypatch.setattr(start, "source_of_deal", dealer)


def test_an_honest_server_for_comparison(tmp_path: Path) -> None:
    assert codes(cheated(tmp_path)) == []


def test_a_server_that_deals_differently_and_lies_about_it_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The numbers of the record are right: only a replay finds it."""
    monkeypatch.setattr(shuffle, "Fair", Quiet)
    assert codes(cheated(tmp_path)) == ["deal"]


def test_a_server_that_swaps_the_secret_is_caught(tmp_path: Path) -> None:
    """It takes another secret once it has seen the promises."""

    async def swap(live: Live, code: str) -> None:
        live.table(code).state.row.secret = secrets.token_hex(32)

    with pytest.raises(AssertionError):  # the page does not reveal its share: the commitment is another one
        cheated(tmp_path, swap)


def test_a_server_that_drops_a_share_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It deals without the first player's share, and says that it never came."""

    def cheat(row: Any, promises: Row, shares: Row) -> None:
        shares[0] = None

    deals_after(cheat, monkeypatch)
    assert codes(cheated(tmp_path)) == ["dropped"]


def test_a_server_that_takes_false_cards_back_in_a_second_welcome_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During the game the first player is shown false draws. After the end the server tells everything again, as it was."""
    honest = Table.seen_events

    def events(table: Table, eyes: int, *given: Any) -> GrowingList:
        seen = honest(table, eyes, *given)
        return GrowingList(
            [{**event, "card": "76"} if eyes == 0 and event["kind"] == "draw" else event for event in seen]
        )

    found: list[tuple[Message, int]] = []

    async def scene(live: Live) -> None:
        async with AsyncExitStack() as stack:
            code, players = await party(stack, live)
            await started(players)
            with monkeypatch.context() as meanwhile:
                meanwhile.setattr(Table, "seen_events", events)
                await played(players)
            live.table(code).room._teller.forget()
            for player in players:
                await player.guest.say("sync", since=0)
                await player.guest.until("welcome")
            saved = players[0].saved(await record_of(live, code))
            table = live.table(code).state.table
            assert table is not None
            draws = [one for one in table.events(0) if one["kind"] == "draw" and one.get("card") != "76"]
            found.append((saved, draws[0]["seq"]))

    with serving(tmp_path / "tables.sqlite3", PATIENT) as live:
        asyncio.run(scene(live))
    ((saved, first),) = found
    assert len(saved["receipt"]["told"]) == 2
    (convicted,) = [finding for finding in verify(saved).findings if finding.kind == "bad"]
    assert (convicted.code, convicted.values) == ("retold", {"seat": 0, "event": first})
    # The end alone, which is all that the page kept once, would not.
    saved["receipt"]["told"].pop(0)
    assert verify(saved).kind == "good"


def test_a_server_that_hides_an_option_until_it_knows_the_shares_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lobby does not mention it. What goes without saying is what the rules say, not the server."""

    def options(state: State) -> dict[str, Any]:
        return {name: value for name, value in state.row.options.items() if name != "starter"}

    def cheat(row: Any, promises: Row, shares: Row) -> None:
        row.options = {**row.options, "starter": 0}

    monkeypatch.setattr(State, "options", property(options))
    deals_after(cheat, monkeypatch)
    saved = cheated(tmp_path)
    assert "starter" not in saved["receipt"]["options"]
    assert codes(saved) == ["options"]


def test_a_server_whose_friends_keep_their_shares_back_has_a_choice_that_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It tries the deal with and without a friend's share, and takes the one that it likes."""

    def cheat(row: Any, promises: Row, shares: Row) -> None:
        shares[1] = None

    deals_after(cheat, monkeypatch)
    verdict = verify(cheated(tmp_path))
    assert (verdict.kind, verdict.choices, verdict.exit_code) == ("note", 2, 3)


def test_a_server_that_counts_from_where_it_likes_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows the key before it deals, and tries numbers for the first outcome until it likes the cards."""

    def dealer(row: Any, promises: Row, shares: Row) -> fair.Fair:
        key = fair.key(row.secret, row.code, row.game, promises, shares)
        first = min(range(1, 50), key=lambda first: fair.outcome(key, f"deal {first} 0 0", 55))
        return fair.Fair(key, first)

    monkeypatch.setattr(start, "source_of_deal", dealer)
    saved = cheated(tmp_path)
    assert (codes(saved), codes(saved, "unable")) == (["first"], [])
    del saved["receipt"]
    assert codes(saved) == ["first"]


def test_a_server_that_begins_with_hands_of_its_own_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lays the cards out and says that the record begins there, as honest ones do when the rules have changed."""
    honest = Game.new

    def new(game: Game, seats: int, **how: Any) -> Table:
        source = how["chance"]
        position = honest(game, seats, **how).position()
        position["hands"].reverse()
        return game.at(position, chance=fair.Fair(source._key, len(source.draws)))

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Game, "new", new)
        saved = cheated(tmp_path)
    for record in (saved, {name: saved[name] for name in saved if name != "receipt"}):
        assert (codes(record, "unable"), codes(record)) == (["not_from_the_start"], [])
        assert verify(record).exit_code == 2


def test_a_server_that_changes_the_options_after_the_shares_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a lot for who begins, everybody gets the cards of the next seat."""

    def cheat(row: Any, promises: Row, shares: Row) -> None:
        row.options = {**row.options, "starter": 0}

    deals_after(cheat, monkeypatch)
    assert codes(cheated(tmp_path)) == ["options"]


def test_a_server_that_changes_the_seats_after_the_shares_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows both hands before it decides who gets which."""
    honest = start._deal

    def deal(step: Any, starting: Any) -> None:
        one, other = step.state.seats
        one.token_hash, other.token_hash = other.token_hash, one.token_hash
        honest(step, starting)

    monkeypatch.setattr(start, "_deal", deal)
    assert codes(cheated(tmp_path)) == ["shown"]
