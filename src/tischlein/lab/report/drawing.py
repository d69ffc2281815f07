"""Pictures as Vega-Lite specifications, and as SVG or PNG; needs the extra "lab"."""

from collections import Counter
from collections.abc import Sequence

from tischlein.engine.types import AnyJson, Json, Untyped
from tischlein.lab.extra import library

WIDTH, HEIGHT = 640, 260
BARS = 60
FEW = 24  # values that each have a bar and a label
BESIDE = 12  # values with room for several intervals beside each other
PANELS = 5  # beside each other
# Distinct for people with colour blindness, and by their shape.
COLOURS = ["#4a80b5", "#e08a2e", "#4a9a6c", "#b0588c", "#7a6fb8", "#8a8f3a", "#c75b5b", "#5aa6b8"]
FONT = "system-ui, sans-serif"
# How numbers are written; by its name alone German would have no space before the percent sign.
GERMAN = {
    "decimal": ",",
    "thousands": ".",
    "grouping": [3],
    "currency": ["", "\N{NO-BREAK SPACE}€"],
    "percent": "\N{NO-BREAK SPACE}%",
}
CONVERTER = "vl_convert"
LOCALES: dict[str, Untyped] = {"en": "en-US", "de": GERMAN}

Rows = Sequence[AnyJson]


def look(ink: str) -> Json:
    """Return the theme of all pictures: much paper, little ink."""
    return {
        "font": FONT,
        "view": {"stroke": None},
        "title": {"color": ink, "fontSize": 13, "fontWeight": "normal", "anchor": "start", "offset": 12},
        "axis": {
            "labelFontSize": 12,
            "titleFontSize": 13,
            "titleFontWeight": "normal",
            "titlePadding": 8,
            "labelColor": ink,
            "titleColor": ink,
            "domainColor": ink,
            "domainOpacity": 0.5,
            "ticks": False,
            "labelPadding": 6,
            "gridColor": ink,
            "gridOpacity": 0.12,
            "labelFlush": False,
        },
        # Readers have other fonts than the one that texts are measured in.
        "axisY": {"minExtent": 40, "domain": False, "tickCount": 6},
        "header": {"labelColor": ink, "labelFontSize": 12, "labelFontWeight": "bold"},
        "legend": {
            "labelColor": ink,
            "labelFontSize": 12,
            "symbolSize": 90,
            "symbolOpacity": 1,
            "columnPadding": 20,
        },
        "rule": {"color": ink},
        "text": {"color": ink, "fontSize": 11},
    }


def _spec(rows: Rows, above: str, **parts: object) -> Json:
    """Return a picture with the meaning of its values above it, where it is read horizontally."""
    return {"data": {"values": list(rows)}, "title": {"text": above}, **parts}


