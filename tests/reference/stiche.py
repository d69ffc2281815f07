"""Stiche as people play it with cards on a table: no speed, no tricks."""

from typing import Any, Self

from . import Chance

CARDS = [suit + str(number) for suit in "hdsc" for number in range(1, 7)]  # S1


class Reference:
    """One table; the attributes are named like the keys of a position."""

    def __init__(self, position: dict[str, Any]) -> None:
        self.seats, self.options = 4, {}  # type: int, dict[str, Any]
        self.hands: list[list[str]] = [list(hand) for hand in position["hands"]]
        self.leader: int = position.get("leader", 0)  # S3
        self.laid: list[str | None] = list(position.get("laid", [None] * 4))
        self.last: list[str | None] = list(position.get("last", [None] * 4))
        self.played: list[str] = list(position.get("played", []))
        self.taken: list[int] = list(position.get("taken", [0] * 4))

    @classmethod
    def at(cls, position: dict[str, Any], chance: Chance) -> Self:
        return cls(position)

    @classmethod
    def new(cls, seats: int, options: dict[str, Any], chance: Chance) -> Self:
        deck, hands = list(CARDS), [[], [], [], []]  # type: list[str], list[list[str]]
        for number in range(24):  # S2
            hands[number % 4].append(chance(deck))
            deck.remove(hands[number % 4][-1])
        return cls({"hands": hands})

    @property
    def over(self) -> bool:
        return len(self.played) == 24  # S5

    @property
    def waiting(self) -> tuple[int, ...]:
        order = [(self.leader + steps) % 4 for steps in range(4)]
        return () if self.over else (next(seat for seat in order if self.laid[seat] is None),)  # S3

    @property
    def scores(self) -> list[int]:
        even, odd = self.taken[0] + self.taken[2], self.taken[1] + self.taken[3]
        return [even, odd, even, odd]  # S5

    @property
    def winners(self) -> list[int]:
        return [seat for seat in range(4) if self.scores[seat] >= 3] if self.over else []  # S5

    def actions(self, seat: int) -> set[str]:
        return {text for text in CARDS if self.why(seat, text) is None}

    def why(self, seat: int, text: str) -> tuple[str, str] | None:
        """Return the code and the clause of the reason against an action, None when it is legal."""
        if seat not in range(4):
            return "no_such_seat", ""
        if text not in CARDS:
            return "unknown_action", ""
        if self.over:
            return "game_over", "S5"
        if seat not in self.waiting:
            return "not_your_turn", "S3"
        if text not in self.hands[seat]:
            return "not_in_hand", "S3"
        led = self.laid[self.leader]
        can_follow = led is not None and any(card[0] == led[0] for card in self.hands[seat])
        return ("must_follow", "S3") if led and can_follow and text[0] != led[0] else None

    def play(self, seat: int, text: str) -> None:
        self.hands[seat].remove(text)
        self.laid[seat] = text
        if None in self.laid:
            return
        trick = [card or "" for card in self.laid]
        led = trick[self.leader][0]
        wins = "h" if any(card[0] == "h" for card in trick) else led  # S4
        best = max((card for card in trick if card[0] == wins), key=lambda card: int(card[1]))
        self.leader = trick.index(best)
        self.taken[self.leader] += 1
        self.played += trick
        self.last, self.laid = self.laid, [None] * 4

    def position(self) -> dict[str, Any]:
        lists = {key: list(getattr(self, key)) for key in ("laid", "last", "played", "taken")}
        hands = [list(hand) for hand in self.hands]
        return {"game": "stiche", "seats": 4, "options": {}, "hands": hands, "leader": self.leader, **lists}

    def known(self, eyes: int | None) -> dict[str, Any]:
        """Return what a seat may know, as a part of its view; None is a spectator."""
        rows = zip(self.hands, self.laid, self.last, self.taken, strict=True)
        return {
            "hand": None if eyes is None else sorted(self.hands[eyes], key=CARDS.index),
            "leader": self.leader,
            "turn": None if self.over else self.waiting[0],
            "players": [
                {
                    "cards": len(hand),
                    "laid": [laid] if laid else [],
                    "last": [last] if last else [],
                    "taken": n,
                }
                for hand, laid, last, n in rows
            ],
        }
