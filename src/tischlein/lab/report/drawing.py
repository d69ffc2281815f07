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
PERCENT = {"format": "%"}
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


def _value(field: str, **more: object) -> Json:
    """Return where a number stands."""
    return {"field": field, "type": "quantitative", **more}


def _kind(field: str, **more: object) -> Json:
    """Return what tells kinds apart, in the order of the rows."""
    return {"field": field, "type": "nominal", "sort": None, **more}


def _layer(mark: str, encoding: Json, **how: object) -> Json:
    return {"mark": {"type": mark, **how}, "encoding": encoding}


def _reference_line(encoding: Json) -> Json:
    """Return a line to compare with."""
    return _layer("rule", encoding, strokeDash=[4, 4])


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
    y = _value("mean", title=None, axis=PERCENT, scale=top)
    layer = [
        _layer("bar", {"x": x, "y": y}, color=COLOURS[0], cornerRadiusEnd=2),
        _layer(
            "rule", {"x": x, "y": _value("low"), "y2": {"field": "high"}}, strokeWidth=2, color=COLOURS[1]
        ),
        _layer("text", {"x": x, "y": _value("above"), "text": _value("mean", format=".0%")}, dy=-9),
        _reference_line({"y": _value("equal", aggregate="max")}),
    ]
    panels = len({row["players"] for row in rows})
    step = step or max(30, min(60, WIDTH // (len(rows) + panels)))
    return _spec(
        rows,
        title,
        facet=_kind("players", title=None),
        columns=panels if panels <= PANELS else -(-panels // 2),
        align="none",
        spec={"layer": layer, "width": {"step": step}, "height": 170},
        resolve={"scale": {"x": "independent"}},
    )


def bin_values(counted: Counter[int]) -> list[Json]:
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
    share = _value("share", title=None, axis=PERCENT)
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
        encoding={"x": _value("x", title=x, axis={"tickMinStep": 1, "grid": False}), "y": share},
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
    low, value = _value("low", title=None, axis=PERCENT if percent else {}), _value("mean", title=None)
    who: Json = {}
    if len(names) > 1:
        who = {key: _kind("players", title=None) for key in ("color", "shape", *apart)}
        # Of the same values, or colours and forms have a legend each.
        who["color"]["scale"] = {"domain": names, "range": COLOURS}
        who["shape"]["scale"] = {"domain": names}
        for key in ("color", "shape"):
            who[key]["legend"] = {"orient": "bottom"}
    plain = {} if who else {"color": COLOURS[0]}
    formless = {key: who[key] for key in who if key != "shape"}
    between = {"x": across, "y": low, "y2": {"field": "high"}, **formless}
    layer = [
        _layer("rule", between, strokeWidth=2, **plain)
        if apart
        else _layer("area", between, opacity=0.2, **plain)
    ]
    if not apart:
        layer.append(_layer("line", {"x": across, "y": value, **formless}, strokeWidth=1.5, **plain))
    size = 55 if bins <= FEW else 22
    points = {"x": across, "y": value, **who}
    layer.append(_layer("point", points, filled=True, opacity=1, size=size, **plain))
    if even is not None:
        layer.insert(0, _reference_line({"y": {"datum": even}}))
    return _spec(rows, y, layer=layer, width=WIDTH, height=HEIGHT)


def share_chart(rows: Rows, title: str, even: float) -> Json:
    """Draw shares with intervals below each other, each with its name; a dashed line stands where both win equally often."""
    share = _value("mean", title=None, scale={"zero": False}, axis=PERCENT)
    down = {"field": "x", "type": "ordinal", "sort": None, "title": None, "axis": {"labelLimit": 260}}
    ends = {"xError": {"field": "above"}, "xError2": {"field": "below"}}
    layer = [
        _reference_line({"x": {"datum": even}}),
        _layer("errorbar", {"x": share, "y": down, **ends}, thickness=2, color=COLOURS[0]),
        _layer("point", {"x": share, "y": down}, filled=True, opacity=1, size=55, color=COLOURS[0]),
    ]
    rows = [{**row, "above": row["high"] - row["mean"], "below": row["low"] - row["mean"]} for row in rows]
    return _spec(rows, title, layer=layer, width=WIDTH - 180, height={"step": 34})


def _across(title: str, order: Sequence[str] | None) -> Json:
    """Return an axis with values in this order, from left to right."""
    axis = {"labelAngle": 0, "labelOverlap": True}
    return {"field": "x", "type": "ordinal", "sort": order, "title": title, "axis": axis}


def bar_groups(rows: Rows, x: str, y: str, order: Sequence[str]) -> Json:
    """Draw shares with intervals as bars, several kinds beside each other at each value."""
    kind = _kind("kind")
    colour = {**kind, "title": None, "scale": {"range": COLOURS}, "legend": {"orient": "bottom"}}
    across, share = _across(x, order), _value("mean", title=None, axis=PERCENT)
    layer = [
        _layer("bar", {"y": share, "color": colour}, cornerRadiusEnd=2),
        _layer("rule", {"y": _value("low"), "y2": {"field": "high"}}, strokeWidth=2),
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
