"""The texts of a game in the shape that the page's own sentences were written for; goes when the page takes sentences ready-made."""

from __future__ import annotations

from typing import Any

from tischlein.engine.templates import filled

NUMBERS = range(13)


def for_page(texts: dict[str, Any], common: dict[str, Any]) -> dict[str, Any]:
    """Return each event's sentences in both forms, cards by their names, and options by what they mean."""
    events = {
        **texts.get("events", {}),
        **{k: v for k, v in common["events"].items() if k not in texts.get("events", {})},
    }
    return {
        **texts,
        "reasons": {},
        "events": {kind: [_both(variant) for variant in _variants(text)] for kind, text in events.items()},
        "options": {name: option["help"] for name, option in texts["options"].items()},
        "cards": _cards(texts.get("cards", {})),
        "rules": texts.get("rules", []),
        "story": _story(texts.get("story", {})),
    }


def _variants(text: Any) -> list[dict[str, Any]]:
    return text if isinstance(text, list) else [text if isinstance(text, dict) else {"text": text}]


def _both(variant: dict[str, Any]) -> dict[str, Any]:
    when = {"when": variant["when"]} if "when" in variant else {}
    return {**when, "you": _form(variant["text"], True), "other": _form(variant["text"], False)}


def _form(template: str, you: bool) -> str:
    def field(inner: str) -> str:
        forms = inner.split("|")
        return forms[2] if len(forms) == 3 else f"{{{inner.lstrip('@*')}}}"

    return filled(template, field, lambda person: you and not person)


def _story(story: dict[str, str]) -> dict[str, str]:
    forms = {name: _form(text, False) for name, text in story.items()}
    return forms | {f"{name}_you": _form(text, True) for name, text in story.items()}


def _cards(cards: dict[str, str]) -> dict[str, str]:
    found = {}
    for card, text in cards.items():
        if card.count("{n}") == 1 and "{" not in card.replace("{n}", ""):
            found.update({card.replace("{n}", str(n)): text.replace("{n}", str(n)) for n in NUMBERS})
        elif "{" not in card:
            found[card] = text
    return found
