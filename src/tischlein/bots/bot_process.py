"""Bots in a process of their own, which gets situations and nothing else.

A third-party bot shares no memory with a server, and one that crashes, hangs or ends its process takes nothing with
it. It runs as the same user, though: its author could read that user's files. Situations are sent pickled; answers come back as JSON,
since a pickle from a stranger could run code here.
"""

import base64
import pickle
import sys
from collections import OrderedDict

from tischlein.bots.ask import BotError, ask
from tischlein.bots.base import Bot, Situation
from tischlein.bots.child import Answer, ChildError, ChildProcess, Progress, serve
from tischlein.bots.names import bot
from tischlein.engine.errors import OptionError
from tischlein.engine.rules.positions import whole
from tischlein.engine.types import Json, JsonValue

PATIENCE = 10.0  # seconds beyond the time to think
PLAYERS = 256  # players that one process remembers; each seat has its own


class BotProcess:
    """One process for all players of a bot."""

    def __init__(self, name: str, move_seconds: float | None = None) -> None:
        self.name = name
        self._move_seconds = (
            move_seconds  # that a decision may take in all; None: PATIENCE beyond the time to think
        )
        self._child = ChildProcess(__name__, name)

    def player(self, key: str) -> Bot:
        """Return a player with a memory of its own."""
        return RemotePlayer(self, key)

    def check(self) -> None:
        """Start the process; OptionError or BotError says why the bot cannot be made."""
        try:
            self._child.start()
        except ChildError as error:
            raise self._explain_error(error) from None

    def choose(self, key: str, situation: Situation) -> int:
        """Return the action that a player chooses."""
        question: Json = {"player": key, "situation": base64.b64encode(pickle.dumps(situation)).decode()}
        try:
            answer = self._child.ask(question, self._move_seconds or situation.seconds + PATIENCE)
        except ChildError as error:
            raise self._explain_error(error) from None
        action = whole(answer)
        if action is None or action not in situation.actions:
            raise OptionError(f"{self.name} chose {answer!r}, which is not one of {situation.actions}")
        return action

    def close(self) -> None:
        """End the process; a thread that waits for an answer gets BotError."""
        self._child.close()

    def _explain_error(self, error: ChildError) -> OptionError | BotError:
        report = error.report
        if report is None:
            return BotError(f"{self.name}: {error}", "")
        if report.get("kind") == OptionError.__name__:
            return OptionError(str(error))
        return BotError(str(error), str(report.get("trace", "")))


class RemotePlayer:
    """A player in another process."""

    def __init__(self, process: BotProcess, key: str) -> None:
        self._process = process
        self._key = key

    def choose(self, situation: Situation) -> int:
        """Return the action that the player chooses."""
        return self._process.choose(self._key, situation)


def prepare(name: str) -> Answer:
    """Return the child's function that lets the named bot decide a situation."""
    bot(name)  # so that a bot that cannot be made is noticed at the start
    players: OrderedDict[str, Bot] = OrderedDict()

    def answer(question: Json, progress: Progress) -> JsonValue:
        key = question["player"]
        situation = pickle.loads(base64.b64decode(question["situation"]))  # noqa: S301 — from our own server
        player = players.pop(key, None) or bot(name)
        players[key] = player
        if len(players) > PLAYERS:
            players.popitem(last=False)
        return ask(player, situation)

    return answer


if __name__ == "__main__":
    serve(lambda: prepare(sys.argv[1]))
