"""The names of the features that LOBO 77's ``observe`` writes."""

from tischlein.engine.rules.features import LEAST, Feature, block, seats_in_order
from tischlein.games.lobo77.rules.material import CHIPS, COPIES, DECK, DONE, KINDS, MAX_SEATS, NAMES

MOST_COPIES = max(COPIES)
OTHERS = MAX_SEATS - 1

FEATURES = (
    *block("hand", NAMES, "count", 0, MOST_COPIES),
    *block("unseen", NAMES, "count", 0, MOST_COPIES),
    Feature("total", "number", LEAST, 76 + 76),
    Feature("direction", "category", -1, 1),
    Feature("cards owed", "count", 0, 2),
    Feature("cards played in this turn", "count", 0, 2),
    Feature("top card", "category", -1, KINDS - 1),
    Feature("draw pile", "count", 0, DECK),
    Feature("discard pile", "count", 0, DECK),
    Feature("set aside", "count", 0, DECK),
    Feature("seat to play", "category", 0, OTHERS),
    Feature("seat that may draw", "category", -1, OTHERS),
    Feature("cards that it may draw", "count", 0, 2),
    Feature("seats", "category", 2, MAX_SEATS),
    Feature("phase", "category", 0, DONE),
    Feature("seat that began the round", "category", -1, OTHERS),
    Feature("option manual_draw", "flag", 0, 1),
    Feature("reverse cards", "category", 4, 5),
    *(
        feature
        for seat in seats_in_order(MAX_SEATS)
        for feature in (
            Feature(f"{seat}: chips", "count", 0, CHIPS),
            Feature(f"{seat}: out", "flag", 0, 1),
            Feature(f"{seat}: cards", "count", 0, DECK),
            Feature(f"{seat}: in the game", "flag", 0, 1),
        )
    ),
)
