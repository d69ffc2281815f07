"""The table in a terminal, without one: what a move does, and what there is to see."""

from typing import Any

import pytest

from helpers.terminal import LOBO, bots_move, session
from tischlein.terminal.host import Setup
from tischlein.terminal.session import Session


def mode(at: Session) -> str:
    """A plain string: the type checker does not expect a property to change."""
    return at.mode


# What each card would announce


def outcomes(at: Session) -> dict[str, tuple[str, str]]:
    return {choice.action: (choice.outcome, choice.danger or choice.barred) for choice in at.choices}


def test_every_card_shows_what_it_would_announce() -> None:
    assert outcomes(session()) == {
        "-10": ("18 − 10 = 8", ""),
        "4": ("18 +  4 = 22", "✗ a chip"),
        "5": ("18 +  5 = 23", ""),
        "x2": ("stays 18", ""),
        "reverse": ("stays 18", ""),
    }


def test_what_is_marked_is_what_the_rules_charge() -> None:
    at = Session(Setup(LOBO, 4, "easy", "en", {}, seed=3))
    checked = 0
    while at.mode != "over":
        if at.mode == "act":
            for choice in at.choices:
                trial = LOBO.replay(at.table.record(), seed=1)
                assert (trial.why(0, choice.action) is None) == (choice.barred == "")
                if not choice.barred:
                    trial.play(0, choice.action)
                    paid = trial.scores[0] < at.table.scores[0]
                    assert paid == bool(choice.danger)
                    checked += 1
            at.submit(at.choices[0].label if not at.choices[0].barred else at.choices[1].label)
        elif at.mode == "watch":
            at.submit("")
        else:
            at.step()
    assert checked > 20


# The one sentence


@pytest.mark.parametrize(
    ("changes", "task"),
    [
        ({}, "It is your turn: play a card."),
        ({"chips": [0, 3, 3]}, "It is your turn. You are swimming: the next chip you owe puts you out."),
        ({"discard": ["8", "x2"]}, "×2! Play two cards. Which one first?"),
        (
            {"discard": ["x2", "8"], "owed": 1, "played": 1, "hands": [["5"], ["2"], ["7"]]},
            "Now your second card.",
        ),
        ({"total": 76, "hands": [["5"], ["2"], ["7"]]}, "It is your turn. Whatever you play costs a chip."),
        (
            {"total": 76, "hands": [["5"], ["2"], ["7"]], "chips": [0, 3, 3]},
            "It is your turn. Whatever you play puts you out.",
        ),
        ({"turn": 1}, "{name} is thinking …"),
        (
            {"hands": [[], ["2", "3"], ["7", "8"]], "out": [True, False, False], "turn": 1},
            "You are out. Press Enter to watch the others finish.",
        ),
    ],
)
def test_one_sentence_says_what_to_do(changes: dict[str, Any], task: str) -> None:
    at = session(**changes)
    assert at.task == task.format(name=at.names[1])


# Moves


def test_a_move_is_played_and_the_others_go_on() -> None:
    at = session()
    assert at.submit("5").kind == "done"
    assert mode(at) == "bot"
    bots_move(at)
    assert mode(at) == "act"
    assert [seat for seat, _ in at.table.history] == [0, 1, 2]
    assert at.lines()[0].text == "You play 5 and say 23."
    assert at.lines()[2].text.startswith(f"{at.names[1]} plays")


@pytest.mark.parametrize(
    ("line", "changes", "said"),
    [
        ("76", {}, "You do not hold 76. (rule L5) Possible now: −10, 4, 5, ×2 or Reverse."),
        ("×2", {"discard": ["x2"]}, "(rule L11)"),
        ("draw", {}, "Nobody draws by hand here: this table draws for everyone. (rule L7)"),
        ("draw", {"options": {"manual_draw": True}}, "There is nothing for you to draw now."),
        ("banana", {}, "“banana” is neither a move here nor a command"),
        ("r", {}, "“r” can mean several things"),
        ("", {}, "Enter alone plays nothing"),
        ("again", {}, "“again” is neither a move here"),
        ("undo", {}, "There is nothing of yours to take back yet."),
    ],
)
def test_what_is_refused_says_why_and_changes_nothing(line: str, changes: dict[str, Any], said: str) -> None:
    at = session(**changes)
    before = at.table.position(), at.table.history
    assert at.submit(line).kind == "refused"
    assert said in at.message
    assert (at.table.position(), at.table.history) == before


def test_undo_gives_the_same_luck_and_the_same_bots() -> None:
    at = Session(Setup(LOBO, 4, "easy", "en", {"starter": 0}, seed=11))
    before = at.table.position()
    card = at.choices[0].action
    at.submit(card)
    bots_move(at)
    after = at.table.position()
    assert at.submit("undo").kind == "done"
    assert at.table.position() == before
    at.submit(card)
    bots_move(at)
    assert at.table.position() == after
    assert at.lines()[-1] != at.lines()[0]