def bars(rows: Rows, title: str, across: str, step: int | None = None) -> Json:
    """Draw shares with intervals and the line where all are equal, a panel for each number of players.

    With ``step``, the width of a bar and the space around it, labels are no wider; what follows a colon is on a second line.
    """
    label = {} if step is None else {"labelExpr": "split(datum.label, ': ')", "labelLimit": step}
    x = {
        "field": "place",
        "type": "ordinal",
        "sort": None,
        "title": across,
        "axis": {"labelAngle": 0, "domainOpacity": 0.2, **label},
    }
    # Room for the numbers above the bars, and above the line where it would strike them through.
    highest = max((row["high"] for row in rows), default=1.0)
    top = {"domainMax": 1.12 * highest}
    number = 0.11 * highest
    rows = [
        {**row, "above": row["equal"] if row["high"] <= row["equal"] < row["high"] + number else row["high"]}
        for row in rows
    ]
    y = {"field": "mean", "type": "quantitative", "title": None, "axis": {"format": "%"}, "scale": top}
    layer = [
        {"mark": {"type": "bar", "color": COLOURS[0], "cornerRadiusEnd": 2}, "encoding": {"x": x, "y": y}},
        {
            "mark": {"type": "rule", "strokeWidth": 2, "color": COLOURS[1]},
            "encoding": {"x": x, "y": {"field": "low", "type": "quantitative"}, "y2": {"field": "high"}},
        },
        {
            "mark": {"type": "text", "dy": -9},
            "encoding": {
                "x": x,
                "y": {"field": "above", "type": "quantitative"},
                "text": {"field": "mean", "type": "quantitative", "format": ".0%"},
            },
        },
        {
            "mark": {"type": "rule", "strokeDash": [4, 4]},
            "encoding": {"y": {"field": "equal", "type": "quantitative", "aggregate": "max"}},
        },
    ]
    panels = len({row["players"] for row in rows})
    step = step or max(30, min(60, WIDTH // (len(rows) + panels)))
    return _spec(
        rows,
        title,
        facet={"field": "players", "type": "nominal", "sort": None, "title": None},
        columns=panels if panels <= PANELS else -(-panels // 2),
        align="none",
        spec={"layer": layer, "width": {"step": step}, "height": 170},
        resolve={"scale": {"x": "independent"}},
    )


def binned(counted: Counter[int]) -> list[Json]:
    """Return how often each value occurs; many values are binned."""
    low, high = min(counted), max(counted)
    width = -(-(high - low + 1) // BARS)
    rows = [{"from": at, "to": min(at + width - 1, high), "count": 0} for at in range(low, high + 1, width)]
    for value, count in counted.items():
        rows[(value - low) // width]["count"] += count
    everything = counted.total()
    return [{**row, "x": (row["from"] + row["to"]) / 2, "share": row["count"] / everything} for row in rows]


def histogram(rows: Rows, x: str, y: str) -> Json:
    """Draw shares of values: a bar for each where there are few, else one outline."""
    share = {"field": "share", "type": "quantitative", "title": None, "axis": {"format": "%"}}
    if len(rows) <= FEW and all(row["from"] == row["to"] for row in rows):
        across = {
            "field": "from",
            "type": "ordinal",
            "title": x,
            "axis": {"labelAngle": 0, "labelOverlap": True, "labelExpr": "replace(datum.label, '-', '−')"},
        }
        return _spec(
            rows,
            y,
            mark={"type": "bar", "color": COLOURS[0], "cornerRadiusEnd": 2},
            encoding={"x": across, "y": share},
            width={"step": WIDTH // len(rows)},
            height=HEIGHT,
        )
    return _spec(
        rows,
        y,
        mark={"type": "area", "interpolate": "step", "color": COLOURS[0], "opacity": 0.85},
        encoding={
            "x": {
                "field": "x",
                "type": "quantitative",
                "title": x,
                "axis": {"tickMinStep": 1, "grid": False},
            },
            "y": share,
        },
        width=WIDTH,
        height=HEIGHT,
    )


def curve(
    rows: Rows, x: str, y: str, *, percent: bool, even: float | None, order: Sequence[str] | None = None
) -> Json:
    """Draw values with intervals; several numbers of players differ in colour and shape.

    ``even`` is where a dashed line stands: nothing is gained, or both win equally often.

    Few values have a line for each interval; many have a band, since lines would hide one another. They stand in the ``order`` given,
    or as they come.
    """
    bins = len({row["x"] for row in rows})
    names = list(dict.fromkeys(row["players"] for row in rows))
    apart = ["xOffset"] if bins <= BESIDE else []
    across = _across(x, order)
    low = {"field": "low", "type": "quantitative", "title": None, "axis": {"format": "%"} if percent else {}}
    value = {"field": "mean", "type": "quantitative", "title": None}
    who: Json = {}
    if len(names) > 1:
        who = {
            key: {"field": "players", "type": "nominal", "sort": None, "title": None}
            for key in ("color", "shape", *apart)
        }
        # Of the same values, or colours and forms have a legend each.
        who["color"]["scale"] = {"domain": names, "range": COLOURS}
        who["shape"]["scale"] = {"domain": names}
        for key in ("color", "shape"):
            who[key]["legend"] = {"orient": "bottom"}
    plain = {} if who else {"color": COLOURS[0]}
    formless = {key: who[key] for key in who if key != "shape"}
    between = {"x": across, "y": low, "y2": {"field": "high"}, **formless}
    layer: list[Json] = [
        {"mark": {"type": "rule", "strokeWidth": 2, **plain}, "encoding": between}
        if apart
        else {"mark": {"type": "area", "opacity": 0.2, **plain}, "encoding": between}
    ]
    if not apart:
        line = {"type": "line", "strokeWidth": 1.5, **plain}
        layer.append({"mark": line, "encoding": {"x": across, "y": value, **formless}})
    point = {"type": "point", "filled": True, "opacity": 1, "size": 55 if bins <= FEW else 22, **plain}
    layer.append({"mark": point, "encoding": {"x": across, "y": value, **who}})
    if even is not None:
        layer.insert(0, {"mark": {"type": "rule", "strokeDash": [4, 4]}, "encoding": {"y": {"datum": even}}})
    return _spec(rows, y, layer=layer, width=WIDTH, height=HEIGHT)


def listed(rows: Rows, title: str, even: float) -> Json:
    """Draw shares with intervals below each other, each with its name; a dashed line stands where both win equally often."""
    axis = {"format": "%"}
    share = {"field": "mean", "type": "quantitative", "title": None, "scale": {"zero": False}, "axis": axis}
    down = {"field": "x", "type": "ordinal", "sort": None, "title": None, "axis": {"labelLimit": 260}}
    ends = {"xError": {"field": "above"}, "xError2": {"field": "below"}}
    layer: list[Json] = [
        {"mark": {"type": "rule", "strokeDash": [4, 4]}, "encoding": {"x": {"datum": even}}},
        {
            "mark": {"type": "errorbar", "thickness": 2, "color": COLOURS[0]},
            "encoding": {"x": share, "y": down, **ends},
        },
        {
            "mark": {"type": "point", "filled": True, "opacity": 1, "size": 55, "color": COLOURS[0]},
            "encoding": {"x": share, "y": down},
        },
    ]
    rows = [{**row, "above": row["high"] - row["mean"], "below": row["low"] - row["mean"]} for row in rows]
    return _spec(rows, title, layer=layer, width=WIDTH - 180, height={"step": 34})


def _across(title: str, order: Sequence[str] | None) -> Json:
    """Return an axis with values in this order, from left to right."""
    axis = {"labelAngle": 0, "labelOverlap": True}
    return {"field": "x", "type": "ordinal", "sort": order, "title": title, "axis": axis}


def grouped(rows: Rows, x: str, y: str, order: Sequence[str]) -> Json:
    """Draw shares with intervals as bars, several kinds beside each other at each value."""
    kind: Json = {"field": "kind", "type": "nominal", "sort": None}
    colour = {**kind, "title": None, "scale": {"range": COLOURS}, "legend": {"orient": "bottom"}}
    across = _across(x, order)
    share = {"field": "mean", "type": "quantitative", "title": None, "axis": {"format": "%"}}
    between = {"y": {"field": "low", "type": "quantitative"}, "y2": {"field": "high"}}
    layer: list[Json] = [
        {"mark": {"type": "bar", "cornerRadiusEnd": 2}, "encoding": {"y": share, "color": colour}},
        {"mark": {"type": "rule", "strokeWidth": 2}, "encoding": between},
    ]
    return _spec(rows, y, layer=layer, encoding={"x": across, "xOffset": kind}, width=WIDTH, height=HEIGHT)


def svg(spec: Json, language: str = "en", *, on_white: bool = False) -> str:
    """Return the picture, with numbers as the language writes them; ``on_white`` for a file of its own."""
    shown = _on_white(spec) if on_white else _page(spec)
    drawn: str = library(CONVERTER).vegalite_to_svg(shown, format_locale=LOCALES[language])
    return drawn


def png(spec: Json, language: str = "en") -> bytes:
    drawn: bytes = library(CONVERTER).vegalite_to_png(
        _on_white(spec), scale=2, format_locale=LOCALES[language]
    )
    return drawn


def _page(spec: Json) -> Json:
    # As the text around: a page may be read in the dark. What is behind, the page says, or the file.
    theme = {"config": look("currentColor"), "background": "transparent"}
    return {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", **theme, **spec}


def _on_white(spec: Json) -> Json:
    return {**_page(spec), "background": "white", "padding": 12}
