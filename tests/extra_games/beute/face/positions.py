"""Positions of Beute: bids that are left, chosen and laid, and prizes that lie there, that were taken, and that will come."""

from extra_games.beute.face.notation import NAMES, PRIZE_NAMES
from extra_games.beute.rules import PRIZES, VALUES, Beute, chances, worth
from tischlein.cards import CHANCE, EMPTY, OVER
from tischlein.engine.errors import PositionError
from tischlein.engine.rules import positions as read
from tischlein.engine.rules.positions import Reader

BID = {name: bid for bid, name in enumerate(NAMES)}
PRIZE = {name: prize for prize, name in enumerate(PRIZE_NAMES)}


def dump(s: Beute) -> dict[str, object]:
    return {
        "hands": [names(hand, NAMES) for hand in s.hands[: s.seats]],
        "chosen": [None if bid == EMPTY else NAMES[bid] for bid in s.chosen[: s.seats]],
        "laid": [None if bid == EMPTY else NAMES[bid] for bid in s.laid[: s.seats]],
        "lying": names(s.lying, PRIZE_NAMES),
        "taken": [names(taken, PRIZE_NAMES) for taken in s.taken[: s.seats]],
    }


def names(counts: list[int], all_names: list[str]) -> list[str]:
    return [name for name, n in zip(all_names, counts, strict=True) if n]


def load(s: Beute, reader: Reader) -> None:
    """Read a position; raise PositionError, with the place, for what the rules cannot lead to."""
    nothing: list[None] = [None] * s.seats
    hands = reader.row("hands", s.seats, default=[NAMES] * s.seats)
    chosen, laid = (reader.row(key, s.seats, default=nothing) for key in ("chosen", "laid"))
    lying = read.cards("lying", reader.take("lying", []), PRIZE)
    taken = reader.row("taken", s.seats, default=[[]] * s.seats)
    reader.finish()
    for prize in lying:
        s.lying[prize] = 1
    seen = list(lying)
    for seat in range(s.seats):
        load_seat(s, seat, hands[seat], chosen[seat], laid[seat])
        for prize in read.cards(f"taken[{seat}]", taken[seat], PRIZE):
            s.taken[seat][prize] = 1
            s.points[seat] += VALUES[prize]
            seen.append(prize)
    read.check_copies({PRIZE_NAMES[prize]: seen.count(prize) for prize in seen}, dict.fromkeys(PRIZE, 1))
    for prize in seen:
        s.unseen[prize] = 0
    check(s, bool(lying))


def load_seat(s: Beute, seat: int, hand: object, chosen: object, laid: object) -> None:
    """Read the bids of one seat."""
    bids = read.cards(f"hands[{seat}]", hand, BID)
    read.check_copies({NAMES[bid]: bids.count(bid) for bid in bids}, dict.fromkeys(BID, 1))
    s.hands[seat] = [int(bid in bids) for bid in range(len(NAMES))]
    if chosen is not None:
        s.chosen[seat] = read.card(f"chosen[{seat}]", chosen, BID)
        if s.chosen[seat] not in bids:
            raise PositionError(
                f"chosen[{seat}]: a bid that was chosen stays in the hand until it is laid (B3)"
            )
    if laid is not None:
        s.laid[seat] = read.card(f"laid[{seat}]", laid, BID)
        if s.laid[seat] in bids:
            raise PositionError(f"laid[{seat}]: a bid that was laid is spent (B3)")


def check(s: Beute, lying: bool) -> None:
    """Raise PositionError for what does not fit together, and find out who comes next."""
    spent = {PRIZES - sum(hand) for hand in s.hands[: s.seats]}
    if len(spent) > 1:
        raise PositionError("hands: everybody has laid the same number of bids (B3)")
    turned = PRIZES - chances(s)
    (done,) = spent
    if any((bid != EMPTY) != (done > 0) for bid in s.laid[: s.seats]):
        raise PositionError("laid: after the first prize everybody has laid a bid (B3)")
    undecided = [seat for seat in range(s.seats) if s.chosen[seat] == EMPTY]
    if not undecided:
        raise PositionError("chosen: when all have chosen, the bids are laid open (B3)")
    if turned == done + 1 and lying:
        s.actor = undecided[0]
    elif turned == done and len(undecided) == s.seats:
        s.actor = CHANCE if chances(s) else OVER
    else:
        raise PositionError("lying: for each prize that was turned up, everybody lays one bid (B2, B3)")
    check_taken(s, done)


def check_taken(s: Beute, done: int) -> None:
    """Raise PositionError where prizes cannot have been taken like this."""
    before = done if s.actor < 0 else done - 1
    if before < 0 and any(map(any, s.taken)):
        raise PositionError("taken: nobody takes a prize before the first bids (B4)")
    if s.actor < 0 and done and not any(s.lying) and not any(map(any, s.taken[: s.seats])):
        raise PositionError("lying: prizes that nobody took stay (B4)")
    if s.seats == 2 and s.actor < 0 and any(s.lying) and worth(s) and s.laid[0] != s.laid[1]:
        raise PositionError("lying: with two different bids somebody takes the prizes (B4)")
