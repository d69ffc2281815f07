"""Something to read: the rules of a game, and what can be chosen for it."""

from dataclasses import dataclass

from tischlein.engine.game import Game
from tischlein.engine.option_texts import choices_text, value_text
from tischlein.engine.texts.words import Words
from tischlein.terminal.phrases import Phrases


@dataclass(frozen=True)
class Page:
    """Paragraphs, each with a heading or a word in front."""

    title: str
    entries: list[tuple[str, str]]
    short: bool = False  # one line per entry


def rules_page(words: Words, phrases: Phrases) -> Page:
    """Return the rules of the game, section by section, with their clauses."""
    entries = [
        (section["title"], f"{section['text'].strip()} ({', '.join(section['clauses'])})")
        for section in words.rules
    ] or [("", phrases("list.no_rules"))]
    return Page(words.name, [("", words.tagline), *entries])


def game_page(game: Game, words: Words, phrases: Phrases) -> Page:
    """Return a game in a sentence, and its options with all choices."""
    seats = phrases("list.seats", least=game.seats[0], most=game.seats[-1])
    entries = [("", f"{words.tagline} {seats}.")]
    if game.options:
        entries.append(("", phrases("list.options") + ":"))
    for name, option in game.options.items():
        default = phrases("list.default", value=value_text(option.default))
        text = f"{words.option_help(name)} ({default})"
        if name == game.turns.starter:
            text += f" {phrases('list.from_zero')}"
        elif not isinstance(option.choices, range):
            labels = [
                (value_text(value), words.choice(name, value))
                for value in option.choices
                if not isinstance(value, bool)
            ]
            meanings = [f"{value}: {label}" for value, label in labels if value != label]
            text += "\n" + " · ".join(meanings) if meanings else ""
        entries.append((f"{name}={choices_text(option)}", text))
    if game.design:
        numbers = ", ".join(f"{name}={choices_text(option)}" for name, option in game.design.items())
        entries.append(("", f"{phrases('list.design')}: {numbers}"))
    return Page(f"{game.id} · {words.name}", entries)
