"""A test that hangs fails, whatever it hangs in, and the others run on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
TESTS = """
import ctypes, threading
import pytest

@pytest.fixture
def never_ending():
    yield
    threading.Event().wait()

def test_waits_for_a_thread():
    threading.Event().wait()

def test_runs_compiled_code_that_lets_nobody_else_run():
    ctypes.PyDLL(None).pause()

def test_fails_and_then_hangs(never_ending):
    assert False

def test_passes():
    pass
"""


@pytest.mark.long
def test_a_test_that_hangs_fails(tmp_path: Path) -> None:
    """Under this project's settings, with little patience."""
    (tmp_path / "test_it.py").write_text(TESTS, "utf-8")
    pytest_ = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path)]
    how = [
        "-p",
        "helpers.hanging",
        "-p",
        "no:cacheprovider",
        "-n",
        "2",
        "-o",
        "faulthandler_timeout=1.5",
        "test_it.py",
    ]
    done = subprocess.run(
        [*pytest_, *how],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "tests"), str(ROOT)])},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 1, said
    for name in TESTS.split("def test_")[1:-1]:
        test = "test_" + name.partition("(")[0]
        assert f"crashed while running 'test_it.py::{test}'" in said
        assert f"in {test}" in said or test == "test_fails_and_then_hangs"  # where it hung
    assert "in never_ending" in said
    assert "1 passed" in said
