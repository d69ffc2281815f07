"""What a typed line means."""

from random import Random

import pytest

import tischlein
from tischlein.terminal.commands import Command, Understood, parse
from tischlein.terminal.host import Setup
from tischlein.terminal.session import Session

LOBO = tischlein.game("lobo77")


def session(*hand: str) -> Session:
    position = {
        "game": "lobo77",
        "seats": 2,
        "hands": [list(hand), ["7", "8"]],
        "discard": ["10"],
        "total": 10,
    }
    return Session(Setup(LOBO, 2, "easy", "en", {}), LOBO.at(position, seed=1))


def read(line: str, at: Session) -> Command:
    return parse(line, Understood(at.choices, {"draw": ["draw", "draw a card"]}, at.face.reads), at.phrases)


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
        ("2x", "x2"),
        ("x", "x2"),
        ("a", "-10"),
        ("E", "reverse"),
        ("reverse", "reverse"),
        ("Richtungswechsel", "reverse"),
        ("rev", "reverse"),
        ("76", "76"),  # not in the hand, but a card: the rules say why not
        ("draw", "draw"),
        ("ziehen", "draw"),
        ("dr", "draw"),
    ],
)
def test_a_card_by_name_letter_or_beginning(line: str, action: str) -> None:
    assert read(line, session("-10", "4", "5", "x2", "reverse")) == Command("act", action)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("", "go"),
        ("?", "help"),
        ("help", "help"),
        ("hilfe", "help"),
        ("ru", "rules"),
        ("regeln", "rules"),
        ("undo", "undo"),
        ("zurück", "undo"),
        ("u", "undo"),
        ("l", "log"),
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
    assert read("2", at) == Command("act", "2")
    assert read("1", at).name == "unknown"
    assert read("-1", at).name == "unknown"


def test_a_card_that_is_chosen_need_not_be_called_a_card() -> None:
    """In Quanto the action is "card 1", and "1" is not the beginning of "card 11"."""
    hands = [["1", "11", "3", "7"], ["2", "4", "5", "6"]]
    quanto = tischlein.game("quanto")
    position = {"game": "quanto", "seats": 2, "hands": hands, "display": ["1", "11", "3", "7"]}
    at = Session(Setup(quanto, 2, "easy", "de", {}), quanto.at(position, seed=1))
    assert read("1", at) == Command("act", "card 1")


def test_the_beginning_of_two_words_is_asked_back() -> None:
    assert read("r", session("-10", "4", "5", "x2", "reverse")) == Command(
        "ambiguous", "r", ("Reverse", "reverse", "rules")
    )
    assert read("r", session("5")).name == "rules"


def test_a_letter_that_has_just_stood_for_something_does_nothing_else() -> None:
    """Whatever letters a game uses: an h that was a card a moment ago does not open the help."""
    quanto = tischlein.game("quanto")
    table, rng = quanto.new(2, seed=1), Random(0)
    while table.actor != 0 or len(table.actions(0)) < 8:  # from a to h
        table.play(table.actor, rng.choice(table.actions(table.actor)))
    at = Session(Setup(quanto, 2, "easy", "en", {}), table)
    assert "h" in [choice.label for choice in at.choices]
    assert at.submit("a").kind == "done"
    assert "h" not in [choice.label for choice in at.choices]
    assert at.submit("h").kind == "refused"
    assert at.submit("he").kind == "page"
