"""Handlers of evenings: many tables that play the same deals."""

from __future__ import annotations

import io
import re
from random import Random
from typing import Annotated

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response

from tischlein.bots.nicknames import AVATARS
from tischlein.engine.errors import TischleinError
from tischlein.evenings import evening as rules
from tischlein.evenings.evening import Evening, GameChoice, Person
from tischlein.games import GAMES
from tischlein.room.opening.create import tidy
from tischlein.room.rows import EVENING
from tischlein.server.clock import now
from tischlein.server.errors import Refusal
from tischlein.server.evenings.host import Evenings
from tischlein.server.http.api.seats import bearer
from tischlein.server.http.api.tables import address_of, check_member, registry_of
from tischlein.server.http.endpoint import get, post
from tischlein.server.http.guards.rate_limit import RateLimits, client_name
from tischlein.server.protocol.evenings import (
    Attend,
    EveningGame,
    EveningInfo,
    EveningJoined,
    EveningOpened,
    EveningRound,
    JoinEvening,
    LeadEvening,
    OpenEvening,
)
from tischlein.server.table.deals import token_of
from tischlein.server.table.tokens import hashed, new_code, new_token


class Since(msgspec.Struct):
    """The version of an evening that a client knows."""

    since: Annotated[int, msgspec.Meta(ge=0, le=999_999_999)] | None = None


WAIT = 20.0  # seconds until a client that waits for a change is answered without one


@post("/api/evenings", 422, status=201, limit="tables")
async def open_evening(request: Request, body: OpenEvening) -> EveningOpened:
    """Open an evening: many tables that play the same deals."""
    registry = registry_of(request)
    if body.level not in registry.services.ports.bounds.levels:
        raise Refusal("no_level", 422)
    name, token = registry.services.ports.spelling.line(body.name), new_token()
    if not name:
        raise Refusal("bad_name", 422)
    if body.group is not None:
        await check_member(registry, body.group, body.guest)
    evening = Evening(
        code=new_code(),
        name=name,
        host=hashed(token),
        games=[_choice(one, body.seats) for one in body.games],
        seats=body.seats,
        rounds=body.rounds,
        minutes=body.minutes,
        level=body.level,
        pace=body.pace,
        lang=body.lang,
        created=now(),
        group=body.group,
    )
    await _evenings(request).add(evening, registry.capacity.creator(client_name(request.client)))
    return EveningOpened(evening.code, token)


def _choice(wish: EveningGame, seats: int) -> GameChoice:
    game = GAMES.get(wish.game)
    if game is None:
        raise Refusal("no_game", 404)
    try:
        options = game.check_options(wish.options)
        game.opening(seats, **options)
    except TischleinError as error:
        raise Refusal("bad_options", 422, problem=str(error)) from None
    return GameChoice(game.id, options, game.scoring.low_wins)


@get("/api/evenings/{code}", token=True)
async def evening(request: Request, query: Since) -> EveningInfo:
    """Return an evening; with the version that the client knows, as soon as there is another one."""
    answers = await _evenings(request).answers(_code(request), query.since, WAIT)
    token = bearer(request)
    return answers.info(None if token is None else hashed(token))


@post("/api/evenings/{code}/join", 409, 422, status=201, limit="joins")
async def join_evening(request: Request, body: JoinEvening) -> EveningJoined:
    """Take part in an evening from the next round on; a guest who takes part already is the same person again."""
    ports = registry_of(request).services.ports
    token = new_token() if body.guest is None else token_of(f"{EVENING}{_code(request)}", body.guest)

    def join(evening: Evening) -> int:
        known = evening.person_with(hashed(token))
        if known is not None:
            rules.attend(evening, known, here=True)
            return known.number
        name = tidy(body.name, [one.name for one in evening.people], ports)
        guest = None if body.guest is None else hashed(body.guest)
        person = Person(-1, name, hashed(token), body.avatar or Random().choice(AVATARS), guest)
        rules.join(evening, person)
        return person.number

    return EveningJoined(await _evenings(request).change(_code(request), join), token)


@post("/api/evenings/{code}/attend", 409, token=True)
async def attend_evening(request: Request, body: Attend) -> EveningInfo:
    """Leave an evening, or come back."""
    token_hash = hashed(bearer(request) or "")
    limits: RateLimits = request.app.state.rate_limits

    def attend(evening: Evening) -> None:
        person = evening.person_with(token_hash)
        if person is None:
            raise Refusal("not_seated", 403)
        limits.check_person("attends", token_hash)
        rules.attend(evening, person, body.here)

    evenings = _evenings(request)
    await evenings.attend(_code(request), attend)
    return (await evenings.answers(_code(request))).info(token_hash)


@post("/api/evenings/{code}/lead", 409, token=True)
async def lead_evening(request: Request, body: LeadEvening) -> EveningInfo:
    """Start or end a round, end the evening, or remove a person, as its host."""
    evenings, registry = _evenings(request), registry_of(request)
    found = await evenings.get(_code(request))
    if hashed(bearer(request) or "") != found.evening.host:
        raise Refusal("not_host", 403)
    if body.what == "start":
        request.app.state.rate_limits.check("tables", request.client)
    await evenings.lead(
        _code(request), body.what, body.person, registry.capacity.creator(client_name(request.client))
    )
    return (await evenings.answers(_code(request))).info(None)


@get("/api/evenings/{code}/rounds/{number}", 409)
async def evening_round(request: Request) -> EveningRound:
    """Return what became of the same cards at all tables of a finished round."""
    number = request.path_params["number"]
    answers = await _evenings(request).answers(_code(request))
    return answers.one_round(int(number) if re.fullmatch("[0-9]{1,3}", number) else 0)


@get("/api/evenings/{code}/ranking.csv", media="text/csv")
async def evening_csv(request: Request) -> Response:
    """Return the ranking of an evening for a spreadsheet."""
    answers = await _evenings(request).answers(_code(request))
    headers = {"content-disposition": f'attachment; filename="evening-{_code(request)}.csv"'}
    return Response(answers.spreadsheet, headers=headers, media_type="text/csv")


@get("/api/evenings/{code}/qr.svg", media="image/svg+xml")
async def evening_qr(request: Request) -> Response:
    """Return the link to an evening as a QR code."""
    found = await _evenings(request).get(_code(request))
    out = io.BytesIO()
    link = f"{address_of(request).url_for(request)}/evening/{found.evening.code}"
    segno.make(link, error="m").save(out, kind="svg", border=2, scale=8, xmldecl=False)
    return Response(out.getvalue(), media_type="image/svg+xml")


def _evenings(request: Request) -> Evenings:
    evenings: Evenings = request.app.state.evenings
    return evenings


def _code(request: Request) -> str:
    code: str = request.path_params["code"]
    return code.upper()
