"""What a game declares: options in the record, sides, ranks, zones, and what every view has in common."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tischlein
from tischlein import Game, Table, game
from tischlein.engine.play.views import CommonView, KnownKeys, standings_of
from tischlein.scaffold.template import GAME as HOCH

GAMES = list(tischlein.games().values())
LOBO77, QUANTO = game("lobo77"), game("quanto")
each_game = pytest.mark.parametrize("any_game", GAMES, ids=lambda one: one.id)
COMMON = list(CommonView.__annotations__)


def places(table: Table) -> list[tuple[int, list[int]]]:
    return [(entry["place"], entry["seats"]) for entry in table.standings()]


def at(*hands: list[str], **position: Any) -> Table:
    return LOBO77.at({"game": "lobo77", "seats": len(hands), "hands": list(hands), **position}, seed=1)


@pytest.mark.parametrize(("seats", "usual"), [(range(2, 9), 3), (range(4, 7), 4), (range(2, 3), 2)])
def test_usually_three_play_where_the_game_has_room(seats: range, usual: int) -> None:
    assert replace(LOBO77, seats=seats).usual_seats == usual


# Actions


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({3: "2"}, r"hoch: face\.actions has '2' for two actions, 1 and 3"),
        ({3: None}, r"hoch: face\.actions has no text for the action 3"),
    ],
)
def test_a_game_whose_actions_have_no_texts_of_their_own_is_refused(
    changed: dict[int, Any], said: str
) -> None:
    """Else the action would be an error in the middle of a game, or another one would be played in its place."""
    actions = {**HOCH.face.actions, **changed}
    texts = {action: text for action, text in actions.items() if text}
    with pytest.raises(TypeError, match=said):
        replace(HOCH, face=replace(HOCH.face, actions=texts))


# Options


@each_game
def test_every_choice_of_an_option_comes_back_from_the_record(any_game: Game) -> None:
    seats = any_game.seats[-1]
    for name, option in any_game.options.items():
        for choice in option.choices:
            chosen = any_game.check_options({name: choice})
            if any_game.clash(seats, chosen) is None:
                found = any_game.options_of(any_game.blank(seats, chosen))
                chosen = any_game.options_in_record(chosen)
                assert found == chosen
                assert {key: type(value) for key, value in found.items()} == {
                    key: type(value) for key, value in chosen.items()
                }


@each_game
def test_options_that_were_read_before_are_nobody_elses(any_game: Game) -> None:
    """Neither a reader's changes nor numbers of another library reach the next reader."""
    fresh = replace(any_game)
    s = fresh.blank(any_game.seats[-1], any_game.check_options({}))
    plain = {
        field: getattr(s, field)
        for field in [one.field or name for name, one in fresh.options.items() if one.held]
    }
    for field, value in plain.items():
        setattr(s, field, np.int8(value))
    first = fresh.options_of(s)
    expected = dict(first)
    first["something"] = "else"
    for field, value in plain.items():
        setattr(s, field, value)
    assert fresh.options_of(s) == expected
    json.dumps(fresh.options_of(s))


def test_standing_answers_mean_something_only_where_the_question_is_asked() -> None:
    assert QUANTO.answers_with({"teams": True}) == {"no_offers": "no offer"}
    assert QUANTO.answers_with({}) == {}
    assert LOBO77.answers_with({}) == {}


# Views


@each_game
def test_keys_that_generic_code_reads_mean_the_same_in_every_game(any_game: Game) -> None:
    for seats in any_game.seats:
        view = any_game.new(seats, seed=3).view(0)
        known = {key: view[key] for key in KnownKeys.__annotations__ if key in view}
        assert known.get("turn", 0) in range(seats)
        assert isinstance(known.get("step"), str | int | None)
        assert isinstance(known.get("hand", []), list)
        assert len(known.get("players", range(seats))) == seats


def test_generic_code_reads_only_keys_that_are_declared() -> None:
    """Where a game's own keys are meant, its texts or zones name them."""
    package = Path(tischlein.__file__).parent
    read = {
        key
        for path in package.rglob("*.py")
        if path.relative_to(package).parts[0] not in ("games", "scaffold")
        for key in re.findall(r'\bview(?:\.get\(|\[)"(\w+)"', path.read_text("utf-8"))
    }
    assert {"turn", "players", "scores"} < read <= {*CommonView.__annotations__, *KnownKeys.__annotations__}


@each_game
def test_a_view_begins_with_what_every_view_has(any_game: Game) -> None:
    table = any_game.new(any_game.seats[-1], seed=3)
    while not table.over and len(table.history) < 99:
        open_view = table.view(None)
        for seat in (None, *range(table.seats)):
            view = table.view(seat)
            assert list(view)[: len(COMMON)] == COMMON
            assert (view["game"], view["seats"], view["you"]) == (any_game.id, table.seats, seat)
            assert (view["over"], view["winners"]) == (False, [])
            assert (view["waiting"], view["scores"]) == (list(table.waiting), table.scores)
            assert view["options"] == any_game.options_in_record(table.options)
            assert view.keys() == open_view.keys()
            for key in {"phase", "turn", "draw_count"} & view.keys():  # not every game knows the last two
                assert view[key] == open_view[key]
        table.play(table.waiting[0], table.actions(table.waiting[0])[0])


