"""The scripts in examples/ run, and those that learn have learned something."""

import importlib.util
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

pytestmark = pytest.mark.needs("lab")


def script(name: str) -> Any:
    """An example as a module: a process of its own would load all libraries again."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_first_seat_draws_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As from the command line."""
    file = str(EXAMPLES / "first_seat.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [file, "20", "page.html"])
    runpy.run_path(file, run_name="__main__")
    assert "order of play" in (tmp_path / "page.html").read_text("utf-8")


def test_how_long_draws_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    example = script("how_long")
    monkeypatch.setattr(example, "TARGETS", (10, 50))
    example.main(20, str(tmp_path / "page.html"))
    assert "wins of the better player" in (tmp_path / "page.html").read_text("utf-8")
    assert "target  50:" in capsys.readouterr().out


# A few steps show that a script runs, not that it learns.


def test_learning_with_gymnasium_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    example = script("learn_gymnasium")
    monkeypatch.setattr(example, "STEPS", 8)
    monkeypatch.setattr(example, "TABLES", 16)
    assert 0 < example.main(1) < 1


@pytest.mark.needs("agents")
def test_learning_with_pettingzoo_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    example = script("learn_pettingzoo")
    monkeypatch.setattr(example, "TOGETHER", 2)
    assert 0 <= example.main(1, trial=2) <= 1


@pytest.mark.needs("agents")
def test_openspiel_s_solver_learns() -> None:
    assert script("learn_openspiel").main(5) < 0.1


@pytest.mark.long
@pytest.mark.needs("peers")
def test_ppo_in_jax_learns_from_shared_arrays() -> None:
    """JAX comes with Pgx; the wins of the last rounds are those of a policy that still tries things out."""
    curve = script("learn_jax").main(12)
    assert sum(share for _, share in curve[-4:]) / 4 > 0.58


@pytest.mark.long
@pytest.mark.needs("agents")
def test_learners_win_more_than_half_against_random() -> None:
    assert script("learn_gymnasium").main(100) > 0.65
    assert script("learn_pettingzoo").main(120) > 0.65
