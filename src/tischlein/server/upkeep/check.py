"""Checks a store: the file, the chain of every log, and every game, which is played again from its log."""

from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from tischlein.engine.errors import TischleinError
from tischlein.games import GAMES
from tischlein.room.opening.restore import reopen_at_position, restore_table
from tischlein.room.rows import Stored
from tischlein.server.errors import Damaged, Refusal, StoreError
from tischlein.server.store import migrations, queries, schema
from tischlein.server.store.engines import FILE, reading_engine_for

MOST = 100  # damages of the file that are listed
BROKEN = (SQLAlchemyError, UnicodeError, Damaged)  # SQLite's message about a broken schema may not be text


@dataclass(frozen=True)
class Damage:
    """One problem; ``table`` is the code of its table, None for the file itself."""

    table: str | None
    problem: str


@dataclass
class CheckReport:
    """The number of rows of a store, and its damages."""

    file: str
    schema: str = ""
    tables: int = 0
    games: int = 0  # tables whose game was played again
    older: int = 0  # games of other rules, which continue from their last position
    entries: int = 0
    damages: list[Damage] = field(default_factory=list)
    # Games of other rules that cannot continue: not damages.
    closed: list[Damage] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return not self.damages

    def add(self, table: str | None, problem: str) -> None:
        damage = Damage(table, problem)
        if self.damages[-1:] != [damage]:  # the next step may find the same
            self.damages.append(damage)


def check(file: Path) -> CheckReport:
    """Check a file without changing it; StoreError if there is no such file."""
    if file.is_dir():
        raise StoreError(f"{file}: Is a directory")
    if not file.is_file():
        raise StoreError(f"{file}: there is no such file")
    report = CheckReport(str(file))
    engine = reading_engine_for(f"{FILE}{file}")
    try:
        with engine.begin() as connection:
            _check_file(connection, report)
            check_rows(connection, report)
    except BROKEN as error:
        report.add(None, _one_line(error))
    finally:
        engine.dispose()
    return report


def check_rows(connection: Connection, report: CheckReport) -> None:
    """Check every table, in a store of either kind."""
    try:
        report.schema = migrations.schema_number(connection) or "?"
    except BROKEN as error:
        report.add(None, _one_line(error))
        return
    if report.schema == str(schema.SCHEMA):
        _check_tables(connection, report)
    elif report.sound:
        report.add(None, migrations.refusal(report.schema))


def _check_file(connection: Connection, report: CheckReport) -> None:
    try:
        for (line,) in connection.exec_driver_sql(f"PRAGMA integrity_check({MOST})"):
            if line != "ok":
                report.add(None, str(line))
        for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            report.add(None, f"row {row} of {table} belongs to nothing in {parent}")
    except BROKEN as error:
        report.add(None, _one_line(error))


def _check_tables(connection: Connection, report: CheckReport) -> None:
    columns = schema.tables.c
    for number in list(connection.scalars(select(columns.id).order_by(columns.id))):
        code = None
        try:
            code = connection.execute(select(columns.code).where(columns.id == number)).scalar_one()
            stored = queries.load(connection, code)
            if stored is not None:
                _check_table(stored, report)
        except (*BROKEN, TischleinError) as error:
            report.add(code, _one_line(error))
        except Exception as error:  # noqa: BLE001 — whatever it is, the other tables are checked too
            said = f"{type(error).__name__}: {_one_line(error)}"
            report.add(code, f"its game cannot be opened with what is stored ({said})")
        report.tables += 1


def _check_table(stored: Stored, report: CheckReport) -> None:
    """Play the game of a table again, and compare state and position."""
    row = stored.row
    report.entries += len(stored.log)
    if not stored.seats or [seat.seat for seat in stored.seats] != list(range(len(stored.seats))):
        report.add(row.code, "seats are missing")
        return
    if row.state == "lobby":
        if stored.log:
            report.add(row.code, "it has not started, and has a log")
        return
    if row.game not in GAMES or row.version != GAMES[row.game].version:
        report.older += 1
        _check_position(stored, report)
        return
    table = restore_table(stored, GAMES)
    report.games += 1
    if table is None or table.over != (row.state == "over"):
        report.add(row.code, f"its log does not lead to the state {row.state!r}")
    elif row.position != table.position():
        report.add(row.code, "its log does not lead to the position that is stored with it")


def _check_position(stored: Stored, report: CheckReport) -> None:
    """Check that a game of other rules can continue from its last position; if not, it is reported, but no backup would help."""
    row = stored.row
    try:
        reopen_at_position(stored, GAMES)
    except Refusal as refusal:
        problem = (
            f"the rules cannot read its last position any more: {_one_line(refusal.__cause__)}"
            if isinstance(refusal.__cause__, TischleinError)
            else f"this version has no game {row.game!r}"
        )
        report.closed.append(Damage(row.code, problem))


def _one_line(error: Exception) -> str:
    return " ".join(str(getattr(error, "orig", None) or error).split())
