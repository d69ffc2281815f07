"""The server that ``bench server`` measures, in a process and on a core of its own. It prints its address.

python -m bench.server.served FOLDER [CORE]
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace

from tischlein.engine.errors import TischleinError
from tischlein.server.config import Limits, ServerConfig
from tischlein.server.serve import run

# All players are on one machine here, so limits per address have no meaning.
OPEN = replace(
    Limits(),
    requests_per_second=1e9,
    requests_burst=10**9,
    tables_per_hour=1e9,
    tables_burst=10**9,
    sockets_per_address=10**9,
    messages_per_second=1e9,
    messages_burst=10**9,
    messages_per_address=1e9,
    messages_per_address_burst=10**9,
    chats_per_second=1e9,
    chats_burst=10**9,
    syncs_per_second=1e9,
    syncs_burst=10**9,
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
