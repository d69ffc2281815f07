"""Draws a session on a terminal, where the table stays in its place."""

import sys
import time
from collections.abc import Callable

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from tischlein.terminal.pages import Page
from tischlein.terminal.phrases import Phrases
from tischlein.terminal.picture import draw_table
from tischlein.terminal.prompt import read_line
from tischlein.terminal.session import Session
from tischlein.terminal.style import DANGER, NOTE, TITLE, Line, sentences

# So much of what happened last is still to be seen at the end.
LAST_MOVES = 2
# How many times as long as a move a new round waits, and a move when the person only watches.
NEW_ROUND = 3
WATCHING = 0.3


class Screen:
    """One terminal."""

    def __init__(self, console: Console, pace: float, read: Callable[[str], str] = read_line) -> None:
        self.console = console
        self.read = read
        self.pace = pace  # seconds between two moves of bots
        self._round: int | None = 1  # seen last

    def welcome(self, session: Session) -> None:
        others = session.words.join_list(session.bot_names)
        session.message = session.phrases("say.welcome", others=others)
        self._round = session.round

    def table(self, session: Session) -> None:
        """Show the table and what to do."""
        self.console.clear()
        self.console.print(self._fitting(session))
        self.console.print()
        if session.message:
            self.console.print(Padding(Text(session.message, NOTE), (0, 1), expand=False))
        self.console.print(Padding(Text(session.task, "bold"), (0, 1), expand=False))

    def beat(self, session: Session) -> None:
        """Show the table while a bot thinks; the end of a round takes longer to sink in, and who is out is in a hurry."""
        self.table(session)
        pace = self.pace * (WATCHING if session.watching else 1)
        time.sleep(pace if session.round == self._round else pace * NEW_ROUND)
        self._round = session.round

    def refusal(self, session: Session) -> None:
        """Say why nothing happened; the table is still there."""
        self.table(session)

    def page(self, page: Page, session: Session) -> None:
        """Show something to read, a screenful at a time."""
        with self.console.capture() as capture:
            self.console.print(render(page))
        lines = capture.get().rstrip("\n").split("\n")
        room = max(5, self.console.height - 2)
        for first in range(0, len(lines), room):
            self.console.clear()
            self.console.file.write("\n".join(lines[first : first + room]) + "\n")
            last = first + room >= len(lines)
            answer = self.ask(session.phrases("prompt.back" if last else "prompt.more"))
            if answer is None or answer.strip():
                return

    def ending(self, session: Session) -> None:
        """Show the last move, what led to it, and how the game ended."""
        self.console.clear()
        self.console.print(sentences(session.lines()[-LAST_MOVES:]))
        self.console.print()
        self.console.print(render(session.ending()))

    def ask(self, prompt: str) -> str | None:
        """Return the line that the player types, or None at the end of the input."""
        try:
            line = self.read(f" {prompt}")
        except EOFError:
            self.console.print()
            return None
        if not sys.stdin.isatty():
            self.console.print(Text(line))  # a pipe does not echo what it brings
        return line

    def renew(self) -> None:
        """Print with another console from now on: one that was interrupted while it printed may keep to itself what comes next."""
        self.console = Console(file=self.console.file, highlight=False)

    def farewell(self, language: str) -> None:
        self.console.print(Padding(Text(Phrases(language)("say.bye"), TITLE), (0, 1), expand=False))

    def _fitting(self, session: Session) -> RenderableType:
        """Show the table with as many of the last sentences as the terminal has room for."""
        texts = (session.message, session.task) if session.message else (session.task,)
        room = self.console.height - self._height(draw_table(session, (), self.console.width)) - 3
        room -= sum(self._height(Padding(Text(text), (0, 1))) for text in texts)
        lines: list[Line] = []
        for line in reversed(session.lines()):
            room -= self._height(sentences([line]))
            if room < 0:
                break
            lines.insert(0, line)
        return draw_table(session, lines, self.console.width)

    def _height(self, shown: RenderableType) -> int:
        return len(self.console.render_lines(shown))


def render(page: Page) -> RenderableType:
    """Return a page for reading: headed paragraphs, or one line per entry."""
    title = Rule(Text(page.title, TITLE), style=NOTE, align="left")
    if page.short:
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(no_wrap=True, style="bold")
        grid.add_column()
        for word, text in page.entries:
            grid.add_row(Text(word, DANGER if word == "✗" else ""), Text(text))
        return Padding(Group(title, grid, Text("")), (0, 1))
    parts: list[RenderableType] = [title]
    for heading, text in page.entries:
        if heading:
            parts.append(Text(heading, TITLE))
        parts += [Text(text), Text("")]
    return Padding(Group(*parts), (0, 1))
