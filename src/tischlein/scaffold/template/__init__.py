"""Hoch for two to six: everybody lays a card at the same time, and the highest wins the trick."""

from tischlein.engine.game import Face, Game, Secrets, Turns, Zone
from tischlein.scaffold.template import rules
from tischlein.scaffold.template.face import notation, positions, view

GAME = Game(
    id="hoch",
    name="Hoch",
    draft=True,  # docs/prove-a-game.md says what is still missing
    seats=range(2, rules.MAX_SEATS + 1),
    rules=rules,
    face=Face(
        actions=notation.TEXTS,
        positions=positions,
        views=view,
        texts=f"{__name__}.face.texts",
        outcomes=notation.outcomes,
        zones=(
            Zone("laid", "players.*.laid", "cards", "seat"),
            Zone("chosen", "players.*.chosen", "cards", "seat"),
            Zone("cards", "players.*.cards", "counter", "seat"),
            Zone("hand", "hand", "hand", "seat"),
        ),
    ),
    secrets=Secrets(revealing=frozenset({"lay"})),
    turns=Turns(phase=lambda s: "choose", waiting=view.waiting),
)
