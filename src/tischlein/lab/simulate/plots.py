"""Draw a simulation with the pictures of a report: wins by seat and by the order of play, scores and lengths.

Everything is counted before it is drawn, so a picture of a million games is as small as one of a thousand.
"""

from collections.abc import Sequence

from tischlein.engine.types import Json, Untyped
from tischlein.lab.extra import library
from tischlein.lab.intervals import Moments
from tischlein.lab.report import drawing
from tischlein.lab.report.numbers import proportions
from tischlein.lab.simulate.display import ordinal
from tischlein.lab.simulate.summary import Summary

SIZE = {"width": 340, "height": 170}
THEME = drawing.look("#1d2b26")


def chart(title: str, seat_names: Sequence[str], summary: Summary) -> Untyped:
    """Return an ``altair.Chart`` with four pictures; needs the extra "plots"."""
    order = [ordinal(place) for place in range(len(seat_names))]
    step = SIZE["width"] // len(seat_names)
    points, lengths = drawing.bin_values(summary.points), drawing.bin_values(summary.lengths)
    wins = [
        drawing.bars(_shares(seat_names, summary.shares), "Share of wins", "seat", step),
        drawing.bars(_shares(order, summary.places), "Share of wins by order of play", "player", step),
    ]
    histograms = [
        {**drawing.histogram(points, "points", "Share of players by points at the end"), **SIZE},
        {**drawing.histogram(lengths, "decisions", "Share of games by length"), **SIZE},
    ]
    rows = [{"hconcat": _with_theme(wins)}, {"hconcat": _with_theme(histograms)}]
    whole = {"title": {"text": title, "fontSize": 15}, "vconcat": rows}
    return library("altair").VConcatChart.from_dict(whole)


def _with_theme(part: Untyped) -> Untyped:
    """Return a part of a picture with the theme of its axes and titles.

    A theme for the whole would be shorter, but then two pictures could not be put beside each other.
    """
    if isinstance(part, list):
        return [_with_theme(one) for one in part]
    if not isinstance(part, dict):
        return part
    found = {name: _with_theme(value) for name, value in part.items()}
    for name in ("axis", "title"):
        if isinstance(part.get(name), dict):
            found[name] = {**THEME[name], **part[name]}
    return found


def _shares(labels: Sequence[str], wins: Moments) -> list[Json]:
    """Return shares of wins with their intervals."""
    return [
        {"players": "", "place": label, "equal": 1 / len(labels), **ends}
        for label, ends in zip(labels, proportions(wins), strict=True)
    ]
