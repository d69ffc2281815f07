"""The coach's count for a side of the top card: the number of possible cards that are lower on the other side."""

from tischlein.cards import EMPTY
from tischlein.engine.types import Count
from tischlein.games.quando.rules.material import (
    BACK,
    FRONT,
    HIDDEN,
    KIND_OF,
    NUMBERS,
    TAKE_HIDDEN,
    Quando,
)


def count(s: Quando, seat: int, action: int) -> Count | None:
    if action > TAKE_HIDDEN or s.top == EMPTY or (s.top & BACK) >> 4 != HIDDEN:
        return None
    front = s.top & FRONT
    fitting = [
        other for other in range(NUMBERS) if other != front and s.unseen[KIND_OF[front | other << 4]] > 0
    ]
    lower = sum(other < front for other in fitting)
    return {"key": "lower", "number": front, "some": lower, "all": len(fitting)}
