"""Handlers of evenings: many tables that play the same deals."""

import re
from random import Random
from typing import Annotated

import msgspec
from starlette.responses import Response

from tischlein.bots.nicknames import AVATARS
from tischlein.evenings import evening as rules
from tischlein.evenings.evening import Evening, GameChoice, Person
from tischlein.games import GAMES
from tischlein.room.opening.create import check_game, tidy
from tischlein.room.rows import EVENING
from tischlein.server.clock import now
from tischlein.server.errors import Refusal
from tischlein.server.http.api.tables import check_member, qr_code
from tischlein.server.http.endpoint import get, post
from tischlein.server.http.request_context import RequestContext
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
from tischlein.server.table.tokens import hash_token, new_code, new_token


class Since(msgspec.Struct):
    """The version of an evening that a client knows."""

    since: Annotated[int, msgspec.Meta(ge=0, le=999_999_999)] | None = None


WAIT = 20.0  # seconds until a client that waits for a change is answered without one


@post("/api/evenings", 422, status=201, limit="tables")
async def open_evening(request: RequestContext, body: OpenEvening) -> EveningOpened:
    """Open an evening: many tables that play the same deals."""
    if body.level not in request.ports.bounds.levels:
        raise Refusal("no_level", 422)
    name, token = request.ports.spelling.clean_line(body.name), new_token()
    if not name:
        raise Refusal("bad_name", 422)
    if body.group is not None:
        await check_member(request.store, body.group, body.guest)
    evening = Evening(
        code=new_code(),
        name=name,
        host=hash_token(token),
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
    await request.evenings.add(evening, request.creator)
    return EveningOpened(evening.code, token)


def _choice(wish: EveningGame, seats: int) -> GameChoice:
    game, options = check_game(wish.game, seats, wish.options, GAMES)
    return GameChoice(game.id, options, game.scoring.low_wins)


@get("/api/evenings/{code}", token=True)
async def evening(request: RequestContext, query: Since) -> EveningInfo:
    """Return an evening; with the version that the client knows, as soon as there is another one."""
    if query.since is None:
        answers = await request.evenings.answers(request.code)
    else:
        with request.limits.holding(request.client):
            answers = await request.evenings.answers(request.code, query.since, WAIT)
    return answers.info(request.holder)


@post("/api/evenings/{code}/join", 409, 422, status=201, limit="joins")
async def join_evening(request: RequestContext, body: JoinEvening) -> EveningJoined:
    """Take part in an evening from the next round on; a guest who takes part already is the same person again."""
    token = new_token() if body.guest is None else token_of(f"{EVENING}{request.code}", body.guest)

    def join(evening: Evening) -> int:
        known = evening.person_with(hash_token(token))
        if known is not None:
            rules.attend(evening, known, here=True)
            return known.number
        name = tidy(body.name, [one.name for one in evening.people], request.ports)
        guest = None if body.guest is None else hash_token(body.guest)
        person = Person(-1, name, hash_token(token), body.avatar or Random().choice(AVATARS), guest)
        rules.join(evening, person)
        return person.number

    return EveningJoined(await request.evenings.change(request.code, join), token)


@post("/api/evenings/{code}/attend", 409, token=True)
async def attend_evening(request: RequestContext, body: Attend) -> EveningInfo:
    """Leave an evening, or come back."""

    def attend(evening: Evening) -> None:
        person = evening.person_with(request.holder)
        if person is None:
            raise Refusal("not_seated", 403)
        request.limits.check("attends", person.token_hash)
        rules.attend(evening, person, body.here)

    await request.evenings.change(request.code, attend)
    return (await request.evenings.answers(request.code)).info(request.holder)


@post("/api/evenings/{code}/lead", 409, token=True)
async def lead_evening(request: RequestContext, body: LeadEvening) -> EveningInfo:
    """Start or end a round, end the evening, or remove a person, as its host."""
    if request.holder != (await request.evenings.get(request.code)).evening.host:
        raise Refusal("not_host", 403)
    if body.what == "start":
        found = (await request.evenings.get(request.code)).evening
        request.check("round_tables", rules.count_tables(found))
    await request.evenings.lead(request.code, body.what, body.person, request.creator)
    return (await request.evenings.answers(request.code)).info(None)


@get("/api/evenings/{code}/rounds/{number}", 409)
async def evening_round(request: RequestContext) -> EveningRound:
    """Return what became of the same cards at all tables of a finished round."""
    number = request.path_params["number"]
    answers = await request.evenings.answers(request.code)
    return answers.one_round(int(number) if re.fullmatch("[0-9]{1,3}", number) else 0)


@get("/api/evenings/{code}/ranking.csv", media="text/csv")
async def evening_csv(request: RequestContext) -> Response:
    """Return the ranking of an evening for a spreadsheet."""
    answers = await request.evenings.answers(request.code)
    headers = {"content-disposition": f'attachment; filename="evening-{request.code}.csv"'}
    return Response(answers.spreadsheet, headers=headers, media_type="text/csv")


@get("/api/evenings/{code}/results.csv", media="text/csv")
async def evening_results(request: RequestContext) -> Response:
    """Return every result of the finished rounds for a spreadsheet: what the ranking is computed from."""
    answers = await request.evenings.answers(request.code)
    headers = {"content-disposition": f'attachment; filename="evening-{request.code}-results.csv"'}
    return Response(answers.results, headers=headers, media_type="text/csv")


@get("/api/evenings/{code}/qr.svg", media="image/svg+xml")
async def evening_qr(request: RequestContext) -> Response:
    """Return the link to an evening as a QR code."""
    found = await request.evenings.get(request.code)
    return qr_code(request, f"evening/{found.evening.code}")
