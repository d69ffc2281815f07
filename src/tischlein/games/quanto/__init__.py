"""Quanto for two to six, four also as two teams: take what adds up, and have the most cards in the end."""

from tischlein.engine.game import BotKnowledge, Face, Game, Option, Scoring, Secrets, Turns, Zone, first_seat
from tischlein.engine.types import Options
from tischlein.games.quanto import lab, rules
from tischlein.games.quanto.bots import heuristics
from tischlein.games.quanto.face import hints, notation, positions, reasons, view
from tischlein.games.quanto.features import FEATURES, UNLEARNED
from tischlein.games.quanto.rules.material import GIVE, NO_OFFER, OFFER, TEAM_SEATS, partner_of


def open_action(action: int) -> bool:
    """Return True for actions that all players see; which card is offered or given is hidden. N24, N26"""
    return not (OFFER <= action < NO_OFFER or action >= GIVE)


def teams_are_of_four(seats: int, options: Options) -> str | None:
    if options["teams"] and seats != TEAM_SEATS:
        return f"teams: two teams are for {TEAM_SEATS} seats, not {seats} (N22)"
    return None


def sides(seats: int, options: Options) -> list[tuple[int, ...]]:
    """Return the sides; partners win together."""
    if options["teams"]:
        return [(seat, partner_of(seat)) for seat in range(seats // 2)]
    return [(seat,) for seat in range(seats)]


GAME = Game(
    id="quanto",
    name="Quanto",
    seats=range(2, rules.MAX_SEATS + 1),
    options={
        "teams": Option(False, (False, True), "two teams of partners who sit opposite; for four seats"),
        "discard": Option(
            "forced",
            ("forced", "card", "free"),
            "when a card may be discarded: if no card can do anything else (forced), if this one cannot (card), always (free)",
        ),
        "serve": Option(
            "several",
            ("several", "one"),
            "how many display cards complete the card that is added to a quanto: several or exactly one",
        ),
        "starter": first_seat(rules.MAX_SEATS),
    },
    conflict=teams_are_of_four,
    rules=rules,
    face=Face(
        actions=notation.TEXTS,
        positions=positions,
        views=view,
        texts="tischlein.games.quanto.face.texts",
        outcomes=notation.outcomes,
        action_card=notation.action_card,
        hints=hints,
        count=hints.count,
        reason=reasons.reason,
        zones=(
            Zone("display", "display", "cards"),
            Zone("tiles", "tiles", "row"),
            Zone("card", "card", "cards"),
            Zone("picked", "picked", "row"),
            Zone("revealed", "revealed", "cards"),
            Zone("draw", "draw_count", "counter"),
            Zone("quanto", "players.*.quanto.cards", "cards", "seat"),
            Zone("pile", "players.*.pile", "pile", "seat"),
            Zone("cards", "players.*.cards", "counter", "seat"),
            Zone("hand", "hand", "hand", "seat"),
        ),
        terminal="tischlein.games.quanto.face.terminal",
    ),
    secrets=Secrets(
        # The cards of an exchange are shown to the partner: taking an offer back would be a free signal.
        revealing=frozenset({"lay", "draw", "reveal", "offer", "give"}),
        open_action=open_action,
    ),
    turns=Turns(
        starter="starter",
        lot=lambda seats, seat: (seat - 1) % seats,  # the dealer; the player to the left begins
        answers={"no_offers": "no offer"},
        answering=lambda options: bool(options["teams"]),
    ),
    scoring=Scoring(sides=sides),
    bots=BotKnowledge(heuristics=heuristics, features=FEATURES, unlearned=UNLEARNED),
    lab=lab,
)
