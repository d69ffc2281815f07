"""The server that ``bench server`` measures, in a process and on a core of its own. It prints its address.

python -m bench.server.served FOLDER [CORE]
"""

import os
import sys
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


def main() -> None:
    folder, *core = sys.argv[1:]
    if core and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {int(core[0])})
    try:
        run(ServerConfig(port=0, data=folder, limits=OPEN), lambda line: print(line, flush=True))
    except TischleinError as error:
        sys.exit(f"bench: {error}")


if __name__ == "__main__":
    main()
