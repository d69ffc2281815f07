"""A broken or hostile client is answered or let go, and disturbs nobody."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from helpers.server.serving import (
    Guest,
    Live,
    Message,
    ask,
    knock,
    play_on,
    seated,
    serving,
    set_table,
    sitting,
    turned_away,
)
from samples import SAMPLES
from tischlein.server.errors import Refusal, StoreError


@pytest.fixture(scope="module")
def lobby(live: Live) -> Message:
    return asyncio.run(set_table(live))


WRONG = [
    "",
    "null",
    "[]",
    "{",
    '"hello"',
    "{}",
    '{"type":"nothing"}',
    '{"type":"play"}',
    '{"type":"play","id":1,"seq":0,"action":"7"}',
    '{"type":"play","id":"a","seq":-1,"action":"7"}',
    '{"type":"play","id":"a","seq":0,"action":"7","extra":1}',
    '{"type":"play","id":"a","seq":1e99,"action":"7"}',
    json.dumps({"type": "play", "id": "a", "seq": 0, "action": "7" * 41}),
    '{"type":"kick","seat":99}',
    '{"type":"react","reaction":"bomb"}',
    '{"type":"chat","text":""}',
    json.dumps({"type": "chat", "text": "x" * 201}),
    '{"type":"share","promise":"xyz"}',
    json.dumps({"type": "share", "promise": "AB" * 32}),
    json.dumps({"type": "reveal", "share": "ab" * 31}),
    "[" * 3000,
    "\ufffe\x00",
]


async def test_what_makes_no_sense_is_refused_and_the_game_goes_on(live: Live) -> None:
    async with seated(live, bots=[None, "random"]) as ada:
        for text in WRONG:
            await ada.socket.send(text)
            answer = await ada.until("refused")
            assert answer["code"] in (
                "bad_message",
                "unknown_action",
                "stale",
                "no_such_seat",
                "not_in_lobby",
            ), text
        await ada.socket.send(b"\xff\xfe")
        assert (await ada.until("refused"))["code"] == "bad_message"
        # The answer to a message carries its id, whatever was wrong.
        for extra, code in (({"text": "x" * 5_000}, "too_large"), ({"extra": 1}, "bad_message")):
            await ada.say("play", id="long", seq=0, action="7", **extra)
            refused = await ada.until("refused")
            assert (refused["code"], refused["id"]) == (code, "long")
        await ada.say("hello", token=None)
        assert (await ada.until("refused"))["code"] == "hello_once"
        assert await play_on(ada, Random(3))
        await ada.say("play", id="z", seq=ada.last["seq"], action="7")
        assert (await ada.until("refused"))["code"] == "not_playing"


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
TYPES = ("hello", "play", "why", "undo", "kick", "start", "chat", "react", "prefer", "set_seat")


@settings(max_examples=max(2, SAMPLES.examples // 10))
@given(st.lists(st.tuples(ANY_JSON, st.sampled_from(TYPES)), min_size=10, max_size=10))
def test_any_json_is_answered(live: Live, lobby: Message, said: list[tuple[Any, str]]) -> None:
    async def scene() -> None:
        async with sitting(live, lobby) as ada:
            for value, type in said:
                await ada.socket.send(json.dumps(value))
                assert (await ada.until("refused"))["code"] == "bad_message"
                fields = {"id": value, "seq": value, "action": value, "seat": value, "text": value}
                await ada.socket.send(json.dumps({"type": type, **fields}))
                assert (await ada.until("refused"))["code"] == "bad_message"
            await ada.say("ping")
            await ada.until("pong")

    asyncio.run(scene())


async def test_a_huge_frame_ends_the_connection_and_no_other(live: Live) -> None:
    async def too_much(guest: Guest) -> None:
        await guest.socket.send("x" * 200_000)  # perhaps it is closed before all of this has left
        await guest.until("nothing of the kind")

    async with seated(live, bots=[None, "random"]) as ada:
        async with sitting(live, ada.code, ada.token) as twin:
            with pytest.raises(ConnectionClosed):
                await too_much(twin)
        assert await play_on(ada, Random(3))


async def test_nobody_speaks_for_a_seat_without_its_key(live: Live) -> None:
    made = await set_table(live)
    async with sitting(live, made["code"]) as spectator:
        for message in (
            {"type": "start"},
            {"type": "play", "id": "a", "seq": 0, "action": "7"},
            {"type": "leave"},
        ):
            await spectator.socket.send(json.dumps(message))
            assert (await spectator.until("refused"))["code"] == "not_seated"
    for token in (made["token"][:-1], made["token"] + "x", "x" * 32):
        assert await turned_away(live, made["code"], token) == "bad_token"


async def test_keys_are_stored_hashed(live: Live) -> None:
    token = (await set_table(live))["token"]
    stored = b"".join(path.read_bytes() for path in live.file.parent.iterdir())
    assert token.encode() not in stored
    assert len(token) == 32


async def test_pages_of_others_are_turned_away(live: Live) -> None:
    made = await set_table(live)
    async with await knock(live, made["code"], origin="https://elsewhere.example") as socket:
        assert (await Guest(socket).hear())["code"] == "foreign_origin"
    async with await knock(live, made["code"], origin="null") as socket:
        assert (await Guest(socket).hear())["code"] == "foreign_origin"
    async with await knock(live, made["code"], origin=live.url) as socket:
        guest = Guest(socket)
        await guest.say("hello")
        await guest.until("welcome")
    body = {"game": "lobo77", "seats": 2, "name": "Eve"}
    answer = await ask(
        live, "POST", "/api/tables", json=body, headers={"origin": "https://elsewhere.example"}
    )
    assert answer.status_code == 403
    answer = await ask(
        live, "POST", "/api/tables", content=json.dumps(body), headers={"content-type": "text/plain"}
    )
    assert answer.status_code == 415
    answer = await ask(
        live, "POST", "/api/tables", content=b"x" * 20_000, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (StoreError("unreadable"), "store"),
        (RuntimeError("a mistake"), "broken"),
        (Refusal("house_full", 503), "house_full"),
    ],
)
async def test_whatever_goes_wrong_at_hello_is_said(
    live: Live, lobby: Message, monkeypatch: pytest.MonkeyPatch, failure: Exception, code: str
) -> None:
    async def fails(_: str) -> None:
        raise failure

    monkeypatch.setattr(live.registry, "get", fails)
    async with await knock(live, lobby["code"]) as socket:
        guest = Guest(socket)
        await guest.say("hello", token=lobby["token"])
        goodbye = await guest.hear()
        assert (goodbye["type"], goodbye["code"]) == ("goodbye", code)
        with pytest.raises(ConnectionClosed) as closed:
            await guest.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013


@pytest.mark.parametrize(
    "first", ['{"type":"hello","version":7}', '{"type":"hello","since":-1}', "{", "\ufffe"]
)
async def test_a_hello_in_another_language_is_turned_away(live: Live, lobby: Message, first: str) -> None:
    async with await knock(live, lobby["code"]) as socket:
        await socket.send(first)
        goodbye = await Guest(socket).hear()
        assert (goodbye["type"], goodbye["code"]) == ("goodbye", "bad_message")


async def test_who_begins_otherwise_or_asks_for_no_table_is_let_go(live: Live, lobby: Message) -> None:
    async with await knock(live, lobby["code"]) as socket:
        guest = Guest(socket)
        await guest.say("ping")
        assert (await guest.hear())["code"] == "hello_first"
    assert await turned_away(live, "NOSUCH") == "no_table"


async def test_an_id_that_no_store_can_hold_is_refused(data: Path | str) -> None:
    """PostgreSQL stores no NUL: the table was in trouble, its bots and clocks rested, as often as a player liked."""
    with serving(data) as live:
        async with seated(live, bots=[None, "random"], options={"starter": 0}) as ada:
            assert (await ada.play(ada.choices[0], id="m\0"))["code"] == "bad_message"
            assert (await ada.play(ada.choices[0]))["type"] == "accepted"
            assert ada.table["note"] is None
