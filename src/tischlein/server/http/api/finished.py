"""Handlers of finished games: records, replays and reviews."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import replace
from typing import Annotated, Any, TypeVar

import msgspec

from tischlein.engine.play.fair import CONSTRUCTION, Fair, commitment
from tischlein.engine.play.snapshot import Excerpt, Marks
from tischlein.engine.play.table import Table
from tischlein.room.opening.deals import is_daily
from tischlein.room.replay import FRAMES, replay_page
from tischlein.room.rows import Row
from tischlein.server.coach.reviews import Key
from tischlein.server.coach.sentences import ReviewTeller
from tischlein.server.errors import Refusal
from tischlein.server.http.endpoint import get, post
from tischlein.server.http.request_context import RequestContext
from tischlein.server.protocol.rest import (
    FairPart,
    Replay,
)
from tischlein.server.protocol.review import AskReview, Reviewing
from tischlein.server.protocol.shared import Language, Record, SeatNumber
from tischlein.server.table.deals import check_open, is_over
from tischlein.server.table.host import TableHost

T = TypeVar("T")


class ReviewQuery(msgspec.Struct):
    """The seat and the language of a review."""

    seat: SeatNumber | None = None
    lang: Language | None = None


class ReplayQuery(ReviewQuery):
    """A page of a replay; it begins after a number of steps."""

    after: Annotated[int, msgspec.Meta(ge=0, le=999_999)] = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=FRAMES)] = FRAMES


@get("/api/tables/{code}/record", 403, 409, token=True, limit="replays")
async def record(request: RequestContext) -> Record:
    """Return the record of a finished game."""
    live = await request.table()
    async with live.lock:
        if live.state.table is None or live.state.row.state != "over":
            raise Refusal("not_shown_yet", 409)
        _may_look(live, request.seat_at(live))
        await check_open(live.services.store, live.state.row)
        record = live.state.table.record()
        part = _reveal(live.state.row, live.state.table)
        return record if part is None else {**record, "fair": part}


@get("/api/tables/{code}/replay", 403, 409, token=True, limit="replays")
async def replay(request: RequestContext, query: ReplayQuery) -> Replay:
    """Return the replay of a finished game as any seat saw it, or of a running game as the asker may see it."""
    live = await request.table()
    seat = _check_seat(query.seat, live)
    async with live.lock:
        state, own = live.state, request.seat_at(live)
        _may_look(live, own)
        if seat is None or seat != own:
            await check_open(live.services.store, state.row)
        if state.table is None:
            raise Refusal("not_shown_yet", 409)
        # A seat and spectators see what they have seen during the game; other seats are shown once they are laid open.
        rounds_only = state.row.state != "over" and seat is not None and seat != own
        if rounds_only and state.row.spectators != "rounds":
            raise Refusal("not_shown_yet", 409)
        # With the lock held, so that nothing is shown before it is stored.
        steps = len(state.table.past.steps)
        part = Excerpt(
            state.table, steps, rounds_only, Marks(dict(state.by_clock), dict(state.advised.taken))
        )
    page = await in_thread(
        request,
        live.services.replays,
        lambda stop: replay_page(state, part, seat, own, query.lang, query.after, query.limit, stop),
    )
    return Replay(**page)


@get("/api/tables/{code}/review", 403, 409, token=True, limit="replays")
async def review(request: RequestContext, query: ReviewQuery) -> Reviewing:
    """Return the coach's review of a finished game, if it was asked for."""
    live = await request.table()
    key, table, sealed = await _find_finished(request, live)
    seat, lang = _check_seat(query.seat, live), query.lang or live.state.row.lang
    reviews = live.services.reviews
    found, state = await reviews.find(key), _how_far(live, key)
    if found is None:
        job = reviews.state(key)
        if job is None or job[1].first is None:
            return state
        found = job[1].first
    else:
        state = Reviewing("ready", 0, 0, 0, None)
    names = live.state.names
    brief = replace(found, places=[], turns=[], lessons=[], best=[]) if sealed else found
    reviewed = await in_thread(
        request,
        live.services.replays,
        lambda stop: ReviewTeller(live.state.game, table.past, names, seat, lang).review(brief),
    )
    return Reviewing(state.state, state.ahead, state.done, state.steps, reviewed)


