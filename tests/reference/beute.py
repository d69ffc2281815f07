"""Beute as people play it with cards on a table: no speed, no tricks."""

from typing import Any, Self

from . import Chance

BIDS = [str(number) for number in range(1, 16)]  # B1
PRIZES = [*(str(number) for number in range(-5, 0)), *(f"+{number}" for number in range(1, 11))]


class Reference:
    """One table; the attributes are named like the keys of a position."""

    def __init__(self, position: dict[str, Any], chance: Chance) -> None:
        self.chance = chance
        self.seats: int = position["seats"]
        self.options: dict[str, Any] = {}
        nothing: list[str | None] = [None] * self.seats
        self.hands: list[list[str]] = [list(hand) for hand in position.get("hands", [BIDS] * self.seats)]
        self.chosen: list[str | None] = list(position.get("chosen", nothing))
        self.laid: list[str | None] = list(position.get("laid", nothing))
        self.lying: list[str] = list(position.get("lying", []))
        self.taken: list[list[str]] = [list(taken) for taken in position.get("taken", [[]] * self.seats)]
        self.turn_up()

    @classmethod
    def at(cls, position: dict[str, Any], chance: Chance) -> Self:
        return cls(position, chance)

    @classmethod
    def new(cls, seats: int, options: dict[str, Any], chance: Chance) -> Self:
        return cls({"seats": seats}, chance)

    @property
    def unseen(self) -> list[str]:
        seen = [*self.lying, *(prize for taken in self.taken for prize in taken)]
        return [prize for prize in PRIZES if prize not in seen]

    def turn_up(self) -> None:
        """B2: there is one prize more than bids that everybody has laid."""
        if len(PRIZES) - len(self.unseen) == len(BIDS) - len(self.hands[0]) and self.unseen:
            self.lying.append(self.chance(sorted(self.unseen)))

    @property
    def over(self) -> bool:
        return not any(self.hands)  # B5

    @property
    def scores(self) -> list[int]:
        return [sum(map(int, taken)) for taken in self.taken]  # B4

    @property
    def waiting(self) -> tuple[int, ...]:
        undecided = [seat for seat in range(self.seats) if self.chosen[seat] is None]  # B3
        return () if self.over else tuple(undecided)

    @property
    def winners(self) -> list[int]:
        best = [seat for seat in range(self.seats) if self.scores[seat] == max(self.scores)]
        return best if self.over else []  # B5

    def actions(self, seat: int) -> set[str]:
        return {text for text in BIDS if self.why(seat, text) is None}

    def why(self, seat: int, text: str) -> tuple[str, str] | None:
        """Return the code and the clause of the reason against an action, None when it is legal."""
        if seat not in range(self.seats):
            return "no_such_seat", ""
        if text not in BIDS:
            return "unknown_action", ""
        if self.over:
            return "game_over", "B5"
        if self.chosen[seat] is not None:
            return "already_chosen", "B3"
        return None if text in self.hands[seat] else ("spent", "B3")

    def play(self, seat: int, text: str) -> None:
        self.chosen[seat] = text
        if None in self.chosen:
            return
        bids = [int(bid or 0) for bid in self.chosen]  # B3: all are laid open
        for hand, bid in zip(self.hands, bids, strict=True):
            hand.remove(str(bid))
        self.laid, self.chosen = self.chosen, [None] * self.seats
        alone = sorted(bid for bid in bids if bids.count(bid) == 1)
        total = sum(map(int, self.lying))
        if alone and total:  # B4
            self.taken[bids.index(alone[-1] if total > 0 else alone[0])] += self.lying
            self.lying = []
        self.turn_up()

    def position(self) -> dict[str, Any]:
        named = ("seats", "options", "chosen", "laid", "lying")
        copies = {key: [*map(list, getattr(self, key))] for key in ("hands", "taken")}
        position = {key: getattr(self, key) for key in named}
        return {
            "game": "beute",
            **{k: [*v] if isinstance(v, list) else v for k, v in position.items()},
            **copies,
        }

    def known(self, eyes: int | None) -> dict[str, Any]:
        """Return what a seat may know, as a part of its view; None is a spectator."""
        hidden = ["?" if bid and seat != eyes else bid for seat, bid in enumerate(self.chosen)]
        rows = zip(self.hands, hidden, self.laid, self.taken, strict=True)
        return {
            "hand": None if eyes is None else [bid for bid in self.hands[eyes] if bid != self.chosen[eyes]],
            "players": [
                {
                    "chosen": [bid] if bid else [],
                    "laid": [laid] if laid else [],
                    "taken": sorted(taken, key=PRIZES.index),
                    "left": hand,
                }
                for hand, bid, laid, taken in rows
            ],
            "lying": sorted(self.lying, key=PRIZES.index),
            "worth": sum(map(int, self.lying)),
            "pile": len(self.unseen),
        }
