"""What is said of known holes: a list that could not be asked is never called a list without holes."""

import pytest

from scripts.audit import page_holes, python_holes, verdict

UNASKED = "the list of holes could not be asked"


@pytest.mark.parametrize(
    ("said", "sentence", "failed"),
    [
        ('{"dependencies": [{"name": "a", "version": "1", "vulns": []}]}', "no known hole", False),
        ('{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "X-1"}]}]}', "a 1: X-1", True),
        ('{"dependencies": [{"name": "a", "skip_reason": "not found"}]}', UNASKED, False),
        ("", UNASKED, False),
    ],
)
def test_python(said: str, sentence: str, failed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REQUIRE_ALL", raising=False)
    assert verdict(said, python_holes) == (sentence, failed)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ('{"vulnerabilities": {}}', "no known hole"),
        ('{"vulnerabilities": {"vite": {"severity": "high"}}}', "vite: high"),
        ('{"message": "405 Method Not Allowed"}', UNASKED),
    ],
)
def test_the_page(said: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where everything must run, a list that could not be asked is a failure."""
    monkeypatch.setenv("REQUIRE_ALL", "1")
    assert verdict(said, page_holes) == (sentence, sentence != "no known hole")
