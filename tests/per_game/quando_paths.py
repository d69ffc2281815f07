"""The rare paths of Quando that games from small positions must take."""

from .base import Move, Paths, Position

TRIPLET = 3


def is_over(position: Position) -> bool:
    target: int = position["options"]["target"]
    return bool(max(position["points"]) >= target)


def _front(card: str) -> str:
    return card.partition("/")[0]


def _back(card: str) -> str:
    return card.partition("/")[2]


def _picks(move: Move) -> bool:
    return move.text.startswith("pick")


def _serves(move: Move) -> bool:
    return bool(move.before["penalty"] != [])


def _ends_play(move: Move) -> bool:
    return move.text.startswith("take") and not _serves(move)


def _numbers(move: Move) -> list[str]:
    """What has been laid in this turn before this move."""
    return [_front(card) for card in move.before["picked"]]


def _is_triplet(move: Move) -> bool:
    return _ends_play(move) and len(_numbers(move)) == TRIPLET and len(set(_numbers(move))) == 1


def _is_straight(move: Move) -> bool:
    return _ends_play(move) and len(set(_numbers(move))) == TRIPLET


def _round_ends(move: Move) -> bool:
    return move.before["dealer"] != move.after["dealer"] or is_over(move.after)


def _hand_after_draw(move: Move) -> list[str]:
    top = move.before["draw"][0]
    drawn = _front(top) if move.text == "take visible" else _back(top)
    return [*map(_front, move.before["hands"][move.seat]), drawn]


def _by_zeros(move: Move) -> bool:
    return _ends_play(move) and set(_hand_after_draw(move)) == {"0"}


def _by_knock(move: Move) -> bool:
    return _round_ends(move) and not _by_zeros(move)


def _zeros(position: Position, seat: int) -> int:
    return sum(_front(card) == "0" for card in position["hands"][seat])


def _gained(move: Move, seat: int) -> int:
    gained: int = move.after["points"][seat] - move.before["points"][seat]
    return gained


def _knocker_gained(move: Move) -> int:
    """Points of the knocker in a round that ends now; nobody has knocked: none."""
    knocked = move.before["knocked"]
    return 0 if knocked is None else _gained(move, knocked)


def _best(move: Move) -> int:
    """How many write nothing at the end of a round."""
    return sum(_gained(move, seat) == 0 for seat in range(move.before["seats"]))


def _turned_over(move: Move) -> bool:
    return len(move.after["discard"]) < len(move.before["discard"]) and not _round_ends(move)


def _at_pick(move: Move) -> bool:
    return _picks(move) and move.before["draw"] == []


def _seats_between(move: Move) -> list[int]:
    """Those whose turn would have come, but who had no card."""
    found = []
    seat = (move.before["turn"] + 1) % move.before["seats"]
    while seat != move.after["turn"]:
        found.append(seat)
        seat = (seat + 1) % move.before["seats"]
    return found


def _skips(move: Move) -> bool:
    goes_on = not _round_ends(move) and move.before["turn"] != move.after["turn"]
    return goes_on and _seats_between(move) != []


def _penalty_dropped(move: Move) -> bool:
    """Return whether a seat that should serve has nothing to draw and no zero."""
    if _round_ends(move):
        return False
    left = len(move.before["penalty"]) - 1 if _serves(move) else move.before["seats"] - 1
    return (_serves(move) or (_is_triplet(move) and not _by_zeros(move))) and len(
        move.after["penalty"]
    ) < left


def _looks(move: Move) -> list[str]:
    """The holder's other cards with the front that is picked or flipped."""
    front = _front(move.text.partition(" ")[2])
    return [card for card in move.before["hands"][move.seat] if _front(card) == front]


def _early_by_plays(move: Move) -> bool:
    return move.text == "knock" and min(move.before["plays"]) < 2


def _pays_after_zeros(move: Move) -> bool:
    knocked = move.before["knocked"]
    return _by_zeros(move) and knocked is not None and move.before["options"]["knock_penalty_after_zeros"]


def _spared_after_zeros(move: Move) -> bool:
    knocked = move.before["knocked"]
    return _by_zeros(move) and knocked is not None and not _pays_after_zeros(move)


