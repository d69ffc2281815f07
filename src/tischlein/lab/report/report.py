"""``tischlein report``: what many games say about one game, as pictures with a sentence and a table each.

Facts come from simulated games, from experiments (``experiment``) and from comparisons (``comparisons``); ``page`` makes a
page of them.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tischlein.bots.kernels import without_columns as no_columns
from tischlein.engine.intervals import FEWEST, RULE_OF_THREE
from tischlein.engine.rules.columns import Question, Ratio
from tischlein.engine.types import AnyJson, Json, Module
from tischlein.lab.intervals import Moments
from tischlein.lab.report import drawing
from tischlein.lab.report.comparisons import levels, variants
from tischlein.lab.report.experiment import IN_TURN, DecisionStakes, Trial, run_trial, weigh_decisions
from tischlein.lab.report.numbers import ENDS, around, per_unit, proportion, proportions, share
from tischlein.lab.report.sections import Picture, Report, ReportSettings
from tischlein.lab.report.trials import ALL, FREE
from tischlein.lab.report.words import ReportWords
from tischlein.lab.simulate.simulate import simulate
from tischlein.lab.simulate.summary import Summary, quantile

# Shares of a win that may hang on a decision, in percent.
STEPS = (1, 2, 5, 10, 15, 20, 30, 40, 50)
ENOUGH = 5
# The order of play does not matter if first and last surely differ by less.
LITTLE = 0.05
# Numbers of decisions in a turn that come so seldom are not drawn.
SELDOM = 0.001

Heard = Callable[[str, int, int], None]


class Reporter(ReportWords):
    """Plays the games, and draws their results."""

    def __init__(self, wanted: ReportSettings, heard: Heard) -> None:
        super().__init__(wanted)
        self._heard = heard
        self.lab: Module = wanted.game.lab or no_columns

    @property
    def title(self) -> str:
        """The title of the page; a game may have another name in each language."""
        return self.say("title", game=self.own.get("name", self.wanted.game.name))

    def report(self, command: str) -> Report:
        """Play, and return all pictures."""
        wanted = self.wanted
        found = Report(
            title=self.title,
            made=self.say("made", games=self.number(wanted.games, 0), bots=wanted.bots),
            command=command,
            method=self.say("method.text", rules=wanted.game.version, seed=wanted.seed),
            language=wanted.language,
        )
        summaries = {seats: self.simulate_seats(seats) for seats in wanted.tables}
        found.pictures.append(self.beginning(summaries))
        found.pictures.append(self.distribution("scores", summaries[wanted.main].points, "points"))
        found.pictures.append(self.distribution("length", summaries[wanted.main].lengths, "decisions"))
        if self.weighed.turns.any():
            found.pictures.append(self.turns())
        found.pictures.append(self.stakes())
        found.pictures.append(levels(self, self.progress_for))
        if (changed := variants(self, self.progress_for)) is not None:
            found.pictures.append(changed)
        for question in self.lab.QUESTIONS:
            found.pictures.append(self.trial(question))
        for ratio in self.lab.RATIOS:
            found.pictures.append(self.ratio(ratio, summaries[wanted.main]))
        return found

    def progress_for(self, name: str) -> Callable[[int, int], None]:
        return lambda done, everything: self._heard(name, done, everything)

    def simulate_seats(self, seats: int) -> Summary:
        wanted = self.wanted
        return simulate(
            wanted.game, wanted.games, seats, wanted.bots, wanted.seed, wanted.options,
            threads=wanted.threads, progress=self.progress_for(self.say("players", n=seats)),
        ).summary  # fmt: skip

    # Pictures

    def beginning(self, summaries: Mapping[int, Summary]) -> Picture:
        rows: list[Json] = []
        for seats, summary in summaries.items():
            for place, ends in enumerate(proportions(summary.places)):
                order = self.words["order"]
                rows.append(
                    {
                        "players": self.say("players", n=seats),
                        "place": place + 1,
                        "who": order[place] if place < len(order) else str(place + 1),
                        **ends,
                        "equal": 1 / seats,
                    }
                )
        spec = drawing.bars(rows, self.words["share"], self.words["in_order"])
        table = [[row["players"], row["who"], *self.percents(row)] for row in rows]
        main = summaries[self.wanted.main].places
        header = ["", "", self.words["share"], self.words["low"], self.words["high"]]
        return self.picture("begin", self._who_gains(main), spec, header, table)

    def _who_gains(self, places: Moments) -> str:
        first, last = (float(places.mean[k]) for k in (0, -1))
        apart, half_width = abs(first - last), float(places.share_half_width[[0, -1]].sum())
        if apart <= max(half_width, 0.01):
            verdict = "few" if apart + half_width > LITTLE else "no"
        elif apart < LITTLE:
            verdict = "little" if first > last else "little_later"
        else:
            verdict = "yes" if first > last else "later"
        return self.say(
            f"begin.{verdict}",
            n=len(places.mean),
            first=self.number(100 * first, 1),
            last=self.number(100 * last, 1),
        )

    def distribution(self, name: str, counted: Counter[int], unit: str) -> Picture:
        rows = drawing.bin_values(counted)
        everything = counted.total()
        low, high = quantile(counted, 0.25), quantile(counted, 0.75)
        of = "players_share" if name == "scores" else "games_share"
        answer = self.say(
            f"{name}.{'same' if low == high else 'answer'}",
            n=self.wanted.main,
            low=self.number(low, 0),
            high=self.number(high, 0),
        )
        table = [
            ["–".join(self.number(end, 0) for end in sorted({row["from"], row["to"]})),
             f"{self.number(100 * row['count'] / everything, 2)} %"]
            for row in rows
        ]  # fmt: skip
        header = [self.words[unit], self.words[of]]
        return self.picture(name, answer, drawing.histogram(rows, *header), header, table)

    @cached_property
    def weighed(self) -> DecisionStakes:
        wanted = self.wanted
        return weigh_decisions(
            wanted.game, wanted.decisions, wanted.main, wanted.worlds, wanted.seed, wanted.options,
            wanted.threads, self.progress_for(self.say("stakes.title")),
        )  # fmt: skip

    def turns(self) -> Picture:
        """Return how many decisions a turn has, how many of them leave a choice, and how many matter."""
        counted = self.weighed.turns
        turns = counted[:, ALL].sum(axis=1)
        means = [per_unit(counted[:, kind] @ np.arange(IN_TURN + 1), turns) for kind in (ALL, FREE)]
        order = [*map(str, range(IN_TURN)), f"{IN_TURN}+"]
        rows: list[Json] = [
            {"kind": self.say(f"turns.{name}"), "x": order[k], **share(*per_unit(counted[:, kind, k], turns))}
            for kind, name in ((ALL, "all"), (FREE, "free"))
            for k in range(IN_TURN + 1)
            if counted[:, kind, k].sum() >= SELDOM * turns.sum()
        ]  # fmt: skip
        spec = drawing.bar_groups(rows, self.say("turns.axis"), self.say("turns.share"), order)
        every, free = (self.number(mean, 2) for mean, _ in means)
        answer = self.say("turns.answer", n=self.wanted.main, all=every, free=free)
        return self.picture(
            "turns",
            f"{answer} {self._matter(means[FREE][0])}",
            spec,
            ["", self.say("turns.axis"), self.say("turns.share"), self.words["low"], self.words["high"]],
            [[row["kind"], row["x"], *self.percents(row)] for row in rows],
            turns=self.number(int(turns.sum()), 0),
            games=len(turns),
        )

    def _matter(self, free: float) -> str:
        """Return how many decisions of a turn matter, less those that only seem to by chance."""
        stakes = self.weighed.stakes
        if len(stakes) < FEWEST:
            return self.say("turns.few")
        much = np.sign(stakes) * (np.abs(stakes) >= ENOUGH / 100)
        found = Moments.of(much)
        ends = (max(0.0, free * float(found.mean + side * found.half_width)) for side in (0, -1, 1))
        mean, low, high = (self.number(end, 2) for end in ends)
        return self.say("turns.matter", mean=mean, low=low, high=high, enough=ENOUGH)

    def stakes(self) -> Picture:
        wanted, found = self.wanted, self.weighed
        rows: list[Json] = [
            {"x": str(step), **proportion(Moments.of(found.stakes >= step / 100))} for step in STEPS
        ]
        enough = 100 * rows[STEPS.index(ENOUGH)]["mean"]
        chance = 100 * float((found.stakes <= -ENOUGH / 100).mean())
        answer = self.say(
            "stakes.answer", n=f"{max(0.0, enough - chance):.0f}", enough=ENOUGH, forced=f"{100 * found.forced:.0f}"
        )  # fmt: skip
        header = [self.say("stakes.axis"), self.say("stakes.axis_share")]
        spec = drawing.curve([{**row, "players": ""} for row in rows], *header, percent=True, even=None)
        return self.picture(
            "stakes",
            answer,
            spec,
            [*header, self.words["low"], self.words["high"]],
            [[row["x"], *self.percents(row)] for row in rows],
            n=len(found.stakes),
            worlds=wanted.worlds,
            share=f"{enough:.0f}",
            chance=f"{chance:.0f}",
        )

    def trial(self, question: Question) -> Picture:
        wanted = self.wanted
        own = self.own.get("questions", {}).get(question.name, {"title": question.name, "axis": ""})
        rows: list[Json] = []
        sentences: list[str] = []
        for seats in self._some_tables():
            name = self.say("players", n=seats)
            found = run_trial(
                wanted.game, question.name, wanted.games, seats, wanted.seed, wanted.options, wanted.threads,
                self.progress_for(f"{own['title']} {name}"),
            )  # fmt: skip
            sentences.append(self._verdict(found))
            rows += [
                {
                    "players": name,
                    "x": self.bin(label),
                    **around(float(gain), float(half_width)),
                    "n": int(counts.sum()),
                }
                for label, gain, half_width, counts in zip(
                    question.bins, found.gain, found.half_width, found.counts, strict=True
                )
                if np.isfinite(gain)
            ]
        order = [self.bin(label) for label in question.bins]
        spec = drawing.curve(rows, own["axis"], self.words["gain"], percent=True, even=0, order=order)
        return Picture(
            question.name,
            own["title"],
            self.say("trial.by", axis=own["axis"], list="; ".join(sentences)),
            self.say("trial.text"),
            spec,
            ["", own["axis"], self.words["gain"], self.words["low"], self.words["high"], "n"],
            [[row["players"], row["x"], *self.percents(row), str(row["n"])] for row in rows],
        )

    def _some_tables(self) -> list[int]:
        """Return the smallest, the largest and the usual number of players, so that curves stay distinguishable."""
        tables = self.wanted.tables
        return sorted({tables[0], self.wanted.main, tables[-1]})

    def _verdict(self, found: Trial) -> str:
        """Return the circumstances in which the interval excludes zero."""
        clear = {"pays": found.gain - found.half_width > 0, "costs": found.gain + found.half_width < 0}
        bins = {name: ", ".join(self.runs(found.question.bins, where)) for name, where in clear.items()}
        said = [name for name, where in bins.items() if where]
        if said:
            return self.say(f"trial.{'both' if len(said) == 2 else said[0]}", n=found.seats, **bins)
        known = bool(np.isfinite(found.gain).any())
        return self.say("trial.open" if known else "trial.few", n=found.seats)

    def runs(self, labels: Sequence[str], clear: NDArray[np.bool_]) -> list[str]:
        """Join three neighbours or more, as “3 … 7”."""
        found: list[list[str]] = []
        before = False
        for label, here in zip(labels, clear, strict=True):
            if here and before:
                found[-1].append(self.bin(label))
            elif here:
                found.append([self.bin(label)])
            before = bool(here)
        return [part for run in found for part in (run if len(run) < 3 else [f"{run[0]} … {run[-1]}"])]

    def ratio(self, ratio: Ratio, summary: Summary) -> Picture:
        own = self.own.get("ratios", {}).get(
            ratio.above, {"title": ratio.above, "axis": "", "value": ratio.below}
        )
        values, half_widths = summary.ratio(ratio.above, ratio.below)
        bins = next(column.bins for column in self.lab.COLUMNS if column.name == ratio.above)
        cases = summary.tally(ratio.below)
        rows: list[Json] = [
            {"players": "", "x": self.bin(label),
             **(share(float(value), max(float(half_width), RULE_OF_THREE / n)) if ratio.percent else around(float(value), float(half_width)))}
            for label, value, half_width, n in zip(bins, values, half_widths, cases.tolist(), strict=True)
            if n >= FEWEST and np.isfinite(value) and np.isfinite(half_width)
        ]  # fmt: skip
        spec = drawing.curve(rows, own["axis"], own["value"], percent=ratio.percent, even=None)
        written = [
            [row["x"], *(self.percents(row) if ratio.percent else [self.number(row[key], 2) for key in ENDS])]
            for row in rows
        ]  # fmt: skip
        return Picture(
            ratio.above,
            own["title"],
            self._extremes(rows, written),
            self.say("ratio.text", n=self.wanted.main),
            spec,
            [own["axis"], own["value"], self.words["low"], self.words["high"]],
            written,
        )

    def _extremes(self, rows: Sequence[AnyJson], written: Sequence[Sequence[str]]) -> str:
        """Return where the values are highest and lowest, among those with narrow intervals."""
        wide = 0.2 * max((row["mean"] for row in rows), default=0)
        sure = [k for k, row in enumerate(rows) if row["high"] - row["low"] <= wide]
        if len(sure) < 2:
            return self.say("ratio.few")
        top, bottom = (choose(sure, key=lambda k: rows[k]["mean"]) for choose in (max, min))
        return self.say(
            "ratio.answer",
            top=written[top][0], most=written[top][1], bottom=written[bottom][0], least=written[bottom][1],
        )  # fmt: skip
