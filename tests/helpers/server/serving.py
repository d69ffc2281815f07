"""A real server for tests, on a real file or database, and guests who speak to it over real sockets."""

import asyncio
import json
import ssl
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeVar

import httpx
import websockets
from sqlalchemy import Connection

from tischlein.engine.play.table import Table
from tischlein.games import GAMES
from tischlein.room.ports import Signer
from tischlein.room.room import Room
from tischlein.room.rows import Entry, Writes
from tischlein.server.app import application
from tischlein.server.bots import OwnBots
from tischlein.server.clock import moment, now
from tischlein.server.config import Limits, Rate
from tischlein.server.http.guards.address import LOOPBACK, ServerAddress
from tischlein.server.serve import Server, listen, uvicorn_config
from tischlein.server.store.store import Store
from tischlein.server.table.host import TableHost
from tischlein.server.table.registry import Registry

T = TypeVar("T")
Message = dict[str, Any]

# Nothing takes so long, on however busy a machine; who waits so long waits for what does not come.
PATIENCE = 60.0
# Making one for each client takes longer than most requests, and here nothing is encrypted.
NOT_ENCRYPTED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
FILE = "tables.sqlite3"
# At least as many requests as any test sends at a time: one that waits for news keeps its thread.
REQUESTS = ThreadPoolExecutor(100)
MANY = Rate(100_000.0, 100_000)
# For tests that are not about limits: one machine is many clients here.
GENEROUS = replace(
    Limits(),
    messages=MANY,
    messages_of_address=MANY,
    requests=MANY,
    files=MANY,
    new_tables=MANY,
    replays=MANY,
    matches=MANY,
    joins=MANY,
    attends=MANY,
    sockets_per_address=10_000,
    sockets_per_seat=1_000,
    chats=MANY,
    syncs=MANY,
    instant_seconds=0.03,  # as short as a search may be
    request_seconds=PATIENCE,
    answer_seconds=PATIENCE,
    hello_seconds=PATIENCE,
)


class Reached(Protocol):
    """A server that answers at a port of this machine."""

    @property
    def port(self) -> int: ...


@dataclass(frozen=True)
class At:
    """A server in another process."""

    port: int


class Live:
    """A running server in a thread of its own, with its tables in a file, in a folder, or at an address of a database."""

    def __init__(
        self,
        data: Path | str,
        limits: Limits = GENEROUS,
        address: ServerAddress | None = None,
        bots: OwnBots | None = None,
        port: int = 0,
        signer: Signer | None = None,
        rating: bool = True,
    ) -> None:
        self._socket = listen(LOOPBACK, port)
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://{LOOPBACK}:{self.port}"
        self.file = Path(data) / FILE if Path(data).is_dir() else Path(data)
        store = Store.file(self.file) if isinstance(data, Path) else Store.on_postgres(data, self.url)
        self.app = application(store, address, limits, bots, signer, rating)
        self.registry: Registry = self.app.state.registry
        config = uvicorn_config(self.app)
        # Clients end connections that nobody uses: if the server did, it might just get a request.
        config.timeout_keep_alive = 10 * int(PATIENCE)
        self._server = Server(config)
        self._started = threading.Event()
        self._server.started_hook = self._started.set
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            self.loop.run_until_complete(self._server._serve([self._socket]))
        finally:
            self.loop.run_until_complete(self._end())

    async def _end(self) -> None:
        """What still runs ends with the loop, as it does where a server is started by itself: a bot may still think."""
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def start(self) -> None:
        self._thread.start()
        assert self._started.wait(PATIENCE)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self.loop.close()

    def within(self, what: Callable[[], Awaitable[T]]) -> T:
        """Do something in the server's own loop, as it would."""

        async def done() -> T:
            return await what()

        return asyncio.run_coroutine_threadsafe(done(), self.loop).result(PATIENCE)

    def table(self, code: str) -> TableHost:
        return self.within(lambda: self.registry.get(code))

    def game(self, code: str) -> Table:
        """Return the game that is played at a table."""
        found = self.table(code).state.table
        assert found is not None
        return found

    def run(self, job: Callable[[Connection], T]) -> T:
        """Do something in the store's thread."""
        return self.within(lambda: self.registry.store.run(job))

    def put_away(self, code: str) -> None:
        """Close a table, as if nobody had used it for long."""

        async def done() -> None:
            self.registry._put_away(code)

        self.within(done)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return httpx.get(self.url + path, headers=headers, timeout=PATIENCE, verify=NOT_ENCRYPTED)


def comes_to(read: Callable[[], Any], wanted: Any) -> None:
    """What is read becomes what is wanted: others need a moment for what they were told."""
    until = time.monotonic() + PATIENCE
    while (found := read()) != wanted and time.monotonic() < until:
        time.sleep(0.01)
    assert found == wanted


