"""Quanto positions as dicts, both ways; an impossible one is refused with its place.

The middle of a turn is written as what has been said in it so far. Reading it back says it again, so the
rules themselves refuse what could not have been said.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from tischlein.cards import EMPTY
from tischlein.engine.errors import PositionError
from tischlein.engine.rules import positions as read
from tischlein.engine.rules.positions import Reader
from tischlein.engine.types import Json, Position
from tischlein.games.quanto import rules
from tischlein.games.quanto.face.notation import IDS, KIND, groups_of, in_order, names, verb_text
from tischlein.games.quanto.rules.material import (
    COPIES,
    FULL,
    HIGHEST,
    JOKER,
    KINDS,
    LOWEST_TILE,
    NAMES,
    PICK,
    PICK_AS,
    REVEALED,
    STEP_ANSWER,
    STEP_BONUS,
    STEP_CARD,
    STEP_GIVE,
    STEP_OFFER,
    STEP_PICK,
    STEP_VERB,
    VALUES,
    Quanto,
    partner_of,
)
from tischlein.games.quanto.rules.piles import end_of_pile
from tischlein.games.quanto.rules.stacks import can_be_a_quanto
from tischlein.games.quanto.rules.turn import begin_turn, finish, has_bonus

STEPS = {
    "card": STEP_CARD,
    "verb": STEP_VERB,
    "pick": STEP_PICK,
    "bonus": STEP_BONUS,
    "offer": STEP_OFFER,
    "answer": STEP_ANSWER,
    "give": STEP_GIVE,
}
STEP_NAMES = {step: name for name, step in STEPS.items()}


# Writing


def dump(s: Quanto) -> Position:
    seats = range(s.seats)
    return {
        "dealer": s.dealer,
        "turn": s.turn,
        "hands": [in_order(s.hands[seat]) for seat in seats],
        "display": names(s.display[: s.display_size]),
        "draw": names(s.stack[: s.draw_size][::-1]) if s.draw_ordered else in_order(s.unseen),
        "draw_ordered": bool(s.draw_ordered),
        "piles": [pile(s, seat) for seat in seats],
        "quantos": [quanto(s, seat) for seat in seats],
        "gone": in_order(s.gone),
        "last_taker": None if s.last_taker == EMPTY else s.last_taker,
        "step": STEP_NAMES.get(s.step),
        "card": None if s.card == EMPTY else NAMES[s.card],
        "verb": verb_text(s),
        "picked": groups_of(s),
        "revealed": names(s.revealed[: s.revealed_size]) if s.from_revealed else None,
        "second": bool(s.second),
        "offer": None if s.offered == EMPTY else {"from": partner_of(s.turn), "card": NAMES[s.offered]},
        "seen": [partner_cards(s, seat) for seat in seats] if s.teams else None,
    }


def pile(s: Quanto, seat: int) -> list[str]:
    """Return a win pile, its top card last."""
    end = end_of_pile(s, seat)
    return names(s.won[end - s.pile_sizes[seat] : end])


def quanto(s: Quanto, seat: int) -> Json | None:
    """Return the tile in front of a seat and its cards, in the order they came."""
    return {"tile": s.tile[seat], "cards": quanto_cards(s, seat)} if s.tile[seat] else None


def quanto_cards(s: Quanto, seat: int) -> list[str]:
    start = end_of_pile(s, seat)
    return names(s.won[start : start + s.quanto_sizes[seat]])


def partner_cards(s: Quanto, seat: int) -> list[str] | None:
    """Return what a seat knows of its partner's hand, None if it has never looked."""
    return in_order(s.known[seat]) if s.looked[seat] else None


# Reading


def load(s: Quanto, reader: Reader) -> None:
    """Fill a record after ``setup`` from a position."""
    fields = _Fields(reader)
    _load_seats(s, reader)
    _load_cards(s, reader, fields)
    if any(s.sizes) or fields.in_action:
        _check_hands(s, fields)
        _load_step(s, fields)
    else:
        fields.refuse("step", "second", why="the game is over, nobody has a card left (N19)")
        finish(s)
    _load_seen(s, reader)
    reader.finish()