@each_game
def test_a_game_says_nothing_of_that_itself(any_game: Game) -> None:
    table = any_game.new(any_game.seats[0], seed=3)
    assert not set(any_game.face.views.view(table.conceal_for(0), 0)) & set(COMMON)
    assert not set(any_game.face.positions.dump(table._s)) & {"game", "seats", "options"}


@each_game
def test_at_the_end_a_view_says_so(any_game: Game) -> None:
    table = finished(any_game, any_game.seats[0])
    view = table.view(None)
    assert (view["phase"], view["over"], view["waiting"]) == ("over", True, [])
    assert view["winners"] == table.winners
    assert table.events(None)[-1]["winners"] == table.winners


@each_game
def test_zones_are_found_in_the_view(any_game: Game) -> None:
    for table in (any_game.new(any_game.seats[0], seed=3), finished(any_game, any_game.seats[-1])):
        for zone in any_game.face.zones:
            assert all(len(found(table.view(seat), zone.key)) for seat in (None, 0)), zone
            many = len(found(table.view(0), zone.key))
            assert many == (table.seats if "*" in zone.key else 1), zone


def found(value: Any, key: str) -> list[Any]:
    """Every value that a zone's key leads to; what lies below None is None."""
    values = [value]
    for part in key.split("."):
        values = [
            inner
            for one in values
            for inner in ([None] if one is None else one if part == "*" else [one[part]])
        ]
    return values


def finished(any_game: Game, seats: int) -> Table:
    table = any_game.new(seats, seed=3)
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, table.actions(seat)[0])
    return table


# Standings


@each_game
def test_standings_name_every_seat_once_and_winners_first(any_game: Game) -> None:
    for seats in any_game.seats:
        table = finished(any_game, seats)
        standings = table.standings()
        assert sorted(seat for entry in standings for seat in entry["seats"]) == list(range(seats))
        won = [entry["won"] for entry in standings]
        assert won == sorted(won, reverse=True)
        assert sorted(seat for entry in standings if entry["won"] for seat in entry["seats"]) == table.winners
        assert [entry["place"] == 1 for entry in standings] == won
        scores = [entry["score"] for entry in standings]
        assert scores == sorted(scores, reverse=not any_game.scoring.low_wins)


def test_who_went_out_last_is_second_whatever_the_seat() -> None:
    table = at(["66"], ["2"], ["10"], ["10"], total=12, chips=[0, 0, 0, 0], options={"manual_draw": True})
    table.play(0, "66")  # 78: out; the next round is dealt
    assert places(table)[-1] == (4, [0])
    out = [0]
    while not table.over:
        seat = table.view(None)["turn"]
        table.play(seat, table.actions(seat)[-1])
        out += [other for other in range(4) if table.scores[other] < 0 and other not in out]
    assert [seats for _, seats in places(table)] == [table.winners, *([seat] for seat in reversed(out))]


def test_out_again_after_an_undo_counts_once() -> None:
    table = at(["2", "3"], ["9"], ["9"], chips=[0, 0, 0], total=75, options={"manual_draw": True})
    before = places(table)
    table.play(0, "2")
    out = places(table)
    table.undo(0, consent=True)
    assert places(table) == before != out


def test_partners_share_a_place() -> None:
    table = finished_teams()
    assert QUANTO.sides_of(4, table.options) == ((0, 2), (1, 3))
    assert {tuple(entry["seats"]) for entry in table.standings()} == {(0, 2), (1, 3)}
    assert QUANTO.sides_of(4, {"teams": False}) == ((0,), (1,), (2,), (3,))


def finished_teams() -> Table:
    table = QUANTO.new(4, seed=3, teams=True)
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, table.actions(seat)[-1])
    return table


def test_equal_sides_share_a_place_and_the_next_one_is_left_out() -> None:
    told = standings_of(game("qwixx"), {}, [5, 9, 5, 1], [1])
    assert [(entry["place"], entry["seats"], entry["score"]) for entry in told] == [
        (1, [1], 9),
        (2, [0], 5),
        (2, [2], 5),
        (4, [3], 1),
    ]


def test_ranks_are_told_before_scores() -> None:
    events = [{"kind": "out", "seat": 2}, {"kind": "out", "seat": 0}]
    told = standings_of(LOBO77, {}, [-1, 2, -1, -1], [1], events)
    assert [entry["seats"] for entry in told] == [[1], [0], [2], [3]]
    assert [entry["place"] for entry in told] == [1, 2, 3, 4]
