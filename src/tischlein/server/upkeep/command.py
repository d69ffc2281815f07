"""The commands ``tischlein check``, ``backup`` and ``restore``: sentences or JSON for an operator, and an exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from tischlein.server.config import data_home, database
from tischlein.server.store.writer import NAME
from tischlein.server.texts import own_text
from tischlein.server.upkeep import copies, databases
from tischlein.server.upkeep.check import CheckReport, check
from tischlein.usage.refusals import translated

Say = Callable[[str], None]


def run_check(data: str | None, file: Path | None, language: str, as_json: bool, say: Say) -> int:
    """Check the stored tables, or one file, for example a backup."""
    url = database(data)
    if file is None and url is not None:
        report = databases.check_database(url)
    else:
        report = check(file or data_home(data) / NAME)
    return _answer(report, language, as_json, say, "sound" if report.sound else "damaged")


def run_backup(data: str | None, target: Path, language: str, as_json: bool, say: Say) -> int:
    """Copy the stored tables; a copy that is not in order is kept, and told."""
    url = database(data)
    if url is not None:
        report = databases.backup_database(url, target)
    else:
        report = copies.backup(data_home(data), target)
    return _answer(report, language, as_json, say, "backed_up" if report.sound else "backed_up_damaged")


def run_restore(data: str | None, copy: Path, language: str, as_json: bool, say: Say) -> int:
    """Put a backup in place; a damaged one changes nothing."""
    url, aside = database(data), None
    if url is not None:
        report = databases.restore_database(copy, url)
    else:
        report, aside = copies.restore(copy, data_home(data))
    code = _answer(report, language, as_json, say, "restored" if report.sound else "not_restored")
    if aside is not None and not as_json:
        say(_text("set_aside", language, file=aside))
    return code


def _answer(report: CheckReport, language: str, as_json: bool, say: Say, outcome: str) -> int:
    if as_json:
        say(json.dumps({"sound": report.sound, **asdict(report)}, indent=2, ensure_ascii=False))
    else:
        for damage in [*report.damages, *report.closed]:
            place = (
                _text("the_file", language)
                if damage.table is None
                else _text("table", language, code=damage.table)
            )
            say(f"{place}: {translated(damage.problem, language)}")
        if report.closed:
            say(_text("closed", language, games=len(report.closed)))
        say(
            _text(
                "counted",
                language,
                tables=report.tables,
                games=report.games,
                entries=report.entries,
                older=report.older,
            )
        )
        say(_text(outcome, language, file=report.file, damages=len(report.damages)))
    return 0 if report.sound else 1


def _text(key: str, language: str, **values: object) -> str:
    text = own_text(f"upkeep.{key}", **values)
    return text.de if language == "de" else text.en
