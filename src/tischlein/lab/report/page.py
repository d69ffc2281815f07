"""Write a report as one HTML page without scripts, or as Markdown with pictures beside it."""

from html import escape
from pathlib import Path
from textwrap import fill

from tischlein.engine.errors import OptionError
from tischlein.engine.texts import load_texts
from tischlein.lab.report import drawing
from tischlein.lab.report.sections import Picture, Report

COLUMNS = 100  # of a line in Markdown
NO_BREAK = "\N{NO-BREAK SPACE}"
STYLE = """
:root { color-scheme: light dark; --ink: #1d2b26; --ground: #f6f3ea; --sheet: #fff; --soft: #1d2b2614 }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e5d8; --ground: #16201c; --sheet: #202d28; --soft: #e9e5d81a } }
@media print { :root { --ground: #fff } section { break-inside: avoid } }
body { font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground); margin: 0 auto; padding: 1.5rem 1rem; max-width: 46rem }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem }
p { max-width: 44rem }
figure { margin: 0; padding: 1rem; border-radius: .75rem; overflow-x: auto; box-shadow: 0 1px 3px #0002;
  /* A shadow at an edge says that the picture goes on there: on a phone it is wider than the page. */
  background:
    linear-gradient(to right, var(--sheet) 1rem, transparent) left / 3rem local,
    linear-gradient(to left, var(--sheet) 1rem, transparent) right / 3rem local,
    linear-gradient(to right, #0004, transparent) left / 1rem,
    linear-gradient(to left, #0004, transparent) right / 1rem, var(--sheet);
  background-repeat: no-repeat }
svg { display: block; max-width: 100%; min-width: 36rem; height: auto }
code { background: var(--soft); padding: .1rem .35rem; border-radius: .25rem; overflow-wrap: anywhere }
details { overflow-x: auto }
table { border-collapse: collapse; margin: .5rem 0 }
td, th { padding: .15rem 1rem .15rem 0; text-align: left; font-variant-numeric: tabular-nums }
tr + tr td { border-top: 1px solid var(--soft) }
summary { cursor: pointer; padding: .5rem 0 }
"""


def page(report: Report) -> str:
    """Return the whole page."""
    words = load_texts("tischlein.lab.texts", report.language)
    sections = "\n".join(_section(picture, words["numbers"], report.language) for picture in report.pictures)
    return (
        f'<!doctype html>\n<html lang="{report.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(report.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(report.title)}</h1>\n<p>{escape(report.made)}</p>\n"
        f"<p>{escape(words['again'])} <code>{escape(report.command)}</code></p>\n"
        f"<h2>{escape(words['short'])}</h2>\n<ul>\n{_short(report)}\n</ul>\n"
        f"{sections}\n<h2>{escape(words['method']['title'])}</h2>\n<p>{escape(report.method)}</p>\n</main>\n</body>\n</html>\n"
    )


def markdown(report: Report, folder: str) -> str:
    """Return the whole page as Markdown; its pictures are in a folder beside it."""
    words = load_texts("tischlein.lab.texts", report.language)
    parts = [
        f"# {report.title}",
        _wrap(report.made),
        _wrap(words["again"]),
        f"```sh\n{report.command}\n```",
        f"## {words['short']}",
        "\n".join(_wrap(f"- **{one.title}** {one.answer}", "  ") for one in report.pictures),
    ]
    for one in report.pictures:
        lines = [one.header, ["---"] * len(one.header), *one.rows]
        table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
        parts += [
            f"## {one.title}",
            _wrap(one.answer),
            _wrap(one.text),
            f"![{one.title}]({folder}/{one.name}.svg)",
            f"<details><summary>{words['numbers']}</summary>\n\n{table}\n\n</details>",
        ]
    parts += [f"## {words['method']['title']}", _wrap(report.method)]
    return "\n\n".join(parts) + "\n"


def _short(report: Report) -> str:
    """Return all answers as the items of a list."""
    items = (f"<li><b>{escape(one.title)}</b> {_paragraph(one.answer)}</li>" for one in report.pictures)
    return "\n".join(items)


def _paragraph(text: str) -> str:
    """Return text for HTML, in which a number and its percent sign stay together."""
    return escape(text.replace(" %", f"{NO_BREAK}%"))


def _wrap(text: str, later: str = "") -> str:
    """Return a paragraph in lines, the second and later ones indented; a number and its percent sign stay together."""
    together = text.replace(" %", f"{NO_BREAK}%")
    lines = fill(together, COLUMNS, break_long_words=False, break_on_hyphens=False, subsequent_indent=later)
    return lines.replace(NO_BREAK, " ")


def _section(picture: Picture, numbers: str, language: str) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in picture.header)
    rows = "\n".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in picture.rows
    )
    name = escape(picture.name)
    return (
        f'<section aria-labelledby="{name}">\n<h2 id="{name}">{escape(picture.title)}</h2>\n<p><b>{_paragraph(picture.answer)}</b></p>\n<p>{_paragraph(picture.text)}</p>\n'
        f'<figure role="img" aria-label="{escape(picture.title)}">{drawing.svg(picture.spec, language)}</figure>\n'
        f"<details><summary>{escape(numbers)}</summary><table><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table></details>\n"
        "</section>"
    )


def check_place(file: Path, pictures: Path | None) -> None:
    """Raise OptionError before the games are played if the page or its pictures cannot be written."""
    try:
        there = file.exists()
        file.open("a", encoding="utf-8").close()
        if not there:
            file.unlink()
        if pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"{error.filename or file} cannot be written: {error.strerror}") from None


def write(report: Report, file: Path, pictures: Path | None) -> None:
    """Write the page, and every picture as a PNG file into a folder; a file that ends in .md is Markdown."""
    try:
        if file.suffix == ".md":
            drawn = file.with_suffix("")
            file.write_text(markdown(report, drawn.name), encoding="utf-8")
            drawn.mkdir(exist_ok=True)
            for picture in report.pictures:
                svg = drawing.svg(picture.spec, report.language, on_white=True)
                (drawn / f"{picture.name}.svg").write_text(svg + "\n", encoding="utf-8")
        else:
            file.write_text(page(report), encoding="utf-8")
        if pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)
            for picture in report.pictures:
                (pictures / f"{picture.name}.png").write_bytes(drawing.png(picture.spec, report.language))
    except OSError as error:
        raise OptionError(f"{error.filename or file} cannot be written: {error.strerror}") from None
