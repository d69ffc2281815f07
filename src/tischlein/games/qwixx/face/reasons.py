"""Why one choice was better than another, in numbers and rows, from what the player knows."""

from tischlein.engine.rules.parts import Move
from tischlein.engine.types import Count
from tischlein.games.qwixx.face.hints import hint
from tischlein.games.qwixx.face.notation import COLOUR_NAMES, NAMES
from tischlein.games.qwixx.rules.legality import card_of, colour_of
from tischlein.games.qwixx.rules.material import (
    COLOURS,
    CROSS_ROW,
    NUMBERS,
    PLAY_CARD,
    SHOW,
    SKIP,
    STOP,
    Qwixx,
)
from tischlein.games.qwixx.rules.sheet import crosses_in, index_of, place_of, why_row


def reason(s: Qwixx, seat: int, better: Move, other: Move) -> Count | None:
    """Return the key and the values of the sentence that says why one choice was better than the other."""
    action, instead = better.actions[0], other.actions[0]
    if max(action, instead) < CROSS_ROW:
        return _slots(s, seat, action, instead)
    if PLAY_CARD <= action < SHOW:
        return _cards(s, seat, better, other)
    return _crosses(s, seat, action, instead)


def _crosses(s: Qwixx, seat: int, action: int, instead: int) -> Count | None:
    idle = SKIP, SHOW, STOP
    mine, theirs = hint(s, seat, action), hint(s, seat, instead)
    if theirs.get("miss") and action not in idle:
        return {"key": "miss", "row": mine["row"], "number": mine["number"]}
    if action in (SKIP, STOP):
        skipped = theirs.get("loses", [])
        return (
            {"key": "waits", "row": theirs["row"], "number": theirs["number"], "lost": len(skipped)}
            if skipped
            else None
        )
    if "loses" not in mine:
        return None
    found: Count = {
        "row": mine["row"],
        "number": mine["number"],
        "lost": len(mine["loses"]),
        "gain": mine["gain"],
    }
    if mine["lock"]:
        return {**found, "key": "lock", "points": mine["points"]}
    if "loses" not in theirs:
        return {**found, "key": "near"} if len(mine["loses"]) <= 1 else None
    found |= {
        "instead": theirs["row"],
        "cost": len(theirs["loses"]),
        "less": theirs["gain"],
        "other": theirs["number"],
    }
    if found["lost"] < found["cost"]:
        return {**found, "key": "skips"}
    return {**found, "key": "gains"} if found["gain"] > found["less"] else None


def _slots(s: Qwixx, seat: int, slot: int, instead: int) -> Count | None:
    """Compare in how many rows the numbers of two cards of the display can still be crossed."""
    number, other = index_of(s.display[slot]), index_of(s.display[instead])
    rows, fewer = _open_rows(s, seat, number), _open_rows(s, seat, other)
    if rows > fewer:
        return {"key": "fits", "number": number + 2, "other": other + 2, "rows": rows, "fewer": fewer}
    skips, cost = _nearest(s, seat, number), _nearest(s, seat, other)
    if skips < cost and cost < NUMBERS:
        return {"key": "closer", "number": number + 2, "other": other + 2, "lost": skips, "cost": cost}
    return None


def _nearest(s: Qwixx, seat: int, index: int) -> int:
    """Return how few numbers a number skips, in the row where it comes soonest; NUMBERS where it fits nowhere."""
    skips = [NUMBERS]
    for colour in range(COLOURS):
        row, place = int(s.rows[seat][colour]), place_of(colour, index)
        if why_row(row, place) == 0:
            skips.append(place - row.bit_length())
    return min(skips)


def _open_rows(s: Qwixx, seat: int, index: int) -> int:
    """Return the number of rows in which a number can be crossed now."""
    return sum(why_row(s.rows[seat][colour], place_of(colour, index)) == 0 for colour in range(COLOURS))


def _cards(s: Qwixx, seat: int, better: Move, other: Move) -> Count | None:
    """Compare the crosses that two ways to play cards lead to."""
    colour = colour_of(better.actions[0])
    mine, theirs = _cross(s, seat, better.after), _cross(s, seat, other.after)
    found: Count = {
        "row": COLOUR_NAMES[colour],
        "crosses": mine,
        "fewer": theirs,
        "card": NAMES[card_of(better.actions[0])],
    }
    if mine > theirs:
        return {**found, "key": "more_crosses"}
    skips, cost = _skip(s, seat, better.after), _skip(s, seat, other.after)
    if mine == theirs and skips < cost:
        return {**found, "key": "fewer_skips", "lost": skips, "cost": cost}
    return None


def _cross(s: Qwixx, seat: int, after: Qwixx) -> int:
    return sum(
        crosses_in(after.rows[seat][colour]) - crosses_in(s.rows[seat][colour]) for colour in range(COLOURS)
    )


def _skip(s: Qwixx, seat: int, after: Qwixx) -> int:
    """Return how many numbers a move has skipped."""
    lost = 0
    for colour in range(COLOURS):
        before, row = int(s.rows[seat][colour]), int(after.rows[seat][colour])
        lost += row.bit_length() - before.bit_length() - crosses_in(row) + crosses_in(before)
    return lost
