"""Quando positions as dicts, both ways; an impossible one is refused with its place."""

from tischlein.cards import EMPTY, OVER
from tischlein.engine.errors import PositionError
from tischlein.engine.rules import positions as read
from tischlein.engine.rules.positions import Reader
from tischlein.engine.types import Position
from tischlein.games.quando import rules
from tischlein.games.quando.face.notation import CARD_TEXTS, KIND_TEXTS, WAY, card_text, kinds, lying
from tischlein.games.quando.rules.drawing import turn_over
from tischlein.games.quando.rules.material import (
    DONE,
    END,
    FRONT,
    KIND_OF,
    KINDS,
    PLAY,
    SEEN,
    SHUFFLED,
    SIDES,
    STACKED,
    STRAIGHT,
    TURNED,
    WAYS,
    Quando,
    everybody,
    following,
    turned,
)
from tischlein.games.quando.rules.penalty import next_server
from tischlein.games.quando.rules.plays import can_be_completed
from tischlein.games.quando.rules.scoring import lay_open

MOST_PLAYS = 1_000_000_000
MOST_POINTS = 9_999
CARDS = {text: WAYS[way] for text, way in WAY.items()}


# Writing


def dump(s: Quando) -> Position:
    return {
        "dealer": s.dealer,
        "turn": s.turn,
        "hands": hands(s),
        "draw": texts(pile(s)) + (kinds(s.unseen) if s.order == SHUFFLED else []),
        "draw_ordered": s.order != SHUFFLED,
        "discard": texts(s.discard[: s.discard_size]),
        "plays": s.plays[: s.seats],
        "cards_played": s.cards_played[: s.seats],
        "knocked": None if s.knocked == EMPTY else s.knocked,
        "points": s.points[: s.seats],
        "picked": texts(picks_of(s)),
        "penalty": penalty(s),
        "seen": _dump_seen(s),
    }


def hands(s: Quando) -> list[list[str]]:
    """Return all hands as their cards lie."""
    return [texts(s.hands[seat][: s.sizes[seat]]) for seat in range(s.seats)]


def texts(cards: list[int]) -> list[str]:
    """Return the cards of a row as they lie."""
    return [CARD_TEXTS[card & SIDES] for card in cards if card != EMPTY]


def pile(s: Quando) -> list[int]:
    """Return the determined part of the draw pile, its top card first."""
    return [] if s.top == EMPTY else [s.top, *reversed(s.stack[: s.rest])]


def picks_of(s: Quando) -> list[int]:
    """Return the cards laid in this turn. Q12: with both piles empty the first one is the draw pile now."""
    on_discard: list[int] = s.discard[max(0, s.discard_size - s.picked) : s.discard_size]
    return [turned(s.top), *on_discard] if len(on_discard) < s.picked else on_discard


def penalty(s: Quando) -> list[int]:
    """Return the seats that still have to serve, clockwise up to the seat before the turn's player."""
    if s.server == EMPTY:
        return []
    return [(s.server + n) % s.seats for n in range((s.turn - s.server) % s.seats)]


def _dump_seen(s: Quando) -> list[list[str]]:
    cards = lying(s)
    return [
        sorted([KIND_TEXTS[KIND_OF[card & SIDES]] for card in cards if card & SEEN << seat])
        for seat in range(s.seats)
    ]


# Reading


def load(s: Quando, reader: Reader) -> None:
    """Fill a record after ``setup`` from a position."""
    _load_cards(s, reader)
    s.dealer = reader.integer("dealer", 0, s.seats - 1, default=s.seats - 1)
    s.turn = reader.integer("turn", 0, s.seats - 1, default=following(s, s.dealer))
    _load_counts(s, reader)
    knocked = reader.take("knocked", None)
    s.knocked = EMPTY if knocked is None else read.integer("knocked", knocked, 0, s.seats - 1)
    laid = _cards("picked", reader.take("picked", []))
    serving = reader.row("penalty", default=[])
    _load_seen(s, reader)
    reader.finish()
    if max(s.points) >= s.target:
        _finish(s, laid, serving)
        return
    s.phase = PLAY
    if s.turn == s.knocked:
        raise PositionError(f"turn: seat {s.turn} has knocked and has no further turn (Q17)")
    if not laid and s.sizes[s.turn] == 0:
        raise PositionError(f"hands[{s.turn}]: the hand is empty at the start of a turn (Q10)")
    _load_picked(s, laid)
    if s.top == EMPTY:
        turn_over(s)
    _load_penalty(s, serving)
    rules.settle(s)
    if s.phase == END:
        raise PositionError("penalty: none of these seats can serve, so the round is over already (Q14, Q17)")


def _cards(place: str, values: object) -> list[int]:
    return [_card(f"{place}[{k}]", value) for k, value in enumerate(read.row(place, values))]


def _card(place: str, value: object) -> int:
    if not isinstance(value, str) or value not in CARDS:
        raise PositionError(
            f"{place}: {read.short_repr(value)} is not a card; cards are two numbers 0 to 10, as 9/3"
        )
    return CARDS[value]


