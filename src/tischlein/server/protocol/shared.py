"""What the messages are made of: numbers and names within their bounds, and texts in both languages."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from tischlein.engine.types import Json

NAME_LENGTH = 24
CHAT_LENGTH = 200
LEVEL_LENGTH = 20
MAX_TOKENS = 100
DAY = 86_400

Language = Literal["de", "en"]
State = Literal["lobby", "playing", "over"]
Spectators = Literal["none", "public", "rounds"]
Pace = Literal["slow", "human", "instant"]
SeatKind = Literal["open", "person", "bot"]
ZoneKind = Literal["hand", "cards", "pile", "row", "counter", "text"]
ZoneOwner = Literal["table", "seat"]
SuitColour = Literal["red", "orange", "yellow", "green", "blue", "violet", "black"]
Reach = Literal["loopback", "lan", "public"]
Reaction = Literal["laugh", "wow", "clap", "sad", "thumbs_up", "heart", "think", "hurry"]
# Everybody agreed; a player refused; a player moved; the time to answer was up; a bot plays for a player.
UndoEnd = Literal["agreed", "refused", "moved", "expired", "away"]
REACTIONS: tuple[str, ...] = get_args(Reaction)
# What people and bots look like; ``bots.nicknames`` lists the same.
Avatar = Literal[
    "fox", "badger", "otter", "hedgehog", "hare", "woodpecker", "lynx", "owl", "beaver", "sparrow", "deer", "jackdaw",
]  # fmt: skip
BotAvatar = Literal["teapot", "lamp", "clock", "radio", "candle", "cup", "mill", "bell"]

# `ts` names the type that the page uses for what only the games can spell out.
View = Annotated[Json, Meta(description="what the seat may know", extra={"ts": "View"})]
Event = Annotated[Json, Meta(description="something that happened", extra={"ts": "GameEvent"})]
Hint = Annotated[Json, Meta(description="what an action would bring", extra={"ts": "Hint"})]
Record = Annotated[Json, Meta(description="a whole game", extra={"ts": "GameRecord"})]
GameId = Annotated[str, Meta(max_length=20, extra={"ts": "GameId"})]
OptionValue = bool | int | Annotated[str, Meta(max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Code = Annotated[str, Meta(pattern="^[A-HJ-NP-Z2-9]{6}$", description="the code of a table")]
GroupCode = Annotated[str, Meta(pattern="^[A-HJ-NP-Z2-9]{10}$", description="the code of a group")]
Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
Id = Annotated[str, Meta(min_length=1, max_length=40)]
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 bytes, in lower case")]
GUEST_KEY = "[A-Za-z0-9_-]{32,64}"
Guest = Annotated[str, Meta(pattern=f"^{GUEST_KEY}$", description="the key to a guest's games")]
ActionText = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Annotated[str, Meta(min_length=1, max_length=LEVEL_LENGTH)]
Seconds = Annotated[int, Meta(ge=5, le=7 * DAY, description="seconds per move; 86400 is a day")]

Bank = Annotated[int, Meta(ge=30, le=7200, description="seconds that each person has for the whole game")]
Increment = Annotated[int, Meta(ge=0, le=60, description="seconds that a turn earns")]


class In(Struct, forbid_unknown_fields=True):
    """What a client sends."""


class Out(Struct):
    """What the server sends."""


class InMessage(In, tag_field="type"):
    """Message from a client on a socket."""


class OutMessage(Out, tag_field="type"):
    """Message from the server on a socket."""


class Bilingual(Out):
    """A text for people, in both languages."""

    de: str
    en: str


class ErrorInfo(Out):
    """What went wrong: the code for programs, the text for people."""

    code: str
    text: Bilingual


class ErrorReply(Out):
    """Every answer with a status of 400 or more."""

    error: ErrorInfo
