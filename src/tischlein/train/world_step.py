"""A world to play on in, in the dialect: one that the seat to act cannot tell from the table; for arrays of records."""

from tischlein.cards import Cells, Grid, sow
from tischlein.engine.rules.contract import believe, conceal, imagine
from tischlein.engine.rules.drive import put
from tischlein.engine.types import Array


def lay_out(
    states: Array,
    i: int,
    tables: Array,
    table: int,
    seat: int,
    low: int,
    high: int,
    world: int,
    rng: Cells,
    luck: Cells,
    work: Cells,
) -> None:
    """Put a world of what the seat knows at a table into record i. Worlds of one number are the same, and so is their luck."""
    put(states, i, tables, table)
    conceal(states[i], seat)
    sow(rng, low, high, 2 * world)
    imagine(states[i], seat, rng, work)
    believe(states[i], seat, rng, work)
    sow(luck, low, high, 2 * world + 1)


def lay_out_many(
    states: Array,
    tables: Array,
    places: Cells,
    seats: Cells,
    worlds: Cells,
    low: int,
    high: int,
    rng: Cells,
    lucks: Grid,
    work: Cells,
) -> None:
    """Lay out a world for each record whose place among the tables is given; a place below 0 leaves a record as it is."""
    for i in range(len(places)):
        if places[i] >= 0:
            lay_out(
                states, i, tables, int(places[i]), int(seats[i]), low, high, int(worlds[i]), rng, lucks[i], work
            )  # fmt: skip
