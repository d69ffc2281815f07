"""A whole evening through real sockets at servers that are killed, and a ranking that is counted from the stored games."""

import asyncio
import json
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import websockets
from sqlalchemy import Connection, create_engine, text

import tischlein
from helpers.server.evenings import Evening, opened
from helpers.server.postgres import Postgres
from helpers.server.process import Process
from helpers.server.serving import Guest, sitting


class House:
    """Servers on the same data; the running ones are asked in turn."""

    def __init__(self, data: str, servers: int) -> None:
        self.servers = [Process(data) for _ in range(servers)]
        self._asked = 0

    def start(self) -> None:
        for server in self.servers:
            server.start()

    def kill(self) -> None:
        for server in self.servers:
            server.end()

    def _next(self) -> Process:
        self._asked += 1
        running = [server for server in self.servers if server.runs] or self.servers
        return running[self._asked % len(running)]

    @property
    def port(self) -> int:
        return self._next().port


class Times:
    """When the server answers, and when as many decisions were made as were waited for."""

    def __init__(self) -> None:
        self.up, self.enough = asyncio.Event(), asyncio.Event()
        self.up.set()
        self.left = 0

    async def decisions(self, number: int) -> None:
        self.enough.clear()
        self.left = number
        await self.enough.wait()

    def count(self) -> None:
        self.left -= 1
        if self.left <= 0:
            self.enough.set()


class Player:
    """A person who decides at random, and comes back to the table when the connection is lost."""

    def __init__(self, evening: Evening, token: str, seed: int, times: Times) -> None:
        self.evening, self.token, self.times = evening, token, times
        self.random = Random(seed)
        self.accepted: dict[
            str, int
        ] = {}  # at the last table: the numbers of the messages that were acknowledged
        self.breaks = 0

    async def play(self) -> None:
        self.accepted.clear()
        while True:
            await self.times.up.wait()
            try:
                # The other server may not have read the evening yet.
                info = await self.evening.until(lambda info: info["sits"] is not None, self.token)
                async with sitting(self.evening.live, info["sits"]["code"], self.token) as guest:
                    await self._play(guest)
                    return
            except (OSError, httpx.TransportError, websockets.WebSocketException):
                self.breaks += 1  # the server is being started again

    async def _play(self, guest: Guest) -> None:
        asked = -1
        while not guest.last["over"]:
            if guest.last["actions"] and asked != guest.last["seq"]:
                asked = guest.last["seq"]
                self.times.count()
                await guest.say("play", id=f"{asked}", seq=asked, action=self.random.choice(guest.choices))
            message = await guest.hear()
            if message["type"] == "accepted":
                assert self.accepted.setdefault(message["id"], message["seq"]) == message["seq"]


@pytest.mark.parametrize(
    ("people", "seats", "rounds"),
    [(6, 2, 1), pytest.param(16, 4, 4, marks=pytest.mark.long)],
    ids=["six", "sixteen"],
)
def test_an_evening_outlives_its_server(tmp_path: Path, people: int, seats: int, rounds: int) -> None:
    house = House(str(tmp_path), 1)
    _compare(f"sqlite:///{tmp_path}/tables.sqlite3", *_run(house, people, seats, rounds), rounds)


@pytest.mark.long  # test_claims.py takes over games, test_several_servers.py hands them over, and the test above kills a server
@pytest.mark.needs("postgresql")
@pytest.mark.parametrize(("people", "seats", "rounds"), [(6, 2, 1), (16, 4, 3)], ids=["six", "sixteen"])
def test_an_evening_goes_on_at_the_other_server(
    postgres: Postgres, people: int, seats: int, rounds: int
) -> None:
    """Players come in at both servers; the one that is killed does not come back."""
    url = postgres.database()
    found = _run(House(url, 2), people, seats, rounds)
    _compare(url.replace("postgresql:", "postgresql+psycopg:", 1), *found, rounds)


Played = tuple[str, list[dict[str, Any]], list[Player]]


def _run(house: House, people: int, seats: int, rounds: int) -> Played:
    try:
        house.start()
        return asyncio.run(_whole(house, people, seats, rounds))
    finally:
        house.kill()


