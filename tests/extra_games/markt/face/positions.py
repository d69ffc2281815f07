"""Positions of Markt: the market, everybody's goods and points, what was sold, and whose turn it is."""

from extra_games.markt.face.notation import NAMES
from extra_games.markt.rules import COPIES, KINDS, PLACES, Markt, go_on
from tischlein.cards import EMPTY
from tischlein.engine.errors import PositionError
from tischlein.engine.rules import positions as read
from tischlein.engine.rules.positions import Reader

KIND = {name: kind for kind, name in enumerate(NAMES)}


def dump(s: Markt) -> dict[str, object]:
    return {
        "turn": s.turn,
        "market": [None if kind == EMPTY else NAMES[kind] for kind in s.market],
        "goods": [names(goods) for goods in s.goods[: s.seats]],
        "sold": names(s.sold),
        "points": list(s.points[: s.seats]),
    }


def names(counts: list[int]) -> list[str]:
    return [NAMES[kind] for kind in range(KINDS) for _ in range(counts[kind])]


def load(s: Markt, reader: Reader) -> None:
    """Read a position; raise PositionError, with the place, for what the rules cannot lead to."""
    s.turn = reader.integer("turn", 0, s.seats - 1, default=0)
    market = reader.row("market", PLACES, default=[None] * PLACES)
    goods = reader.row("goods", s.seats, default=[[]] * s.seats)
    sold = read.cards("sold", reader.take("sold", []), KIND)
    points = reader.row("points", s.seats, default=[0] * s.seats)
    reader.finish()
    counted = list(sold)
    for place, name in enumerate(market):
        if name is not None:
            s.market[place] = read.card(f"market[{place}]", name, KIND)
            counted.append(s.market[place])
    for kind in sold:
        s.sold[kind] += 1
    for seat in range(s.seats):
        for kind in read.cards(f"goods[{seat}]", goods[seat], KIND):
            s.goods[seat][kind] += 1
            counted.append(kind)
        s.points[seat] = read.integer(f"points[{seat}]", points[seat], 0, KINDS * COPIES * COPIES)
    read.check_copies({NAMES[kind]: counted.count(kind) for kind in counted}, dict.fromkeys(KIND, COPIES))
    for kind in counted:
        s.unseen[kind] -= 1
    # A sale of n goods scores n times n, which is 2 n at least.
    if not 2 * len(sold) <= sum(s.points) <= COPIES * len(sold):
        raise PositionError("points: a sale scores the number of goods times itself (M4)")
    go_on(s)
