"""Options as people type them: name=value, read as the game declares them."""

from collections.abc import Sequence

from tischlein.engine.errors import OptionError
from tischlein.engine.game import Game, Option
from tischlein.engine.types import OptionValue

# What people write for yes and no.
TRUTHS = {
    "true": True,
    "yes": True,
    "on": True,
    "ja": True,
    "false": False,
    "no": False,
    "off": False,
    "nein": False,
}


def read_options(game: Game, pairs: Sequence[str], design: bool = False) -> dict[str, OptionValue]:
    """Read name=value pairs as the game declares them; ``design`` also allows design numbers."""
    known = {**game.options, **(game.design if design else {})}
    found: dict[str, OptionValue] = {}
    for pair in pairs:
        name, equals, text = (part.strip() for part in pair.partition("="))
        if not equals:
            raise OptionError(f"--option {pair!r}: write it as name=value, for example {example(game)}")
        found[name] = read_value(known[name], text) if name in known else text
    if design:
        game.check_names(found, game.design)
    varied, rest = game.with_design(found) if design else (game, found)
    varied.check_options(rest)
    return found


def read_value(option: Option, text: str) -> OptionValue:
    """Return the choice with this text; any other text is returned unchanged, for the later check to name."""
    for choice in option.choices:
        if value_text(choice) == text or (isinstance(choice, bool) and TRUTHS.get(text.lower()) is choice):
            return choice
    return text


def value_text(value: object) -> str:
    """Return a value as people type it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def choices_text(option: Option) -> str:
    """Return all choices of an option as text, a long range by its ends."""
    if isinstance(option.choices, range):
        return f"{option.choices[0]}…{option.choices[-1]}"
    return "|".join(map(value_text, option.choices))


def example(game: Game) -> str:
    name, option = next(iter(game.options.items()))
    return f"{name}={value_text(option.default)}"