class _Fields:
    """The keys of a position about the middle of a turn."""

    def __init__(self, reader: Reader) -> None:
        self.step = reader.take("step", None)
        self.card = reader.take("card", None)
        self.verb = reader.take("verb", None)
        self.picked = read.row("picked", reader.take("picked", []))
        self.revealed = reader.take("revealed", None)
        self.second = reader.flag("second", False)
        self.offer = reader.take("offer", None)
        if self.step is not None:
            read.one_of("step", self.step, tuple(STEPS))
        if self.revealed is not None:
            self.revealed = read.cards("revealed", self.revealed, KIND)
        if self.card is not None:
            self.card = read.card("card", self.card, KIND)
        if self.verb is not None and not isinstance(self.verb, str):
            raise PositionError(f"verb: {read.short_repr(self.verb)} cannot be said")
        if self.offer is not None and not isinstance(self.offer, Mapping):
            raise PositionError(f"offer: {read.short_repr(self.offer)} is not a dict with from and card")
        self._check()

    def _check(self) -> None:
        needs = {
            "card": ("verb", "pick", "bonus"),
            "verb": ("pick", "bonus"),
            "offer": ("answer", "give"),
        }
        for key, steps in needs.items():
            if self.step in steps and getattr(self, key) is None:
                raise PositionError(f"{key}: missing, although the step is {self.step!r}")
            if self.step not in steps:
                self.refuse(key, why=f"only in the steps {', '.join(steps)}")
        if self.step not in ("pick", "bonus"):
            self.refuse("picked", why="only in the steps pick, bonus")
        if self.step in ("offer", "answer", "give"):
            self.refuse("second", "revealed", why="partners exchange before the first card of a turn (N24)")
        if self.second:
            self.refuse("revealed", why="with second it is a card from the hand (N13)")
        if self.revealed is not None:
            few, many = (0, 0) if self.step in ("pick", "bonus") else (1, REVEALED)
            if not few <= len(self.revealed) <= many:
                raise PositionError(f"revealed: {len(self.revealed)} cards instead of {few} to {many} (N14)")

    def refuse(self, *keys: str, why: str) -> None:
        """Raise PositionError for keys that have no meaning here."""
        for key in keys:
            value = getattr(self, key)
            if value is not None and value is not False and value != []:
                raise PositionError(f"{key}: {why}")

    @property
    def in_action(self) -> bool:
        """True if a card has been played, or can be played though no hand holds one."""
        return self.step in ("pick", "bonus") or self.revealed is not None


def _load_seats(s: Quanto, reader: Reader) -> None:
    s.dealer = reader.integer("dealer", 0, s.seats - 1, default=s.seats - 1)
    s.turn = reader.integer("turn", 0, s.seats - 1, default=(s.dealer + 1) % s.seats)
    last = reader.take("last_taker", None)
    s.last_taker = EMPTY if last is None else read.integer("last_taker", last, 0, s.seats - 1)


