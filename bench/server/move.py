"""Measure the processor time of a move in a room alone: no sockets, no store, four people who are told of every move."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bench.common.turns import Progress
from tischlein.engine.game import Game
from tischlein.engine.types import Json
from tischlein.room.events import ClientConnected, MessageReceived, Now, SeatRequested, StartRequested
from tischlein.room.opening.create import new_table
from tischlein.room.ports import Ports
from tischlein.room.room import Room
from tischlein.server.config import Limits
from tischlein.server.table.ports import server_ports

SEATS: Final = 4
NOW: Final = Now(10_000, 1_700_000_000_000)
PARTS: Final = ("propose", "commit", "tell", "rest")


@dataclass
class Spent:
    """Seconds by part, and the bytes that were sent."""

    moves: int = 0
    sent: int = 0
    parts: dict[str, float] = field(default_factory=lambda: dict.fromkeys(PARTS, 0.0))

    def each(self) -> Json:
        """Return milliseconds and bytes of a move."""
        found = {part: round(1000 * spent / self.moves, 4) for part, spent in self.parts.items()}
        whole = round(1000 * sum(self.parts.values()) / self.moves, 4)
        return {**found, "together": whole, "bytes": self.sent // self.moves}


def run(games: Sequence[Game], moves: int, seed: int, progress: Progress) -> Json:
    """Measure ``moves`` moves of each game; return a document for JSON, with milliseconds."""
    rng = random.Random(seed)
    ports = server_ports(Limits(), {})
    found: Json = {}
    for number, game in enumerate(games):
        progress("playing", number, len(games))
        found[game.id] = _played(game.id, moves, ports, rng).each()
    return {"results": found}


def _played(game: str, moves: int, ports: Ports, rng: random.Random) -> Spent:
    spent = Spent()
    room = _opened(game, ports)
    while spent.moves < moves:
        state = room.state
        if state.row.state != "playing":
            room = _opened(game, ports)
            continue
        seat = rng.choice(list(state.actions))
        action = rng.choice(state.actions[seat]).text
        _move(room, seat, {"type": "play", "id": f"{state.seq}", "seq": state.seq, "action": action}, spent)
    return spent


def _move(room: Room, seat: int, message: Json, spent: Spent) -> None:
    """Do what a host does for a move, but for storing and sending."""
    cpu = time.thread_time
    times = [cpu()]
    step = room.propose(MessageReceived(seat, message), NOW)
    times.append(cpu())
    room.commit(step, NOW)
    times.append(cpu())
    told = room.publish(step, NOW)
    times.append(cpu())
    step.answer()
    if room.table is not None:
        room.table.rest()
    times.append(cpu())
    for part, before, after in zip(PARTS, times, times[1:], strict=False):
        spent.parts[part] += after - before
    spent.moves += 1
    spent.sent += sum(len(data) for messages in told.sends.values() for data in messages)


def _opened(game: str, ports: Ports) -> Room:
    """Return a room in which a game of four has begun, and everybody is connected."""
    wish = {"game": game, "seats": SEATS, "name": "Player 1"}
    stored, _ = new_table(wish, ["key 0"], ports, NOW)
    stored.row.id = 1
    room = Room.from_stored(stored, ports, NOW)
    people = range(SEATS)
    joins = [SeatRequested(f"Player {number + 1}", f"key {number}") for number in people[1:]]
    comes = [ClientConnected(number, f"key {number}", "en", 0) for number in people]
    for event in (*joins, *comes, StartRequested()):
        step = room.propose(event, NOW)
        step.answer()
        room.commit(step, NOW)
        room.publish(step, NOW)
    return room
