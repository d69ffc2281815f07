"""The same script at every host of a room for several people: a dict, a server with its store, and a page. All of them say the same."""

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any, Protocol

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import given, settings

from helpers.server.room_host import Fixed, RoomHost, hosted
from samples import SAMPLES
from tischlein.engine.play.chance import Seeded
from tischlein.games import GAMES
from tischlein.offline import local_table
from tischlein.offline.ports import page_ports
from tischlein.offline.tables import LocalTables
from tischlein.room.events import ClientConnected, Now, StartRequested, TimerFired
from tischlein.room.opening.create import new_table
from tischlein.room.ports import Ports
from tischlein.room.room import Room
from tischlein.room.wire import fill_defaults
from tischlein.server.config import Limits
from tischlein.server.store.store import Store
from tischlein.server.table import host as server_host
from tischlein.server.table.host import TableHost
from tischlein.server.table.services import Services

CODE, KEYS = "TABLE1", ("k0", "k1", "k2", "k3")
Heard = dict[int, list[Any]]  # messages by listener


class Luck(Fixed):
    """The same cards, names and seeds at every host; nobody can check the shuffle, as in a page."""

    def secret(self) -> str:
        return ""

    def cards(self) -> Any:
        return Seeded(3)


def keys_of(game: str) -> tuple[str, ...]:
    return KEYS[: GAMES[game].usual_seats]


def wish(game: str) -> Any:
    return {
        "game": game, "seats": GAMES[game].usual_seats, "name": "Ada", "lang": "de", "pace": "instant",
        "spectators": "none", "chat": False, "timer": None, "bank": None, "increment": 0,
        "hot_seat": ["Ben", "Ärmel", "Cem"][: GAMES[game].usual_seats - 1],
    }  # fmt: skip


def opened(room: Room) -> None:
    """Go on with the same luck at every host: what cannot be checked is new after a restart."""
    assert room.table is not None
    room.table.source = Seeded(4)


def own_ports(given: Ports) -> Ports:
    given.rng = Luck()
    return given


class Host(Protocol):
    """What a script asks of a host; it returns what each listener was sent."""

    def hello(self, at: int, listener: int, since: int, lang: str | None) -> Heard: ...
    def gone(self, at: int, listener: int) -> Heard: ...
    def say(self, at: int, listener: int, message: Any) -> Heard: ...
    def wake(self, at: int) -> Heard: ...
    def restart(self, at: int) -> Heard: ...


class InMemory:
    """The room itself, and a dict."""

    def __init__(self, game: str) -> None:
        own = own_ports(page_ports(dict(GAMES)))
        stored, _ = new_table(wish(game), keys_of(game), own, now(0))
        self.host = hosted(stored, given=own, at=0)
        self.host.step(StartRequested())

    def _heard(self) -> Heard:
        heard, self.host.heard = self.host.heard, {}
        return heard

    def hello(self, at: int, listener: int, since: int, lang: str | None) -> Heard:
        self.host.at = at
        self.host.step(ClientConnected(listener, KEYS[listener], lang, since))
        return self._heard()

    def gone(self, at: int, listener: int) -> Heard:
        self.host.at = at
        self.host.goes(listener)
        return self._heard()

    def say(self, at: int, listener: int, message: Any) -> Heard:
        self.host.at = at
        self.host.says(listener, **message)
        return self._heard()

    def wake(self, at: int) -> Heard:
        self.host.at = at
        self.host.step(TimerFired())
        return self._heard()

    def restart(self, at: int) -> Heard:
        self.host.at = at
        self.host.crash()
        opened(self.host.room)
        return self._heard()


class InPage:
    """The host of a page: questions and answers in JSON, and a saved table."""

    def __init__(self, game: str) -> None:
        self.tables = LocalTables(dict(GAMES))
        own_ports(self.tables.ports)
        self.saved: Any = None
        self._ask("create", 0, wish=wish(game), tokens=list(keys_of(game)))

    def _ask(self, what: str, at: int, **more: Any) -> Heard:
        asked = {"ask": what, "code": CODE, "ticks": at, "at": now(at).wall, **more}
        answer = json.loads(self.tables.ask(json.dumps(asked)))
        assert answer["error"] is None, answer["error"]
        for saved in answer["save"]:
            self.saved = saved
        found: Heard = {}
        for listener, message in answer["send"]:
            found.setdefault(listener, []).append(message)
        return found

    def hello(self, at: int, listener: int, since: int, lang: str | None) -> Heard:
        hello = {"token": KEYS[listener], "since": since, "lang": lang}
        return self._ask("hello", at, listener=listener, message=hello)

    def gone(self, at: int, listener: int) -> Heard:
        return self._ask("gone", at, listener=listener)

    def say(self, at: int, listener: int, message: Any) -> Heard:
        return self._ask("message", at, listener=listener, message=message)

    def wake(self, at: int) -> Heard:
        return self._ask("woken", at)

    def restart(self, at: int) -> Heard:
        self._ask("close", at)
        found = self._ask("open", at, saved=self.saved)
        opened(self.tables.tables[CODE].room)
        return found