def _load_cards(s: Quanto, reader: Reader, fields: _Fields) -> None:
    counted: Counter[int] = Counter()

    def cards(place: str, values: object) -> list[int]:
        found = read.cards(place, values, KIND)
        counted.update(found)
        return found

    hands = [cards(f"hands[{seat}]", hand) for seat, hand in enumerate(reader.row("hands", s.seats))]
    display = cards("display", reader.take("display", []))
    draw = cards("draw", reader.take("draw", []))
    gone = cards("gone", reader.take("gone", []))
    piles = reader.row("piles", s.seats, default=[[]] * s.seats)
    quantos = reader.row("quantos", s.seats, default=[None] * s.seats)
    won: list[int] = []
    beside: dict[int, list[int]] = {}
    for seat in range(s.seats):
        own = cards(f"piles[{seat}]", piles[seat])
        s.tile[seat], listed = _quanto(s, f"quantos[{seat}]", quantos[seat])
        lying = cards(f"quantos[{seat}].cards", listed)
        if s.tile[seat]:
            beside[seat] = lying
        s.pile_sizes[seat], s.quanto_sizes[seat] = len(own), len(lying)
        won += own + lying
    counted.update(fields.revealed or [])
    if fields.step in ("pick", "bonus"):
        counted[fields.card] += 1
    read.check_copies(_by_name(counted), dict(zip(NAMES, COPIES, strict=True)))
    for seat, kinds in beside.items():
        if not can_be_a_quanto(s.tile[seat], [VALUES[kind] for kind in kinds]):
            raise PositionError(
                f"quantos[{seat}].cards: {', '.join(NAMES[kind] for kind in kinds) or 'no card'} cannot lie beside the tile {s.tile[seat]}: two cards make "
                "it, and all others are groups worth it (N7, N8)"
            )
    if not counted:
        raise PositionError("hands: there is no card in the game")
    s.draw_ordered = int(reader.flag("draw_ordered", True))
    s.draw_size = len(draw)
    s.unseen = [0 if s.draw_ordered else draw.count(kind) for kind in range(KINDS)]
    _fill(s.stack, reversed(draw) if s.draw_ordered else ())
    s.gone = [gone.count(kind) for kind in range(KINDS)]
    for seat, hand in enumerate(hands):
        s.hands[seat] = [hand.count(kind) for kind in range(KINDS)]
        s.sizes[seat] = len(hand)
    s.display_size = s.lying = _fill(s.display, display)
    s.won_size = _fill(s.won, won)


def _by_name(counted: Mapping[int, int]) -> dict[str, int]:
    return {NAMES[kind]: n for kind, n in counted.items()}


def _fill(row: list[int], kinds: Iterable[int]) -> int:
    size = 0
    for size, kind in enumerate(kinds, 1):
        row[size - 1] = kind
    return size


def _quanto(s: Quanto, place: str, value: object) -> tuple[int, object]:
    if value is None:
        return 0, []
    if not isinstance(value, Mapping) or set(value) != {"tile", "cards"}:
        raise PositionError(f"{place}: {read.short_repr(value)} is not a dict with tile and cards")
    tile = read.integer(f"{place}.tile", value["tile"], LOWEST_TILE, HIGHEST)
    if not s.tiles >> tile & 1:
        raise PositionError(f"{place}.tile: there is only one tile {tile} (N1)")
    s.tiles &= ~(1 << tile)
    return tile, value["cards"]


def _check_hands(s: Quanto, fields: _Fields) -> None:
    """Raise PositionError for a hand larger than the game can give at that point. N5, N13, N14, N24"""
    full = FULL[s.seats]
    most = [full] * s.seats
    played = fields.step in ("pick", "bonus") and fields.revealed is None
    most[s.turn] -= int(fields.second) + int(fields.revealed is not None) + int(played)
    if fields.step == "give" and s.teams:
        most[s.turn] += 1
        most[partner_of(s.turn)] -= 1
    for seat in range(s.seats):
        if s.sizes[seat] > most[seat]:
            raise PositionError(
                f"hands[{seat}]: {s.sizes[seat]} cards, but at most {most[seat]} can be there now"
            )
    if s.sizes[s.turn] == 0 and not fields.in_action:
        raise PositionError(f"turn: seat {s.turn} has no card to play (N21)")


def _load_step(s: Quanto, fields: _Fields) -> None:
    begin_turn(s, s.turn)
    if fields.step in ("offer", "answer", "give"):
        _load_exchange(s, fields)
    elif fields.step is not None or fields.second or fields.revealed is not None:
        _load_action(s, fields)


def _load_exchange(s: Quanto, fields: _Fields) -> None:
    if s.step != STEP_OFFER and fields.step != "give":
        raise PositionError(f"step: {fields.step!r} is for teams, and for a partner who has a card (N24)")
    if fields.step == "offer":
        return
    if not isinstance(fields.offer, Mapping) or set(fields.offer) != {"from", "card"}:
        raise PositionError(f"offer: {read.short_repr(fields.offer)} is not a dict with from and card")
    if not s.teams:
        raise PositionError("offer: only partners exchange cards (N24)")
    partner = partner_of(s.turn)
    read.one_of("offer.from", fields.offer["from"], (partner,))
    s.offered = read.card("offer.card", fields.offer["card"], KIND)
    s.step, s.actor = STEPS[fields.step], s.turn
    holder = s.turn if fields.step == "give" else partner
    if s.hands[holder][s.offered] == 0:
        raise PositionError(f"offer.card: {NAMES[s.offered]} is not in the hand of seat {holder}")
    if fields.step == "give" and s.sizes[s.turn] < 2:
        raise PositionError(f"hands[{s.turn}]: there is no other card to give (N24)")


