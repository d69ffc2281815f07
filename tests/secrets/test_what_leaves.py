"""Whatever leaves a table, in every game: ready for JSON, and never the table's own."""

import json
from random import Random
from typing import Any

from hypothesis import given

from helpers.games.strategies import concealed, each_game, generators, imagined, played, words
from per_game import Kit
from tischlein import Table
from tischlein.engine.play.views import hint_of


@each_game
@given(generators)
def test_hints_say_nothing_that_is_not_known(kit: Kit, rng: Random) -> None:
    """One for each legal action, ready for JSON, and the same in every world that the seat cannot tell from the true one."""
    table = played(kit, rng)
    for seat in table.waiting:
        hints = json.dumps(table.hints(seat), allow_nan=False)
        assert list(json.loads(hints)) == [action.text for action in table.actions(seat)]
        world = concealed(kit, imagined(kit, concealed(kit, table._s, seat), seat, words(rng)), seat)
        before = kit.layout.pack(world)
        again = {action.text: hint_of(kit.game, world, seat, action.id) for action in table.actions(seat)}
        assert json.dumps(again) == hints
        assert kit.layout.pack(world) == before  # looking ahead changes nothing


@each_game
@given(generators)
def test_what_is_handed_out_is_a_copy(kit: Kit, rng: Random) -> None:
    """Who changes a view, an event, a position or a record changes nothing at the table."""
    table = played(kit, rng, most=8)
    before = everything(table)
    for handed in (table.view(0), table.position(), table.record(), *table.events(0), table.history):
        spoil(handed)
    table.scores.append(5)
    table.winners.append(0)
    assert everything(table) == before


def everything(table: Table) -> str:
    told = [table.view(0), table.events(0), table.position(), table.record(), table.history]
    return json.dumps([told, table.scores, table.winners])


def spoil(value: Any) -> None:
    """Change whatever can be changed, at any depth."""
    if isinstance(value, dict):
        for inner in value.values():
            spoil(inner)
        value["spoilt"] = True
    elif isinstance(value, list):
        for inner in value:
            spoil(inner)
        value.append("spoilt")