class Line:
    """A connection that keeps what it is sent."""

    address = "192.0.2.1"

    def __init__(self) -> None:
        self.messages: list[Any] = []

    def send(self, *messages: bytes) -> None:
        self.messages += [json.loads(data) for data in messages]

    def dismiss(self, code: str) -> None:
        raise AssertionError(code)


class AtServer:
    """The host of a server, with a store in a file."""

    def __init__(self, game: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.at = 0
        patch.setattr(server_host, "moment", lambda: now(self.at))
        patch.setattr(server_host, "ticks", lambda: self.at)
        self.loop = asyncio.new_event_loop()
        self.lines: dict[int, Line] = {}
        self.numbers: dict[int, int] = {}
        self.loop.run_until_complete(self._open(game, folder))

    async def _open(self, game: str, folder: Path) -> None:
        self.store = Store.file(folder / "tables.sqlite3")
        await self.store.open()
        self.services = Services(self.store, Limits())
        self.ports = own_ports(self.services.ports)
        stored, _ = new_table(wish(game), keys_of(game), self.ports, now(0))
        await self.store.add(stored)
        await self._load()
        await self.host.hear(StartRequested())

    async def _load(self) -> None:
        stored = await self.store.load(CODE)
        assert stored is not None
        self.host = TableHost(self.services, Room.from_stored(stored, self.ports, now(self.at)))

    def _do(self, at: int, work: Any) -> Heard:
        async def done() -> None:
            await work()
            await asyncio.gather(*self.host._tasks)

        self.at = at
        self.loop.run_until_complete(done())
        found = {listener: line.messages for listener, line in self.lines.items() if line.messages}
        for line in self.lines.values():
            line.messages = []
        return found

    def hello(self, at: int, listener: int, since: int, lang: str | None) -> Heard:
        async def enter() -> None:
            line = self.lines[listener] = Line()
            came = ClientConnected(0, KEYS[listener], lang, since)
            self.numbers[listener] = await self.host.enter(line, came)

        return self._do(at, enter)

    def gone(self, at: int, listener: int) -> Heard:
        async def leave() -> None:
            self.host.leave(self.numbers[listener])
            del self.lines[listener]

        return self._do(at, leave)

    def say(self, at: int, listener: int, message: Any) -> Heard:
        said = fill_defaults(message)
        return self._do(at, lambda: self.host.say(self.numbers[listener], said))

    def wake(self, at: int) -> Heard:
        return self._do(at, lambda: self.host.hear(TimerFired()))

    def restart(self, at: int) -> Heard:
        async def again() -> None:
            await self.host.stop()
            self.lines = {}
            await self._load()
            opened(self.host.room)

        return self._do(at, again)

    def close(self) -> None:
        async def done() -> None:
            await self.host.stop()
            self.services.close()
            await self.store.close()

        self.loop.run_until_complete(done())
        self.loop.close()


def now(at: int) -> Now:
    return Now(at, RoomHost.WALL + at)


class Script:
    """Plays on the host in memory, and lets all others do the same."""

    def __init__(self, hosts: list[Host]) -> None:
        self.memory, self.others = hosts[0], hosts[1:]
        assert isinstance(self.memory, InMemory)
        self.at = 1_000
        self.here: set[int] = set()
        self.said: list[tuple[int, Any]] = []
        self.seen: set[str] = set()  # types of messages, and codes of refusals

    @property
    def state(self) -> Any:
        assert isinstance(self.memory, InMemory)
        return self.memory.host.state

    def do(self, what: str, *given: Any) -> None:
        self.at += 40
        heard = getattr(self.memory, what)(self.at, *given)
        heard = json.loads(msgspec.json.encode({str(number): told for number, told in heard.items()}))
        for other in self.others:
            found = getattr(other, what)(self.at, *given)
            assert {str(number): told for number, told in found.items()} == heard, (what, given, type(other))
        for told in heard.values():
            for message in told:
                self.seen |= {message["type"], message.get("code", "")}

    def come(self, listener: int, since: int = 0, lang: str | None = None) -> None:
        self.do("hello", listener, since, lang)
        self.here.add(listener)

    def say(self, listener: int, **message: Any) -> None:
        if listener in self.here:
            self.said.append((listener, message))
            self.do("say", listener, message)

    def play(self, which: int, late: int = 0) -> None:
        able = [seat for seat in self.state.actions if seat in self.here]
        if able:
            seat = able[which % len(able)]
            text = self.state.actions[seat][which % len(self.state.actions[seat])].text
            id = f"m{len(self.said)}"
            self.say(seat, type="play", id=id, seq=max(0, self.state.seq - late), action=text)

    # The steps of a script, each with a number

    def late(self, number: int) -> None:
        self.play(number, late=1 + number)

    def again(self, number: int) -> None:
        """The same message once more."""
        if self.said:
            listener, message = self.said[number % len(self.said)]
            if listener in self.here:
                self.do("say", listener, message)

    def illegal(self, number: int) -> None:
        action = ("77", "draw", "knock", "")[number % 4]
        self.say(number % 3, type="play", id=f"x{len(self.said)}", seq=self.state.seq, action=action)
        self.say(number % 3, type="why", id=f"w{len(self.said)}", action=action)

    def undo(self, number: int) -> None:
        self.say(number % 3, type="undo", id=f"u{len(self.said)}")

    def sync(self, number: int) -> None:
        self.say(number % 3, type="sync", since=number % 5, lang=("de", "en", None)[number % 3])

    def prefer(self, number: int) -> None:
        self.say(number % 3, type="prefer", name="no_offers", on=number % 2 == 0)

    def tune(self, number: int) -> None:
        self.say(number % 3, type="tune", pace=("slow", "instant")[number % 2], level=None)

    def leave(self, number: int) -> None:
        if number % 3 in self.here:
            self.here.discard(number % 3)
            self.do("gone", number % 3)

    def come_back(self, number: int) -> None:
        if number % 3 not in self.here:
            self.come(number % 3, 0, ("de", "en")[number % 2])

    def wait(self, number: int) -> None:
        self.at += 1_000 * number
        self.do("wake")

    def restart(self, number: int) -> None:
        """Open the table from what is stored; everybody comes back."""
        self.here = set()
        self.do("restart")
        for listener in range(3):
            self.come(listener)


KINDS = ("play",) * 8 + (
    "late", "again", "again", "illegal", "undo", "undo", "sync", "prefer", "tune", "leave", "come_back", "come_back", "wait", "restart",
)  # fmt: skip


@settings(max_examples=200 if SAMPLES.every_path else 8, deadline=None)
@given(
    game=st.sampled_from(sorted(GAMES)),
    script=st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 40)), min_size=5, max_size=25),
)
def test_every_host_says_the_same(game: str, script: list[tuple[str, int]]) -> None:
    run(game, script)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_script_with_everything(game: str) -> None:
    script = [
        ("play", 0),
        ("again", 0),
        ("illegal", 0),
        ("late", 30),
        ("undo", 0),
        ("undo", 1),
        ("undo", 2),
        ("play", 1),
    ]
    script += [
        ("sync", 1),
        ("leave", 1),
        ("play", 2),
        ("come_back", 1),
        ("tune", 0),
        ("prefer", 2),
        ("wait", 5),
        ("play", 3),
    ]
    script += [("restart", 0), ("again", 0), ("play", 4), ("undo", 0), ("undo", 1), ("undo", 2)]
    seen = run(game, script)
    assert {"welcome", "news", "accepted", "stale", "because", "people", "nothing_to_undo"} <= seen


def run(game: str, script: list[tuple[str, int]]) -> set[str]:
    """Play a script on all hosts; return the types of messages and the codes of refusals that were sent."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        # A page that opens a long game tells several people the events of its last steps only.
        patch.setattr(local_table, "LATELY", 10_000)
        server = AtServer(game, Path(folder), patch)
        try:
            playing = Script([InMemory(game), InPage(game), server])
            for listener in range(3):
                playing.come(listener)
            for kind, number in script:
                getattr(playing, kind)(number)
        finally:
            server.close()
    return playing.seen