@post("/api/tables/{code}/review", 409, token=True)
async def ask_review(request: RequestContext, body: AskReview) -> Reviewing:
    """Ask the coach to review a finished game, or cancel that."""
    live = await request.table()
    key, table, _ = await _find_finished(request, live)
    reviews = live.services.reviews
    if not body.want:
        reviews.cancel(key, request.payer)
        return _how_far(live, key)
    if reviews.state(key) is None and await reviews.find(key) is None:
        if not request.limits.may("reviews", request.payer):
            raise Refusal("coach_busy", 429)
        people = [seat for seat, one in enumerate(live.state.seats) if one.kind == "person"]
        reviews.ask(key, table.record(), people, request.payer)
    return _how_far(live, key)


async def _find_finished(request: RequestContext, live: TableHost) -> tuple[Key, Table, bool]:
    """Return a finished game that the client may ask the coach about, and whether its deal is still sealed.

    Of today's deal its players may know what was luck and what was skill, and nothing that shows a card.
    """
    async with live.lock:
        state = live.state
        if state.table is None or state.row.state != "over":
            raise Refusal("not_shown_yet", 409)
        own = request.seat_at(live)
        _may_look(live, own)
        sealed = own is not None and is_daily(state.row) and not is_over(state.row)
        if not sealed:
            await check_open(live.services.store, state.row)
        if not state.table.past.steps:
            raise Refusal("review_nothing", 409)
        return Key(state.row.id, state.seq), state.table, sealed


def _how_far(live: TableHost, key: Key) -> Reviewing:
    found = live.services.reviews.state(key)
    if found is None:
        return Reviewing("none", 0, 0, 0, None)
    ahead, job = found
    return Reviewing("waiting" if ahead else "running", ahead, job.done, job.steps, None)


def _check_seat(seat: int | None, live: TableHost) -> int | None:
    if seat is not None and seat >= len(live.state.seats):
        raise Refusal("no_such_seat", 404)
    return seat


def _may_look(live: TableHost, seat: int | None) -> None:
    if seat is None and live.state.row.spectators == "none":
        raise Refusal("no_spectators", 403)


class ClientGone(Exception):  # noqa: N818 — not an error to report
    """The client has closed the connection."""


async def in_thread(request: RequestContext, executor: Executor, job: Callable[[Callable[[], None]], T]) -> T:
    """Run a job in a thread; it gets a function that raises ClientGone when the client has gone. Then it may also never start."""
    gone = threading.Event()

    def stop() -> None:
        if gone.is_set():
            raise ClientGone

    work = asyncio.get_running_loop().run_in_executor(executor, job, stop)
    watch = asyncio.create_task(_until_gone(request))
    try:
        either: list[asyncio.Future[Any]] = [work, watch]  # of two types
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise ClientGone
        return work.result()
    finally:
        gone.set()
        work.cancel()
        watch.cancel()


async def _until_gone(request: RequestContext) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _reveal(row: Row, table: Table) -> FairPart | None:
    """Return the secret, shares and outcomes of a finished game; None where there is nothing to check. See ``engine.play.fair``."""
    if row.state != "over" or row.shuffle is None or not isinstance(table.source, Fair):
        return None
    return FairPart(
        construction=CONSTRUCTION,
        table=row.deal_name,
        commitment=commitment(row.deal_name, row.secret),
        secret=row.secret,
        promises=row.shuffle["promises"],
        shares=row.shuffle["shares"],
        first=table.source.first,
        two_sided=table.game.two_sided,
        draws=table.source.draws,
    )
