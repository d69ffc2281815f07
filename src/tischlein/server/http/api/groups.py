"""Handlers for groups: their members, their tables and their season."""

from datetime import UTC, date, datetime, time, timedelta

import msgspec

from tischlein.room.opening.create import tidy
from tischlein.server.club.people import alias
from tischlein.server.club.season import season as season_of
from tischlein.server.errors import Conflict, Refusal
from tischlein.server.http.api.people import game_of, ratings_of
from tischlein.server.http.endpoint import get, post
from tischlein.server.http.request_context import RequestContext
from tischlein.server.protocol.people import (
    Group,
    GroupEvening,
    JoinGroup,
    Member,
    NewGroup,
    RemoveMember,
    Season,
    SeasonRow,
)
from tischlein.server.store.groups import GroupRow
from tischlein.server.table.listing import ListedTable
from tischlein.server.table.tokens import new_code


class SeasonQuery(msgspec.Struct):
    """The first and the last day of a season, by UTC; by default this quarter of the year."""

    start: date | None = None
    end: date | None = None


SHOWN = 10  # evenings of a group
CODE_LENGTH = 10  # long enough that nobody guesses the way into a group


@post("/api/groups", 401, 409, 422, status=201, token=True, limit="tables")
async def add_group(request: RequestContext, body: NewGroup) -> Group:
    """Found a group."""
    title = request.ports.spelling.clean_name(body.group)
    if not title:
        raise Refusal("bad_name", 422)
    await _check_room(request)
    called, code, most = (
        tidy(body.name, [], request.ports),
        new_code(CODE_LENGTH),
        request.registry.limits.groups,
    )
    if not await request.store.add_group(code, title, request.guest, called, request.creator, most):
        raise Refusal("house_full", 503)
    return await _group_info(request, await _find_group(request, code))


@get("/api/groups/{group}", 401, token=True)
async def group(request: RequestContext) -> Group:
    """Return a group; all of it for members."""
    return await _group_info(request, await _find_group(request))


@post("/api/groups/{group}/join", 401, 409, 422, token=True, limit="joins")
async def join_group(request: RequestContext, body: JoinGroup) -> Group:
    """Become a member of a group, or change the name that you have in it."""
    guest = request.guest
    while True:
        found = await _find_group(request)
        if not found.has(guest):
            await _check_room(request)
            if len(found.members) >= request.registry.limits.members:
                raise Refusal("group_full", 409)
        taken = [name for member, name in found.members if member != guest]
        try:
            await request.store.join_group(found, guest, tidy(body.name, taken, request.ports))
        except Conflict:
            continue  # another guest was first
        return await _group_info(request, await _find_group(request, found.code))


@post("/api/groups/{group}/leave", 401, token=True)
async def leave_group(request: RequestContext) -> Group:
    """Leave a group; one without members is deleted."""
    found = await _find_group(request)
    await request.store.leave_group(request.guest, found.code)
    left = [member for member in found.members if member[0] != request.guest]
    return await _group_info(request, found._replace(members=left))


@post("/api/groups/{group}/remove", 401, 403, token=True)
async def remove_member(request: RequestContext, body: RemoveMember) -> Group:
    """Remove a member, as the owner of the group; the group gets a new link."""
    guest = request.guest
    while True:
        found = await _find_group(request)
        if not found.is_led_by(guest):
            raise Refusal("not_owner", 403)
        gone = [one for one, _ in found.members if one != guest and alias(guest, one) == body.member]
        if not gone:
            return await _group_info(request, found)
        try:
            await request.store.remove_member(found, gone[0], new_code(CODE_LENGTH))
        except Conflict:
            continue  # a member has come or gone


@get("/api/groups/{group}/season", 401, token=True)
async def season(request: RequestContext, query: SeasonQuery) -> Season:
    """Return the table of a group's season, for members."""
    found = await _find_group(request)
    if not found.has(request.guest):
        raise Refusal("no_group", 404)
    first, last = _quarter(datetime.now(UTC).date())
    start, end = query.start or first, query.end or last
    if not all(1970 <= day.year < 3000 for day in (start, end)):
        raise Refusal("bad_request", 400, problem="start and end are days from 1970 to 2999")
    rows = await request.store.group_results(found.code, _moment(start), _moment(end + timedelta(days=1)))
    table = season_of((member, game_of(data)) for member, _, data in rows)
    names, points = dict(found.members), [tally.points for _, tally in table]
    return Season(
        found.name,
        start.isoformat(),
        end.isoformat(),
        len({table_id for _, table_id, _ in rows}),
        [
            SeasonRow(
                place=1 + sum(other > tally.points for other in points),
                name=names[member],
                you=member == request.guest,
                games=tally.games,
                won=tally.won,
                points=tally.points,
                most=tally.most,
                average=tally.places / tally.games,
            )
            for member, tally in table
        ],
    )


async def _check_room(request: RequestContext) -> None:
    if len(await request.store.groups_of(request.guest)) >= request.registry.limits.groups_per_guest:
        raise Refusal("groups_many", 409)


async def _find_group(request: RequestContext, code: str | None = None) -> GroupRow:
    found = await request.store.group(code or request.path_params["group"], request.guest)
    if found is None:
        raise Refusal("no_group", 404)
    return found


async def _group_info(request: RequestContext, found: GroupRow) -> Group:
    """Return what a guest may know of a group."""
    guest, store = request.guest, request.store
    told = Group(found.code, found.link, found.name, len(found.members), found.has(guest), [], [], [])
    if not told.member:
        return told
    here = request.registry.here()
    ratings = await ratings_of(request.registry, [member for member, _ in found.members])
    told.members = [
        Member(
            alias(guest, member),
            name,
            member in here,
            member == guest,
            found.is_led_by(member),
            ratings[member],
        )
        for member, name in found.members
    ]
    tables = [ListedTable(row, seats, row.watching) for row, seats in await store.group_tables(found.code)]
    # Nobody is told who plays where in a round.
    told.tables = [one.message() for one in tables if one.shown and not one.row.of_evening]
    told.evenings = [
        GroupEvening(one.code, one.name, one.state)  # type: ignore[arg-type]  # one of its states
        for one in await store.evenings_of_group(found.code, SHOWN)
    ]
    return told


def _quarter(day: date) -> tuple[date, date]:
    """Return the first and the last day of the quarter of a day.

    >>> [str(day) for day in _quarter(date(2026, 11, 18))]
    ['2026-10-01', '2026-12-31']
    """
    start = date(day.year, day.month - (day.month - 1) % 3, 1)
    return start, (start + timedelta(days=95)).replace(day=1) - timedelta(days=1)


def _moment(day: date) -> int:
    return round(1000 * datetime.combine(day, time(), UTC).timestamp())
