"""The checks of a record; whatever can be recomputed is recomputed, not believed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from tischlein.cards import SPECTATOR
from tischlein.engine.errors import RecordError
from tischlein.engine.game import Game
from tischlein.engine.play import fair
from tischlein.engine.play.chain import UNKNOWN, chain_heads, first_difference
from tischlein.engine.play.replay import ADDED, same_options
from tischlein.engine.play.table import Table
from tischlein.engine.types import AnyJson, Value
from tischlein.verify.shape import unreadable

# ``good``: checked and right. ``note``: something that a player should know. ``bad``: the deal is not as promised.
# ``unable``: this record cannot be checked, or not with this version.
Kind = Literal["good", "note", "bad", "unable"]
# With these notes a record may be fine, but no share that the reader trusts binds the server, or there was a choice of deals.
UNBOUND = {"server_alone", "no_receipt", "not_mine", "no_options", "not_bound", "no_seat", "choices"}

HIDDEN = (
    ("\0", "\x1f"),
    ("\x7f", "\x9f"),
    ("\u200b", "\u200f"),
    ("\u2028", "\u202e"),
    ("\u2060", "\u2069"),
    ("\ud800", "\udfff"),
)


@dataclass(frozen=True)
class Finding:
    """One result of the check: a code for programs, and the values of its sentence."""

    kind: Kind
    code: str
    values: dict[str, Value] = field(default_factory=dict)


@dataclass
class Verdict:
    """All findings about one record.

    ``choices`` is the number of deals among which a player or the server could have chosen; 1 if nobody could.
    """

    findings: list[Finding] = field(default_factory=list)
    choices: int = 1

    @property
    def kind(self) -> Kind:
        """The worst finding. ``note``: nothing is wrong, but the record does not prove that nobody chose the cards."""
        kinds = {finding.kind for finding in self.findings}
        worst: list[Kind] = ["bad", "unable"]
        unbound = any(finding.kind == "note" and finding.code in UNBOUND for finding in self.findings)
        return next((kind for kind in worst if kind in kinds), "note" if unbound else "good")

    @property
    def exit_code(self) -> int:
        """0 if nothing is wrong, 1 if the deal is not as promised, 2 if it cannot be checked, 3 if there was a choice of deals."""
        return {"good": 0, "note": 3 if self.choices > 1 else 0, "bad": 1, "unable": 2}[self.kind]

    def add(self, kind: Kind, code: str, **values: object) -> None:
        self.findings.append(Finding(kind, code, {name: _printable(one) for name, one in values.items()}))


def check(
    record: object,
    games: Mapping[str, Game],
    are_valid: Callable[[AnyJson], bool | None],
    promised: bool = False,
) -> Verdict:
    """Check a record: secret, shares, every chance outcome, the rules, and a player's receipt.

    ``are_valid`` judges the signatures of a receipt, None if it cannot; ``promised``: the table had shown a commitment. Only what is
    wrong with the record becomes a finding: an error of this program is raised, and never speaks against the server.
    """
    verdict = Verdict()
    problem = unreadable(record, games, promised)
    if problem is not None:
        verdict.add("unable", problem[0], **problem[1])
        return verdict
    assert isinstance(record, Mapping)  # noqa: S101 — for the type checker: unreadable has looked
    fair_part = record["fair"]
    _check_commitment(verdict, fair_part)
    shared = _check_shares(verdict, fair_part)
    key = fair.key(
        fair_part["secret"], fair_part["table"], record["game"], fair_part["promises"], fair_part["shares"]
    )
    _check_numbers(verdict, key, fair_part)
    _check_beginning(verdict, record)
    table = _deal_again(verdict, games[record["game"]], record, fair.Fair(key, fair_part["first"]))
    if "receipt" in record:
        _check_receipt(verdict, record, table, are_valid)
    elif shared:
        verdict.add("note", "no_receipt")
    _count_choices(verdict, record)
    return verdict


def _check_commitment(verdict: Verdict, fair_part: AnyJson) -> None:
    if fair.commitment(fair_part["table"], fair_part["secret"]) == fair_part["commitment"]:
        verdict.add("good", "commitment")
    else:
        verdict.add("bad", "commitment")


def _check_shares(verdict: Verdict, fair_part: AnyJson) -> int:
    """Compare shares with promises, and return the number of shares, valid or not."""
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
    return len(kept) + len(broken)


def _check_numbers(verdict: Verdict, key: bytes, fair_part: AnyJson) -> None:
    """Recompute the list of outcomes as a browser does, without any rules."""
    source, stacks = fair.Fair(key, fair_part["first"]), len(fair_part["promises"]) + 1
    for place, (n, index, stack) in enumerate(fair_part["draws"]):
        if source.draw(n, stack, stacks, fair_part["two_sided"]) != index:
            verdict.add("bad", "number", number=place + 1)
            return
    verdict.add("good", "numbers", numbers=len(fair_part["draws"]))


def _check_beginning(verdict: Verdict, record: AnyJson) -> None:
    """Check that outcomes count from 0; a server that may count from anywhere could try until it likes the
    cards.

    An honest server counts on from a position when the rules changed during a game. Nothing binds that
    position.
    """
    if record.get("start") is not None:
        verdict.add("unable", "not_from_the_start")
    elif record["fair"]["first"]:
        verdict.add("bad", "first", first=record["fair"]["first"] + 1)


def _deal_again(verdict: Verdict, game: Game, record: AnyJson, source: fair.Fair) -> Table | None:
    """Replay all decisions with the recomputed outcomes; every card must come out the same."""
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
    dealt = [list(draw) for draw in source.draws]
    if fair_part["two_sided"] != game.two_sided or [list(draw) for draw in fair_part["draws"]] != dealt:
        verdict.add("bad", "list")
    if not table.over:
        verdict.add("note", "not_over")
    verdict.add("good", "deal", game=game.name, entries=len(table.history))
    return table


def _check_receipt(
    verdict: Verdict, record: AnyJson, table: Table | None, are_valid: Callable[[AnyJson], bool | None]
) -> None:
    """Compare the record with what a player's own page has kept: the server must have shown everyone the same."""
    receipt, fair_part = record["receipt"], record["fair"]
    seat, before = receipt["seat"], len(verdict.findings)
    if receipt["commitment"] != fair_part["commitment"]:
        verdict.add("bad", "swapped")
    if seat is None:
        verdict.add("note", "no_seat")
    elif receipt["share"] is None:
        verdict.add("note", "not_mine", seat=seat)
    elif receipt["share"] != fair_part["shares"][seat]:
        verdict.add("bad", "dropped", seat=seat)
    if list(receipt["promises"]) != list(fair_part["promises"]):
        verdict.add("bad", "promises")
    if "options" not in receipt:
        verdict.add("note", "no_options")
    elif table is not None and not same_options(table.game, table.options, receipt["options"]):
        verdict.add("bad", "options")
    if receipt["starts"] > 1:
        verdict.add("note", "twice", starts=receipt["starts"])
    compared = _compare_told(verdict, record, table)
    if "signed" in receipt:
        _check_signatures(verdict, receipt, are_valid(receipt))
    elif compared:
        verdict.add("note", "own_word")
    bad = any(finding.kind == "bad" for finding in verdict.findings[before:])
    if not bad and table is not None and compared:
        verdict.add("good", "receipt", who=seat, steps=compared, all=len(table.past.steps))
    _check_rendered(verdict, receipt)


