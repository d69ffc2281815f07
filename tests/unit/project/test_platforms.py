"""The package runs on Windows and macOS as far as it can be seen from here: nothing is called that these systems lack."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.long
@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_nothing_is_called_that_a_system_lacks(platform: str, tmp_path: Path) -> None:
    """The type checker knows which functions each system has, and which lines only run on another one (``sys.platform``)."""
    # Lines behind a return for this system are as they should be.
    how = ["--platform", platform, "--no-warn-unreachable", "--cache-dir", str(tmp_path)]
    command = [sys.executable, "-m", "mypy", *how, "src/tischlein"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout
