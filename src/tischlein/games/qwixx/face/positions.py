"""Qwixx positions as dicts, both ways; an impossible one is refused with its place."""

from collections import Counter
from collections.abc import Mapping

from tischlein.cards import EMPTY
from tischlein.engine.errors import PositionError
from tischlein.engine.rules import positions as read
from tischlein.engine.rules.positions import Reader
from tischlein.engine.types import Json, Position
from tischlein.games.qwixx.face.notation import BY_COLOUR, COLOUR_NAMES, KIND, NAMES, by_colour
from tischlein.games.qwixx.rules import closed_rows, reach_decision
from tischlein.games.qwixx.rules.legality import is_shown
from tischlein.games.qwixx.rules.material import (
    BEFORE_LAST,
    CHOOSE,
    CLOSED_ROWS,
    CROSS,
    DECIDE,
    DONE,
    FULL_HAND,
    HAND_LIMIT,
    JOKER,
    KINDS,
    LAST_PLACE,
    MISSES,
    PLAYS,
    SKIPPED,
    SLOTS,
    TAKE,
    Qwixx,
)
from tischlein.games.qwixx.rules.sheet import crosses_in, place_of, why_row

CHOICES = (*COLOUR_NAMES, "skip")


# Writing


def dump(s: Qwixx) -> Position:
    return {
        "turn": s.active,
        "hands": [[NAMES[card] for card in by_colour(hand)] for hand in s.hands[: s.seats]],
        "display": [None if card == EMPTY else NAMES[card] for card in s.display],
        "draw": _dump_draw(s),
        "draw_ordered": bool(s.draw_ordered),
        "discard": [NAMES[card] for card in s.discard[: s.discard_size]],
        "sheets": [sheet(s, seat) for seat in range(s.seats)],
        "step": step(s),
        "choices": [None if choice == EMPTY else CHOICES[choice] for choice in s.choices[: s.seats]],
        "crossed": crosses_of_turn(s),
        "played": [play_text(card, s.colour) for card in cards_of_play(s)],
        "shown": s.phase != CHOOSE and s.played_size > 0,
    }


def _dump_draw(s: Qwixx) -> list[str]:
    if s.draw_ordered:
        return [NAMES[card] for card in reversed(s.stack[: s.draw_size])]
    rest = [card for card in BY_COLOUR if s.unseen[card]]
    return [NAMES[card] for card in ([] if s.top == EMPTY else [s.top]) + rest]


def sheet(s: Qwixx, seat: int) -> Json:
    """Return the numbers crossed in each row, in the order of crossing, and the misses."""
    rows = {name: _numbers(colour, s.rows[seat][colour])[:] for colour, name in enumerate(COLOUR_NAMES)}
    return {**rows, "misses": s.misses[seat]}


# A cache of rows: every view shows all of them.
_read: dict[tuple[int, int], list[int]] = {}


def _numbers(colour: int, row: int) -> list[int]:
    """Return the numbers crossed in a row, in the order of crossing."""
    found = _read.get((colour, row))
    if found is None:
        found = [_number(colour, place) for place in range(LAST_PLACE + 1) if row >> place & 1]
        _read[colour, row] = found
    return found


def _number(colour: int, place: int) -> int:
    return place_of(colour, place) + 2  # the mirror of a mirrored row is the number again


def step(s: Qwixx) -> int:
    """Return which of the three steps it is; a finished game stopped in the last one."""
    if s.phase == TAKE:
        return 1
    return 2 if s.phase == DECIDE else 3


def crosses_of_turn(s: Qwixx) -> Json:
    """Return what the active player has crossed in this turn: anything in step 2, which numbers in step 3."""
    if not s.crosses:
        return {"step2": bool(s.crossed_before), "numbers": []}
    row = s.rows[s.active][s.colour]
    places = [place for place in range(s.first_cross, LAST_PLACE + 1) if row >> place & 1]
    return {"step2": bool(s.crossed_before), "numbers": [_number(s.colour, place) for place in places]}


def cards_of_play(s: Qwixx) -> list[int]:
    """Return the cards of step 3: in front of the player, or shown on top of the discard pile."""
    if s.phase == CHOOSE:
        cards: list[int] = s.played[: s.played_size]
        return cards
    return s.discard[s.discard_size - s.played_size : s.discard_size] if s.played_size else []


