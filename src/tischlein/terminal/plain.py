"""Writes a session for a screen reader or a pipe: sentences and choices, nothing drawn, and nothing that was written before."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from rich.console import Console

from tischlein.terminal.commands import Choice
from tischlein.terminal.pages import Page
from tischlein.terminal.prompt import read_line
from tischlein.terminal.screen import Screen
from tischlein.terminal.session import Session


class PlainScreen(Screen):
    """A terminal that is listened to: only what changed is written, line by line."""

    def __init__(self, console: Console, read: Callable[[str], str] = read_line) -> None:
        super().__init__(console, pace=0.0, read=read)
        self._printed = 0  # sentences
        self._choices: list[str] = []  # written last
        self._display = ""  # likewise

    def welcome(self, session: Session) -> None:
        super().welcome(session)
        self._printed, self._choices, self._display = 0, [], ""

    def beat(self, session: Session) -> None:
        self._catch_up(session)

    def table(self, session: Session) -> None:
        """Write what happened, what can be played if that has changed, and what to do."""
        self._catch_up(session)
        if session.mode == "act":
            self._write_display(session)
        choices = [_choice_line(choice) for choice in session.choices]
        if choices != self._choices:
            self._write(choices)
        self._choices = choices
        self._write([session.message, session.task])

    def refusal(self, session: Session) -> None:
        self._write([session.message])

    def page(self, page: Page, session: Session) -> None:
        self._write([page.title, *(_entry(head, text) for head, text in page.entries)])

    def ending(self, session: Session) -> None:
        self._catch_up(session)
        page = session.ending()
        told = page.title == session.host.events[-1]["text"]
        self.page(replace(page, title="") if told else page, session)

    def _write_display(self, session: Session) -> None:
        """Write the cards that can be taken, if they have changed; all others are in the choices or the log."""
        title = session.words.zone("display")
        lines = session.face.lines(session.view, session.words, session.names)
        display = next((_entry(head, text) for head, text in lines if head == title), "")
        if display != self._display:
            self._write([display])
        self._display = display

    def _catch_up(self, session: Session) -> None:
        events = session.host.events
        self._write(event["text"] for event in events[self._printed :])
        self._printed = len(events)

    def _write(self, lines: Iterable[str]) -> None:
        for line in lines:
            if line:
                self.console.print(line, markup=False, highlight=False, soft_wrap=True)


def _choice_line(choice: Choice) -> str:
    """Return a choice in one line: its letter, its name, and what comes of it."""
    return f"{choice.label}: {', '.join(_flat(part) for part in (choice.name, choice.remark) if part)}"


def _entry(head: str, text: str) -> str:
    """Return an entry in one line, without what only stands for the eye: bullets and columns."""
    listed = _flat(re.sub(r"(?<=\S) {2,}", ", ", text))
    return f"{head}: {listed}" if head.strip("·✗") else listed


def _flat(text: str) -> str:
    """Return a text without runs of spaces, and with a letter for a cross, which screen readers call a dingbat."""
    return " ".join(text.replace("✗ ", "").replace("✗", "x").split())
