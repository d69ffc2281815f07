"""Whole random games of Quanto can be followed from their events alone; what learners observe is what a seat sees."""

from random import Random
from typing import Any

from samples import SAMPLES
from tischlein.engine.play.table import Table
from tischlein.games.quanto import GAME
from tischlein.games.quanto.rules.material import TEAM_SEATS, partner_of

DISCARDS = ("forced", "card", "free")
ALL = [(seats, False, discard) for seats in GAME.seats for discard in DISCARDS]
ALL += [(TEAM_SEATS, True, discard) for discard in DISCARDS]


def test_events_tell_the_whole_game() -> None:
    """The display, the piles and the quantos can be followed from events alone, also without chance."""
    rng = Random(7)
    for k, (seats, teams, discard) in enumerate(
        [*ALL[-3:], *ALL[:-3:3], ALL[-1]][:: 1 if SAMPLES.every_path else 2]
    ):
        table = GAME.new(seats=seats, seed=k, teams=teams, discard=discard)
        follow(table, rng, stacked=k % 2 == 1)


def follow(table: Table, rng: Random, stacked: bool) -> None:
    if stacked:
        position = table.position()
        rng.shuffle(position["draw"])
        table = GAME.at({**position, "draw_ordered": True})
    start = table.position() if stacked else None
    board = Board(table.seats, start)
    hands = [Hand(seat, start["hands"][seat] if start else []) for seat in range(table.seats)]
    told = 0
    while True:
        news = table.events(None, since=told)
        for event in news:
            board.tell(event)
        for hand in hands:
            for event in table.events(hand.seat, since=told):
                hand.tell(event)
        told += len(news)
        assert board.shown() == shown(table.position())
        assert [sorted(hand.cards) for hand in hands] == [sorted(hand) for hand in table.position()["hands"]]
        if table.over:
            break
        (seat,) = table.waiting
        table.play(seat, rng.choice(table.actions(seat)))
    assert table.events(None)[-1]["winners"] == table.winners


def shown(position: dict[str, Any]) -> dict[str, Any]:
    return {
        "display": sorted(position["display"]),
        "piles": position["piles"],
        "quantos": [quanto and quanto["cards"] for quanto in position["quantos"]],
        "gone": sorted(position["gone"]),
        "hands": [len(hand) for hand in position["hands"]],
        "draw": len(position["draw"]),
    }


class Board:
    """What a client knows that only gets the events."""

    def __init__(self, seats: int, position: dict[str, Any] | None) -> None:
        start = position or {}
        self.display: list[str] = list(start.get("display", []))
        self.piles: list[list[str]] = start.get("piles") or [[] for _ in range(seats)]
        quantos = start.get("quantos") or [None] * seats
        self.quantos: list[list[str] | None] = [quanto and quanto["cards"] for quanto in quantos]
        self.gone: list[str] = list(start.get("gone", []))
        self.hands = [len(hand) for hand in start.get("hands", [[]] * seats)]
        self.draw = len(start["draw"]) if start else 110
        self.card, self.revealed = "", False

    def shown(self) -> dict[str, Any]:
        return {
            "display": sorted(self.display),
            "piles": self.piles,
            "quantos": self.quantos,
            "gone": sorted(self.gone),
            "hands": self.hands,
            "draw": self.draw,
        }

    def tell(self, event: dict[str, Any]) -> None:
        kind, seat = event["kind"], event["seat"]
        getattr(self, f"tell_{kind}", lambda seat, event: None)(seat, event)

    def tell_deal(self, seat: int, event: dict[str, Any]) -> None:
        self.hands[seat] += 1
        self.draw -= 1

    tell_draw = tell_deal

    def tell_lay(self, seat: None, event: dict[str, Any]) -> None:
        self.display.append(event["card"])
        self.draw -= 1

    def tell_reveal(self, seat: int, event: dict[str, Any]) -> None:
        self.draw -= 1

    def tell_choose(self, seat: int, event: dict[str, Any]) -> None:
        self.revealed = event["revealed"]

    def tell_play(self, seat: int, event: dict[str, Any]) -> None:
        self.card = event["card"]
        self.hands[seat] -= not self.revealed

    def tell_discard(self, seat: int, event: dict[str, Any]) -> None:
        self.display.append(event["card"])
        self.hands[seat] -= not self.revealed

    def tell_gone(self, seat: None, event: dict[str, Any]) -> None:
        self.gone += event["cards"]

    def tell_accept(self, seat: int, event: dict[str, Any]) -> None:
        self.hands[seat] += 1
        self.hands[partner_of(seat)] -= 1

    def tell_give(self, seat: int, event: dict[str, Any]) -> None:
        assert event["card"] == "?"
        self.hands[seat] -= 1
        self.hands[partner_of(seat)] += 1

    def tell_rob(self, seat: int, event: dict[str, Any]) -> None:
        assert self.piles[event["owner"]].pop() == event["card"]
        self.piles[seat].append(event["card"])

    def tell_capture(self, seat: int, event: dict[str, Any]) -> None:
        old: list[str] = []
        if "owner" in event:
            old = self.quantos[event["owner"]] or []
            self.quantos[event["owner"]] = None
        self.from_display(event["cards"], old)
        self.piles[seat] += event["cards"]

    def tell_quanto(self, seat: int, event: dict[str, Any]) -> None:
        old = self.quantos[event["owner"]] or []
        assert event["new"] == (not old)
        self.from_display(event["cards"], old)
        self.quantos[event["owner"]] = event["cards"]

    def from_display(self, cards: list[str], old: list[str]) -> None:
        assert cards[: len(old) + 1] == [*old, self.card]
        for card in cards[len(old) + 1 :]:
            self.display.remove(card)

    def tell_rest(self, seat: int, event: dict[str, Any]) -> None:
        assert sorted(event["cards"]) == sorted(self.display)
        self.display.clear()
        self.piles[seat] += event["cards"]


class Hand:
    """What a seat knows of its own hand from its events."""

    def __init__(self, seat: int, cards: list[str]) -> None:
        self.seat, self.cards = seat, list(cards)
        self.revealed, self.offered = False, ""

    def tell(self, event: dict[str, Any]) -> None:
        kind, own = event["kind"], event["seat"] == self.seat
        if kind in ("deal", "draw"):
            assert own == (event["card"] != "?")
            self.cards += [event["card"]] * own
        elif kind == "choose":
            self.revealed = event["revealed"]
        elif kind in ("play", "discard") and own and not self.revealed:
            self.cards.remove(event["card"])
        elif kind in ("offer", "accept", "give"):
            self.exchange(kind, event["seat"], event.get("card", self.offered))

    def exchange(self, kind: str, seat: int, card: str) -> None:
        if self.seat not in (seat, partner_of(seat)):
            assert card == "?" or kind == "accept"
        elif kind == "offer":
            self.offered = card
        elif (kind == "accept") == (seat == self.seat):
            self.cards.append(card)
        else:
            self.cards.remove(card)
