"""The references as an implementation for the conformance runner, in this process or as an external program.

    python tests/reference/program.py

As a program it reads and writes JSON lines (conformance/README.md), which proves that the protocol is enough to run the
cases. The references share no code with the engine, so the cases hold for a second implementation. A reference trusts its
input: cases of what must be refused are not run on it.
"""

import importlib
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    tests = Path(__file__).resolve().parents[1]
    sys.path[:0] = [str(tests), str(tests.parent)]

from conformance.adapters import Refused


class References:
    """One table at a time, and the chance outcomes that are still to come."""

    def __init__(self) -> None:
        self.coming: list[str] = []
        self.happened: list[str] = []
        self.table: Any = None

    def chance(self, outcomes: list[str]) -> str:
        if not self.coming:
            raise Refused("chance", f"no outcome left; possible: {outcomes}")
        if self.coming[0] not in outcomes:
            raise Refused("chance", f"{self.coming[0]} is not possible: {outcomes}")
        self.happened.append(self.coming.pop(0))
        return self.happened[-1]

    def open(self, game: str, chance: Sequence[str], make: Callable[[Any], Any]) -> list[str]:
        self.coming, self.happened = list(chance), []
        self.table = make(importlib.import_module(f"reference.{game}").Reference)
        return self.happened

    def new(self, game: str, seats: int, options: Mapping[str, Any], chance: Sequence[str]) -> list[str]:
        return self.open(game, chance, lambda reference: reference.new(seats, options, self.chance))

    def at(self, position: Mapping[str, Any], chance: Sequence[str]) -> list[str]:
        return self.open(position["game"], chance, lambda reference: reference.at(position, self.chance))

    def play(self, seat: int, action: str) -> list[str]:
        reason = self.why(seat, action)
        if reason is not None:
            raise Refused("illegal", f"seat {seat} may not {action}", *reason)
        self.happened = []
        self.table.play(seat, action)
        return self.happened

    def why(self, seat: int, action: str) -> tuple[str, str] | None:
        reason: tuple[str, str] | None = self.table.why(seat, action)
        return reason

    def actions(self, seat: int) -> list[str]:
        return sorted(self.table.actions(seat))

    def view(self, seat: int | None) -> dict[str, Any]:
        table = self.table
        return {
            "game": self.position()["game"],
            "seats": table.seats,
            "you": seat,
            "phase": "over" if table.over else "play",
            "waiting": self.waiting(),
            "scores": self.scores(),
            "winners": self.winners(),
            "options": table.options,
            **table.known(seat),
        }

    def events(self, seat: int | None) -> list[Any]:
        return []

    def position(self) -> dict[str, Any]:
        return dict(self.table.position())

    def waiting(self) -> list[int]:
        return list(self.table.waiting)

    def scores(self) -> list[int]:
        return list(self.table.scores)

    def winners(self) -> list[int]:
        return list(self.table.winners)


DO = ("new", "at", "play", "why", "actions", "view", "position", "waiting", "scores", "winners")


def main() -> None:
    """Answer until the input ends."""
    references = References()
    for line in sys.stdin:
        message = json.loads(line)
        do = message.pop("do")
        assert do in DO, do
        try:
            said = getattr(references, do)(**message)
            answer = {
                "ok": dict(zip(("code", "clause"), said, strict=True)) if do == "why" and said else said
            }
        except Refused as refused:
            told = {"kind": refused.kind, "code": refused.code, "clause": refused.clause}
            answer = {"error": {**told, "text": str(refused)}}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
