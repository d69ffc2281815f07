"""The coach's count for a cross: the number of unseen cards that still fit the row afterwards."""

from tischlein.engine.types import Count
from tischlein.games.qwixx.face.notation import COLOUR_NAMES
from tischlein.games.qwixx.rules.material import CROSS_NUMBER, CROSS_ROW, NUMBERS, SKIP, STOP, Qwixx
from tischlein.games.qwixx.rules.sheet import index_of, place_of


def count(s: Qwixx, seat: int, action: int) -> Count | None:
    if CROSS_ROW <= action < SKIP:
        colour, index = action - CROSS_ROW, index_of(s.top)
    elif CROSS_NUMBER <= action < STOP:
        colour, index = s.colour, action - CROSS_NUMBER
    else:
        return None
    place = place_of(colour, index)
    fitting = [k for k in range(NUMBERS) if place_of(colour, k) > place]
    if not fitting:
        return None
    unseen = sum(s.unseen[5 * k + colour] for k in fitting)
    return {"key": "fitting", "row": COLOUR_NAMES[colour], "some": unseen, "all": len(fitting)}
