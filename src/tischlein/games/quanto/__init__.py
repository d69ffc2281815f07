"""Quanto for two to six, four also as two teams: take what adds up, and have the most cards in the end."""

from tischlein.engine.game import Game, Option
from tischlein.games.quanto import rules
from tischlein.games.quanto.bots import heuristics
from tischlein.games.quanto.face import notation, positions, view
from tischlein.games.quanto.rules.material import GIVE, NO_OFFER, OFFER


def open_action(action: int) -> bool:
    """All is said aloud but which card is offered or given. N24, N26"""
    return not (OFFER <= action < NO_OFFER or action >= GIVE)


GAME = Game(
    id="quanto",
    name="Quanto",
    seats=range(2, rules.MAX_SEATS + 1),
    options={
        "teams": Option(False, (False, True), "two teams of partners who sit opposite; for four seats"),
        "discard": Option(
            "forced",
            positions.DISCARDS,
            "when a card may be discarded: if no card can do anything else (forced), if this one cannot (card), always (free)",
        ),
    },
    rules=rules,
    notation=notation,
    positions=positions,
    views=view,
    texts="tischlein.games.quanto.face.texts",
    # The cards of an exchange are shown to the partner: taking an offer back would be a free signal.
    revealing=frozenset({"lot", "deal", "lay", "draw", "reveal", "offer", "give"}),
    open_action=open_action,
    heuristics=heuristics,
)
