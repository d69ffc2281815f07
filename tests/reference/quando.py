"""Quando as a person would play it through with cards on a table: no speed, no tricks.

A turn: lay cards on the discard pile one after the other, take one card from the draw pile, and after a triplet
wait until all the others have served their penalty. Every card remembers who has seen which of its two numbers;
the table's places, whose turn it is and who has knocked is all the rest, and `position()` says all of it.
"""

from typing import Any, Self

from . import Chance, a_number
from .quando_cards import (
    CARD_TEXTS,
    NUMBERS,
    Card,
    are_complete,
    are_equal,
    can_be_completed,
    front_of,
    points_of_round,
)

HAND_SIZE = 7  # Q2
HAND_SIZE_OF_FEW = 8  # Q2: with two or three players
TRIPLET = 3  # Q13
ENOUGH_TO_KNOCK = 2  # Q18: plays or cards

DEFAULT_OPTIONS: dict[str, object] = {
    "knock_after": "two_plays",  # Q18
    "knock_penalty_after_zeros": False,  # Q21
    "target": 50,  # Q22
}

WITHOUT_A_CARD = {"take visible", "take hidden", "knock", "pass"}
ACTIONS = WITHOUT_A_CARD | {f"{verb} {card}" for verb in ("pick", "flip") for card in CARD_TEXTS}

Reason = tuple[str, str]  # code and clause


