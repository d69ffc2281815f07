"""What ``--help`` shows, in the language of whoever reads it: plain lines, which a screen reader can read too.

The code says everything in English. ``texts/de.toml`` has the German sentence for each.
"""

from __future__ import annotations

from inspect import cleandoc

from typer import style

from tischlein.engine.texts import load_texts
from tischlein.engine.types import Untyped

TEXTS = "tischlein.usage.help.texts"
SOURCE = "en"  # what the code itself says
# What an option is given, if it does not say that itself, by the type that reads it.
VALUES = {
    "int": "NUMBER",
    "float": "NUMBER",
    "str": "TEXT",
    "list[str]": "TEXT",
    "list[int]": "NUMBER",
    "Path": "FILE",
}
NO_BREAK = "\N{NO-BREAK SPACE}"
NARROW = 28  # what is longer has a line of its own, and its help below


def in_language(sentence: str, language: str) -> str:
    """Return a sentence or a word of the help in a language; what nobody has translated stays as it is.

    >>> in_language("Read the rules of a game.", "de")
    'Die Regeln eines Spiels lesen.'
    """
    return sentence if language == SOURCE else load_texts(TEXTS, language).get(sentence, sentence)


def paragraphs(command: Untyped) -> list[str]:
    """Return what a command says about itself, each paragraph as one line."""
    return [" ".join(part.split()) for part in cleandoc(command.help or "").split("\n\n") if part]


def language_of(context: Untyped) -> str:
    """Return the language that a command was called in; ``main`` hands it on with the context."""
    return context.obj if isinstance(context.obj, str) else SOURCE


def name_of_value(option: Untyped, context: Untyped) -> str:
    """Return what is to be written behind an option, or for an argument.

    Nothing for a switch; the words to choose from where there are any.
    """
    if getattr(option, "is_flag", False):
        return ""
    chosen: str = option.metavar or VALUES.get(option.bare_type()) or option.display_type(context).strip("<>")
    return in_language(chosen, language_of(context))


def write_usage(command: Untyped, context: Untyped, formatter: Untyped) -> None:
    """Write the line that says how to call a command; what may be left out is in brackets."""
    language = language_of(context)
    pieces = [in_language("[OPTIONS]", language)]
    for argument in _parameters(command, context, "argument"):
        name = name_of_value(argument, context) + ("…" if argument.nargs != 1 else "")
        pieces.append(name if argument.required else f"[{name}]")
    if hasattr(command, "commands"):
        name = in_language("COMMAND …", language)
        pieces.append(f"[{name}]" if command.invoke_without_command else name)
    prefix = f"{in_language('Usage', language)}: "
    formatter.write_usage(context.command_path, " ".join(pieces), prefix)


def write_help(command: Untyped, context: Untyped, formatter: Untyped) -> None:
    """Write the whole page: how to call it, what it does, and what can be said with it."""
    language = language_of(context)
    write_usage(command, context, formatter)
    for text in paragraphs(command):
        formatter.write_paragraph()
        formatter.write_text(in_language(text, language))
    arguments, options = (_parameters(command, context, kind) for kind in ("argument", "option"))
    sections = {
        "Arguments": [(name_of_value(one, context), _help(one, language)) for one in arguments],
        "Options": [(_names(one, context), _help(one, language)) for one in options],
        "Commands": [
            (one.name, in_language(paragraphs(one)[0], language))
            for one in getattr(command, "commands", {}).values()
        ],
    }
    for heading, rows in sections.items():
        if rows:
            with formatter.section(style(in_language(heading, language), bold=True)):
                formatter.write_dl([(style(name, bold=True), text) for name, text in rows], col_max=NARROW)


def _parameters(command: Untyped, context: Untyped, kind: str) -> list[Untyped]:
    return [one for one in command.get_params(context) if one.param_type_name == kind and not one.hidden]


def _names(option: Untyped, context: Untyped) -> str:
    """All names of an option, the short ones first, then how to say no, and what comes behind."""
    names = ", ".join(sorted(option.opts, key=lambda name: name.startswith("--")))
    no = "".join(f" / {name}" for name in option.secondary_opts)
    return f"{names}{no} {name_of_value(option, context)}".rstrip()


def _help(parameter: Untyped, language: str) -> str:
    """What it is for, and in brackets within which bounds, and what holds without it."""
    notes = [_bounds(parameter, language), _default(parameter, language)]
    if parameter.required and parameter.param_type_name == "option":
        notes.append(in_language("required", language))
    # A note stays on one line: no line is broken at these spaces.
    bracket = "; ".join(note.replace(" ", NO_BREAK) for note in notes if note)
    text = in_language(parameter.help or "", language)
    return f"{text} [{bracket}]" if bracket else text


def _bounds(parameter: Untyped, language: str) -> str:
    least, most = (None if bound is None else f"{bound:.10g}" for bound in (parameter.min, parameter.max))
    if least is None:
        return "" if most is None else f"{in_language('at most', language)} {most}"
    return f"{in_language('at least', language)} {least}" if most is None else f"{least}–{most}"


def _default(parameter: Untyped, language: str) -> str:
    value = parameter.default
    if parameter.secondary_opts and value is not None:
        value = (parameter.opts if value else parameter.secondary_opts)[0]
    if value is None or value is False or parameter.required:
        return ""
    return f"{in_language('default', language)}: {value}"
