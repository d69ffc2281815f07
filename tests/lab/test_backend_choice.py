"""`backend="auto"` takes what is expected to cost the least processor time."""

import pytest

import tischlein
from tischlein.lab.simulate import backend_choice
from tischlein.lab.simulate.backend_choice import COMPILING, LOADING, with_best_backend
from tischlein.lab.simulate.plan import Plan


def chosen(plan: Plan, work: float, cost: float, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the backend where all games are expected to take this many seconds."""
    monkeypatch.setattr(backend_choice, "seconds_of", lambda plan, backend: work)
    monkeypatch.setattr(backend_choice, "cost_of_native", lambda plan: cost)
    return with_best_backend(plan).backend


@pytest.mark.parametrize(
    ("work", "cost", "expected"),
    [
        (5, LOADING, "wasm"),
        (5, COMPILING, "wasm"),  # a hundred thousand cheap games: compiling took twice the time
        (20, LOADING, "native"),
        (20, COMPILING, "wasm"),
        (200, COMPILING, "native"),
    ],
)
def test_native_is_taken_where_it_saves_more_than_it_costs(
    work: float, cost: float, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backend_choice, "has_compiler", lambda: True)
    plan = Plan.of("lobo77", 100_000, 2, "random")
    assert chosen(plan, work, cost, monkeypatch) == expected
    for named in ("wasm", "python"):
        asked = Plan.of("lobo77", 100_000, 2, "random", backend=named)
        assert chosen(asked, work, cost, monkeypatch) == named
    monkeypatch.setattr(backend_choice, "has_compiler", lambda: False)
    assert chosen(plan, work, cost, monkeypatch) == "wasm"


def test_a_small_run_of_a_variant_is_not_compiled() -> None:
    tried = tischlein.simulate("lobo77", games=80, seats=2, bots="random", sweep={"hand": [3, 4]})
    assert [result.plan.backend for result in tried.results] == ["python", "python"]


def test_the_work_is_timed() -> None:
    few, many = (
        backend_choice.seconds_of(Plan.of("lobo77", games, 2, "random"), "wasm") for games in (10, 10**9)
    )
    assert 0 < few < many
