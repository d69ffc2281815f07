"""The same game with the same luck at a server and in the page's Python: every message is the same."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from helpers.page_python import PagePython, page_python
from helpers.serving import Guest, Live, Message, serving, set_table, sitting
from samples import SAMPLES, with_long
from tischlein.cards import CHANCE
from tischlein.engine.play.history import UNDO, History
from tischlein.games import GAMES

NAMES = ("Ada", "Ärmel Ömer", "Zoë")
CODE = "0PAGE"
# Of a welcome; the table around the game is another one.
OF_THE_GAME = (
    "type", "seq", "told", "head", "events", "view", "actions", "waiting", "scores", "over", "winners", "clock", "can_undo", "task", "standings",
    "you",
)  # fmt: skip
LATELY = 40  # events
TOLD = ("news", "welcome", "accepted", "refused", "because")


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("tables") / "tables.sqlite3") as live:
        yield live


@pytest.mark.parametrize("game", with_long(GAMES, "quando", "qwixx"))
def test_the_same_game_gives_the_same_messages(live: Live, tmp_path: Path, game: str) -> None:
    script, told, history, replays = asyncio.run(played(live, game))
    while len(script) <= 30:  # the server's cards are new each time: now and then a game is over so soon
        script, told, history, replays = asyncio.run(played(live, game))
    with page_python(tmp_path, game) as page:
        wish = {"game": game, "seats": len(NAMES), "name": NAMES[0], "hot_seat": NAMES[1:], "lang": "de"}
        tokens = [f"token {seat}" for seat in range(len(NAMES))]
        made = page.ask(ask="create", code=CODE, at=1, tokens=tokens, wish=wish, chance=luck(history))
        assert made["error"] is None
        saved = made["save"]
        for seat, token in enumerate(tokens):
            hello = {"type": "hello", "token": token}
            answer = page.ask(ask="hello", code=CODE, at=1, listener=seat, message=hello)
            assert heard(answer, seat) == told[0][seat]
        for (seat, message), expected in zip(script, told[1:], strict=True):
            answer = page.ask(ask="message", code=CODE, at=1, listener=seat, message=message)
            saved = answer["save"] or saved
            for other in range(len(NAMES)):
                assert heard(answer, other) == expected[other], message
        for (seat, lang), whole in replays.items():
            asked = {"ask": "replay", "seat": seat, "lang": lang, "token": tokens[seat]}
            assert page.ask(**asked, code=CODE, at=1)["result"] == whole
        check_kept(page, saved[0])


def heard(answer: Message, listener: int) -> list[Message]:
    """What a listener was told about the game."""
    return [
        about_the_game(message)
        for to, message in answer["send"]
        if to == listener and message["type"] in TOLD
    ]


def about_the_game(message: Message) -> Message:
    """Without the head: where there is no shuffle that players can check, nothing is chained."""
    if message["type"] not in ("welcome", "news"):
        return message
    names = OF_THE_GAME if message["type"] == "welcome" else message
    return {**{key: message[key] for key in names}, "head": None}


def check_kept(page: PagePython, saved: Message) -> None:
    """What is kept opens the same table again; of its beginning several people hear what everybody saw."""
    before = page.ask(ask="message", code=CODE, at=1, listener=0, message={"type": "sync", "lang": "de"})
    assert page.ask(ask="open", code=CODE, at=1, saved=saved)["error"] is None
    token = saved["seats"][0]["token_hash"]
    again = page.ask(ask="hello", code=CODE, at=1, listener=0, message={"type": "hello", "token": token})
    (whole,), (opened,) = heard(before, 0), heard(again, 0)
    assert {**opened, "events": [], "told": 0} == {**whole, "events": [], "told": 0}
    lately = [[event["text"] for event in one["events"][-LATELY:]] for one in (whole, opened)]
    assert lately[0] == lately[1]


def luck(history: History) -> list[str]:
    """The outcomes that chance decided, without those that happened again after an undo."""
    found: list[str] = []
    line: list[int] = []
    again: list[str] = []
    for k, step in enumerate(history.steps):
        if step.text == UNDO:
            taken_back = [history.steps[j] for j in line[len(line) - step.undone :]]
            again[:0] = [one.text for one in taken_back if one.seat == CHANCE]
            del line[len(line) - step.undone :]
            continue
        line.append(k)
        if step.seat == CHANCE:
            happened = [k for k, text in enumerate(again) if text == step.text]
            if not happened:
                found.append(step.text)
            del again[: happened[0] + 1 if happened else len(again)]
    return found


async def played(
    live: Live, game: str
) -> tuple[list[tuple[int, Message]], list[list[list[Message]]], History, dict[Any, Message]]:
    """A game at a server: what was said by whom, what each seat was told after that, the history, and some replays."""
    rng = Random(game)
    made = await set_table(live, game, len(NAMES), name=NAMES[0], hot_seat=NAMES[1:])
    tokens = [made["token"], *(other["token"] for other in made["others"])]
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(sitting(live, made["code"], token)) for token in tokens]
        told = [[[about_the_game(guest.last)] for guest in guests]]
        for guest in guests:
            await settled(guest)
        script: list[tuple[int, Message]] = []
        texts: set[str] = {"nonsense"}
        while not guests[0].last["over"] and len(script) < SAMPLES.offline_steps:
            seat, message = chosen(rng, guests, texts, len(script))
            script.append((seat, message))
            await guests[seat].say(**message)
            told.append(
                [await settled(guests[seat]) if other == seat else [] for other in range(len(guests))]
            )
            for other, guest in enumerate(guests):
                if other != seat:
                    told[-1][other] = await settled(guest)
        table = live.table(made["code"]).state.table
        assert table is not None
        replays = {}
        async with live.client() as client:
            for asked in ((0, "de"), (1, "en")):
                headers = {"Authorization": f"Bearer {tokens[asked[0]]}"}
                path = f"/api/tables/{made['code']}/replay?seat={asked[0]}&lang={asked[1]}"
                replays[asked] = (await client.get(path, headers=headers)).json()
        return script, told, table.past, replays


def chosen(rng: Random, guests: list[Guest], texts: set[str], n: int) -> tuple[int, Message]:
    """Mostly a decision; now and then a question, an undo, something illegal, or another language."""
    seat = next(seat for seat in rng.sample(range(len(guests)), len(guests)) if guests[seat].last["actions"])
    guest, dice = guests[seat], rng.random()
    texts.update(guest.choices)
    other = rng.randrange(len(guests))
    if dice < 0.06 and guest.last["can_undo"]:
        return seat, {"type": "undo", "id": f"undo {n}"}
    if dice < 0.14:
        return other, {"type": "why", "id": f"why {n}", "action": rng.choice(sorted(texts))}
    if dice < 0.18:
        return other, {
            "type": "play",
            "id": f"play {n}",
            "seq": guests[other].last["seq"],
            "action": rng.choice(sorted(texts)),
        }
    if dice < 0.20:
        return other, {"type": "sync", "since": 3, "lang": rng.choice(("de", "en"))}
    return seat, {
        "type": "play",
        "id": f"play {n}",
        "seq": guest.last["seq"],
        "action": rng.choice(guest.choices),
    }


async def settled(guest: Guest) -> list[Message]:
    """All that a guest was told up to now."""
    await guest.say("ping")
    found: list[Message] = []
    while (message := await guest.hear())["type"] != "pong":
        if message["type"] in TOLD:
            found.append(about_the_game(message))
    return found
