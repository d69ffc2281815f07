"""A database of vulnerabilities that could not be reached is never called empty."""

import sys
from pathlib import Path

import pytest

from scripts import audit
from scripts.audit import asked, page_holes, python_holes, verdict

UNASKED = "the database could not be reached"


@pytest.mark.parametrize(
    ("said", "sentence", "failed"),
    [
        ('{"dependencies": [{"name": "a", "version": "1", "vulns": []}]}', "no known vulnerability", False),
        ('{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "X-1"}]}]}', "a 1: X-1", True),
        ('{"dependencies": [{"name": "a", "skip_reason": "not found"}]}', UNASKED, False),
        ("", UNASKED, False),
    ],
)
def test_python(said: str, sentence: str, failed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REQUIRE_ALL", raising=False)
    assert verdict(said, python_holes) == (sentence, failed)
    monkeypatch.setenv("REQUIRE_ALL", "0")
    assert verdict(said, python_holes) == (sentence, failed)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ('{"vulnerabilities": {}}', "no known vulnerability"),
        ('{"vulnerabilities": {"vite": {"severity": "high"}}}', "vite: high"),
        ('{"message": "405 Method Not Allowed"}', UNASKED),
    ],
)
def test_the_page(said: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where everything must run, an unreachable database is a failure."""
    monkeypatch.setenv("REQUIRE_ALL", "1")
    assert verdict(said, page_holes) == (sentence, sentence != "no known vulnerability")


def test_a_network_that_swallows_what_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(audit, "PATIENCE", 0.05)
    assert asked([sys.executable, "-c", "import time; time.sleep(60)"], tmp_path, {}) == ""
