"""All games in the terminal: playable to the end, in words, and without a peek."""

import io
import re
from random import Random

import pytest
from rich.console import Console

import tischlein
from helpers.games.strategies import each_game
from helpers.terminal import bots_move, placed
from per_game import KITS, Kit
from samples import SAMPLES, with_long
from tischlein.cards import RNG_WORDS, sow
from tischlein.engine.texts import LANGUAGES
from tischlein.scaffold.template import GAME as HOCH
from tischlein.terminal.host import Setup
from tischlein.terminal.loop import play_one
from tischlein.terminal.picture import draw_table as table_of
from tischlein.terminal.screen import Screen
from tischlein.terminal.session import Session

GAMES = list(tischlein.games())
OPTIONS = {"quando": {"target": 10}}


def session(name: str, language: str = "en", seed: int = 3, seats: int | None = None) -> Session:
    game = tischlein.game(name)
    return Session(
        Setup(game, seats or game.usual_seats, "random", language, OPTIONS.get(name, {}), seed=seed)
    )


def drawn(at: Session, width: int = 80) -> str:
    out = io.StringIO()
    Console(file=out, width=width, no_color=True, highlight=False).print(table_of(at, (), width))
    return out.getvalue()


@each_game
def test_a_game_to_its_end(kit: Kit) -> None:
    """From a position near the end: drawing every move of a whole game takes seconds."""
    # In both languages every sentence is checked elsewhere; here both are on the screen once.
    setup = Setup(kit.game, kit.ending["seats"], "random", LANGUAGES[KITS.index(kit) % len(LANGUAGES)], {})
    at, rng = Session(setup, kit.game.at(kit.ending, seed=1)), Random(1)

    def anything(prompt: str) -> str:
        return "" if at.mode == "over" else rng.choice(at.choices).label

    out = io.StringIO()
    screen = Screen(Console(file=out, width=80, no_color=True, highlight=False), 0, read=anything)
    assert play_one(at, screen) is True
    assert at.table.over
    text = out.getvalue()
    assert not re.search(r"[{}]", text)
    assert max(map(len, text.splitlines())) <= 80
    standings = at.ending()
    assert standings.title in text
    place, _, first = standings.entries[0][0].partition(". ")
    assert place == "1"
    assert any(at.names[seat] in first for seat in at.table.winners)


def test_what_is_known_of_everybody_stands_below_one_another() -> None:
    at = Session(Setup(HOCH, 3, "random", "en", {}, seed=3))
    at.submit(at.choices[0].label)
    bots_move(at)
    notes = [line for line in drawn(at).splitlines() if " point" in line and "Cards" in line]
    assert len({" 1 point " in line for line in notes}) == 2
    assert len(notes) == 3
    assert len({line.index("Cards") for line in notes}) == 1


@each_game
@pytest.mark.parametrize("language", with_long(LANGUAGES, "de"))
def test_every_move_has_a_name_of_its_own(kit: Kit, language: str) -> None:
    game, rng = kit.game, Random(2)
    for number in range(min(SAMPLES.looks, 5)):
        seats = game.seats[number % len(game.seats)]
        at = Session(Setup(game, seats, "random", language, kit.random_options(rng, seats), seed=number))
        for _ in range(60):
            bots_move(at)
            if at.mode == "over":
                break
            names = [choice.name for choice in at.choices]
            assert len(set(names)) == len(names) > 0
            assert at.task
            # By its name it is chosen, too.
            chosen = rng.choice(at.choices)
            before = len(at.table.history)
            assert at.submit(rng.choice([chosen.name.upper(), chosen.action])).kind == "done"
            mine = [text for seat, text in at.table.history[before:] if seat == 0]
            assert mine[0] == chosen.action


@pytest.mark.parametrize("name", GAMES)
def test_undo_help_and_nonsense(name: str) -> None:
    at = session(name)
    bots_move(at)
    before = at.table.position()
    at.submit("a")
    assert at.table.position() != before
    assert at.submit("undo").kind == "done"
    assert at.table.position() == before
    page = at.submit("?").page
    assert page is not None
    assert {word for word, _ in page.entries} >= at.setup.game.turns.optional
    for nonsense in ("banana", "draw", "77", "zz"):
        assert at.submit(nonsense).kind == "refused"
        assert at.table.position() == before
    assert at.submit("deutsch").kind == "done"
    assert at.words.language == "de"
    assert re.search(r"▸ Du\b", drawn(at))


