"""What a typed line means."""

import pytest

from helpers.terminal import placed
from tischlein.terminal.commands import Command, parse
from tischlein.terminal.session import Session


def session(*hand: str) -> Session:
    position = {
        "game": "lobo77",
        "seats": 2,
        "hands": [list(hand), ["7", "8"]],
        "discard": ["10"],
        "total": 10,
    }
    return placed(position)


def read(line: str, at: Session) -> Command:
    return parse(line, at.choices, {"draw": ["draw", "draw a card"]})


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("5", "5"),
        (" 5 ", "5"),
        ("-10", "-10"),
        ("−10", "-10"),
        ("x2", "x2"),
        ("X2", "x2"),
        ("×2", "x2"),
        ("a", "-10"),
        ("C", "reverse"),
        ("reverse", "reverse"),
        ("play  Reverse", "reverse"),
        ("draw", "draw"),
        ("Draw a card", "draw"),
    ],
)
def test_an_action_by_its_letter_text_name_or_word(line: str, action: str) -> None:
    assert read(line, session("-10", "4", "5", "x2", "reverse")) == Command("act", action)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("", "go"),
        ("?", "help"),
        ("help", "help"),
        ("hilfe", "help"),
        ("regeln", "rules"),
        ("undo", "undo"),
        ("zurück", "undo"),
        ("QUIT", "quit"),
        ("q", "quit"),
        ("deutsch", "language"),
        ("english", "language"),
    ],
)
def test_commands_in_both_languages(line: str, name: str) -> None:
    assert read(line, session("-10", "4", "5", "x2", "reverse")).name == name


def test_a_number_is_the_card_and_never_a_place_or_a_beginning() -> None:
    at = session("-10", "4", "5", "x2", "reverse")
    assert {read(line, at).name for line in ("1", "2", "-1", "10", "rev", "play")} == {"unknown"}


def test_a_card_that_is_chosen_need_not_be_called_a_card() -> None:
    """In Quanto the action is "card 1", and "1" is not the beginning of "card 11"."""
    hands = [["1", "11", "3", "7"], ["2", "4", "5", "6"]]
    position = {"game": "quanto", "seats": 2, "hands": hands, "display": ["1", "11", "3", "7"]}
    at = placed(position, "de")
    assert read("1", at) == Command("act", "card 1")
