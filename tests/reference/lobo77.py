"""LOBO 77 as a person would play it through with cards on a table: no speed, no tricks.

A turn: play a card, announce the total, perhaps pay a chip, perhaps play the second card that is owed,
draw as many cards as were played. Whose turn it is, what is owed and who may still draw is all there is to
remember between two decisions, and `position()` says all of it.
"""

from collections import Counter
from typing import Any, Self

from . import Chance, a_number

CHIPS = 3  # L1
HAND_SIZE = 5  # L3
REPDIGITS = (11, 22, 33, 44, 55, 66, 77)  # L14; negative totals and 0 are not among them (L15)

# L1: how often each card is in the deck; the number of reverse cards is an option (L2).
COPIES = {
    **dict.fromkeys(("76", "11", "22", "33", "44", "55", "66"), 1),
    **dict.fromkeys(("0", "-10", "x2", "reverse"), 4),
    **dict.fromkeys(("2", "3", "4", "5", "6", "7", "8", "9"), 3),
    "10": 8,
}
ACTIONS = {*COPIES, "draw"}
# For design studies: how many of a card there are.
COUNTED = {"double_cards": "x2", "ten_cards": "10", "zero_cards": "0", "minus_ten_cards": "-10"}

DEFAULT_OPTIONS: dict[str, object] = {"reverse_cards": 4, "starter": "lot", "manual_draw": False}


def full_deck(reverse_cards: object) -> list[str]:
    """All cards of a new game (L1, L2)."""
    deck = []
    for card, copies in COPIES.items():
        for _ in range(copies):
            deck.append(card)
    if reverse_cards == 5:  # L2: the older edition has one more
        deck.append("reverse")
    return deck


def value(card: str) -> int:
    """What the card adds to the total; special cards add nothing (L5, L6)."""
    if card in ("x2", "reverse"):
        return 0
    return int(card)


def costs_a_chip(total: int) -> bool:
    """Whether announcing this total costs a chip (L14, L15)."""
    return total in REPDIGITS or total > 77


