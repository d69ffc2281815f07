"""Everything a person reads, in one language: the terminal's own texts and those of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game
from tischlein.engine.texts import LANGUAGES, game_texts, load_texts

OWN = "tischlein.terminal.texts"
# Where the system says which language its user speaks, the strongest first.
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language of an environment, English where we do not speak it.

    >>> language_of({"LANG": "de_AT.UTF-8"}), language_of({"LANG": "de_DE", "LC_ALL": "C"})
    ('de', 'en')
    """
    said = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    spoken = said[:2].lower()
    return spoken if spoken in LANGUAGES else "en"


def number(value: int) -> str:
    """Return a number with a real minus sign.

    >>> number(-10)
    '−10'
    """
    return str(value).replace("-", "−")


class Words:
    """The texts of one language; keys are written ``section.name``."""

    def __init__(self, game: Game, language: str) -> None:
        if language not in LANGUAGES:
            raise OptionError(f"language: {language!r} is not one of {', '.join(LANGUAGES)}")
        self.language = language
        self.game = game
        self._own = load_texts(OWN, language)
        self._game = game_texts(game, language)
        # What the terminal has for this game, or for any that it has nothing for.
        self._about: dict[str, Any] = self._own.get(game.id, self._own["plain"])

    def other(self) -> Words:
        """The same words in the other language."""
        return Words(self.game, next(language for language in LANGUAGES if language != self.language))

    def __call__(self, key: str, **values: object) -> str:
        """Return a text of the terminal."""
        return _filled(self._own, key, values)

    def table(self, key: str, **values: object) -> str:
        """Return a text of the game."""
        return _filled(self._game, key, values)

    @property
    def rules(self) -> list[dict[str, Any]]:
        sections: list[dict[str, Any]] = self._game["rules"]
        return sections

    def command(self, name: str) -> str:
        """The word for a command that help names."""
        word: str = self._own["commands"][name][0]
        return word

    def action(self, text: str) -> str:
        """What people call an action or a card."""
        cards: dict[str, str] = self._game["cards"]
        return cards[text] if text in cards else self.command(text)

    def own(self, key: str, **values: object) -> str:
        """Return a text that the terminal has for this game."""
        return _filled(self._about, key, values)

    def line(self, name: str) -> str:
        """What stands in front of a line of the table."""
        if name in self._game.get("rows", {}):
            return self.row(name)
        lines: dict[str, str] = self._own["table"]
        return lines.get(name, name.replace("_", " "))

    def row(self, name: str) -> str:
        rows: dict[str, str] = self._game.get("rows", {})
        return rows.get(name, name)

    def card(self, text: str) -> str:
        """What people call a card; one that stands for another is written with it, as in ``j5 as red``."""
        card, stands_for, what = text.partition(" as ")
        cards = self._about.get("cards", {}) | self._game["cards"]
        name: str = cards.get(card, card)
        return self("say.as", card=name, what=self.row(what)) if stands_for else name

    def move(self, action: str, view: Mapping[str, Any], names: Sequence[str]) -> str:
        """What people call an action: by the longest beginning that the terminal has a text for, or else as it is written."""
        moves: dict[str, str] = self._about.get("moves", {})
        begin = max((key for key in moves if f"{action} ".startswith(f"{key} ")), key=len, default=None)
        if begin is None:
            return self.card(action)
        rest = action[len(begin) :].strip()
        place = int(rest) if rest.isdigit() else 0
        return moves[begin].format(
            what=self.row(rest) if rest in self._game.get("rows", {}) else self.card(rest),
            name=names[place] if place < len(names) else "",
            slot=self.card(view["display"][place - 1] or "") if "{slot}" in moves[begin] else "",
        )

    def listed(self, words: Iterable[str], link: str = "and") -> str:
        """Return "a, b and c"."""
        *most, last = words
        return f"{', '.join(most)} {self(f'say.{link}')} {last}" if most else last

    def reason(self, code: str, **values: str) -> str:
        """Return why something is refused, said to whoever tried."""
        return self.table(f"reasons_you.{code}", **values)

    def knows(self, kind: str) -> bool:
        """Can such a thing happen in this game?"""
        return kind in self._game["events"]

    def event(self, event: Mapping[str, Any], names: Sequence[str], you: int | None) -> str:
        """Return the sentence for an event."""
        who = event.get("seat")
        if event.get("winners"):
            who = you if you in event["winners"] else event["winners"][0]
        events = {**self._own["plain"]["events"], **self._game["events"]}
        if event["kind"] not in events:
            return f"{names[who]}: {_told(event)}" if who is not None else _told(event)
        variant = next(variant for variant in events[event["kind"]] if _fits(variant.get("when", {}), event))
        template: str = variant["you" if who is not None and who == you else "other"]
        values = {key: number(value) for key, value in event.items() if type(value) is int}
        if event.get("card", "?") != "?":
            values["card"] = self.card(event["card"])
        if "row" in event:
            values["row"] = self.row(event["row"])
        for key in ("shown", "cards"):
            if isinstance(event.get(key), list):
                values[key] = self.listed(map(self.card, event[key]))
        return template.format(name=names[who] if who is not None else "", **values)


def commands() -> dict[str, set[str]]:
    """All words for every command, of all languages."""
    found: dict[str, set[str]] = {}
    for language in LANGUAGES:
        for name, words in load_texts(OWN, language)["commands"].items():
            found.setdefault(name, set()).update(words)
    return found


def _filled(texts: Mapping[str, Any], key: str, values: Mapping[str, object]) -> str:
    found: Any = texts
    for part in key.split("."):
        found = found[part]
    text: str = found
    return text.format(**values) if values else text


def _told(event: Mapping[str, Any]) -> str:
    """An event that nobody has written a sentence for: its kind, and what can be said in a word."""
    said = [
        str(value)
        for key, value in event.items()
        if key not in ("seq", "seat", "kind") and isinstance(value, str | int)
    ]
    return " ".join([event["kind"].replace("_", " "), *said])


def _fits(when: Mapping[str, Any], event: Mapping[str, Any]) -> bool:
    for key, wanted in when.items():
        value = event.get(key)
        if isinstance(wanted, Mapping):
            if not isinstance(value, int) or value > wanted["max"]:
                return False
        elif value != wanted:
            return False
    return True
