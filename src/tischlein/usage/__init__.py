"""Read the arguments of commands and explain mistakes in them: what all commands share and Click does not do."""

from importlib import import_module
from math import isnan

import click

import tischlein
from tischlein import interrupts
from tischlein.engine.errors import OptionError, did_you_mean
from tischlein.engine.types import Untyped


def many(name: str, text: str, most: int) -> int:
    """Return the whole number from 1 to ``most`` that a text says, also as 1e6.

    >>> many("--games", "1e6", 10_000_000)
    1000000
    """
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 1 <= number <= most or number != int(number):
        raise OptionError(f"{name} {text or repr(text)}: a whole number from 1 to {most:,}, also as 1e6")
    return int(number)


class Number(click.FloatRange):
    """A number within bounds; NaN, which no bound catches, is refused."""

    def convert(self, value: Untyped, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


class Commands(click.Group):
    """A group that imports some of its commands when they are asked for, and answers an unknown one with those that exist.

    ``late`` names these commands and the modules that define a function of the same name.
    """

    def __init__(self, *args: Untyped, late: dict[str, str] | None = None, **settings: Untyped) -> None:
        context_settings = {"help_option_names": ["-h", "--help"], "show_default": True}
        super().__init__(*args, context_settings=context_settings, **settings)
        self.late = late or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.commands, *self.late]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.late:
            return super().get_command(ctx, cmd_name)
        with interrupts.importing():
            module = import_module(self.late[cmd_name])
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, known = args[0], self.list_commands(ctx)
        if name not in known and not name.startswith("-"):
            raise OptionError(
                f"there is no command '{ctx.command_path} {name}'; there are {', '.join(known)}{did_you_mean(name, known)}"
            )
        return super().resolve_command(ctx, args)


def explain_error(error: click.ClickException) -> str:
    """Return one line about an error of the argument parser."""
    if isinstance(error, click.NoSuchOption):
        unknown = f"there is no option {error.option_name}"
        rule = error.option_name.lstrip("-").replace("-", "_")
        takes_rules = error.ctx is not None and any(it.name == "option" for it in error.ctx.command.params)
        if takes_rules and any(rule in game.options for game in tischlein.games().values()):
            return f"{unknown}; write --option {rule}=…"
        return unknown + did_you_mean(error.option_name, error.possibilities or ())
    if isinstance(error, click.BadParameter) and error.param is not None and error.message:
        return f"{error.param.opts[0]}: {error.message}"
    return error.format_message()
