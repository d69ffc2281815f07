"""The server that ``bench crash`` kills: with a bound on the size of files, as on a full disk, and a clock that may be wrong.

python -m tischlein.bench.crashing FOLDER BYTES SECONDS_BACK
"""

from __future__ import annotations

import sys
import time

from tischlein.bench.served import OPEN
from tischlein.server.config import ServerConfig
from tischlein.server.serve import run


def main() -> None:
    folder, bound, back = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if bound and sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (bound, bound))
    if back:
        real = time.time_ns
        time.time_ns = lambda: real() - back * 10**9
    run(ServerConfig(port=0, data=folder, limits=OPEN), lambda line: print(line, flush=True))


if __name__ == "__main__":
    main()
