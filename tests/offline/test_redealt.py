"""The page deals a finished game again from the outcomes that it has recomputed: whatever else was dealt is found."""

import json
from typing import Any

import pytest

from helpers.server.fairly import played
from tischlein.engine.play.heads import heads
from tischlein.engine.play.table import Game, Table
from tischlein.games import GAMES
from tischlein.offline.tables import LocalTables


def dealt(record: dict[str, Any], seat: int | None = None, shown: dict[str, Any] | None = None) -> Any:
    asked = {"ask": "deal", "at": 1, "record": record, "seat": seat, "shown": shown}
    answer = json.loads(LocalTables(dict(GAMES)).ask(json.dumps(asked)))
    assert answer["error"] is None
    return answer["result"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_an_honest_game_with_undos_is_dealt_to_its_end(game: str) -> None:
    record = played(GAMES[game], 5, "ss", undo=0.05)
    found = dealt(record, 0, record["receipt"]["options"])
    assert [heads(found.pop("events"))] == record["receipt"]["told"]
    assert found == {"entries": len(record["history"]), "all": True, "options": True}


def test_an_option_that_was_not_shown_has_the_default_of_the_rules() -> None:
    """The page believes these rules, never the server, about what goes without saying."""
    usual, changed = (
        played(GAMES["lobo77"], 3, "ss", options=options) for options in ({}, {"reverse_cards": 5})
    )
    for record, shown, same in (
        (usual, {}, True),
        (changed, {}, False),
        (changed, {"reverse_cards": 5}, True),
        (usual, {"luck": 7}, False),
    ):
        assert dealt(record, 0, shown)["options"] is same


@pytest.fixture(scope="module")
def honest() -> str:
    return json.dumps(played(GAMES["lobo77"], 3, "ss"))


def test_another_card_than_the_outcome_says_is_found(honest: str) -> None:
    """The list of outcomes is right, as a server would leave it, and another card was dealt."""
    record = json.loads(honest)
    place = next(k for k, (seat, text) in enumerate(record["history"]) if seat == -1 and text == "10")
    record["history"][place][1] = "9"
    assert dealt(record) == {"entries": place, "all": False, "events": [], "options": True}


def test_outcomes_of_another_deck_or_for_no_card_are_found(honest: str) -> None:
    record = json.loads(honest)
    first = next(k for k, (seat, text) in enumerate(record["history"]) if seat == -1)
    (n, index, stack), *others = record["fair"]["draws"]
    for draws, entries in (
        ([(n + 1, index, stack), *others], first),
        ([(n, index, 1), *others], first),
        ([(n, index, stack), *others, (5, 1, 0)], len(record["history"])),
        ([], first),
    ):
        record["fair"]["draws"] = draws
        assert dealt(record) == {"entries": entries, "all": False, "events": [], "options": True}


def test_what_is_no_record_is_no_good_deal(honest: str) -> None:
    assert dealt({**json.loads(honest), "history": 7}) == {
        "entries": 0,
        "all": False,
        "events": [],
        "options": True,
    }
    assert dealt({**json.loads(honest), "seats": "two"}) == {
        "entries": 0,
        "all": False,
        "events": [],
        "options": True,
    }
    assert dealt({**json.loads(honest), "version": 0}) is None


@pytest.mark.parametrize("place", [(Game, "replay"), (Table, "events")], ids=lambda place: place[1])
@pytest.mark.parametrize("error", [MemoryError, RecursionError, TypeError, IndexError])
def test_an_error_of_our_own_speaks_against_nobody(
    honest: str, monkeypatch: pytest.MonkeyPatch, place: tuple[type, str], error: type[Exception]
) -> None:
    """The page makes a note of whatever goes up here (web/tests/fair/fair.test.ts); it never accuses the server."""
    record = json.loads(honest)

    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(*place, broken)
    with pytest.raises(error):
        dealt(record, 0)
