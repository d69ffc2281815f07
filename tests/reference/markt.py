"""Markt as people play it with cards on a table: no speed, no tricks."""

from typing import Any, Self

from . import Chance

GOODS = list("ABCDE") * 6  # M1
TEXTS = [*(f"take {place}" for place in range(1, 5)), *(f"sell {kind}" for kind in "ABCDE")]


class Reference:
    """One table; the attributes are named like the keys of a position."""

    def __init__(self, position: dict[str, Any], chance: Chance) -> None:
        self.chance, self.seats = chance, position["seats"]
        self.options: dict[str, Any] = {}
        self.turn: int = position.get("turn", 0)
        self.market: list[str | None] = list(position.get("market", [None] * 4))
        self.goods: list[list[str]] = [list(goods) for goods in position.get("goods", [[]] * self.seats)]
        self.sold: list[str] = list(position.get("sold", []))
        self.scores: list[int] = list(position.get("points", [0] * self.seats))
        self.fill()

    @classmethod
    def at(cls, position: dict[str, Any], chance: Chance) -> Self:
        return cls(position, chance)

    @classmethod
    def new(cls, seats: int, options: dict[str, Any], chance: Chance) -> Self:
        return cls({"seats": seats}, chance)

    @property
    def pile(self) -> list[str]:
        left = list(GOODS)
        for good in (
            *self.sold,
            *filter(None, self.market),
            *(good for goods in self.goods for good in goods),
        ):
            left.remove(good)
        return left

    def fill(self) -> None:
        while None in self.market and self.pile:  # M2
            self.market[self.market.index(None)] = self.chance(self.pile)

    @property
    def over(self) -> bool:
        return not any(self.market)  # M5

    @property
    def waiting(self) -> tuple[int, ...]:
        return () if self.over else (self.turn,)

    @property
    def winners(self) -> list[int]:
        best = [seat for seat in range(self.seats) if self.scores[seat] == max(self.scores)]
        return best if self.over else []  # M5

    def actions(self, seat: int) -> set[str]:
        return {text for text in TEXTS if self.why(seat, text) is None}

    def why(self, seat: int, text: str) -> tuple[str, str] | None:
        """Return the code and the clause of the reason against an action, None when it is legal."""
        if seat not in range(self.seats):
            return "no_such_seat", ""
        if text not in TEXTS:
            return "unknown_action", ""
        if self.over:
            return "game_over", "M5"
        if seat != self.turn:
            return "not_your_turn", "M3"
        verb, what = text.split()
        if verb == "take":
            return None if self.market[int(what) - 1] else ("empty_place", "M3")
        return None if self.goods[seat].count(what) > 1 else ("too_few", "M3")

    def play(self, seat: int, text: str) -> None:
        verb, what = text.split()
        if verb == "take":  # M3
            self.goods[seat].append(self.market[int(what) - 1] or "")
            self.market[int(what) - 1] = None
        else:
            number = self.goods[seat].count(what)
            self.goods[seat] = [good for good in self.goods[seat] if good != what]
            self.sold += [what] * number
            self.scores[seat] += number * number  # M4
        self.turn = (seat + 1) % self.seats
        self.fill()

    def position(self) -> dict[str, Any]:
        goods = [list(one) for one in self.goods]
        lists = {"market": list(self.market), "sold": list(self.sold), "points": list(self.scores)}
        return {
            "game": "markt",
            "seats": self.seats,
            "options": {},
            "turn": self.turn,
            "goods": goods,
            **lists,
        }

    def known(self, eyes: int | None) -> dict[str, Any]:
        """Return what everybody knows, in the words of a view."""
        return {
            "turn": self.turn,
            "market": self.market,
            "players": [{"goods": sorted(goods)} for goods in self.goods],
            "sold": sorted(self.sold),
            "pile": len(self.pile),
        }
