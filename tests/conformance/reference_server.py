"""The reference implementations as an external program: JSON lines in, JSON lines out (conformance/README.md).

    python tests/conformance/reference_server.py

It proves that the protocol is enough to run the cases, and that they hold for a second implementation, which shares
no code with the first. A reference trusts its input, so cases of what must be refused are not run on it. It knows no
views; for each game `references/<game>.py` says how what it knows reads as a view.
"""

import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


class Refused(Exception):  # noqa: N818 — an answer like any other
    """An answer with `error`."""

    def __init__(self, kind: str, text: str, code: str = "", clause: str = "") -> None:
        super().__init__(text)
        self.answer = {"kind": kind, "text": text, "code": code, "clause": clause}


class Server:
    """One table at a time, and the chance outcomes that are still to come."""

    def __init__(self) -> None:
        self.coming: list[str] = []
        self.happened: list[str] = []
        self.game: Any = None  # the module in references/
        self.table: Any = None

    def chance(self, outcomes: list[str]) -> str:
        if not self.coming:
            raise Refused("chance", f"no outcome left; possible: {outcomes}")
        if self.coming[0] not in outcomes:
            raise Refused("chance", f"{self.coming[0]} is not possible: {outcomes}")
        self.happened.append(self.coming.pop(0))
        return self.happened[-1]

    def outcomes(self, act: Callable[[], Any]) -> list[str]:
        self.happened = []
        act()
        return self.happened

    def open(self, chance: list[str], make: Callable[[], Any]) -> list[str]:
        self.coming = list(chance)

        def act() -> None:
            self.table = make()

        return self.outcomes(act)

    def new(self, game: str, seats: int, options: dict[str, Any], chance: list[str]) -> list[str]:
        self.game = importlib.import_module(f"references.{game}")
        return self.open(chance, lambda: self.game.Reference.new(seats, options, self.chance))

    def at(self, position: dict[str, Any], chance: list[str]) -> list[str]:
        self.game = importlib.import_module(f"references.{position['game']}")
        return self.open(chance, lambda: self.game.Reference.at(position, self.chance))

    def play(self, seat: int, action: str) -> list[str]:
        reason = self.table.why(seat, action)
        if reason is not None:
            raise Refused("illegal", f"seat {seat} may not {action}", *reason)
        return self.outcomes(lambda: self.table.play(seat, action))

    def why(self, seat: int, action: str) -> dict[str, str] | None:
        reason = self.table.why(seat, action)
        return None if reason is None else {"code": reason[0], "clause": reason[1]}

    def actions(self, seat: int) -> list[str]:
        return sorted(self.table.actions(seat))

    def view(self, seat: int | None) -> dict[str, Any]:
        table = self.table
        common = {
            "game": table.position()["game"],
            "seats": table.seats,
            "you": seat,
            "waiting": self.waiting(),
        }
        end = {"winners": table.winners, "options": table.options}
        return {"phase": "over" if table.over else "play", **common, **end, **self.game.view(table, seat)}

    def position(self) -> dict[str, Any]:
        position: dict[str, Any] = self.table.position()
        return position

    def waiting(self) -> list[int]:
        return list(self.table.waiting)

    def scores(self) -> list[int]:
        return list(self.table.scores)

    def winners(self) -> list[int]:
        return list(self.table.winners)


DO = ("new", "at", "play", "why", "actions", "view", "position", "waiting", "scores", "winners")


def main() -> None:
    """Answer until the input ends."""
    server = Server()
    for line in sys.stdin:
        message = json.loads(line)
        do = message.pop("do")
        assert do in DO, do
        try:
            answer = {"ok": getattr(server, do)(**message)}
        except Refused as refused:
            answer = {"error": refused.answer}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