def _load_cards(s: Quando, reader: Reader) -> None:
    hands = reader.row("hands", s.seats)
    rows = [_cards(f"hands[{k}]", hand) for k, hand in enumerate(hands)]
    draw = _cards("draw", reader.take("draw", []))
    discard = _cards("discard", reader.take("discard", []))
    found = [0] * KINDS
    for card in [card for row in [*rows, draw, discard] for card in row]:
        kind = KIND_OF[card]
        found[kind] += 1
        if found[kind] > 1:
            raise PositionError(f"card {KIND_TEXTS[kind]}: twice in the position, but the deck has one (Q1)")
    if not any(found):
        raise PositionError("hands: there is no card in the game")
    for seat, row in enumerate(rows):
        s.sizes[seat] = len(row)
        s.hands[seat][: len(row)] = row
    s.discard_size = len(discard)
    s.discard[: len(discard)] = discard
    s.order = STACKED if reader.flag("draw_ordered", True) else SHUFFLED
    s.unseen = [0] * KINDS
    s.top = draw[0] if draw else EMPTY
    s.rest = max(0, len(draw) - 1)
    if s.order == STACKED:
        s.stack[: s.rest] = draw[:0:-1]
    else:
        for card in draw[1:]:
            s.unseen[KIND_OF[card]] = 1


def _load_counts(s: Quando, reader: Reader) -> None:
    for key, row, most in (
        ("plays", s.plays, MOST_PLAYS),
        ("cards_played", s.cards_played, MOST_PLAYS),
        ("points", s.points, MOST_POINTS),
    ):
        for seat, value in enumerate(reader.row(key, s.seats, default=[0] * s.seats)):
            row[seat] = read.integer(f"{key}[{seat}]", value, 0, most)


def _load_seen(s: Quando, reader: Reader) -> None:
    """Load who has seen both sides of which cards; if all have seen both sides of the top card, the pile was turned over."""
    rows = reader.row("seen", s.seats, default=[[]] * s.seats)
    seen = [0] * KINDS
    for seat, row in enumerate(rows):
        for k, card in enumerate(_cards(f"seen[{seat}]", row)):
            if not any(KIND_OF[card] == KIND_OF[other & SIDES] for other in lying(s)):
                raise PositionError(
                    f"seen[{seat}][{k}]: {row[k]} does not lie where a player could have seen it"
                )
            seen[KIND_OF[card]] |= SEEN << seat
    for cards in (*s.hands, s.discard, s.stack):
        cards[:] = [card if card == EMPTY else card | seen[KIND_OF[card]] for card in cards]
    if s.top != EMPTY:
        s.top |= seen[KIND_OF[s.top]]
    if s.order == STACKED and s.top != EMPTY and _public_cards(s, s.top):
        s.order = TURNED
    for place in range(s.rest if s.order == STACKED else 0):
        if _public_cards(s, s.stack[place]):
            text = card_text(s.stack[place])
            raise PositionError(
                f"seen: not all players can have seen both sides of {text} below a new top card"
            )


def _public_cards(s: Quando, card: int) -> bool:
    return card & everybody(s) == everybody(s)


def _finish(s: Quando, laid: list[int], serving: list[object]) -> None:
    """Load a finished game: a player has reached the target, and the turn has no meaning."""
    if laid or serving:
        raise PositionError(f"{'picked' if laid else 'penalty'}: the game is over (Q22)")
    if s.top == EMPTY:
        turn_over(s)
    lay_open(s)
    s.phase, s.actor = DONE, OVER


def _load_picked(s: Quando, laid: list[int]) -> None:
    """Load the cards laid in this turn: on the discard pile, the first on the draw pile if both piles were empty. Q9, Q12"""
    if not laid:
        return
    s.picked = len(laid)
    if s.top == EMPTY:
        raise PositionError(
            "picked: with both piles empty the first card laid is the draw pile at once (Q12)"
        )
    if s.discard_size == len(laid) - 1 and s.rest == 0 and s.top & SIDES == turned(laid[0]):
        s.order = TURNED
        s.top |= everybody(s)
    if [card & SIDES for card in picks_of(s)] != laid:
        raise PositionError("picked: these are not the last cards of the discard pile, in their order (Q9)")
    numbers = {card & FRONT for card in laid}
    s.low, s.high = min(numbers), max(numbers)
    straight = len(numbers) == len(laid) <= STRAIGHT and s.high - s.low < STRAIGHT
    if len(numbers) > 1 and not straight:
        raise PositionError("picked: neither equal numbers nor part of a straight (Q7, Q8)")
    if not can_be_completed(s, s.turn):
        raise PositionError("picked: no card in hand completes the straight (Q7)")


def _load_penalty(s: Quando, serving: list[object]) -> None:
    """Load the seats that still have to serve, clockwise up to the seat before the turn's player. Q13"""
    if not serving:
        return
    seats = [read.integer(f"penalty[{k}]", seat, 0, s.seats - 1) for k, seat in enumerate(serving)]
    s.server = seats[0]
    if seats != penalty(s):
        raise PositionError(
            f"penalty: {seats} is not the rest of the others in clockwise order after seat {s.turn} (Q13)"
        )
    if s.picked:
        raise PositionError("picked: no cards are laid while a penalty is served (Q13)")
    s.server = next_server(s, s.server)
    if s.server == EMPTY:
        rules.pass_on(s)
