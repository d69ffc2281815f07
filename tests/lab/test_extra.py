"""A library that is missing is named, with what brings it, also where no extra can."""

import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tischlein import OptionError
from tischlein.engine import extras
from tischlein.lab import extra

LAB = extras.install_command("lab")
PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


def message(*libraries: str) -> str:
    with pytest.raises(OptionError) as raised:
        extra.need(*libraries)
    return str(raised.value)


def test_a_library_that_is_not_installed_is_named() -> None:
    assert message("no_such_library") == f"no_such_library is not installed: {LAB}"


def test_all_that_is_missing_is_named_at_once() -> None:
    assert message("one_such", "json", "another") == f"one_such and another are not installed: {LAB}"


def test_the_command_is_that_of_a_clone_in_a_clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "SETUP", tmp_path / "setup.py")
    assert extras.install_command("lab", "peers") == "pip install 'tischlein[lab,peers]'"
    (tmp_path / "setup.py").touch()
    assert extras.install_command("lab", "peers") == "make setup EXTRAS=lab,peers"


def test_a_library_without_a_release_for_this_python_names_one_that_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(extra, "find_spec", lambda library: None)
    monkeypatch.setattr(sys, "version_info", (3, 15, 0))
    assert message("polars") == f"polars is not installed: {extras.install_command('frames')}"
    assert message("pettingzoo") == (
        "pettingzoo is not installed: pettingzoo has no release for Python 3.15 yet. "
        f"Use Python 3.14, and there {extras.install_command('gym')}"
    )
    monkeypatch.setattr(sys, "version_info", (3, 14, 9))
    assert message("pettingzoo") == f"pettingzoo is not installed: {extras.install_command('gym')}"
    both = extras.install_command("frames", "gym")
    assert (
        message("polars", "pyarrow", "pettingzoo")
        == f"polars and pyarrow and pettingzoo are not installed: {both}"
    )


def test_the_extra_lab_leaves_out_on_3_15_what_the_message_is_for() -> None:
    declared = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    (whole,) = map(Requirement, declared["lab"])
    requirements = [Requirement(line) for name in whole.extras for line in declared[name]]
    left_out = {
        one.name for one in requirements if one.marker and not one.marker.evaluate({"python_version": "3.15"})
    }
    assert {name.replace("open_spiel", "pyspiel") for name in left_out} == set(extra.UP_TO_3_14) - {"ray"}


def test_every_library_is_in_the_extra_that_its_message_names() -> None:
    declared = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    packages = {"pyspiel": "open_spiel", "vl_convert": "vl-convert-python"}
    for library, name in extra.EXTRAS.items():
        names = {Requirement(line).name for line in declared[name]}
        assert packages.get(library, library) in names, library
    (whole,) = map(Requirement, declared["lab"])
    assert whole.extras == set(extra.EXTRAS.values()) - {"cluster", "peers"}
