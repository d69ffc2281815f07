"""The command ``tischlein verify``: a file in, sentences or JSON out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tischlein.engine.errors import OptionError
from tischlein.verify.check import Verdict, verify
from tischlein.verify.sentences import sentence, summary

# In front of each sentence; the letters can be read where symbols and colours cannot.
MARKS = {"good": "ok", "note": "note", "bad": "WRONG", "unable": "?"}


def check_file(file: Path, language: str, as_json: bool, say: Callable[[str], None]) -> int:
    """Check the record in a file, say what was found, and return the exit code."""
    verdict = verify(read(file))
    if as_json:
        say(json.dumps(as_data(verdict, language), indent=2, ensure_ascii=False))
    else:
        for finding in verdict.findings:
            say(f"{MARKS[finding.kind]:>5}  {sentence(finding, language)}")
        say(summary(verdict, language))
    return verdict.exit_code


def read(file: Path) -> object:
    try:
        data: object = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise OptionError(f"{file}: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        return None  # whatever it is, it is no record
    return data


def as_data(verdict: Verdict, language: str) -> dict[str, object]:
    return {
        "verdict": verdict.kind,
        "text": summary(verdict, language),
        "findings": [
            {
                "kind": finding.kind,
                "code": finding.code,
                "text": sentence(finding, language),
                "values": finding.values,
            }
            for finding in verdict.findings
        ],
    }
