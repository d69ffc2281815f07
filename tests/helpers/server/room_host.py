"""A host whose disk is a dict and whose clock is a number: rooms without sockets, for tests."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import msgspec

from tischlein.games import GAMES
from tischlein.room.events import (
    BotDecided,
    ClientConnected,
    ClientDisconnected,
    MessageReceived,
    Now,
    SeatRequested,
    StartRequested,
    TimerFired,
)
from tischlein.room.opening.create import new_table
from tischlein.room.ports import Bounds, PlainCodec, Ports
from tischlein.room.refusal import Refusal
from tischlein.room.room import Room
from tischlein.room.rows import Seat, Stored, Writes, columns_of
from tischlein.room.step import Outbox, Step
from tischlein.room.wire import fill_defaults
from tischlein.server.protocol.server import ServerMessage
from tischlein.server.table.names import _bare, skeleton

LEVELS = ("random", "easy", "medium", "hard", "expert")
SECRET = "0f" * 32
# The first seat begins; in the second kind of game, players say when they draw.
START: Any = {"options": {"starter": 0}}
DRAWS: Any = {"options": {"starter": 0, "manual_draw": True}}
checked = msgspec.json.Decoder(ServerMessage)


class Fixed:
    """Luck that is the same each time."""

    def __init__(self, seed: int = 1) -> None:
        self.random = Random(seed)
        self.numbers = count(1)
        self.chance: Any = None

    def below(self, n: int) -> int:
        return self.random.randrange(n)

    def seed(self) -> int:
        return self.random.getrandbits(30)

    def code(self) -> str:
        return f"TABLE{next(self.numbers)}"

    def secret(self) -> str:
        return SECRET

    def cards(self) -> Any:
        return self.chance


class ServerSpelling:
    """Spelling as a server compares names."""

    def clean_name(self, name: str) -> str:
        shown = " ".join(_bare(name).split())
        return shown if any(char.isalnum() for char in shown) else ""

    def skeleton(self, name: str) -> str:
        return skeleton(name)

    def clean_line(self, text: str) -> str:
        return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def ports(**bounds: Any) -> Ports:
    return Ports(PlainCodec(), Fixed(), ServerSpelling(), Bounds(LEVELS, **bounds), GAMES)


class Disk:
    """What is stored, checked as a database checks it."""

    def __init__(self) -> None:
        self.tables: dict[str, Stored] = {}

    def add(self, stored: Stored) -> None:
        assert stored.row.code not in self.tables
        stored.row.id = len(self.tables) + 1
        self.tables[stored.row.code] = copy.deepcopy(stored)

    def apply(self, writes: Writes) -> None:
        stored = self.tables[writes.code]
        assert writes.table == stored.row.id
        for entry in writes.entries:
            assert entry.seq == len(stored.log) + 1, "a number of the log is taken, or skipped"
            stored.log.append(copy.deepcopy(entry))
        for name, value in writes.columns.items():
            assert name in stored.row.__slots__
            setattr(stored.row, name, copy.deepcopy(value))
        if writes.seats is not None:
            known = [columns_of(seat) for seat in stored.seats]
            assert [columns_of(seat) for seat in writes.seats_before] == known, "others have changed a seat"
            assert [seat.seat for seat in writes.seats] == list(range(len(writes.seats)))
            stored.seats = copy.deepcopy(writes.seats)
        stored.chat += copy.deepcopy(writes.lines)
        if writes.lines:
            stored.chat = stored.chat[-writes.keep :]
        for line in writes.moved:
            (old,) = [one for one in stored.chat if one.n == line.n]
            old.seat = line.seat
        stored.advice += copy.deepcopy(writes.advice)
        for table in writes.tables:
            self.add(table)

    def load(self, code: str) -> Stored:
        return copy.deepcopy(self.tables[code])


@dataclass
class RoomHost:
    """Runs one room. ``heard`` has what each listener was sent, decoded strictly."""

    room: Room
    disk: Disk
    at: int = 10_000
    heard: dict[int, list[Any]] = field(default_factory=dict)
    dismissed: dict[int, str] = field(default_factory=dict)
    told: Outbox = field(default_factory=Outbox)
    think: list[Any] = field(default_factory=list)  # questions to bots that are not answered yet
    refused: set[str] = field(default_factory=set)  # costs that the host refuses
    steps: int = 0

    WALL = 1_700_000_000_000

    @property
    def now(self) -> Now:
        return Now(self.at, self.WALL + self.at)

    @property
    def state(self) -> Any:
        return self.room.state

    @property
    def code(self) -> str:
        return self.room.state.row.code

    def step(self, event: object, after: int = 0, disk: str = "ok", takes: int = 0) -> Step:
        """Let the room hear an event; ``disk``: ok, lost (certainly not stored), doubt, or crash after it was stored.

        ``takes`` is how long the disk needs.
        """
        self.at += after
        self.steps += 1
        step = self.room.propose(event, self.now)
        self.at += takes
        cost = next((one for one in step.costs if one in self.refused), None)
        if cost is not None:
            self.room.abandon(step, self.now, Refusal("too_fast", 429))
        elif step.writes is not None and disk == "lost":
            self.room.abandon(step, self.now)
        elif step.writes is not None and disk == "doubt":
            self._keep(self.room.reread(self.disk.load(self.code), self.now))
            return step
        else:
            if step.writes is not None:
                self.disk.apply(step.writes)
            if step.writes is not None and disk == "doubt, stored":
                self._keep(self.room.reread(self.disk.load(self.code), self.now))
                return step
            self.room.commit(step, self.now)
            if disk == "crash":
                self.crash()
                return step
        self._keep(self.room.publish(step, self.now))
        return step

    def crash(self) -> None:
        """Open the table from what is stored; nobody is connected any more."""
        self.room = Room.from_stored(self.disk.load(self.code), self.room.ports, self.now)
        self.think = []

    def _keep(self, told: Outbox) -> None:
        self.told = told
        for listener, messages in told.sends.items():
            for message in messages:
                checked.decode(msgspec.json.encode(message))
                self.heard.setdefault(listener, []).append(message)
        self.dismissed.update(told.dismissals)
        if told.bot_request is not None:
            self.think.append(told.bot_request)

    # People

    def comes(
        self, listener: int, key: str | None, since: int = 0, lang: str | None = "en", **more: Any
    ) -> Any:
        """Connect; return the welcome."""
        self.step(ClientConnected(listener, key, lang, since, **more)).answer()
        return self.last(listener, "welcome")

    def all_come(self, people: int = 2, facts: int | None = None) -> None:
        for number in range(people):
            self.comes(number, f"k{number}", facts=facts)

    def goes(self, listener: int, after: int = 0) -> None:
        self.step(ClientDisconnected(listener), after)

    def says(self, listener: int, type: str, after: int = 0, disk: str = "ok", **fields: Any) -> str | None:
        """Send a message; return the code of its refusal."""
        step = self.step(MessageReceived(listener, fill_defaults({"type": type, **fields})), after, disk)
        return None if step.refused is None else step.refused.code

    def plays(
        self, listener: int, action: str | None = None, id: str | None = None, **more: Any
    ) -> str | None:
        """Decide; without an action the first one that is legal."""
        seat = self.state.listeners[listener].seat
        text = self.state.actions[seat][0].text if action is None else action
        number = id or f"m{self.steps}"
        return self.says(listener, "play", id=number, seq=self.state.seq, action=text, **more)

    def plain(self, seat: int) -> str:
        """Return a card of LOBO 77 after which the next seat plays."""
        texts: Iterator[str] = (one.text for one in self.state.actions[seat])
        return next(text for text in texts if text not in ("x2", "reverse", "draw"))

    def passes_on(self, seat: int) -> str | None:
        """Play such a card."""
        return self.plays(seat, self.plain(seat))

    def plays_any(self, rng: Random, seat: int | None = None) -> int:
        """Play a random legal action of a random waiting seat, through the listener of that number; return the seat."""
        seat = rng.choice(self.state.waiting) if seat is None else seat
        assert self.plays(seat, rng.choice(self.state.actions[seat]).text) is None
        return seat

    def takes_back(self, seat: int, id: str = "u") -> None:
        """Take back, with everybody's consent."""
        self.says(seat, "undo", id=id)
        for other in list(self.state.undo.open if self.state.undo is not None else ()):
            self.says(other, "undo_answer", agree=True)

    def joins(self, name: str, key: str, **more: Any) -> Any:
        return self.step(SeatRequested(name, key, **more)).answer()

    # Time

    def waits(self, milliseconds: int) -> None:
        """Let time pass; wake the room whenever it wants to be."""
        until = self.at + milliseconds
        while self.told.wake is not None and self.told.wake <= until:
            self.at = max(self.at, self.told.wake)
            self.step(TimerFired())
        self.at = until

    def thinks(self, takes: int = 0) -> None:
        """Let all bots that are asked answer with their first legal action."""
        while self.think:
            asked = self.think.pop(0)
            legal = self.state.actions.get(asked.seat)
            if legal:
                self.step(BotDecided(asked.seat, asked.since, legal[0].id, self.at, takes))

    def bots_play(self, most: int = 200) -> None:
        """Let bots think and decide until a person is asked."""
        for _ in range(most):
            if not self.think and self.told.wake is None:
                return
            self.thinks()
            if self.told.wake is None or any(seat in self.state.persons() for seat in self.state.obliged):
                return
            self.at = max(self.at, self.told.wake)
            self.step(TimerFired())

    # Looking

    def last(self, listener: int, *types: str) -> Any:
        return next(one for one in reversed(self.heard[listener]) if one["type"] in types)

    def types(self, listener: int) -> list[str]:
        return [message["type"] for message in self.heard.get(listener, [])]

    def forget(self) -> None:
        """Forget what was heard so far."""
        self.heard = {}

    def info(self) -> Any:
        return self.room.info(self.now)


