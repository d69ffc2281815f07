"""The commands ``tischlein check``, ``backup``, ``restore`` and ``doctor``: sentences or JSON, and an exit code."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from tischlein.server.config import data_home, database
from tischlein.usage.options import PATH, data_option, json_option

if TYPE_CHECKING:
    from tischlein.server.upkeep.check import CheckReport

backup_argument = click.argument("file", type=PATH, metavar="FILE", help="The backup.")


@click.command()
@click.argument(
    "file",
    type=PATH,
    required=False,
    metavar="[FILE]",
    help="One file, for example a backup; otherwise all tables.",
)
@data_option
@json_option
def check(data: str | None, file: Path | None, as_json: bool) -> None:
    """Check all stored tables.

    People may play meanwhile. The exit code is 0 if all is in order, and 1 if something is damaged.
    """
    from tischlein.server.store.writer import NAME
    from tischlein.server.upkeep import check as files
    from tischlein.server.upkeep import databases

    url = database(data)
    if file is None and url is not None:
        report = databases.check_database(url)
    else:
        report = files.check(file or data_home(data) / NAME)
    good = f"Everything in {report.file} is in order."
    bad = f"{report.file} is damaged: {_problems(report)}. `tischlein restore BACKUP` puts a backup in its place."
    raise Exit(_answer(report, as_json, good, bad))


@click.command()
@backup_argument
@data_option
@json_option
def backup(data: str | None, file: Path, as_json: bool) -> None:
    """Copy all stored tables into a file. People may play meanwhile; the copy is checked."""
    from tischlein.server.upkeep import copies, databases

    url = database(data)
    if url is not None:
        report = databases.backup_database(url, file)
    else:
        report = copies.backup(data_home(data), file)
    good = f"The copy {report.file} is complete and in order."
    bad = f"The copy {report.file} was made, but what it holds is damaged: {_problems(report)}."
    raise Exit(_answer(report, as_json, good, bad))


@click.command()
@backup_argument
@data_option
@json_option
def restore(data: str | None, file: Path, as_json: bool) -> None:
    """Replace the stored tables by a backup. What was there is kept beside it."""
    from tischlein.server.upkeep import copies, databases

    url, aside = database(data), None
    if url is not None:
        report = databases.restore_database(file, url)
    else:
        report, aside = copies.restore(file, data_home(data))
    good = f"The tables of {report.file} are in place. Start the server."
    bad = f"Nothing was changed: {report.file} is damaged, {_problems(report)}."
    code = _answer(report, as_json, good, bad)
    if aside is not None and not as_json:
        click.echo(f"What was there before is now {aside}.")
    raise Exit(code)


@click.command()
@data_option
@click.option("--port", type=click.IntRange(1, 65535), help="Where the server listens; otherwise 8077.")
@click.option("--public-url", metavar="ADDRESS", help="The address that others use, behind a proxy.")
@json_option
def doctor(data: str | None, port: int | None, public_url: str | None, as_json: bool) -> None:
    """Say what is wrong with the set-up of a server.

    It examines page, folder, disk, store, port, and the way through a proxy. It changes nothing, and the server may run.
    The exit code is 0 if nothing is wrong, and 1 otherwise.
    """
    from tischlein.server.upkeep.doctor import examine

    findings = []
    for finding in examine(data, port, public_url):
        findings.append(finding)
        if not as_json:
            advice = f"\n{'':10}{finding.advice}" if finding.advice else ""
            click.echo(f"{finding.state:<8}  {finding.subject}: {finding.text}{advice}")
    if as_json:
        _print_json([finding._asdict() for finding in findings])
    raise Exit(1 if any(finding.state == "wrong" for finding in findings) else 0)


def _answer(report: CheckReport, as_json: bool, sound: str, damaged: str) -> int:
    if as_json:
        _print_json({"sound": report.sound, **asdict(report)})
    else:
        for damage in [*report.damages, *report.closed]:
            click.echo(f"{'the file' if damage.table is None else f'table {damage.table}'}: {damage.problem}")
        if report.closed:
            n = len(report.closed)
            click.echo(
                f"Games that stay closed because the rules have changed: {n}. Nothing is damaged there."
            )
        click.echo(
            f"Looked at {report.tables} tables. Played {report.games} games again, {report.entries} entries. "
            f"Games of other rules: {report.older}."
        )
        click.echo(sound if report.sound else damaged)
    return 0 if report.sound else 1


def _print_json(found: object) -> None:
    click.echo(json.dumps(found, indent=2, ensure_ascii=False))


def _problems(report: CheckReport) -> str:
    n = len(report.damages)
    return f"{n} {'problem' if n == 1 else 'problems'}, listed above"
