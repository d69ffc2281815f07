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
from tischlein.engine.texts.templates import filled
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
                made = filled(text, lambda inner: "x", lambda person, you=you: you)  # type: ignore[misc]
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


# Sentences


@pytest.mark.parametrize(
    ("event", "you", "said"),
    [
        (
            {"kind": "play", "seat": 1, "card": "5", "total": 23, "direction": 1},
            0,
            "Maria plays 5 and says 23.",
        ),
        (
            {"kind": "play", "seat": 0, "card": "-10", "total": -3, "direction": 1},
            0,
            "You play −10 and say −3.",
        ),
        ({"kind": "draw", "seat": 1, "card": "?"}, 0, "Maria draws a card."),
        ({"kind": "chip", "seat": 0, "left": 1}, 0, "That costs you a chip; 1 is left."),
        ({"kind": "game_end", "seat": None, "winners": [0]}, 0, "You are the last one in: you win!"),
        ({"kind": "game_end", "seat": None, "winners": [2]}, None, "Jonas is the last one in and wins."),
        ({"kind": "undo", "seat": 1, "steps": 1}, 0, "Maria takes the last move back."),
    ],
)
def test_sentences(event: dict[str, Any], you: int | None, said: str) -> None:
    assert words_for(LOBO, "en").sentence(event, NAMES, you).startswith(said)


def test_what_the_table_shows_is_not_said() -> None:
    words, hidden = words_for(LOBO, "en"), {"kind": "draw", "seat": 1, "card": "?"}
    assert words.event(hidden, NAMES, 0) == ""
    assert words.event({"kind": "draw", "seat": 0, "card": "5"}, NAMES, 0) == "You draw 5."


@pytest.mark.parametrize(
    ("owner", "you", "said"),
    [
        (2, 0, "You steal Jonas's quanto with tile 8: 5 and rainbow 8."),
        (2, 2, "Ada steals your quanto with tile 8: 5 and rainbow 8."),
        (2, None, "Ada steals Jonas's quanto with tile 8: 5 and rainbow 8."),
        (0, 0, "You claim your quanto with tile 8: 5 and rainbow 8."),
        (0, 1, "Ada claims the quanto with tile 8: 5 and rainbow 8."),
    ],
)
def test_a_theft_is_said_to_the_victim_too(owner: int, you: int | None, said: str) -> None:
    event = {"kind": "capture", "seat": 0, "owner": owner, "tile": 8, "cards": ["5", "8r"]}
    assert words_for(QUANTO, "en").event(event, NAMES, you) == said


def test_a_round_is_told_with_everybodys_points() -> None:
    """Nobody has to know their own name, and what a knock costs has its own sentence."""
    event: dict[str, Any] = {
        "kind": "round_end",
        "seat": None,
        "by": "knock",
        "gained": [5, 0],
        "points": [5, 0],
    }
    words = words_for(QUANDO, "en")
    assert words.event(event, NAMES, 0).endswith("New points: you 5, Maria 0.")
    assert words.event(event, NAMES, None).endswith("New points: Ada 5, Maria 0.")
    event |= {"knocked": 0, "penalty": 5}
    assert words.event(event, NAMES, 0).endswith("Knock penalty for you: 5.")
    assert words.event(event, NAMES, 1).endswith("Knock penalty for Ada: 5.")


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


@each_language
def test_scores_and_choices_are_told(language: str) -> None:
    words = words_for(LOBO, language)
    assert [words.score(score) for score in (3, 1)] == ["3 Chips", "1 Chip"] or language == "en"
    assert words_for(QUANDO, language).score(7, short=True) == {"de": "7 Pkt.", "en": "7 pts"}[language]
    assert words.choice("starter", 0) == {"de": "Platz 1", "en": "seat 1"}[language]
    assert words.choice("manual_draw", True) == {"de": "ja", "en": "yes"}[language]


@pytest.mark.parametrize("package", [*GAMES, COMMON])
@each_language
def test_a_reason_without_conditions_needs_no_view(package: str, language: str) -> None:
    """The table makes a view for a reason only where its text asks for one."""
    for code, text in load_texts(package, language)["reasons"].items():
        if isinstance(text, str) and "@" not in text:
            assert placeholders(text) <= {"name", "what", "action", "waiting"}, code


def test_clients_are_told_the_names_of_cards() -> None:
    names = words_for(QUANTO, "de").card_names()
    assert (names["J"], names["12r"], names["?"]) == ("Joker", "Regenbogen-12", "eine verdeckte Karte")
    known = {"?": "eine verdeckte Karte", "x2": "×2", "reverse": "Richtungswechsel"}
    assert words_for(LOBO, "de").card_names() == known


def test_clients_are_told_what_kinds_of_actions_are_called() -> None:
    """Also while they are not possible: a button that is barred, a joker whose number is not said yet."""
    names = words_for(QUANTO, "de").deeds()
    assert (names["take"], names["pick"], names["steal"]) == (
        "Karten nehmen",
        "… nehmen",
        "Den Quanto von … stehlen",
    )
    assert words_for(LOBO, "de").deeds() == {"draw": "Eine Karte ziehen", "": "… spielen"}


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


def test_an_option_is_explained_once_and_seats_count_as_they_are_typed() -> None:
    shown = dict(game_page(QUANDO, words_for(QUANDO, "en"), Phrases("en")).entries)
    who = next(text for heading, text in shown.items() if heading.startswith("starter="))
    assert "Seats count from 0" in who
    assert "seat 1" not in who
    knock = next(text for heading, text in shown.items() if heading.startswith("knock_after="))
    assert "two_cards: have laid two cards" in knock
    assert words_for(QUANDO, "en").option("knock_after") not in knock
