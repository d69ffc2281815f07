"""The checks, one after the other; none of them believes what the record says where it can be recomputed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from tischlein.engine import fair
from tischlein.engine.errors import RecordError
from tischlein.engine.game import Game
from tischlein.engine.replay import ADDED
from tischlein.engine.table import Table
from tischlein.engine.types import AnyEvent, AnyJson, Value
from tischlein.games import GAMES

# ``good``: this was checked and is right. ``note``: something that a player should know. ``bad``: the deal is not as promised.
# ``unable``: this record cannot be checked, or not with this version.
Kind = Literal["good", "note", "bad", "unable"]

FAIR_KEYS = {"construction", "table", "commitment", "secret", "promises", "shares", "first", "draws"}
RECEIPT_KEYS = {"seat", "commitment", "promises", "share", "events"}


@dataclass(frozen=True)
class Finding:
    """One result of the check: a code for programs, and the values of its sentence."""

    kind: Kind
    code: str
    values: dict[str, Value] = field(default_factory=dict)


@dataclass
class Verdict:
    """Everything that was found about one record."""

    findings: list[Finding] = field(default_factory=list)

    @property
    def kind(self) -> Kind:
        """``good`` when nothing was wrong, else the worst that was found."""
        kinds = {finding.kind for finding in self.findings}
        worst: list[Kind] = ["bad", "unable"]
        return next((kind for kind in worst if kind in kinds), "good")

    @property
    def exit_code(self) -> int:
        """0: as promised. 1: not as promised. 2: cannot be checked."""
        return {"good": 0, "note": 0, "bad": 1, "unable": 2}[self.kind]

    def add(self, kind: Kind, code: str, **values: object) -> None:
        self.findings.append(Finding(kind, code, values))


def verify(record: object) -> Verdict:
    """Check a record: its secret, its shares, every chance outcome, the rules, and what a player kept of it."""
    verdict = Verdict()
    problem = _unreadable(record)
    if problem is not None:
        verdict.add("unable", problem[0], **problem[1])
        return verdict
    assert isinstance(record, Mapping)  # noqa: S101 — for the type checker: _unreadable has looked
    fair_part = record["fair"]
    _check_commitment(verdict, fair_part)
    shared = _check_shares(verdict, fair_part)
    key = fair.key(
        fair_part["secret"], fair_part["table"], record["game"], fair_part["promises"], fair_part["shares"]
    )
    _check_numbers(verdict, key, fair_part)
    table = _deal_again(verdict, GAMES[record["game"]], record, fair.Fair(key, fair_part["first"]))
    if "receipt" in record:
        _check_receipt(verdict, record["receipt"], fair_part, table)
    elif shared:
        verdict.add("note", "no_receipt")
    return verdict


# What can be read at all


def _unreadable(record: object) -> tuple[str, dict[str, Value]] | None:
    """Why a record cannot be checked, by the code of a sentence and its values."""
    if not isinstance(record, Mapping) or not isinstance(record.get("game"), str) or "history" not in record:
        return "no_record", {}
    if record["game"] not in GAMES:
        return "no_game", {"game": record["game"][:40]}
    fair_part = record.get("fair")
    if fair_part is None:
        return "no_fair", {}
    if not isinstance(fair_part, Mapping) or set(fair_part) != FAIR_KEYS:
        return "damaged", {"place": "fair"}
    if fair_part["construction"] != fair.CONSTRUCTION:
        return "construction", {"construction": str(fair_part["construction"])[:20]}
    place = _damaged_place(record, fair_part)
    if place is None and "receipt" in record:
        place = _damaged_receipt(record["receipt"], record["seats"])
    return None if place is None else ("damaged", {"place": place})


def _damaged_place(record: Mapping[object, object], fair_part: AnyJson) -> str | None:
    seats = record.get("seats")
    if type(seats) is not int:
        return "seats"
    if not isinstance(fair_part["table"], str) or not fair_part["table"].isascii():
        return "fair.table"
    for name in ("commitment", "secret"):
        if not fair.is_hex(fair_part[name]):
            return f"fair.{name}"
    for name in ("promises", "shares"):
        if not _is_row(fair_part[name], seats):
            return f"fair.{name}"
    if type(fair_part["first"]) is not int or fair_part["first"] < 0:
        return "fair.first"
    draws = fair_part["draws"]
    if not isinstance(draws, Sequence) or not all(_is_draw(draw) for draw in draws):
        return "fair.draws"
    return None


def _is_row(row: object, seats: int) -> bool:
    return (
        isinstance(row, list | tuple) and len(row) == seats and all(x is None or fair.is_hex(x) for x in row)
    )


def _is_draw(draw: object) -> bool:
    return (
        isinstance(draw, list | tuple)
        and len(draw) == 2
        and all(type(number) is int for number in draw)
        and 0 <= draw[1] < draw[0] < 2**31
    )


def _damaged_receipt(receipt: object, seats: int) -> str | None:
    if not isinstance(receipt, Mapping) or set(receipt) != RECEIPT_KEYS:
        return "receipt"
    if type(receipt["seat"]) is not int or not 0 <= receipt["seat"] < seats:
        return "receipt.seat"
    if not fair.is_hex(receipt["commitment"]):
        return "receipt.commitment"
    if not _is_row(receipt["promises"], seats):
        return "receipt.promises"
    if receipt["share"] is not None and not fair.is_hex(receipt["share"]):
        return "receipt.share"
    return None if isinstance(receipt["events"], list) else "receipt.events"


# The checks


def _check_commitment(verdict: Verdict, fair_part: AnyJson) -> None:
    if fair.commitment(fair_part["table"], fair_part["secret"]) == fair_part["commitment"]:
        verdict.add("good", "commitment")
    else:
        verdict.add("bad", "commitment")


def _check_shares(verdict: Verdict, fair_part: AnyJson) -> int:
    """Compare shares with promises, and return how many there are."""
    kept: list[int] = []
    broken: list[int] = []
    withheld: list[int] = []
    for seat, (promised, share) in enumerate(zip(fair_part["promises"], fair_part["shares"], strict=True)):
        if share is not None:
            (kept if promised == fair.promise(share) else broken).append(seat)
        elif promised is not None:
            withheld.append(seat)
    for seat in broken:
        verdict.add("bad", "share", seat=seat)
    for seat in withheld:
        verdict.add("note", "withheld", seat=seat)
    if kept:
        verdict.add("good", "shares", shares=len(kept))
    elif not broken:
        verdict.add("note", "server_alone")
    return len(kept)


def _check_numbers(verdict: Verdict, key: bytes, fair_part: AnyJson) -> None:
    """Recompute the list of outcomes as a browser does, without any rules."""
    for place, (n, index) in enumerate(fair_part["draws"]):
        if fair.outcome(key, fair_part["first"] + place, n) != index:
            verdict.add("bad", "number", number=place + 1)
            return
    verdict.add("good", "numbers", numbers=len(fair_part["draws"]))


def _deal_again(verdict: Verdict, game: Game, record: AnyJson, source: fair.Fair) -> Table | None:
    """Let the rules run over all decisions with the recomputed outcomes; every card must come out the same."""
    if record.get("version") != game.version:
        verdict.add("unable", "version", version=str(record.get("version"))[:20], known=game.version)
        return None
    fair_part = record["fair"]
    try:
        table = game.replay({name: record[name] for name in record if name not in ADDED}, chance=source)
    except RecordError as error:
        code = "record" if error.entry is None else "deal"
        verdict.add("bad", code, step=(error.entry or 0) + 1, problem=str(error))
        return None
    if [list(draw) for draw in fair_part["draws"]] != [list(draw) for draw in source.draws]:
        verdict.add("bad", "list")
    if record["start"] is not None or fair_part["first"]:
        verdict.add("note", "not_from_the_start")
    if not table.over:
        verdict.add("note", "not_over")
    verdict.add("good", "deal", game=game.name, entries=len(table.history))
    return table


def _check_receipt(verdict: Verdict, receipt: AnyJson, fair_part: AnyJson, table: Table | None) -> None:
    """Compare with what a player's own page has kept: the server must have said the same to everybody."""
    seat, before = receipt["seat"], len(verdict.findings)
    if receipt["commitment"] != fair_part["commitment"]:
        verdict.add("bad", "swapped")
    if receipt["share"] is None:
        verdict.add("note", "not_mine", seat=seat)
    elif receipt["share"] != fair_part["shares"][seat]:
        verdict.add("bad", "dropped", seat=seat)
    elif list(receipt["promises"]) != list(fair_part["promises"]):
        verdict.add("bad", "promises")
    if table is not None and _bare(receipt["events"]) != _bare(table.events(seat)):
        verdict.add("bad", "shown", seat=seat)
    bad = any(finding.kind == "bad" for finding in verdict.findings[before:])
    if not bad and table is not None:
        verdict.add("good", "receipt", seat=seat)


def _bare(events: Sequence[AnyEvent]) -> list[AnyEvent]:
    """Events without their sentences, which depend on the language."""
    return [
        {name: event[name] for name in event if name != "text"} if isinstance(event, Mapping) else event
        for event in events
    ]
