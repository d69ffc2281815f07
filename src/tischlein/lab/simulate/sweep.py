"""Several cases of one simulation, side by side: other values of options, of design numbers, or of seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from tischlein.engine.errors import OptionError
from tischlein.engine.option_texts import written
from tischlein.engine.rules.positions import shown
from tischlein.engine.types import OptionValue, Untyped
from tischlein.lab.simulate.display import aligned, case_rows, note, title
from tischlein.lab.simulate.result import Result, pandas_frame, polars_frame

if TYPE_CHECKING:
    from tischlein.lab.simulate.plan import Plan
    from tischlein.lab.simulate.summary import Summary

SEATS = "seats"
Case = dict[str, OptionValue]


@dataclass(frozen=True, repr=False)
class Sweep:
    """The results of a sweep, in the order of its cases. Printed, they stand side by side.

    >>> import tischlein
    >>> tried = tischlein.simulate("quando", games=20, seats=2, sweep={"target": [30, 40]}, backend="python")
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

    def to_polars(self) -> Untyped:
        """Return all games as one ``polars.DataFrame``, with a column for each swept name; needs the extra "lab"."""
        import polars

        frames = [
            polar.with_columns(**{name: polars.lit(value) for name, value in case.items()})
            for case, polar in ((case, polars_frame(result.table())) for case, result in self)
        ]
        return polars.concat(frames, how="diagonal")

    def to_pandas(self) -> Untyped:
        """Return all games as one ``pandas.DataFrame``, with a column for each swept name; needs pandas."""
        frames = [pandas_frame(result.table()).assign(**case) for case, result in self]
        import pandas

        return pandas.concat(frames, ignore_index=True)

    def __repr__(self) -> str:
        return side_by_side([result.plan for result in self.results], [one.summary for one in self.results])


def cases_of(sweep: object) -> list[Case]:
    """Return all combinations of the values to try.

    >>> cases_of({"target": [30, 40], "seats": [2]})
    [{'target': 30, 'seats': 2}, {'target': 40, 'seats': 2}]
    """
    if not isinstance(sweep, Mapping) or not sweep:
        raise OptionError(f"sweep: {shown(sweep)} is not a dict of values to try, by name")
    for name, values in sweep.items():
        if isinstance(values, str) or not isinstance(values, Sequence) or not values:
            raise OptionError(
                f"sweep: the values of {name} are a list, such as [30, 40], not {shown(values)}"
            )
        if len({str(value) for value in values}) < len(values):
            raise OptionError(f"sweep: name every value of {name} once")
    return [dict(zip(sweep, values, strict=True)) for values in product(*sweep.values())]


def side_by_side(plans: Sequence[Plan], summaries: Sequence[Summary]) -> str:
    """Return cases as columns and their results as rows."""
    options = [
        {**{name: one.default for name, one in plan.game.design.items()}, **plan.options} for plan in plans
    ]
    differing = [name for name in options[0] if len({str(case[name]) for case in options}) > 1]
    if len({plan.seats for plan in plans}) > 1:
        differing.append(SEATS)
    cases = [
        ", ".join(
            f"{plan.seats} seats" if name == SEATS else f"{name}={written(case[name])}" for name in differing
        )
        for plan, case in zip(plans, options, strict=True)
    ]
    rows = [["", *cases], *case_rows(summaries)]
    return "\n".join([title(summaries[0], differing), "", *aligned(rows), "", note(summaries)])
