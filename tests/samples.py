"""How much the tests try: the one place that holds the sample sizes.

`TISCHLEIN_SAMPLES=quick` (the default) is for every change, `full` for the long run (`make nightly`).
A test that draws samples takes its number from here and says nothing about how long it may take:

    from samples import SAMPLES

    for index in range(SAMPLES.games): ...
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass

import pytest
from _pytest.mark import ParameterSet


@dataclass(frozen=True)
class Samples:
    """Numbers only; a new kind of sample gets a new line here, in `QUICK` and in `FULL`."""

    name: str
    fresh: bool  # other examples each time, by a seed that `make` shows; otherwise always the same
    examples: int  # Hypothesis examples per property
    games: int  # whole random games compared step by step with the slow reference
    positions: int  # random small positions, likewise
    every_path: bool  # every game, window and language; otherwise one that stands for the others
    checked: int  # games that are compiled with every index checked
    displays: int  # random cards that may be a quanto; all ways to group some of them are enumerated
    leaves: int  # the largest number of ways that is counted out, of those that the counts of small positions list
    walks: int  # random games in which two backends are compared after every step
    batch: int  # random games compared byte by byte between compiled backends
    wasm_games: int  # random games per game and number of seats, byte by byte as on the native backend
    wasm_searches: int  # searches per game, likewise
    node_games: int  # likewise, in Node
    node_steps: int  # steps after each of which the whole contract is compared there
    offline_steps: int  # messages of a game that the page's own Python answers as the server does
    cuda_games: int  # random games under the CUDA simulator, which is slow
    cuda_steps: int  # decisions; everything is compared with it after each
    fuzz: int  # garbage positions and garbage actions thrown at a table
    worlds: int  # worlds imagined for one chi-square test
    lies: int  # lies about each ruling that the conformance cases must notice
    bystanders: int  # of 16 cases of other clauses, how many must not mind a lie
    of_three: int  # of cases, rulings, kinds of tables, actions and eyes: how many are also tried in ways that cost more
    frames: int  # of eight that a client receives, how many are compared with another world
    looks: int  # random games of each kind; some decisions of each are looked at through all eyes
    reveals: int  # small positions of each kind; what some decisions from there show is looked at
    long_game: int  # steps of a game that is drawn out as long as possible
    all_widths: bool  # every screen of the page at three widths; otherwise on a phone and on a wide screen
    judged: int  # decisions of each kind that the coach judges where it is known what is right
    processes: int  # processes that start at once on an empty code cache


QUICK = Samples(
    name="quick",
    fresh=False,
    examples=6,
    games=4,
    positions=16,
    every_path=False,
    checked=1,
    displays=150,
    leaves=40,
    walks=2,
    batch=2_000,
    wasm_games=30,
    wasm_searches=4,
    node_games=8,
    node_steps=1,
    offline_steps=32,
    cuda_games=4,
    cuda_steps=1,
    fuzz=10,
    worlds=6_000,
    lies=1,
    bystanders=1,
    of_three=1,
    frames=2,
    looks=2,
    reveals=12,
    long_game=3_000,
    all_widths=False,
    judged=6,
    processes=2,
)
FULL = Samples(
    name="full",
    fresh=True,
    examples=150,
    games=600,
    positions=2_000,
    every_path=True,
    checked=100,
    displays=10_000,
    leaves=1_000_000,
    walks=60,
    batch=40_000,
    wasm_games=4_000,
    wasm_searches=40,
    node_games=10_000,
    node_steps=60,
    offline_steps=100_000,
    cuda_games=16,
    cuda_steps=32,
    fuzz=500,
    worlds=15_000,
    lies=100,
    bystanders=4,
    of_three=3,
    frames=8,
    looks=60,
    reveals=600,
    long_game=60_000,
    all_widths=True,
    judged=200,
    processes=8,
)


def chosen(name: str) -> Samples:
    """The sizes by name; a misspelt name must not quietly run the small ones."""
    sizes = {samples.name: samples for samples in (QUICK, FULL)}
    if name not in sizes:
        raise ValueError(f"TISCHLEIN_SAMPLES is {name!r}; it may be {' or '.join(sizes)}")
    return sizes[name]


SAMPLES = chosen(os.environ.get("TISCHLEIN_SAMPLES", "quick"))


def with_long(names: Iterable[str], *now: str) -> list[ParameterSet | str]:
    """Parameters of a test: these in every run, the others in the long one. What differs between them is tried elsewhere too."""
    assert set(now) <= set(names), now
    return [name if name in now else pytest.param(name, marks=pytest.mark.long) for name in sorted(names)]


def later(names: Iterable[str], *long: str) -> list[ParameterSet | str]:
    """Parameters of a test: these in the long run only, all others in every run, a game that is being proven among them."""
    return [pytest.param(name, marks=pytest.mark.long) if name in long else name for name in sorted(names)]
