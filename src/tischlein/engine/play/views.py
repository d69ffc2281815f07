"""Make views, events and standings, with the keys that the views of all games share.

Everything here is made from concealed records and the game's declaration.
"""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from tischlein.cards import OVER
from tischlein.engine.rules.declaration import Declaration
from tischlein.engine.types import (
    AnyEvent,
    AnyView,
    Event,
    Hint,
    Json,
    JsonValue,
    Options,
    OptionValue,
    State,
    View,
)

GAME_END = "game_end"
CARDS = ("hand", "cards", "pile", "row")  # zones in which cards lie


class CommonView(TypedDict):
    """The keys that every game's view begins with; ``you`` is None for a spectator."""

    game: str
    seats: int
    you: int | None
    phase: str
    over: bool
    waiting: list[int]
    scores: list[int]
    winners: list[int]
    options: dict[str, OptionValue]


class KnownKeys(TypedDict, total=False):
    """Optional keys that mean the same in every game; generic code reads them where they exist."""

    turn: int  # whose turn it is; where several may act, the seat that the others wait for
    step: str | int | None  # the step of the turn; its name is looked up in the tasks before the phase
    players: list[Json]  # one entry for each seat, in their order
    hand: list[JsonValue] | None  # your own cards, None for a spectator; the terminal shows them last
    unseen: JsonValue  # cards that you have not seen; for programs only


class Standing(TypedDict):
    """A side's place; sides with equal results share one."""

    place: int
    seats: list[int]
    score: int
    won: bool


def view_of(game: Declaration, s: State, seat: int) -> View:
    """Return a seat's view, from a record that is concealed for it."""
    over: bool = s.actor == OVER
    common: CommonView = {
        "game": game.id,
        "seats": s.seats,
        "you": seat if seat >= 0 else None,
        "phase": "over" if over else game.turns.phase(s),
        "over": over,
        "waiting": sorted(game.turns.waiting(s)) if s.actor >= 0 else [],
        "scores": scores_of(game, s),
        "winners": winners_of(game, s) if over else [],
        "options": game.options_of(s),
    }
    return {**common, **game.face.views.view(s, seat)}


def hint_of(game: Declaration, s: State, seat: int, action: int) -> Hint:
    """Return what a legal action would bring, as far as the seat can foresee it from its concealed record."""
    return dict(game.face.hints.hint(game.layout.copy(s), seat, action)) if game.face.hints else {}


def cards_of(
    game: Declaration, s: State, seat: int, actions: Sequence[tuple[int, str]], view: AnyView
) -> dict[str, str]:
    """Return the card that each action is about, by the action's text, as the view writes cards."""
    card_of = game.face.action_card
    if card_of is not None:
        named = {text: card_of(s, action) for action, text in actions}
        return {text: card for text, card in named.items() if card is not None}
    places = [at(view, zone.key, seat) for zone in game.face.zones if zone.kind in CARDS]
    if not game.face.zones:
        places = [value for key, value in view.items() if key not in CommonView.__annotations__]
    written = _strings(places)
    return {text: text for _, text in actions if text in written}


def at(view: JsonValue, path: str, seat: int) -> JsonValue:
    """Return the value at a path of a view, None if there is none; ``*`` is the place of a seat."""
    for key in path.split("."):
        if isinstance(view, list):
            view = view[seat if key == "*" else int(key)]
        else:
            view = view.get(key) if isinstance(view, Mapping) else None
    return view


def _strings(found: object) -> set[str]:
    if isinstance(found, str):
        return {found}
    return {text for one in found for text in _strings(one)} if isinstance(found, list) else set()


def scores_of(game: Declaration, s: State) -> list[int]:
    """Return the points per seat as the game counts them."""
    out = [0] * s.seats
    game.rules.scores(s, out)
    return out


def winners_of(game: Declaration, s: State) -> list[int]:
    """Return the winning seats; empty until the end."""
    out = [0] * s.seats
    game.rules.payoff(s, out)
    return [seat for seat in range(s.seats) if out[seat] > 0]


def events_of(
    game: Declaration,
    before: State,
    after: State,
    actor: int,
    action: int,
    seat: int,
) -> list[Event]:
    """Return the events that one step showed to a seat, from the concealed records before and after it."""
    found = [dict(event) for event in game.face.views.events(before, after, actor, action, seat)]
    if after.actor == OVER and before.actor != OVER:
        # A game may have said more about its end.
        end = found.pop() if found and found[-1]["kind"] == GAME_END else {"seat": None, "kind": GAME_END}
        found.append({**end, "winners": winners_of(game, after)})
    return found


def standings_of(
    game: Declaration,
    options: Options,
    scores: Sequence[int],
    winners: Sequence[int],
    events: Sequence[AnyEvent] = (),
) -> list[Standing]:
    """Return the sides from first to last.

    At the end: winners, then sides that the game ranks, then the others by their scores. During the game,
    sides that are ranked already come behind the others.
    """
    ranked = list(game.scoring.ranking(events, scores)) if game.scoring.ranking else []
    sides = game.sides_of(len(scores), options)
    found: list[Standing] = []
    last: tuple[int, ...] = ()
    for side in sorted(sides, key=lambda side: _rank(game, side, scores, winners, ranked)):
        rank = _rank(game, side, scores, winners, ranked)
        place = found[-1]["place"] if rank == last else len(found) + 1
        last = rank
        won = side[0] in winners
        found.append({"place": place, "seats": list(side), "score": scores[side[0]], "won": won})
    return found


def _rank(
    game: Declaration,
    side: Sequence[int],
    scores: Sequence[int],
    winners: Sequence[int],
    ranked: Sequence[int],
) -> tuple[int, ...]:
    """Return a sort key; smaller is better, and equal ones share a place."""
    if any(seat in winners for seat in side):
        return (0,)
    places = [ranked.index(seat) for seat in side if seat in ranked]
    if places:
        return (2, min(places))
    return (3 if winners else 1, scores[side[0]] if game.scoring.low_wins else -scores[side[0]])
