"""Play every game at all levels, without Numba: in the server, the terminal, the arena, a simulation and a review.

Run with the Python of an environment that has the wheel and its dependencies alone: by `scripts.release`, and by `scripts.wheel_test`
with one game as argument, so that only the first decisions are taken in all games. Each step prints how long it took from an empty cache.
"""

import importlib.util
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.request import Request, urlopen

import tischlein
from tischlein.bots import LEVELS, bot, situation
from tischlein.coach.review import review
from tischlein.terminal.host import Setup
from tischlein.terminal.session import Session

COMMAND = Path(sys.executable).with_name("tischlein")
# The games to play; each level decides once in all of them.
CHOSEN = sys.argv[1:] or list(tischlein.games())
# Decisions of a person until a check is done.
MOST = 400


def main() -> None:
    if importlib.util.find_spec("numba"):
        sys.exit("this environment has Numba: the check would prove nothing")
    timed("first decisions", first_decisions)
    timed("terminal", terminal)
    timed("simulations", simulations)
    timed("reviews", reviews)
    timed("arena", arena)
    timed("server", server)
    if any(name.partition(".")[0] in ("numba", "llvmlite") for name in sys.modules):
        sys.exit("something imports Numba")


def timed(name: str, check: Any) -> None:
    begin = perf_counter()
    check()
    print(f"{name}: {perf_counter() - begin:.1f} s", flush=True)


def first_decisions() -> None:
    """Let every level decide once in every game; each decision is the same in plain Python."""
    for game in tischlein.games().values():
        table = game.new(seats=2, seed=5)
        for level in LEVELS:
            chosen = bot(level).choose(situation(table, table.waiting[0], seed=1, iterations=40))
            if level in ("easy", "medium"):
                plain = bot(f"{level},backend=python").choose(situation(table, table.waiting[0], seed=1))
                same(plain, chosen)


def terminal() -> None:
    """Sit down with bots that follow rules of thumb or search, and let them play until the person has decided three times."""
    for game in map(tischlein.game, CHOSEN):
        for level in ("medium", "expert"):
            at = Session(Setup(game, 2, level, "en", {}, seed=2))
            for _ in range(3):
                for _ in range(6):
                    if at.mode == "bot":
                        at.step()
                if at.mode in ("bot", "over"):
                    break
                at.submit(at.choices[0].label)


def simulations() -> None:
    """Play with simple bots, as in plain Python, and with one that is asked."""
    for name in CHOSEN:
        found, plain = (
            tischlein.simulate(name, games=2, seats=2, bots=["medium", "easy"], seed=3, backend=backend)
            for backend in ("auto", "python")
        )
        same(found.plan.backend, "wasm")
        same(found.scores.tolist(), plain.scores.tolist())
        tischlein.simulate(name, games=1, seats=2, bots=["hard", "medium"], seed=3)


def reviews() -> None:
    """Review the first decisions of two bots in every game."""
    for game in map(tischlein.game, CHOSEN):
        table = game.new(seats=2, seed=3)
        players = bot("medium"), bot("easy")
        for _ in range(4):
            seat = table.waiting[0]
            table.play(seat, players[seat].choose(situation(table, seat, seed=1)))
        review(table.record())


def arena() -> None:
    """Let levels meet; each was asked in every game above."""
    tischlein.arena("lobo77", ("medium", "expert"), deals=1, iterations=4, processes=1)


def server() -> None:
    """Open a table of every game with all levels, and play at random until every bot has decided."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(COMMAND), "serve", "--port", "0", "--data", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None  # noqa: S101 — for the type checker
                address = process.stdout.readline().split()[-1]
                for name in CHOSEN:
                    at_a_table(address, name)
            finally:
                process.terminate()


def at_a_table(address: str, game: str) -> None:
    from websockets.sync.client import connect

    levels = [level for level in LEVELS if level != "random"]
    wish = {"game": game, "seats": len(levels) + 1, "name": "Ada", "pace": "instant", "bots": [None, *levels]}
    body = json.dumps(wish).encode()
    request = Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})  # noqa: S310 — our own server
    with urlopen(request) as answer:  # noqa: S310 — likewise
        table = json.load(answer)
    decided: set[int] = set()
    with connect(
        f"{address.replace('http', 'ws', 1)}/api/tables/{table['code']}/socket", max_size=None
    ) as socket:
        socket.send(json.dumps({"type": "hello", "token": table["token"]}))
        now: dict[str, Any] = {}
        asked = -1
        for _ in range(MOST):
            message = json.loads(socket.recv(timeout=60))
            if message["type"] in ("refused", "goodbye"):
                sys.exit(f"{game}: {message}")
            if message["type"] in ("welcome", "news"):
                now = message
                decided |= {event["seat"] for event in message["events"] if event.get("seat") is not None}
            if now["over"] or decided >= set(range(1, len(levels) + 1)):
                return
            if now["actions"] and asked != now["seq"]:
                asked = now["seq"]
                move = {
                    "type": "play",
                    "id": f"move {asked}",
                    "seq": asked,
                    "action": now["actions"][0]["text"],
                }
                socket.send(json.dumps(move))
    sys.exit(f"{game}: after {MOST} messages only the seats {decided} have decided")


def same(one: object, other: object) -> None:
    if one != other:
        sys.exit(f"{one!r} is not {other!r}")


if __name__ == "__main__":
    main()
