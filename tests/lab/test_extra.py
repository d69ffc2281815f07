"""A library that is missing is named, with what brings it, also where no extra can."""

import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tischlein import OptionError
from tischlein.lab import extra

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


def message(library: str) -> str:
    with pytest.raises(OptionError) as raised:
        extra.need(library)
    return str(raised.value)


def test_a_library_that_is_not_installed_is_named() -> None:
    assert message("no_such_library") == "no_such_library is not installed: pip install 'tischlein[lab]'"


def test_a_library_without_a_release_for_this_python_names_one_that_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(extra, "find_spec", lambda library: None)
    monkeypatch.setattr(sys, "version_info", (3, 15, 0))
    assert message("polars") == "polars is not installed: pip install 'tischlein[lab]'"
    assert message("pettingzoo") == (
        "pettingzoo is not installed: it has no release for Python 3.15 yet. "
        "Use Python 3.14, and there pip install 'tischlein[lab]'"
    )
    monkeypatch.setattr(sys, "version_info", (3, 14, 9))
    assert message("pettingzoo") == "pettingzoo is not installed: pip install 'tischlein[lab]'"


def test_the_extra_lab_leaves_out_on_3_15_what_the_message_is_for() -> None:
    lines = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]["lab"]
    requirements = [Requirement(line) for line in lines]
    left_out = {
        one.name for one in requirements if one.marker and not one.marker.evaluate({"python_version": "3.15"})
    }
    assert {name.replace("open_spiel", "pyspiel") for name in left_out} == set(extra.UP_TO_3_14) - {"ray"}
