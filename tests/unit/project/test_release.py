"""Nothing is published with addresses that lead nowhere."""

import tomllib
from pathlib import Path

import pytest

from scripts.release import PLACEHOLDER, refuse_placeholders

PROJECT = (Path(__file__).resolve().parents[3] / "pyproject.toml").read_text(encoding="utf-8")


def test_addresses_are_in_one_place_and_placeholders_stop_a_release() -> None:
    project = tomllib.loads(PROJECT)["project"]
    assert {"Repository", "Security"} <= project["urls"].keys()
    assert project["maintainers"][0]["email"]
    refuse_placeholders(PROJECT.replace(PLACEHOLDER, "example.org"))
    if PLACEHOLDER in PROJECT:
        with pytest.raises(SystemExit, match=r"pyproject\.toml has placeholders.*\n.*maintainers"):
            refuse_placeholders(PROJECT)
