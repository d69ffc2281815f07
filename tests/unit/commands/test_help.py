"""``--help`` of every command: English whatever the system speaks, and complete."""

import click
import pytest

from helpers.command import called
from tischlein.cli import app

pytestmark = pytest.mark.quick


def test_every_command_and_every_option_says_what_it_is_for() -> None:
    context = click.Context(app)
    for name in app.list_commands(context):
        command = app.get_command(context, name)
        assert command is not None
        assert command.help, name
        silent = [each.name for each in command.get_params(context) if not each.help]
        assert not silent, name


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert called(*arguments, "--help") == 0
    return capsys.readouterr().out


def joined(page: str) -> str:
    """Return a page without its line breaks."""
    return " ".join(page.split())


@pytest.mark.parametrize("arguments", ["", "serve", "arena", "simulate", "report"])
def test_help_is_english_everywhere_and_fits_the_window(
    arguments: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    page = shown(capsys, *arguments.split())
    assert page.startswith(f"Usage: tischlein {arguments}".rstrip())
    assert "Options:\n" in page
    assert "bool" not in page.lower()
    assert max(map(len, page.splitlines())) <= 80
    assert "...\n" not in page.partition("Commands:")[2], "the first sentence of a command is cut"


def test_help_says_bounds_defaults_and_what_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    page = joined(shown(capsys, "play"))
    assert "--browser / --no-browser" in page
    assert "[default: browser]" in page
    assert "[default: 100; 1<=x<=100000]" in joined(shown(capsys, "report"))
    assert "[default: 1.0; x>=0.001]" in joined(shown(capsys, "arena"))
    assert "[required]" in shown(capsys, "site")
    assert "[default: text]" in joined(shown(capsys, "serve"))
    assert shown(capsys).startswith("Usage: tischlein [OPTIONS] [COMMAND] [ARGS]...")
