"""The endpoints of the API: paths, and types of bodies and answers. Validation and the OpenAPI document use these declarations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request

from tischlein.engine.texts import LANGUAGES
from tischlein.engine.types import Json
from tischlein.server.protocol.evenings import (
    Attend,
    EveningInfo,
    EveningJoined,
    EveningOpened,
    EveningRound,
    JoinEvening,
    LeadEvening,
    OpenEvening,
)
from tischlein.server.protocol.guests import Forgotten, GuestGame
from tischlein.server.protocol.people import (
    Group,
    Invite,
    Invited,
    JoinGroup,
    MyPeople,
    NewGroup,
    Season,
    WantRating,
)
from tischlein.server.protocol.rest import (
    About,
    CreateTable,
    Daily,
    DuplicateMade,
    Duplicates,
    GameInfo,
    Joined,
    JoinTable,
    Matched,
    MyTable,
    MyTables,
    OpenTable,
    PlayDaily,
    QuickMatch,
    Replay,
    TableCreated,
    TableInfo,
)
from tischlein.server.protocol.review import AskReview, Reviewing
from tischlein.server.protocol.shared import Record

# Takes a request and its body, whose type the endpoint declares, and returns the answer.
Handler = Callable[[Request, Any], Awaitable[Any]]

CODE = {"type": "string", "pattern": "^[A-HJ-NP-Z2-9]{6}$"}
GROUP = {"type": "string", "pattern": "^[A-HJ-NP-Z2-9]{10}$"}
GAME = {"type": "string", "maxLength": 20}
CURSOR = {"type": "string", "pattern": "^[0-9]{1,6}[.][0-9]{1,6}$"}
LIMIT = {"type": "integer", "minimum": 1, "maximum": 500}
DAY = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
LANGUAGE = {"type": "string", "enum": list(LANGUAGES)}
VERSION = {"type": "string", "pattern": "^[0-9]{1,9}$"}
ROUND = {"type": "string", "pattern": "^[0-9]{1,3}$"}
SEAT = {"type": "integer", "minimum": 0, "maximum": 15}


@dataclass(frozen=True)
class Endpoint:
    """One endpoint: its path, and the types of its body and its answer (a media type if that is not JSON)."""

    method: str
    path: str
    summary: str
    reply: object
    body: object = None
    status: int = 200
    errors: tuple[int, ...] = ()
    query: dict[str, Json] = field(default_factory=dict)
    token: bool = False  # whether a token in the Authorization header opens more


ENDPOINTS: dict[str, Endpoint] = {
    "about": Endpoint("GET", "/api/about", "The server, and where others reach it", About),
    "open_to_lan": Endpoint(
        "POST",
        "/api/open",
        "Open the server to the local network; only from its own machine",
        About,
        errors=(403,),
    ),
    "games": Endpoint("GET", "/api/games", "The games, their options and their bots", list[GameInfo]),
    "texts": Endpoint(
        "GET",
        "/api/games/{game}/texts/{lang}",
        "What there is to read about a game: its rules, and the names of cards",
        Json,
        errors=(404,),
    ),
    "create": Endpoint(
        "POST", "/api/tables", "Set a table", TableCreated, CreateTable, 201, (404, 409, 422, 503)
    ),
    "table": Endpoint(
        "GET", "/api/tables/{code}", "What everybody with the link may know", TableInfo, errors=(404,)
    ),
    "join": Endpoint(
        "POST", "/api/tables/{code}/join", "Take a free seat", Joined, JoinTable, 201, (404, 409, 422)
    ),
    "qr": Endpoint(
        "GET", "/api/tables/{code}/qr.svg", "The link as a QR code", "image/svg+xml", errors=(404,)
    ),
    "record": Endpoint(
        "GET",
        "/api/tables/{code}/record",
        "The record of a finished game",
        Record,
        errors=(403, 404, 409),
        token=True,
    ),
    "replay": Endpoint(
        "GET",
        "/api/tables/{code}/replay",
        "A finished game from any seat's eyes; while it lasts, what the asker may see of it",
        Replay,
        errors=(403, 404, 409),
        query={"seat": SEAT, "lang": LANGUAGE, "after": CURSOR, "limit": LIMIT},
        token=True,
    ),
    "lobby": Endpoint("GET", "/api/lobby", "The tables that their hosts have listed", list[OpenTable]),
    "match": Endpoint(
        "POST",
        "/api/match",
        "A seat at the listed table that fits best, or at a new one",
        Matched,
        QuickMatch,
        201,
        (404, 409, 422, 503),
    ),
    "daily": Endpoint(
        "GET",
        "/api/daily",
        "The deals of a day and their rankings; a guest's key marks that guest's place",
        Daily,
        errors=(404,),
        query={"day": DAY},
        token=True,
    ),
    "play_daily": Endpoint(
        "POST",
        "/api/daily/{game}",
        "Play today's deal, or go back to it",
        Joined,
        PlayDaily,
        201,
        (404, 409, 422, 503),
    ),
    "open_evening": Endpoint(
        "POST",
        "/api/evenings",
        "Open an evening: many tables that play the same deals",
        EveningOpened,
        OpenEvening,
        201,
        (404, 422, 503),
    ),
    "evening": Endpoint(
        "GET",
        "/api/evenings/{code}",
        "An evening; with the version that the client knows, as soon as there is another one",
        EveningInfo,
        errors=(404,),
        query={"since": VERSION},
        token=True,
    ),
    "join_evening": Endpoint(
        "POST",
        "/api/evenings/{code}/join",
        "Take part from the next round on",
        EveningJoined,
        JoinEvening,
        201,
        (404, 409, 422),
    ),
    "attend_evening": Endpoint(
        "POST",
        "/api/evenings/{code}/attend",
        "Leave, or come back",
        EveningInfo,
        Attend,
        errors=(403, 404, 409),
        token=True,
    ),
    "lead_evening": Endpoint(
        "POST",
        "/api/evenings/{code}/lead",
        "The host starts or ends a round, or ends the evening",
        EveningInfo,
        LeadEvening,
        errors=(403, 404, 409, 503),
        token=True,
    ),
    "evening_round": Endpoint(
        "GET",
        "/api/evenings/{code}/rounds/{number}",
        "What became of the same cards at all tables of a finished round",
        EveningRound,
        errors=(404, 409),
    ),
    "evening_csv": Endpoint(
        "GET",
        "/api/evenings/{code}/ranking.csv",
        "The ranking for a spreadsheet",
        "text/csv",
        errors=(404,),
    ),
    "evening_qr": Endpoint(
        "GET", "/api/evenings/{code}/qr.svg", "The link as a QR code", "image/svg+xml", errors=(404,)
    ),
    "compare": Endpoint(
        "GET",
        "/api/tables/{code}/duplicates",
        "The tables with the same deal; with their results when your own game is over",
        Duplicates,
        errors=(403, 404),
        token=True,
    ),
    "add_duplicate": Endpoint(
        "POST",
        "/api/tables/{code}/duplicates",
        "The host sets a table with the same deal for another group",
        DuplicateMade,
        status=201,
        errors=(403, 404, 409, 503),
        token=True,
    ),
    "review": Endpoint(
        "GET",
        "/api/tables/{code}/review",
        "The coach's review of a finished game, if it was asked for",
        Reviewing,
        errors=(403, 404, 409),
        query={"seat": SEAT, "lang": LANGUAGE},
        token=True,
    ),
    "ask_review": Endpoint(
        "POST",
        "/api/tables/{code}/review",
        "Ask the coach to review a finished game, or cancel that",
        Reviewing,
        AskReview,
        errors=(403, 404, 409),
        token=True,
    ),
    "mine": Endpoint("POST", "/api/mine", "The tables that these tokens open", list[MyTable], MyTables),
    "guest_games": Endpoint(
        "GET",
        "/api/guest/games",
        "The finished games of the guest with this key",
        list[GuestGame],
        errors=(401,),
        token=True,
    ),
    "forget_guest": Endpoint(
        "POST",
        "/api/guest/forget",
        "Delete everything that is stored about the guest with this key",
        Forgotten,
        errors=(401,),
        token=True,
    ),
    "people": Endpoint(
        "GET",
        "/api/guest/people",
        "The people whom the guest has played with, and the guest's groups",
        MyPeople,
        errors=(401,),
        token=True,
    ),
    "invite": Endpoint(
        "POST",
        "/api/guest/invite",
        "Show people an invitation to a table where the guest sits",
        Invited,
        Invite,
        errors=(401, 409),
        token=True,
    ),
    "want_rating": Endpoint(
        "POST",
        "/api/guest/rating",
        "Say whether the guest wants a rating",
        WantRating,
        WantRating,
        errors=(401,),
        token=True,
    ),
    "add_group": Endpoint(
        "POST", "/api/groups", "Found a group", Group, NewGroup, 201, (401, 409, 422, 503), token=True
    ),
    "group": Endpoint(
        "GET", "/api/groups/{group}", "A group; all of it for members", Group, errors=(401, 404), token=True
    ),
    "join_group": Endpoint(
        "POST",
        "/api/groups/{group}/join",
        "Become a member, or change the name that you have in the group",
        Group,
        JoinGroup,
        errors=(401, 404, 409, 422),
        token=True,
    ),
    "leave_group": Endpoint(
        "POST",
        "/api/groups/{group}/leave",
        "Leave a group; one without members is deleted",
        Group,
        errors=(401, 404),
        token=True,
    ),
    "season": Endpoint(
        "GET",
        "/api/groups/{group}/season",
        "The table of a group's season, for members",
        Season,
        errors=(401, 404),
        query={"start": DAY, "end": DAY},
        token=True,
    ),
}

PARAMETERS: dict[str, Json] = {
    "code": CODE,
    "game": GAME,
    "lang": LANGUAGE,
    "group": GROUP,
    "number": ROUND,
}
