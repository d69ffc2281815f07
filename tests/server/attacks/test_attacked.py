"""What got through when the server was attacked from outside for an hour: each of it is tried again here."""

import asyncio
import json
import logging
import threading
import time
from contextlib import AsyncExitStack, suppress
from random import Random
from typing import Any

import pytest
import websockets

from helpers.server.serving import Live, ask, comes_to, error, knock, play_on, seated, set_table, sitting
from tischlein.engine.play.wording import Wording
from tischlein.room import tell
from tischlein.room.opening.create import tidy
from tischlein.server.config import Limits
from tischlein.server.errors import Refusal
from tischlein.server.table.names import skeleton
from tischlein.server.table.ports import server_ports

PORTS = server_ports(Limits(), {})

# Addresses


@pytest.mark.parametrize("path", ["/foo%00bar", "/%00", "/assets/%0d%0a", "/t/%7f", "/api/tables/%00%00%00"])
def test_an_address_with_characters_that_cannot_be_seen(
    live: Live, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        answer = live.get(path)
    assert error(answer) == (400, "bad_path")
    assert caplog.records == []


@pytest.mark.parametrize("length", [1_001, 5_000, 30_000])
@pytest.mark.parametrize("start", ["/", "/api/tables/", "/assets/"])
def test_an_address_that_is_too_long(
    live: Live, start: str, length: int, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        answer = live.get(start + "x" * length)
    assert error(answer) == (414, "bad_path")
    assert sum(len(record.getMessage()) for record in caplog.records) < 1_000


def test_a_name_that_is_too_long_for_a_file(live: Live) -> None:
    assert live.get("/" + "x" * 300).status_code in (200, 404, 503)
    assert live.get("/" + "x" * 300 + ".js").status_code == 404


# Crowds


@pytest.mark.limits(sockets=3)
async def test_too_many_sockets_are_turned_away_with_a_sentence(own: Live) -> None:
    made = await set_table(own)
    async with AsyncExitStack() as stack:
        for _ in range(3):
            await stack.enter_async_context(sitting(own, made["code"]))
        async with await knock(own, made["code"]) as socket:
            with suppress(websockets.ConnectionClosed):  # it may have been turned away already
                await socket.send('{"type": "hello"}')
            goodbye = json.loads(await socket.recv())
            assert (goodbye["type"], goodbye["code"]) == ("goodbye", "house_full")
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
        # Everything else goes on.
        assert (await set_table(own))["code"]
    for _ in range(1_000):  # the server notices in its own time that they have gone
        async with await knock(own, made["code"]) as socket:
            with suppress(websockets.ConnectionClosed):  # it may have been turned away already
                await socket.send('{"type": "hello"}')
            if json.loads(await socket.recv())["type"] == "welcome":
                return
        await asyncio.sleep(0.02)
    raise AssertionError("still full")


@pytest.mark.limits(connections=3)
async def test_too_many_connections_get_a_typed_answer(own: Live) -> None:
    held = [await asyncio.open_connection("127.0.0.1", own.port) for _ in range(3)]
    for _, writer in held:
        writer.write(b"GET /api/about HTTP/1.1\r\n")  # not complete yet
        await writer.drain()
    comes_to(own.app.state.rate_limits._connections.total, 3)
    answer = await ask(own, "GET", "/api/about")
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "house_full"
    assert answer.headers["retry-after"]
    for _, writer in held:
        writer.close()
        await writer.wait_closed()
    for _ in range(1_000):
        answer = await ask(own, "GET", "/api/about")
        if answer.status_code == 200:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("still crowded")


# Time


async def test_a_clock_that_is_set_back_an_hour_silences_no_bot(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time_ns

    # Ada begins: the player after a bot's ×2 has two cards to play, and bots would wait for the second.
    wish: dict[str, Any] = {"options": {"starter": 0}, "pace": "human", "timer": 3600}
    async with seated(live, bots=[None, "random", "random"], seats=3, **wish) as ada:
        seq = ada.last["seq"]
        await ada.play(ada.choices[0])
        monkeypatch.setattr(time, "time_ns", lambda: real() - 3_600 * 10**9)
        async with sitting(live, ada.code):
            pass  # a visit: how long the bot still hesitates is worked out again
        while ada.last["seq"] <= seq + 2 or not ada.last["actions"]:  # the bots have answered
            await ada.hear()
        assert ada.last["clock"][0] <= 3_600_000


async def test_the_first_look_at_a_long_game_holds_nobody_up(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hundreds of events are written in another thread than the one that serves everybody."""
    monkeypatch.setattr(tell, "LONG", 40)
    honest = Wording.event
    written = {"in the thread that serves": 0, "elsewhere": 0}

    def event(*told: Any) -> dict[str, Any]:
        serves = threading.current_thread() is live._thread
        written["in the thread that serves" if serves else "elsewhere"] += 1
        return honest(*told)

    told = 0
    while told <= 60:  # a game can be short
        async with seated(live, bots=[None, "random"]) as ada:
            await play_on(ada, Random(1))
            told = ada.last["told"]
    monkeypatch.setattr(Wording, "event", event)
    async with sitting(live, ada.code) as watching:
        assert len(watching.last["events"]) > 40
        lang = "en" if watching.table["lang"] == "de" else "de"
        await watching.say("sync", since=0, lang=lang)  # in other words: all of it is written again
        assert len((await watching.until("welcome"))["events"]) > 40
    assert written["elsewhere"] > 2 * 40
    assert written["in the thread that serves"] < 40


# Names

MONGOLIAN = "\u180b\u180c\u180d\u180e\u180f"  # selectors of its script


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",
        "\u2800\u2800",
        "\u115f\u1160",
        "\u200b\u200d",
        "\ufe0f",
        "\U000e0100",
        "\u034f",
        "\u00ad",
        *MONGOLIAN,
    ],
)
def test_a_name_that_nobody_sees_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="bad_name"):
        tidy(name, [], PORTS)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        *((f"A{selector}da", "Ada") for selector in MONGOLIAN),
        ("A\u3164da", "Ada"),
        ("Ada\u2800", "Ada"),
        ("A\u202ed\x00a\u2069", "Ada"),
        ("Z" + "\u0301" * 9 + "oe", "\u0179\u0301\u0301oe"),
        # What is not seen does not part marks.
        ("Z" + "\u0301\u0302\u200b" * 9 + "oe", "\u0179\u0302\u0301oe"),
        # Vowels of Thai and circles have no class by which marks are counted; a word of Hindi has three above a letter.
        ("\u0e01" + "\u0e47" * 20, "\u0e01" + "\u0e47" * 4),
        ("A" + "\u20dd" * 9, "A" + "\u20dd" * 4),
        ("\u091c\u093c\u0947\u0902", "\u091c\u093c\u0947\u0902"),
        ("J\u00fcrgen", "J\u00fcrgen"),
        ("Ju\u0308rgen", "J\u00fcrgen"),
        ("\u0418\u0432\u0430\u043d", "\u0418\u0432\u0430\u043d"),
    ],
)
def test_what_is_shown_of_a_name(name: str, shown: str) -> None:
    assert tidy(name, [], PORTS) == shown


def test_marks_in_a_line_of_chat_do_not_cover_others() -> None:
    assert PORTS.spelling.clean_line("hi\x07Z" + "\u0301" * 9 + " you") == "hi Z\u0301\u0301 you"


@pytest.mark.parametrize(
    "name",
    [
        "ada",
        "\u0410da",
        "Ad\u0430",
        "\uff21da",
        "A\u3164da",
        "Ada\u200b",
        "\u0391da",
        "\U0001d400da",
        "Ada\ufffc",
        "Ada\U0001d159",
    ],
)
def test_a_name_that_looks_like_another_is_taken(name: str) -> None:
    with pytest.raises(Refusal, match="name_taken"):
        tidy(name, ["Ada"], PORTS)


@pytest.mark.parametrize(
    ("other", "latin"),
    [("\u0397anna", "Hanna"), ("\u039dora", "Nora"), ("\u039cax", "Max"), ("\u03a5ves", "Yves"), ("\u0396oe", "Zoe"),
     ("\ua4eeda", "Ada"), ("\u1d00da", "Ada"), ("\u13aada", "Ada"), ("\ua4f2da", "Ida"), ("\u13bbanna", "Hanna")],
)  # fmt: skip
def test_capitals_of_other_scripts_look_like_latin_ones(other: str, latin: str) -> None:
    """Greek, Lisu, Cherokee and small capitals; small letters of Greek look like other Latin letters."""
    with pytest.raises(Refusal, match="name_taken"):
        tidy(other, [latin], PORTS)
    with pytest.raises(Refusal, match="name_taken"):
        tidy(latin.upper(), [other.upper()], PORTS)


def test_names_that_look_different_are_different() -> None:
    names = [
        "Ada",
        "Ida",
        "J\u00fcrgen",
        "Jurgen",
        "Guest 2",
        "Guest 4",
        "\u0418\u0432\u0430\u043d",
        "\u738b",
    ]
    assert len({skeleton(name) for name in names}) == len(names)
