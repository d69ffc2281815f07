"""Several cases of one simulation, side by side: other values of options, of design numbers, of seats, or other bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, TypeVar

from tischlein.engine.errors import OptionError
from tischlein.engine.option_texts import value_text
from tischlein.engine.rules.positions import short_repr
from tischlein.engine.types import OptionValue, Untyped
from tischlein.lab.extra import library
from tischlein.lab.simulate import paired
from tischlein.lab.simulate.display import align_columns, case_rows, note, title
from tischlein.lab.simulate.header import MARK
from tischlein.lab.simulate.paired import Comparison
from tischlein.lab.simulate.result import Result

if TYPE_CHECKING:
    from tischlein.lab.simulate.plan import Plan
    from tischlein.lab.simulate.summary import Summary

SEATS, BOTS = "seats", "bots"
TOGETHER = "+"  # between the bots of one table: easy+medium
Case = dict[str, OptionValue]
Run = TypeVar("Run")


@dataclass(frozen=True, repr=False)
class Sweep:
    """The results of a sweep, in the order of its cases. Printed, they stand side by side.

    >>> import tischlein
    >>> tried = tischlein.simulate("quando", games=20, seats=2, sweep={"target": [30, 40]})
    >>> [(case, len(result)) for case, result in tried]
    [({'target': 30}, 20), ({'target': 40}, 20)]
    >>> bool(tried[0].decisions.mean() < tried[1].decisions.mean())
    True
    """

    cases: list[Case]
    results: list[Result]

    def __iter__(self) -> Iterator[tuple[Case, Result]]:
        return iter(zip(self.cases, self.results, strict=True))

    def __len__(self) -> int:
        return len(self.cases)

    def __getitem__(self, number: int) -> Result:
        return self.results[number]

    def differences(self) -> list[Comparison | None]:
        """Return what each case has more than the first, on the same deals; None with another number of seats."""
        return compare_runs(self.results, lambda result: result.plan, Result.compare)

    def to_polars(self) -> Untyped:
        """Return all games as one ``polars.DataFrame``, with a column for each swept name; needs the extra "frames"."""
        polars = library("polars")
        frames = [
            result.to_polars().with_columns(**{name: polars.lit(value) for name, value in case.items()})
            for case, result in self
        ]
        return polars.concat(frames, how="diagonal")

    def to_pandas(self) -> Untyped:
        """Return all games as one ``pandas.DataFrame``, with a column for each swept name; needs the extra "frames".

        Its ``attrs`` say what was played in each case.
        """
        frames = [result.to_pandas().assign(**case) for case, result in self]
        headers = [frame.attrs.pop(MARK) for frame in frames]
        whole = library("pandas").concat(frames, ignore_index=True)
        whole.attrs[MARK] = headers
        return whole

    def __repr__(self) -> str:
        plans = [result.plan for result in self.results]
        return side_by_side(plans, [one.summary for one in self.results], self.differences())


def cases_of(sweep: object) -> list[Case]:
    """Return all combinations of the values to try.

    >>> cases_of({"target": [30, 40], "seats": [2]})
    [{'target': 30, 'seats': 2}, {'target': 40, 'seats': 2}]
    """
    if not isinstance(sweep, Mapping) or not sweep:
        raise OptionError(f"sweep: {short_repr(sweep)} is not a dict of values to try, by name")
    for name, values in sweep.items():
        if isinstance(values, str) or not isinstance(values, Sequence) or not values:
            raise OptionError(
                f"sweep: the values of {name} are a list, such as [30, 40], not {short_repr(values)}"
            )
        if len({str(value) for value in values}) < len(values):
            raise OptionError(f"sweep: name every value of {name} once")
    return [dict(zip(sweep, values, strict=True)) for values in product(*sweep.values())]


def compare_runs(
    runs: Sequence[Run], plan_of: Callable[[Run], Plan], compare: Callable[[Run, Run], Comparison]
) -> list[Comparison | None]:
    """Compare each run but the first with it, where both have as many seats."""
    first, *others = runs
    seats = plan_of(first).seats
    return [compare(run, first) if plan_of(run).seats == seats else None for run in others]


def lineup(plan: Plan) -> str:
    """Return the bots of a table as text: one name where all are the same."""
    return plan.names[0] if len(set(plan.names)) == 1 else TOGETHER.join(plan.names)


def side_by_side(
    plans: Sequence[Plan], summaries: Sequence[Summary], differences: Sequence[Comparison | None]
) -> str:
    """Return cases as columns and their results as rows, and below them what they have more than the first case."""
    options = [
        {**{name: one.default for name, one in plan.game.design.items()}, **plan.options} for plan in plans
    ]
    differing = [name for name in options[0] if len({str(case[name]) for case in options}) > 1]
    if len({plan.seats for plan in plans}) > 1:
        differing.append(SEATS)
    if len({lineup(plan) for plan in plans}) > 1:
        differing.append(BOTS)
    cases = [
        ", ".join(
            f"{plan.seats} seats"
            if name == SEATS
            else lineup(plan)
            if name == BOTS
            else f"{name}={value_text(case[name])}"
            for name in differing
        )
        for plan, case in zip(plans, options, strict=True)
    ]
    rows = [["", *cases], *case_rows(summaries)]
    parts = [title(summaries[0], differing), "", *align_columns(rows), "", note(summaries)]
    found = [(case, one) for case, one in zip(cases[1:], differences, strict=True) if one]
    if found:
        names = {name: label for _, one in found for name, label in one.shown.items()}
        lines = [[f"minus {cases[0]}", *(case for case, _ in found)]]
        lines += [
            [label, *(one.cell(name) if name in one.differences else "" for _, one in found)]
            for name, label in names.items()
        ]
        parts += ["", *align_columns(lines), "", paired.note(min(one.samples for _, one in found))]
    return "\n".join(parts)
