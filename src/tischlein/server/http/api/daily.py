"""Handlers of the deal of the day: all guests play the same cards against the same bots, once, and see a ranking."""

import asyncio
from datetime import date, timedelta
from random import Random

import msgspec

from tischlein.bots.nicknames import AVATARS
from tischlein.engine.game import Game
from tischlein.engine.play.fair import commitment
from tischlein.games import GAMES
from tischlein.room.events import StartRequested
from tischlein.room.opening.create import tidy
from tischlein.room.opening.deals import end_of_day
from tischlein.room.rows import DealEntry, Seat, Stored
from tischlein.server.clock import moment, now
from tischlein.server.errors import AlreadyEntered, Refusal
from tischlein.server.http.endpoint import get, post
from tischlein.server.http.request_context import RequestContext
from tischlein.server.protocol.rest import (
    CreateTable,
    Daily,
    DailyGame,
    DailyMine,
    DailyPlace,
    Joined,
    PlayDaily,
)
from tischlein.server.table import deals
from tischlein.server.table.registry import Registry
from tischlein.server.table.tokens import hash_token


class DayQuery(msgspec.Struct):
    """The day that is asked for; today by default."""

    day: date | None = None


LEVEL = "medium"  # rules of thumb, which decide the same on a busy machine
SEAT = 0  # where the person sits
BEST = 50  # results in a ranking


@get("/api/daily", token=True)
async def daily(request: RequestContext, query: DayQuery) -> Daily:
    """Return the deals of a day and their rankings; a guest's key marks that guest's place."""
    at = now()
    now_day = deals.day_at(at)
    day = query.day or now_day
    if not date(1971, 1, 1) <= day <= now_day:
        raise Refusal("no_page", 404)
    today = day == now_day
    games = await asyncio.gather(*(_daily_info(request, game, day, today, at) for game in GAMES.values()))
    before = day - timedelta(days=1)
    return Daily(day.isoformat(), before.isoformat(), today, end_of_day(deals.daily(day, "")), games)


@post("/api/daily/{game}", 409, 422, status=201, limit="matches")
async def play_daily(request: RequestContext, body: PlayDaily) -> Joined:
    """Play today's deal, or go back to it."""
    game = GAMES.get(request.path_params["game"])
    if game is None:
        raise Refusal("no_game", 404)
    registry = request.registry
    deal = deals.daily(deals.day_at(now()), game.id)
    own = await _own(registry, deal, body.guest)
    if own is not None:
        return own
    request.check("tables")
    try:
        return await _open_deal(registry, game, deal, body, request.payer)
    except AlreadyEntered:  # the guest has asked twice
        own = await _own(registry, deal, body.guest)
        if own is None:
            raise
        return own


async def _own(registry: Registry, deal: str, key: str) -> Joined | None:
    """Return the seat of a guest who plays a deal already."""
    found = await registry.store.deal_entry(deal, deals.guest_of(deal, key))
    if found is None:
        return None
    await _deal_now(registry, found.code)
    return Joined(found.code, SEAT, deals.token_of(deal, key))


async def _open_deal(registry: Registry, game: Game, deal: str, body: PlayDaily, payer: str) -> Joined:
    ports = registry.services.ports
    secret = await registry.store.deal_secret(deal, ports.rng.secret(), now())
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
    row = deals.deal_row(msgspec.to_builtins(wish), deal, secret, ports, moment())
    row.creator, row.host = registry.capacity.creator(payer), SEAT
    name, token = tidy(body.name, [], ports), deals.token_of(deal, body.guest)
    entry = DealEntry(deals.guest_of(deal, body.guest), row.code, name)
    seats = deals.deal_bots(wish.seats, LEVEL, row.seed, [name])
    seats[SEAT] = Seat(
        SEAT,
        "person",
        name,
        token_hash=hash_token(token),
        avatar=body.avatar or Random().choice(AVATARS),
        guest=hash_token(body.guest),  # so that the game is in the guest's list
    )
    live = await registry.add_stored(Stored(row, seats), entry)
    live.payer = payer
    (await live.hear(StartRequested())).answer()
    return Joined(row.code, SEAT, token)


async def _deal_now(registry: Registry, code: str) -> None:
    """Start a table whose server was stopped after storing it and before dealing."""
    if await registry.elsewhere(code) is None:
        live = await registry.get(code)
        if live.state.row.state == "lobby":
            (await live.hear(StartRequested())).answer()


async def _daily_info(request: RequestContext, game: Game, day: date, today: bool, at: int) -> DailyGame:
    """Return what everybody may know of a day's deal of a game."""
    deal, key = deals.daily(day, game.id), request.known_key
    guest = None if key is None else deals.guest_of(deal, key)
    fresh = request.ports.rng.secret() if today else None
    found = await request.store.deal_standing(deal, game.scoring.low_wins, BEST, guest, fresh, at)
    return DailyGame(
        game=game.id,
        deal=deal,
        seats=game.usual_seats,
        commitment=None if found.secret is None else commitment(deal, found.secret),
        secret=None if today else found.secret,
        players=found.players,
        ranking=[
            DailyPlace(one.rank, one.name, one.place, one.score, one.guest == guest) for one in found.ranking
        ],
        mine=None
        if found.own is None
        else DailyMine(found.own.code, next((one.rank for one in found.ranking if one.guest == guest), None)),
    )
