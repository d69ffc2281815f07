"""Handlers for a guest: finished games, the people whom the guest has played with, and invitations to them."""

from contextlib import suppress

import msgspec

from tischlein.games import GAMES
from tischlein.room.events import GuestDeleted
from tischlein.server.club.people import alias, head_to_head
from tischlein.server.errors import Refusal
from tischlein.server.http.endpoint import get, post
from tischlein.server.http.request_context import RequestContext
from tischlein.server.protocol.guests import Forgotten, GuestGame
from tischlein.server.protocol.people import (
    GroupInfo,
    Invitation,
    Invite,
    Invited,
    MyPeople,
    RatingInfo,
    WantRating,
)
from tischlein.server.table.deals import guest_of
from tischlein.server.table.registry import Registry

game_of = msgspec.json.Decoder(GuestGame).decode


@get("/api/guest/games", 401, token=True, limit="replays")
async def guest_games(request: RequestContext) -> list[GuestGame]:
    """Return the finished games of the guest with this key."""
    return [game_of(data) for data in await request.store.guest_games(request.guest)]


@post("/api/guest/forget", 401, token=True, limit="replays")
async def forget_guest(request: RequestContext) -> Forgotten:
    """Delete everything that is stored about the guest with this key."""
    key, guest, registry = request.key, request.guest, request.registry
    games = await request.store.forget_guest(guest, lambda deal: guest_of(deal, key))
    registry.pages.forget(guest)
    await registry.services.ratings.forget(guest)
    for live in list(registry.tables.values()):
        if any(seat.guest == guest for seat in live.state.seats):
            with suppress(Refusal):  # it has just been put away
                await live.hear(GuestDeleted(guest))
    return Forgotten(games)


@get("/api/guest/people", 401, token=True, limit="replays")
async def people(request: RequestContext) -> MyPeople:
    """Return the people whom the guest has played with, and the guest's groups."""
    guest, store = request.guest, request.store
    groups, here = await store.groups_of(guest), request.registry.here()
    near = {member for group in groups for member, _ in group.members}
    rows = await store.played_with(guest)
    played = head_to_head(guest, ((other, seat, game_of(data), counts) for other, seat, data, counts in rows))
    for other in near & played.keys():
        played[other].here = other in here
    return MyPeople(
        list(played.values()),
        [
            GroupInfo(
                group.code,
                group.name,
                len(group.members),
                sum(member in here for member, _ in group.members if member != guest),
            )
            for group in groups
        ],
        await store.is_rated(guest),
        (await ratings_of(request.registry, [guest]))[guest],
    )


@post("/api/guest/rating", 401, token=True)
async def want_rating(request: RequestContext, body: WantRating) -> WantRating:
    """Say whether the guest wants a rating."""
    await request.store.set_rated(request.guest, body.on)
    if not body.on:
        await request.registry.services.ratings.forget(request.guest)
    return WantRating(await request.store.is_rated(request.guest))


async def ratings_of(registry: Registry, guests: list[str]) -> dict[str, list[RatingInfo]]:
    """Return the ratings of guests, by game."""
    found: dict[str, list[RatingInfo]] = {guest: [] for guest in guests}
    for game in GAMES:
        ratings = await registry.services.ratings.of(game)
        for guest in found.keys() & ratings.keys():
            value, spread, games = ratings[guest]
            found[guest].append(RatingInfo(game, round(value), round(spread), games))
    return found


@post("/api/guest/invite", 401, 409, token=True, limit="matches")
async def invite(request: RequestContext, body: Invite) -> Invited:
    """Show people an invitation to a table where the guest sits."""
    game = await request.store.game_in_lobby(body.code, request.guest)
    if game is None:
        raise Refusal("no_invitation", 409)
    invited = {
        other: Invitation(body.code, game, name)
        for other, name in (await _acquaintances(request)).items()
        if alias(request.guest, other) in body.people
    }
    await request.registry.invite(invited)
    return Invited(len(invited))


async def _acquaintances(request: RequestContext) -> dict[str, str]:
    """Return the people who know a guest, with the name under which each does: in the last game together, or in a group.

    A name that the guest has chosen for the invitation alone could be that of another person.
    """
    found: dict[str, str] = {}
    for group in await request.store.groups_of(request.guest):
        own = dict(group.members)[request.guest]
        found |= {member: own for member, _ in group.members if member != request.guest}
    for other, _, data, _ in reversed(await request.store.played_with(request.guest)):
        game = game_of(data)
        found[other] = game.names[game.you]
    return found