def hosted(
    stored: Stored, disk: Disk | None = None, at: int = 10_000, given: Ports | None = None
) -> RoomHost:
    """A room from what is stored."""
    disk = disk or Disk()
    if stored.row.code not in disk.tables:
        disk.add(stored)
    now = Now(at, RoomHost.WALL + at)
    return RoomHost(Room.from_stored(disk.load(stored.row.code), given or ports(), now), disk, at)


def lobby(
    game: str = "lobo77",
    seats: int = 2,
    people: int = 2,
    bounds: Any = None,
    keys: Any = ("k0",),
    **wish: Any,
) -> RoomHost:
    """A table before the start, with people N0, N1 … whose keys are k0, k1 …"""
    wish = {"game": game, "seats": seats, "name": "N0", **wish}
    own = ports(**(bounds or {}))
    stored, _ = new_table(wish, keys, own, Now(10_000, RoomHost.WALL + 10_000))
    host = hosted(stored, given=own)
    for number in range(1, people):
        host.joins(f"N{number}", f"k{number}")
    return host


def playing(
    game: str = "lobo77", seats: int = 2, people: int = 2, bounds: Any = None, **wish: Any
) -> RoomHost:
    """A table where the game has begun, with listeners 0, 1 … on the people's seats."""
    host = lobby(game, seats, people, bounds, **wish)
    host.all_come(people)
    host.step(StartRequested()).answer()
    host.forget()
    return host


def to_step_2(host: RoomHost) -> RoomHost:
    """Play on in Qwixx until all decide at once."""
    while len(host.state.waiting) == 1:
        host.plays(turn(host))
    return host


def turn(host: RoomHost) -> int:
    """The seat that must decide, where only one must."""
    (seat,) = host.state.obliged
    return int(seat)


def placed(position: Any, seats: int = 2, bounds: Any = None, **wish: Any) -> RoomHost:
    """A table at a position, with everybody connected."""
    own = ports(**(bounds or {}))
    now = Now(10_000, RoomHost.WALL + 10_000)
    wish = {"game": position["game"], "seats": seats, "name": "N0", **wish}
    stored, _ = new_table(wish, ["k0"], own, now)
    row = stored.row
    for number in range(1, seats):
        stored.seats[number] = Seat(number, "person", f"N{number}", None, f"k{number}")
    table = GAMES[row.game].at(position, seed=1)
    row.state, row.start, row.position = "playing", table.record()["start"], table.position()
    row.options = table.options
    if row.bank is not None:
        row.clocks = [1000 * row.bank] * seats
    host = hosted(stored, given=own)
    host.all_come(seats)
    host.forget()
    return host
