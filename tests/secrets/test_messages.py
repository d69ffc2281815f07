"""Every message that each seat and a spectator are sent in whole games, searched for what they may not know."""

import json
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from helpers.games.strategies import concealed, each_game, imagined, words
from helpers.server.room_host import SECRET, RoomHost, checked, lobby
from per_game import Kit
from samples import SAMPLES
from tischlein.cards import SPECTATOR
from tischlein.engine.play.chance import Outcomes
from tischlein.engine.play.table import Table
from tischlein.engine.play.views import view_of
from tischlein.room.events import StartRequested

LEAVES = 1  # the seat for which a bot plays on for a while
WATCHES = 99  # the listener without a seat
MOMENTS = ("welcome", "news")
Moments = dict[int, tuple[Any, dict[int, list[Any]], list[list[str]]]]


@each_game
def test_no_message_of_a_whole_game_holds_what_its_seat_may_not_know(kit: Kit) -> None:
    host = whole_game(kit)
    record = host.state.table.record()
    # The few decisions of a draft may leave no time for it.
    assert kit.game.draft or any(text == "undo" for _, text in record["history"])
    moments = told(kit, record)
    keys = [f'"k{seat}"' for seat in range(record["seats"])]
    searched, welcomes = 0, 0
    for number, messages in host.heard.items():
        for message in messages:
            text = msgspec.json.encode(message).decode()
            assert not any(key in text for key in (*keys, SECRET))
            # Nothing but what the protocol knows: no field that was added in passing.
            frame = json.loads(text)
            assert json.loads(msgspec.json.encode(checked.decode(text))) == frame
            if frame["type"] in ("welcome", "news") and frame["view"] is not None:
                check(kit, frame, SPECTATOR if number == WATCHES else number, moments)
                searched += 1
                welcomes += frame["type"] == "welcome"
    decisions = sum(seat >= 0 for seat, _ in record["history"])
    assert searched > len(host.heard) * (min(10, decisions // 2) if kit.game.draft else 10)
    assert welcomes > len(host.heard)  # some came back
    assert set(host.heard) == {WATCHES, *range(kit.whole_game()[0])}
    assert LEAVES in host.dismissed


def whole_game(kit: Kit) -> RoomHost:
    """People on all seats and a spectator; all play at random until the end.

    Now and then a player takes a move back, with everybody's consent, or loses the connection and comes back; one leaves, and a bot plays
    on for a while.
    """
    seats, options = kit.whole_game()
    host, rng = lobby(kit.game.id, seats, seats, options=options, pace="instant"), Random(kit.game.id)
    host.all_come(seats)
    host.comes(WATCHES, None)
    host.step(StartRequested())
    undos, breaks, has_left = [2] * seats, [2] * (seats + 1), False
    while host.state.row.state != "over":
        seat = rng.choice(host.state.waiting)
        if seat == LEAVES and not has_left:
            has_left = True
            host.says(seat, "leave")
            host.goes(seat)
            host.thinks()
            host.waits(0)
            assert any(step.seat == seat for step in host.state.table.past.steps), "the bot has decided"
            come_back(host, seat)
        elif undos[seat] and host.last(seat, *MOMENTS)["can_undo"] and rng.random() < 0.3:
            undos[seat] -= 1
            host.takes_back(seat, f"u{host.steps}")
        elif breaks[seat] and rng.random() < 0.1:
            breaks[seat] -= 1
            come_back(host, seat)
        else:
            host.plays_any(rng, seat)
        if breaks[-1] and rng.random() < 0.1:
            breaks[-1] -= 1
            come_back(host, WATCHES)
    return host


def come_back(host: RoomHost, number: int) -> None:
    """Connect again, and hear what has happened meanwhile."""
    if number in host.state.listeners:
        host.goes(number)
    since = host.last(number, *MOMENTS)["told"]
    host.comes(number, None if number == WATCHES else f"k{number}", since=since)


@dataclass
class Again:
    """The luck of a game that has been played: what happened at the same place of its history."""

    history: list[list[Any]]
    table: Table | None = None

    def choose(self, outcomes: Outcomes) -> int:
        place = len(self.table.history) if self.table is not None else 0
        index = outcomes.find(self.history[place][1])
        assert index is not None
        return index


def told(kit: Kit, record: dict[str, Any]) -> Moments:
    """The game played again by itself: after each decision the true record, and what every pair of eyes was told."""
    history = record["history"]
    luck = Again(history)
    luck.table = table = Table.fresh(kit.game, record["seats"], record["options"], luck)
    table.resolve_chance()
    all_eyes = (SPECTATOR, *range(record["seats"]))
    moments: Moments = {}
    # It only grows: to ask for all of it at every moment would take most of the time.
    seen: dict[int, list[Any]] = {eyes: [] for eyes in all_eyes}
    while True:
        for eyes in all_eyes:
            seen[eyes] += table.events(None if eyes == SPECTATOR else eyes, since=len(seen[eyes]))
        actions = [[action.text for action in table.actions(seat)] for seat in range(record["seats"])]
        so_far = {eyes: events[:] for eyes, events in seen.items()}
        moments[len(table.history)] = kit.layout.copy(table._s), so_far, actions
        if len(table.history) == len(history):
            assert all(seen[eyes] == table.events(None if eyes == SPECTATOR else eyes) for eyes in all_eyes)
            return moments
        seat, text = history[len(table.history)]
        if text == "undo":
            table.undo(seat, consent=True)
        else:
            table.play(seat, text)


def check(kit: Kit, frame: dict[str, Any], eyes: int, moments: Moments) -> None:
    truth, events, actions = moments[frame["seq"]]
    known = concealed(kit, truth, eyes)
    assert frame["view"] == json.loads(json.dumps(view_of(kit.game, known, eyes)))
    if (frame["seq"] + eyes) % 8 < SAMPLES.frames:
        # It would be the same in any other world that these eyes cannot tell from the true one.
        world = imagined(kit, known, eyes, words(Random(frame["seq"])))
        shown = view_of(kit.game, concealed(kit, world, eyes), eyes)
        assert frame["view"] == json.loads(json.dumps(shown))
    # What is told is what these eyes have witnessed up to then, nothing of what comes later, nothing of others.
    own = events[eyes][: frame["told"]]
    witnessed = [{key: value for key, value in event.items() if key != "text"} for event in frame["events"]]
    assert witnessed == (own[len(own) - len(witnessed) :] if witnessed else [])
    assert len(events[eyes]) == frame["told"]
    # Only your own choices, and only when there are any.
    if eyes == SPECTATOR:
        assert (frame["actions"], frame["can_undo"]) == ([], False)
        assert frame["view"]["you"] is frame["view"].get("hand") is None
    else:
        assert [action["text"] for action in frame["actions"]] == actions[eyes]
    for key in ("waiting", "scores", "winners"):
        assert frame[key] == frame["view"][key]
