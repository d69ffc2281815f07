"""Show on stderr how far a long command is."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from threading import Event, Thread
from typing import Protocol

Progress = Callable[[int, int], None]
# Seconds between two lines, where stderr is not a terminal.
EVERY = 10.0


class Bar(Protocol):
    """Moves the bar; ``what`` names what is being done, if it changes."""

    def __call__(self, done: int, everything: int, what: str = "") -> None: ...


@contextmanager
def progress_bar(label: str, every: float = EVERY) -> Iterator[Bar]:
    """Draw a bar with what is being done, the speed and the time left; print a line every few seconds where stderr is not a terminal.

    What bots and clusters print to stdout meanwhile goes to stderr.
    """
    with (
        redirect_stdout(sys.stderr),
        _rich_bar(label) if sys.stderr.isatty() else _lines(label, every) as bar,
    ):
        yield bar


def notice(text: str, told: set[str]) -> None:
    """Print a notice on stderr, above the bar if there is one, unless it was printed before."""
    if text not in told:
        told.add(text)
        print(text, file=sys.stderr, flush=True)  # noqa: T201 — not click.echo, which would write into the bar


@contextmanager
def _rich_bar(label: str) -> Iterator[Bar]:
    from rich import progress
    from rich.console import Console

    columns = (
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.fields[rate]}"),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None, rate="…")

        def on_progress(done: int, everything: int, what: str = "") -> None:
            speed = bar.tasks[0].speed
            rate = f"{speed:,.0f} a second" if speed else "…"
            bar.update(task, description=what or label, completed=done, total=everything, rate=rate)

        yield on_progress


@contextmanager
def _lines(label: str, every: float) -> Iterator[Bar]:
    started, over, stderr = time.monotonic(), Event(), sys.stderr
    state = (label, 0, 0)

    def on_progress(done: int, everything: int, what: str = "") -> None:
        nonlocal state
        state = (what or label, done, everything)

    def print_lines() -> None:
        while not over.wait(every):
            what, done, everything = state
            count = f"{done:,} of {everything:,}" if everything else "…"
            print(f"{what}: {count}, {time.monotonic() - started:.0f} s", file=stderr, flush=True)

    printing = Thread(target=print_lines, daemon=True)
    printing.start()
    try:
        yield on_progress
    finally:
        over.set()
        printing.join()
