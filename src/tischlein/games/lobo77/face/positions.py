"""LOBO 77 positions as dicts, both ways; an impossible one is refused with its place."""

from collections import Counter

from tischlein.cards import EMPTY, OVER
from tischlein.engine.errors import PositionError
from tischlein.engine.rules import positions as read
from tischlein.engine.rules.positions import Reader
from tischlein.engine.types import Position
from tischlein.games.lobo77.face.notation import KIND, in_order, names
from tischlein.games.lobo77.rules.material import (
    CHIPS,
    COPIES,
    DONE,
    DOUBLE,
    KINDS,
    LIMIT,
    NAMES,
    PLAY,
    REVERSE,
    Lobo77,
)
from tischlein.games.lobo77.rules.piles import cap_draws

LOWEST_TOTAL = -1_000_000_000


def dump(s: Lobo77) -> Position:
    draw = names(s.stack[: s.draw_size][::-1]) if s.draw_ordered else in_order(s.unseen)
    return {
        "starter": s.starter,
        "turn": s.turn,
        "direction": s.direction,
        "total": s.total,
        "owed": s.owed,
        "played": s.played,
        "may_draw": [s.drawer, s.to_draw] if s.to_draw else None,
        "chips": s.chips[: s.seats],
        "out": [bool(out) for out in s.out[: s.seats]],
        "hands": [in_order(hand) for hand in s.hands[: s.seats]],
        "draw": draw,
        "draw_ordered": bool(s.draw_ordered),
        "discard": names(s.discard[: s.discard_size]),
        "set_aside": in_order(s.aside),
    }


def load(s: Lobo77, reader: Reader) -> None:
    """Fill a record after ``setup`` from a position."""
    _load_players(s, reader)
    _load_cards(s, reader)
    s.starter = reader.integer("starter", 0, s.seats - 1, default=0)
    s.turn = reader.integer("turn", 0, s.seats - 1, default=s.starter)
    s.direction = read.one_of("direction", reader.take("direction", 1), (1, -1))
    s.total = reader.integer("total", LOWEST_TOTAL, LIMIT - 1 if s.players_in > 1 else 2 * LIMIT, default=0)
    if s.seats == 2 and s.direction != 1:
        raise PositionError("direction: at a table of two seats it is always 1 (L9)")
    if s.players_in == 1:
        _load_finished(s, reader)
    else:
        _load_draws(s, reader)
        _load_turn(s, reader)
    reader.finish()


def _load_players(s: Lobo77, reader: Reader) -> None:
    flags = reader.row("out", s.seats, default=[False] * s.seats)
    out = [read.flag(f"out[{seat}]", flag) for seat, flag in enumerate(flags)]
    chips = reader.row("chips", s.seats, default=[0 if flag else CHIPS for flag in out])
    for seat in range(s.seats):
        s.out[seat] = int(out[seat])
        s.chips[seat] = read.integer(f"chips[{seat}]", chips[seat], 0, CHIPS)
        if s.out[seat] and s.chips[seat]:
            raise PositionError(f"chips[{seat}]: a player who is out has none left, not {s.chips[seat]}")
    s.players_in = s.seats - sum(s.out)
    if s.players_in == 0:
        raise PositionError("out: the last player in has won and is not out (L21)")


def _load_cards(s: Lobo77, reader: Reader) -> None:
    hands = reader.row("hands", s.seats)
    counted: Counter[int] = Counter()
    for seat in range(s.seats):
        hand = read.cards(f"hands[{seat}]", hands[seat], KIND)
        if hand and s.out[seat]:
            raise PositionError(f"hands[{seat}]: a player who is out holds no cards (L18)")
        counted.update(hand)
    draw = read.cards("draw", reader.take("draw", []), KIND)
    discard = read.cards("discard", reader.take("discard", []), KIND)
    aside = read.cards("set_aside", reader.take("set_aside", []), KIND)
    counted.update(draw + discard + aside)
    copies = dict(zip(NAMES, COPIES, strict=True)) | {NAMES[REVERSE]: s.reverse_cards}
    read.check_copies({NAMES[kind]: n for kind, n in counted.items()}, copies)
    if not counted:
        raise PositionError("hands: there is no card in the game")
    s.draw_ordered = int(reader.flag("draw_ordered", True))
    for seat in range(s.seats):
        s.sizes[seat] = len(hands[seat])
        for name in hands[seat]:
            s.hands[seat][KIND[name]] += 1
    s.unseen = [0 if s.draw_ordered else draw.count(kind) for kind in range(KINDS)]
    for place, kind in enumerate(reversed(draw) if s.draw_ordered else ()):
        s.stack[place] = kind
    for place, kind in enumerate(discard):
        s.discard[place] = kind
    s.aside = [aside.count(kind) for kind in range(KINDS)]
    s.draw_size, s.discard_size, s.aside_size = len(draw), len(discard), len(aside)
    s.deck_size = counted.total()
    s.top = discard[-1] if discard else EMPTY


def _load_finished(s: Lobo77, reader: Reader) -> None:
    """Load a finished game: one player is left, and the turn has no meaning."""
    for key in ("owed", "played"):
        reader.integer(key, 0, 2, default=0)
    if reader.take("may_draw", None) is not None:
        raise PositionError("may_draw: the game is over")
    s.phase, s.actor, s.turn = DONE, OVER, s.out[: s.seats].index(0)
    s.owed = s.played = s.to_draw = 0
    s.drawer = EMPTY


def _load_draws(s: Lobo77, reader: Reader) -> None:
    s.drawer, s.to_draw = EMPTY, 0
    may_draw = reader.take("may_draw", None)
    if may_draw is None:
        return
    seat, n = read.row("may_draw", may_draw, 2)
    if not s.manual_draw:
        raise PositionError("may_draw: nobody draws by hand without the option manual_draw (L7)")
    s.drawer = read.integer("may_draw[0]", seat, 0, s.seats - 1)
    s.to_draw = read.integer("may_draw[1]", n, 1, 2)
    if s.out[s.drawer]:
        raise PositionError(f"may_draw[0]: seat {s.drawer} is out and draws nothing (L18)")
    cap_draws(s)


def _load_turn(s: Lobo77, reader: Reader) -> None:
    if s.out[s.turn]:
        raise PositionError(f"turn: seat {s.turn} is out")
    waits_for_draw = s.to_draw > 0 and s.drawer == s.turn and not any(s.sizes)
    if s.sizes[s.turn] == 0 and not waits_for_draw:
        raise PositionError(f"turn: seat {s.turn} has no card to play")
    s.played = reader.integer("played", 0, 1, default=0)
    if s.played and (s.discard_size < 2 or s.discard[s.discard_size - 2] != DOUBLE):
        raise PositionError("played: a second card is owed only after a first one on a x2 (L10)")
    if s.played and s.to_draw:
        raise PositionError("may_draw: what was not drawn is lost once the next player has played (L7)")
    due = 2 if s.top == DOUBLE and not s.played else 1
    s.owed = reader.integer("owed", 0, 2, default=due)
    if s.owed != due:
        raise PositionError(
            f"owed: {s.owed} disagrees with the discard pile; {due} is owed here, two exactly when a turn "
            f"starts on a x2 (L13)"
        )
    s.phase = PLAY
    s.actor = s.drawer if s.to_draw else s.turn
