"""The events of LOBO 77 tell everything: a client with one view can follow them without asking again."""

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given

from helpers.games.strategies import decide, generators, opened
from per_game.lobo77 import KIT


class Follower:
    """A client that knows one view, and from then on events only."""

    def __init__(self, view: dict[str, Any]) -> None:
        players = view["players"]
        self.you = view["you"]
        self.hand = None if view["hand"] is None else Counter(view["hand"])
        self.cards = [player["cards"] for player in players]
        self.chips = [player["chips"] for player in players]
        self.out = [player["out"] for player in players]
        self.discard = list(view["discard"])
        self.draw_count, self.set_aside_count = view["draw_count"], view["set_aside_count"]
        self.total, self.direction, self.winners = view["total"], view["direction"], view["winners"]
        self.round_over = False

    def follow(self, event: dict[str, Any]) -> None:
        getattr(self, f"_{event['kind']}")(event)

    def knows(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key not in ("you", "round_over")}

    def _play(self, event: dict[str, Any]) -> None:
        seat, card = event["seat"], event["card"]
        self.cards[seat] -= 1
        self.discard.append(card)
        self.total, self.direction = event["total"], event["direction"]
        if seat == self.you and self.hand is not None:
            self.hand -= Counter([card])

    def _draw(self, event: dict[str, Any]) -> None:
        self.cards[event["seat"]] += 1
        self.draw_count -= 1
        if event["seat"] == self.you and self.hand is not None:
            self.hand[event["card"]] += 1

    _deal = _draw

    def _chip(self, event: dict[str, Any]) -> None:
        self.chips[event["seat"]] -= 1
        assert self.chips[event["seat"]] == event["left"]

    def _out(self, event: dict[str, Any]) -> None:
        seat = event["seat"]
        self.out[seat] = True
        self.set_aside_count += self.cards[seat]
        self.cards[seat] = 0
        if seat == self.you:
            self.hand = Counter()

    def _lost(self, event: dict[str, Any]) -> None:
        assert event["cards"] > 0

    def _shuffle(self, event: dict[str, Any]) -> None:
        if self.round_over:
            self.draw_count += sum(self.cards) + len(self.discard) + self.set_aside_count
            self.cards, self.discard, self.set_aside_count = [0] * len(self.cards), [], 0
            self.hand = None if self.hand is None else Counter()
            self.total, self.direction, self.round_over = 0, 1, False
        else:
            self.draw_count += len(self.discard) - 1
            del self.discard[:-1]
        assert self.draw_count == event["cards"]

    def _round_end(self, event: dict[str, Any]) -> None:
        assert self.total == event["total"]
        self.round_over = True

    def _game_end(self, event: dict[str, Any]) -> None:
        self.winners = event["winners"]


@given(generators)
def test_a_client_that_follows_events_sees_what_a_view_shows(rng: Random) -> None:
    table = opened(KIT, rng)
    followers = {eyes: Follower(table.view(eyes)) for eyes in (None, *range(table.seats))}
    told = {eyes: len(table.events(eyes)) for eyes in followers}
    for _ in range(40):
        if table.over:
            break
        decide(table, rng)
        for eyes, follower in followers.items():
            for event in table.events(eyes, since=told[eyes]):
                follower.follow(event)
                told[eyes] = event["seq"]
            assert follower.knows() == Follower(table.view(eyes)).knows()
