"""``--help`` speaks German too: every sentence and every word of it has a translation."""

from collections.abc import Iterator

import pytest
import typer

from tischlein.cli import app, main
from tischlein.engine.texts import load_texts
from tischlein.engine.types import Untyped
from tischlein.lab.cli import arena_app
from tischlein.lab.report_cli import report_app
from tischlein.lab.simulate_cli import simulate_app
from tischlein.train.cli import train_app
from tischlein.usage.help import TEXTS, name_of_value, paragraphs

pytestmark = pytest.mark.quick

# Words that are the same in both languages, or are typed as they are.
ALIKE = {
    "BACKEND", "BOT", "BOT,…", "NAME", "NAME=A,B,…", "TEXT", "cpu|cuda", "de|en", "ray[://HOST:PORT]", "text|json",
}  # fmt: skip
# What the code of the help says itself.
OWN = {
    "Usage", "Arguments", "Options", "Commands", "default", "required", "at least", "at most", "[OPTIONS]", "COMMAND …",
}  # fmt: skip


def commands(command: Untyped, context: Untyped) -> Iterator[tuple[Untyped, Untyped]]:
    yield command, context
    for one in getattr(command, "commands", {}).values():
        yield from commands(one, typer.Context(one, info_name=one.name, parent=context))


def everything() -> list[tuple[Untyped, Untyped]]:
    """All commands, also those that are loaded only when they are called."""
    found: list[tuple[Untyped, Untyped]] = []
    for one in (app, arena_app, simulate_app, report_app, train_app):
        command = typer.main.get_command(one)
        found += commands(command, typer.Context(command, info_name=str(command.name)))
    return found


def sentences(command: Untyped, context: Untyped) -> Iterator[str]:
    yield from paragraphs(command)
    for parameter in command.get_params(context):
        yield parameter.help or f"{command.name}: {parameter.name} has no help"
        if name_of_value(parameter, context):
            yield name_of_value(parameter, context)


def test_every_sentence_of_the_help_is_translated_and_none_is_left_over() -> None:
    said = {sentence for command, context in everything() for sentence in sentences(command, context)}
    assert len(said) > 100
    german = load_texts(TEXTS, "de")
    assert sorted(said - ALIKE - set(german)) == []
    assert sorted(set(german) - said - OWN) == []
    assert sorted(ALIKE - said) == []
    assert [text for text, other in german.items() if text == other] == []


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main([*arguments, "--help"])
    assert ended.value.code == 0
    return capsys.readouterr().out


def joined(page: str) -> str:
    """A page without its line breaks."""
    return " ".join(page.split())


def test_a_german_reads_german_help(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    english = OWN | {"Show this message and exit."}
    for arguments in ([], ["serve"], ["arena"], ["simulate"]):
        page = shown(capsys, *arguments)
        assert page.startswith(f"Aufruf: tischlein {' '.join(arguments)}".rstrip()), page
        assert "Optionen:\n" in page
        assert [word for word in english if f"{word}:" in page or word in page.splitlines()] == []
        assert max(map(len, page.splitlines())) <= 80
    assert "Wie viele Schritte Bots vorausdenken dürfen." in joined(shown(capsys, "arena"))
    assert "sonst: 200]" in joined(shown(capsys, "arena"))


def test_who_asks_for_a_language_reads_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert shown(capsys, "rules", "--lang", "en").startswith("Usage: tischlein rules [OPTIONS] [GAME]")
    monkeypatch.setenv("LC_ALL", "C")
    assert shown(capsys, "rules").startswith("Usage: tischlein rules [OPTIONS] [GAME]")
    assert shown(capsys, "report", "--lang", "de").startswith("Aufruf: tischlein report [OPTIONEN] SPIEL")


def test_help_says_bounds_defaults_and_what_is_needed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    assert "[at least 0.001; default: 1.0]" in joined(shown(capsys, "arena"))
    assert "[required]" in shown(capsys, "site")
    assert "--log text|json" in shown(capsys, "serve")
    assert shown(capsys).startswith("Usage: tischlein [OPTIONS] [COMMAND …]")
