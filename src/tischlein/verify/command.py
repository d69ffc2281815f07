"""The command ``tischlein verify``: read a record from a file, print sentences or JSON."""

import json
from pathlib import Path

import click

from tischlein.engine.errors import OptionError
from tischlein.verify import verify
from tischlein.verify.sentences import as_data, sentence, summary

# Marks in front of each sentence, readable without symbols or colours.
MARKS = {"good": "ok", "note": "note", "bad": "WRONG", "unable": "?"}


def check_file(file: Path, language: str, as_json: bool) -> int:
    """Check the record in a file, print the findings, and return the exit code."""
    verdict = verify(read(file))
    if as_json:
        click.echo(json.dumps(as_data(verdict, language), indent=2, ensure_ascii=False))
    else:
        for finding in verdict.findings:
            click.echo(f"{MARKS[finding.kind]:>5}  {sentence(finding, language)}")
        click.echo(summary(verdict, language))
    return verdict.exit_code


def read(file: Path) -> object:
    try:
        data: object = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise OptionError(f"{file}: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        return None  # not a record
    return data
