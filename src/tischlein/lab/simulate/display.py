"""Show a summary: on one screen of text, or as tables in a notebook; in English, as all commands speak."""

from collections.abc import Iterable, Sequence
from html import escape

import numpy as np

from tischlein.engine.intervals import FEWEST
from tischlein.engine.option_texts import value_text
from tischlein.engine.texts import load_texts
from tischlein.engine.types import Json
from tischlein.games import GAMES
from tischlein.lab.intervals import Moments
from tischlein.lab.simulate.summary import Summary, quantile

# Bins of a column that fit into one line.
MOST_BINS = 8

Rows = list[list[str]]


def as_text(summary: Summary) -> str:
    """Return the whole summary, in aligned columns."""
    parts = [title(summary)]
    parts += ["\n".join(align_columns(rows)) for rows in _tables(summary)]
    parts.append(f"{note([summary])} {speed(summary)}")
    return "\n\n".join(parts)


def as_html(summary: Summary) -> str:
    """Return the same for notebooks."""
    tables = "".join(_html_table(rows) for rows in _tables(summary))
    end = f"{note([summary])} {speed(summary)}"
    return f"<div><p><b>{escape(title(summary))}</b></p>{tables}<p>{escape(end)}</p></div>"


def note(summaries: Sequence[Summary]) -> str:
    """Return the sentence that explains ±, with a warning where the games are too few for it."""
    meaning = "± is half of a 95 % interval; where that would leave 0 to 100 %, both ends are given."
    if min(summary.games for summary in summaries) < FEWEST:
        return f"{meaning} Fewer than {FEWEST} games are too few for intervals: do not trust these."
    return meaning


def ordinal(place: int) -> str:
    """Return a place in the order of play as a word.

    >>> ordinal(0), ordinal(9)
    ('first', '10th')
    """
    words: list[str] = load_texts("tischlein.lab.texts", "en")["order"]
    return words[place] if place < len(words) else f"{place + 1}th"


def column_name(game: str, name: str) -> str:
    """Return the game's name for one of its columns; by default, the column's own name.

    >>> column_name("qwixx", "misses"), column_name("quanto", "rounds")
    ('misses', 'rounds')
    """
    word: str | None = _texts(game).get("columns", {}).get(name)
    return word or name.replace("_", " ")


def bin_name(game: str, label: str) -> str:
    """Return the game's name for a bin of a column."""
    word: str = _texts(game).get("bins", {}).get(label, label)
    return word


def _texts(game: str) -> Json:
    known = GAMES.get(game)
    return load_texts(known.face.texts, "en") if known and known.face.texts else {}


def _tables(summary: Summary) -> list[Rows]:
    tables = (seat_rows(summary), place_rows(summary), column_rows(summary))
    return [rows for rows in tables if len(rows) > 1]


def title(summary: Summary, swept: Sequence[str] = ()) -> str:
    """Return what was played, without the options in ``swept``, which differ from case to case."""
    header = summary.header
    game = GAMES.get(header["game"])
    chosen = [
        f"{name}={value_text(value)}"
        for name, value in header["options"].items()
        if name not in swept
        and (game is None or name not in game.options or value != game.options[name].default)
    ]
    seats = [] if "seats" in swept else [f"{header['seats']} seats"]
    parts = [game.name if game else header["game"], *seats, *chosen]
    parts += [f"{number(summary.games)} games", f"seed {header['seed']}"]
    return " · ".join(parts)


def seat_rows(summary: Summary) -> Rows:
    """Return wins and points by seat."""
    rows = [["", "player", "wins %", "points"]]
    for seat, name in enumerate(summary.header["bots"]):
        rows.append([f"seat {seat}", name, percent(summary.shares, seat), mean(summary.scores, seat)])
    return rows


def place_rows(summary: Summary) -> Rows:
    """Return wins by the order of play."""
    rows = [["order of play", "wins %"]]
    rows += [[ordinal(place), percent(summary.places, place)] for place in range(summary.header["seats"])]
    return rows


def column_rows(summary: Summary) -> Rows:
    """Return a table of the columns' means and quantiles, per game."""
    rows = [["per game", "mean", "5 % – median – 95 %"]]
    for name, moments in summary.columns.items():
        label = column_name(summary.header["game"], name)
        if name == "rounds" and not has_rounds([summary]):
            continue
        if moments.total.ndim == 0:
            rows.append([label, mean(moments, ()), quantiles_of(summary, name)])
        else:
            rows += _cells(summary, name, label, moments)
    return rows


def _cells(summary: Summary, name: str, label: str, moments: Moments) -> Rows:
    """Return the row of a column with seats or bins: the sum of all seats, or the share of each bin."""
    bins = bins_of(summary, name)
    if not bins:
        return [[label, mean(summary.sums[name], ()), "all seats"]]
    shares = zip(bins, bin_shares(moments, len(bins)), strict=True)
    shown = [f"{bin_name(summary.header['game'], one)} {share}" for one, share in shares]
    return [[label, mean(summary.sums[name], ()), ", ".join(shown[:MOST_BINS])]]


