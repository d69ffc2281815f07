"""LOBO 77 for two to eight: add up, dodge the repdigits, stay below 77."""

from collections.abc import Mapping, Sequence
from typing import Any

from tischlein.cards import EMPTY
from tischlein.engine.game import Game, Option, Zone
from tischlein.games.lobo77 import lab, rules
from tischlein.games.lobo77.bots import heuristics
from tischlein.games.lobo77.face import hints, notation, positions, view
from tischlein.games.lobo77.features import FEATURES
from tischlein.games.lobo77.rules.material import MAX_SEATS

SEATS = range(MAX_SEATS)


def starter_is_missing(seats: int, options: Mapping[str, Any]) -> str | None:
    starter = options["starter"]
    if starter != "lot" and starter >= seats:
        return f"starter: there is no seat {starter} at a table of {seats}"
    return None


def last_out_first(events: Sequence[Mapping[str, Any]], scores: Sequence[int]) -> list[int]:
    """Who stayed in longer comes first."""
    return [event["seat"] for event in reversed(events) if event["kind"] == "out"]


GAME = Game(
    id="lobo77",
    name="LOBO 77",
    seats=range(2, MAX_SEATS + 1),
    options={
        "reverse_cards": Option(4, (4, 5), "reverse cards in the deck: 4, or 5 as in the older edition"),
        "starter": Option(
            "lot",
            ("lot", *SEATS),
            "who starts: drawn by lot, or a seat",
            field="first_starter",
            codes=(EMPTY, *SEATS),
        ),
        "manual_draw": Option(False, (False, True), "players draw by hand, and may forget it"),
    },
    conflict=starter_is_missing,
    rules=rules,
    notation=notation,
    positions=positions,
    views=view,
    hints=hints,
    waiting=view.waiting,
    texts="tischlein.games.lobo77.face.texts",
    revealing=frozenset({"lot", "shuffle", "deal", "draw"}),
    open_action=lambda action: True,
    heuristics=heuristics,
    lab=lab,
    features=FEATURES,
    ranking=last_out_first,
    is_out=lambda s, seat: bool(s.out[seat]),
    optional=frozenset({"draw"}),  # with manual_draw the next player need not wait for it
    rounds="round_end",
    open_rounds=True,
    terminal="tischlein.games.lobo77.face.terminal",
    zones=(
        Zone("total", "total", "counter"),
        Zone("discard", "discard", "pile"),
        Zone("draw", "draw_count", "counter"),
        Zone("chips", "players.*.chips", "counter", "seat"),
        Zone("cards", "players.*.cards", "counter", "seat"),
        Zone("hand", "hand", "hand", "seat"),
    ),
)
