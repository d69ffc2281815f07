"""Quando for two to six: two-sided cards, low numbers, and the right moment to knock."""

from tischlein.engine.game import Game, Option, Zone, first_seat
from tischlein.games.quando import lab, rules
from tischlein.games.quando.bots import heuristics
from tischlein.games.quando.bots.counted import COUNTED
from tischlein.games.quando.face import counts, hints, notation, positions, view
from tischlein.games.quando.features import FEATURES, UNLEARNED

GAME = Game(
    id="quando",
    name="Quando",
    seats=range(2, rules.MAX_SEATS + 1),
    options={
        "knock_after": Option(
            "two_plays",
            ("two_plays", "two_cards"),
            "what everybody must have laid before somebody may knock: cards twice, or two cards",
            field="two_cards",
        ),
        "knock_penalty_after_zeros": Option(
            False,
            (False, True),
            "a knocker pays five points also when somebody else ended the round with only zeros",
        ),
        "target": Option(
            50, range(1, 1000), "the game ends when somebody has so many points; 40 suits two players"
        ),
        "starter": first_seat(rules.MAX_SEATS),
    },
    starter="starter",
    lot=lambda seats, seat: (seat - 1) % seats,  # the dealer; the player to the left begins
    rules=rules,
    notation=notation,
    positions=positions,
    views=view,
    hints=hints,
    count=counts.count,
    texts="tischlein.games.quando.face.texts",
    revealing=frozenset({"draw", "flip", "turn_over", "round_end"}),
    open_action=lambda action: True,  # everybody knows which cards look the same to their holder
    heuristics=heuristics,
    counted=COUNTED,
    lab=lab,
    features=FEATURES,
    unlearned=UNLEARNED,
    low_wins=True,
    rounds="round_end",
    open_rounds=True,
    terminal="tischlein.games.quando.face.terminal",
    zones=(
        Zone("draw", "draw", "row"),  # its top card first
        Zone("draw_count", "draw_count", "counter"),
        Zone("discard", "discard", "pile"),
        Zone("picked", "picked", "row"),
        Zone("plays", "plays.*", "counter", "seat"),
        Zone("hands", "hands.*", "hand", "seat"),
    ),
)
