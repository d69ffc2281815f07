"""The deal of the day: everybody on the server plays the same cards against the same bots, once, and sees who did best."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from random import Random

from sqlalchemy import Connection
from starlette.requests import Request

from tischlein.bots.nicknames import AVATARS, BOT_AVATARS, BOT_NAMES
from tischlein.engine.game import Game
from tischlein.engine.play.fair import commitment
from tischlein.games import GAMES
from tischlein.server.clock import now
from tischlein.server.errors import AlreadyEntered, Refusal
from tischlein.server.http.rate_limit import host
from tischlein.server.protocol.rest import (
    CreateTable,
    Daily,
    DailyGame,
    DailyMine,
    DailyPlace,
    Joined,
    PlayDaily,
)
from tischlein.server.protocol.shared import GUEST_KEY
from tischlein.server.store import deals as store
from tischlein.server.store.rows import SeatRow
from tischlein.server.table import deals, start
from tischlein.server.table.create import new_row
from tischlein.server.table.names import skeleton, tidy
from tischlein.server.table.registry import Registry
from tischlein.server.table.shuffle import new_secret
from tischlein.server.table.tokens import hashed

LEVEL = "medium"  # rules of thumb: they decide the same whatever the machine is busy with
SEAT = 0  # where the person sits
BEST = 50  # results in a ranking


async def daily(request: Request, body: None) -> Daily:
    """The deals of today, or of a day that is over."""
    at = now()
    day = _asked_day(request, deals.day_at(at))
    today = day == deals.day_at(at)
    key = _guest_key(request)
    registry: Registry = request.app.state.registry

    def job(connection: Connection) -> list[DailyGame]:
        return [_told(connection, game, day, today, key, at) for game in GAMES.values()]

    games = await registry.store.run(job)
    before = day - timedelta(days=1)
    return Daily(day.isoformat(), before.isoformat(), today, deals.end_of(day), games)


async def play_daily(request: Request, body: PlayDaily) -> Joined:
    """A table with today's deal; whoever has one already gets the same one again."""
    game = GAMES.get(request.path_params["game"])
    if game is None:
        raise Refusal("no_game", 404)
    limits, registry = request.app.state.rate_limits, request.app.state.registry
    if not limits.may_match(request.client):
        raise Refusal("too_fast", 429)
    deal = deals.daily(deals.day_at(now()), game.id)
    # One after the other: who asks twice at the same time gets one table.
    async with request.app.state.daily:
        own = await _own(registry, deal, body.guest)
        if own is None and not limits.may_set_a_table(request.client):
            raise Refusal("too_many_tables", 429)
        return own or await _first_try(registry, game, deal, body, host(request.client))


async def _first_try(registry: Registry, game: Game, deal: str, body: PlayDaily, payer: str) -> Joined:
    try:
        return await _opened(registry, game, deal, body, payer)
    except AlreadyEntered:
        # They asked another server too, and that one was faster.
        own = await _own(registry, deal, body.guest)
        if own is None:
            raise
        return own


async def _own(registry: Registry, deal: str, key: str) -> Joined | None:
    """The seat of a guest who plays a deal already."""
    found = await registry.store.run(lambda c: store.entry(c, deal, deals.guest_of(deal, key)))
    if found is None:
        return None
    await _dealt_after_all(registry, found.code)
    return Joined(found.code, SEAT, deals.token_of(deal, key))


