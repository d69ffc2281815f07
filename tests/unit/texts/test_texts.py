"""Texts for people: the same in both languages, well written, and really in these languages."""

import re
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tischlein
from tischlein import OptionError
from tischlein.engine.texts import LANGUAGES, load_texts, words_for
from tischlein.engine.texts.templates import fill_template
from tischlein.terminal.pages import game_page, rules_page
from tischlein.terminal.phrases import TEXTS as TERMINAL
from tischlein.terminal.phrases import Phrases
from tischlein.usage.language import language_of
from tischlein.verify.sentences import TEXTS as VERIFY

pytestmark = pytest.mark.quick

COMMON = "tischlein.engine.texts"
GAMES = [game.face.texts for game in tischlein.games().values()]
PACKAGES = [*GAMES, COMMON, TERMINAL]
LOBO, QUANDO, QUANTO = (tischlein.game(name) for name in ("lobo77", "quando", "quanto"))
NAMES = ["Ada", "Maria", "Jonas", "Emil"]

each_package = pytest.mark.parametrize("package", PACKAGES)
each_language = pytest.mark.parametrize("language", LANGUAGES)
# Names of cards may differ in number: English has "a 7" and "an 8".
FREE = ("commands.", "cards.")


def leaves(texts: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """All texts with their places; how many words a command has is up to the language, and so are the names of cards."""
    if place and f"{place}.".startswith(FREE):
        return
    if isinstance(texts, dict):
        for key, value in texts.items():
            yield from leaves(value, f"{place}.{key}" if place else key)
    elif isinstance(texts, list):
        for k, value in enumerate(texts):
            yield from leaves(value, f"{place}[{k}]")
    else:
        yield place, texts


def texts_of(package: str, language: str) -> dict[str, Any]:
    return dict(leaves(load_texts(package, language)))


def is_template(place: str) -> bool:
    return not place.startswith("rules") and ".when" not in place


def placeholders(text: str) -> set[str]:
    return {inner.partition("|")[0].lstrip("@*") for inner in re.findall(r"\{([^{}]+)\}", text)}


@pytest.mark.parametrize("package", [*PACKAGES, VERIFY])
def test_both_languages_have_the_same_keys_and_placeholders(package: str) -> None:
    german, english = texts_of(package, "de"), texts_of(package, "en")
    assert list(german) == list(english)
    for place, text in german.items():
        if isinstance(text, str) and is_template(place):
            assert placeholders(text) == placeholders(english[place]), place


@each_package
def test_both_languages_have_the_same_conditions(package: str) -> None:
    german, english = texts_of(package, "de"), texts_of(package, "en")
    told = {place for place in german if ".when" in place or place.endswith(("quiet", "clauses"))}
    assert [place for place in told if german[place] != english[place]] == []


@each_package
@each_language
def test_every_template_can_be_filled(package: str, language: str) -> None:
    for place, text in texts_of(package, language).items():
        if isinstance(text, str) and is_template(place):
            for you in (True, False):
                made = fill_template(text, lambda inner: "x", lambda person, you=you: you)  # type: ignore[misc]
                assert made.strip() == made or place.startswith("prompt."), place
                assert not set("{}[]") & set(made), place
                assert "  " not in made, place
                assert made or "[" in text, place


def variants(texts: Any, place: str = "") -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    if isinstance(texts, dict):
        for key, value in texts.items():
            yield from variants(value, f"{place}.{key}")
    elif isinstance(texts, list) and texts and isinstance(texts[0], dict) and "text" in texts[0]:
        yield place, texts


@each_package
@each_language
def test_the_last_variant_fits_always(package: str, language: str) -> None:
    texts = {key: value for key, value in load_texts(package, language).items() if key != "rules"}
    for place, found in variants(texts):
        assert "when" not in found[-1], place
        assert all("when" in variant for variant in found[:-1]), place
        assert all(set(variant) <= {"when", "text", "quiet"} for variant in found), place


@each_package
def test_sentences_are_translated(package: str) -> None:
    german, english = texts_of(package, "de"), texts_of(package, "en")
    long = {place for place, text in german.items() if isinstance(text, str) and len(text.split()) > 3}
    assert long
    assert [place for place in long if german[place] == english[place]] == []


@pytest.mark.parametrize("name", tischlein.games())
@each_language
def test_the_rules_cover_every_clause(name: str, language: str) -> None:
    game = tischlein.game(name)
    sections = words_for(game, language).rules
    told = {clause for section in sections for clause in section["clauses"]}
    assert {clause for _, clause in game.rules.REASONS if clause} <= told
    numbers = sorted(int(clause[1:]) for clause in told)
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(set(section) == {"title", "text", "clauses"} for section in sections)
    # A rulebook takes pages; a draft with a few clauses takes a few sentences.
    words = sum(len(section["text"].split()) for section in sections)
    fewest = 10 * len(told) if tischlein.game(name).draft else 400
    assert words > fewest, (
        f"the rules in {language} have {words} words for {len(told)} clauses: write more than {fewest}"
    )


def test_what_the_table_shows_is_not_said() -> None:
    words, hidden = words_for(LOBO, "en"), {"kind": "draw", "seat": 1, "card": "?"}
    assert words.event(hidden, NAMES, 0) == ""
    assert words.event({"kind": "draw", "seat": 0, "card": "5"}, NAMES, 0) == "You draw 5."


@pytest.mark.parametrize(
    ("knock_after", "said"),
    [
        ("two_plays", "Erst müssen alle in dieser Runde zweimal gelegt haben."),
        ("two_cards", "Erst müssen alle in dieser Runde zwei Karten gelegt haben."),
    ],
)
def test_a_reason_is_true_for_the_options_of_the_table(knock_after: str, said: str) -> None:
    table = QUANDO.new(seats=2, seed=1, knock_after=knock_after)
    (seat,) = table.waiting
    words = words_for(QUANDO, "de")
    assert words.reason("knock_too_early", "knock", table.view(seat), NAMES).endswith(said)


def test_programs_are_told_of_seats_and_people_are_not() -> None:
    table = LOBO.new(seats=3, seed=1, starter=2)
    reason = table.why(1, "7")
    assert reason is not None
    assert reason.text == "It is not seat 1's turn yet: the table is waiting for seat 2."
    said = words_for(LOBO, "en").reason(reason.code, "7", table.view(1), NAMES)
    assert said == "It is not your turn yet: the table is waiting for Jonas."


@pytest.mark.parametrize("package", [*GAMES, COMMON])
@each_language
def test_a_reason_without_conditions_needs_no_view(package: str, language: str) -> None:
    """The table makes a view for a reason only where its text asks for one."""
    for code, text in load_texts(package, language)["reasons"].items():
        if isinstance(text, str) and "@" not in text:
            assert placeholders(text) <= {"name", "what", "action", "waiting"}, code


# The terminal's own


def test_no_word_stands_for_two_commands() -> None:
    meanings: dict[str, set[str]] = {}
    for language in LANGUAGES:
        for name, words in load_texts(TERMINAL, language)["commands"].items():
            for word in words:
                meanings.setdefault(word, set()).add(name)
    assert {word: names for word, names in meanings.items() if len(names) > 1} == {}


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "de_CH"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
    ],
)
def test_the_language_of_the_system(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


@pytest.mark.parametrize("name", tischlein.games())
@each_language
def test_the_list_of_games_says_what_every_choice_means(name: str, language: str) -> None:
    game = tischlein.game(name)
    page = game_page(game, words_for(game, language), Phrases(language))
    text = "\n".join(f"{title} {body}" for title, body in page.entries)
    for option, declared in game.options.items():
        assert f"{option}=" in text
        assert all(
            words_for(game, language).choice(option, value) in text
            for value in declared.choices
            if isinstance(value, str) and option != game.turns.starter  # its help says that
        )
    assert all(f"{number}=" in page.entries[-1][1] for number in game.design)


# Games without texts, or with a few


def test_a_game_without_texts_can_be_told_of() -> None:
    bare = replace(LOBO, face=replace(LOBO.face, texts=""))
    table = bare.new(seats=2, seed=1)
    for language in LANGUAGES:
        words = words_for(bare, language)
        assert (words.name, words.tagline) == ("LOBO 77", "LOBO 77.")
        assert words.option_help("starter") == LOBO.options["starter"].help
        assert (words.option("manual_draw"), words.action("x2"), words.zone("total")) == (
            "manual draw",
            "x2",
            "total",
        )
        assert words.event({"seat": 1, "kind": "play", "card": "x2", "total": 5}, NAMES, 0) == (
            "Maria: play x2 5"
        )
        assert words.reason("double_on_double", "x2", table.view(0), NAMES) == "double on double: x2"
        assert words.task(table.view(0), NAMES, [action.text for action in table.actions(0)])
        rules = rules_page(words, Phrases(language)).entries[1]
        assert rules[1].startswith(
            {"de": "Die Regeln dieses Spiels hat noch niemand", "en": "Nobody"}[language]
        )
    assert bare.new(seats=2, seed=1).why(0, "76") is not None


@pytest.mark.parametrize("written", LANGUAGES)
def test_what_is_not_translated_is_told_in_the_other_language(
    written: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"texts_{written}_only"  # new for each test, since texts are read once
    (tmp_path / name).mkdir()
    (tmp_path / name / f"{written}.toml").write_text(f'language = "{written}"\n', "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert [load_texts(name, language)["language"] for language in LANGUAGES] == [written, written]


class Cleared(dict[str, Any]):
    """A memory that another thread clears as soon as something is put into it."""

    def __setitem__(self, key: str, value: Any) -> None:
        super().__setitem__(key, value)
        self.clear()


def test_words_are_found_while_another_thread_clears_what_is_kept() -> None:
    shared = words_for(LOBO, "en")
    own = copy(shared)
    own._names, own._begun = Cleared(), Cleared()
    view = LOBO.new(seats=2, seed=1).view(0)
    for card in ("7", "x2", "-10", "no card"):
        assert own.card(card) == shared.card(card)
    for action in ("7", "draw", "no action"):
        assert own.action(action, view, NAMES) == shared.action(action, view, NAMES)


def test_there_is_no_third_language() -> None:
    with pytest.raises(OptionError, match="'fr' is not one of de, en"):
        words_for(LOBO, "fr")