@pytest.mark.parametrize(("name", "typed", "rule"), [("quando", "knock", "Q18"), ("quanto", "take", "N5")])
def test_an_action_that_is_not_legal_now_gets_its_rule(name: str, typed: str, rule: str) -> None:
    at = session(name)
    bots_move(at)
    assert at.submit(typed).kind == "refused"
    assert f"(rule {rule})" in at.message


def test_a_word_is_enough_where_only_one_action_has_it() -> None:
    position = {
        "game": "quanto",
        "seats": 2,
        "turn": 0,
        "hands": [["J", "5"], ["3"]],
        "display": ["5", "2", "3"],
    }
    at = placed(position)
    at.submit("joker")
    assert at.table.history[-1] == (0, "card J")
    assert at.submit("take").kind == "refused"
    assert at.submit("take as 5").kind == "done"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_fits_and_shows_what_matters(name: str, language: str) -> None:
    game = tischlein.game(name)
    for seats in game.seats:
        at = Session(Setup(game, seats, "random", language, {}, seed=seats, name="Wilhelmina von Hohenstein"))
        bots_move(at)
        shown = drawn(at)
        assert max(map(len, shown.splitlines())) <= 80
        assert all(other[:10] in shown for other in at.names)
        assert all(choice.name in " ".join(shown.split()) for choice in at.choices)
        assert "▸" in shown


@each_game
def test_nothing_is_shown_that_the_person_may_not_know(kit: Kit) -> None:
    at = session(kit.game.id)
    bots_move(at)
    shown = drawn(at)
    for stream in range(5):
        record = at.table.conceal_for(0)
        dice = [0] * RNG_WORDS
        sow(dice, 1, 1, stream)
        kit.game.rules.imagine(record, 0, dice, [0] * kit.game.rules.WORK)
        world = Session(at.setup, kit.game.at(kit.game.dump(record), seed=1))
        # The first line has the number of the round, which a position does not know.
        assert drawn(world).partition("\n")[2] == shown.partition("\n")[2]
        assert (world.view, world.choices, world.task) == (at.view, at.choices, at.task)


def qwixx_table(red: list[int]) -> Session:
    """A table of two, with these numbers crossed in your red row."""
    position = {
        "game": "qwixx",
        "seats": 2,
        "hands": [["r2", "y5", "g7", "b9"], ["r3", "y6", "g8", "b10"]],
        "display": ["r5", "y2", "g3", "b3"],
        "draw": ["r7", "y8", "g9"],
        "sheets": [{"red": red}, {}],
    }
    return placed(position)


def test_a_miss_is_named_before_it_is_made() -> None:
    at = qwixx_table([11])
    for text in ("slot 1", "skip", "", "play r2", "show"):
        assert at.submit(text).kind == ("refused" if text == "" else "done")
        bots_move(at)
    assert [choice.name for choice in at.choices] == ["Done, with a miss (−5)"]
    assert at.task == "Nothing fits here, and there is no cross in this turn: that is a miss."
    at.submit("done")
    assert at.lines()[-1].danger


def test_without_a_card_leaving_the_number_is_a_miss_too() -> None:
    position = {
        "game": "qwixx",
        "seats": 2,
        "step": 2,
        "hands": [[], ["b9"]],
        "display": ["y5"],
        "draw": ["g4"],
    }
    at = placed(position)
    assert at.choices[-1].name == "Cross off nothing, with a miss (−5)"


def test_where_all_decide_at_once_enter_decides_nothing() -> None:
    at = qwixx_table([])
    at.submit("slot 1")
    assert (at.mode, at.table.waiting) == ("act", (0, 1))
    assert at.submit("").kind == "refused"


def test_an_action_that_may_be_left_undone_has_a_name_in_all_languages() -> None:
    game = tischlein.game("lobo77")
    for typed in ("draw", "Draw a card", "eine Karte ziehen"):
        at = Session(Setup(game, 3, "easy", "en", {"manual_draw": True, "starter": 0}, seed=1))
        at.submit("a")
        assert at.mode == "may_act"
        assert at.submit(typed).kind == "done"
        assert at.table.history[-1][0] in (0, -1)
        assert (0, "draw") in at.table.history
