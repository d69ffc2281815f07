"""Draw a simulation with the pictures of a report: wins by seat and by the order of play, scores and lengths.

Everything is counted before it is drawn, so a picture of a million games is as small as one of a thousand.
"""

from collections.abc import Sequence

from tischlein.engine.types import Json, Untyped
from tischlein.lab.extra import library
from tischlein.lab.intervals import Moments
from tischlein.lab.report import drawing
from tischlein.lab.report.numbers import ENDS
from tischlein.lab.simulate.display import ordinal
from tischlein.lab.simulate.summary import Summary


def chart(title: str, seat_names: Sequence[str], summary: Summary) -> Untyped:
    """Return an ``altair.Chart`` with four pictures; needs the extra "lab"."""
    order = [ordinal(place) for place in range(len(seat_names))]
    points, lengths = drawing.binned(summary.points), drawing.binned(summary.lengths)
    wins = [
        drawing.bars(_shares(seat_names, summary.shares), "Share of wins", "seat"),
        drawing.bars(_shares(order, summary.places), "Share of wins by order of play", "player"),
    ]
    histograms = [
        drawing.histogram(points, "points", "Share of players by points at the end"),
        drawing.histogram(lengths, "decisions", "Share of games by length"),
    ]
    rows = [{"hconcat": wins}, {"hconcat": histograms}]
    return library("altair").VConcatChart.from_dict({"title": title, "vconcat": rows})


def _shares(labels: Sequence[str], wins: Moments) -> list[Json]:
    """Return shares of wins with their intervals."""
    return [
        {
            "players": "",
            "place": label,
            "equal": 1 / len(labels),
            **dict(zip(ENDS, map(float, ends), strict=True)),
        }
        for label, *ends in zip(labels, wins.mean, *wins.share_ends, strict=True)
    ]
