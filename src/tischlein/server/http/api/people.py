"""Handlers for the people whom a guest has played with, and invitations to them."""

from __future__ import annotations

import msgspec
from starlette.requests import Request

from tischlein.games import GAMES
from tischlein.server.club.people import HeadToHead, alias, head_to_head
from tischlein.server.errors import Refusal
from tischlein.server.http.api.guests import guest_of_request
from tischlein.server.http.endpoint import get, post
from tischlein.server.protocol.guests import GuestGame
from tischlein.server.protocol.people import (
    Acquaintance,
    GroupInfo,
    Invitation,
    Invite,
    Invited,
    MyPeople,
    RatingInfo,
    WantRating,
)
from tischlein.server.store.groups import GroupRow
from tischlein.server.table.registry import Registry


@get("/api/guest/people", 401, token=True, limit="replays")
async def people(request: Request) -> MyPeople:
    """Return the people whom the guest has played with, and the guest's groups."""
    guest = guest_of_request(request)
    registry: Registry = request.app.state.registry
    groups = await registry.store.groups_of(guest)
    here = registry.here()
    near = _members(groups)
    return MyPeople(
        [
            _person(guest, one, one.guest in here if one.guest in near else None)
            for one in await _played_with(registry, guest)
        ],
        [
            GroupInfo(
                group.code,
                group.name,
                len(group.members),
                sum(member in here for member, _ in group.members if member != guest),
            )
            for group in groups
        ],
        await registry.store.is_rated(guest),
        (await ratings_of(registry, [guest]))[guest],
    )


@post("/api/guest/rating", 401, token=True)
async def want_rating(request: Request, body: WantRating) -> WantRating:
    """Say whether the guest wants a rating."""
    guest = guest_of_request(request)
    registry: Registry = request.app.state.registry
    await registry.store.set_rated(guest, body.on)
    if not body.on:
        await registry.services.ratings.forget(guest)
    return WantRating(await registry.store.is_rated(guest))


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
async def invite(request: Request, body: Invite) -> Invited:
    """Show people an invitation to a table where the guest sits."""
    guest = guest_of_request(request)
    registry: Registry = request.app.state.registry
    game = await registry.store.game_in_lobby(body.code, guest)
    if game is None:
        raise Refusal("no_invitation", 409)
    asked = set(body.people)
    names = await _known_as(registry, guest)
    invited = {
        other: Invitation(body.code, game, name)
        for other, name in names.items()
        if alias(guest, other) in asked
    }
    await registry.invite(invited)
    return Invited(len(invited))


async def _known_as(registry: Registry, guest: str) -> dict[str, str]:
    """Return the people who know a guest, with the name under which each does: in the last game together, or in a group.

    A name that the guest has chosen for the invitation alone could be that of another person.
    """
    found: dict[str, str] = {}
    for other, _, data in await registry.store.played_with(guest):
        if other not in found:
            game = msgspec.json.decode(data, type=GuestGame)
            found[other] = game.names[game.you]
    for group in await registry.store.groups_of(guest):
        own = dict(group.members)[guest]
        found = {**{member: own for member, _ in group.members}, **found}
    found.pop(guest, None)
    return found


async def _played_with(registry: Registry, guest: str) -> list[HeadToHead]:
    rows = await registry.store.played_with(guest)
    return head_to_head(
        (other, seat, msgspec.json.decode(data, type=GuestGame)) for other, seat, data in rows
    )


def _person(guest: str, one: HeadToHead, here: bool | None) -> Acquaintance:
    last = one.last
    return Acquaintance(
        alias(guest, one.guest), one.name, here, one.games, one.ahead, one.behind, last.game, last.at
    )


def _members(groups: list[GroupRow]) -> set[str]:
    return {member for group in groups for member, _ in group.members}
