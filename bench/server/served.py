"""The server that ``bench server`` measures and ``bench crash`` kills, in a process of its own. It prints its address.

A signal lets its time of day jump: SIGUSR1 an hour back, SIGUSR2 a day on.

python -m bench.server.served FOLDER [CORE]
"""

import os
import signal
import sys
import time
from dataclasses import replace

from tischlein.engine.errors import TischleinError
from tischlein.server.config import Limits, Rate, ServerConfig
from tischlein.server.serve import run

MANY = Rate(1e9, 10**9)
# All players are on one machine here, so limits per address have no meaning.
OPEN = replace(
    Limits(),
    requests=MANY,
    new_tables=MANY,
    sockets_per_address=10**9,
    messages=MANY,
    messages_of_address=MANY,
    chats=MANY,
    syncs=MANY,
    patience=10**9,
)
HOUR, DAY = 3_600 * 10**9, 86_400 * 10**9


def main() -> None:
    folder, *core = sys.argv[1:]
    if core and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {int(core[0])})
    if hasattr(signal, "SIGUSR1"):
        let_clock_jump()
    try:
        run(ServerConfig(port=0, data=folder, limits=OPEN), lambda line: print(line, flush=True))
    except TischleinError as error:
        sys.exit(f"bench: {error}")


def let_clock_jump() -> None:
    real, jumped = time.time_ns, [0]
    time.time_ns = lambda: real() + jumped[0]

    def jump(number: int, _: object) -> None:
        jumped[0] += DAY if number == signal.SIGUSR2 else -HOUR

    signal.signal(signal.SIGUSR1, jump)
    signal.signal(signal.SIGUSR2, jump)


if __name__ == "__main__":
    main()
