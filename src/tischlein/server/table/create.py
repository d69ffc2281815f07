"""A new table, as somebody asks for it."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Sequence

from tischlein.bots.nicknames import AVATARS, BOT_AVATARS
from tischlein.engine.errors import TischleinError
from tischlein.games import GAMES
from tischlein.room.rows import Row, Seat
from tischlein.server.bots import USUAL_LEVEL, OwnBots, levels
from tischlein.server.clock import now
from tischlein.server.errors import Refusal
from tischlein.server.protocol.rest import CreateTable, SeatToken
from tischlein.server.table.names import bot_name, skeleton, tidy
from tischlein.server.table.shuffle import new_secret
from tischlein.server.table.tokens import hashed, new_code, new_token


def new_row(request: CreateTable, bots: OwnBots) -> Row:
    """The table that somebody asks for, or a refusal that says what is wrong with it."""
    if request.game not in GAMES:
        raise Refusal("no_game", 404)
    game = GAMES[request.game]
    stand_in = USUAL_LEVEL if request.stand_in is None else request.stand_in
    if {stand_in, *(level for level in request.bots if level is not None)} - set(levels(bots)):
        raise Refusal("no_level", 422)
    try:
        game.opening(request.seats, **request.options)
    except TischleinError as error:
        raise Refusal("bad_options", 422, problem=str(error)) from None
    if request.bank is not None and request.timer is not None:
        raise Refusal("bad_options", 422, problem="a time for each move, or one for the whole game, not both")
    if request.bank is None and request.increment:
        raise Refusal("bad_options", 422, problem="an increment needs a time for the whole game")
    at = now()
    return Row(
        id=0,
        code=new_code(),
        game=game.id,
        version=game.version,
        options=game.check_options(request.options),
        state="lobby",
        host=None,
        timer=request.timer,
        stand_in=stand_in,
        spectators=request.spectators,
        pace=request.pace,
        chat=request.chat,
        lang=request.lang,
        seed=secrets.randbits(62),
        created=at,
        touched=at,
        secret=new_secret(),
        listed=request.listed,
        bank=request.bank,
        increment=request.increment,
    )


def new_seats(request: CreateTable) -> tuple[list[Seat], list[SeatToken]]:
    """Bots on their seats, then the sender on the first free one, and those at the same device where they ask to sit."""
    if len(request.bots) > request.seats:
        raise Refusal("bad_options", 422, problem=f"{len(request.bots)} bots for {request.seats} seats")
    seats = [Seat(seat) for seat in range(request.seats)]
    for seat, level in enumerate(request.bots):
        if level is not None:
            put_bot(seats, seat, level)
    free = [seat.seat for seat in seats if seat.kind == "open"]
    names = [request.name, *request.hot_seat]
    if request.hot_seat and len(names) > len(free):
        raise Refusal("full", 409)
    looks = [request.avatar, *(None for _ in request.hot_seat)]
    tokens = [
        SeatToken(seat, put_person(seats, seat, name, avatar))
        for seat, name, avatar in zip(_places(request, free), names, looks, strict=False)
    ]
    if request.hot_seat:
        for token in tokens:
            seats[token.seat].device = tokens[0].seat
    if tokens and request.guest is not None:
        seats[tokens[0].seat].guest = hashed(request.guest)
    return seats, tokens


def _places(request: CreateTable, free: list[int]) -> list[int]:
    """The first free seat for the sender, then the seats of those at the same device: without a wish the next ones."""
    wished = request.hot_seat_at
    if not wished:
        return free
    if len(wished) != len(request.hot_seat):
        people = len(request.hot_seat)
        raise Refusal(
            "bad_options", 422, problem=f"{len(wished)} seats for {people} people at the same device"
        )
    if max(wished) >= request.seats:
        raise Refusal("no_such_seat", 404)
    if len(set(wished) & set(free[1:])) < len(wished):
        raise Refusal("seat_taken", 409)
    return [free[0], *wished]


def put_bot(seats: list[Seat], seat: int, level: str) -> None:
    name, avatar = bot_name(_names(seats)), _unlike(seats, BOT_AVATARS)
    seats[seat] = Seat(seat, kind="bot", name=name, level=level, avatar=avatar)


def put_person(seats: list[Seat], seat: int, name: str, avatar: str | None = None) -> str:
    """Seat a person and return the token."""
    token = new_token()
    name = tidy(name, [other.name for other in seats if other.kind == "person"])
    for other in seats:
        if other.kind == "bot" and other.name is not None and skeleton(other.name) == skeleton(name):
            other.name = bot_name(_names(seats))  # a bot has no claim to its name
    seats[seat] = Seat(seat, kind="person", name=name, token_hash=hashed(token))
    seats[seat].avatar = avatar or _unlike(seats, AVATARS)
    return token


def _unlike(seats: Iterable[Seat], avatars: Sequence[str]) -> str:
    """What nobody else at the table looks like, as long as there is something left."""
    taken = {seat.avatar for seat in seats}
    return random.choice([avatar for avatar in avatars if avatar not in taken] or avatars)


def _names(seats: Iterable[Seat]) -> list[str | None]:
    return [seat.name for seat in seats]
