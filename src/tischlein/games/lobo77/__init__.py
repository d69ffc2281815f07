"""LOBO 77 for two to eight: add up, dodge the repdigits, stay below 77."""

from tischlein.engine.game import Game, Option
from tischlein.games.lobo77 import rules
from tischlein.games.lobo77.bots import heuristics
from tischlein.games.lobo77.face import notation, positions, view
from tischlein.games.lobo77.rules.material import MAX_SEATS

GAME = Game(
    id="lobo77",
    name="LOBO 77",
    seats=range(2, MAX_SEATS + 1),
    options={
        "reverse_cards": Option(4, (4, 5), "reverse cards in the deck: 4, or 5 as in the older edition"),
        "starter": Option("lot", ("lot", *range(MAX_SEATS)), "who starts: drawn by lot, or a seat"),
        "manual_draw": Option(False, (False, True), "players draw by hand, and may forget it"),
    },
    rules=rules,
    notation=notation,
    positions=positions,
    views=view,
    texts="tischlein.games.lobo77.face.texts",
    revealing=frozenset({"lot", "shuffle", "deal", "draw"}),
    open_action=lambda action: True,
    heuristics=heuristics,
)
