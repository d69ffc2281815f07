"""Which rare paths of LOBO 77 a run has really taken, read off what happened to a reference table."""

from collections import Counter
from collections.abc import Iterator

from reference.lobo77 import REPDIGITS, value

from .base import Move, Position

# Every path that the random positions must have led down; a new one is added here and below.
RARE = {
    "L6 the total is negative",
    "L7 a draw is forgotten",
    "L7 own draws are given up by playing on",
    "L7 the drawer is quicker than the next player",
    "L7 two draws are open",
    "L7 a player without cards is skipped",
    "L7 all wait for the last player's draw",
    "L7 the round ends unpaid",
    "L7 and L8 fewer draws are open than cards were played",
    "L8 the discard pile is shuffled",
    "L8 the discard pile is shuffled between two draws",
    "L8 a stacked pile runs out and is shuffled",
    "L8 nothing is left to draw",
    "L9 a reverse at a table of two",
    "L9 a reverse with two left at a larger table",
    "L11 a double is barred",
    "L11 nothing but doubles: on a double as first card",
    "L11 nothing but doubles: on a double as second card",
    "L12 a reverse as first of two",
    "L13 two owed, one in hand",
    "L13 the debt passes over a player without cards",
    "L13 the debt comes back to the player of the double",
    "L13 the end of a round cancels the debt",
    "L15 a special card repeats a repdigit",
    "L15 a 0 repeats a repdigit",
    "L16 both of two cards cost a chip",
    "L17 a player swims",
    "L17 a player is out",
    "L18 out with cards in hand",
    "L18 out by the first of two owed cards",
    "L18 out with a double that still binds",
    "L18 out with a reverse that still turns",
    "L18 cards set aside come back",
    "L19 exactly 77",
    "L19 above 77",
    "L19 by the first of two owed cards",
    "L20 the start skips a player who is out",
    "L20 too few cards for five each",
    "L20 a player is dealt nothing",
    "L21 won below 77",
    "L21 won at 77 or more",
}


