"""A summary as people read it: on one screen of text, or as a table in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

import numpy as np

from tischlein.engine.intervals import FEWEST
from tischlein.engine.option_texts import written
from tischlein.games import GAMES
from tischlein.lab.intervals import Moments
from tischlein.lab.summary import Summary, quantile
from tischlein.lab.summary_words import ENGLISH, SummaryWords, summary_words

# Bins of a column that fit into one line.
MOST_BINS = 8

Rows = list[list[str]]


def as_text(summary: Summary, language: str = ENGLISH) -> str:
    """The whole summary, in aligned columns."""
    words = summary_words(summary.header["game"], language)
    parts = [title(summary, words)]
    parts += ["\n".join(aligned(rows, words)) for rows in _tables(summary, words)]
    parts.append(f"{note([summary], words)} {speed(summary, words)}")
    return "\n\n".join(parts)


def as_html(summary: Summary) -> str:
    """The same for notebooks, in English."""
    words = summary_words(summary.header["game"], ENGLISH)
    tables = "".join(_html_table(rows) for rows in _tables(summary, words))
    end = f"{note([summary], words)} {speed(summary, words)}"
    return f"<div><p><b>{escape(title(summary, words))}</b></p>{tables}<p>{escape(end)}</p></div>"


def note(summaries: Sequence[Summary], words: SummaryWords) -> str:
    """What ± means, and where it means little."""
    few = min(summary.games for summary in summaries) < FEWEST
    return f"{words.say('note')} {words.say('few', n=FEWEST)}" if few else words.say("note")


def _tables(summary: Summary, words: SummaryWords) -> list[Rows]:
    tables = (seat_rows(summary, words), place_rows(summary, words), column_rows(summary, words))
    return [rows for rows in tables if len(rows) > 1]


def title(summary: Summary, words: SummaryWords, swept: Sequence[str] = ()) -> str:
    """What was played, but for what differs from case to case."""
    header = summary.header
    game = GAMES.get(header["game"])
    chosen = [
        f"{name}={written(value)}"
        for name, value in header["options"].items()
        if name not in swept
        and (game is None or name not in game.options or value != game.options[name].default)
    ]
    seats = [] if "seats" in swept else [words.say("seats", n=header["seats"])]
    parts = [game.name if game else header["game"], *seats, *chosen]
    parts += [words.say("games", n=number(summary.games)), words.say("seed", n=header["seed"])]
    return " · ".join(parts)


def seat_rows(summary: Summary, words: SummaryWords) -> Rows:
    """Who won how much, by seat."""
    rows = [["", words.say("player"), words.say("wins"), words.say("points")]]
    for seat, name in enumerate(summary.header["bots"]):
        rows.append(
            [words.say("seat", n=seat), name, percent(summary.shares, seat), mean(summary.scores, seat)]
        )
    return rows


def place_rows(summary: Summary, words: SummaryWords) -> Rows:
    """Who won how much, by the order of play."""
    rows = [[words.say("order"), words.say("wins")]]
    rows += [[words.place(place), percent(summary.places, place)] for place in range(summary.header["seats"])]
    return rows


def column_rows(summary: Summary, words: SummaryWords) -> Rows:
    """What was counted, per game."""
    rows = [[words.say("per_game"), words.say("mean"), words.say("quantiles")]]
    for name, moments in summary.columns.items():
        label = words.column(name)
        if name == "rounds" and not has_rounds([summary]):
            continue
        if moments.total.ndim == 0:
            rows.append([label, mean(moments, ()), spread_of(summary, name)])
        else:
            rows += _cells(summary, name, label, moments, words)
    return rows


def _cells(summary: Summary, name: str, label: str, moments: Moments, words: SummaryWords) -> Rows:
    """A column with seats or bins: seats side by side are added up, bins have a line of their own each."""
    bins = bins_of(summary, name)
    if not bins:
        # One number per seat: all of them together, since the seats' own would not fit the screen.
        return [[label, mean(summary.sums[name], ()), words.say("all_seats")]]
    shares = zip(bins, bin_shares(moments, len(bins)), strict=True)
    shown = [f"{words.bin(one)} {share}" for one, share in shares]
    return [[label, mean(summary.sums[name], ()), ", ".join(shown[:MOST_BINS])]]


def bins_of(summary: Summary, name: str) -> Sequence[str]:
    """What a column tells apart, if it does."""
    game = GAMES.get(summary.header["game"])
    columns = game.lab.COLUMNS if game and game.lab else ()
    return next((column.bins for column in columns if column.name == name), ())


def bin_shares(moments: Moments, bins: int) -> list[str]:
    """How much of all that was counted fell into each bin."""
    totals = moments.total.reshape(-1, bins).sum(axis=0)
    whole = max(int(totals.sum()), 1)
    return [f"{100 * total / whole:.0f} %" for total in totals.tolist()]


def has_rounds(summaries: Iterable[Summary]) -> bool:
    """Some games took more than one round; where none did, nobody wants to read so."""
    return any(max(summary.rounds, default=1) > 1 for summary in summaries)


def case_rows(summaries: Sequence[Summary], words: SummaryWords) -> Rows:
    """What came of several cases, side by side."""
    rows = []
    most = max(summary.header["seats"] for summary in summaries)
    for place in range(most):
        rows.append(
            [
                words.say("case_wins", place=words.place(place)),
                *(percent(s.places, place) if place < len(s.places.mean) else "" for s in summaries),
            ]
        )
    rows.append([words.say("case_points"), *(mean(s.points_each, ()) for s in summaries)])
    for name, moments in summaries[0].columns.items():
        label = words.say("case_column", column=words.column(name))
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
                [f"  {words.bin(one)}", *(each[k] for each in cells)]
                for k, one in enumerate(bins[:MOST_BINS])
            ]
    return rows


def spread_of(summary: Summary, name: str) -> str:
    distribution = {"decisions": summary.lengths, "rounds": summary.rounds}.get(name)
    if not distribution:
        return ""
    return " – ".join(str(quantile(distribution, share)) for share in (0.05, 0.5, 0.95))


def speed(summary: Summary, words: SummaryWords) -> str:
    """How fast it was, and what slowed it down."""
    if summary.seconds <= 0:
        return ""
    rate = number(summary.games / summary.seconds)
    line = words.say("speed", backend=summary.header["backend"], seconds=f"{summary.seconds:.1f}", rate=rate)
    if summary.finished < summary.games:
        line += words.say("called_off", n=summary.games - summary.finished)
    if summary.asked.times:
        each = f"{1000 * summary.asked.seconds / summary.asked.times:.2f}"
        line += words.say("asked", n=number(summary.asked.times), each=each)
    return words.figures(line) + "."


def percent(moments: Moments, place: int | tuple[int, ...]) -> str:
    """A share and its interval: with both ends where ± would leave 0 to 100."""
    value, spread = 100 * float(moments.mean[place]), 100 * float(moments.share_spread[place])
    digits = 1 if spread >= 0.1 else 2
    if spread <= min(value, 100 - value):
        return f"{value:.{digits}f} ± {spread:.{digits}f}"
    low, high = (100 * float(end[place]) for end in moments.share_ends)
    return f"{value:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"


def mean(moments: Moments, place: int | tuple[int, ...]) -> str:
    """A mean and half of its interval, which a single case does not have."""
    value, spread = float(np.asarray(moments.mean)[place]), float(np.asarray(moments.spread)[place])
    digits = 2 if spread >= 0.01 or spread == 0 else 3
    return f"{value:.{digits}f} ± {spread:.{digits}f}" if moments.n > 1 else f"{value:.{digits}f}"


def number(value: float) -> str:
    """Thousands apart, as in 12 345."""
    return f"{value:,.0f}".replace(",", " ")


def aligned(rows: Rows, words: SummaryWords) -> Iterable[str]:
    """Lines with columns below one another, numbers to the right, the last one as it is."""
    numbers = [_is_number(rows, k) for k in range(len(rows[0]))]  # names may hold points, which stay
    rows = [
        rows[0],
        *([words.figures(cell) if numbers[k] else cell for k, cell in enumerate(row)] for row in rows[1:]),
    ]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for row in rows:
        cells = [
            cell.rjust(widths[k]) if _is_number(rows, k) else cell.ljust(widths[k])
            for k, cell in enumerate(row)
        ]
        yield "  ".join(cells).rstrip()


def _is_number(rows: Sequence[Sequence[str]], k: int) -> bool:
    return all(row[k][:1].isdigit() or row[k][:1] in ("-", "−", "") for row in rows[1:]) and k > 0


def _html_table(rows: Rows) -> str:
    head, *body = rows
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
    return (
        "<table><thead><tr>"
        + "".join(f"<th>{escape(cell)}</th>" for cell in head)
        + f"</tr></thead>{lines}</table>"
    )