def _compare_told(verdict: Verdict, record: AnyJson, table: Table | None) -> int:
    """Compare the heads of what a page was told with each other, and the last ones with those of the record; return how many steps agree.

    A page that is told a game differently later keeps what it was told before: the last list is what it was told at the end.
    """
    if record["start"] is not None:
        return 0  # it cannot be checked anyway, and an honest server begins another chain there
    receipt = record["receipt"]
    seat, (*earlier, last) = receipt["seat"], receipt["told"]
    for telling in earlier:
        step = first_difference(telling, last)
        if step is not None:
            verdict.add("bad", "retold", who=seat, step=step)
    known = [place + 1 for place, head in enumerate(last) if head != UNKNOWN]
    if not known:
        verdict.add("note", "not_bound", who=seat)
        return 0
    if table is None:
        return 0
    played = chain_heads(table.game, table.past, SPECTATOR if seat is None else seat)
    step = first_difference(last, played)
    if step is None and len(last) < len(played):
        step = len(last) + 1
    if step is not None:
        verdict.add("bad", "shown", who=seat, step=step)
    return known[-1]


def _check_rendered(verdict: Verdict, receipt: AnyJson) -> None:
    """Say whether what the server rendered for a page was made from the facts that the heads stand for."""
    rendered = receipt.get("rendered")
    if rendered is None or (not rendered["compared"] and rendered["differs"] is None):
        verdict.add("note", "rendered")
    elif rendered["differs"] is None:
        verdict.add("good", "rendered", messages=rendered["compared"])
    else:
        step, field_name = rendered["differs"]
        verdict.add("bad", "rendered", step=step, field=field_name)


def _check_signatures(verdict: Verdict, receipt: AnyJson, valid: bool | None) -> None:
    """Check the server's signatures over the page's event chain."""
    signed, last = receipt["signed"], receipt["told"][-1]
    known = [steps for steps, head, _ in signed["heads"] if steps <= len(last) and last[steps - 1] == head]
    until = max(known, default=0)
    if valid is None:
        verdict.add("note", "signatures")
    elif not valid:
        verdict.add("unable", "signature")
    elif until < len(last):
        verdict.add("note", "unsigned", step=until + 1)
    else:
        verdict.add("good", "signed", who=receipt["seat"], key=signed["key"])


def _count_choices(verdict: Verdict, record: AnyJson) -> None:
    """Count the deals among which a player or the server could have chosen: each start, with or without each missing share."""
    fair_part = record["fair"]
    missing = [
        promised
        for promised, share in zip(fair_part["promises"], fair_part["shares"], strict=True)
        if promised is not None and share is None
    ]
    starts = record["receipt"]["starts"] if "receipt" in record else 1
    verdict.choices = starts * 2 ** len(missing)
    if verdict.choices > 1:
        verdict.add("note", "choices", choices=verdict.choices)


def _printable(value: object) -> object:
    """Return a value of a sentence without characters that a terminal would obey, or that cannot be written."""
    if not isinstance(value, str):
        return value
    return "".join(["\\u" + hex(ord(char))[2:] if _is_hidden(char) else char for char in value])


def _is_hidden(char: str) -> bool:
    """Return True for control and format characters, and for halves of characters."""
    return any(first <= char <= last for first, last in HIDDEN)