PATHS: Paths = {
    "Q2 too few cards for a full deal": lambda m: (
        _round_ends(m) and not is_over(m.after) and min(map(len, m.after["hands"])) < 7
    ),
    "Q2 a seat is dealt nothing": lambda m: (
        _round_ends(m) and not is_over(m.after) and not all(m.after["hands"])
    ),
    "Q7 a straight": _is_straight,
    "Q7 a straight laid out of order": lambda m: (
        _is_straight(m) and sorted(map(int, _numbers(m))) != list(map(int, _numbers(m)))
    ),
    "Q8 four equal numbers": lambda m: _ends_play(m) and len(_numbers(m)) > TRIPLET,
    "Q9 of cards that look the same the oldest": lambda m: m.text.endswith("?") and len(_looks(m)) > 1,
    "Q9 a card with a known back": lambda m: _picks(m) and not m.text.endswith("?"),
    "Q10 the last card of the hand": lambda m: _ends_play(m) and m.before["hands"][m.seat] == [],
    "Q12 the discard pile is turned over": _turned_over,
    "Q12 a turned-over pile is drawn from": lambda m: (
        m.text.startswith("take") and m.before["draw_ordered"] and len(m.before["draw"]) > 1
    ),
    "Q12 the first card laid is the draw pile": _at_pick,
    "Q12 and the next one lies on the discard pile": lambda m: (
        _picks(m) and m.before["discard"] == [] and len(m.before["picked"]) == 1
    ),
    "Q12 turned over between two penalties": lambda m: _serves(m) and _turned_over(m),
    "Q13 a triplet": lambda m: _is_triplet(m) and m.after["penalty"] != [],
    "Q13 a zero is flipped": lambda m: m.text.startswith("flip"),
    "Q13 one of several zeros is flipped": lambda m: (
        m.text.startswith("flip") and _zeros(m.before, m.seat) > 1
    ),
    "Q13 a zero whose back is known": lambda m: m.text.startswith("flip") and "?" not in m.text,
    "Q13 a zero flipped with nothing to draw": lambda m: m.text.startswith("flip") and m.before["draw"] == [],
    "Q13 a card is drawn": lambda m: _serves(m) and m.text.startswith("take"),
    "Q14 the knocker serves": lambda m: _serves(m) and m.seat == m.before["knocked"],
    "Q14 after the last turn": lambda m: (
        _serves(m) and m.before["knocked"] is not None and m.seat != m.before["knocked"]
    ),
    "Q14 nothing to draw": _penalty_dropped,
    "Q15 a triplet and only zeros left": lambda m: _is_triplet(m) and _by_zeros(m),
    "Q16 only zeros": _by_zeros,
    "Q16 only zeros in the last round": lambda m: _by_zeros(m) and m.before["knocked"] is not None,
    "Q16 only zeros by a penalty, and the round goes on": lambda m: (
        _serves(m)
        and m.text.startswith("take")
        and not _round_ends(m)
        and _zeros(m.after, m.seat) == len(m.after["hands"][m.seat])
    ),
    "Q17 a knock": lambda m: m.text == "knock",
    "Q17 a pass": lambda m: m.text == "pass",
    "Q17 the last turn ends the round": _by_knock,
    "Q17 a penalty ends the round": lambda m: _serves(m) and _round_ends(m),
    "Q18 two cards in one play": _early_by_plays,
    "Q19 several are lowest": lambda m: _round_ends(m) and _best(m) > 1,
    "Q20 the knocker is lowest alone": lambda m: _by_knock(m) and _knocker_gained(m) == 0,
    "Q20 the knocker pays": lambda m: _by_knock(m) and _knocker_gained(m) > 0,
    "Q21 no penalty after zeros": _spared_after_zeros,
    "Q21 a penalty after zeros": _pays_after_zeros,
    "Q22 the end": lambda m: is_over(m.after),
    "Q22 a shared win": lambda m: is_over(m.after) and m.after["points"].count(min(m.after["points"])) > 1,
    "Q22 another round": lambda m: _round_ends(m) and not is_over(m.after),
    "a seat without a card has no turn": _skips,
}