@contextmanager
def serving(
    file: Path | str,
    limits: Limits = GENEROUS,
    address: ServerAddress | None = None,
    bots: OwnBots | None = None,
    port: int = 0,
    signer: Signer | None = None,
    rating: bool = True,
) -> Iterator[Live]:
    live = Live(file, limits, address, bots, port, signer, rating)
    live.start()
    try:
        yield live
    finally:
        live.stop()


def bare(event: Message) -> Message:
    """An event without its sentence: as the game itself tells it."""
    return {key: value for key, value in event.items() if key != "text"}


class Guest:
    """A client at a table. Keeps every frame that came, as it came."""

    def __init__(self, socket: Any, code: str = "", token: str = "") -> None:
        self.socket, self.code, self.token = socket, code, token
        self.frames: list[str] = []
        self.last: Message = {}  # the last welcome or news
        self.table: Message = {}
        self._ids = 0

    async def say(self, type: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": type, **fields}))

    async def hear(self) -> Message:
        async with asyncio.timeout(PATIENCE):
            text = await self.socket.recv()
        self.frames.append(text)
        message: Message = json.loads(text)
        if message["type"] in ("welcome", "news"):
            self.last = message
        if "table" in message:
            self.table = message["table"]
        return message

    async def until(self, *types: str, **fields: Any) -> Message:
        """The next message of such a type, with these fields."""
        while True:
            message = await self.hear()
            if message["type"] in types and fields.items() <= message.items():
                return message

    async def asked(self) -> None:
        """Wait until there is something to decide."""
        while not self.last["actions"]:
            await self.hear()

    async def play(self, action: str, seq: int | None = None, id: str | None = None) -> Message:
        """Say a decision, and return how it was answered; the news that it makes comes before that."""
        self._ids += 1
        said = id or f"move-{self._ids}"
        await self.say("play", id=said, seq=self.last["seq"] if seq is None else seq, action=action)
        return await self.until("accepted", "refused", id=said)

    @property
    def choices(self) -> list[str]:
        return [action["text"] for action in self.last["actions"]]


async def dial(url: str, **how: Any) -> websockets.ClientConnection:
    """A socket that waits as long as it takes."""
    url = url.replace("http", "ws", 1)
    return await websockets.connect(url, max_size=None, ping_interval=None, open_timeout=PATIENCE, **how)


async def knock(live: Reached, code: str, **how: Any) -> websockets.ClientConnection:
    """A socket to a table, before anything is said."""
    return await dial(f"ws://{LOOPBACK}:{live.port}/api/tables/{code}/socket", **how)


@asynccontextmanager
async def sitting(
    live: Reached, table: str | Message, token: str | None = None, since: int = 0
) -> AsyncIterator[Guest]:
    """A guest at a table, welcomed: by its code and perhaps a key, or by what the server answered to a new player."""
    code, token = (table, token) if isinstance(table, str) else (table["code"], table["token"])
    async with await knock(live, code) as socket:
        guest = Guest(socket, code, token or "")
        await guest.say("hello", token=token, since=since, facts=0)
        await guest.until("welcome")
        yield guest


async def turned_away(live: Reached, code: str, token: str | None = None) -> str:
    """Say hello to a table; return the code of the goodbye that comes at once."""
    async with await knock(live, code) as socket:
        guest = Guest(socket)
        await guest.say("hello", token=token)
        goodbye = await guest.hear()
    assert goodbye["type"] == "goodbye"
    return str(goodbye["code"])


async def ask(live: Reached, method: str, path: str, key: str | None = None, **how: Any) -> httpx.Response:
    """Send a request, with the key of a seat or of a guest; in a thread, which takes half as long as httpx's coroutines."""
    headers = how.pop("headers", {}) if key is None else {"Authorization": f"Bearer {key}"}
    url = f"http://{LOOPBACK}:{live.port}{path}"
    send = partial(httpx.request, method, url, headers=headers, timeout=PATIENCE, verify=NOT_ENCRYPTED, **how)
    return await asyncio.get_running_loop().run_in_executor(REQUESTS, send)


def error(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    return answer.status_code, answer.json()["error"]["code"]


async def want_table(
    live: Reached, game: str = "lobo77", seats: int = 2, name: str = "Ada", **wish: Any
) -> httpx.Response:
    """Ask for a new table, which may be refused."""
    body = {"game": game, "seats": seats, "name": name, "pace": "instant", **wish}
    return await ask(live, "POST", "/api/tables", json=body)


async def set_table(live: Reached, game: str = "lobo77", seats: int = 2, **wish: Any) -> Message:
    """A new table; it answers what the server answered."""
    answer = await want_table(live, game, seats, **wish)
    assert answer.status_code == 201, answer.text
    made: Message = answer.json()
    return made


@asynccontextmanager
async def seated(live: Live, game: str = "lobo77", seats: int = 2, **wish: Any) -> AsyncIterator[Guest]:
    """The first player at a new table, welcomed."""
    made = await set_table(live, game, seats, **wish)
    async with sitting(live, made["code"], made["token"]) as guest:
        yield guest


async def join(live: Reached, code: str, name: str, **wish: Any) -> Message:
    answer = await ask(live, "POST", f"/api/tables/{code}/join", json={"name": name, **wish})
    assert answer.status_code == 201, answer.text
    joined: Message = answer.json()
    return joined


@asynccontextmanager
async def table_of(
    live: Live, game: str = "lobo77", seats: int = 2, **wish: Any
) -> AsyncIterator[tuple[str, list[Guest], list[str]]]:
    """A started table with people on all seats: its code, they, and their tokens."""
    made = await set_table(live, game, seats, **wish)
    tokens = [made["token"]]
    tokens += [(await join(live, made["code"], f"Guest {seat}"))["token"] for seat in range(1, seats)]
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(sitting(live, made["code"], token)) for token in tokens]
        await guests[0].say("start")
        for guest in guests:
            await guest.until("welcome")
        yield made["code"], guests, tokens


def later(live: Live, live_table: TableHost, seconds: float) -> None:
    """Let time pass at a table, without waiting for it."""
    passed = int(1000 * seconds)

    async def pass_by() -> None:
        async with live_table.lock:
            state = live_table.state
            state.asked_at = [at - passed for at in state.asked_at]
            for earlier in state.earlier:
                for one in earlier:
                    one.since, one.until = one.since - passed, one.until - passed
            if state.clocks is not None:
                state.clocks.at -= passed
            if state.undo is not None:
                state.undo.since -= passed
                state.undo.until = None if state.undo.until is None else state.undo.until - passed
            state.seen = {key: at - passed for key, at in state.seen.items()}
            if state.starting is not None:
                state.starting.until -= passed
            live_table.begin()

    live.within(pass_by)


async def play_on(guest: Guest, rng: Random, most: int = 10_000) -> int:
    """Play at random whenever it is this guest's turn, until the game is over."""
    decisions = 0
    asked = -1
    while not guest.last["over"] and decisions < most:
        if guest.last["actions"] and asked != guest.last["seq"]:
            asked = guest.last["seq"]
            decisions += 1
            await guest.say("play", id=f"r{asked}", seq=asked, action=rng.choice(guest.choices))
        await guest.hear()
    return decisions


# LOBO 77, shortly before the end: each has lost all chips, and who reaches 77 loses the game.
ENDING: Message = {
    "game": "lobo77", "seats": 2, "options": {}, "turn": 0, "total": 60, "chips": [0, 0], "hands": [["9", "2", "3"], ["10", "8", "4"]],
    "draw": ["5", "6", "7"], "draw_ordered": False,
}  # fmt: skip


async def placed(
    live: Live,
    position: Message,
    names: tuple[str, ...] = ("Ada", "Ben"),
    bots: Collection[int] = (),
    **wish: Any,
) -> tuple[str, list[str]]:
    """A table at a position, with people on all seats, or bots that play at random: its code and their tokens."""
    first, *others = names
    options = position["options"]
    made = await set_table(live, position["game"], len(names), name=first, options=options, **wish)
    tokens = [made["token"]]
    for name in others:
        tokens.append((await join(live, made["code"], name))["token"])
    lay_out(live, made["code"], position, bots)
    return made["code"], tokens


def lay_out(live: Live, code: str, position: Message, bots: Collection[int] = ()) -> None:
    """Let the game at a table whose seats are taken begin at a position."""
    live_table = live.table(code)

    async def begin() -> None:
        async with live_table.lock:
            state = live_table.state
            table = GAMES[position["game"]].at(position, seed=1)
            columns = {"state": "playing", "start": table.record()["start"], "position": table.position()}
            if state.row.bank is not None:
                columns["clocks"] = [1000 * state.row.bank] * len(state.seats)
            entries = [Entry(k + 1, seat, text, None, now()) for k, (seat, text) in enumerate(table.history)]
            seats = state.copy_of_seats()
            for seat in bots:
                seats[seat].kind, seats[seat].level = "bot", "random"
            writes = Writes(state.row.id, code, entries, columns, state.seats, seats)
            await live.registry.store.apply(writes)
            stored = await live.registry.store.load(code)
            assert stored is not None
            live_table.room = Room.from_stored(stored, live.registry.services.ports, moment())
            live_table.room.state.note = None  # a start position usually means that the rules have changed
            live_table.begin()

    live.within(begin)
