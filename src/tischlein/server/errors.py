"""What the server refuses, with a code for programs and a text for people."""

from __future__ import annotations

from tischlein.engine.errors import TischleinError
from tischlein.server.protocol.shared import Bilingual
from tischlein.server.texts import own_text


class ServeError(TischleinError):
    """The server cannot start like this."""


class StoreError(TischleinError):
    """The store cannot be read or written."""


class Damaged(StoreError):  # noqa: N818 — a state of the table
    """What is stored of a table is not as it was written."""


class NotStored(StoreError):  # noqa: N818 — an outcome
    """Nothing was stored, for certain: the transaction was rolled back before it was committed."""


class SeatsChanged(NotStored):
    """The seats of a table are not those that the writer knew."""


class AlreadyEntered(NotStored):
    """The guest plays this deal already."""


class NotOwner(NotStored):
    """Another server has taken the table over."""


class Refusal(Exception):  # noqa: N818 — an answer to a client, no failure of ours
    """Something that is not carried out; whoever asked is told why, and nothing has changed."""

    def __init__(
        self,
        code: str,
        status: int = 400,
        *,
        clause: str = "",
        text: Bilingual | None = None,
        **values: object,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.clause = clause
        self.text = text or own_text(f"refused.{code}", **values)
