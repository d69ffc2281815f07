"""Handlers of the lobby: the listed tables, and quick matches."""

from tischlein.games import GAMES
from tischlein.server.club.rating import strength
from tischlein.server.errors import Refusal
from tischlein.server.http.api.tables import take_seat
from tischlein.server.http.endpoint import get, post
from tischlein.server.http.proxy import join_elsewhere
from tischlein.server.http.request_context import RequestContext
from tischlein.server.protocol.rest import CreateTable, Joined, JoinTable, Matched, OpenTable, QuickMatch
from tischlein.server.table.listing import ListedTable, fitting
from tischlein.server.table.tokens import hash_token

CLASS = 100  # points of rating within which people are of the same strength
TRIES = 5  # tables that are tried if others are faster


@get("/api/lobby")
async def lobby(request: RequestContext) -> list[OpenTable]:
    """Return the tables that their hosts have listed."""
    return [one.message() for one in await request.listings.all()]


@post("/api/match", 409, 422, status=201, limit="matches")
async def match(request: RequestContext, body: QuickMatch) -> Matched:
    """Take a seat at the listed table that fits best, or at a new one."""
    if body.game not in GAMES:
        raise Refusal("no_game", 404)
    listings = request.listings
    found = await _take_seat(request, body, fitting(await listings.all(), body.game, body.avoid))
    if found is not None:
        return found
    # One at a time, so that the second of two clients finds the table of the first. Only tables of this server are tried here, so
    # that nobody waits for another server that does not answer.
    async with listings.matching:
        found = await _take_seat(request, body, fitting(listings.here(), body.game, body.avoid))
        return found or await _open_table(request, body)


async def _by_strength(
    request: RequestContext, body: QuickMatch, tables: list[ListedTable]
) -> list[ListedTable]:
    """Put tables with people of similar strength first, if the guest wants that; otherwise the order stays."""
    if not body.similar or body.guest is None:
        return tables
    ratings = await request.registry.services.ratings.of(body.game)
    own = strength([hash_token(body.guest)], ratings)

    def gap(one: ListedTable) -> int:
        people = [seat.guest for seat in one.seats if seat.kind == "person" and seat.guest is not None]
        return round(abs(strength(people, ratings) - own) / CLASS)

    return sorted(tables, key=gap)


async def _take_seat(request: RequestContext, body: QuickMatch, tables: list[ListedTable]) -> Matched | None:
    """Join the first of these tables that has a seat for this person."""
    wish = JoinTable(body.name, avatar=body.avatar, guest=body.guest)
    for one in (await _by_strength(request, body, tables))[:TRIES]:
        joined = await _join(request, one.row.code, wish)
        if joined is not None:
            return Matched(joined.code, joined.seat, joined.token, opened=False)
    return None


async def _join(request: RequestContext, code: str, wish: JoinTable) -> Joined | None:
    """Join a table of any server; return None if that is refused."""
    registry = request.registry
    try:
        url = await registry.elsewhere(code)
        if url is not None:
            return await join_elsewhere(url, request.scope, registry, code, wish)
        return await take_seat(await registry.get(code), wish, request.payer)
    except Refusal:
        return None


async def _open_table(request: RequestContext, body: QuickMatch) -> Matched:
    request.check("tables")
    seats = GAMES[body.game].usual_seats if body.seats is None else body.seats
    wish = CreateTable(
        body.game, seats, body.name, lang=body.lang, listed=True, avatar=body.avatar, guest=body.guest
    )
    made = await request.registry.create(wish, request.payer, reserved=True)
    request.listings.expect(made.code)
    return Matched(made.code, made.seat or 0, made.token or "", opened=True)  # there is a person
