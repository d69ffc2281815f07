"""LOBO 77 for two to eight: add up, dodge the repdigits, stay below 77."""

from collections.abc import Sequence

from tischlein.engine.game import BotKnowledge, Face, Game, Option, Scoring, Secrets, Turns, Zone, first_seat
from tischlein.engine.types import AnyEvent
from tischlein.games.lobo77 import lab, rules
from tischlein.games.lobo77.bots import heuristics
from tischlein.games.lobo77.face import hints, notation, positions, reasons, view
from tischlein.games.lobo77.features import FEATURES
from tischlein.games.lobo77.rules.material import MAX_SEATS


def last_out_first(events: Sequence[AnyEvent], scores: Sequence[int]) -> list[int]:
    """Return the eliminated seats in order, the one that stayed in longest first."""
    return [event["seat"] for event in reversed(events) if event["kind"] == "out"]


GAME = Game(
    id="lobo77",
    name="LOBO 77",
    seats=range(2, MAX_SEATS + 1),
    options={
        "reverse_cards": Option(4, (4, 5), "reverse cards in the deck: 4, or 5 as in the older edition"),
        "starter": first_seat(MAX_SEATS, field="first_starter"),
        "manual_draw": Option(False, (False, True), "players draw by hand, and may forget it"),
    },
    rules=rules,
    face=Face(
        actions=notation.TEXTS,
        positions=positions,
        views=view,
        texts="tischlein.games.lobo77.face.texts",
        outcomes=notation.outcomes,
        hints=hints,
        count=hints.count,
        reason=reasons.reason,
        zones=(
            Zone("total", "total", "counter"),
            Zone("discard", "discard", "pile"),
            Zone("draw", "draw_count", "counter"),
            Zone("chips", "players.*.chips", "counter", "seat"),
            Zone("cards", "players.*.cards", "counter", "seat"),
            Zone("hand", "hand", "hand", "seat"),
        ),
        terminal="tischlein.games.lobo77.face.terminal",
    ),
    secrets=Secrets(
        revealing=frozenset({"draw"}),  # from a stacked pile; otherwise chance draws
        open_action=lambda action: True,
        open_rounds=True,
    ),
    turns=Turns(
        starter="starter",
        waiting=view.waiting,
        is_out=lambda s, seat: bool(s.out[seat]),
        optional=frozenset({"draw"}),  # with manual_draw the next player need not wait for it
        rounds="round_end",
    ),
    scoring=Scoring(ranking=last_out_first),
    bots=BotKnowledge(heuristics=heuristics, features=FEATURES),
    lab=lab,
)
