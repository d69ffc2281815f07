"""requirements.lock fits pyproject.toml, and any index."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")

# A package may be pinned several times, for different Pythons.
PINS = re.findall(
    r"^([a-z0-9._-]+)==([^ ]+)(?: ; [^\\]+)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", LOCK, re.M
)


def declared() -> list[Requirement]:
    groups = [
        PROJECT["build-system"]["requires"],
        PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"].values(),
        *PROJECT["dependency-groups"].values(),
    ]
    lines = {line for group in groups for line in group if isinstance(line, str)}
    return [Requirement(line) for line in sorted(lines)]


@pytest.mark.parametrize("requirement", declared(), ids=str)
def test_every_declared_dependency_is_pinned_within_its_bounds(requirement: Requirement) -> None:
    versions = [version for name, version, _ in PINS if name == canonicalize_name(requirement.name)]
    assert versions
    assert all(requirement.specifier.contains(version) for version in versions)


def test_every_line_of_the_lock_is_a_pin_with_hashes() -> None:
    lines = [line for line in LOCK.splitlines() if not line.startswith("#")]
    assert len(lines) == sum(1 + hashes.count("\n") for _, _, hashes in PINS)


def test_the_lock_names_no_host() -> None:
    assert "://" not in LOCK
    assert "--index" not in LOCK
