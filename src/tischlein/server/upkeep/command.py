"""Run ``tischlein check``, ``backup``, ``restore`` and ``doctor``: print sentences or JSON, and return an exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from tischlein.server.config import data_home, database
from tischlein.server.store.writer import NAME
from tischlein.server.upkeep import copies, databases
from tischlein.server.upkeep.check import CheckReport, check
from tischlein.server.upkeep.doctor import Examined, examine

Say = Callable[[str], None]


def run_check(data: str | None, file: Path | None, as_json: bool, say: Say) -> int:
    """Check the stored tables, or one file, for example a backup."""
    url = database(data)
    if file is None and url is not None:
        report = databases.check_database(url)
    else:
        report = check(file or data_home(data) / NAME)
    good = f"Everything in {report.file} is in order."
    bad = f"{report.file} is damaged: {_problems(report)}. `tischlein restore BACKUP` puts a backup in its place."
    return _answer(report, as_json, say, good, bad)


def run_backup(data: str | None, file: Path, as_json: bool, say: Say) -> int:
    """Copy the stored tables; keep a copy that is damaged, and report the damage."""
    url = database(data)
    if url is not None:
        report = databases.backup_database(url, file)
    else:
        report = copies.backup(data_home(data), file)
    good = f"The copy {report.file} is complete and in order."
    bad = f"The copy {report.file} was made, but what it holds is damaged: {_problems(report)}."
    return _answer(report, as_json, say, good, bad)


def run_restore(data: str | None, file: Path, as_json: bool, say: Say) -> int:
    """Put a backup in place of the stored tables; a damaged one changes nothing."""
    url, aside = database(data), None
    if url is not None:
        report = databases.restore_database(file, url)
    else:
        report, aside = copies.restore(file, data_home(data))
    good = f"The tables of {report.file} are in place. Start the server."
    bad = f"Nothing was changed: {report.file} is damaged, {_problems(report)}."
    code = _answer(report, as_json, say, good, bad)
    if aside is not None and not as_json:
        say(f"What was there before is now {aside}.")
    return code


def run_doctor(data: str | None, port: int | None, public_url: str | None, as_json: bool, say: Say) -> int:
    """Examine the set-up; the exit code is 1 if something is wrong."""
    findings: list[Examined] = []
    for finding in examine(data, port, public_url):
        findings.append(finding)
        if not as_json:
            advice = f"\n{'':10}{finding.advice}" if finding.advice else ""
            say(f"{finding.state:<8}  {finding.subject}: {finding.text}{advice}")
    if as_json:
        say(json.dumps([finding._asdict() for finding in findings], indent=2, ensure_ascii=False))
    return 1 if any(finding.state == "wrong" for finding in findings) else 0


def _answer(report: CheckReport, as_json: bool, say: Say, sound: str, damaged: str) -> int:
    if as_json:
        say(json.dumps({"sound": report.sound, **asdict(report)}, indent=2, ensure_ascii=False))
    else:
        for damage in [*report.damages, *report.closed]:
            say(f"{'the file' if damage.table is None else f'table {damage.table}'}: {damage.problem}")
        if report.closed:
            n = len(report.closed)
            say(f"Games that stay closed because the rules have changed: {n}. Nothing is damaged there.")
        say(
            f"Looked at {report.tables} tables. Played {report.games} games again, {report.entries} entries. "
            f"Games of other rules: {report.older}."
        )
        say(sound if report.sound else damaged)
    return 0 if report.sound else 1


def _problems(report: CheckReport) -> str:
    n = len(report.damages)
    return f"{n} {'problem' if n == 1 else 'problems'}, listed above"
