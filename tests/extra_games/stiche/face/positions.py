"""Positions of Stiche: hands, this trick and the last one, who leads, what each seat has taken, and all cards that were played."""

from extra_games.stiche.face.notation import NAMES
from extra_games.stiche.rules import CARDS, HAND, Stiche, hand_size
from tischlein.cards import EMPTY, OVER, clockwise
from tischlein.engine.errors import PositionError
from tischlein.engine.rules import positions as read
from tischlein.engine.rules.positions import Reader

KIND = {name: card for card, name in enumerate(NAMES)}


def dump(s: Stiche) -> dict[str, object]:
    return {
        "hands": [names(hand) for hand in s.hands[: s.seats]],
        "leader": s.leader,
        "laid": [None if card == EMPTY else NAMES[card] for card in s.laid],
        "last": [None if card == EMPTY else NAMES[card] for card in s.last],
        "played": names(s.played),
        "taken": list(s.points),
    }


def names(counts: list[int]) -> list[str]:
    return [NAMES[card] for card in range(CARDS) if counts[card]]


def load(s: Stiche, reader: Reader) -> None:
    """Read a position; raise PositionError, with the place, for what the rules cannot lead to."""
    nothing: list[None] = [None] * s.seats
    hands = reader.row("hands", s.seats)
    s.leader = reader.integer("leader", 0, s.seats - 1, default=0)
    places = {key: reader.row(key, s.seats, default=nothing) for key in ("laid", "last")}
    played = read.cards("played", reader.take("played", []), KIND)
    taken = reader.row("taken", s.seats, default=[0] * s.seats)
    reader.finish()
    s.tricks, s.dealt = len(played) // s.seats, HAND * s.seats
    for key, row in places.items():
        for seat, card in enumerate(row):
            if card is not None:
                getattr(s, key)[seat] = read.card(f"{key}[{seat}]", card, KIND)
    counted = [*played, *(card for card in s.laid if card != EMPTY)]
    for seat in range(s.seats):
        hand = read.cards(f"hands[{seat}]", hands[seat], KIND)
        if len(hand) != hand_size(s, seat):
            raise PositionError(
                f"hands[{seat}]: everybody is dealt {HAND} cards and lays one in each trick (S2, S3)"
            )
        for card in hand:
            s.hands[seat][card] = 1
        counted += hand
        s.points[seat] = read.integer(f"taken[{seat}]", taken[seat], 0, HAND)
    read.check_copies({NAMES[card]: counted.count(card) for card in counted}, dict.fromkeys(KIND, 1))
    for card in counted:
        s.unseen[card] = 0
    for card in played:
        s.played[card] = 1
    check(s, played)


def check(s: Stiche, played: list[int]) -> None:
    """Raise PositionError for what does not fit together, and find out whose turn it is."""
    if len(played) != s.tricks * s.seats or sum(s.points) != s.tricks:
        raise PositionError("taken: every trick has a card of everybody, and one seat takes it (S3, S4)")
    if any((card in played) != (s.tricks > 0) for card in s.last):
        raise PositionError("last: the cards of the last trick are among those played (S3)")
    if s.tricks and s.points[s.leader] == 0:
        raise PositionError("leader: who took the last trick leads to the next (S4)")
    if not s.tricks and s.leader:
        raise PositionError("leader: the first seat leads to the first trick (S3)")
    order = [clockwise(s.leader, steps, s.seats) for steps in range(s.seats)]
    lying = [s.laid[seat] != EMPTY for seat in order]
    if lying != sorted(lying, reverse=True) or all(lying):
        raise PositionError("laid: cards are laid one after the other, from the leader on (S3)")
    s.actor = OVER if s.tricks == HAND else order[sum(lying)]
