"""Short words for tables at which one seat is asked at a time."""

import pytest

from tischlein.engine.errors import IllegalAction
from tischlein.engine.table import Table


def play(table: Table, *texts: str) -> Table:
    """All of it by whoever is asked."""
    for text in texts:
        (seat,) = table.waiting
        table.play(seat, text)
    return table


def legal(table: Table) -> set[str]:
    return {action.text for seat in table.waiting for action in table.actions(seat)}


def why(table: Table, seat: int, text: str) -> tuple[str, str] | None:
    reason = table.why(seat, text)
    return None if reason is None else (reason.code, reason.clause)


def refused(table: Table, text: str) -> tuple[str, str]:
    """The reason against it, which also stands against playing it."""
    (seat,) = table.waiting
    reason = why(table, seat, text)
    assert reason is not None
    with pytest.raises(IllegalAction):
        table.play(seat, text)
    return reason
