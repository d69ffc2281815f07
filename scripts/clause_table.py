"""Write the generated parts of docs/games/<game>.md: the options, the reasons, the table clause × case, and who sees a field.

The tables stand between `<!-- options: begin -->` and `<!-- options: end -->`, and likewise for the others.
"""

from collections import defaultdict
from pathlib import Path
from typing import Any

import tischlein
from conformance.runner import load_cases, load_clauses
from tischlein.engine.rules.record import SIGHTS

PAGES = Path(__file__).resolve().parents[1] / "docs" / "games"


def options_table(game: tischlein.Game) -> str:
    """Return the table of a game's options."""
    lines = ["| option | default | choices | |", "|---|---|---|---|"]
    for name, option in game.options.items():
        is_range = isinstance(option.choices, range)
        choices = option.choices_text if is_range else " ".join(f"`{choice!r}`" for choice in option.choices)
        lines.append(f"| `{name}` | `{option.default!r}` | {choices} | {option.help} |")
    return "\n".join(lines)


def reasons_table(game: tischlein.Game) -> str:
    """Return the table of reasons for which the rules refuse an action."""
    lines = ["| code | clause |", "|---|---|"]
    lines += [f"| `{code}` | {clause} |" for code, clause in game.rules.REASONS[1:]]
    return "\n".join(lines)


def clauses_table(game: tischlein.Game) -> str:
    """Return the table of all rulings, with the cases that prove each."""
    proofs: dict[str, list[str]] = defaultdict(list)
    files: dict[str, str] = {}
    for case in load_cases(game.id):
        files[case.name] = case.file
        for ruling in case.rulings:
            proofs[ruling].append(case.name)
    lines = ["| ruling | kind | in short | cases |", "|---|---|---|---|"]
    for clause in load_clauses(game.id)["clause"]:
        lines.append(f"| **{clause['id']}** | | **{clause['title']['en']}** · *{clause['title']['de']}* | |")
        lines += [ruling_line(ruling, proofs[ruling["id"]], files) for ruling in clause["rulings"]]
    return "\n".join(lines)


def ruling_line(ruling: dict[str, Any], names: list[str], files: dict[str, str]) -> str:
    """Return the row of a ruling, with links to the files of its cases."""
    cases = " ".join(f"[{name}](../../conformance/{files[name]})" for name in names)
    return f"| {ruling['id']} | {ruling['kind']} | {ruling['en']} | {cases} |"


def fields_table(game: tischlein.Game) -> str:
    """Return the table of the fields of a record, by who sees them."""
    lines = ["| who sees it | | fields |", "|---|---|---|"]
    for sight, who in SIGHTS.items():
        names = [f"`{field.name}`" for field in game.layout.fields if field.sight == sight]
        if names:
            lines.append(f"| {sight} | {who} | {', '.join(names)} |")
    return "\n".join(lines)


TABLES = {
    "options": options_table,
    "reasons": reasons_table,
    "clauses": clauses_table,
    "fields": fields_table,
}


def renewed(text: str, game: tischlein.Game) -> str:
    """Return a page with its generated tables replaced."""
    for name, table in TABLES.items():
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
        if text.count(begin) != 1 or text.count(end) != 1:
            raise SystemExit(f"docs/games/{game.id}.md needs one pair of marks for {name}")
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}\n{table(game)}\n\n{end}{rest.partition(end)[2]}"
    return text


if __name__ == "__main__":
    for id, game in tischlein.games().items():
        page = PAGES / f"{id}.md"
        if page.exists() or not game.draft:
            page.write_text(renewed(page.read_text("utf-8"), game), "utf-8")