class Reference:
    """One table of LOBO 77; the attributes are named like the keys of a position."""

    def __init__(self, position: dict[str, Any], chance: Chance) -> None:
        self.chance = chance
        self.seats: int = position["seats"]
        self.options: dict[str, object] = {**DEFAULT_OPTIONS, **position.get("options", {})}
        self.hands: list[list[str]] = [list(hand) for hand in position["hands"]]
        self.draw: list[str] = list(position.get("draw", []))  # the top card first
        self.draw_ordered: bool = position.get("draw_ordered", True)
        self.discard: list[str] = list(position.get("discard", []))  # the top card last
        self.set_aside: list[str] = list(position.get("set_aside", []))  # L18
        self.starter: int = position.get("starter", 0)  # of this round (L20)
        self.turn: int = position.get("turn", self.starter)  # who must play next
        self.direction: int = position.get("direction", 1)  # 1 clockwise, -1 the other way
        self.total: int = position.get("total", 0)
        self.out: list[bool] = list(position.get("out", [False] * self.seats))
        self.chips: list[int] = list(position.get("chips", [0 if out else CHIPS for out in self.out]))
        self.played: int = position.get("played", 0)  # cards already played this turn
        # [seat, how many]: only with manual_draw, and never more than there is to draw (L7)
        self.may_draw: list[int] | None = list(position["may_draw"]) if position.get("may_draw") else None
        # cards still to be played this turn; a turn that has begun without saying so owes its second card
        self.owed: int = position.get("owed", 1 if self.played else self._owed_at_start_of_turn())

    @classmethod
    def at(cls, position: dict[str, Any], chance: Chance) -> Self:
        """The table of a position, which is trusted to be valid.

        At least one card is in the game. Without any there would be nobody who could ever play, every round
        would end as it begins (L7) and deals would follow deals for ever; so such a position is no game.
        Cards never leave the game, so one card now means one card at every later deal.
        """
        return cls(position, chance)

    @classmethod
    def new(cls, seats: int, options: dict[str, object], chance: Chance) -> Self:
        """A new game, dealt: the lot for the starter comes first, then the cards (L3, L4)."""
        table = cls({"seats": seats, "options": options, "hands": [[] for _ in range(seats)]}, chance)
        table.draw = full_deck(table.options["reverse_cards"])
        for option, card in COUNTED.items():  # a designer's deck: some cards are left in the box
            while table.draw.count(card) > a_number(options, option, COPIES[card]):
                table.draw.remove(card)
        starter = table.options["starter"]
        if starter == "lot":
            lots = [f"seat {seat}" for seat in range(seats)]
            starter = lots.index(chance(sorted(lots)))
        assert isinstance(starter, int)
        table._start_round(starter)
        return table

    def copy(self) -> Self:
        """Another table in the same position, with the same chance."""
        return type(self)(self.position(), self.chance)

    # What may be done

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now, ascending."""
        if self.over:
            return ()
        seats = set()
        if self.hands[self.turn]:  # empty only while the table waits for this seat's own draw (L7)
            seats.add(self.turn)
        if self.may_draw is not None:
            seats.add(self.may_draw[0])
        return tuple(sorted(seats))

    def actions(self, seat: int) -> set[str]:
        """The texts of everything the seat may do now."""
        return {text for text in [*self.hands[seat], "draw"] if self.why(seat, text) is None}

    def why(self, seat: int, text: str) -> tuple[str, str] | None:
        """The first reason (code, clause) against this action, or None when it is legal."""
        if seat not in range(self.seats):
            return ("no_such_seat", "")
        if text not in ACTIONS:
            return ("unknown_action", "")
        if self.over:
            return ("game_over", "L21")
        if text == "draw":
            return self._why_not_draw(seat)
        if seat != self.turn:
            return ("not_your_turn", "L5")
        if text not in self.hands[seat]:
            return ("not_in_hand", "L5")
        # L11: not directly on a x2, unless there is nothing else in the hand. The same holds for the second
        # of two owed cards: a x2 lies on top then only if the first was one, from a hand of nothing but x2.
        nothing_but_x2 = all(card == "x2" for card in self.hands[seat])
        if text == "x2" and self._x2_on_top() and not nothing_but_x2:
            return ("double_on_double", "L11")
        return None

    def _why_not_draw(self, seat: int) -> tuple[str, str] | None:
        if not self.options["manual_draw"]:
            return ("no_manual_draw", "L7")
        if self.may_draw is None or self.may_draw[0] != seat:
            return ("no_draw_open", "L7")
        return None

    # A turn

    def play(self, seat: int, text: str) -> None:
        """Do a legal action and everything that follows from it up to the next decision."""
        reason = self.why(seat, text)
        if reason is not None:
            raise ValueError(f"seat {seat} may not {text}: {reason}")
        if text == "draw":
            self._draw_by_hand(seat)
        else:
            self._play_card(seat, text)

    def _play_card(self, seat: int, card: str) -> None:
        # L7: with this card, what is not drawn yet is lost, the seat's own draws too when it follows itself.
        self.may_draw = None
        self.hands[seat].remove(card)
        self.discard.append(card)
        self.played += 1
        self.owed -= 1
        # L9: at once, so also before a second owed card (L12); never at a table of two seats.
        if card == "reverse" and self.seats > 2:
            self.direction = -self.direction
        # L5, L6: announced after every card (L16), specials and 0 announce the old total again (L15).
        self.total += value(card)
        if costs_a_chip(self.total):
            self._pay(seat)
        if self.over:  # L21: at once; nothing is drawn, owed or dealt any more
            self.owed = 0
            self.played = 0
        elif self.total >= 77:  # L19: at once, so without a second card and without drawing
            self._start_round(self._next_starter())
        elif self.owed > 0 and self.hands[seat]:
            # L10: the second card is still to come. An eliminated seat has no hand any more, so it does not
            # get here (L18), nor does who owes two cards but held only one (L13).
            pass
        else:
            self._end_turn(seat)

    def _pay(self, seat: int) -> None:
        if self.chips[seat] > 0:
            self.chips[seat] -= 1  # with none left the seat swims, but is in (L17)
        else:
            self.out[seat] = True  # L17
            self.set_aside.extend(self.hands[seat])  # L18
            self.hands[seat] = []

    def _end_turn(self, seat: int) -> None:
        # L5, L10, L13: as many cards as were played; L18: none for who has just been eliminated.
        to_draw = 0 if self.out[seat] else min(self.played, self._cards_to_draw_from())
        if self.options["manual_draw"]:
            self.may_draw = [seat, to_draw] if to_draw > 0 else None
        else:
            for _ in range(to_draw):
                self._draw_card(seat)
        self.played = 0
        self.owed = self._owed_at_start_of_turn()
        can_play = self._who_can_play_after(seat)
        if can_play:
            self.turn = can_play[0]
        elif self.may_draw is not None:
            self.turn = seat  # L7: all wait for this seat to draw; holding a card, it is the next to play
        else:
            self._start_round(self._next_starter())  # L7: nobody can go on, nobody pays

    def _who_can_play_after(self, seat: int) -> list[int]:
        """Seats that are in and hold a card, in the order of play; the seat itself comes last (L7, L13)."""
        order = [(seat + self.direction * step) % self.seats for step in range(1, self.seats + 1)]
        return [other for other in order if not self.out[other] and self.hands[other]]

    def _x2_on_top(self) -> bool:
        return len(self.discard) > 0 and self.discard[-1] == "x2"

    def _owed_at_start_of_turn(self) -> int:
        """Return the cards owed: two exactly when a x2 lies on top, no matter who played it (L10, L13)."""
        if self.over:
            return 0
        return 2 if self._x2_on_top() else 1

    # Drawing

    def _draw_by_hand(self, seat: int) -> None:
        # The turn is already where it belongs: who draws is the last in the order of play, so the new card
        # makes nobody's turn earlier.
        assert self.may_draw is not None
        self._draw_card(seat)
        self.may_draw[1] -= 1
        if self.may_draw[1] == 0:
            self.may_draw = None

    def _cards_to_draw_from(self) -> int:
        """What can be drawn before anybody plays again: the pile, then the discard without its top (L8)."""
        return len(self.draw) + len(self.discard[:-1])

    def _draw_card(self, seat: int) -> None:
        if not self.draw:  # L8: only now, when a card has to be drawn
            self.draw = self.discard[:-1]
            self.discard = self.discard[-1:]
            self.draw_ordered = False
        card = self.draw[0] if self.draw_ordered else self.chance(sorted(self.draw))
        self.draw.remove(card)  # the first of its name: for an ordered pile that is the top card itself
        self.hands[seat].append(card)

    # Rounds

    def _next_starter(self) -> int:
        """Return the next starter: clockwise from the last one, no matter how the round ended (L20)."""
        starter = (self.starter + 1) % self.seats
        while self.out[starter]:
            starter = (starter + 1) % self.seats
        return starter

    def _all_cards(self) -> list[str]:
        cards = self.draw + self.discard + self.set_aside
        for hand in self.hands:
            cards = cards + hand
        return cards

    def _start_round(self, starter: int) -> None:
        # L3, L20: all cards together; nobody can know their order.
        self.draw = self._all_cards()
        self.draw_ordered = False
        self.discard = []
        self.set_aside = []
        self.hands = [[] for _ in range(self.seats)]
        # L20, L13: nothing of the last round lasts.
        self.starter = starter
        self.turn = starter
        self.direction = 1
        self.total = 0
        self.owed = 1
        self.played = 0
        self.may_draw = None
        # One card at a time, clockwise from the starter, to all who are in, until all have five or no card
        # is left. The starter gets the first card and so can always play; who gets none is skipped (L7).
        order = [(starter + step) % self.seats for step in range(self.seats)]
        for _ in range(a_number(self.options, "hand", HAND_SIZE)):
            for seat in order:
                if self.draw and not self.out[seat]:
                    self._draw_card(seat)

    # What can be seen

    @property
    def over(self) -> bool:
        """L21: only one is still in."""
        return self.out.count(False) == 1

    @property
    def scores(self) -> list[int]:
        """Chips left, -1 for who is out."""
        return [-1 if self.out[seat] else self.chips[seat] for seat in range(self.seats)]

    @property
    def winners(self) -> list[int]:
        """The last seat in, once it is the last (L21)."""
        return [self.out.index(False)] if self.over else []

    def position(self) -> dict[str, Any]:
        """Everything; what has no order is sorted, so that equal tables have equal positions."""
        return {
            "game": "lobo77",
            "seats": self.seats,
            "options": dict(self.options),
            "starter": self.starter,
            "turn": self.turn,
            "direction": self.direction,
            "total": self.total,
            "owed": self.owed,
            "played": self.played,
            "may_draw": None if self.may_draw is None else list(self.may_draw),
            "chips": list(self.chips),
            "out": list(self.out),
            "hands": [sorted(hand) for hand in self.hands],
            "draw": list(self.draw) if self.draw_ordered else sorted(self.draw),
            "draw_ordered": self.draw_ordered,
            "discard": list(self.discard),
            "set_aside": sorted(self.set_aside),
        }

    def known(self, seat: int | None) -> dict[str, Any]:
        """What the seat may know (L22), in the words of a view; None is a spectator, who holds no hand.

        The discard pile holds all that was played since the last shuffle, so there is no other memory.
        Cards set aside are unseen to everybody, also to the eliminated seat that held them.
        """
        unseen = self.draw + self.set_aside
        for other in range(self.seats):
            if other != seat:
                unseen = unseen + self.hands[other]
        of_a_turn = {"turn": self.turn, "owed": self.owed, "played": self.played}
        return {
            **({} if self.over else of_a_turn),
            "hand": None if seat is None else sorted(self.hands[seat]),
            "discard": list(self.discard),
            "total": self.total,
            "direction": self.direction,
            "may_draw": None if self.may_draw is None else list(self.may_draw),
            "starter": self.starter,
            "draw_count": len(self.draw),
            "set_aside_count": len(self.set_aside),
            "unseen": dict(Counter(unseen)),
            "players": [
                {
                    "seat": other,
                    "cards": len(self.hands[other]),
                    "chips": self.chips[other],
                    "swims": self.chips[other] == 0 and not self.out[other],
                    "out": self.out[other],
                }
                for other in range(self.seats)
            ],
        }
