"""The reference implementation as an external program: JSON lines in, JSON lines out (conformance/README.md).

    python tests/conformance/reference_server.py

It proves that the protocol is enough to run every case, and that the cases hold for a second implementation, which
shares no code with the first. The reference trusts its input; what cannot be is refused here.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from reference.lobo77 import COPIES, DEFAULT_OPTIONS, Reference


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
        self.table: Reference

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

    def open(self, chance: list[str], make: Callable[[], Reference]) -> list[str]:
        self.coming = list(chance)

        def act() -> None:
            self.table = make()

        return self.outcomes(act)

    def answer(self, message: dict[str, Any]) -> Any:
        do: str = message["do"]
        if do == "new":
            refuse_options(message["seats"], message["options"])
            return self.open(
                message["chance"], lambda: Reference.new(message["seats"], message["options"], self.chance)
            )
        if do == "at":
            refuse_position(message["position"])
            return self.open(message["chance"], lambda: Reference.at(message["position"], self.chance))
        if do == "play":
            return self.play(message["seat"], message["action"])
        if do == "why":
            reason = self.table.why(message["seat"], message["action"])
            return None if reason is None else {"code": reason[0], "clause": reason[1]}
        if do == "actions":
            return sorted(self.table.actions(message["seat"]))
        if do == "view":
            return view(self.table, message["seat"])
        if do == "position":
            return self.table.position()
        lists = {"waiting": self.table.waiting, "scores": self.table.scores, "winners": self.table.winners}
        return list(lists[do])

    def play(self, seat: int, action: str) -> list[str]:
        reason = self.table.why(seat, action)
        if reason is not None:
            raise Refused("illegal", f"seat {seat} may not {action}", *reason)
        return self.outcomes(lambda: self.table.play(seat, action))


def refuse_options(seats: int, options: dict[str, Any]) -> None:
    """L2 and L4: what a table can be."""
    choices = {"reverse_cards": (4, 5), "starter": ("lot", *range(seats)), "manual_draw": (False, True)}
    if seats not in range(2, 9):
        raise Refused("option", f"{seats} seats")
    for name, value in options.items():
        if name not in DEFAULT_OPTIONS or value not in choices[name]:
            raise Refused("option", f"{name} = {value}")


def refuse_position(position: dict[str, Any]) -> None:
    """What a position cannot be, by clause."""
    table = Reference.at(position, lambda _: "")
    for clause, wrong in {**wrong_players(table), **({} if table.over else wrong_turn(table))}.items():
        if wrong:
            raise Refused("position", f"against {clause}")


def wrong_players(table: Reference) -> dict[str, bool]:
    """Clauses that speak against the cards and the players."""
    copies = {**COPIES, "reverse": table.options["reverse_cards"]}
    cards = Counter(
        table.draw + table.discard + table.set_aside + [card for hand in table.hands for card in hand]
    )
    gone = [seat for seat in range(table.seats) if table.out[seat]]
    return {
        "L1: cards": any(count > int(str(copies.get(card, 0))) for card, count in cards.items()),
        "L1: chips": any(chips not in range(4) for chips in table.chips),
        "L4": table.starter not in range(table.seats),
        "L9": table.seats == 2 and table.direction == -1,
        "L17": any(table.chips[seat] > 0 for seat in gone),
        "L18": any(table.hands[seat] for seat in gone),
        "L21": len(gone) == table.seats,
    }


def wrong_turn(table: Reference) -> dict[str, bool]:
    """Clauses that speak against the turn."""
    if table.turn not in range(table.seats) or table.out[table.turn]:
        return {"L5": True}
    drawer, draws = table.may_draw or (None, 0)
    waits_for_draw = drawer == table.turn and not any(table.hands)
    owed = 2 if table.discard[-1:] == ["x2"] and not table.played else 1
    return {
        "L7: no card": not table.hands[table.turn] and not waits_for_draw,
        "L7: open draw": drawer is not None and (not table.options["manual_draw"] or table.played > 0),
        "L10: second card": table.played > 0 and table.discard[-2:-1] != ["x2"],
        "L10: draws": draws > 2,
        "L13": table.owed != owed,
        "L18: draws": drawer is not None and table.out[drawer],
        "L19": table.total >= 77,
    }


def view(table: Reference, seat: int | None) -> dict[str, Any]:
    """What the reference says a seat knows, in the words of the views."""
    known = table.known(seat)
    columns = {"cards": known["hand_sizes"], **{name: known[name] for name in ("chips", "swims", "out")}}
    same = ("hand", "discard", "total", "direction", "owed", "played", "may_draw", "starter", "turn")
    return {
        "game": "lobo77",
        "seats": table.seats,
        "you": seat,
        "phase": "over" if table.over else "play",
        "waiting": list(table.waiting),
        **{name: known[name] for name in (*same, "draw_count", "set_aside_count")},
        "unseen": dict(Counter(known["unseen"])),
        "players": [
            {"seat": other, **{name: column[other] for name, column in columns.items()}}
            for other in range(table.seats)
        ],
        "scores": table.scores,
        "winners": table.winners,
        "options": table.options,
    }


def main() -> None:
    """Answer until the input ends."""
    server = Server()
    for line in sys.stdin:
        try:
            answer = {"ok": server.answer(json.loads(line))}
        except Refused as refused:
            answer = {"error": refused.answer}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
