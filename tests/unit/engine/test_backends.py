"""Backends are chosen by name, and code for all games runs only on one of them."""

from typing import Any

import pytest

from tischlein import OptionError, game
from tischlein.engine.backends import NAMES, load
from tischlein.engine.rules import contract, drive
from tischlein.engine.rules.clone import is_table

RULES = game("lobo77").rules


def test_an_unknown_backend_is_named() -> None:
    with pytest.raises(
        OptionError, match="there is no backend 'gpu'; choose from python, native, cuda, wasm"
    ):
        load(RULES, "gpu")
    assert NAMES == ("python", "native", "cuda", "wasm")


def test_a_backend_is_made_once() -> None:
    assert load(RULES, "python") is load(RULES, "python")


@pytest.mark.parametrize("function", contract.FUNCTIONS, ids=lambda function: function.__name__)
def test_the_contract_does_not_run_without_a_backend(function: object) -> None:
    arguments = [[0]] * function.__code__.co_argcount  # type: ignore[attr-defined]  # they are all functions
    with pytest.raises(RuntimeError, match="without a backend"):
        function(*arguments)  # type: ignore[operator]


def test_generic_code_does_not_run_without_a_backend() -> None:
    with pytest.raises(RuntimeError, match="without a backend"):
        drive.setup_at([None], 0)


def test_a_box_holds_its_own_record() -> None:
    python = load(RULES, "python")
    box = python.unpack(game("lobo77").opening(3))
    copy = python.copy(box)
    python.call("apply", copy, -1, 2)
    assert python.pack(copy) != python.pack(box)
    assert python.pack(python.blank()) == bytes(python.layout.size)


@pytest.mark.quick
def test_random_games_on_the_python_backend() -> None:
    python = load(RULES, "python")
    batch = python.random_games(game("lobo77").opening(3), 5, seed=1)
    assert batch.rows.shape == (5, python.layout.size)
    assert min(batch.decisions) > 6
    again = python.random_games(game("lobo77").opening(3), 2, seed=1, first=3)
    assert again.rows.tobytes() == batch.rows[3:].tobytes()


@pytest.mark.parametrize("backend", ["python", "wasm"])
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"games": 0}, "games: 0 is not a whole number from 1"),
        ({"games": -1}, "games: -1 is not"),
        ({"games": 2.0}, "games: 2.0 is not"),
        ({"seed": None}, "seed: None is not a whole number"),
        ({"first": -1}, "first: -1 is not a whole number from 0"),
        ({"cap": "many"}, "cap: 'many' is not a whole number from 0"),
        ({"threads": 0}, "threads: 0 is not a whole number from 1"),
        ({"start": b"short"}, r"start: b'short' is not a record of \d+ bytes, as game.opening\(seats\) gives it"),
        ({"start": "x" * 360}, "start: "),
    ],
    ids=repr,
)  # fmt: skip
def test_batches_that_cannot_be_played_are_refused(backend: str, wrong: dict[str, Any], said: str) -> None:
    wish: dict[str, Any] = {"start": game("lobo77").opening(seats=2), "games": 2, "seed": 1, **wrong}
    with pytest.raises(OptionError, match=said):
        load(RULES, backend).random_games(**wish)


def test_threads_that_share_the_python_backend_do_not_share_its_scratch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One call begins in the middle of another, as if a second thread had its turn there."""
    rules = game("quando").rules
    python = load(rules, "python")

    def imagine(s: Any, seat: int, rng: list[int], work: list[int]) -> None:
        work[0] = seat
        if seat == 0:
            python.imagine(s, 1, rng)
        rng[seat] = work[0]

    monkeypatch.setattr(rules, "imagine", imagine)
    rng = [5, 5]
    python.imagine(python.blank(), 0, rng)
    assert rng == [0, 1]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((1, 2), True),
        (((1, 2), (3, 4)), True),
        ((), False),
        (((1,), (1, 2)), False),
        (("a",), False),
        ([1], False),
    ],
)
def test_only_flat_or_rectangular_tuples_of_numbers_are_tables(value: object, expected: bool) -> None:
    assert is_table(value) is expected


def test_a_game_may_be_given_instead_of_its_rules() -> None:
    assert load(game("lobo77"), "python") is load(game("lobo77").rules, "python")
    with pytest.raises(OptionError, match="'lobo77' is neither a game nor a rules module"):
        load("lobo77", "python")  # type: ignore[arg-type]
