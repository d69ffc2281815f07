"""Where luck comes from: lists that run out or name the impossible, sources that misbehave, seeds, and none of them."""

from collections.abc import Iterable
from typing import Any

import pytest

from tischlein import ChanceError, Table, game
from tischlein.cards import CHANCE
from tischlein.engine.play.chance import GivenOutcomes, Outcomes, Source

LOBO77 = game("lobo77")
DEAL = ["2", "3", "2", "3", "2", "3", "4", "5", "4", "5"]


def at(chance: Iterable[str] | Source, seed: int | None = None, **position: Any) -> Table:
    hands = [["7", "3"], ["8", "4"]]
    base = {"game": "lobo77", "seats": 2, "hands": hands, "draw": ["5", "6", "6"], "draw_ordered": False}
    return LOBO77.at({**base, **position}, seed=seed, chance=chance)


def test_a_list_names_the_lot_and_every_card() -> None:
    table = LOBO77.new(seats=2, chance=["seat 1", *DEAL])
    assert table.history == [(-1, "seat 1"), *((-1, card) for card in DEAL)]
    assert table.position()["hands"] == [["3", "3", "3", "5", "5"], ["2", "2", "2", "4", "4"]]
    assert table.waiting == (1,)


def test_any_iterable_will_do() -> None:
    assert LOBO77.new(seats=2, starter=0, chance=(card for card in DEAL)).waiting == (0,)
    assert LOBO77.new(seats=2, starter=0, chance=dict.fromkeys("2345"), seed=1).history[:4] == [
        (-1, "2"), (-1, "3"), (-1, "4"), (-1, "5"),
    ]  # fmt: skip


def test_a_seed_goes_on_where_a_list_ends() -> None:
    first, second = (LOBO77.new(seats=4, chance=["seat 2", "76"], seed=9) for _ in range(2))
    assert first.history == second.history
    assert first.history[:2] == [(-1, "seat 2"), (-1, "76")]


@pytest.mark.parametrize("given", [0, 1, 5])
def test_a_list_that_runs_out(given: int) -> None:
    with pytest.raises(ChanceError, match=f"the given list of {given} chance outcomes has run out; add more"):
        LOBO77.new(seats=2, starter=0, chance=DEAL[:given])


@pytest.mark.parametrize("bad", ["9", "11 ", "seat 0", "", 5, None, ["5"], b"5"], ids=repr)
def test_an_outcome_that_cannot_be_leaves_the_table_as_it_was(bad: Any) -> None:
    table = at(["5", bad])
    table.play(0, "7")
    before = table.position(), table.history, table.record(), table.events(0), table.view(1)
    with pytest.raises(
        ChanceError, match=r"outcome 2 of the given list, .*, cannot happen now; possible: 6$"
    ):
        table.play(1, "4")
    assert (table.position(), table.history, table.record(), table.events(0), table.view(1)) == before
    assert table.waiting == (1,)


def test_luck_that_was_told_before_a_failure_is_not_lost() -> None:
    """Two cards are drawn after two were played; the second name cannot be, and then another move is made."""
    position: dict[str, Any] = {
        "total": 5,
        "hands": [["7", "8", "9"], ["4", "3"]],
        "discard": ["x2"],
        "owed": 2,
    }
    table = at(["2", "66", "3"], **position, draw=["2", "3", "4"])
    table.play(0, "7")
    before = table.position(), table.history
    for _ in range(2):
        with pytest.raises(ChanceError, match="outcome 2 of the given list, '66', cannot happen now"):
            table.play(0, "8")
        assert (table.position(), table.history) == before
    table.source = GivenOutcomes([])
    with pytest.raises(ChanceError, match="has run out"):
        table.play(0, "9")
    table.source = GivenOutcomes(["4"])
    table.play(0, "9")
    assert [text for seat, text in table.history if seat == CHANCE] == ["2", "4"]


def test_the_lot_takes_only_seats_at_the_table() -> None:
    for bad in ("seat 2", "seat -1", "seat 00", "2", "SEAT 0"):
        with pytest.raises(ChanceError, match="possible: seat 0, seat 1"):
            LOBO77.new(seats=2, chance=[bad])


def test_a_deal_in_the_middle_of_which_the_list_ends_leaves_the_round_as_it_was() -> None:
    table = at(["7", "8"], total=70)
    before = table.position()
    with pytest.raises(ChanceError, match="has run out"):
        table.play(0, "7")
    assert (table.position(), table.history) == (before, [])
    assert table.scores == [3, 3]


class Says:
    """A source that says one thing, whatever is asked."""

    def __init__(self, what: Any) -> None:
        self.what = what

    def choose(self, outcomes: Outcomes) -> Any:
        if isinstance(self.what, BaseException):
            raise self.what
        return self.what


@pytest.mark.parametrize("what", [-1, 3, 1.0, True, None, "5", 2**70])
def test_a_source_that_chooses_what_is_not_there(what: Any) -> None:
    table = at(Says(what))
    with pytest.raises(ChanceError, match="out of 3 outcomes"):
        table.play(0, "7")
    assert table.history == []


@pytest.mark.parametrize("error", [RuntimeError("no"), KeyboardInterrupt()])
def test_a_source_that_fails_leaves_the_table_as_it_was(error: BaseException) -> None:
    table = at(Says(error))
    before = table.position()
    with pytest.raises(type(error)):
        table.play(0, "7")
    assert (table.position(), table.history) == (before, [])


def test_a_source_sees_names_and_finds_them() -> None:
    seen: list[tuple[list[str], int | None, int | None]] = []

    class Looks:
        def choose(self, outcomes: Outcomes) -> int:
            names = [outcomes.text(index) for index in range(outcomes.n)]
            seen.append((names, outcomes.find("6"), outcomes.find("7")))
            return 0

    at(Looks()).play(0, "7")
    assert seen == [(["5", "6", "6"], 1, None)]


def test_no_luck_is_asked_for_when_the_order_of_the_pile_is_known() -> None:
    table = at([], draw=["6", "5"], draw_ordered=True)
    table.play(0, "7")
    assert table.history == [(0, "7")]
    assert table.position()["hands"][0] == ["3", "6"]
