"""Bots in a process of their own, which is told situations and nothing else.

A bot that somebody else has written shares no memory with a server, and one that crashes, hangs or ends its process takes nothing with
it. It runs as the same user, though: whoever writes it could read that user's files. Situations go there pickled; answers come back as
JSON, since a pickle from a stranger could run code here.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from select import select
from typing import IO

from tischlein.bots.ask import BotError, ask
from tischlein.bots.base import Bot, Situation
from tischlein.bots.names import bot
from tischlein.engine.errors import OptionError, TischleinError
from tischlein.engine.rules.positions import whole
from tischlein.engine.types import Json

# Seconds beyond the time to think, and until a process has started.
PATIENCE = 10.0
STARTING = 60.0
CLOSING = 2.0  # and until nobody waits for an answer any more, after its end
LONGEST = 1 << 20  # bytes of an answer; a failure comes with its trace
# Players that one process remembers: each seat has one of its own.
PLAYERS = 256
# What a process of somebody else's code need not know, by how it begins: where the tables are, and how PostgreSQL opens.
HIDDEN = ("TISCHLEIN_DATA", "PG")


class BotProcess:
    """One process for all players of a bot, started when it is needed, and again after it has died."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    def player(self, key: str) -> Bot:
        """A player that is somebody of its own, as one made in this process would be."""
        return Apart(self, key)

    def check(self) -> None:
        """Make sure that the bot can be made; OptionError or BotError says why not."""
        with self._lock:
            self._started()

    def choose(self, key: str, situation: Situation) -> int:
        with self._lock:
            process = self._started()
            try:
                pickle.dump((key, situation), _pipe(process.stdin))
                _pipe(process.stdin).flush()
                answer = self._read(process, situation.seconds + PATIENCE)
            except OSError as error:
                self._stop()
                raise BotError(f"{self.name}: its process has gone", str(error)) from error
        action = whole(answer.get("action"))
        if action is None or action not in situation.actions:
            raise OptionError(
                f"{self.name} chose {answer.get('action')!r}, which is not one of {situation.actions}"
            )
        return action

    def close(self) -> None:
        """End the process, whatever it does; whoever waits for an answer hears that it has gone."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()  # without the lock, which whoever waits for an answer holds
        # Whoever reads comes to an end with the process, unless the bot has started another one that holds the line.
        if self._lock.acquire(timeout=CLOSING):
            try:
                self._stop()
            finally:
                self._lock.release()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise BotError(f"{self.name}: its process has ended", "")
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._stop()
        self._process = subprocess.Popen(  # noqa: S603 — this interpreter, and a bot that the operator has named
            [sys.executable, "-m", "tischlein.bots.bot_process", self.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
        )
        self._read(self._process, STARTING)
        return self._process

    def _read(self, process: subprocess.Popen[bytes], seconds: float) -> Json:
        """The next answer; one that does not come ends the process."""
        line = _line(_pipe(process.stdout), seconds)
        if line is None:
            self._stop()
            raise BotError(f"{self.name} did not answer within {seconds:.0f} seconds", "")
        if not line:
            self._stop()
            raise BotError(f"{self.name}: its process has ended", "")
        try:
            answer: Json = json.loads(line)
        except ValueError:
            self._stop()
            raise BotError(f"{self.name} gave an answer that makes no sense", "") from None
        if answer.get("error") is not None:
            if answer.get("kind") == "option":
                raise OptionError(str(answer["error"]))
            raise BotError(str(answer["error"]), str(answer.get("trace", "")))
        return answer

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    try:
                        pipe.close()
                    except OSError:
                        continue  # what was not sent any more
            self._process = None


class Apart:
    """A player in another process."""

    def __init__(self, process: BotProcess, key: str) -> None:
        self._process = process
        self._key = key

    def choose(self, situation: Situation) -> int:
        return self._process.choose(self._key, situation)


def environment() -> dict[str, str]:
    """What a process of its own gets to know: the same modules, and not where the tables are kept."""
    known = {name: value for name, value in os.environ.items() if not name.startswith(HIDDEN)}
    return {**known, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # noqa: S101 — for the type checker: both were asked for
    return pipe


def _line(pipe: IO[bytes], seconds: float) -> bytes | None:
    """The next line, nothing where there is an end; None where it has not come in time, also not the whole of it."""
    until, line = time.monotonic() + seconds, b""
    while not line.endswith(b"\n"):
        if not _ready(pipe, until - time.monotonic()):
            return None
        part = os.read(pipe.fileno(), LONGEST)
        if not part or len(line) > LONGEST:
            return part and line
        line += part
    return line


def _ready(pipe: IO[bytes], seconds: float) -> bool:
    if os.name != "posix":
        return True  # there one cannot wait for a pipe; who reads waits
    return bool(select([pipe], [], [], max(0.0, seconds))[0])


# In the other process


def serve(name: str, questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer situations until there are no more."""

    def say(**answer: object) -> None:
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()

    def fail(error: TischleinError) -> None:
        kind = "option" if isinstance(error, OptionError) else "bot"
        say(error=str(error), trace=getattr(error, "trace", ""), kind=kind)

    players: OrderedDict[str, Bot] = OrderedDict()
    try:
        bot(name)
    except TischleinError as error:
        fail(error)
        return
    say(ready=True)
    while True:
        try:
            key, situation = pickle.load(questions)  # noqa: S301 — from the server that has started this process
        except EOFError:
            return
        try:
            player = players.pop(key, None) or bot(name)
            players[key] = player
            if len(players) > PLAYERS:
                players.popitem(last=False)
            say(action=ask(player, situation))
        except TischleinError as error:
            fail(error)


def main() -> None:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever the bot prints is for whoever runs the server, and no answer.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.argv[1], sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
