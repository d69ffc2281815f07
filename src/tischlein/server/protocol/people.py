"""People who have played together: requests with a guest's key, and the socket of a page that waits for invitations."""

from typing import Annotated

from msgspec import Meta

from tischlein.server.protocol.evenings import EveningState
from tischlein.server.protocol.rest import OpenTable
from tischlein.server.protocol.shared import (
    Code,
    GameId,
    GroupCode,
    Guest,
    In,
    InMessage,
    Name,
    Out,
    OutMessage,
)

MOST_INVITED = 64

Alias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", description="a person, as only the asker knows them")]
GroupName = Annotated[str, Meta(min_length=1, max_length=40)]


class Acquaintance(Out):
    """A person whom the guest has played with, and how the two compare."""

    id: Alias
    name: str  # in the last game together
    here: bool | None  # whether a page of theirs is open; null unless both are in one group
    games: int
    ahead: int  # games in which the guest ended before this person
    behind: int
    game: GameId  # the last one
    at: int  # its end, in milliseconds since 1970


class RatingInfo(Out):
    """How strong a guest is in a game."""

    game: GameId
    value: int  # 1500 at the beginning
    spread: int  # half of the 95 % interval
    games: int


class WantRating(In):
    """Whether the guest wants a rating."""

    on: bool


class GroupInfo(Out):
    """A group that the guest is in."""

    code: GroupCode
    name: str
    members: int
    here: int  # of the other members


class MyPeople(Out):
    """The people and the groups of a guest."""

    people: list[Acquaintance]
    groups: list[GroupInfo]
    rated: bool  # whether the guest wants a rating
    ratings: list[RatingInfo]  # of the guest; empty if the operator has switched them off


class Invite(In):
    """People who are shown an invitation to a table where the guest sits."""

    code: Code
    people: Annotated[list[Alias], Meta(min_length=1, max_length=MOST_INVITED)]


class Invited(Out):
    """The number of people for whom the invitation was left; whether they see it is not told."""

    people: int


class NewGroup(In):
    """A new group, and what its first member is called in it."""

    group: GroupName
    name: Name


class JoinGroup(In):
    """What the guest is called in the group."""

    name: Name


class RemoveMember(In):
    """The member whom the owner of a group removes."""

    member: Alias


class Member(Out):
    """A member of a group."""

    id: Alias
    name: str
    here: bool
    you: bool
    owner: bool  # may remove members: the founder, or the oldest member after the founder has left
    ratings: list[RatingInfo]


class GroupEvening(Out):
    """An evening of a group."""

    code: Code
    name: str
    state: EveningState


class Group(Out):
    """A group; who is not a member learns its name and size only."""

    code: GroupCode
    link: GroupCode  # lets people in; another one after a member was removed
    name: str
    size: int
    member: bool  # whether the guest is one
    members: list[Member]
    tables: list[OpenTable]  # that wait or play
    evenings: list[GroupEvening]  # the latest first


class SeasonRow(Out):
    """A member in a season; only games with at least one other person count."""

    place: int
    name: str
    you: bool
    games: int
    won: int
    points: float  # one for each person who ended behind, half a point for each at the same place
    most: int  # points that could be won
    average: float  # place among the people at the table


class Season(Out):
    """The table of a season, from its first day to its last."""

    group: str
    start: str
    end: str
    games: int
    rows: list[SeasonRow]


class Invitation(Out):
    """An invitation to a table."""

    code: Code
    game: GameId
    name: str  # of the person who invites, as the invited one knows it: from the last game together, or from a group


class Invitations(OutMessage, tag="invitations"):
    """All invitations of the guest, the latest first."""

    invitations: list[Invitation]


class Present(InMessage, tag="present"):
    """The first message: whose page is open."""

    key: Guest


class Dismiss(InMessage, tag="dismiss"):
    """Do not show an invitation any more."""

    code: Code
