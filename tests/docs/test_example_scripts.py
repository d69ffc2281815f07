"""The scripts in examples/ run."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.needs("lab")
def test_first_seat_draws_a_page(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, EXAMPLES / "first_seat.py", "20", "page.html"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert "order of play" in (tmp_path / "page.html").read_text("utf-8")
