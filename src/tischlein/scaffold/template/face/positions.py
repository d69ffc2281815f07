"""Positions of Hoch: hands, chosen cards, the last trick, and all cards that were played."""

from tischlein.cards import EMPTY, OVER
from tischlein.engine.errors import PositionError
from tischlein.engine.rules import positions as read
from tischlein.engine.rules.positions import Reader
from tischlein.scaffold.template.face.notation import NAMES
from tischlein.scaffold.template.rules import CARDS, HAND, Hoch, hand_size

KIND = {name: card for card, name in enumerate(NAMES)}


def dump(s: Hoch) -> dict[str, object]:
    return {
        "hands": [names(hand) for hand in s.hands[: s.seats]],
        "chosen": [None if card == EMPTY else NAMES[card] for card in s.chosen[: s.seats]],
        "laid": [None if card == EMPTY else NAMES[card] for card in s.laid[: s.seats]],
        "played": names(s.played),
        "points": list(s.points[: s.seats]),
    }


def names(counts: list[int]) -> list[str]:
    return [NAMES[card] for card in range(CARDS) if counts[card]]


def load(s: Hoch, reader: Reader) -> None:
    """Read a position; raise PositionError, with the place, for what the rules cannot lead to."""
    hands = reader.row("hands", s.seats)
    places = {key: reader.row(key, s.seats, default=[None] * s.seats) for key in ("chosen", "laid")}
    played = read.cards("played", reader.take("played", []), KIND)
    points = reader.row("points", s.seats, default=[0] * s.seats)
    reader.finish()
    s.tricks, s.dealt = len(played) // s.seats, HAND * s.seats
    for key, row in places.items():
        for seat, card in enumerate(row):
            if card is not None:
                getattr(s, key)[seat] = read.card(f"{key}[{seat}]", card, KIND)
    counted = [*played, *(card for card in s.chosen if card != EMPTY)]
    for seat in range(s.seats):
        hand = read.cards(f"hands[{seat}]", hands[seat], KIND)
        if len(hand) != hand_size(s, seat):
            raise PositionError(f"hands[{seat}]: everybody is dealt {HAND} cards (H2)")
        for card in hand:
            s.hands[seat][card] = 1
        counted += hand
        s.points[seat] = read.integer(f"points[{seat}]", points[seat], 0, HAND)
    read.check_copies({NAMES[card]: counted.count(card) for card in counted}, dict.fromkeys(KIND, 1))
    for card in counted:
        s.unseen[card] = 0
    for card in played:
        s.played[card] = 1
    if len(played) != s.tricks * s.seats or sum(s.points) != s.tricks:
        raise PositionError("points: every trick takes a card from everybody and gives one point (H4)")
    if any((card in played) != (s.tricks > 0) for card in s.laid[: s.seats]):
        raise PositionError("laid: the cards of the last trick are among those played (H3)")
    undecided = [seat for seat in range(s.seats) if s.chosen[seat] == EMPTY]
    if not undecided:
        raise PositionError("chosen: when all have chosen, the cards are laid open (H3)")
    s.actor = OVER if s.tricks == HAND else undecided[0]
