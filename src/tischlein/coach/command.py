"""The command ``tischlein review``: a record in, sentences or JSON out."""

import json
from pathlib import Path

import click

from tischlein.coach.review import data_of, review
from tischlein.coach.review_text import lines
from tischlein.engine.errors import RecordError


def review_file(file: Path, language: str, as_json: bool) -> None:
    """Look at the game in a file again, and say what was found."""
    try:
        record: object = json.loads(file.read_text("utf-8"))
    except (ValueError, RecursionError):
        raise RecordError(f"{file} is not a record: it is not JSON") from None
    found = review(record)
    if as_json:
        click.echo(json.dumps(data_of(found), indent=2, ensure_ascii=False))
        return
    for line in lines(found, language):
        click.echo(line)
