"""Whose page is open, and who is invited to which table; in memory only, and forgotten with the last page."""

from typing import Protocol

import msgspec

from tischlein.server.clock import ticks
from tischlein.server.protocol.people import Invitation, Invitations

LASTS = 600_000  # milliseconds for which an invitation is shown
KEPT = 10  # invitations of one guest
GUESTS = 10_000  # with invitations


class PageSocket(Protocol):
    """The connection of an open page."""

    def send(self, *messages: bytes) -> None: ...


class OpenPages:
    """The open pages of guests on this server, and their invitations."""

    def __init__(self) -> None:
        self._pages: dict[str, set[PageSocket]] = {}
        # By guest and table: until when an invitation counts; None if the guest has dismissed it.
        self._invitations: dict[str, dict[str, tuple[int, Invitation | None]]] = {}

    @property
    def guests(self) -> set[str]:
        """Return the guests with an open page."""
        return set(self._pages)

    def count(self, guest: str) -> int:
        """Return the number of a guest's open pages."""
        return len(self._pages.get(guest, ()))

    def enter(self, guest: str, page: PageSocket) -> None:
        """Note an open page, and show it the guest's invitations."""
        self._pages.setdefault(guest, set()).add(page)
        page.send(self._message(guest))

    def leave(self, guest: str, page: PageSocket) -> None:
        """Forget a page."""
        pages = self._pages.get(guest, set())
        pages.discard(page)
        if not pages:
            self._pages.pop(guest, None)

    def invite(self, guest: str, invitation: Invitation) -> None:
        """Show an invitation once on all pages of a guest, also on those that open in the next minutes."""
        own = self._invitations.pop(guest, {})
        self._invitations[guest] = own
        if own.get(invitation.code, (0,))[0] > ticks():
            return
        own[invitation.code] = (ticks() + LASTS, invitation)
        if len(own) > KEPT:
            del own[next(iter(own))]
        if len(self._invitations) > GUESTS:
            del self._invitations[next(iter(self._invitations))]
        self._tell(guest)

    def dismiss(self, guest: str, code: str) -> None:
        """Take an invitation away, on all pages of a guest."""
        own = self._invitations.get(guest, {})
        if code in own:
            own[code] = (own[code][0], None)
            self._tell(guest)

    def forget(self, guest: str) -> None:
        """Forget a guest's invitations."""
        self._invitations.pop(guest, None)

    def _tell(self, guest: str) -> None:
        for page in list(self._pages.get(guest, ())):
            page.send(self._message(guest))

    def _message(self, guest: str) -> bytes:
        """Return the message with all invitations of a guest, the latest first."""
        own = {code: one for code, one in self._invitations.get(guest, {}).items() if one[0] > ticks()}
        if own:
            self._invitations[guest] = own
        else:
            self._invitations.pop(guest, None)
        shown = [invitation for _, invitation in reversed(own.values()) if invitation is not None]
        return msgspec.json.encode(Invitations(shown))
