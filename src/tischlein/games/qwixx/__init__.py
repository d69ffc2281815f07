"""Qwixx – the card game for two to five: cross numbers, with cards whose colours only their holders see."""

from tischlein.engine.game import BotKnowledge, Face, Game, Option, Secrets, Turns, Zone, first_seat
from tischlein.games.qwixx import lab, rules
from tischlein.games.qwixx.bots import heuristics
from tischlein.games.qwixx.face import hints, notation, positions, reasons, view
from tischlein.games.qwixx.features import FEATURES
from tischlein.games.qwixx.rules.material import CROSS_ROW, MAX_SEATS, SHOW


def open_action(action: int) -> bool:
    """Return True for actions that all players see: taking a slot, and everything from `show` on."""
    return action < CROSS_ROW or action >= SHOW


GAME = Game(
    id="qwixx",
    name="Qwixx – the card game",
    seats=range(2, MAX_SEATS + 1),
    options={
        "jokers": Option(False, (False, True), "play with the eleven jokers"),
        "starter": first_seat(MAX_SEATS),
    },
    rules=rules,
    face=Face(
        actions=notation.TEXTS,
        positions=positions,
        views=view,
        texts="tischlein.games.qwixx.face.texts",
        outcomes=notation.outcomes,
        action_card=notation.action_card,
        hints=hints,
        count=hints.count,
        reason=reasons.reason,
        zones=(
            Zone("display", "display", "cards"),
            Zone("top", "top", "cards"),
            Zone("draw", "draw_count", "counter"),
            Zone("discard", "discard", "pile"),
            Zone("played", "played", "row"),
            Zone("red", "players.*.sheet.red", "row", "seat"),
            Zone("yellow", "players.*.sheet.yellow", "row", "seat"),
            Zone("green", "players.*.sheet.green", "row", "seat"),
            Zone("blue", "players.*.sheet.blue", "row", "seat"),
            Zone("misses", "players.*.sheet.misses", "counter", "seat"),
            Zone("backs", "players.*.cards", "cards", "seat"),
            Zone("hand", "hand", "hand", "seat"),
        ),
        terminal="tischlein.games.qwixx.face.terminal",
    ),
    secrets=Secrets(
        revealing=frozenset({"take", "display", "decided", "show"}),
        open_action=open_action,
    ),
    turns=Turns(starter="starter", phase=view.phase, waiting=view.waiting),
    bots=BotKnowledge(heuristics=heuristics, features=FEATURES),
    lab=lab,
)