def play_text(card: int, colour: int) -> str:
    return f"{NAMES[card]} as {COLOUR_NAMES[colour]}" if card % 5 == JOKER else NAMES[card]


# Reading


def load(s: Qwixx, reader: Reader) -> None:
    """Fill a record after ``setup`` from a position, and go on to the first decision."""
    s.active = reader.integer("turn", 0, s.seats - 1, default=0)
    _load_sheets(s, reader)
    over = _is_over(s)
    now = reader.integer("step", 1, 3, default=1)
    counted = _load_cards(s, reader, now)
    choices = reader.row("choices", s.seats, default=[None] * s.seats)
    made = _choice_of(reader.take("crossed", {"step2": False, "numbers": []}))
    cards = reader.row("played", default=[])
    shown = reader.flag("shown", False)
    reader.finish()
    if over:
        s.phase = DONE
    elif now == 1:
        s.phase = TAKE
    elif now == 2:
        s.phase = DECIDE
        _load_choices(s, choices)
    else:
        _load_step_3(s, made, cards, shown)
        counted.update(s.played[: s.played_size] if not shown else [])
    copies = {name: int(bool(s.jokers) or KIND[name] % 5 != JOKER) for name in NAMES}
    read.check_copies({NAMES[card]: n for card, n in counted.items()}, copies)
    if now != 2 and any(choice is not None for choice in choices):
        raise PositionError("choices: there are none outside step 2")
    if now != 3 and not over and (cards or shown or made != (False, [])):
        raise PositionError("played: cards are played, and crosses counted, in step 3 only")
    while not reach_decision(s):
        pass


def _load_sheets(s: Qwixx, reader: Reader) -> None:
    empty: Json = {**{name: [] for name in COLOUR_NAMES}, "misses": 0}
    sheets = reader.row("sheets", s.seats, default=[empty] * s.seats)
    for seat, given in enumerate(sheets):
        if not isinstance(given, Mapping) or not set(given) <= set(empty):
            raise PositionError(
                f"sheets[{seat}]: {read.short_repr(given)} is not a dict of {', '.join(empty)}"
            )
        place = f"sheets[{seat}].misses"
        s.misses[seat] = read.integer(place, given.get("misses", 0), 0, MISSES)
        for colour, name in enumerate(COLOUR_NAMES):
            place = f"sheets[{seat}].{name}"
            s.rows[seat][colour] = _row(place, colour, read.row(place, given.get(name, [])))


def _row(where: str, colour: int, numbers: list[object]) -> int:
    row = 0
    for k, number in enumerate(numbers):
        place = place_of(colour, read.integer(f"{where}[{k}]", number, 2, 12) - 2)
        if why_row(row, place):
            rule = (
                f"the last number needs {BEFORE_LAST} crosses before (X4)" if place == LAST_PLACE else "(X3)"
            )
            raise PositionError(
                f"{where}[{k}]: {number} cannot be crossed here; a row runs left to right, {rule}"
            )
        row |= 1 << place
    return row


def _is_over(s: Qwixx) -> bool:
    closed = max(closed_rows(s, seat) for seat in range(s.seats))
    missed = [seat for seat in range(s.seats) if s.misses[seat] == MISSES]
    if closed > CLOSED_ROWS or len(missed) > 1 or (missed and closed == CLOSED_ROWS):
        raise PositionError("sheets: the game would have ended before this (X13)")
    return bool(missed) or closed == CLOSED_ROWS


def _load_cards(s: Qwixx, reader: Reader, now: int) -> Counter[int]:
    counted: Counter[int] = Counter()
    hands = reader.row("hands", s.seats)
    for seat in range(s.seats):
        place = f"hands[{seat}]"
        hand = read.cards(place, hands[seat], KIND)
        most = HAND_LIMIT if seat == s.active and now > 1 else HAND_LIMIT - 1
        if len(hand) > most:
            raise PositionError(f"{place}: {len(hand)} cards, but a hand has at most {most} there (X7)")
        counted.update(hand)
        s.sizes[seat] = len(hand)
        s.hands[seat] = sorted(hand) + [EMPTY] * (FULL_HAND - len(hand))
    display = reader.row("display", default=[])
    if len(display) > SLOTS:
        raise PositionError(f"display: {len(display)} entries, but there are {SLOTS} slots")
    for slot, name in enumerate(display):
        if name is not None:
            s.display[slot] = read.card(f"display[{slot}]", name, KIND)
            counted[s.display[slot]] += 1
    draw = read.cards("draw", reader.take("draw", []), KIND)
    discard = read.cards("discard", reader.take("discard", []), KIND)
    counted.update(draw + discard)
    s.draw_ordered = int(reader.flag("draw_ordered", True))
    s.draw_size, s.discard_size = len(draw), len(discard)
    s.discard[: len(discard)] = discard
    s.top = draw[0] if draw else EMPTY
    s.unseen = [0] * KINDS
    if s.draw_ordered:
        s.stack[: len(draw)] = draw[::-1]
    else:
        for card in draw[1:]:
            s.unseen[card] = 1
    return counted


