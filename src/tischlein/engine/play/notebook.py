"""A table as plain HTML, for notebooks."""

from html import escape

from tischlein.engine.play.zones import APART, lines_of, note_on
from tischlein.engine.rules.declaration import Declaration
from tischlein.engine.texts import words_for
from tischlein.engine.types import View

LANGUAGE = "en"


def as_html(title: str, game: Declaration, view: View) -> str:
    """Return the players and the cards on the table as HTML, from the observer of the view."""
    words = words_for(game, LANGUAGE)
    names = [f"seat {seat}" for seat in range(view["seats"])]
    note = note_on(game)
    seats = [
        (f"▸ {name}" if seat in view["waiting"] else name, note(view, words, seat))
        for seat, name in enumerate(names)
    ]
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(_apart(text))}</td></tr>"
        for name, text in (*seats, *lines_of(game)(view, words, names))
    )
    return f"<div><p><b>{escape(title)}</b></p><table>{rows}</table></div>"


def _apart(text: str) -> str:
    """Replace runs of spaces, which HTML would collapse, by separators.

    >>> _apart("2 points   Laid 1   3/?  ?/10"), _apart("7   (2)")
    ('2 points · Laid 1 · 3/?, ?/10', '7 (2)')
    """
    return text.replace(f"{APART}(", " (").replace(APART, " · ").replace("  ", ", ")
