"""Everything that happens at a table can be said, in both languages; these checks are the same for all games."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import get_args, get_type_hints

import pytest

from helpers.games.strategies import each_game
from per_game import Kit
from samples import SAMPLES
from tischlein.engine.play.table import Table
from tischlein.engine.texts import LANGUAGES, words_for
from tischlein.engine.texts.templates import with_values
from tischlein.engine.texts.words import Words

COMMON = "tischlein.engine.texts"
NAMES = ["Ada", "Ben", "Cem", "Dora", "Emil", "Fay", "Gil", "Hedi", "Ilse", "Jim"]
GAMES = min(SAMPLES.looks, 8)
DECISIONS = 100
OF_EVERY_GAME = {"undo", "game_end"}

each_language = pytest.mark.parametrize("language", LANGUAGES)


def moments(kit: Kit) -> Iterator[Table]:
    """Tables of random games, before every decision and at the end; now and then a move is taken back."""
    for number in range(GAMES):
        rng = Random(number)
        seats = kit.game.seats[number % len(kit.game.seats)]
        table = kit.game.new(seats=seats, seed=number, **kit.random_options(rng, seats))
        for _ in range(DECISIONS):
            yield table
            if table.over:
                break
            seat = rng.choice(table.waiting)
            table.play(seat, kit.choice(rng, [action.text for action in table.actions(seat)]))
            if rng.random() < 0.02:
                table.undo(seat, consent=True)


def in_all_languages(kit: Kit) -> list[Words]:
    return [words_for(kit.game, language) for language in LANGUAGES]


def declared_kinds(kit: Kit) -> set[str]:
    """The kinds of events that a game declares in its typed dict."""
    kinds = set(get_args(get_type_hints(kit.game.face.views.Event)["kind"]))  # type: ignore[attr-defined]
    assert kinds, "the kinds of events are declared as a Literal"
    return kinds


def unsaid(kit: Kit, words: Words) -> set[str]:
    """What a game can do or show, and nobody has written down."""
    game = kit.game
    wanted = [("reasons", name) for name, _ in game.rules.REASONS[1:]]
    wanted += [("events", kind) for kind in declared_kinds(kit) | OF_EVERY_GAME]
    wanted += [("zones", zone.name) for zone in game.face.zones if not words.has("rows", zone.name)]
    wanted += [("options", name) for name in game.options]
    wanted += [("answers", name) for name in game.turns.answers]
    missing = {f"{section}.{name}" for section, name in wanted if not words.has(section, name)}
    missing |= {f"actions.{text}" for text in kit.texts if words._halves(text)[0] is None}
    for name, option in game.options.items():
        missing |= {
            f"choices.{name}.{value}"
            for value in option.choices
            if isinstance(value, str) and words.choice(name, value) == value.replace("_", " ")
        }
        if words.option(name) == name.replace("_", " "):
            missing.add(f"options.{name}")
    return missing


@each_game
@each_language
def test_everything_has_a_text(kit: Kit, language: str) -> None:
    assert unsaid(kit, words_for(kit.game, language)) == set()


@each_game
def test_what_happens_is_told_in_whole_sentences(kit: Kit) -> None:
    kinds = declared_kinds(kit)
    for table in list({id(table): table for table in moments(kit)}.values()):
        for eyes in (0, 1, None):
            for event in table.events(eyes):
                assert event["kind"] in kinds | OF_EVERY_GAME
                for words in in_all_languages(kit):
                    text = words.sentence(event, NAMES, eyes)
                    assert text.endswith((".", "!")), text
                    assert text[0].isupper() or text[0].isdigit() or text[0] in "−×", text
                    assert_plain(text)


@each_game
def test_actions_and_the_task_are_told(kit: Kit) -> None:
    for table in moments(kit):
        watched = table.view(None)
        assert all(words.task(watched, NAMES) for words in in_all_languages(kit))
        for seat in (0, 1):
            view, actions = table.view(seat), [action.text for action in table.actions(seat)]
            hints = table.hints(seat)
            for words in in_all_languages(kit):
                task = words.task(view, NAMES, actions, hints)
                assert task, view["phase"]
                assert_plain(task.replace("?", ""))
                labels = [words.action(text, view, NAMES, hints.get(text)) for text in actions]
                assert len(set(labels)) == len(labels)
                for label in labels:
                    assert_plain(label)


@each_game
def test_who_is_refused_is_told_why_and_nobody_is_called_by_a_number(kit: Kit) -> None:
    rng = Random(1)
    for table in moments(kit):
        seat = rng.randrange(table.seats)
        view = table.view(seat)
        for text in rng.sample(kit.texts, min(4, len(kit.texts))):
            against = table.why(seat, text)
            if against is not None:
                assert "{" not in against.text
                assert "you" not in against.text.lower().split()
                for words in in_all_languages(kit):
                    said = words.reason(against.code, text, view, NAMES)
                    assert said.endswith("."), said
                    assert "seat" not in said
                    assert "Platz 0" not in said
                    assert_plain(said)


def assert_plain(text: str) -> None:
    """No template shines through, nothing is unknown, and no piece of it is empty."""
    assert not set("{}[]|@*?") & set(text), text
    assert "None" not in text
    assert "  " not in text
    assert " ." not in text
    assert text == text.strip()


def test_templates_are_filled_as_the_page_fills_its_own() -> None:
    """web/tests/texts/templates.test.ts asks the same of the page."""
    examples = Path(__file__).resolve().parents[3] / "web/tests/texts/templates.json"
    for example in json.loads(examples.read_text("utf-8")):
        assert with_values(example["text"], example["values"]) == example["said"]
