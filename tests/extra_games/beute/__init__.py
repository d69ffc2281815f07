"""Beute for two to eight: everybody chooses at the same time, hands are known, and chance only turns up prizes in the middle."""

from extra_games.beute import rules
from extra_games.beute.face import notation, positions, view
from tischlein.engine.game import Face, Game, Secrets, Suit, Turns, Zone

GAME = Game(
    id="beute",
    name="Beute",
    draft=True,  # it stays one: only the tests play it
    seats=range(2, rules.MAX_SEATS + 1),
    rules=rules,
    face=Face(
        actions=notation.TEXTS,
        positions=positions,
        views=view,
        texts=f"{__name__}.face.texts",
        outcomes=notation.outcomes,
        zones=(
            Zone("lying", "lying", "cards"),
            Zone("pile", "pile", "counter"),
            Zone("chosen", "players.*.chosen", "cards", "seat"),
            Zone("laid", "players.*.laid", "cards", "seat"),
            Zone("taken", "players.*.taken", "cards", "seat"),
            Zone("left", "players.*.left", "row", "seat"),
            Zone("hand", "hand", "hand", "seat"),
        ),
        suits={"+": Suit("green", "+"), "-": Suit("red", "−")},
    ),
    # Bids that are laid open show nothing that may be taken back: a prize always follows, or no bid was left to choose from.
    secrets=Secrets(revealing=frozenset()),
    turns=Turns(phase=lambda s: "choose", waiting=view.waiting),
)
