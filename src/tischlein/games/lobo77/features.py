"""The names of the features that LOBO 77's ``observe`` writes."""

from tischlein.engine.rules.features import LEAST, block, seats_in_order
from tischlein.games.lobo77.rules.material import CHIPS, COPIES, DECK, DONE, KINDS, MAX_SEATS, NAMES

MOST_COPIES = max(COPIES)
OTHERS = MAX_SEATS - 1

FEATURES = (
    *block("hand", NAMES, "count", 0, MOST_COPIES),
    *block("unseen", NAMES, "count", 0, MOST_COPIES),
    *block("total", None, "number", LEAST, 76 + 76),
    *block("direction", None, "category", -1, 1),
    *block("cards owed", None, "count", 0, 2),
    *block("cards played in this turn", None, "count", 0, 2),
    *block("top card", None, "category", -1, KINDS - 1),
    *block("draw pile", None, "count", 0, DECK),
    *block("discard pile", None, "count", 0, DECK),
    *block("set aside", None, "count", 0, DECK),
    *block("seat to play", None, "category", 0, OTHERS),
    *block("seat that may draw", None, "category", -1, OTHERS),
    *block("cards that it may draw", None, "count", 0, 2),
    *block("seats", None, "category", 2, MAX_SEATS),
    *block("phase", None, "category", 0, DONE),
    *block("seat that began the round", None, "category", -1, OTHERS),
    *block("option manual_draw", None, "flag", 0, 1),
    *block("reverse cards", None, "category", 4, 5),
    *(
        feature
        for seat in seats_in_order(MAX_SEATS)
        for feature in (
            *block(f"{seat}: chips", None, "count", 0, CHIPS),
            *block(f"{seat}: out", None, "flag", 0, 1),
            *block(f"{seat}: cards", None, "count", 0, DECK),
            *block(f"{seat}: in the game", None, "flag", 0, 1),
        )
    ),
)
