"""The coach's count for a card: how many cards of its number are known, in a hand, on the table or gone."""

from tischlein.engine.types import Count
from tischlein.games.quanto.rules.material import CARD, COPIES, JOKER, NAMES, PICK, TAKE, VALUES, Quanto


def count(s: Quanto, seat: int, action: int) -> Count | None:
    if CARD <= action < TAKE:
        kind = action - CARD
    elif PICK <= action < PICK + JOKER:
        kind = action - PICK
    else:
        return None
    if kind == JOKER:
        return None
    alike = [k for k, value in enumerate(VALUES) if value == VALUES[kind]]
    copies = sum(COPIES[k] for k in alike)
    return {
        "key": "known",
        "card": NAMES[VALUES[kind] - 1],
        "some": copies - sum(s.unseen[k] for k in alike),
        "all": copies,
    }
