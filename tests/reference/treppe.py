"""Treppe as people play it with cards on a table: no speed, no tricks."""

from typing import Any, Self

from . import Chance

CARDS = [str(number) for number in range(1, 16)]  # T1
TEXTS = [*(f"row {number}" for number in range(1, 6)), "leave"]


class Reference:
    """One table; the attributes are named like the keys of a position."""

    def __init__(self, position: dict[str, Any], chance: Chance) -> None:
        self.chance = chance
        self.seats: int = position["seats"]
        self.options: dict[str, Any] = {"hidden": False, **position.get("options", {})}
        nothing: list[list[str] | None] = [[] if number <= self.seats else None for number in range(5)]  # T2
        rows = position.get("rows", nothing)
        self.rows: list[list[str] | None] = [None if row is None else list(row) for row in rows]
        self.taken: list[list[str]] = [list(cards) for cards in position.get("taken", [[]] * self.seats)]
        self.aside: list[str] = list(position.get("aside", []))
        self.card: str | None = position.get("card")
        self.start: str | None = position.get("start")
        self.turn: int = position.get("turn", 0)
        self.left: int | None = position.get("left")
        self.over: bool = position.get("over", False)
        if not self.over:
            self.turn_up()

    @classmethod
    def at(cls, position: dict[str, Any], chance: Chance) -> Self:
        return cls(position, chance)

    @classmethod
    def new(cls, seats: int, options: dict[str, Any], chance: Chance) -> Self:
        return cls({"seats": seats, "options": options}, chance)

    @property
    def unseen(self) -> list[str]:
        gone = [
            card for cards in (*self.taken, *(row or [] for row in self.rows), self.aside) for card in cards
        ]
        gone += [card for card in (self.card, self.start) if card]
        return sorted([card for card in CARDS for _ in range(2 - gone.count(card))])

    def turn_up(self) -> None:
        if self.options["hidden"] and self.start is None:  # T2
            self.start = self.chance(self.unseen)
        if self.card is None:  # T3
            self.card = self.chance(self.unseen)

    @property
    def scores(self) -> list[int]:
        bonus = self.start if self.over else None  # T6
        return [len(cards) + (2 if bonus in cards else 0) for cards in self.taken]  # T4

    @property
    def waiting(self) -> tuple[int, ...]:
        return () if self.over else (self.turn,)

    @property
    def winners(self) -> list[int]:
        best = [seat for seat in range(self.seats) if self.scores[seat] == max(self.scores)]
        return best if self.over else []  # T6

    def actions(self, seat: int) -> set[str]:
        return {text for text in TEXTS if self.why(seat, text) is None}

    def why(self, seat: int, text: str) -> tuple[str, str] | None:
        """Return the code and the clause of the reason against an action, None when it is legal."""
        if seat not in range(self.seats):
            return "no_such_seat", ""
        if text not in TEXTS:
            return "unknown_action", ""
        if self.over:
            return "game_over", "T6"
        if seat != self.turn:
            return "not_your_turn", "T3"
        row = [] if text == "leave" else self.rows[TEXTS.index(text)]
        if row is None:
            return "no_such_row", "T2"
        return ("too_low", "T3") if row and int(row[-1]) > int(self.card or 0) else None

    def play(self, seat: int, text: str) -> None:
        card, self.card = self.card or "", None
        if text == "leave":
            self.aside.append(card)
        else:
            number = TEXTS.index(text)
            row = [*(self.rows[number] or []), card]
            self.rows[number] = row if len(row) < 3 else None
            if len(row) == 3:  # T4
                self.taken[seat] += row
                if sum(map(len, self.taken)) == 6:  # T5
                    self.left = self.seats
        self.turn = (self.turn + 1) % self.seats
        self.left = self.left and self.left - 1
        self.over = self.left == 0 or not self.unseen  # T6
        if not self.over:
            self.turn_up()

    def position(self) -> dict[str, Any]:
        named = ("seats", "options", "rows", "taken", "aside", "card", "start", "turn", "left", "over")
        return {"game": "treppe", **{key: getattr(self, key) for key in named}, "points": self.scores}

    def known(self, eyes: int | None) -> dict[str, Any]:
        """Return what everybody knows, in the words of a view: all know the same."""
        hidden = self.start if self.over or not self.start else "?"
        return {
            "rows": {str(number): row for number, row in enumerate(self.rows, 1)},
            "card": [self.card] if self.card else [],
            "start": [hidden] if self.options["hidden"] else None,
            "pile": len(self.unseen),
        }