class Reference:
    """One table of Quando; the attributes are named like the keys of a position."""

    def __init__(self, position: dict[str, Any], chance: Chance) -> None:
        self.chance = chance
        self.seats: int = position["seats"]
        self.options: dict[str, object] = {**DEFAULT_OPTIONS, **position.get("options", {})}
        self.dealer: int = position.get("dealer", self.seats - 1)
        self.turn: int = position.get("turn", (self.dealer + 1) % self.seats)  # Q6
        self.hands: list[list[Card]] = [  # in the order in which the cards came
            [Card.of(text) for text in hand] for hand in position["hands"]
        ]
        # The top card first: it lies fixed, with one side visible, also on a pile that otherwise has no order.
        self.draw: list[Card] = [Card.of(text) for text in position.get("draw", [])]
        self.draw_ordered: bool = position.get("draw_ordered", True)
        # The top card last.
        self.discard: list[Card] = [Card.of(text) for text in position.get("discard", [])]
        self.plays: list[int] = list(position.get("plays", [0] * self.seats))  # this round (Q18)
        self.cards_played: list[int] = list(position.get("cards_played", [0] * self.seats))
        self.knocked: int | None = position.get("knocked")
        self.points: list[int] = list(position.get("points", [0] * self.seats))
        self.picked: list[str] = list(position.get("picked", []))  # laid in this turn, as they were laid
        self.penalty: list[int] = list(position.get("penalty", []))  # seats that still have to serve (Q13)
        self._look_around()
        self._remember(position.get("seen", [[] for _ in range(self.seats)]))

    @classmethod
    def at(cls, position: dict[str, Any], chance: Chance) -> Self:
        """The table of a position, which is trusted to be valid; what needs no decision happens at once."""
        table = cls(position, chance)
        table._turn_over_if_used_up()
        if table.penalty:
            table._next_penalty_or_turn()
        return table

    @classmethod
    def new(cls, seats: int, options: dict[str, object], chance: Chance) -> Self:
        """A new game, dealt: the lot for the first dealer, the hands, the top of the draw pile (Q2, Q5, Q6)."""
        table = cls({"seats": seats, "options": options, "hands": [[] for _ in range(seats)]}, chance)
        table.draw = [Card(low, high) for low in NUMBERS for high in NUMBERS if low < high]  # Q1
        lots = [f"seat {seat}" for seat in range(seats)]
        table._start_round(dealer=lots.index(chance(lots)))
        return table

    def copy(self) -> Self:
        """Another table in the same position, with the same chance."""
        return type(self)(self.position(), self.chance)

    # What may be done

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seat that must act now; none when the game is over."""
        if self.over:
            return ()
        return (self.penalty[0] if self.penalty else self.turn,)

    def actions(self, seat: int) -> set[str]:
        """The texts of everything the seat may do now; cards that look the same to it are one (Q9)."""
        texts = set(WITHOUT_A_CARD)
        for card in self.hands[seat]:
            texts |= {f"pick {card.known([seat])}", f"flip {card.known([seat])}"}
        return {text for text in texts if self.why(seat, text) is None}

    def why(self, seat: int, text: str) -> Reason | None:
        """The first reason (code, clause) against this action, or None when it is legal."""
        if seat not in range(self.seats):
            return ("no_such_seat", "")
        if text not in ACTIONS:
            return ("unknown_action", "")
        if self.over:
            return ("game_over", "Q22")
        if seat not in self.waiting:
            return ("not_your_turn", "Q13" if self.penalty else "Q6")
        if self.penalty:
            return self._why_not_as_penalty(seat, text)
        return self._why_not_in_turn(seat, text)

    def _why_not_as_penalty(self, seat: int, text: str) -> Reason | None:
        verb, _, what = text.partition(" ")
        if verb not in ("flip", "take"):
            return ("penalty_first", "Q13")
        if verb == "flip" and self._in_hand(seat, what) is None:
            return ("not_in_hand", "Q9")
        if verb == "take" and self._holds_zero(seat):
            return ("must_flip", "Q13")
        if verb == "flip" and front_of(what) != 0:
            return ("no_zero", "Q13")
        return None

    def _why_not_in_turn(self, seat: int, text: str) -> Reason | None:
        verb, _, what = text.partition(" ")
        if verb == "flip":
            return ("no_penalty", "Q13")
        if verb == "take":
            return self._why_not_take()
        if verb == "pick":
            return self._why_not_pick(seat, what)
        if self.picked:  # knocking and passing come instead of a play (Q17)
            return ("already_picked", "Q17")
        if verb == "knock":
            return self._why_not_knock()
        return ("no_pass", "Q17") if self.knocked is None else None

    def _why_not_take(self) -> Reason | None:
        if not self.picked:
            return ("nothing_picked", "Q10")
        if not are_complete(self._picked_numbers()):
            return ("incomplete", "Q7")
        return None

    def _why_not_pick(self, seat: int, what: str) -> Reason | None:
        card = self._in_hand(seat, what)
        if card is None:
            return ("not_in_hand", "Q9")
        rest = [other.side for other in self.hands[seat] if other is not card]  # Q9: fronts only
        if not can_be_completed([*self._picked_numbers(), card.side], rest):
            return ("no_set", "Q8")
        return None

    def _why_not_knock(self) -> Reason | None:
        # Q18: everybody, so the one who would knock too
        counts = self.plays if self.options["knock_after"] == "two_plays" else self.cards_played
        if any(count < ENOUGH_TO_KNOCK for count in counts):
            return ("knock_too_early", "Q18")
        if self.knocked is not None:
            return ("already_knocked", "Q17")
        return None

    def _in_hand(self, seat: int, what: str) -> Card | None:
        """The card that the seat means: of those that look the same to it the oldest (Q9)."""
        for card in self.hands[seat]:
            if card.known([seat]) == what:
                return card
        return None

    def _picked_numbers(self) -> list[int]:
        return [front_of(text) for text in self.picked]

    def _holds_zero(self, seat: int) -> bool:
        return any(card.side == 0 for card in self.hands[seat])

    # A turn

    def play(self, seat: int, text: str) -> None:
        """Do a legal action and everything that follows from it up to the next decision."""
        reason = self.why(seat, text)
        if reason is not None:
            raise ValueError(f"seat {seat} may not {text}: {reason}")
        verb, _, what = text.partition(" ")
        if self.penalty:
            self._serve(seat, verb, what)
        elif verb == "pick":
            self._pick(seat, what)
        elif verb == "take":
            self._draw_card(seat, what)
            self._end_play(seat)
        elif verb == "knock":
            self.knocked = seat
            self._next_turn()
        else:
            self._next_turn()  # a pass: no play, no draw (Q17)

    def _pick(self, seat: int, what: str) -> None:
        card = self._in_hand(seat, what)
        assert card is not None
        self.hands[seat].remove(card)
        self.discard.append(card)
        self.picked.append(card.text)
        self._look_around()
        self._turn_over_if_used_up()  # Q12: the first card laid where there was none at all

    def _end_play(self, seat: int) -> None:
        numbers = self._picked_numbers()
        self.picked = []
        self.plays[seat] += 1  # Q18: now that its card is drawn
        self.cards_played[seat] += len(numbers)
        if all(card.side == 0 for card in self.hands[seat]):
            self._end_round(by_zeros=True)  # Q16, and no penalty follows (Q15)
        else:
            if len(numbers) == TRIPLET and are_equal(numbers):
                # Q13, Q14: all the others, whether they knocked or had their last turn
                self.penalty = [(seat + step) % self.seats for step in range(1, self.seats)]
            self._next_penalty_or_turn()

    def _serve(self, seat: int, verb: str, what: str) -> None:
        if verb == "flip":
            card = self._in_hand(seat, what)
            assert card is not None
            card.turn()  # in its place (Q13)
            self._look_around()
        else:
            self._draw_card(seat, what)
        self.penalty.pop(0)
        self._next_penalty_or_turn()  # never the end of the round by zeros (Q16)

    def _next_penalty_or_turn(self) -> None:
        # Q14: without a zero and with nothing to draw there is no penalty, not even later
        while self.penalty and not self.draw and not self._holds_zero(self.penalty[0]):
            self.penalty.pop(0)
        if not self.penalty:
            self._next_turn()

    def _next_turn(self) -> None:
        """Clockwise (Q6); who has no card, as after the deal of a small position, cannot have a turn."""
        seat = (self.turn + 1) % self.seats
        while seat != self.knocked and not self.hands[seat]:
            seat = (seat + 1) % self.seats
        if seat == self.knocked:
            self._end_round(by_zeros=False)  # Q17: all the others had their last turn
        else:
            self.turn = seat

    # The draw pile

    def _draw_card(self, seat: int, which: str) -> None:
        card = self.draw.pop(0)
        if which == "hidden":
            card.turn()  # Q11: unseen, and for good
        self.hands[seat].append(card)
        # The next card becomes visible before anything else happens, even the end of the round.
        if self.draw and not self.draw_ordered:
            self._new_top()
        self._look_around()
        self._turn_over_if_used_up()

    def _turn_over_if_used_up(self) -> None:
        """Q12: as a whole, so what was discarded first comes on top, and everything shows its other side."""
        if self.draw or not self.discard:
            return
        self.draw = self.discard
        self.discard = []
        self.draw_ordered = True
        for card in self.draw:
            card.turn()
        self._look_around()

    def _any_card(self) -> Card:
        """Chance takes a card out of a pile without order, and which of its sides comes into play (Q2, Q25)."""
        outcomes = []
        for card in self.draw:
            outcomes += [f"{card.side}/{card.other}", f"{card.other}/{card.side}"]
        chosen = Card.of(self.chance(sorted(outcomes)))
        self.draw = [card for card in self.draw if card.pair != chosen.pair]
        return chosen

    def _new_top(self) -> None:
        top = self._any_card()
        self.draw.insert(0, top)

    # Rounds

    @property
    def _all_cards(self) -> list[Card]:
        return [card for pile in [*self.hands, self.draw, self.discard] for card in pile]

    def _start_round(self, dealer: int) -> None:
        # Q2, Q24: all cards together; nobody knows where any of them is now.
        self.draw = [Card.of(card.text) for card in self._all_cards]
        self.draw_ordered = False
        self.discard = []
        self.hands = [[] for _ in range(self.seats)]
        self.plays = [0] * self.seats  # Q18
        self.cards_played = [0] * self.seats
        self.knocked = None
        self.dealer = dealer
        self.turn = (dealer + 1) % self.seats  # Q6
        order = [(self.turn + step) % self.seats for step in range(self.seats)]
        for _ in range(a_number(self.options, "hand", HAND_SIZE_OF_FEW if self.seats <= 3 else HAND_SIZE)):
            for seat in order:
                if self.draw:
                    self.hands[seat].append(self._any_card())
        if self.draw:
            self._new_top()  # Q5
        self._look_around()

    def _end_round(self, by_zeros: bool) -> None:
        sums = [sum(card.side for card in hand) for hand in self.hands]
        knocker = self.knocked
        if by_zeros and not self.options["knock_penalty_after_zeros"]:
            knocker = None  # Q21
        for seat, points in enumerate(points_of_round(sums, knocker)):
            self.points[seat] += points
        if self.over:
            self._look_around()  # everybody shows the hand
        else:
            self._start_round((self.dealer + 1) % self.seats)  # Q6

    # What can be seen

    def _look_around(self) -> None:
        """Everybody sees what is visible to them now, and will remember it until the next deal (Q23, Q24)."""
        laid_open = self.over  # at the end of the game as of every round: all fronts (Q19)
        for seat in range(self.seats):
            for owner, hand in enumerate(self.hands):
                for card in hand:
                    if owner == seat or laid_open:
                        card.seen.add((seat, card.side))
                    if owner != seat:  # Q3; and Q4: nobody looks at their own backs
                        card.seen.add((seat, card.other))
            for card in [*self.draw[:1], *self.discard]:
                card.seen.add((seat, card.side))

    def _remember(self, seen: list[list[str]]) -> None:
        """What a position says beyond what lies open: the cards that a seat has seen from both sides."""
        for seat, pairs in enumerate(seen):
            for card in self._all_cards:
                if card.pair in pairs:
                    card.seen |= {(seat, card.side), (seat, card.other)}
        # Cards of this turn were seen as they were laid, also the one that was turned over at an empty table (Q12).
        laid = {Card.of(text).pair: front_of(text) for text in self.picked}
        for card in self._all_cards:
            if card.pair in laid:
                card.seen |= {(seat, laid[card.pair]) for seat in range(self.seats)}
        # A turned-over pile's cards were all played, so everybody has seen the sides that are hidden now. Such
        # a pile is told from a stacked one by its top card: only there everybody has seen both its sides.
        everybody = list(range(self.seats))
        if self.draw_ordered and self.draw and self.draw[0].seen_by_all(everybody, self.draw[0].other):
            for card in self.draw:
                card.seen |= {(seat, card.other) for seat in everybody}

    @property
    def over(self) -> bool:
        """True if a player has reached the target; points change only when a round is scored (Q22)."""
        target = self.options["target"]
        assert isinstance(target, int)
        return max(self.points) >= target

    @property
    def scores(self) -> list[int]:
        """The points so far; few are good."""
        return list(self.points)

    @property
    def winners(self) -> list[int]:
        """All who have the fewest points, once the game is over (Q22)."""
        if not self.over:
            return []
        return [seat for seat in range(self.seats) if self.points[seat] == min(self.points)]

    def _seen_from_both_sides(self, viewers: list[int]) -> list[str]:
        return sorted(card.pair for card in self._all_cards if "?" not in card.known(viewers))

    def position(self) -> dict[str, Any]:
        """Everything; what has no order is sorted, so that equal tables have equal positions."""
        draw = [card.text for card in self.draw]
        if not self.draw_ordered:
            draw[1:] = sorted(card.pair for card in self.draw[1:])
        return {
            "game": "quando",
            "seats": self.seats,
            "options": dict(self.options),
            "dealer": self.dealer,
            "turn": self.turn,
            "hands": [[card.text for card in hand] for hand in self.hands],
            "draw": draw,
            "draw_ordered": self.draw_ordered,
            "discard": [card.text for card in self.discard],
            "plays": list(self.plays),
            "cards_played": list(self.cards_played),
            "knocked": self.knocked,
            "points": list(self.points),
            "picked": list(self.picked),
            "penalty": list(self.penalty),
            "seen": [self._seen_from_both_sides([seat]) for seat in range(self.seats)],
        }

    def known(self, seat: int | None) -> dict[str, Any]:
        """What the seat may know (Q23-Q25), in the words of a view; None is a spectator, who knows what every seat knows.

        Nothing is inferred here: `unseen` are the cards that the seat has not seen from both sides.
        """
        viewers = list(range(self.seats)) if seat is None else [seat]
        cards = {card.pair: card for card in self._all_cards}
        lying = self.draw if self.draw_ordered else self.draw[:1]
        both_sides = self._seen_from_both_sides(viewers)
        return {
            "hands": [[card.known(viewers) for card in hand] for hand in self.hands],
            "draw": [card.known(viewers) for card in lying],
            "draw_count": len(self.draw),
            "draw_ordered": self.draw_ordered,
            "discard": [card.known(viewers) for card in self.discard],
            "dealer": self.dealer,
            "turn": self.turn,
            "knocked": self.knocked,
            "plays": list(self.plays),
            "cards_played": list(self.cards_played),
            "points": list(self.points),
            "picked": [cards[Card.of(text).pair].known(viewers, text) for text in self.picked],
            "penalty": list(self.penalty),
            "unseen": sorted(pair for pair in cards if pair not in both_sides),
        }
