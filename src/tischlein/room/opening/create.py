"""A new table, as a client asks for it."""

from collections.abc import Mapping, Sequence

from tischlein.bots.nicknames import AVATARS, BOT_AVATARS, BOT_NAMES
from tischlein.engine.errors import TischleinError
from tischlein.engine.game import Game
from tischlein.engine.types import Json
from tischlein.room.events import Now
from tischlein.room.ports import Ports
from tischlein.room.refusal import Refusal
from tischlein.room.rows import EVERYBODY, Advice, Row, Seat, Stored

NAME_LENGTH = 24
# The level that stands in for people who have left, where nobody has chosen another.
USUAL_LEVEL = "easy"


def new_table(wish: Json, keys: Sequence[str], ports: Ports, now: Now) -> tuple[Stored, list[int]]:
    """Return the table that a client asks for, and the seats that its people have.

    ``wish`` has the fields of ``CreateTable``; ``keys`` stand for the tokens of the sender and of the people at the same device.
    """
    seats, places = new_seats(wish, keys, ports)
    row = new_row(wish, ports, now)
    row.host = places[0] if places else None
    advice = [Advice(0, EVERYBODY)] if wish.get("advice") else []
    return Stored(row, seats, [], [], advice), places


def check_game(name: str, seats: int, options: Json, games: Mapping[str, Game]) -> tuple[Game, Json]:
    """Return a game with all of its options, or refuse what does not go together."""
    game = games.get(name)
    if game is None:
        raise Refusal("no_game", 404)
    try:
        options = game.check_options(options)
        game.opening(seats, **options)
    except TischleinError as error:
        raise Refusal("bad_options", 422, problem=str(error)) from None
    return game, options


def new_row(wish: Json, ports: Ports, now: Now) -> Row:
    """Return the settings of the table that a client asks for, or refuse what is wrong with them."""
    game, options = check_game(wish["game"], wish["seats"], wish.get("options") or {}, ports.games)
    stand_in = wish.get("stand_in") or USUAL_LEVEL
    for level in [stand_in, *(wish.get("bots") or [])]:
        if level is not None and level not in ports.bounds.levels:
            raise Refusal("no_level", 422)
    timer, bank = wish.get("timer"), wish.get("bank")
    if bank is not None and timer is not None:
        raise Refusal("bad_options", 422, problem="a time for each move, or one for the whole game, not both")
    if bank is None and wish.get("increment"):
        raise Refusal("bad_options", 422, problem="an increment needs a time for the whole game")
    return Row(
        id=0,
        code=ports.rng.code(),
        game=game.id,
        version=game.version,
        options=options,
        state="lobby",
        host=None,
        timer=timer,
        stand_in=stand_in,
        spectators=wish.get("spectators") or "public",
        pace=wish.get("pace") or "human",
        chat=wish.get("chat", True),
        lang=wish.get("lang") or "de",
        seed=ports.rng.seed(),
        created=now.wall,
        touched=now.wall,
        secret=ports.rng.secret(),
        listed=wish.get("listed", False),
        bank=bank,
        increment=wish.get("increment") or 0,
        group_code=wish.get("group"),
    )


def new_seats(wish: Json, keys: Sequence[str], ports: Ports) -> tuple[list[Seat], list[int]]:
    """Seat bots, then the sender on the first free seat, and the people at the same device where they ask to sit."""
    number, levels, hot_seat = wish["seats"], wish.get("bots") or [], wish.get("hot_seat") or []
    if len(levels) > number:
        raise Refusal("bad_options", 422, problem=f"{len(levels)} bots for {number} seats")
    seats = [Seat(seat) for seat in range(number)]
    for seat, level in enumerate(levels):
        if level is not None:
            put_bot(seats, seat, level, ports)
    free = [seat.seat for seat in seats if seat.kind == "open"]
    names = [wish["name"], *hot_seat]
    if hot_seat and len(names) > len(free):
        raise Refusal("full", 409)
    places = _places(wish, hot_seat, free)[: len(names)]
    for who, seat in enumerate(places):
        put_person(seats, seat, names[who], keys[who], ports, None if who else wish.get("avatar"))
    if hot_seat:
        for seat in places:
            seats[seat].device = places[0]
    if places and wish.get("guest"):
        seats[places[0]].guest = wish["guest"]
    return seats, places


def _places(wish: Json, hot_seat: Sequence[str], free: list[int]) -> list[int]:
    """Return the seats of the sender and of the people at the same device: without a wish the first free ones."""
    wished = wish.get("hot_seat_at") or []
    if not wished:
        return free
    if len(wished) != len(hot_seat):
        problem = f"{len(wished)} seats for {len(hot_seat)} people at the same device"
        raise Refusal("bad_options", 422, problem=problem)
    if max(wished) >= wish["seats"]:
        raise Refusal("no_such_seat", 404)
    if len(set(wished) & set(free[1:])) < len(wished):
        raise Refusal("seat_taken", 409)
    return [free[0], *wished]


def put_bot(seats: list[Seat], seat: int, level: str, ports: Ports) -> None:
    """Seat a bot, with a name and a look that nobody else at the table has."""
    name, avatar = bot_name(seats, ports), _unlike(seats, BOT_AVATARS, ports)
    seats[seat] = Seat(seat, "bot", name, level, avatar=avatar)


def put_person(
    seats: list[Seat], seat: int, name: str, key: str, ports: Ports, avatar: str | None = None
) -> None:
    """Seat a person whose token's key is ``key``."""
    name = tidy(name, [other.name for other in seats if other.kind == "person"], ports)
    looks = ports.spelling.skeleton
    for other in seats:
        if other.kind == "bot" and other.name is not None and looks(other.name) == looks(name):
            other.name = bot_name(seats, ports, name)
    seats[seat] = Seat(seat, "person", name, None, key, avatar=avatar or _unlike(seats, AVATARS, ports))


def tidy(name: str, taken: Sequence[str | None], ports: Ports) -> str:
    """Return a name as it is shown, or refuse one that is empty, too long or taken."""
    spelling = ports.spelling
    shown = spelling.clean_name(name)
    if not shown or len(shown) > NAME_LENGTH:
        raise Refusal("bad_name", 422)
    if spelling.skeleton(shown) in [spelling.skeleton(other) for other in taken if other is not None]:
        raise Refusal("name_taken", 409)
    return shown


def bot_name(seats: Sequence[Seat], ports: Ports, but: str = "") -> str:
    """Return a name for a bot that is free at the table and differs from ``but``."""
    looks = ports.spelling.skeleton
    used = [looks(seat.name) for seat in seats if seat.name is not None]
    used.append(looks(but))
    free: list[str] = []
    series = 1  # larger companies get numbers
    while not free:
        names = [name if series == 1 else f"{name} {series}" for name in BOT_NAMES]
        free = [name for name in names if looks(name) not in used]
        series += 1
    return free[ports.rng.below(len(free))]


def _unlike(seats: Sequence[Seat], avatars: Sequence[str], ports: Ports) -> str:
    """Return a look that no other seat at the table has, as long as one is left."""
    taken = [seat.avatar for seat in seats]
    free = [avatar for avatar in avatars if avatar not in taken] or list(avatars)
    return free[ports.rng.below(len(free))]
