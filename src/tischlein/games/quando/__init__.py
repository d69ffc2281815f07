"""Quando for two to six: two-sided cards, low numbers, and the right moment to knock."""

from tischlein.engine.game import BotKnowledge, Face, Game, Option, Scoring, Secrets, Turns, Zone, first_seat
from tischlein.games.quando import lab, rules
from tischlein.games.quando.bots import heuristics
from tischlein.games.quando.face import hints, notation, positions, reasons, view
from tischlein.games.quando.features import FEATURES, UNLEARNED

GAME = Game(
    id="quando",
    name="Quando",
    seats=range(2, rules.MAX_SEATS + 1),
    two_sided=True,
    options={
        "knock_after": Option(
            "two_plays",
            ("two_plays", "two_cards"),
            "what all players must have laid before anyone may knock: cards twice, or two cards",
            field="two_cards",
        ),
        "knock_penalty_after_zeros": Option(
            False,
            (False, True),
            "a knocker pays five points also when another player ended the round with only zeros",
        ),
        "target": Option(
            50, range(1, 1000), "the game ends when a player has this many points; 40 suits two players"
        ),
        "starter": first_seat(rules.MAX_SEATS),
    },
    rules=rules,
    face=Face(
        actions=notation.TEXTS,
        positions=positions,
        views=view,
        texts="tischlein.games.quando.face.texts",
        outcomes=notation.outcomes,
        action_card=notation.action_card,
        hints=hints,
        count=hints.count,
        reason=reasons.reason,
        zones=(
            Zone("draw", "draw", "row"),  # its top card first
            Zone("draw_count", "draw_count", "counter"),
            Zone("discard", "discard", "pile"),
            Zone("picked", "picked", "row"),
            Zone("plays", "plays.*", "counter", "seat"),
            Zone("hands", "hands.*", "hand", "seat"),
        ),
        terminal="tischlein.games.quando.face.terminal",
    ),
    secrets=Secrets(
        revealing=frozenset({"draw", "flip", "turn_over", "round_end"}),
        open_action=lambda action: True,  # all players know which cards look the same to their holder
        open_rounds=True,
    ),
    turns=Turns(
        starter="starter",
        lot=lambda seats, seat: (seat - 1) % seats,  # the dealer; the player to the left begins
        rounds="round_end",
    ),
    scoring=Scoring(low_wins=True),
    bots=BotKnowledge(heuristics=heuristics, features=FEATURES, unlearned=UNLEARNED),
    lab=lab,
)