class Witness:
    """Counts; it is shown every decision with the positions around it."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self._first_cost = False

    def see(self, move: Move) -> None:
        before, seat, text, after = move.before, move.seat, move.text, move.after
        if text == "draw":
            self.seen.update(_draw(before, seat, after))
        else:
            self.seen.update(Play(before, seat, text, after).paths(self._first_cost))
            self._first_cost = before["owed"] == 2 and after["chips"][seat] < before["chips"][seat]

    def missing(self) -> set[str]:
        assert set(self.seen) <= RARE
        return RARE - set(self.seen)


def _draw(before: Position, seat: int, after: Position) -> Iterator[str]:
    if before["turn"] != seat:
        yield "L7 the drawer is quicker than the next player"
    if len(after["discard"]) < len(before["discard"]):
        yield "L8 the discard pile is shuffled"
        if before["draw_ordered"]:
            yield "L8 a stacked pile runs out and is shuffled"


class Play:
    """A card that was played, with the positions around it."""

    def __init__(self, before: Position, seat: int, card: str, after: Position) -> None:
        self.before, self.seat, self.card, self.after = before, seat, card, after
        self.total = before["total"] + value(card)
        self.over = after["out"].count(False) == 1
        self.new_round = not self.over and after["discard"] == []
        self.goes_on = not self.over and not self.new_round
        self.out = after["out"][seat]
        self.hand_left = [*before["hands"][seat]]
        self.hand_left.remove(card)

    def paths(self, first_cost: bool) -> Iterator[str]:
        yield from self._special()
        yield from self._chips(first_cost)
        yield from self._drawing()
        if self.goes_on:
            yield from self._passing_on()
        if self.new_round:
            yield from self._round()
        if self.over:
            yield "L21 won at 77 or more" if self.total >= 77 else "L21 won below 77"

    def _special(self) -> Iterator[str]:
        before, hand = self.before, self.before["hands"][self.seat]
        on_double = before["discard"][-1:] == ["x2"]
        if self.card == "reverse" and before["seats"] == 2:
            yield "L9 a reverse at a table of two"
        elif self.card == "reverse" and before["out"].count(False) == 2:
            yield "L9 a reverse with two left at a larger table"
        if on_double and "x2" in hand and self.card != "x2":
            yield "L11 a double is barred"
        if on_double and self.card == "x2":
            place = "second" if before["played"] else "first"
            yield f"L11 nothing but doubles: on a double as {place} card"
        if before["owed"] == 2 and self.card == "reverse" and before["seats"] > 2 and self.goes_on:
            yield "L12 a reverse as first of two"
        if before["owed"] == 2 and len(hand) == 1 and self.goes_on and not self.out:
            yield "L13 two owed, one in hand"

    def _chips(self, first_cost: bool) -> Iterator[str]:
        before, after, seat = self.before, self.after, self.seat
        if self.goes_on and self.total < 0:
            yield "L6 the total is negative"
        if self.total in REPDIGITS and self.card in ("x2", "reverse"):
            yield "L15 a special card repeats a repdigit"
        if self.total in REPDIGITS and self.card == "0":
            yield "L15 a 0 repeats a repdigit"
        if before["played"] == 1 and first_cost and after["chips"][seat] < before["chips"][seat]:
            yield "L16 both of two cards cost a chip"
        if before["chips"][seat] == 1 and after["chips"][seat] == 0:
            yield "L17 a player swims"
        if self.out:
            yield "L17 a player is out"
            if self.hand_left:
                yield "L18 out with cards in hand"
        if self.out and self.goes_on:
            if before["owed"] == 2 and self.hand_left:
                yield "L18 out by the first of two owed cards"
            if self.card == "x2" and after["owed"] == 2:
                yield "L18 out with a double that still binds"
            if self.card == "reverse" and after["direction"] != before["direction"]:
                yield "L18 out with a reverse that still turns"

    def _drawing(self) -> Iterator[str]:
        before, after, seat = self.before, self.after, self.seat
        if before["may_draw"]:
            own = before["may_draw"][0] == seat
            yield "L7 own draws are given up by playing on" if own else "L7 a draw is forgotten"
        turn_ended = self.goes_on and not self.out and after["played"] == 0
        if not turn_ended:
            return
        by_hand = before["options"]["manual_draw"]
        if after["may_draw"] and after["may_draw"][1] == 2:
            yield "L7 two draws are open"
        if by_hand and len(before["draw"]) + len(before["discard"]) < before["played"] + 1:
            yield "L7 and L8 fewer draws are open than cards were played"
        if not before["draw"] and not before["discard"]:
            yield "L8 nothing is left to draw"
        if len(after["discard"]) <= len(before["discard"]):
            yield "L8 the discard pile is shuffled"
            if before["played"] and len(before["draw"]) == 1:
                yield "L8 the discard pile is shuffled between two draws"
            if before["draw_ordered"]:
                yield "L8 a stacked pile runs out and is shuffled"

    def _passing_on(self) -> Iterator[str]:
        after = self.after
        if not any(after["hands"]):
            yield "L7 all wait for the last player's draw"
        if after["played"]:
            return
        skipped = self._skipped()
        if skipped:
            yield "L7 a player without cards is skipped"
        if after["owed"] == 2 and skipped:
            yield "L13 the debt passes over a player without cards"
        if after["owed"] == 2 and after["turn"] == self.seat:
            yield "L13 the debt comes back to the player of the double"

    def _skipped(self) -> list[int]:
        """The players who are in, and between this one and the next to play."""
        after, seat = self.after, self.seat
        found = []
        for _ in range(after["seats"]):
            seat = (seat + after["direction"]) % after["seats"]
            if seat == after["turn"]:
                break
            if not after["out"][seat]:
                found.append(seat)
        return found

    def _round(self) -> Iterator[str]:
        before, after = self.before, self.after
        if self.total < 77:
            yield "L7 the round ends unpaid"
        if self.card == "x2" or before["owed"] == 2:
            yield "L13 the end of a round cancels the debt"
        if before["set_aside"]:
            yield "L18 cards set aside come back"
        if self.total >= 77:
            yield "L19 exactly 77" if self.total == 77 else "L19 above 77"
            if before["owed"] == 2 and self.hand_left:
                yield "L19 by the first of two owed cards"
        if after["starter"] != (before["starter"] + 1) % before["seats"]:
            yield "L20 the start skips a player who is out"
        hands = [hand for seat, hand in enumerate(after["hands"]) if not after["out"][seat]]
        if any(len(hand) < 5 for hand in hands):
            yield "L20 too few cards for five each"
        if not all(hands):
            yield "L20 a player is dealt nothing"