def _load_action(s: Quanto, fields: _Fields) -> None:
    s.step, s.actor = STEP_CARD, s.turn
    s.second = int(fields.second)
    s.from_revealed = int(fields.revealed is not None)
    s.revealed_size = _fill(s.revealed, fields.revealed or ())
    if fields.step in (None, "card"):
        return
    if fields.step != "verb":
        # Put the card back where it was played from; saying the verb removes it again.
        if s.from_revealed:
            s.revealed_size = _fill(s.revealed, [fields.card])
        else:
            s.hands[s.turn][fields.card] += 1
            s.sizes[s.turn] += 1
    _say(s, "card", f"card {NAMES[fields.card]}")
    if fields.step == "verb":
        return
    if fields.verb == "discard":
        raise PositionError("verb: a discarded card picks nothing (N11)")
    _say(s, "verb", fields.verb)
    _load_picks(s, [read.row(f"picked[{k}]", group) for k, group in enumerate(fields.picked)])
    if fields.step == "bonus":
        if not has_bonus(s):
            raise PositionError(f"step: there is no bonus for {NAMES[fields.card]} now (N15)")
        _say(s, "picked", "done")
    if groups_of(s) != [list(group) for group in fields.picked]:
        raise PositionError(f"picked: the groups are {groups_of(s)}")


def _load_picks(s: Quanto, groups: list[list[object]]) -> None:
    texts = [
        (k, f"pick {card}" if isinstance(card, str) else card)
        for k, group in enumerate(groups)
        for card in group
    ]
    # Picked cards lie behind the others. In front they are found first, and the others keep their order.
    others, picked = s.display[: s.display_size][::-1], []
    for _, text in texts:
        action = IDS.get(text) if isinstance(text, str) else None
        kind = EMPTY if action is None else JOKER if action >= PICK_AS else action - PICK
        if kind in others:
            others.remove(kind)
            picked.append(kind)
    _fill(s.display, picked + others[::-1])
    for k, text in texts:
        _say(s, f"picked[{k}]", text)


def _say(s: Quanto, place: str, text: object) -> None:
    action = IDS.get(text) if isinstance(text, str) else None
    if action is None:
        raise PositionError(f"{place}: {read.short_repr(text)} cannot be said")
    name, clause = rules.REASONS[rules.why(s, s.turn, action, [])]
    if clause:
        raise PositionError(f"{place}: {text!r} is not possible here: {name} ({clause})")
    rules.apply(s, s.turn, action, [])


def _load_seen(s: Quanto, reader: Reader) -> None:
    """Load what partners remember of each other's cards; an offered card has been looked at."""
    rows = reader.take("seen", None)
    if not s.teams:
        if rows is not None:
            raise PositionError("seen: only partners see cards of one another (N24)")
        return
    for seat, row in enumerate(read.row("seen", [None] * s.seats if rows is None else rows, s.seats)):
        s.looked[seat] = int(row is not None)
        known = read.cards(f"seen[{seat}]", [] if row is None else row, KIND)
        s.known[seat] = [known.count(kind) for kind in range(KINDS)]
    if s.offered != EMPTY:
        reminded = s.turn if s.step == STEP_ANSWER else partner_of(s.turn)
        s.looked[s.turn] = s.looked[reminded] = 1
        s.known[reminded][s.offered] = max(1, s.known[reminded][s.offered])
    for seat in range(s.seats):
        hand = s.hands[partner_of(seat)]
        for kind in range(KINDS):
            if s.known[seat][kind] > hand[kind]:
                raise PositionError(f"seen[{seat}]: the partner does not hold that many {NAMES[kind]}")
