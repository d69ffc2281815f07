"""Check after every round that all acknowledged data is stored once, and that damage to the file is reported."""

import random
import shutil
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

from bench.common.errors import BenchError
from bench.server.crash.people import Noted
from bench.server.served import OPEN
from tischlein.server.errors import StoreError
from tischlein.server.store.writer import NAME, refuse_damaged
from tischlein.server.table.tokens import hash_token
from tischlein.server.upkeep.check import check

WAL = f"{NAME}-wal"
UNNOTICED = "not noticed"
UNDO = "undo"  # so an undo's message begins; its entry comes later, when the others have agreed
DAMAGES = ("truncated", "bit flipped", "bit flipped", "bit flipped")  # one of them after each round


class Missing(Exception):  # noqa: N818 — what is found, no failure of ours
    """Something that was acknowledged is not there; ``code`` is its table."""

    def __init__(self, code: str, what: str) -> None:
        super().__init__(what)
        self.code = code


def judge(file: Path, noted: Noted) -> None:
    """Raise BenchError unless everything acknowledged is stored once, and every game can be replayed."""
    report = check(file)
    if not report.sound:
        raise BenchError(f"the store is damaged: {report.damages[0]}")
    for missing in missing_in(file, noted):
        raise BenchError(str(missing))


def missing_in(file: Path, noted: Noted) -> list[Missing]:
    """Return what was acknowledged and is missing; raise BenchError for what is there twice, or in another place."""
    moves, lines, rematches, seats, numbers = _stored(file)
    for key, (first, until) in _places(file).items():
        if not first <= noted.moves.get(key, first) < until and not key[1].startswith(UNDO):
            raise BenchError(f"a move has another number than was told: {key}")
    # An undo that the others accepted is sent to all seats, and acknowledged to none.
    missing = [
        Missing(code, f"entry {told} of table {code} was told and is lost")
        for code, told in noted.told.items()
        if numbers.get(code, 0) < told
    ]
    for kind, wanted, found in (("move", list(noted.moves), moves), ("line", noted.lines, lines)):
        twice = [key for key, times in found.items() if times > 1]
        if twice:
            raise BenchError(f"a {kind} is there twice: {twice[0]}")
        kept = Counter(code for code, _ in found)
        missing += [
            Missing(key[0], f"a {kind} that was acknowledged is lost: {key}")
            for key in wanted
            if key not in found and not _may_be_missing(kind, key, kept[key[0]])
        ]
    for token, code in noted.seats.items():
        if hash_token(token) not in seats:
            missing.append(Missing(code, "a player who has joined has no seat"))
    for code, following in noted.rematches.items():
        if rematches.get(code) != following:
            missing.append(Missing(code, "a rematch is lost"))
    return missing


def _stored(
    file: Path,
) -> tuple[Counter[tuple[str, ...]], Counter[tuple[str, ...]], dict[str, str], set[str], dict[str, int]]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        ask = connection.execute
        moves = ask("SELECT code, message_id FROM log JOIN tables ON id = table_id WHERE message_id <> ''")
        lines = ask("SELECT code, text FROM chat JOIN tables ON id = table_id")
        rematches = ask("SELECT code, rematch FROM tables WHERE rematch IS NOT NULL")
        hashes = ask("SELECT token_hash FROM seats")
        numbers = ask("SELECT code, max(seq) FROM log JOIN tables ON id = table_id GROUP BY code")
        return Counter(moves), Counter(lines), dict(rematches), {one for (one,) in hashes}, dict(numbers)


def _places(file: Path) -> dict[tuple[str, str], tuple[int, int]]:
    """Return the number of each move's entry and of the next decision; cards turned up after a move lie between them."""
    decisions = "SELECT code, message_id, seq FROM log JOIN tables ON id = table_id WHERE seat >= 0 ORDER BY code, seq DESC"
    places: dict[tuple[str, str], tuple[int, int]] = {}
    following: dict[str, int] = {}
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        for code, message, seq in connection.execute(decisions):
            if message:
                places[code, message] = (seq, following.get(code, sys.maxsize))
            following[code] = seq
    return places


def _may_be_missing(kind: str, key: tuple[str, str], kept: int) -> bool:
    """Return True for what may be missing: an undo that only asked the others, and old chat lines."""
    return key[1].startswith(UNDO) if kind == "move" else kept >= OPEN.chat_kept


def damaged_copy(folder: Path, rng: random.Random) -> str:
    """Damage a copy of the file, and return what came of it: everything is there, or the damage is reported."""
    copy, kind = folder / "copy", rng.choice(DAMAGES)
    copy.mkdir()
    for name in (NAME, WAL):
        if (folder / name).exists():
            shutil.copy(folder / name, copy / name)
    file = copy / NAME
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")  # everything is in the file itself
    before = contents(file)
    data = bytearray(file.read_bytes())
    if kind == "truncated":
        del data[rng.randrange(len(data)) :]
    else:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    file.write_bytes(data)
    outcome = _outcome(file, before)
    if outcome == UNNOTICED:
        raise BenchError(f"a file was damaged ({kind}), and it is not reported")
    shutil.rmtree(copy)
    return f"{kind}: {outcome}"


def contents(file: Path) -> list[Counter[tuple[str, ...]]]:
    """Return everything that the chain of hashes covers: the logs, their heads and their keys."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        ask = connection.execute
        return [Counter(ask("SELECT * FROM log")), Counter(ask("SELECT id, code, secret, head FROM tables"))]


def _outcome(file: Path, before: list[Counter[tuple[str, ...]]]) -> str:
    report = check(file)
    try:
        refuse_damaged(file)  # as a server does that starts
    except StoreError:
        if report.sound:
            raise BenchError("the server refuses a file in which the check finds nothing") from None
        return "told, and no server starts"
    if not report.sound:
        return "told"
    try:
        return "nothing changed" if contents(file) == before else UNNOTICED
    except sqlite3.Error as error:
        raise BenchError(f"the check finds nothing, but: {error}") from error
