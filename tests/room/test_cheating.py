"""Servers that cheat: each is a real room with one thing changed, and what its players have saved convicts it."""

import secrets
from collections.abc import Callable
from typing import Any

import pytest

from helpers.server.sharing import Message, begun, codes, file_of, gathered, played
from tischlein.engine.play import fair
from tischlein.engine.play.chance import Outcomes, Source
from tischlein.engine.play.history import History, SeenStep
from tischlein.engine.play.table import Game, Table
from tischlein.games.lobo77.face.notation import KIND
from tischlein.room.opening import restore, start
from tischlein.room.rows import Seat
from tischlein.room.state import State
from tischlein.verify import verify

Row = list[str | None]  # promises or shares, by seat
Patch = pytest.MonkeyPatch
FALSE_FROM = 20  # steps that are told as they are


class Quiet(fair.Fair):
    """The same, but the list in the record looks right."""

    def choose(self, outcomes: Outcomes) -> int:
        honest = super().choose(outcomes)
        return max(honest, (honest + 7) % outcomes.n)


def cheated() -> Message:
    """Return the file that the first player's page saves after a game of two."""
    return file_of(played(begun(gathered())))


def deals_after(cheat: Callable[[Any, Row, Row], None], patch: Patch) -> None:
    """Let the server deal when it has changed something: it knows the secret and all shares then."""
    honest = restore.source_of

    def dealer(row: Any, log: Any) -> Source | None:
        cheat(row, row.shuffle["promises"], row.shuffle["shares"])
        return honest(row, log)

    patch.setattr(start, "source_of", dealer)


def test_an_honest_server_for_comparison() -> None:
    assert codes(cheated()) == []


def test_a_server_that_deals_differently_and_lies_about_it_is_caught(monkeypatch: Patch) -> None:
    """The numbers of the record are right: only a replay finds it."""
    monkeypatch.setattr(restore, "Fair", Quiet)
    assert codes(cheated()) == ["deal"]


def test_a_server_that_swaps_the_secret_is_caught() -> None:
    """It takes another secret once it has seen the promises."""
    host = gathered()
    host.state.row.secret = secrets.token_hex(32)
    with pytest.raises(AssertionError):  # the page does not reveal its share: the commitment is another one
        begun(host)


def test_a_server_that_drops_a_share_is_caught(monkeypatch: Patch) -> None:
    """It deals without the first player's share, and says that it never came."""

    def cheat(row: Any, promises: Row, shares: Row) -> None:
        shares[0] = None

    deals_after(cheat, monkeypatch)
    assert codes(cheated()) == ["dropped"]


def test_a_server_that_takes_false_cards_back_in_a_second_welcome_is_caught(monkeypatch: Patch) -> None:
    """During the game the first player is shown false draws. After the end the server tells everything again, as it was."""
    honest = History.step_for

    def step_for(history: History, game: Any, k: int, observer: int) -> SeenStep:
        step = honest(history, game, k, observer)
        if observer or k < FALSE_FROM:
            return step
        s = game.layout.unpack(step.record)
        s.hands[0] = [0] * len(s.hands[0])
        s.hands[0][KIND["76"]] = s.sizes[0]
        return step._replace(record=game.layout.pack(s))

    host = begun(gathered())
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(History, "step_for", step_for)
        played(host)
    host.room._teller.forget()
    assert host.says(0, "sync", since=0, facts=0) is None
    saved = file_of(host)
    assert len(saved["receipt"]["told"]) == 2
    (convicted,) = [finding for finding in verify(saved).findings if finding.kind == "bad"]
    assert (convicted.code, convicted.values) == ("retold", {"who": 0, "step": FALSE_FROM + 1})
    # The end alone, which is all that the page kept once, would not.
    saved["receipt"]["told"].pop(0)
    assert verify(saved).kind == "good"


def test_a_server_that_hides_an_option_until_it_knows_the_shares_is_caught(monkeypatch: Patch) -> None:
    """The lobby does not mention it. What goes without saying is what the rules say, not the server."""

    def options(state: State) -> dict[str, Any]:
        return {name: value for name, value in state.row.options.items() if name != "starter"}

    def cheat(row: Any, promises: Row, shares: Row) -> None:
        row.options = {**row.options, "starter": 0}

    monkeypatch.setattr(State, "options", property(options))
    deals_after(cheat, monkeypatch)
    saved = cheated()
    assert "starter" not in saved["receipt"]["options"]
    assert codes(saved) == ["options"]


def test_a_server_whose_friends_keep_their_shares_back_has_a_choice_that_is_counted(
    monkeypatch: Patch,
) -> None:
    """It tries the deal with and without a friend's share, and takes the one that it likes."""

    def cheat(row: Any, promises: Row, shares: Row) -> None:
        shares[1] = None

    deals_after(cheat, monkeypatch)
    verdict = verify(cheated())
    assert (verdict.kind, verdict.choices, verdict.exit_code) == ("note", 2, 3)


def test_a_server_that_counts_from_where_it_likes_is_caught(monkeypatch: Patch) -> None:
    """It knows the key before it deals, and tries numbers for the first outcome until it likes the cards."""

    def dealer(row: Any, log: Any) -> fair.Fair:
        key = fair.key(row.secret, row.code, row.game, row.shuffle["promises"], row.shuffle["shares"])
        first = min(range(1, 50), key=lambda first: fair.outcome(key, f"deal {first} 0 0", 55))
        return fair.Fair(key, first)

    monkeypatch.setattr(start, "source_of", dealer)
    saved = cheated()
    assert (codes(saved), codes(saved, "unable")) == (["first"], [])
    del saved["receipt"]
    assert codes(saved) == ["first"]


def test_a_server_that_begins_with_hands_of_its_own_is_not_believed(monkeypatch: Patch) -> None:
    """It lays the cards out and says that the record begins there, as honest ones do when the rules have changed."""
    honest = Game.new

    def new(game: Game, seats: int, **how: Any) -> Table:
        source = how["chance"]
        position = honest(game, seats, **how).position()
        position["hands"].reverse()
        return game.at(position, chance=fair.Fair(source._key, len(source.draws)))

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Game, "new", new)
        saved = cheated()
    for record in (saved, {name: saved[name] for name in saved if name != "receipt"}):
        assert (codes(record, "unable"), codes(record)) == (["not_from_the_start"], [])
        assert verify(record).exit_code == 2


def test_a_server_that_changes_the_options_after_the_shares_is_caught(monkeypatch: Patch) -> None:
    """Without a lot for who begins, everybody gets the cards of the next seat."""

    def cheat(row: Any, promises: Row, shares: Row) -> None:
        row.options = {**row.options, "starter": 0}

    deals_after(cheat, monkeypatch)
    assert codes(cheated()) == ["options"]


def test_a_server_that_changes_the_seats_after_the_shares_is_caught(monkeypatch: Patch) -> None:
    """It knows both hands before it decides who gets which."""
    honest = start._seats_in_play

    def seats(step: Any, places: dict[int, int]) -> list[Seat]:
        one, other = honest(step, places)
        one.token_hash, other.token_hash = other.token_hash, one.token_hash
        return [one, other]

    monkeypatch.setattr(start, "_seats_in_play", seats)
    assert codes(cheated()) == ["shown"]