def _load_choices(s: Qwixx, choices: list[object]) -> None:
    if s.draw_size == 0:
        raise PositionError("step: without a card on the draw pile there is no step 2 (X7)")
    if all(choice is not None for choice in choices):
        raise PositionError("choices: when all have decided, step 2 is over (X8)")
    for seat, choice in enumerate(choices):
        if choice is None:
            continue
        place = f"choices[{seat}]"
        chosen = CHOICES.index(read.one_of(place, choice, CHOICES))
        if chosen != SKIPPED and why_row(s.rows[seat][chosen], place_of(chosen, s.top // 5)):
            raise PositionError(f"{place}: {s.top // 5 + 2} cannot be crossed in {choice}")
        s.choices[seat] = chosen


def _choice_of(value: object) -> tuple[bool, list[int]]:
    """Return what the active player has crossed: anything in step 2, which numbers in step 3."""
    if not isinstance(value, Mapping) or set(value) != {"step2", "numbers"}:
        raise PositionError(f"crossed: {read.short_repr(value)} is not a dict of step2 and numbers")
    numbers = read.row("crossed.numbers", value["numbers"])
    return read.flag("crossed.step2", value["step2"]), [
        read.integer(f"crossed.numbers[{k}]", n, 2, 12) for k, n in enumerate(numbers)
    ]


def _load_step_3(s: Qwixx, made: tuple[bool, list[int]], cards: list[object], shown: bool) -> None:
    crossed_before, numbers = made
    s.crossed_before = int(crossed_before)
    s.phase = CROSS if shown else CHOOSE
    for k, text in enumerate(cards):
        card, colour = _read_play(f"played[{k}]", text)
        if k == PLAYS or (k and colour != s.colour):
            raise PositionError(f"played[{k}]: at most {PLAYS} cards, all of one colour (X9)")
        s.played[k], s.colour = card, colour
    s.played_size = len(cards)
    if s.sizes[s.active] + s.played_size > HAND_LIMIT:
        raise PositionError(f"played: with the hand that makes more than {HAND_LIMIT} cards (X7)")
    if shown:
        if (
            not cards
            or s.discard[max(0, s.discard_size - len(cards)) : s.discard_size] != s.played[: len(cards)]
        ):
            raise PositionError("shown: the cards shown lie on top of the discard pile (X11)")
        s.played = [EMPTY] * PLAYS
        _load_crosses(s, numbers)
    elif numbers:
        raise PositionError("crossed.numbers: nothing is crossed before `show` (X9)")


def _read_play(place: str, text: object) -> tuple[int, int]:
    name, _, colour = text.partition(" as ") if isinstance(text, str) else ("", "", "")
    card = read.card(place, name, KIND)
    if card % 5 == JOKER:
        return card, COLOUR_NAMES.index(read.one_of(place, colour, COLOUR_NAMES))
    if colour:
        raise PositionError(f"{place}: {read.short_repr(text)}: only a joker is played as a colour")
    return card, card % 5


def _load_crosses(s: Qwixx, numbers: list[int]) -> None:
    """Load the crosses of this step: numbers shown, near enough to the first, with nothing in between or after them."""
    row, last = s.rows[s.active][s.colour], EMPTY
    for k, number in enumerate(numbers):
        place = place_of(s.colour, number - 2)
        s.first_cross = place if k == 0 else s.first_cross
        too_far = place - s.first_cross - k > 1
        if place <= last or too_far or not row >> place & 1 or not is_shown(s, number - 2):
            raise PositionError(f"crossed.numbers[{k}]: {number} was not crossed in this step")
        last = place
    s.crosses = len(numbers)
    if numbers and crosses_in(row >> s.first_cross) != s.crosses:
        raise PositionError("crossed.numbers: all crosses from the first of them on were made in this step")
