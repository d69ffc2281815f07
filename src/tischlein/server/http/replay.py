"""Games told again: frame by frame from one pair of eyes, page by page.

A live table keeps the record after every step. So a page costs what its own frames cost, wherever in the game it begins, and nothing
is played again.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.requests import Request

from tischlein.cards import CHANCE, SPECTATOR
from tischlein.engine.history import History
from tischlein.engine.table import Table
from tischlein.engine.views import GAME_END
from tischlein.server.errors import Refusal
from tischlein.server.protocol.rest import Frame
from tischlein.server.table.wording import Wording

T = TypeVar("T")


class ClientGone(Exception):  # noqa: N818 — nobody is left to be told
    """Whoever asked has closed the connection."""


@dataclass(frozen=True)
class Cursor:
    """Where a page begins: after so many steps of the history and so many events."""

    steps: int = 0
    told: int = 0

    @classmethod
    def read(cls, text: str) -> Cursor:
        steps, dot, told = text.partition(".")
        if not (dot and steps.isascii() and steps.isdigit() and told.isascii() and told.isdigit()):
            raise Refusal("bad_request", 400, problem="after is no cursor of a replay")
        return cls(int(steps), int(told))

    def __str__(self) -> str:
        return f"{self.steps}.{self.told}"


@dataclass(frozen=True)
class ReplayPart:
    """What of a game may be told: the steps that are stored, and whether only rounds that are over."""

    table: Table
    steps: int
    rounds_only: bool = False
    by_clock: Mapping[int, int] = field(default_factory=dict)  # steps decided because a seat's time was up


def frames(
    part: ReplayPart,
    seat: int | None,
    wording: Wording,
    cursor: Cursor,
    limit: int,
    is_gone: Callable[[], bool] = lambda: False,
) -> tuple[list[Frame], Cursor | None]:
    """Up to ``limit`` frames, one for the opening and one for each decision, and where the next page begins."""
    game, history = part.table.game, part.table.past
    eyes = SPECTATOR if seat is None else seat
    last = _end_of_rounds(part) if part.rounds_only else None
    stop = part.steps if last is None else last.step + 1
    if part.rounds_only and last is None:
        return [], None
    found: list[Frame] = []
    told = cursor.told
    for first, end in _groups(history, min(cursor.steps, stop), stop):
        if len(found) == limit:
            return found, Cursor(first, told)
        if is_gone():
            raise ClientGone
        events: list[dict[str, Any]] = []
        late: dict[int, int] = {}  # the first event of a decision that was made because time was up
        for k in range(first, end):
            if k in part.by_clock:
                late[len(events)] = part.by_clock[k]
            shown = history.events(game, k, eyes)
            if last is not None and k == last.step:
                shown = shown[: last.events]
            if history.steps[k].undone:
                undone = range(history.first_undone(k), k)
                back = sum(len(history.events(game, step, eyes)) for step in undone)
                shown = [{**event, "since": told + len(events) - back + 1} for event in shown]
            events += shown
        numbered = [
            wording.event({"seq": told + n + 1, **event}, late.get(n)) for n, event in enumerate(events)
        ]
        told += len(events)
        # With the decision that ends a round the next one may be dealt: of that nothing is shown yet.
        closed = last is not None and end == stop
        view = history.view(game, first if closed else end, eyes)
        found.append(Frame(end, numbered, view, view["scores"]))
    return found, None


@dataclass(frozen=True)
class _RoundEnd:
    step: int
    events: int  # so many of the step's events belong to the round


def _end_of_rounds(part: ReplayPart) -> _RoundEnd | None:
    """The step that ends the last round that is over."""
    game, history = part.table.game, part.table.past
    ends = {GAME_END, game.rounds} if game.open_rounds else {GAME_END}
    for k in range(part.steps - 1, -1, -1):
        kinds = [event["kind"] for event in history.events(game, k, SPECTATOR)]
        places = [n for n, kind in enumerate(kinds) if kind in ends]
        if places:
            return _RoundEnd(k, places[-1] + 1)
    return None


def _groups(history: History, first: int, stop: int) -> Iterator[tuple[int, int]]:
    """The steps of each frame: a decision or an undo with the chance outcomes after it; the first one is the deal."""
    opening = first == 0
    while first < stop or opening:
        end = first if opening else first + 1
        while end < stop and history.steps[end].seat == CHANCE:
            end += 1
        yield first, end
        first, opening = end, False


async def in_thread(request: Request, executor: Executor, job: Callable[[Callable[[], bool]], T]) -> T:
    """Run a job that asks from time to time whether the client has gone; it then stops, or never starts."""
    gone = threading.Event()
    work = asyncio.get_running_loop().run_in_executor(executor, job, gone.is_set)
    watch = asyncio.create_task(_until_gone(request))
    try:
        either: list[asyncio.Future[Any]] = [work, watch]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise ClientGone
        return work.result()
    finally:
        gone.set()
        work.cancel()
        watch.cancel()


async def _until_gone(request: Request) -> None:
    message: Any = {}
    while message.get("type") != "http.disconnect":
        message = await request.receive()
