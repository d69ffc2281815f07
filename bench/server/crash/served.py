"""The servers that ``bench crash`` disturbs and kills; a signal lets the time of day jump an hour back or a day on.

Everything is loaded once, and a few moves of every game are made. For each folder that comes in on a line, a copy of this process
serves it and prints its number and its address: a round does not pay for what every server does first.

python -m bench.server.crash.served
"""

import os
import signal
import sys
import time

import prometheus_client  # noqa: F401 — a server loads it when it starts
import uvicorn.lifespan.on  # noqa: F401 — likewise

import tischlein
from bench.server import move
from bench.server.served import OPEN
from tischlein.engine.texts import LANGUAGES, words_for
from tischlein.games import GAMES
from tischlein.server.config import ServerConfig
from tischlein.server.serve import run

HOUR, DAY = 3_600 * 10**9, 86_400 * 10**9
STARTED, FAILED = "started", "failed"
MOVES = 20  # of each game, before the first copy


def main() -> None:
    move.run(list(tischlein.games().values()), MOVES, 1, lambda *_: None)
    for game in GAMES.values():
        for lang in LANGUAGES:
            words_for(game, lang)
    # Killed servers are reaped by the system.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _serve(line.rstrip("\n"))
        print(STARTED, child, flush=True)


def _serve(folder: str) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    real, jumped = time.time_ns, [0]
    time.time_ns = lambda: real() + jumped[0]

    def jump(number: int, _: object) -> None:
        jumped[0] += DAY if number == signal.SIGUSR2 else -HOUR

    signal.signal(signal.SIGUSR1, jump)
    signal.signal(signal.SIGUSR2, jump)
    try:
        run(ServerConfig(port=0, data=folder, limits=OPEN), lambda line: print(os.getpid(), line, flush=True))
    finally:
        print(os.getpid(), FAILED, flush=True)
        os._exit(1)


if __name__ == "__main__":
    main()
