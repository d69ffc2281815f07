"""Records that cannot be replayed say which entry is wrong, and why."""

import json
from typing import Any

import pytest

from tischlein import RecordError, Table, game

LOBO77 = game("lobo77")


def at(*hands: list[str], chance: list[str] | None = None, **position: Any) -> Table:
    return LOBO77.at(
        {"game": "lobo77", "seats": len(hands), "hands": list(hands), **position}, chance=chance or []
    )


@pytest.fixture
def record() -> dict[str, Any]:
    table = at(["7", "3"], ["8"], draw=["2", "5"], draw_ordered=False, chance=["5", "2"])
    table.play(0, "7")
    table.play(1, "8")
    made: dict[str, Any] = json.loads(json.dumps(table.record()))
    return made


def test_what_a_record_holds(record: dict[str, Any]) -> None:
    assert record["game"] == "lobo77"
    assert record["version"] == LOBO77.version
    assert record["history"] == [[0, "7"], [-1, "5"], [1, "8"], [-1, "2"]]
    assert record["start"]["hands"] == [["3", "7"], ["8"]]
    assert LOBO77.replay(record).history == [(0, "7"), (-1, "5"), (1, "8"), (-1, "2")]


def test_a_new_game_has_no_start_position() -> None:
    table = LOBO77.new(seats=3, seed=1, reverse_cards=5)
    record = table.record()
    assert (record["seats"], record["start"]) == (3, None)
    assert record["options"] == {"reverse_cards": 5, "starter": "lot", "manual_draw": False}
    assert LOBO77.replay(record).position() == table.position()


def test_a_replayed_table_goes_on(record: dict[str, Any]) -> None:
    table = LOBO77.replay(record, chance=["7"])
    table.play(0, "3")
    assert table.history[-2:] == [(0, "3"), (-1, "7")]


@pytest.mark.parametrize("version", [0, 2, "1", 1.0, True, None])
def test_another_version_of_the_rules_is_refused(record: dict[str, Any], version: Any) -> None:
    with pytest.raises(
        RecordError, match=r"made with version .* of the rules of LOBO 77; these are version 1"
    ):
        LOBO77.replay({**record, "version": version})


@pytest.mark.parametrize(
    ("spoilt", "message"),
    [
        ({"game": "quando"}, "this is a record of 'quando', not of 'lobo77'"),
        ({"seats": 3}, "seats and options disagree with the start position"),
        ({"seats": 1}, "the record does not open: seats: LOBO 77 is for 2 to 8"),
        ({"options": {"manual_draw": True}}, "seats and options disagree"),
        ({"options": {"target": 1}}, "the record does not open: target: LOBO 77 has no such option"),
        ({"options": None}, "options: None is not a dict"),
        ({"start": {}}, "the record does not open: game: missing"),
        ({"start": 7}, "the record does not open: a position is a dict"),
        ({"history": None}, "history: None is not a list"),
        ({"history": [7]}, r"history\[0\]: 7 is not a pair of seat and text"),
        ({"history": [[0]]}, r"history\[0\]: \[0\] is not a pair"),
        ({"history": [[0, 7]]}, r"history\[0\]: \[0, 7\] is not a pair"),
        ({"history": [[0, "9"]]}, r"history\[0\]: \[0, '9'\]: .*seat 0"),
        ({"history": [[1, "8"]]}, r"history\[0\]: \[1, '8'\]: .*seat 1"),
        ({"history": [[5, "8"]]}, r"history\[0\]: .*: there is no seat 5"),
        ({"history": [["0", "7"]]}, r"history\[0\]: .*: there is no seat '0'"),
        ({"history": [[-1, "5"]]}, r"history\[0\]: .*: chance has nothing to decide here"),
        ({"history": [[0, "undo"]]}, r"history\[0\]: .*: seat 0 has made no decision"),
        ({"history": [[7, "undo"]]}, r"history\[0\]: .*: there is no seat 7"),
        ({"history": [[0, "7"], [1, "8"]]}, r"history\[1\]: .*: chance has to decide first"),
        ({"history": [[0, "7"], [0, "undo"]]}, r"history\[1\]: .*: chance has to decide first"),
        ({"history": [[0, "7"], [-1, "9"]]}, r"history\[1\]: .*: this cannot happen here"),
        ({"history": [[0, "7"], [-1, "undo"]]}, r"history\[1\]: .*: this cannot happen here"),
        ({"history": [[0, "7"]]}, "history: it ends while chance has to decide"),
    ],
)
def test_refused_with_its_place(record: dict[str, Any], spoilt: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        LOBO77.replay({**record, **spoilt})


@pytest.mark.parametrize("key", ["game", "version", "seats", "options", "start", "history"])
def test_nothing_may_be_missing_or_added(record: dict[str, Any], key: str) -> None:
    without = {name: value for name, value in record.items() if name != key}
    wrong: list[Any] = [without, {**record, "comment": "fun"}, None, [], "record", 7]
    for bad in wrong:
        with pytest.raises(RecordError, match="a record is a dict with the keys game, version"):
            LOBO77.replay(bad)
