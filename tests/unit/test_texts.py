"""Texts for people: the same in both languages, complete, and really in these languages."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import tischlein
from tischlein.engine.texts import LANGUAGES, game_texts, load_texts
from tischlein.games.lobo77 import rules
from tischlein.games.lobo77.rules.material import NAMES as CARDS
from tischlein.terminal.session import rules_page
from tischlein.terminal.words import OWN, Words, language_of, number

pytestmark = pytest.mark.quick

PACKAGES = [*(game.texts for game in tischlein.games().values()), OWN]
LOBO = tischlein.game("lobo77")
NAMES = ["You", "Maria", "Jonas", "Emil"]


def leaves(texts: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """All texts with their places; how many other words a command has is up to the language."""
    if isinstance(texts, dict):
        for key, value in texts.items():
            yield from leaves(value, f"{place}.{key}" if place else key)
    elif isinstance(texts, list) and not place.startswith("commands."):
        for k, value in enumerate(texts):
            yield from leaves(value, f"{place}[{k}]")
    else:
        yield place, texts


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def texts_of(package: str, language: str) -> dict[str, Any]:
    return dict(leaves(load_texts(package, language)))


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_have_the_same_keys_and_placeholders(package: str) -> None:
    german, english = texts_of(package, "de"), texts_of(package, "en")
    assert list(german) == list(english)
    for place, text in german.items():
        if isinstance(text, str):
            assert placeholders(text) == placeholders(english[place]), place


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_a_key_by_mistake(package: str, language: str) -> None:
    for place, text in leaves(load_texts(package, language)):
        if isinstance(text, str):
            assert text.strip(), place
            assert "  " not in text, place


@pytest.mark.parametrize("package", PACKAGES)
def test_german_is_german_and_english_is_english(package: str) -> None:
    german = " ".join(text for text in texts_of(package, "de").values() if isinstance(text, str))
    english = " ".join(text for text in texts_of(package, "en").values() if isinstance(text, str))
    assert set("äöüÄÖÜß") & set(german)
    assert {"und", "die"} <= set(german.lower().split())
    assert not set("äöüÄÖÜß") & set(english)
    assert {"and", "the"} <= set(english.lower().split())


@pytest.mark.parametrize("package", PACKAGES)
def test_sentences_are_translated(package: str) -> None:
    german, english = texts_of(package, "de"), texts_of(package, "en")
    long = {place for place, text in german.items() if isinstance(text, str) and len(text.split()) > 3}
    assert long
    assert [place for place in long if german[place] == english[place]] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", ["reasons", "reasons_you"])
def test_every_reason_has_a_text(language: str, section: str) -> None:
    found = load_texts(LOBO.texts, language)[section]
    assert set(found) == {name for name, _ in rules.REASONS[1:]}
    known = {"action", "seat", "legal", "waiting"}
    assert all(placeholders(text) <= known for text in found.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_every_card_has_a_text(language: str) -> None:
    texts = load_texts(LOBO.texts, language)
    assert set(texts["options"]) == set(LOBO.options)
    assert set(texts["cards"]) == set(CARDS)
    assert len(set(texts["cards"].values())) == len(CARDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_cover_every_clause(language: str) -> None:
    sections = load_texts(LOBO.texts, language)["rules"]
    assert {clause for section in sections for clause in section["clauses"]} == {
        f"L{n}" for n in range(1, 23)
    }
    assert all(set(section) == {"title", "text", "clauses"} for section in sections)
    assert sum(len(section["text"].split()) for section in sections) > 500


def test_both_languages_tell_the_same_clauses_in_the_same_order() -> None:
    told = [[section["clauses"] for section in load_texts(LOBO.texts, lang)["rules"]] for lang in LANGUAGES]
    assert told[0] == told[1]


def events() -> list[dict[str, Any]]:
    """Events of every kind: games with and without drawing by hand, forgetting included, and an undo."""
    found = []
    for manual in (False, True):
        table = LOBO.new(seats=4, seed=1, manual_draw=manual)
        while not table.over:
            seat = table.view(None)["turn"]
            table.play(seat, table.actions(seat)[0])
            if len(table.history) % 9 == 0:
                drawer = table.waiting[0]
                table.play(drawer, table.actions(drawer)[-1])
        table.undo(0, consent=True)
        found += [*table.events(0), *table.events(None)]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_sentence(language: str) -> None:
    words = Words(LOBO, language)
    happened = events()
    assert {event["kind"] for event in happened} == set(load_texts(LOBO.texts, language)["events"])
    for event in happened:
        for you in (None, 0, 1):
            sentence = words.event(event, NAMES, you)
            assert sentence.endswith((".", "!"))
            assert "{" not in sentence
            assert "?" not in sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_variant_of_an_event_fits_always(language: str) -> None:
    for kind, variants in load_texts(LOBO.texts, language)["events"].items():
        assert "when" not in variants[-1], kind
        assert all("when" in variant for variant in variants[:-1]), kind
        assert all({"you", "other"} <= set(variant) for variant in variants), kind


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
        ({"kind": "chip", "seat": 2, "left": 0}, 0, "That costs Jonas the last chip: Jonas swims."),
        ({"kind": "round_end", "seat": None, "total": 40}, 0, "Nobody has a card left. The round ends at 40"),
        ({"kind": "round_end", "seat": None, "total": 77}, 0, "77 ends the round."),
        ({"kind": "game_end", "seat": None, "winners": [0]}, 0, "You are the last one in: you win!"),
        ({"kind": "game_end", "seat": None, "winners": [2]}, 0, "Jonas is the last one in and wins."),
    ],
)
def test_sentences(event: dict[str, Any], you: int, said: str) -> None:
    assert Words(LOBO, "en").event(event, NAMES, you).startswith(said)


def test_a_sentence_in_german() -> None:
    event = {"kind": "play", "seat": 1, "card": "reverse", "total": 23, "direction": -1}
    assert Words(LOBO, "de").event(event, NAMES, 0) == (
        "Maria spielt Richtungswechsel und bleibt bei 23; gegen den Uhrzeigersinn geht es weiter."
    )


def test_no_word_stands_for_two_commands() -> None:
    meanings: dict[str, set[str]] = {}
    for language in LANGUAGES:
        for name, words in load_texts(OWN, language)["commands"].items():
            for word in words:
                meanings.setdefault(word, set()).add(name)
    assert {word: names for word, names in meanings.items() if len(names) > 1} == {}


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_are_plain_toml(package: str, language: str) -> None:
    raw = files(package).joinpath(f"{language}.toml").read_bytes()
    assert tomllib.loads(raw.decode("utf-8"))
    assert b"\r" not in raw


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


REASONS = '[reasons]\nover = "it is over"\n'


def package_with(folder: Path, monkeypatch: pytest.MonkeyPatch, *languages: str) -> str:
    """A package with texts that say nothing but why; its name is new, since texts are read once."""
    name = f"texts_{'_'.join(languages)}_only"
    (folder / name).mkdir()
    for language in languages:
        (folder / name / f"{language}.toml").write_text(f'language = "{language}"\n{REASONS}', "utf-8")
    monkeypatch.syspath_prepend(folder)
    return name


@pytest.mark.parametrize("written", LANGUAGES)
def test_what_is_not_translated_is_told_in_the_other_language(
    written: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = package_with(tmp_path, monkeypatch, written)
    assert [load_texts(package, language)["language"] for language in LANGUAGES] == [written, written]


def test_a_game_with_reasons_alone_can_be_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(LOBO, texts=package_with(tmp_path, monkeypatch, *LANGUAGES))
    for language in LANGUAGES:
        texts = game_texts(bare, language)
        assert texts["language"] == language
        assert (texts["name"], texts["tagline"]) == ("LOBO 77", "LOBO 77.")
        assert texts["options"] == {name: option.help for name, option in LOBO.options.items()}
        (tagline, rules) = rules_page(Words(bare, language)).entries
        assert tagline == ("", "LOBO 77.")
        assert rules[1].startswith(
            {"de": "Die Regeln dieses Spiels hat noch niemand", "en": "Nobody"}[language]
        )


def test_what_a_game_says_itself_counts() -> None:
    for language in LANGUAGES:
        own = load_texts(LOBO.texts, language)
        assert game_texts(LOBO, language) == own


def test_numbers_have_a_real_minus() -> None:
    assert (number(-7), number(7)) == ("−7", "7")