async def _opened(registry: Registry, game: Game, deal: str, body: PlayDaily, payer: str) -> Joined:
    secret = await registry.store.run(lambda c: store.secret(c, deal, new_secret(), now()))
    wish = CreateTable(
        game.id,
        game.usual_seats,
        body.name,
        pace=body.pace,
        lang=body.lang,
        stand_in=LEVEL,
        spectators="none",
        chat=False,
    )
    row = new_row(wish, registry.services.bots)
    row.deal, row.secret, row.seed, row.host = deal, secret, deals.bots_seed(secret), SEAT
    name, token = tidy(body.name, []), deals.token_of(deal, body.guest)
    entry = store.Entry(deals.guest_of(deal, body.guest), row.code, name, None, None)
    seats = _seated(wish.seats, name, hashed(token), row.seed)
    seats[SEAT].avatar = body.avatar or Random().choice(AVATARS)
    seats[SEAT].guest = hashed(body.guest)  # the game is found again with the others
    live = await registry.add_stored(row, seats, also=lambda c: store.enter(c, deal, entry, row.created))
    live.payer = payer
    async with live.lock:
        await start.soon(live, set())
    return Joined(row.code, SEAT, token)


async def _dealt_after_all(registry: Registry, code: str) -> None:
    """A server that was stopped between the table and its deal leaves a table without cards."""
    if await registry.elsewhere(code) is None:
        live = await registry.get(code)
        async with live.lock:
            if live.state.row.state == "lobby":
                await start.soon(live, set())


def _seated(seats: int, name: str, token_hash: str, seed: int) -> list[SeatRow]:
    """The person, and bots that are the same for everybody; only whose name the person has gets the spare one."""
    *names, spare = Random(seed).sample(BOT_NAMES, seats)
    bots = [spare if skeleton(bot) == skeleton(name) else bot for bot in names]
    looks = Random(seed).sample(BOT_AVATARS, seats - 1)
    return [
        SeatRow(SEAT, kind="person", name=name, token_hash=token_hash),
        *(
            SeatRow(k + 1, kind="bot", name=bot, level=LEVEL, avatar=avatar)
            for k, (bot, avatar) in enumerate(zip(bots, looks, strict=True))
        ),
    ]


def _told(connection: Connection, game: Game, day: date, today: bool, key: str | None, at: int) -> DailyGame:
    """What everybody may know of a day's deal of a game."""
    deal = deals.daily(day, game.id)
    secret = (
        store.secret(connection, deal, new_secret(), at) if today else store.known_secret(connection, deal)
    )
    guest = None if key is None else deals.guest_of(deal, key)
    own = None if guest is None else store.entry(connection, deal, guest)
    ranking = list(_ranking(connection, game, deal, own))
    place = next((one.place for one in ranking if one.you), None)
    return DailyGame(
        game=game.id,
        deal=deal,
        seats=game.usual_seats,
        commitment=None if secret is None else commitment(deal, secret),
        secret=None if today else secret,
        players=store.count(connection, deal),
        ranking=ranking,
        mine=None if own is None else DailyMine(own.code, place),
    )


def _ranking(connection: Connection, game: Game, deal: str, own: store.Entry | None) -> Iterator[DailyPlace]:
    """The best results, and below them the result of the guest who asks, where it is not among them."""
    shown = store.best(connection, deal, game.scoring.low_wins, BEST)
    place, last = 0, None
    for k, entry in enumerate(shown, start=1):
        if (entry.place, entry.score) != last:
            place, last = k, (entry.place, entry.score)
        yield _place(entry, place, own)
    if own is None or own.place is None or own.score is None or any(one.guest == own.guest for one in shown):
        return
    result = store.Result(own.place, own.score)
    yield _place(own, 1 + store.better(connection, deal, game.scoring.low_wins, result), own)


def _place(entry: store.Entry, place: int, own: store.Entry | None) -> DailyPlace:
    you = own is not None and entry.guest == own.guest
    return DailyPlace(place, entry.name, entry.place or 0, entry.score or 0, you)


def _asked_day(request: Request, today: date) -> date:
    text = request.query_params.get("day", today.isoformat())
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refusal("bad_request", 400, problem="day is a date, as 2026-01-31") from None
    if day.isoformat() != text or not date(1971, 1, 1) <= day <= today:
        raise Refusal("no_page", 404)
    return day


def _guest_key(request: Request) -> str | None:
    """The key of the guest who asks; anything else is no key."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key if scheme.lower() == "bearer" and re.fullmatch(GUEST_KEY, key) else None
