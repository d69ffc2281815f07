"""How the runner talks to an implementation: a Python object in this process, or any program over JSON lines.

Both speak of one table at a time. `new` and `at` open it, the rest asks about it or plays on it. Standard library only.
"""

import json
import queue
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

# How an in-process implementation names its errors, and what the runner calls them.
ERROR_KINDS = {
    "OptionError": "option",
    "PositionError": "position",
    "IllegalAction": "illegal",
    "ChanceError": "chance",
}
ANSWER_WITHIN_S = 30.0


class Refused(Exception):  # noqa: N818 — an expected answer, not a failure
    """The implementation refused: `kind` is option, position, illegal or chance."""

    def __init__(self, kind: str, text: str, code: str = "", clause: str = "") -> None:
        super().__init__(f"{kind}: {text}")
        self.kind = kind
        self.code = code
        self.clause = clause


class Crashed(Exception):  # noqa: N818 — says what happened to the program
    """The implementation broke down or broke the protocol."""


class Implementation(Protocol):
    """What the runner needs; lists of texts are the chance outcomes that took place during the call."""

    def new(self, game: str, seats: int, options: Mapping[str, Any], chance: Sequence[str]) -> list[str]: ...
    def at(self, position: Mapping[str, Any], chance: Sequence[str]) -> list[str]: ...
    def waiting(self) -> list[int]: ...
    def actions(self, seat: int) -> list[str]: ...
    def why(self, seat: int, action: str) -> tuple[str, str] | None: ...
    def play(self, seat: int, action: str) -> list[str]: ...
    def view(self, seat: int | None) -> dict[str, Any]: ...
    def events(self, seat: int | None) -> list[Any]: ...
    def position(self) -> dict[str, Any]: ...
    def scores(self) -> list[int]: ...
    def winners(self) -> list[int]: ...


class InProcess:
    """A Python implementation: `find(id)` gives a game with `new` and `at`, which give a table."""

    def __init__(self, find: Callable[[str], Any]) -> None:
        self._find = find
        self._table: Any = None

    def new(self, game: str, seats: int, options: Mapping[str, Any], chance: Sequence[str]) -> list[str]:
        self._table = _asked(lambda: self._find(game).new(seats=seats, chance=list(chance), **options))
        return self._outcomes_since(0)

    def at(self, position: Mapping[str, Any], chance: Sequence[str]) -> list[str]:
        self._table = _asked(lambda: self._find(position["game"]).at(dict(position), chance=list(chance)))
        return self._outcomes_since(0)

    def waiting(self) -> list[int]:
        return list(self._table.waiting)

    def actions(self, seat: int) -> list[str]:
        return [action.text for action in self._table.actions(seat)]

    def why(self, seat: int, action: str) -> tuple[str, str] | None:
        reason = self._table.why(seat, action)
        return None if reason is None else (reason.code, reason.clause)

    def play(self, seat: int, action: str) -> list[str]:
        before = len(self._table.history)
        _asked(lambda: self._table.play(seat, action))
        return self._outcomes_since(before)

    def view(self, seat: int | None) -> dict[str, Any]:
        return dict(_as_json(self._table.view(seat)))

    def events(self, seat: int | None) -> list[Any]:
        """Return what the seat was told so far; a package need not tell anything."""
        tell = getattr(self._table, "events", None)
        return [] if tell is None else list(_as_json(tell(seat)))

    def position(self) -> dict[str, Any]:
        return dict(_as_json(self._table.position()))

    def scores(self) -> list[int]:
        return list(self._table.scores)

    def winners(self) -> list[int]:
        return list(self._table.winners)

    def _outcomes_since(self, entry: int) -> list[str]:
        return [text for seat, text in self._table.history[entry:] if seat == -1]


def _asked(call: Callable[[], Any]) -> Any:
    """Return the result of a call; the errors of the public API become `Refused`, all others pass."""
    try:
        return call()
    except Exception as error:
        kind = ERROR_KINDS.get(type(error).__name__)
        if kind is None:
            raise
        raise Refused(kind, str(error), getattr(error, "code", ""), getattr(error, "clause", "")) from error


def _as_json(answer: Any) -> Any:
    """Return what another program would receive: tuples become lists, and what is not JSON is an error."""
    return json.loads(json.dumps(answer))


class Lines:
    """A program that answers every line of JSON on its input with one on its output."""

    def __init__(self, command: Sequence[str], patience_s: float = ANSWER_WITHIN_S) -> None:
        self._patience_s = patience_s
        # Standard error is left alone, so that a program's own messages reach the user.
        self._process = subprocess.Popen(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def ask(self, **message: Any) -> Any:
        """Return the answer's `ok`; its `error` is raised as Refused, and silence as Crashed."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=self._patience_s)
        except BrokenPipeError:
            line = ""
        except queue.Empty:
            raise Crashed(f"no answer within {self._patience_s:g} s to {message}") from None
        if not line:
            raise Crashed(f"the program ended instead of answering {message}")
        return _answer(line)

    def close(self) -> None:
        """End the program: closing its input is the signal, and it has a moment to follow."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.close()
            self._process.wait(timeout=5)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._reader.join()
        self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put("")


class Program:
    """An implementation in a program of its own, over JSON lines."""

    def __init__(self, command: Sequence[str]) -> None:
        self._lines = Lines(command)
        self._ask = self._lines.ask

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()

    def new(self, game: str, seats: int, options: Mapping[str, Any], chance: Sequence[str]) -> list[str]:
        return _texts(self._ask(do="new", game=game, seats=seats, options=dict(options), chance=list(chance)))

    def at(self, position: Mapping[str, Any], chance: Sequence[str]) -> list[str]:
        return _texts(self._ask(do="at", position=dict(position), chance=list(chance)))

    def waiting(self) -> list[int]:
        return list(self._ask(do="waiting"))

    def actions(self, seat: int) -> list[str]:
        return _texts(self._ask(do="actions", seat=seat))

    def why(self, seat: int, action: str) -> tuple[str, str] | None:
        reason = self._ask(do="why", seat=seat, action=action)
        return None if reason is None else (reason["code"], reason["clause"])

    def play(self, seat: int, action: str) -> list[str]:
        return _texts(self._ask(do="play", seat=seat, action=action))

    def view(self, seat: int | None) -> dict[str, Any]:
        return dict(self._ask(do="view", seat=seat))

    def events(self, seat: int | None) -> list[Any]:
        return []  # not part of the protocol

    def position(self) -> dict[str, Any]:
        return dict(self._ask(do="position"))

    def scores(self) -> list[int]:
        return list(self._ask(do="scores"))

    def winners(self) -> list[int]:
        return list(self._ask(do="winners"))


def _answer(line: str) -> Any:
    try:
        answer = json.loads(line)
    except ValueError:
        raise Crashed(f"not a line of JSON: {line!r}") from None
    if not isinstance(answer, dict) or ("ok" in answer) == ("error" in answer):
        raise Crashed(f'an answer has either "ok" or "error": {line!r}')
    if "ok" in answer:
        return answer["ok"]
    error = answer["error"]
    raise Refused(error["kind"], error.get("text", ""), error.get("code", ""), error.get("clause", ""))


def _texts(answer: Any) -> list[str]:
    return [str(text) for text in answer or []]
