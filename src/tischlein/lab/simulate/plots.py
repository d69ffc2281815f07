"""Draw a simulation with Altair: wins by seat, wins by the order of play, scores and lengths.

Everything is counted before it is drawn, so a picture of a million games is as small as one of a thousand.
"""

import numpy as np
from numpy.typing import NDArray

from tischlein.engine.types import Untyped
from tischlein.lab.extra import library
from tischlein.lab.intervals import ends_of_share
from tischlein.lab.report.drawing import COLOURS, look
from tischlein.lab.simulate.display import ordinal

WIDTH, HEIGHT = 340, 220
# Bars of a histogram: enough to see its form.
BARS = 40
# On the parts and not on the whole, so that pictures can still be put beside each other.
AXIS = look("#1d2b26")["axis"]
TITLE = look("#1d2b26")["title"]


def chart(
    title: str, seat_names: list[str], shares: Untyped, places: Untyped, scores: Untyped, decisions: Untyped
) -> Untyped:
    """Return an ``altair.Chart`` with four pictures; needs the extra "lab"."""
    alt = library("altair")
    seats = shares.shape[1]
    by_place = np.empty_like(shares)
    np.put_along_axis(by_place, places, shares, axis=1)
    order = [ordinal(k) for k in range(seats)]
    return alt.vconcat(
        alt.hconcat(
            _wins(alt, "Share of wins", seat_names, shares),
            _wins(alt, "Share of wins by order of play", order, by_place),
        ),
        alt.hconcat(
            _histogram(alt, "Share of games by points at the end", "points", {name: scores[:, k] for k, name in enumerate(seat_names)}),
            _histogram(alt, "Share of games by length", "decisions", {"all games": decisions}),
        ).resolve_scale(color="independent"),
        title={"text": title, "fontSize": 15, "fontWeight": "bold"},
    )  # fmt: skip


def _wins(alt: Untyped, title: str, labels: list[str], shares: NDArray[np.float64]) -> Untyped:
    """Draw bars with 95 % intervals, and a line where all seats would be equal."""
    n, seats = shares.shape
    means = shares.mean(axis=0)
    ends = ends_of_share(means, shares.std(axis=0, ddof=1 if n > 1 else 0), n)
    rows = [
        {"who": label, "share": float(mean), "low": float(low), "high": float(high)}
        for label, mean, low, high in zip(labels, means, *ends, strict=True)
    ]
    x = alt.X("who:N", sort=None, title=None, axis=alt.Axis(labelAngle=0, **AXIS))
    percent = alt.Axis(format="%", title=None, domain=False, **AXIS)
    base = alt.Chart(alt.Data(values=rows), title={"text": title, **TITLE}).encode(x=x)
    bars = base.mark_bar(color=COLOURS[0], cornerRadiusEnd=2).encode(y=alt.Y("share:Q", axis=percent))
    whiskers = base.mark_rule(color=COLOURS[1], strokeWidth=2).encode(y=alt.Y("low:Q"), y2="high:Q")
    equal = (
        alt.Chart(alt.Data(values=[{"equal": 1 / seats}]))
        .mark_rule(strokeDash=[4, 4])
        .encode(y=alt.Y("equal:Q"))
    )
    return (bars + whiskers + equal).properties(width=WIDTH, height=HEIGHT, view={"stroke": None})


def _histogram(alt: Untyped, title: str, unit: str, columns: dict[str, NDArray[Untyped]]) -> Untyped:
    """Draw how often each value occurs, one line per column; many values are binned."""
    low = min(int(values.min()) for values in columns.values())
    high = max(int(values.max()) for values in columns.values())
    width = -(-(high - low + 1) // BARS)
    rows = []
    for name, values in columns.items():
        counts = np.bincount((values - low) // width, minlength=(high - low) // width + 1)
        rows += [
            {"who": name, unit: low + k * width + (width - 1) / 2, "share": float(count / len(values))}
            for k, count in enumerate(counts)
        ]
    found = alt.Chart(alt.Data(values=rows), title={"text": title, **TITLE}).encode(
        x=alt.X(f"{unit}:Q", title=unit, axis=alt.Axis(grid=False, **AXIS)),
        y=alt.Y("share:Q", axis=alt.Axis(format="%", title=None, domain=False, **AXIS)),
    )
    if len(columns) == 1:
        found = found.mark_area(interpolate="step", color=COLOURS[0], opacity=0.85)
    else:
        scale = alt.Scale(range=COLOURS)
        found = found.mark_line(interpolate="step").encode(
            color=alt.Color(
                "who:N", sort=None, title=None, scale=scale, legend=alt.Legend(orient="bottom", columns=2)
            )
        )
    return found.properties(width=WIDTH, height=HEIGHT, view={"stroke": None})