def _compare(
    url: str, code: str, standings: list[dict[str, Any]], players: list[Player], rounds: int
) -> None:
    """Compare the ranking with one that is counted from the stored games; whatever was acknowledged is stored once."""
    engine = create_engine(url)
    with engine.connect() as connection:
        counted = _counted(connection, code, rounds)
        messages = _messages(connection, f"evening/{code}/{rounds}")
    engine.dispose()
    names = {number: f"Player {number}" for number in range(len(players))}
    assert any(player.breaks for player in players)
    for player, name in zip(players, names.values(), strict=True):
        assert len(set(messages[name])) == len(messages[name])
        assert set(player.accepted) <= set(messages[name])
    assert set(counted) == set(names.values())
    assert all(len(shares) == rounds for shares in counted.values())
    percents = {name: 100 * sum(shares) / len(shares) for name, shares in counted.items()}
    assert {names[one["person"]]: one["percent"] for one in standings} == pytest.approx(percents)
    for one in standings:
        better = sum(value > percents[names[one["person"]]] + 1e-6 for value in percents.values())
        assert one["place"] == better + 1


async def _whole(house: House, people: int, seats: int, rounds: int) -> Played:
    evening = await opened(house, rounds=rounds, seats=seats)
    times = Times()
    players = [
        Player(evening, await evening.join(f"Player {number}"), number, times) for number in range(people)
    ]
    for number in range(1, rounds + 1):
        await evening.lead("start")
        if number == rounds > 1 and len(house.servers) == 1:
            await _killed(house, times)  # before anybody sits down
        async with asyncio.TaskGroup() as playing:
            for player in players:
                playing.create_task(player.play())
            if number == rounds:
                await times.decisions(5 * people)
                await _killed(house, times)
        info = await evening.until(lambda info: info["state"] in ("pause", "over"))
        assert info["round"] == number
    return evening.code, info["standings"], players


async def _killed(house: House, times: Times) -> None:
    """Kill a server; if it is the only one, start it again."""
    times.up.clear()
    house.servers[0].end()
    if len(house.servers) == 1:
        await asyncio.to_thread(house.start)
    times.up.set()


def _counted(connection: Connection, code: str, rounds: int) -> dict[str, list[float]]:
    """Return the share of each person for each deal, from the games as they are stored."""
    shares: dict[str, list[float]] = defaultdict(list)
    for number in range(1, rounds + 1):
        results: dict[int, list[tuple[str | None, int, int]]] = defaultdict(list)
        for table_id, game, seats, options in _rows(
            connection,
            "id, game, (SELECT COUNT(*) FROM seats WHERE table_id = id), options FROM tables WHERE deal = :which",
            f"evening/{code}/{number}",
        ):
            log = _rows(connection, "seat, text FROM log WHERE table_id = :which ORDER BY seq", table_id)
            ends = _ends(game, seats, options, log)
            for seat, kind, name in _rows(
                connection, "seat, kind, name FROM seats WHERE table_id = :which", table_id
            ):
                place, score = ends[seat]
                results[seat].append((name if kind == "person" else None, -place, score))
        for at_seat in results.values():
            assert len(at_seat) >= 4
            for k, (name, *own) in enumerate(at_seat):
                others = [other for j, (_, *other) in enumerate(at_seat) if j != k]
                if name is not None:
                    won = sum(1.0 if own > other else 0.5 if own == other else 0.0 for other in others)
                    shares[name].append(won / len(others))
    return shares


def _messages(connection: Connection, deal: str) -> dict[str, list[str]]:
    """Return the ids of the messages that people have sent at the tables of a deal."""
    found: dict[str, list[str]] = defaultdict(list)
    query = (
        "name, message_id FROM log JOIN seats USING (table_id, seat) JOIN tables ON id = table_id"
        " WHERE deal = :which AND kind = 'person' AND message_id IS NOT NULL"
    )
    for name, message in _rows(connection, query, deal):
        found[name].append(message)
    return found


def _rows(connection: Connection, query: str, which: object) -> list[Any]:
    return list(connection.execute(text(f"SELECT {query}"), {"which": which}))


def _ends(game: str, seats: int, options: str, log: list[Any]) -> dict[int, tuple[int, int]]:
    """Return place and score of each seat in a stored game, which is played again."""
    found = tischlein.game(game)
    record = {
        "game": game,
        "version": found.version,
        "seats": seats,
        "options": json.loads(options),
        "start": None,
        "history": [list(entry) for entry in log],
    }
    table = found.replay(record)
    assert table.over
    return {seat: (one["place"], one["score"]) for one in table.standings() for seat in one["seats"]}
