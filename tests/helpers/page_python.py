"""The tables of a page in Node, with the page's own bundle."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers.node import find_node
from scripts.micropython.bundle import bundle
from scripts.page import MICROPYTHON

ROOT = Path(__file__).resolve().parents[2]


class PagePython:
    """Asks the tables that MicroPython runs."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.think: Any = None  # the last question to a bot
        self.wake: Any = None

    def ask(self, **question: Any) -> Any:
        """Return the whole answer to a question."""
        sent, received = self._process.stdin, self._process.stdout
        assert sent is not None
        assert received is not None
        sent.write(json.dumps({"at": 1, "ticks": 1, **question}) + "\n")
        sent.flush()
        answer = json.loads(received.readline())
        assert "failed" not in answer, answer["failed"]
        if answer.get("next") is not None:
            self.think, self.wake = answer["next"]["think"] or self.think, answer["next"]["wake"]
        return answer

    def bot_plays(self, code: str) -> Any:
        """Let the bot that was asked think, and wake the room when it wants to be; return the last answer."""
        if self.think is not None:
            think, self.think = self.think, None
            thought = self.ask(ask="think", code=code, **think)["result"]
            if thought is not None:
                asked = {"seat": think["seat"], "since": think["since"], "action": thought["action"]}
                self.ask(ask="decide", code=code, **asked)
        return self.ask(ask="woken", code=code, ticks=self.wake)

    def game(self, name: str) -> None:
        """Load the rules of a game."""
        self.ask(game=name)


@contextmanager
def page_python(folder: Path, *games: str) -> Iterator[PagePython]:
    """The Python of the page with these games; ``folder`` takes the files of the bundle, made now from the sources."""
    for name, content in bundle(ROOT / "src" / "tischlein", list(games)).items():
        (folder / name).write_bytes(content)
    for name in ("micropython.mjs", "micropython.wasm"):
        (folder / name).write_bytes((ROOT / MICROPYTHON / name).read_bytes())
    command = [find_node(), str(Path(__file__).with_name("page_python.mjs")), str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        page = PagePython(process)
        for game in games:
            page.game(game)
        yield page
        assert process.stdin is not None
        process.stdin.close()
