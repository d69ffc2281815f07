"""Every frame that every seat and a spectator receive in whole games, searched for what they may not know."""

import asyncio
import json
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from helpers.serving import Guest, Live, join, knock, play_on, set_table, sitting
from helpers.strategies import concealed, each_game, imagined, words
from per_game import Kit
from samples import SAMPLES
from tischlein.cards import CHANCE, SPECTATOR
from tischlein.server.protocol.server import ServerMessage

SEATS = {"lobo77": 3, "quando": 3, "quanto": 4, "qwixx": 3}
OPTIONS: dict[str, dict[str, Any]] = {
    "lobo77": {"manual_draw": True},
    "quando": {"target": 20},
    "quanto": {"teams": True},
    "qwixx": {"jokers": True},
}
decoder = msgspec.json.Decoder(ServerMessage)
encode = msgspec.json.encode


@each_game
def test_no_frame_of_a_whole_game_holds_what_its_seat_may_not_know(live: Live, kit: Kit) -> None:
    guests, record, token = asyncio.run(whole_game(live, kit))
    moments = told(kit, record)
    searched = 0
    for eyes, guest in guests.items():
        for text in guest.frames:
            assert token not in text
            message = decoder.decode(text)
            # Nothing but what the protocol knows: no field that somebody added in passing.
            assert json.loads(encode(message)) == json.loads(text)
            frame = json.loads(text)
            if frame["type"] in ("welcome", "news") and frame["view"] is not None:
                check(kit, frame, eyes, moments)
                searched += 1
    assert searched > len(guests) * 10


async def whole_game(live: Live, kit: Kit) -> tuple[dict[int, Guest], dict[str, Any], str]:
    """All seats are people, and somebody watches; all play at random until the end."""
    game = kit.game.id
    made = await set_table(live, game, SEATS[game], options=OPTIONS[game])
    tokens = [made["token"]]
    for seat in range(1, SEATS[game]):
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
        await asyncio.gather(*(play_on(guest, Random(rng.random())) for guest in guests.values()))
    async with live.client() as client:
        record = (await client.get(f"/api/tables/{made['code']}/record")).json()
    return guests, record, made["token"]


def told(kit: Kit, record: dict[str, Any]) -> dict[int, Any]:
    """The game played again by itself: after each decision the true record, and what every pair of eyes was told."""
    history = record["history"]
    luck = [text for seat, text in history if seat == CHANCE]
    table = kit.game.new(record["seats"], chance=luck, **record["options"])
    all_eyes = (SPECTATOR, *range(record["seats"]))
    moments = {}
    while True:
        events = {eyes: table.events(None if eyes == SPECTATOR else eyes) for eyes in all_eyes}
        moments[len(table.history)] = kit.layout.copy(table._s), events
        if len(table.history) == len(history):
            return moments
        table.play(*history[len(table.history)])


def check(kit: Kit, frame: dict[str, Any], eyes: int, moments: dict[int, Any]) -> None:
    truth, events = moments[frame["seq"]]
    known = concealed(kit, truth, eyes)
    assert frame["view"] == json.loads(json.dumps(kit.game.views.view(known, eyes)))
    if (frame["seq"] + eyes) % 8 < SAMPLES.frames:
        # It would be the same in any other world that these eyes cannot tell from the true one.
        world = imagined(kit, known, eyes, words(Random(frame["seq"])))
        shown = kit.game.views.view(concealed(kit, world, eyes), eyes)
        assert frame["view"] == json.loads(json.dumps(shown))
    # What is told is what these eyes have witnessed up to then, nothing of what comes later, nothing of others.
    own = events[eyes][: frame["told"]]
    assert frame["events"] == (own[len(own) - len(frame["events"]) :] if frame["events"] else [])
    assert len(events[eyes]) == frame["told"]
    for event in frame["events"]:
        search(kit.game.id, event, eyes)
    # Only the own choices, and only when there are any.
    if eyes == SPECTATOR:
        assert frame["actions"] == []
    for key in ("waiting", "scores", "winners"):
        assert frame[key] == frame["view"][key]


def search(game: str, event: dict[str, Any], eyes: int) -> None:
    """Read an event as a person would who looks for a card that somebody should not have seen."""
    mine, kind, card = event["seat"] == eyes, event["kind"], event.get("card", "")
    if game in ("lobo77", "quanto") and kind in ("deal", "draw") and not mine:
        assert card == "?"
    if game == "quanto" and kind in ("offer", "give"):
        partners = event["seat"] % 2 == eyes % 2 and eyes != SPECTATOR
        assert partners or card == "?"
    if game == "quando" and kind == "deal":
        front, back = card.split("/")
        assert (front == "?", back == "?") == (
            (False, True) if mine else (True, False if eyes >= 0 else back == "?")
        )
    if game == "qwixx" and kind in ("deal", "take") and not mine:
        assert card.startswith("?")
    if game == "qwixx" and kind == "play" and not mine:
        assert card.startswith("?")


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
