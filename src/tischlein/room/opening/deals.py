"""Deals that several tables have: what gives nobody an advantage, and the result of the deal of the day.

The deal of the day is named after its day and game, that of an evening's round after the evening and the round. Its secret makes the
cards, as at any table, but no player adds a share: the deals would differ.
"""

from tischlein.engine.play.table import Table
from tischlein.room.refusal import Refusal
from tischlein.room.rows import Row
from tischlein.room.state import State

DAILY = "daily/"
DAY = 86_400_000  # milliseconds


def is_daily(row: Row) -> bool:
    """Return True for the deal of a day, False for one of an evening."""
    return row.deal is not None and row.deal.startswith(DAILY)


def end_of_day(deal: str) -> int:
    """Return the end of the day of a deal, in milliseconds since 1970.

    >>> end_of_day("daily/1970-01-01/quando"), end_of_day("daily/2026-11-16/lobo77")
    (86400000, 1794873600000)
    """
    year, month, day = [int(part) for part in deal.split("/")[1].split("-")]
    # Days of the Gregorian calendar, from years that begin in March.
    year, month = (year - 1, month + 9) if month < 3 else (year, month - 3)
    days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day - 1
    return (days - 719_468 + 1) * DAY


def check_own(row: Row) -> None:
    """Refuse what gives one table other chances than those that have the same deal."""
    if row.deal is not None:
        raise Refusal("same_deal", 409)


def result_of(state: State, table: Table, wall: int) -> tuple[int, int] | None:
    """Return place and score of the person who played a deal of the day; None where the game does not count."""
    deal, persons = state.row.deal, state.persons()
    if not table.over or deal is None or not is_daily(state.row) or wall >= end_of_day(deal):
        return None
    for side in table.standings():
        if persons and persons[0] in side["seats"]:
            return side["place"], side["score"]
    return None  # a bot has played it to the end
