"""What the terminal draws, and the loop around it, on consoles that write into a string."""

import io
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

import tischlein
from helpers.terminal import LOBO, bots_move, session
from tischlein.engine.texts import LANGUAGES
from tischlein.terminal.host import Setup
from tischlein.terminal.loop import play, play_one
from tischlein.terminal.plain import PlainScreen
from tischlein.terminal.screen import Screen
from tischlein.terminal.session import Session

# The loop


def plain(out: io.StringIO) -> str:
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", out.getvalue())


class Typist:
    """Types the given lines, then nothing any more."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines: Iterator[str] = iter(lines)

    def __call__(self, prompt: str) -> str:
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        if line == "^C":
            raise KeyboardInterrupt
        return line


def screen(read: Callable[[str], str], live: bool = False, height: int = 24) -> tuple[Screen, io.StringIO]:
    out = io.StringIO()
    console = Console(file=out, width=80, height=height, highlight=False, no_color=True, force_terminal=live)
    return Screen(console, pace=0, read=read) if live else PlainScreen(console, read=read), out


@pytest.mark.parametrize(("live", "language"), list(zip([False, True], LANGUAGES, strict=True)))
def test_a_game_to_its_end_and_another(live: bool, language: str) -> None:
    """Nobody has a chip left to pay with, so it is a short one."""
    at = session(language, total=50, chips=[0, 0, 0])

    def first_legal(prompt: str) -> str:
        if at.mode == "over" or at.mode == "watch":
            return ""
        return at.table.actions(0)[0].text

    shown, out = screen(first_legal, live)
    assert play_one(at, shown) is True
    assert at.table.over
    text = plain(out)
    assert at.ending().title in text


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize("typed", [[], ["quit"], ["^C"], ["?", "", "log", "", "rules", "q", "foo", "^C"]])
def test_leaving_is_always_clean(live: bool, typed: list[str]) -> None:
    shown, out = screen(Typist(typed), live)
    play(Setup(LOBO, 3, "easy", "en", {}, seed=4), shown)
    assert plain(out).rstrip().endswith("Goodbye, and thanks for playing!")


class Interrupted(Console):
    """Raises Ctrl-C once, when this begins or ends to print."""

    at = ""

    def __enter__(self) -> Console:
        entered = super().__enter__()
        self._interrupt("begins")
        return entered

    def __exit__(self, *error: Any) -> None:
        self._interrupt("ends")
        super().__exit__(*error)

    def _interrupt(self, now: str) -> None:
        if self.at == now:
            self.at = ""
            raise KeyboardInterrupt


@pytest.mark.parametrize("at", ["begins", "ends"])
def test_leaving_in_the_middle_of_printing_is_clean(at: str) -> None:
    out = io.StringIO()
    console = Interrupted(file=out, width=80, highlight=False, force_terminal=True)
    console.at = at
    play(Setup(LOBO, 3, "easy", "en", {}, seed=4), Screen(console, pace=0, read=Typist([])))
    assert plain(out).rstrip().endswith("Goodbye, and thanks for playing!")


class Interrupting:
    """A bot during whose start Ctrl-C is pressed."""

    def __init__(self) -> None:
        raise KeyboardInterrupt

    def choose(self, situation: object) -> int:
        raise AssertionError


def test_leaving_before_the_first_card_is_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "interrupting", SimpleNamespace(Bot=Interrupting))
    shown, out = screen(Typist([]))
    play(Setup(LOBO, 3, "interrupting:Bot", "de", {}, seed=4), shown)
    assert plain(out).strip() == "Auf Wiedersehen und danke fürs Mitspielen!"


def test_pages_are_turned_on_a_low_terminal() -> None:
    asked: list[str] = []

    def turn(prompt: str) -> str:
        asked.append(prompt)
        return "q" if len(asked) == 4 else ""

    shown, _ = screen(turn, live=True, height=12)
    at = session()
    page = at.submit("rules").page
    assert page is not None
    shown.page(page, at)
    assert asked == [" Enter goes on, q goes back > "] * 4


def test_a_live_table_with_sentences_fits_the_terminal() -> None:
    at = Session(Setup(LOBO, 8, "random", "de", {}, seed=4))
    for _ in range(12):
        bots_move(at)
        if at.mode != "act":
            break
        shown, out = screen(Typist([]), live=True)
        shown.table(at)
        assert out.getvalue().count("\n") <= 23
        at.submit(at.table.actions(0)[0].text)


def test_another_game_has_other_luck_and_keeps_the_language() -> None:
    """Quick games: everybody plays anything, and a typist who wants a second one."""
    setup = Setup(LOBO, 2, "random", "en", {}, seed=4)
    at = Session(setup)
    lines = ["deutsch"]
    while not at.table.over:
        bots_move(at)
        if at.mode == "act":
            lines.append(at.table.actions(0)[0].text)
            at.submit(lines[-1])
    shown, out = screen(Typist([*lines, "ja", "ende"]), live=True)
    play(setup, shown)
    text = plain(out)
    assert text.count("LOBO 77 · Runde 1") >= 2
    first_hands = re.findall("Deine Hand.*", text)
    assert first_hands[0] != first_hands[-1]
    assert text.rstrip().endswith("Auf Wiedersehen und danke fürs Mitspielen!")


# For a screen reader


@pytest.mark.parametrize("game", tischlein.games())
def test_plain_writes_sentences_and_nothing_twice(game: str) -> None:
    """No picture, no colours, no line of the game again; the choices only when they have changed."""
    out = io.StringIO()
    played = iter(["?", "nonsense", *["a"] * 25])
    console = Console(file=out, width=80, force_terminal=False, highlight=False)
    at = Session(Setup(tischlein.game(game), tischlein.game(game).seats[0], "easy", "en", {}, seed=3))
    play_one(at, PlainScreen(console, read=lambda prompt: next(played, "q")))
    lines = out.getvalue().splitlines()
    assert not re.search(r"[\u2500-\u259f\x1b]", out.getvalue())
    told = [event["text"] for event in at.host.events if event["text"]]
    assert [line for line in lines if line in told] == told
    # A choice after a refusal is not written again.
    refused = next(k for k, line in enumerate(lines) if "nonsense" in line)
    assert not re.match(r"a: ", lines[refused + 1])


@pytest.mark.parametrize("game", tischlein.games())
def test_plain_describes_the_table_when_asked(game: str) -> None:
    """Every player and everything that lies there, in lines without columns; cards that can be taken also unasked."""
    out = io.StringIO()
    typed = iter(["table", "log"])
    console = Console(file=out, width=80, force_terminal=False, highlight=False)
    at = Session(Setup(tischlein.game(game), tischlein.game(game).seats[0], "easy", "en", {}, seed=3))
    play_one(at, PlainScreen(console, read=lambda prompt: next(typed, "q")))
    lines = out.getvalue().splitlines()
    asked = lines.index(at.words.name)
    titles = [*at.names, *(title for title, _ in at.face.lines(at.view, at.words, at.names))]
    assert [line.partition(":")[0] for line in lines[asked + 1 :][: len(titles)]] == titles
    assert not re.search(r"  |✗|^·", out.getvalue(), re.MULTILINE)
    display = at.words.zone("display")
    assert any(line.startswith(display) for line in lines[:asked]) == (display in titles)
