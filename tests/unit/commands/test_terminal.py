"""The table in a terminal, without one: what a move does, and what there is to see."""

from typing import Any

import pytest

from helpers.terminal import LOBO, bots_move, session
from tischlein.terminal.host import Setup
from tischlein.terminal.session import Session


def mode(at: Session) -> str:
    """A plain string: the type checker does not expect a property to change."""
    return at.mode


def test_every_action_says_what_it_would_bring() -> None:
    assert [(choice.label, choice.name, choice.remark) for choice in session().choices] == [
        ("a", "Play −10", "total 8"),
        ("b", "Play ×2", "total 18"),
        ("c", "Play Reverse", "total 18"),
        ("d", "Play 4", "total 22, costs a chip"),
        ("e", "Play 5", "total 23"),
    ]


def test_the_table_has_the_direction_of_play_and_everybodys_chips() -> None:
    page = session(direction=-1, chips=[1, 0, 3], discard=[]).submit("table").page
    assert page is not None
    assert [text for _, text in page.entries] == [
        *("1 chip   Cards 5", "swimming   Cards 2", "3 chips   Cards 2"),
        *("18", "anticlockwise", "–", "5", "−10  4  5  ×2  Reverse"),
    ]


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
        (
            "76",
            {},
            "You do not hold 76. (rule L5) Possible now: Play −10, Play ×2, Play Reverse, Play 4 or Play 5.",
        ),
        ("x2", {"discard": ["x2"]}, "(rule L11)"),
        ("draw", {}, "Nobody draws by hand here: this table draws for everyone. (rule L7)"),
        ("draw", {"options": {"manual_draw": True}}, "There is nothing for you to draw now."),
        ("banana", {}, "“banana” is neither a move here nor a command"),
        ("play", {}, "“play” is neither a move here nor a command"),
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


def test_what_was_taken_back_is_in_the_log_but_does_not_stand() -> None:
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
    assert at.lines()[0].text == "Du legst 5 und sagst 23."
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


def test_the_end_has_standings() -> None:
    at = session(**LAST)
    at.submit("10")
    assert mode(at) == "over"
    standings = at.ending()
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
    assert at.ending().entries[-1] == ("3. You", "out")