def test_what_was_taken_back_is_in_the_log_but_not_in_the_story() -> None:
    at = session(total=18)
    at.submit("4")  # 22 costs a chip
    at.submit("undo")
    assert any("That costs you a chip" in line.text for line in at.lines())
    assert at.lines()[-1].text == "You take your last move back."
    assert [event["kind"] for event in at.standing_events()] == []


def test_the_language_can_be_changed_at_any_time() -> None:
    at = session()
    at.submit("5")
    at.submit("deutsch")
    assert at.message == "Weiter auf Deutsch."
    assert at.lines()[0].text == "Du spielst 5 und sagst 23."
    assert at.names[0] == "Du"
    at.submit("english")
    assert at.lines()[0].text == "You play 5 and say 23."


def test_what_was_told_bit_by_bit_is_what_is_told_at_once() -> None:
    """Through undos, and changes of the language."""
    at = Session(Setup(LOBO, 3, "random", "en", {}, seed=5, name="Wilma"))
    rounds = set()
    for turn in range(120):
        match at.mode:
            case "over":
                break
            case "act":
                at.submit(at.table.actions(0)[0].text)
            case _:
                at.submit("") if at.mode == "watch" else at.step()
        if turn % 7 == 6:
            at.submit("undo")
        if turn % 25 == 24:
            at.submit("deutsch" if at.words.language == "en" else "english")
        if turn % 3:
            continue
        fresh = Session(at.setup, at.table.clone())
        assert at.lines() == fresh.lines()
        ended = sum(event["kind"] == LOBO.turns.rounds for event in at.standing_events())
        assert at.round == fresh.round == 1 + ended
        rounds.add(at.round)
    assert len(rounds) > 1


def test_nobody_is_called_like_the_person() -> None:
    for seed in range(20):
        at = Session(Setup(LOBO, 8, "easy", "en", {}, seed=seed, name="maria"))
        assert at.names[0] == "maria"
        assert len({name.lower() for name in at.names}) == 8


# Drawing by hand

BY_HAND: dict[str, Any] = {"options": {"manual_draw": True}, "draw_ordered": False}


def test_L7_who_says_draw_has_the_card() -> None:
    at = session(**BY_HAND)
    at.submit("5")
    assert mode(at) == "may_act"
    assert at.task == f"It is {at.names[1]}'s turn next. Press Enter to let {at.names[1]} play."
    at.submit("draw")
    assert len(at.view["hand"]) == 5
    assert mode(at) == "bot"


def test_L7_nothing_reminds_of_drawing_and_enter_is_too_late() -> None:
    at = session(**BY_HAND)
    at.submit("5")
    at.submit("hm")
    assert "draw" not in at.message
    at.submit("")
    assert mode(at) == "bot"
    bots_move(at)
    assert len(at.view["hand"]) == 4
    assert any(line.danger and line.text.startswith("You forgot to draw") for line in at.lines())


def test_L7_the_table_waits_for_the_only_one_who_can_draw() -> None:
    at = session(**BY_HAND, hands=[["5"], [], []])
    at.submit("5")
    assert (mode(at), at.task) == ("act", "Nobody has a card left. Draw one so that play can continue.")
    assert at.submit("").kind == "refused"
    assert at.submit("draw").kind == "done"


def test_what_hurts_is_marked_even_if_it_also_ends_the_round() -> None:
    at = session(total=70, hands=[["x2", "4"], ["2", "3"], ["8"]], draw=[])
    at.submit("x2")
    for _ in range(3):  # the first bot plays both of its cards, the second its only one
        at.step()
    line = next(line for line in at.lines() if "83" in line.text)
    assert line.danger
    assert line.text.endswith("83 ends the round.")


# The end

LAST: dict[str, Any] = {
    "total": 70,
    "chips": [0, 0, 0],
    "out": [False, False, True],
    "hands": [["10", "5"], ["2", "3"], []],
}


def test_the_end_has_standings_and_a_story() -> None:
    at = session(**LAST)
    at.submit("10")
    assert mode(at) == "over"
    story, standings = at.ending()
    assert story.entries == [("Round 1", "You went out at 80.")]
    assert standings.title == f"{at.names[1]} is the last one in and wins."
    assert standings.entries[0] == (f"1. {at.names[1]}", "swimming")
    assert standings.entries[1] == ("2. You", "out")
    assert at.submit("").kind == "again"
    assert at.submit("no").kind == "quit"


def test_even_the_last_move_can_be_taken_back() -> None:
    at = session(**LAST)
    at.submit("10")
    assert at.submit("undo").kind == "done"
    assert mode(at) == "act"
    at.submit("5")  # 75 is free
    assert mode(at) == "bot"


def test_who_is_out_may_watch() -> None:
    at = session(total=70, chips=[0, 3, 3], hands=[["10"], ["2", "3"], ["7", "8"]])
    at.submit("10")
    assert mode(at) == "watch"
    assert at.submit("2").kind == "refused"
    at.submit("")
    bots_move(at)
    assert mode(at) == "over"
    assert at.ending()[1].entries[-1] == ("3. You", "out")
