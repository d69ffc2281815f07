"""requirements.lock fits pyproject.toml, and any index."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")

# A package may be pinned several times, for different Pythons.
LINES = re.findall(
    r"^([a-z0-9._-]+==[^ ]+(?: ; [^\\]+)?) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", LOCK, re.M
)
PINS = [Requirement(pin) for pin, _ in LINES]
PYTHONS = ["3.11", "3.12", "3.13", "3.14", "3.15"]


def declared() -> list[Requirement]:
    groups = [
        PROJECT["build-system"]["requires"],
        PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"].values(),
        *PROJECT["dependency-groups"].values(),
    ]
    lines = {line for group in groups for line in group if isinstance(line, str)}
    lines = {
        line for line in lines if not line.startswith("tischlein[")
    }  # an extra that is the sum of others
    return [Requirement(line) for line in sorted(lines)]


def applies(requirement: Requirement, python: str) -> bool:
    """Return True if this requirement, or pin, is for that Python."""
    environment = {"python_version": python, "python_full_version": f"{python}.5"}
    return requirement.marker is None or requirement.marker.evaluate(environment)


def version_of(pin: Requirement) -> Version:
    (exact,) = pin.specifier
    return Version(exact.version)


@pytest.mark.parametrize(
    ("requirement", "python"),
    [
        (requirement, python)
        for requirement in declared()
        for python in PYTHONS
        if applies(requirement, python)
    ],
    ids=str,
)
def test_every_declared_dependency_is_pinned_within_its_bounds(requirement: Requirement, python: str) -> None:
    name = canonicalize_name(requirement.name)
    (pin,) = (pin for pin in PINS if pin.name == name and applies(pin, python))
    assert requirement.specifier.contains(version_of(pin))


def test_numba_is_allowed_from_the_first_series_that_works_to_the_one_that_is_locked() -> None:
    """The native backend builds on Numba's inner classes: older series crash, and nobody knows about newer ones."""
    (numba,) = (requirement for requirement in declared() if requirement.name == "numba")
    (locked,) = (version_of(pin) for pin in PINS if pin.name == "numba")
    allowed = [minor for minor in range(100) if numba.specifier.contains(f"0.{minor}.0")]
    assert allowed == list(range(66, locked.minor + 1))


def test_every_line_of_the_lock_is_a_pin_with_hashes() -> None:
    lines = [line for line in LOCK.splitlines() if not line.startswith("#")]
    assert len(lines) == sum(1 + hashes.count("\n") for _, hashes in LINES)


def test_the_lock_names_no_host() -> None:
    assert "://" not in LOCK
    assert "--index" not in LOCK
