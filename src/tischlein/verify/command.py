"""The command ``tischlein verify``: read a record from a file, print sentences or JSON."""

import json
from pathlib import Path

import click

from tischlein.verify import verify
from tischlein.verify.sentences import as_data, sentence, summary

# Marks in front of each sentence, readable without symbols or colours.
MARKS = {"good": "ok", "note": "note", "bad": "WRONG", "unable": "?"}


def check_file(file: Path, language: str, as_json: bool) -> int:
    """Check the record in a file, print the findings, and return the exit code."""
    try:
        record: object = json.loads(file.read_text("utf-8"))
    except (ValueError, RecursionError):
        record = None
    verdict = verify(record)
    if as_json:
        click.echo(json.dumps(as_data(verdict, language), indent=2, ensure_ascii=False))
    else:
        for finding in verdict.findings:
            click.echo(f"{MARKS[finding.kind]:>5}  {sentence(finding, language)}")
        click.echo(summary(verdict, language))
    return verdict.exit_code
