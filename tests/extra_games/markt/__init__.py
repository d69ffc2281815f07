"""Markt for two to four: an open market, no hands, and nothing that one player knows and another does not."""

from extra_games.markt import rules
from extra_games.markt.face import notation, positions, view
from tischlein.engine.game import Face, Game, Secrets, Zone

GAME = Game(
    id="markt",
    name="Markt",
    draft=True,  # it stays one: only the tests play it
    seats=range(2, rules.MAX_SEATS + 1),
    rules=rules,
    face=Face(
        actions=notation.TEXTS,
        positions=positions,
        views=view,
        texts=f"{__name__}.face.texts",
        outcomes=notation.outcomes,
        action_card=notation.action_card,
        zones=(
            Zone("market", "market", "cards"),
            Zone("pile", "pile", "counter"),
            Zone("goods", "players.*.goods", "cards", "seat"),
        ),
    ),
    secrets=Secrets(revealing=frozenset(), open_action=lambda action: True),
)