def bins_of(summary: Summary, name: str) -> Sequence[str]:
    """Return the bins of a column; none if it has one number."""
    game = GAMES.get(summary.header["game"])
    columns = game.lab.COLUMNS if game and game.lab else ()
    return next((column.bins for column in columns if column.name == name), ())


def bin_shares(moments: Moments, bins: int) -> list[str]:
    """Return the share of each bin in all that was counted."""
    totals = moments.total.reshape(-1, bins).sum(axis=0)
    whole = max(int(totals.sum()), 1)
    return [f"{100 * total / whole:.0f} %" for total in totals.tolist()]


def has_rounds(summaries: Iterable[Summary]) -> bool:
    """Return True if any game took more than one round."""
    return any(max(summary.rounds, default=1) > 1 for summary in summaries)


def case_rows(summaries: Sequence[Summary]) -> Rows:
    """Return the results of several cases, side by side."""
    rows, game = [], summaries[0].header["game"]
    most = max(summary.header["seats"] for summary in summaries)
    for place in range(most):
        rows.append(
            [
                f"wins %, {ordinal(place)} player",
                *(percent(s.places, place) if place < len(s.places.mean) else "" for s in summaries),
            ]
        )
    rows.append(["points per player", *(mean(s.points_each, ()) for s in summaries)])
    for name, moments in summaries[0].columns.items():
        label = f"{column_name(game, name)} per game"
        bins = bins_of(summaries[0], name)
        if name == "rounds" and not has_rounds(summaries):
            continue
        if moments.total.ndim == 0:
            rows.append([label, *(mean(s.columns[name], ()) for s in summaries)])
            continue
        # What happens once in every game needs no number beside the shares of its bins.
        once = bins and all(s.sums[name].total == s.games for s in summaries)
        rows.append([label, *("" if once else mean(s.sums[name], ()) for s in summaries)])
        if bins:
            cells = [bin_shares(s.columns[name], len(bins)) for s in summaries]
            rows += [
                [f"  {bin_name(game, one)}", *(each[k] for each in cells)]
                for k, one in enumerate(bins[:MOST_BINS])
            ]
    return rows


def quantiles_of(summary: Summary, name: str) -> str:
    distribution = {"decisions": summary.lengths, "rounds": summary.rounds}.get(name)
    if not distribution:
        return ""
    return " – ".join(str(quantile(distribution, share)) for share in (0.05, 0.5, 0.95))


def speed(summary: Summary) -> str:
    """Return how fast the games were played, and what slowed them down."""
    if summary.seconds <= 0:
        return ""
    rate = number(summary.games / summary.seconds)
    line = f"{summary.header['backend']}, {summary.seconds:.1f} s: {rate} games/s"
    if summary.finished < summary.games:
        line += f"; {summary.games - summary.finished} games were called off; all seats share their wins"
    if summary.asked.times:
        each = f"{1000 * summary.asked.seconds / summary.asked.times:.2f}"
        line += (
            f". Bots were asked {number(summary.asked.times)} times, {each} ms each; "
            "random, easy and medium need not be asked and play many times faster"
        )
    return line + "."


def percent(moments: Moments, place: int | tuple[int, ...]) -> str:
    """Return a share with its interval: with both ends where ± would leave 0 to 100."""
    value, half_width = 100 * float(moments.mean[place]), 100 * float(moments.share_half_width[place])
    digits = 1 if half_width >= 0.1 else 2
    if half_width <= min(value, 100 - value):
        return f"{value:.{digits}f} ± {half_width:.{digits}f}"
    low, high = (100 * float(end[place]) for end in moments.share_ends)
    return f"{value:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"


def mean(moments: Moments, place: int | tuple[int, ...]) -> str:
    """Return a mean with half of its interval, which a single game does not have."""
    value, half_width = float(np.asarray(moments.mean)[place]), float(np.asarray(moments.half_width)[place])
    digits = 2 if half_width >= 0.01 or half_width == 0 else 3
    return f"{value:.{digits}f} ± {half_width:.{digits}f}" if moments.n > 1 else f"{value:.{digits}f}"


def number(value: float) -> str:
    """Return a whole number with thousands apart, as in 12 345."""
    return f"{value:,.0f}".replace(",", " ")


def align_columns(rows: Rows) -> Iterable[str]:
    """Yield lines with columns below one another: numbers to the right, the last column as it is."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for row in rows:
        cells = [
            cell.rjust(widths[k]) if _is_number(rows, k) else cell.ljust(widths[k])
            for k, cell in enumerate(row)
        ]
        yield "  ".join(cells).rstrip()


def _is_number(rows: Sequence[Sequence[str]], k: int) -> bool:
    return all(row[k][:1].isdigit() or row[k][:1] in ("+", "-", "−", "") for row in rows[1:]) and k > 0


def _html_table(rows: Rows) -> str:
    head, *body = rows
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
    return (
        "<table><thead><tr>"
        + "".join(f"<th>{escape(cell)}</th>" for cell in head)
        + f"</tr></thead>{lines}</table>"
    )
