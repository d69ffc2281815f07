"""Qwixx – the card game for two to five: cross numbers, with cards whose colours only their holders see."""

from tischlein.engine.game import Game, Option, Zone, first_seat
from tischlein.games.qwixx import lab, rules
from tischlein.games.qwixx.bots import heuristics
from tischlein.games.qwixx.bots.counted import COUNTED
from tischlein.games.qwixx.face import counts, hints, notation, positions, view
from tischlein.games.qwixx.features import FEATURES
from tischlein.games.qwixx.rules.material import CROSS_ROW, MAX_SEATS, SHOW


def open_action(action: int) -> bool:
    """Everybody sees which slot is taken, and everything from `show` on; choices and cards chosen are not seen."""
    return action < CROSS_ROW or action >= SHOW


GAME = Game(
    id="qwixx",
    name="Qwixx – the card game",
    seats=range(2, MAX_SEATS + 1),
    options={
        "jokers": Option(False, (False, True), "play with the eleven jokers"),
        "starter": first_seat(MAX_SEATS),
    },
    starter="starter",
    rules=rules,
    notation=notation,
    positions=positions,
    views=view,
    hints=hints,
    count=counts.count,
    phase=view.phase,
    waiting=view.waiting,
    texts="tischlein.games.qwixx.face.texts",
    revealing=frozenset({"take", "display", "decided", "show"}),
    open_action=open_action,
    heuristics=heuristics,
    counted=COUNTED,
    lab=lab,
    terminal="tischlein.games.qwixx.face.terminal",
    features=FEATURES,
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
)
