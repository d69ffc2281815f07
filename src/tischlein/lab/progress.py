"""Show on stderr how far a long command is."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Protocol

Progress = Callable[[int, int], None]


class Bar(Protocol):
    """Moves the bar; ``what`` names what is being done, if it changes."""

    def __call__(self, done: int, everything: int, what: str = "") -> None: ...


@contextmanager
def progress_bar(label: str) -> Iterator[Bar]:
    """Draw a bar with what is being done, the speed and the time left, if stderr is a terminal.

    What bots and clusters print to stdout meanwhile goes to stderr.
    """
    from rich import progress
    from rich.console import Console

    columns = (
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.fields[rate]}"),
        progress.TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    bar = progress.Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty())
    with redirect_stdout(sys.stderr), bar:
        task = bar.add_task(label, total=None, rate="…")

        def on_progress(done: int, everything: int, what: str = "") -> None:
            speed = bar.tasks[0].speed
            rate = f"{speed:,.0f} a second" if speed else "…"
            bar.update(task, description=what or label, completed=done, total=everything, rate=rate)

        yield on_progress
