"""Stiche for exactly four: tricks, partners, suits that must be followed, and a score that two share."""

from extra_games.stiche import rules
from extra_games.stiche.face import notation, positions, view
from tischlein.engine.game import Face, Game, Scoring, Secrets, Suit, Zone

GAME = Game(
    id="stiche",
    name="Stiche",
    draft=True,  # it stays one: only the tests play it
    seats=range(rules.MAX_SEATS, rules.MAX_SEATS + 1),
    rules=rules,
    face=Face(
        actions=notation.TEXTS,
        positions=positions,
        views=view,
        texts=f"{__name__}.face.texts",
        outcomes=notation.outcomes,
        zones=(
            Zone("laid", "players.*.laid", "cards", "seat"),
            Zone("last", "players.*.last", "cards", "seat"),
            Zone("taken", "players.*.taken", "counter", "seat"),
            Zone("cards", "players.*.cards", "counter", "seat"),
            Zone("hand", "hand", "hand", "seat"),
        ),
        suits={
            "h": Suit("red", "♥"),
            "d": Suit("orange", "♦"),
            "s": Suit("black", "♠"),
            "c": Suit("green", "♣"),
        },
    ),
    secrets=Secrets(revealing=frozenset(), open_action=lambda action: True),
    scoring=Scoring(sides=lambda seats, options: ((0, 2), (1, 3))),
)
