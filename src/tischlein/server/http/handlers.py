"""What the requests do. Each is declared in ``routes``; whatever is refused is answered with the reason."""

from __future__ import annotations

import io

import segno
from starlette.requests import Request
from starlette.responses import Response

import tischlein
from tischlein.engine.errors import TischleinError
from tischlein.engine.play.moments import ReplayPart, frames
from tischlein.engine.play.table import Table
from tischlein.engine.play.wording import Wording
from tischlein.engine.texts import LANGUAGES
from tischlein.engine.types import Json
from tischlein.games import GAMES
from tischlein.server.coach.reviews import Key
from tischlein.server.coach.sentences import ReviewTeller
from tischlein.server.errors import Refusal
from tischlein.server.http.address import ServerAddress
from tischlein.server.http.catalogue import catalogue, game_texts
from tischlein.server.http.daily import daily, play_daily
from tischlein.server.http.duplicates import add_duplicate, compare
from tischlein.server.http.guests import forget_guest, guest_games
from tischlein.server.http.lobby import lobby, match
from tischlein.server.http.rate_limit import host
from tischlein.server.http.replay import Cursor, in_thread, stopping
from tischlein.server.http.routes import Handler
from tischlein.server.http.seats import seat_of
from tischlein.server.protocol.rest import (
    About,
    CreateTable,
    Frame,
    GameInfo,
    Joined,
    JoinTable,
    MyTable,
    MyTables,
    Replay,
    TableCreated,
    TableInfo,
)
from tischlein.server.protocol.review import AskReview, Reviewing
from tischlein.server.table import people, shuffle
from tischlein.server.table.deals import check_open
from tischlein.server.table.live import LiveTable
from tischlein.server.table.mine import tables_of
from tischlein.server.table.registry import Registry

# Frames in one page of a replay, at most.
FRAMES = 500


def registry_of(request: Request) -> Registry:
    registry: Registry = request.app.state.registry
    return registry


def address_of(request: Request) -> ServerAddress:
    address: ServerAddress = request.app.state.address
    return address


async def live_table(request: Request) -> LiveTable:
    return await registry_of(request).get(request.path_params["code"])


async def about(request: Request, body: None) -> About:
    address = address_of(request)
    return About(
        tischlein.__version__, address.reach, address.url_for(request), address.may_open(request.client)
    )


async def open_to_lan(request: Request, body: None) -> About:
    address = address_of(request)
    if not address.may_open(request.client):
        raise Refusal("cannot_open", 403)
    try:
        await address.open_to_lan()
    except TischleinError:
        raise Refusal("cannot_open", 503) from None
    return await about(request, body)


async def games(request: Request, body: None) -> list[GameInfo]:
    return catalogue(registry_of(request).services.bots)


async def texts(request: Request, body: None) -> Json:
    game, language = request.path_params["game"], request.path_params["lang"]
    if game not in GAMES:
        raise Refusal("no_game", 404)
    if language not in LANGUAGES:
        raise Refusal("no_page", 404)
    return game_texts(GAMES[game], language)


async def create(request: Request, body: CreateTable) -> TableCreated:
    if not request.app.state.rate_limits.may_set_a_table(request.client):
        raise Refusal("too_many_tables", 429)
    return await registry_of(request).create(body, host(request.client))


async def table(request: Request, body: None) -> TableInfo:
    return (await live_table(request)).broadcast.info()


async def join(request: Request, body: JoinTable) -> Joined:
    if not request.app.state.rate_limits.may_join(request.client):
        raise Refusal("too_fast", 429)
    live = await live_table(request)
    seat, token = await people.join(live, body.name, body.seat, host(request.client), body.avatar, body.guest)
    return Joined(live.code, seat, token)


async def qr(request: Request, body: None) -> Response:
    live = await live_table(request)
    out = io.BytesIO()
    link = f"{address_of(request).url_for(request)}/t/{live.code}"
    segno.make(link, error="m").save(out, kind="svg", border=2, scale=8, xmldecl=False)
    return Response(out.getvalue(), media_type="image/svg+xml")


async def record(request: Request, body: None) -> Json:
    if not request.app.state.rate_limits.may_replay(request.client):
        raise Refusal("too_fast", 429)
    live = await live_table(request)
    async with live.lock:
        if live.state.table is None or live.state.row.state != "over":
            raise Refusal("not_shown_yet", 409)
        _may_look(live, seat_of(request, live))
        await check_open(live.services.store, live.state.row)
        record = live.state.table.record()
        part = shuffle.revealed(live.state.row, live.state.table)
        return record if part is None else {**record, "fair": part}


