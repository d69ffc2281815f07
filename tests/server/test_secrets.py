"""Every frame that every seat and a spectator receive in whole games, searched for what they may not know."""

import asyncio
import json
from contextlib import AsyncExitStack
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from helpers.serving import Guest, Live, bare, join, knock, set_table, sitting
from helpers.strategies import concealed, each_game, imagined, words
from per_game import Kit
from samples import SAMPLES
from tischlein.cards import SPECTATOR
from tischlein.engine.play.chance import Outcomes
from tischlein.engine.play.table import Table
from tischlein.engine.play.views import view_of
from tischlein.server.protocol.server import ServerMessage

LEAVES = 1  # the seat for which a bot plays on for a while
decoder = msgspec.json.Decoder(ServerMessage)
encode = msgspec.json.encode


@each_game
def test_no_frame_of_a_whole_game_holds_what_its_seat_may_not_know(live: Live, kit: Kit) -> None:
    guests, record, tokens = asyncio.run(whole_game(live, kit))
    # The few decisions of a draft may leave no time for it.
    assert kit.game.draft or any(text == "undo" for _, text in record["history"])
    moments = told(kit, record)
    searched, welcomes = 0, 0
    for eyes, guest in guests.items():
        for text in guest.frames:
            assert not any(token in text for token in tokens)
            message = decoder.decode(text)
            # Nothing but what the protocol knows: no field that somebody added in passing.
            assert json.loads(encode(message)) == json.loads(text)
            frame = json.loads(text)
            if frame["type"] in ("welcome", "news") and frame["view"] is not None:
                check(kit, frame, eyes, moments)
                searched += 1
                welcomes += frame["type"] == "welcome"
    decisions = sum(seat >= 0 for seat, _ in record["history"])
    assert searched > len(guests) * (min(10, decisions // 2) if kit.game.draft else 10)
    assert welcomes > len(guests)  # some came back
    assert set(guests) == {SPECTATOR, *range(kit.whole_game()[0])}
    assert any('"goodbye"' in text for text in guests[LEAVES].frames)


async def whole_game(live: Live, kit: Kit) -> tuple[dict[int, Guest], dict[str, Any], list[str]]:
    """People on all seats, and somebody watches; all play at random until the end.

    Now and then somebody takes a move back, with everybody's consent, or loses the connection and comes back; one leaves, and a bot plays on for
    a while.
    """
    game = kit.game.id
    seats, options = kit.whole_game()
    made = await set_table(live, game, seats, options=options, stand_in="random")
    tokens = [made["token"]]
    for seat in range(1, seats):
        tokens.append((await join(live, made["code"], f"Guest {seat}"))["token"])
    async with AsyncExitStack() as stack:
        guests = {
            seat: await stack.enter_async_context(sitting(live, made["code"], token))
            for seat, token in enumerate(tokens)
        }
        guests[SPECTATOR] = await stack.enter_async_context(sitting(live, made["code"]))
        await guests[0].say("start")
        for guest in guests.values():
            await guest.until("welcome")
        rng = Random(game)
        visits = [
            visit(
                live,
                stack,
                made["code"],
                guest,
                None if seat == SPECTATOR else tokens[seat],
                Random(rng.random()),
            )
            for seat, guest in guests.items()
        ]
        await asyncio.gather(*visits)
    async with live.client() as client:
        record = (await client.get(f"/api/tables/{made['code']}/record")).json()
    return guests, record, tokens


async def visit(
    live: Live, stack: AsyncExitStack, code: str, guest: Guest, token: str | None, rng: Random
) -> None:
    """Play on, take back, agree to what others take back, and come back after breaks."""
    asked, undos, breaks = -1, 2, 2
    leaves = guest.last["you"] == LEAVES
    while not guest.last["over"]:
        leaving = leaves and bool(guest.last["actions"])
        if guest.last["actions"] and asked != guest.last["seq"] and not leaving:
            asked = guest.last["seq"]
            if undos > 0 and guest.last["can_undo"] and rng.random() < 0.3:
                await guest.say("undo", id=f"u{asked}")
            else:
                said = f"p{asked}-{rng.random()}"
                await guest.say("play", id=said, seq=asked, action=rng.choice(guest.choices))
        if leaving:
            leaves = False
            await a_bot_plays(live, code, guest)
            message = await back(live, stack, code, guest, token)
        elif breaks and rng.random() < 0.1:
            breaks -= 1
            await guest.socket.close()
            message = await back(live, stack, code, guest, token)
            asked = -1  # perhaps it was not heard
        else:
            message = await guest.hear()
        # Somebody may have played on before all agreed; then it is tried again.
        own = guest.last["view"]["you"]
        undos -= any(event["kind"] == "undo" and event["seat"] == own for event in message.get("events", []))
        # A question may come by itself, or with the welcome after a break.
        question = message.get("undo")
        if question is not None and own in question["open"]:
            await guest.say("undo_answer", agree=True)
        if message["type"] == "refused" and str(message["id"]).startswith("u"):
            asked = -1  # then play


async def back(
    live: Live, stack: AsyncExitStack, code: str, guest: Guest, token: str | None
) -> dict[str, Any]:
    """Connect again, and hear what has happened meanwhile."""
    guest.socket = await stack.enter_async_context(await knock(live, code))
    await guest.say("hello", token=token, since=guest.last["told"])
    return await guest.until("welcome")


async def a_bot_plays(live: Live, code: str, guest: Guest) -> None:
    """Leave, and stay away until the bot has decided something."""
    seat, seq = guest.last["view"]["you"], guest.last["seq"]
    await guest.say("leave")
    await guest.until("goodbye", code="left")
    async with sitting(live, code) as watching:
        while not (watching.last["over"] or any(one == seat for one, _ in played(live, code)[seq:])):
            await watching.hear()


def played(live: Live, code: str) -> list[tuple[int, str]]:
    table = live.table(code).state.table
    assert table is not None
    return table.history


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


def told(kit: Kit, record: dict[str, Any]) -> dict[int, Any]:
    """The game played again by itself: after each decision the true record, and what every pair of eyes was told."""
    history = record["history"]
    luck = Again(history)
    luck.table = table = Table.fresh(kit.game, record["seats"], record["options"], luck)
    table.resolve_chance()
    all_eyes = (SPECTATOR, *range(record["seats"]))
    moments = {}
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


def check(kit: Kit, frame: dict[str, Any], eyes: int, moments: dict[int, Any]) -> None:
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
    witnessed = [bare(event) for event in frame["events"]]
    assert witnessed == (own[len(own) - len(witnessed) :] if witnessed else [])
    assert len(events[eyes]) == frame["told"]
    for event in frame["events"]:
        kit.search(event, eyes)
    # Only your own choices, and only when there are any.
    if eyes == SPECTATOR:
        assert (frame["actions"], frame["can_undo"]) == ([], False)
        assert frame["view"]["you"] is frame["view"].get("hand") is None
    else:
        assert [action["text"] for action in frame["actions"]] == actions[eyes]
    for key in ("waiting", "scores", "winners"):
        assert frame[key] == frame["view"][key]


def test_a_spectator_of_a_private_table_stays_outside(live: Live) -> None:
    async def watch() -> None:
        made = await set_table(live, seats=2, bots=[None, "random"], spectators="none")
        async with await knock(live, made["code"]) as socket:
            guest = Guest(socket)
            await guest.say("hello")
            assert (await guest.hear())["code"] == "no_spectators"
            with pytest.raises(ConnectionClosed):
                await guest.hear()

    asyncio.run(watch())
