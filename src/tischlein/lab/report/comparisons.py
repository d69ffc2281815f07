"""Compare players and variants for a report: how strong each level is, and what the options of the rulebook change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

import numpy as np
from numpy.typing import NDArray

from tischlein.bots import LEVELS
from tischlein.engine.option_texts import value_text
from tischlein.engine.rules.option import Option
from tischlein.engine.types import Json, Options, OptionValue
from tischlein.lab.arena.arena import arena
from tischlein.lab.intervals import Mean, Moments, units_of_a_win
from tischlein.lab.report import drawing
from tischlein.lab.report.numbers import proportion
from tischlein.lab.report.sections import Picture, ReportSettings
from tischlein.lab.report.words import ReportWords
from tischlein.lab.simulate.paired import difference
from tischlein.lab.simulate.plan import COMPILED
from tischlein.lab.simulate.simulate import simulate

BETTER, WORSE = "medium", "easy"  # who play each other in every variant
EVEN = 0.5
SURE = 1.645  # standard deviations: 95 % on one side

Heard = Callable[[str], Callable[[int, int], None]]


def levels(said: ReportWords, heard: Heard) -> Picture:
    """Show how often each level wins against the one below, and how many games it takes to notice."""
    wanted = said.wanted
    seats = wanted.tables[0]
    rows: list[Json] = []
    for weaker, stronger in pairwise(_levels(wanted)):
        name = said.say("levels.pair", one=stronger, other=weaker)
        found = _duel(wanted, stronger, weaker, seats, heard(name))
        rows.append({"x": name, "n": found.n, "one": stronger, "other": weaker,
                     **proportion(found)})  # fmt: skip
    spec = drawing.share_chart(rows, said.words["share"], EVEN)
    return said.picture(
        "levels",
        _luck(said, rows),
        spec,
        ["", said.words["share"], said.words["low"], said.words["high"], said.say("levels.games")],
        [[row["x"], *said.percents(row), said.number(row["n"], 0)] for row in rows],
        n=seats,
        iterations=wanted.iterations,
    )


def _levels(wanted: ReportSettings) -> list[str]:
    """Return the levels that are compared: those that are asked for each decision only if deals are wanted."""
    asked = wanted.deals > 0 and wanted.game.printed is None
    return [name for name in LEVELS if name in COMPILED or asked]


def _duel(
    wanted: ReportSettings, stronger: str, weaker: str, seats: int, heard: Callable[[int, int], None]
) -> Moments:
    """Return the shares of wins of the stronger: in compiled games with seats changed, or in deals of the arena."""
    if stronger in COMPILED:
        halves = [
            _of_both(wanted, order, seats, wanted.options, number, heard)[number]
            for number, order in enumerate(((stronger, weaker), (weaker, stronger)))
        ]
        return _moments(np.concatenate(halves), seats)
    pair = arena(
        wanted.game, [stronger, weaker], wanted.deals, seats, wanted.seed, wanted.options, wanted.iterations,
        processes=wanted.threads, progress=heard,
    )  # fmt: skip
    unit = 2 * units_of_a_win(seats)  # a deal is the mean of two games
    deals: dict[int, float] = {}
    for game in pair.games:
        mine = sum(part for part, bot in zip(game.win_shares, game.lineup, strict=True) if bot == 0)
        deals[game.deal] = deals.get(game.deal, 0.0) + mine / 2
    return Moments.of(np.round(np.array(list(deals.values())) * unit), unit)


def _of_both(
    wanted: ReportSettings, bots: Sequence[str], seats: int, options: Options, more: int, heard: Callable[[int, int], None]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:  # fmt: skip
    """Return the shares of wins of two bots that sit alternately, for each of half of the games; ``more`` changes the seed."""
    games = max(1, wanted.games // 2)
    shares = simulate(
        wanted.game, games, seats, bots, wanted.seed + more, options, threads=wanted.threads, progress=heard
    ).shares
    return shares[:, ::2].sum(axis=1), shares[:, 1::2].sum(axis=1)


def _moments(shares: NDArray[np.float64], seats: int) -> Moments:
    unit = units_of_a_win(seats)
    return Moments.of(np.round(shares * unit), unit)


def _luck(said: ReportWords, rows: Sequence[Json]) -> str:
    """Return how many games each level needs to be ahead in 95 of 100 series, and where that is open."""
    luck, still_open = [], []
    for row in rows:
        share = row["mean"]
        if row["low"] <= EVEN:
            still_open.append(row["x"])
            continue
        games = max(1, ceil(SURE**2 * share * (1 - share) / (share - EVEN) ** 2))
        luck.append(said.say("levels.luck_of", one=row["one"], other=row["other"], n=games))
    lists = {"levels.luck": luck, "levels.open": still_open}
    return " ".join(said.say(name, list="; ".join(found)) for name, found in lists.items() if found)


@dataclass(frozen=True)
class Variant:
    """Statistics of a game with one option changed."""

    name: str
    wins: Moments  # of the better players together
    shares: NDArray[np.float64]  # the same, game by game
    length: Mean  # decisions
    ahead: Mean  # share of wins of the first seat minus that of the last, among equal players


def variants(said: ReportWords, heard: Heard) -> Picture | None:
    """Show what each option changes: how often better players win, how long a game is, whether it helps to begin."""
    wanted = said.wanted
    cases = _cases(wanted, said.say("variants.usual"))
    if len(cases) < 2:
        return None
    found = [_variant(wanted, name, options, heard(name)) for name, options in cases]
    rows: list[Json] = [{"x": one.name, **proportion(one.wins)} for one in found]
    spec = drawing.share_chart(rows, said.say("variants.wins"), EVEN)
    return said.picture(
        "variants",
        _changes(said, found[0], found[1:]),
        spec,
        ["", said.say("variants.wins"), said.words["low"], said.words["high"], said.words["decisions"],
         said.say("variants.ahead")],
        [[one.name, *said.percents(row), _around(said, one.length, 1, 1), f"{_around(said, one.ahead, 100, 1)} %"]
         for one, row in zip(found, rows, strict=True)],
        n=wanted.main, better=BETTER, worse=WORSE,
    )  # fmt: skip


def _cases(wanted: ReportSettings, unchanged: str) -> list[tuple[str, dict[str, OptionValue]]]:
    """Return the game as it is asked for, and with each of its options changed."""
    usual = wanted.game.check_options(wanted.options)
    cases: list[tuple[str, dict[str, OptionValue]]] = [(unchanged, dict(usual))]
    for name, option in wanted.game.options.items():
        for value in _values(option, usual[name]):
            options = {**usual, name: value}
            if wanted.game.clash(wanted.main, options) is None:
                cases.append((f"{name}={value_text(value)}", options))
    return cases


def _values(option: Option, usual: OptionValue) -> list[OptionValue]:
    """Return the values to try: all others, or half and double of a number from a long range.

    Options whose values are words and numbers are about seats, which another picture is about.
    """
    if len({type(value) for value in option.choices}) > 1:
        return []
    if isinstance(option.choices, range) and isinstance(usual, int):
        return [value for value in (usual // 2, 2 * usual) if value in option.choices]
    return [value for value in option.choices if value != usual]


def _variant(
    wanted: ReportSettings, name: str, options: Options, heard: Callable[[int, int], None]
) -> Variant:
    first = _of_both(wanted, (BETTER, WORSE), wanted.main, options, 0, heard)[0]
    second = _of_both(wanted, (WORSE, BETTER), wanted.main, options, 1, heard)[1]
    shares = np.concatenate((first, second))
    equal = simulate(
        wanted.game,
        wanted.games,
        wanted.main,
        BETTER,
        wanted.seed,
        options,
        threads=wanted.threads,
        progress=heard,
    )
    length = Moments.of(equal.decisions)
    unit = units_of_a_win(wanted.main)
    games = np.arange(len(equal.first))
    parts = np.round(equal.shares * unit)
    ahead = parts[games, equal.first] - parts[games, (equal.first - 1) % wanted.main]
    lead = Moments.of(ahead, unit)
    return Variant(
        name,
        _moments(shares, wanted.main),
        shares,
        Mean(float(length.mean), float(length.half_width)),
        Mean(float(lead.mean), float(lead.half_width)),
    )


def _changes(said: ReportWords, usual: Variant, others: Sequence[Variant]) -> str:
    """Return what each option changes, with the interval of the difference in wins on the same deals."""
    clear, same = [], []
    for one in others:
        longer = one.length.value / usual.length.value - 1
        found = difference(one.shares, usual.shares, 1.0)
        percent = said.number(100 * abs(longer), 0)
        length = "as_long" if not round(100 * longer) else "longer" if longer > 0 else "shorter"
        decisions = said.say(f"variants.{length}", percent=percent)
        half_width = said.number(100 * found.half_width, 1)
        if abs(found.value) <= found.half_width:
            gain = said.number(100 * found.value, 1)
            same.append(
                said.say(
                    "variants.same_of", case=one.name, decisions=decisions, gain=gain, half_width=half_width
                )
            )
        else:
            gain, verdict = said.number(100 * abs(found.value), 1), "more" if found.value > 0 else "less"
            clear.append(
                said.say(
                    f"variants.{verdict}",
                    case=one.name,
                    decisions=decisions,
                    gain=gain,
                    half_width=half_width,
                )
            )
    return " ".join([*clear, *([said.say("variants.same", list="; ".join(same))] if same else [])])


def _around(said: ReportWords, mean: Mean, scale: float, digits: int) -> str:
    return f"{said.number(scale * mean.value, digits)} ± {said.number(scale * mean.half_width, digits)}"
