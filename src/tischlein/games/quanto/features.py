"""The names of the features that Quanto's ``observe`` writes."""

from tischlein.engine.rules.features import Feature, block, seats_in_order
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
    Feature("step", "category", 0, FINISHED),
    Feature("seat to act", "category", -1, OTHERS),
    Feature("seat whose turn it is", "category", 0, OTHERS),
    Feature("further card after a 2", "flag", 0, 1),
    Feature("card from the revealed ones", "flag", 0, 1),
    Feature("chosen card", "category", -1, KINDS - 1),
    Feature("verb", "category", -1, STEAL),
    Feature("value of the card", "number", 0, HIGHEST),
    Feature("worth of a group", "number", 0, 2 * HIGHEST),
    Feature("missing in the open group", "number", 0, HIGHEST),
    Feature("owner of the quanto in question", "category", -1, OTHERS),
    Feature("offered card", "category", -2, KINDS - 1),
    Feature("last taker", "category", -1, OTHERS),
    Feature("draw pile", "count", 0, DECK),
    Feature("display", "count", 0, DECK),
    Feature("option teams", "flag", 0, 1),
    Feature("option discard", "category", 0, 2),
    Feature("tiles in the middle, as bits", "number", 0, (1 << (HIGHEST + 1)) - 1),
    Feature("seats", "category", 2, MAX_SEATS),
    Feature("own score", "count", 0, DECK),
    Feature("revealed", "count", 0, REVEALED),
    Feature("dealer", "category", -1, OTHERS),
    *(
        feature
        for seat in seats_in_order(MAX_SEATS)
        for feature in (
            Feature(f"{seat}: cards", "count", 0, DECK),
            Feature(f"{seat}: win pile", "count", 0, DECK),
            Feature(f"{seat}: top card of the win pile", "category", -1, KINDS - 1),
            Feature(f"{seat}: tile", "category", 0, HIGHEST),
            Feature(f"{seat}: cards of the quanto", "count", 0, DECK),
            Feature(f"{seat}: has looked", "flag", 0, 1),
            Feature(f"{seat}: in the game", "flag", 0, 1),
        )
    ),
)

# The players' tiles have features of their own; as one number, bits mean nothing to a net.
UNLEARNED = ("tiles in the middle",)
