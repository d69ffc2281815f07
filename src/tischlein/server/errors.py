"""Errors of a server. A refusal is an answer, with a code for programs and a text for people."""

from tischlein.engine.errors import TischleinError
from tischlein.room.refusal import CATALOGUES, Refusal

__all__ = [
    "AlreadyEntered",
    "Conflict",
    "Damaged",
    "NotOwner",
    "NotStored",
    "Refusal",
    "SeatsChanged",
    "ServeError",
    "StoreError",
]

CATALOGUES.append("tischlein.server.texts")


class ServeError(TischleinError):
    """The server cannot start like this."""


class StoreError(TischleinError):
    """The store cannot be read or written."""


class Damaged(StoreError):  # noqa: N818 — a state of the table
    """The stored data of a table is damaged."""


class NotStored(StoreError):  # noqa: N818 — an outcome
    """Nothing was stored, for certain: the transaction was rolled back before it was committed."""


class Conflict(NotStored):
    """Another writer has changed the stored data."""


class SeatsChanged(Conflict):
    """The seats of a table are not those that the writer knew."""


class AlreadyEntered(NotStored):
    """The guest plays this deal already."""


class NotOwner(NotStored):
    """Another server has taken the table over."""