async def replay(request: Request, body: None) -> Replay:
    if not request.app.state.rate_limits.may_replay(request.client):
        raise Refusal("too_fast", 429)
    live = await live_table(request)
    seat = _asked_seat(request, live)
    async with live.lock:
        own = seat_of(request, live)
        _may_look(live, own)
        if seat is None or seat != own:
            await check_open(live.services.store, live.state.row)
        if live.state.table is None:
            raise Refusal("not_shown_yet", 409)
        over = live.state.row.state == "over"
        # A seat's own eyes and the spectators' see what they have seen anyway; others' only what is laid open.
        rounds_only = not over and seat is not None and seat != own
        if rounds_only and live.state.row.spectators != "rounds":
            raise Refusal("not_shown_yet", 409)
        # Under the lock: nothing that is not stored yet.
        steps = len(live.state.table.past.steps)
        part = ReplayPart(live.state.table, steps, rounds_only, live.state.by_clock, live.state.advice.taken)
        names = live.state.names
    # Whoever looks through somebody else's eyes is not meant by "you".
    wording = Wording(
        live.game, names, seat if seat == own else None, _asked_language(request) or live.state.row.lang
    )
    cursor = Cursor.read(request.query_params.get("after", "0.0"))
    limit = _asked_limit(request)
    found, following = await in_thread(
        request,
        live.services.replays,
        lambda is_gone: frames(part, seat, wording, (cursor.steps, cursor.told), limit, stopping(is_gone)),
    )
    return Replay(
        game=live.state.row.game,
        seats=len(names),
        seat=seat,
        names=names,
        complete=over,
        frames=[Frame(**frame) for frame in found],
        next=None if following is None else str(Cursor(*following)),
    )


async def review(request: Request, body: None) -> Reviewing:
    if not request.app.state.rate_limits.may_replay(request.client):
        raise Refusal("too_fast", 429)
    live = await live_table(request)
    key, table = await _finished(request, live)
    seat, lang = _asked_seat(request, live), _asked_language(request) or live.state.row.lang
    found = await live.services.reviews.found(key)
    if found is None:
        return _how_far(live, key)
    names = live.state.names
    reviewed = await in_thread(
        request,
        live.services.replays,
        lambda is_gone: ReviewTeller(live.game, table.past, names, seat, lang).review(found),
    )
    return Reviewing("ready", 0, 0, 0, reviewed)


async def ask_review(request: Request, body: AskReview) -> Reviewing:
    live = await live_table(request)
    key, table = await _finished(request, live)
    reviews, payer = live.services.reviews, host(request.client)
    if not body.want:
        reviews.cancel(key, payer)
        return _how_far(live, key)
    if reviews.state(key) is None and await reviews.found(key) is None:
        if not request.app.state.rate_limits.may_review(request.client):
            raise Refusal("coach_busy", 429)
        reviews.ask(key, table.record(), payer)
    return _how_far(live, key)


async def _finished(request: Request, live: LiveTable) -> tuple[Key, Table]:
    """A game that is over, for somebody who may see its record."""
    async with live.lock:
        state = live.state
        if state.table is None or state.row.state != "over":
            raise Refusal("not_shown_yet", 409)
        _may_look(live, seat_of(request, live))
        await check_open(live.services.store, state.row)
        if not state.table.past.steps:
            raise Refusal("review_nothing", 409)
        return Key(state.row.id, state.seq), state.table


def _how_far(live: LiveTable, key: Key) -> Reviewing:
    found = live.services.reviews.state(key)
    if found is None:
        return Reviewing("none", 0, 0, 0, None)
    ahead, job = found
    return Reviewing("waiting" if ahead else "running", ahead, job.done, job.steps, None)


async def mine(request: Request, body: MyTables) -> list[MyTable]:
    if not request.app.state.rate_limits.may_replay(request.client):
        raise Refusal("too_fast", 429)
    return await tables_of(registry_of(request), body.tokens)


def _asked_seat(request: Request, live: LiveTable) -> int | None:
    text = request.query_params.get("seat")
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 2:
        raise Refusal("bad_request", 400, problem="seat is not a number")
    if int(text) >= len(live.state.seats):
        raise Refusal("no_such_seat", 404)
    return int(text)


def _asked_limit(request: Request) -> int:
    text = request.query_params.get("limit", str(FRAMES))
    if not text.isascii() or not text.isdigit() or len(text) > 4 or not 1 <= int(text) <= FRAMES:
        raise Refusal("bad_request", 400, problem=f"limit is 1 to {FRAMES}")
    return int(text)


def _asked_language(request: Request) -> str | None:
    lang = request.query_params.get("lang")
    if lang is not None and lang not in LANGUAGES:
        raise Refusal("bad_request", 400, problem=f"lang is one of {', '.join(LANGUAGES)}")
    return lang


def _may_look(live: LiveTable, seat: int | None) -> None:
    if seat is None and live.state.row.spectators == "none":
        raise Refusal("no_spectators", 403)


HANDLERS: dict[str, Handler] = {
    "about": about,
    "open_to_lan": open_to_lan,
    "games": games,
    "texts": texts,
    "create": create,
    "table": table,
    "join": join,
    "qr": qr,
    "record": record,
    "replay": replay,
    "lobby": lobby,
    "match": match,
    "daily": daily,
    "play_daily": play_daily,
    "compare": compare,
    "add_duplicate": add_duplicate,
    "review": review,
    "ask_review": ask_review,
    "mine": mine,
    "guest_games": guest_games,
    "forget_guest": forget_guest,
}
