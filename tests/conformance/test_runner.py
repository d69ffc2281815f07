"""The runner finds what is wrong, and says where: cases that must fail, and programs that misbehave."""

import sys
from typing import Any

import pytest

import tischlein
from conformance.adapters import Crashed, InProcess, Program
from conformance.checks import Compare, difference
from conformance.runner import Case, Result, load_cases, load_clauses, run_case

# The runner is tried out on one game, whichever has the simplest positions.
COMPARE = Compare.of(load_clauses("lobo77")["compare"])
START = {"seats": 2, "hands": [["7", "2"], ["3"]], "draw": ["5", "6"]}


def result_of(**data: Any) -> Result:
    case = Case("lobo77", "a file", {"name": "trial", "rulings": ["L5a"], "about": "", **data}, COMPARE)
    return run_case(case, InProcess(tischlein.game))


def play(**more: Any) -> dict[str, Any]:
    return {"seat": 0, "play": "7", **more}


@pytest.mark.parametrize(
    ("step", "place"),
    [
        (play(expect={"total": 8}), "total"),
        (play(expect={"hands": [["2", "5", "5"], ["3"]]}), "hands[0]"),
        (play(expect={"draw": ["6", "5"]}), "draw"),
        (play(expect={"chips": [3, 2]}), "chips[1]"),
        (play(expect={"owed": True}), "owed"),
        (play(expect={"colour": "red"}), "colour"),
        (play(expect={"winners": [0]}), "winners"),
        (play(expect={"cards": {"7": 1}}), "cards"),
        (play(expect={"options": {"manual_draw": True}}), "options.manual_draw"),
        ({"seat": 0, "play": "3"}, "answer"),
        ({"seat": 0, "actions": ["7"]}, "actions"),
        ({"seat": 0, "refused": "7", "code": "not_in_hand", "clause": "L5"}, "actions"),
        ({"seat": 0, "refused": "3", "code": "not_in_hand", "clause": "L6"}, "why"),
        ({"seat": 0, "view": {"hand": ["7"]}}, "hand"),
        ({"seat": 0, "view": {"unseen": {"3": 1, "5": 1}}}, "unseen"),
        ({"seat": 0, "view": {"players": [{"cards": 2}, {"cards": 2}]}}, "players[1].cards"),
        ({"seat": "spectator", "view": {"hand": []}}, "hand"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_false_step_fails_at_its_place(step: dict[str, Any], place: str) -> None:
    result = result_of(at=START, steps=[{"expect": {"total": 0}}, step])
    assert (result.ok, result.step, result.place) == (False, 2, place)


@pytest.mark.parametrize(("draw_ordered", "chance"), [(True, ["5"]), (False, []), (False, ["5", "6"])])
def test_chance_must_fit_its_step(draw_ordered: bool, chance: list[str]) -> None:
    start = {**START, "draw_ordered": draw_ordered}
    assert not result_of(at=start, steps=[play(chance=chance)]).ok
    assert result_of(at={**START, "draw_ordered": False}, steps=[play(chance=["6"])]).ok


def test_a_start_that_should_be_refused() -> None:
    assert result_of(at={**START, "total": 99}, error="position").ok
    assert result_of(at={**START, "total": 99}, error="option").place == "refused as"
    assert result_of(at=START, error="position").got == "accepted"
    assert result_of(new={"seats": 1}, error="option").ok
    assert result_of(at={**START, "total": 99}, steps=[{"expect": {"total": 99}}]).place == "answer"


def test_a_twin_that_can_be_told_apart() -> None:
    twin = {"draw": ["6", "5"]}
    steps = [play()]
    assert result_of(at=START, twin=twin, blind=[1, "spectator"], steps=steps).ok
    seen = result_of(at=START, twin=twin, blind=[1, 0], steps=steps)
    assert (seen.ok, seen.step, seen.place, seen.action) == (False, 1, "view.hand", "twin, seen by 0")


def test_a_twin_that_plays_otherwise() -> None:
    steps = [play(in_twin={"play": "2"})]
    seen = result_of(at=START, twin={}, blind=["spectator"], steps=steps)
    assert (seen.ok, seen.step, seen.action) == (False, 1, "twin, seen by spectator")
    start = {**START, "draw_ordered": False}
    steps = [play(chance=["5"], in_twin={"chance": ["6"]})]
    assert result_of(at=start, twin={}, blind=[1, "spectator"], steps=steps).ok
    assert result_of(at=start, twin={}, blind=[0], steps=steps).place == "view.hand"


def test_a_twin_of_a_new_game() -> None:
    deal = ["2", "3", "2", "3", "2", "3", "4", "5", "4", "5"]
    new = {"seats": 2, "options": {"starter": 0}, "chance": deal}
    twin = {"chance": [*deal[:-1], "6"]}
    steps = [{"expect": {"turn": 0}}]
    assert result_of(new=new, twin=twin, blind=[0, "spectator"], steps=steps).ok
    assert result_of(new=new, twin=twin, blind=[1], steps=steps).place == "view.hand"


class Gossip(InProcess):
    """An implementation whose views are right, but which tells everybody the whole truth as an event."""

    def events(self, seat: int | None) -> list[Any]:
        return [self.position()["hands"]]


def test_what_is_told_gives_a_twin_away() -> None:
    twin = {"hands": [["7", "2"], ["6"]], "draw": ["5", "3"]}
    data = {"name": "trial", "rulings": ["L5a"], "at": START, "twin": twin, "blind": [0], "steps": [play()]}
    case = Case("lobo77", "a file", data, COMPARE)
    assert run_case(case, InProcess(tischlein.game)).ok
    assert run_case(case, Gossip(tischlein.game)).place == "view.events"


class Careless(InProcess):
    """An implementation that loses a card, or waits for the wrong seats."""

    def __init__(self, **wrong: Any) -> None:
        super().__init__(tischlein.game)
        self.wrong = wrong
        self.played = False

    def play(self, seat: int, action: str) -> list[str]:
        self.played = True
        return super().play(seat, action)

    def position(self) -> dict[str, Any]:
        return {**super().position(), **(self.wrong if self.played else {})}

    def waiting(self) -> list[int]:
        waiting: list[int] = self.wrong.get("waiting", super().waiting())
        return waiting


@pytest.mark.parametrize("wrong", [{"draw": []}, {"discard": ["7", "7"]}, {"waiting": [0, 1]}])
def test_laws_hold_without_being_asked_for(wrong: dict[str, Any]) -> None:
    case = Case(
        "lobo77", "a file", {"name": "trial", "rulings": ["L5a"], "at": START, "steps": [play()]}, COMPARE
    )
    result = run_case(case, Careless(**wrong))
    assert (result.ok, result.place) == (False, "waiting" if "waiting" in wrong else "cards")


def test_a_failure_tells_the_whole_story() -> None:
    text = str(result_of(at=START, steps=[play(expect={"total": 8})]))
    assert text.splitlines() == [
        "FAIL L5-trial  [L5a]  a file, step 1 (seat 0 plays 7)",
        "     total: expected 8",
        "            got      7",
    ]


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("import sys; sys.exit()", "ended instead of answering"),
        ("print('hello', flush=True); input(); input()", "not a line of JSON"),
        ("print('{}', flush=True); input(); input()", "either"),
        ("print('[]', flush=True); input(); input()", "either"),
    ],
)
def test_a_program_that_misbehaves_is_named(program: str, message: str) -> None:
    case = load_cases("lobo77", ["value-76"])[0]
    with Program([sys.executable, "-c", program]) as table, pytest.raises(Crashed, match=message):
        run_case(case, table)


# How other games may compare: a visible top card, cards with two sides, cards that lie somewhere only at times.
TABLE = {
    "multisets": ["hand"],
    "ordered_if": {"draw": "draw_ordered"},
    "fixed_first": ["draw"],
    "cards": ["hands.*", "groups.*.cards", "draw", "card", {"at": "played", "only_if": {"shown": [False]}}],
    "card_name": {"until": " as ", "sides": "/"},
}
OTHER = Compare.of(TABLE)


def test_a_game_without_piles_need_not_say_when_they_are_ordered() -> None:
    compare = Compare.of({"cards": ["rows.*"]})
    assert compare.unordered({}) == {}
    with pytest.raises(ValueError, match=r"\[compare\] lacks `cards`"):
        Compare.of({"multisets": []})


def test_cards_are_counted_where_they_lie() -> None:
    position: dict[str, Any] = {
        "hands": [["9/3", None], []],
        "groups": [None, {"cards": ["1/2"]}],
        "draw": ["3/9"],
        "card": "4/5 as red",
        "played": ["6/7"],
        "shown": False,
    }
    assert OTHER.count(position) == {"3/9": 2, "1/2": 1, "4/5": 1, "6/7": 1}
    assert OTHER.count({**position, "shown": True, "card": None}) == {"3/9": 2, "1/2": 1}


@pytest.mark.parametrize(
    ("draw", "ordered", "same"),
    [
        (["a", "c", "b"], False, True),
        (["b", "a", "c"], False, False),
        (["a", "c", "b"], True, False),
        (["a", "b"], False, False),
    ],
)
def test_the_top_of_a_pile_without_an_order(draw: list[str], ordered: bool, same: bool) -> None:
    got = {"draw": draw, "draw_ordered": ordered}
    assert (difference({"draw": ["a", "b", "c"]}, got, OTHER.unordered(got)) is None) == same
