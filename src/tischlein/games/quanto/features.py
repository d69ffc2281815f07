"""The names of the features that Quanto's ``observe`` writes."""

from tischlein.engine.rules.features import block, seats_in_order
from tischlein.games.quanto.rules.material import (
    COPIES,
    DECK,
    FINISHED,
    HIGHEST,
    KINDS,
    MAX_SEATS,
    NAMES,
    REVEALED,
    STEAL,
)

OTHERS = MAX_SEATS - 1
MOST_COPIES = max(COPIES)

FEATURES = (
    *(
        feature
        for place in (
            "hand",
            "unseen",
            "display",
            "picked",
            "revealed",
            "gone",
            "known in the partner's hand",
        )
        for feature in block(place, NAMES, "count", 0, MOST_COPIES)
    ),
    *block("step", None, "category", 0, FINISHED),
    *block("seat to act", None, "category", -1, OTHERS),
    *block("seat whose turn it is", None, "category", 0, OTHERS),
    *block("further card after a 2", None, "flag", 0, 1),
    *block("card from the revealed ones", None, "flag", 0, 1),
    *block("chosen card", None, "category", -1, KINDS - 1),
    *block("verb", None, "category", -1, STEAL),
    *block("value of the card", None, "number", 0, HIGHEST),
    *block("worth of a group", None, "number", 0, 2 * HIGHEST),
    *block("missing in the open group", None, "number", 0, HIGHEST),
    *block("owner of the quanto in question", None, "category", -1, OTHERS),
    *block("offered card", None, "category", -2, KINDS - 1),
    *block("last taker", None, "category", -1, OTHERS),
    *block("draw pile", None, "count", 0, DECK),
    *block("display", None, "count", 0, DECK),
    *block("option teams", None, "flag", 0, 1),
    *block("option discard", None, "category", 0, 2),
    *block("tiles in the middle, as bits", None, "number", 0, (1 << (HIGHEST + 1)) - 1),
    *block("seats", None, "category", 2, MAX_SEATS),
    *block("own score", None, "count", 0, DECK),
    *block("revealed", None, "count", 0, REVEALED),
    *block("dealer", None, "category", -1, OTHERS),
    *(
        feature
        for seat in seats_in_order(MAX_SEATS)
        for feature in (
            *block(f"{seat}: cards", None, "count", 0, DECK),
            *block(f"{seat}: win pile", None, "count", 0, DECK),
            *block(f"{seat}: top card of the win pile", None, "category", -1, KINDS - 1),
            *block(f"{seat}: tile", None, "category", 0, HIGHEST),
            *block(f"{seat}: cards of the quanto", None, "count", 0, DECK),
            *block(f"{seat}: has looked", None, "flag", 0, 1),
            *block(f"{seat}: in the game", None, "flag", 0, 1),
        )
    ),
)

# The players' tiles have features of their own; as one number, bits mean nothing to a net.
UNLEARNED = ("tiles in the middle",)
