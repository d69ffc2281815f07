"""What lies on a table of Quanto: the cards and where they are, who may know of them, and what they count.

Everything that must be remembered between two decisions stands in `position()`.
"""

from collections import Counter
from typing import Any

from . import Chance, a_number
from .quanto_cards import TILES, in_order, is_rainbow, without

SIZE = 4  # N2: of a hand, and of a display without rainbow cards
SIZE_OF_MANY = 5  # N2
MANY_PLAYERS = 5  # N2: and six

DEFAULT_OPTIONS: dict[str, object] = {"teams": False, "discard": "forced", "serve": "several"}  # N22, N11, N8

# The keys of a position that everybody may know (N26); the offered card is looked at more closely.
PUBLIC = (
    *("dealer", "turn", "display", "gone", "last_taker"),
    *("step", "second", "card", "verb", "picked", "revealed"),
)


def _list_or_none(cards: list[str] | None) -> list[str] | None:
    return None if cards is None else list(cards)


def _in_order_or_none(cards: list[str] | None) -> list[str] | None:
    return None if cards is None else in_order(cards)


class Table:
    """The state of a table; the attributes are named like the keys of a position."""

    def __init__(self, position: dict[str, Any], chance: Chance) -> None:
        self.chance = chance
        self.seats: int = position["seats"]
        self.options: dict[str, object] = {**DEFAULT_OPTIONS, **position.get("options", {})}
        self.dealer: int = position.get("dealer", self.seats - 1)
        self.turn: int = position.get("turn", (self.dealer + 1) % self.seats)  # N4
        self.hands: list[list[str]] = [list(hand) for hand in position["hands"]]
        self.display: list[str] = list(position.get("display", []))  # the newest card last
        self.draw: list[str] = list(position.get("draw", []))  # the top card first
        self.draw_ordered: bool = position.get("draw_ordered", True)
        self.piles: list[list[str]] = [  # the win piles, the top card last
            list(pile) for pile in position.get("piles", [[]] * self.seats)
        ]
        # The tile and the cards, in the order in which they came.
        self.quantos: list[dict[str, Any] | None] = [
            None if quanto is None else {"tile": quanto["tile"], "cards": list(quanto["cards"])}
            for quanto in position.get("quantos", [None] * self.seats)
        ]
        self.gone: list[str] = list(position.get("gone", []))  # left the game (N14)
        self.last_taker: int | None = position.get("last_taker")  # by action 1 (N19)
        self.second: bool = position.get("second", False)  # a further card is owed or played (N13)
        # N14: what was revealed and waits for a choice; [] while the chosen card is used, None for a hand card
        self.revealed: list[str] | None = _list_or_none(position.get("revealed"))
        self.card: str | None = position.get("card")  # in hand or revealed until the verb, then only here
        self.verb: str | None = position.get("verb")
        self.picked: list[list[str]] = [list(group) for group in position.get("picked", [])]
        self.offer: dict[str, Any] | None = position.get("offer")  # never changed in place
        # N24: what each seat knows of its partner's hand; None for who has never looked, and outside teams
        self.seen: list[list[str] | None] = [
            _list_or_none(cards) for cards in position.get("seen") or [None] * self.seats
        ]
        started = self.second or self.revealed is not None
        # None when the game is over
        self.step: str | None = position.get("step", "card" if started else self.first_step())

    def first_step(self) -> str:
        """How a turn begins: in teams the partner is asked first, if there is a card to offer (N24)."""
        if self.options["teams"] and self.hands[self.partner(self.turn)]:
            return "offer"
        return "card"

    def partner(self, seat: int) -> int:
        """Who sits opposite, of four (N22)."""
        return (seat + 2) % 4

    def free_tiles(self) -> list[int]:
        """The tiles in the middle (N7)."""
        used = [quanto["tile"] for quanto in self.quantos if quanto is not None]
        return [tile for tile in TILES if tile not in used]

    # What partners remember (N24)

    def known_to(self, seat: int) -> list[str]:
        """The cards that the seat knows to be in its partner's hand."""
        return self.seen[seat] or []

    def remember(self, seat: int, card: str) -> None:
        """The seat has seen that its partner holds this card, besides those known before."""
        self.seen[seat] = [*self.known_to(seat), card]

    def leave_hand(self, seat: int, card: str) -> None:
        """A card is gone from a hand. Of equal ones the partner takes it for one that was known: the rest is certain."""
        self.hands[seat].remove(card)
        if self.options["teams"] and card in self.known_to(self.partner(seat)):
            self.seen[self.partner(seat)] = without(self.known_to(self.partner(seat)), [card])

    # Drawing

    @property
    def size(self) -> int:
        """How many cards a hand has, and a display without rainbow cards (N2)."""
        return a_number(self.options, "hand", SIZE_OF_MANY if self.seats >= MANY_PLAYERS else SIZE)

    def refill_display(self) -> None:
        """Up to its size, which a rainbow card that comes up makes larger; surplus cards stay (N3)."""
        while self.draw and len(self.display) < self.size + len([c for c in self.display if is_rainbow(c)]):
            self.display.append(self.drawn())

    def drawn(self) -> str:
        """The next card of the draw pile, which must have one."""
        card = self.draw[0] if self.draw_ordered else self.chance(sorted(self.draw))
        self.draw.remove(card)  # the first of its name: for an ordered pile that is the top card itself
        return card

    # The result

    @property
    def over(self) -> bool:
        """N19: nobody had a card any more at the end of a turn."""
        return self.step is None

    @property
    def scores(self) -> list[int]:
        """The cards in the win piles; in teams both partners have their sum (N20, N25)."""
        cards = [len(pile) for pile in self.piles]
        if self.options["teams"]:
            return [cards[seat] + cards[self.partner(seat)] for seat in range(self.seats)]
        return cards

    @property
    def winners(self) -> list[int]:
        """The seats with most cards, once the game is over (N20, N25)."""
        if not self.over:
            return []
        return [seat for seat in range(self.seats) if self.scores[seat] == max(self.scores)]

    # What can be seen

    def position(self) -> dict[str, Any]:
        """Everything; what has no order is sorted, so that equal tables have equal positions."""
        return {
            "game": "quanto",
            "seats": self.seats,
            "options": dict(self.options),
            "dealer": self.dealer,
            "turn": self.turn,
            "hands": [in_order(hand) for hand in self.hands],
            "display": list(self.display),
            "draw": list(self.draw) if self.draw_ordered else in_order(self.draw),
            "draw_ordered": self.draw_ordered,
            "piles": [list(pile) for pile in self.piles],
            "quantos": [
                None if quanto is None else {"tile": quanto["tile"], "cards": list(quanto["cards"])}
                for quanto in self.quantos
            ],
            "gone": in_order(self.gone),
            "last_taker": self.last_taker,
            "step": self.step,
            "second": self.second,
            "card": self.card,
            "verb": self.verb,
            "picked": [list(group) for group in self.picked],
            "revealed": _list_or_none(self.revealed),
            "offer": None if self.offer is None else dict(self.offer),
            "seen": [_in_order_or_none(cards) for cards in self.seen] if self.options["teams"] else None,
        }

    def known(self, seat: int | None) -> dict[str, Any]:
        """What the seat may know (N26), in the words of a view; None is a spectator, who holds no hand.

        Every capture happens in the open, so what lies in the win piles is known, card by card.
        """
        truth = self.position()
        offer = truth["offer"]
        if offer is not None and seat not in (self.turn, offer["from"]):  # N24
            offer["card"] = "?"
        partner_knows = None
        if seat is not None and self.options["teams"]:
            partner_knows = in_order(self.known_to(seat))
        return {
            **{key: truth[key] for key in PUBLIC},
            "hand": None if seat is None else truth["hands"][seat],
            "tiles": self.free_tiles(),
            "draw_count": len(self.draw),
            "offer": offer,
            "partner_knows": partner_knows,
            "unseen": dict(Counter(self._unseen(seat))),
            "players": [
                {
                    "seat": other,
                    "cards": len(self.hands[other]),
                    "pile": truth["piles"][other],
                    "quanto": truth["quantos"][other],
                }
                for other in range(self.seats)
            ],
        }

    def _unseen(self, seat: int | None) -> list[str]:
        """The cards that the seat cannot locate: in the draw pile and in the hands of others."""
        unseen = list(self.draw)
        for other in range(self.seats):
            if other != seat:
                unseen += without(self.hands[other], self._located(seat, other))
        return unseen

    def _located(self, seat: int | None, other: int) -> list[str]:
        """The cards that the seat knows to be in the other's hand."""
        located: list[str] = []
        if self.options["teams"] and seat is not None and other == self.partner(seat):
            located += self.known_to(seat)  # N24
        announced = self.step == "verb" and self.revealed is None and other == self.turn
        if announced and self.card is not None and self.card not in located:
            located.append(self.card)  # chosen, so named; it leaves the hand with the verb
        return located
