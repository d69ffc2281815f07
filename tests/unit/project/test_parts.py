"""A part that is missing is named with the command that adds it, and is a failure where all are required."""

import pytest

from scripts.parts import PARTS, Part, add, all_required, report, wanted


@pytest.mark.parametrize("required", ["", "1"])
def test_a_missing_part_is_named_and_a_failure_where_all_are_required(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], required: str
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")  # without apt-get nothing can be added
    monkeypatch.setenv("REQUIRE_ALL", required)
    for chore in (add, report):
        assert chore(["cc"]) == int(bool(required))
    said = capsys.readouterr().out
    assert PARTS["cc"].what in said
    assert PARTS["cc"].command in said


def test_a_part_is_missing_when_one_of_its_pieces_is() -> None:
    assert not Part("a piece of the library", modules=("json",)).missing
    assert Part("half of it", modules=("json", "no_such_module")).missing
    assert Part("a program", modules=("json",), programs=("no-such-program",)).missing
    assert Part("what is looked for", found=lambda: False).missing


def test_every_part_says_how_it_is_found_and_how_it_is_added() -> None:
    for name, part in PARTS.items():
        assert [bool(part.apt), bool(part.extra), bool(part.by_hand)].count(True) == 1, name
        assert bool(part.programs or part.modules) != bool(part.by_hand), name


def test_only_the_long_run_wants_what_only_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TISCHLEIN_SAMPLES", "quick")
    assert set(PARTS) - set(wanted()) == {"cluster", "modules", "peers", "train"}
    monkeypatch.setenv("TISCHLEIN_SAMPLES", "full")
    assert wanted() == list(PARTS)


@pytest.mark.parametrize(("value", "required"), [("", False), ("0", False), ("1", True)])
def test_require_all(monkeypatch: pytest.MonkeyPatch, value: str, required: bool) -> None:
    monkeypatch.setenv("REQUIRE_ALL", value)
    assert all_required() is required
