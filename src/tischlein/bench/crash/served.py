"""The server that ``bench crash`` troubles and kills; the time of day jumps an hour back or a day on when it is told so.

python -m tischlein.bench.crash.served FOLDER
"""

from __future__ import annotations

import signal
import sys
import time

from tischlein.bench.served import OPEN
from tischlein.server.config import ServerConfig
from tischlein.server.serve import run

HOUR, DAY = 3_600 * 10**9, 86_400 * 10**9


def main() -> None:
    real, jumped = time.time_ns, [0]
    time.time_ns = lambda: real() + jumped[0]
    if sys.platform != "win32":
        signal.signal(signal.SIGUSR1, lambda *_: jumped.append(jumped.pop() - HOUR))
        signal.signal(signal.SIGUSR2, lambda *_: jumped.append(jumped.pop() + DAY))
    run(ServerConfig(port=0, data=sys.argv[1], limits=OPEN), lambda line: print(line, flush=True))


if __name__ == "__main__":
    main()
