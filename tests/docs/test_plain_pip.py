"""Plain pip, without make or uv, installs a clone, an sdist and a wheel into an empty environment."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.release import pythons

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
# What its readers type first; nothing of it may need a compiler.
FIRST_LINES = "\n".join(
    line[4:]
    for block in re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
    if line.startswith(">>> ")
)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("plain pip") / "tischlein"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(place)], check=True)
    return place


def installed(python: Path, source: Path, place: Path) -> None:
    """Install a source into an empty environment, and run the README's first lines there."""
    plain = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    subprocess.run([str(python), "-m", "venv", str(place)], check=True, env=plain)
    inside = place / "bin" / "python"
    subprocess.run([str(inside), "-m", "pip", "install", "--quiet", str(source)], check=True, env=plain)
    subprocess.run([str(inside), "-c", FIRST_LINES], check=True, env=plain, cwd=place)
    help_text = subprocess.run(
        [str(place / "bin" / "tischlein"), "--help"], check=True, env=plain, capture_output=True, text=True
    )
    assert "simulate" in help_text.stdout
    listed = subprocess.run(
        [str(inside), "-m", "pip", "list"], check=True, env=plain, capture_output=True, text=True
    )
    assert "numba" not in listed.stdout


@pytest.mark.long
@pytest.mark.needs("network")
@pytest.mark.parametrize("python", pythons(), ids=str)
def test_a_clone_is_installed_by_every_python(python: Path, clone: Path, tmp_path: Path) -> None:
    installed(python, clone, tmp_path / "empty")


@pytest.mark.long
@pytest.mark.needs("network")
def test_an_sdist_and_a_wheel_are_installed(clone: Path, tmp_path: Path) -> None:
    made = tmp_path / "made"
    for target in ("sdist", "wheel"):
        command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(made)]
        subprocess.run(command, check=True, cwd=clone)
    for source in (*made.glob("*.tar.gz"), *made.glob("*.whl")):
        installed(Path(sys.executable), source, tmp_path / source.suffix)
    assert len(list(made.iterdir())) == 2
