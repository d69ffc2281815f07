"""Pictures as Vega-Lite specifications, and as SVG or PNG; needs the extra "lab"."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tischlein.engine.errors import OptionError

WIDTH, HEIGHT = 600, 260
BARS = 60
FEW = 24  # values that each have a bar and a label
PANELS = 4  # beside each other
# Told apart by people who do not see all colours, and by their form.
COLOURS = ["#2f5d8a", "#d9822b", "#3f7d58", "#8a3f6b"]
FONT = "system-ui, sans-serif"
LOCALES = {"en": "en-US", "de": "de-DE"}

Rows = Sequence[Mapping[str, Any]]


def cores() -> int:
    return os.cpu_count() or 1


def _spec(rows: Rows, **parts: Any) -> dict[str, Any]:
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "data": {"values": list(rows)},
        "config": {
            "font": FONT,
            "view": {"stroke": None},
            "axis": {"labelFontSize": 12, "titleFontSize": 12},
            # Readers have other fonts than the one that texts are measured in.
            "axisY": {"minExtent": 46, "titlePadding": 8},
        },
        **parts,
    }


def bars(rows: Rows, title: str) -> dict[str, Any]:
    """Shares with intervals and the line where all are equal, a panel for each number of players."""
    x = {"field": "who", "type": "nominal", "sort": None, "title": None, "axis": {"labelAngle": -40}}
    y = {"field": "mean", "type": "quantitative", "title": title, "axis": {"format": "%"}}
    layer = [
        {"mark": {"type": "bar", "color": COLOURS[0]}, "encoding": {"x": x, "y": y}},
        {
            "mark": {"type": "rule", "color": COLOURS[1], "strokeWidth": 3},
            "encoding": {"x": x, "y": {"field": "low", "type": "quantitative"}, "y2": {"field": "high"}},
        },
        {
            "mark": {"type": "rule", "strokeDash": [4, 4]},
            "encoding": {"y": {"field": "equal", "type": "quantitative", "aggregate": "max"}},
        },
    ]
    panels = len({row["players"] for row in rows})
    step = max(22, min(60, WIDTH // (len(rows) + panels)))
    return _spec(
        rows,
        facet={"field": "players", "type": "nominal", "sort": None, "title": None, "columns": PANELS},
        spec={"layer": layer, "width": {"step": step}, "height": 170},
        resolve={"scale": {"x": "independent"}},
    )


def binned(counted: Counter[int]) -> list[dict[str, Any]]:
    """How often each value comes; with many values, neighbours together."""
    low, high = min(counted), max(counted)
    width = -(-(high - low + 1) // BARS)
    rows = [{"from": at, "to": min(at + width - 1, high), "count": 0} for at in range(low, high + 1, width)]
    for value, count in counted.items():
        rows[(value - low) // width]["count"] += count
    everything = counted.total()
    return [{**row, "x": (row["from"] + row["to"]) / 2, "share": row["count"] / everything} for row in rows]


def histogram(rows: Rows, x: str, y: str) -> dict[str, Any]:
    """Shares of values: a bar for each where there are few, else one outline."""
    share = {"field": "share", "type": "quantitative", "title": y, "axis": {"format": "%"}}
    if len(rows) <= FEW and all(row["from"] == row["to"] for row in rows):
        across = {
            "field": "from",
            "type": "ordinal",
            "title": x,
            "axis": {"labelAngle": 0, "labelOverlap": True, "labelExpr": "replace(datum.label, '-', '−')"},
        }
        return _spec(
            rows,
            mark={"type": "bar", "color": COLOURS[0]},
            encoding={"x": across, "y": share},
            width={"step": WIDTH // len(rows)},
            height=HEIGHT,
        )
    return _spec(
        rows,
        mark={"type": "area", "interpolate": "step", "color": COLOURS[0], "opacity": 0.85},
        encoding={
            "x": {"field": "x", "type": "quantitative", "title": x, "axis": {"tickMinStep": 1}},
            "y": share,
        },
        width=WIDTH,
        height=HEIGHT,
    )


def curve(rows: Rows, x: str, y: str, *, percent: bool, zero: bool) -> dict[str, Any]:
    """Points with intervals; several numbers of players differ in colour and form. ``zero`` draws the line where nothing is gained."""
    across: dict[str, Any] = {
        "field": "x",
        "type": "ordinal",
        "sort": None,
        "title": x,
        "axis": {"labelAngle": 0, "labelOverlap": True},
    }
    number = {"format": "%"} if percent else {}
    value = {"field": "mean", "type": "quantitative", "title": y, "axis": number}
    who: dict[str, Any] = {}
    names = list(dict.fromkeys(row["players"] for row in rows))
    if len(names) > 1:
        who = {
            key: {"field": "players", "type": "nominal", "sort": None, "title": None} for key in ("color", "shape", "xOffset")
        }  # fmt: skip
        # Of the same values, or colours and forms have a legend each.
        who["color"]["scale"] = {"domain": names, "range": COLOURS}
        who["shape"]["scale"] = {"domain": names}
        for key in ("color", "shape"):
            who[key]["legend"] = {"orient": "bottom"}
    bins = len({row["x"] for row in rows})
    plain = {} if who else {"color": COLOURS[0]}
    lines = {key: who[key] for key in who if key != "shape"}
    layer: list[dict[str, Any]] = [
        {
            "mark": {"type": "rule", "strokeWidth": 2, **plain},
            "encoding": {"x": across, "y": {"field": "low", "type": "quantitative", "title": y}, "y2": {"field": "high"}, **lines},
        },
        {"mark": {"type": "point", "filled": True, "size": 50 if bins <= FEW else 22, **plain}, "encoding": {"x": across, "y": value, **who}},
    ]  # fmt: skip
    if zero:
        layer.insert(0, {"mark": {"type": "rule", "strokeDash": [4, 4]}, "encoding": {"y": {"datum": 0}}})
    return _spec(rows, layer=layer, width=WIDTH, height=HEIGHT)


def svg(spec: dict[str, Any], language: str = "en") -> str:
    """The picture, with numbers as the language writes them."""
    drawn: str = _convert().vegalite_to_svg(spec, format_locale=LOCALES[language])
    return drawn


def png(spec: dict[str, Any], language: str = "en") -> bytes:
    drawn: bytes = _convert().vegalite_to_png(spec, scale=2, format_locale=LOCALES[language])
    return drawn


def _convert() -> Any:
    try:
        import vl_convert
    except ImportError:
        raise OptionError("vl-convert is not installed: pip install 'tischlein[lab]'") from None
    return vl_convert
