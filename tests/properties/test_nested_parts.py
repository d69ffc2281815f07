"""Each part of a position is checked, however deep it lies: a part of another shape is refused, and the message names its key."""

from functools import cache
from random import Random
from typing import Any

import pytest

from helpers.games.garbage import places
from helpers.games.strategies import each_game, some_position
from per_game import KITS, Kit
from per_game.base import Position, at, replaced
from tischlein import PositionError

Path = tuple[Any, ...]
TRIED = 150
WRONG_VALUES = ({"rde": [2]}, [["rde"]], 2.5)
# The dicts inside positions; `*` stands for each entry of a list.
DICTS = {
    "lobo77": {"options"},
    "quando": {"options"},
    "quanto": {"options", "quantos.*", "offer"},
    "qwixx": {"options", "sheets.*", "crossed"},
}


@cache
def parts(kit: Kit) -> dict[str, tuple[Position, Path]]:
    """Return each place of the game's positions once, with a position that has something there."""
    rng = Random("nested parts")
    found: dict[str, tuple[Position, Path]] = {}
    for _ in range(TRIED):
        position = kit.game.at(some_position(kit, rng), seed=1).position()
        for path in places(position):
            name = ".".join("*" if isinstance(key, int) else key for key in path)
            if name not in found or at(*found[name]) is None:
                found[name] = position, path
    return found


def refuses(kit: Kit, position: Position, path: Path, value: Any) -> None:
    """Check that a part is refused; options are named by themselves, other parts from the top of the position on."""
    names = [*map(str, path[1:2]), "rde"] if path[0] == "options" else []
    with pytest.raises(PositionError, match=rf"^({'|'.join([path[0], *names])})\b"):
        kit.game.at(replaced(position, {path: value}), seed=1)


@each_game
def test_a_part_of_another_shape_is_refused(kit: Kit) -> None:
    for position, path in parts(kit).values():
        for wrong in WRONG_VALUES:
            refuses(kit, position, path, wrong)


@each_game
def test_an_unknown_key_of_a_part_is_refused(kit: Kit) -> None:
    for position, path in parts(kit).values():
        part = at(position, path)
        if isinstance(part, dict):
            refuses(kit, position, path, {**part, "rde": [2]})
            refuses(kit, position, path, [part])


@pytest.mark.parametrize("kit", [kit for kit in KITS if kit.game.id in DICTS], ids=lambda kit: kit.game.id)
def test_every_dict_of_the_games_was_tried(kit: Kit) -> None:
    tried = {name for name, (position, path) in parts(kit).items() if isinstance(at(position, path), dict)}
    assert tried == DICTS[kit.game.id]


def test_a_misspelt_row_of_a_sheet_is_refused() -> None:
    kit = next(kit for kit in KITS if kit.game.id == "qwixx")
    position = {"game": "qwixx", "seats": 2, "hands": [["r2"], ["g3"]], "draw": ["y7"]}
    for sheet in ({"rde": [2]}, [2], 2, "red", {"red": 2}, {"red": {"2": 1}}, {"red": [[2]]}):
        with pytest.raises(PositionError, match=r"^sheets\[0\]"):
            kit.game.at({**position, "sheets": [sheet, {}]}, seed=1)
