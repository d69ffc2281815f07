"""A request to the API, with what its handlers need of the server and know of the client."""

import re

from starlette.requests import Request

from tischlein.room.ports import Ports
from tischlein.server.errors import Refusal
from tischlein.server.evenings.host import Evenings
from tischlein.server.http.guards.address import ServerAddress
from tischlein.server.http.guards.rate_limit import RateLimits
from tischlein.server.networks import client_name
from tischlein.server.protocol.shared import GUEST_KEY
from tischlein.server.store.store import Store
from tischlein.server.table.host import TableHost
from tischlein.server.table.listing import Listings
from tischlein.server.table.registry import Registry
from tischlein.server.table.tokens import hash_token


class RequestContext(Request):
    """A request of a client; ``payer`` is the address that its costs are counted for."""

    def __init__(self, request: Request) -> None:
        super().__init__(request.scope, request.receive)
        state = request.app.state
        self.registry: Registry = state.registry
        self.store: Store = self.registry.store
        self.ports: Ports = self.registry.services.ports
        self.listings: Listings = state.listings
        self.evenings: Evenings = state.evenings
        self.address: ServerAddress = state.address
        self.limits: RateLimits = state.rate_limits
        self.payer = client_name(request.client)

    def check(self, kind: str, times: int = 1) -> None:
        """Refuse the request if its address has asked for too many of this kind."""
        self.limits.check(kind, self.payer, times)

    @property
    def code(self) -> str:
        """Return the code in the path."""
        code: str = self.path_params["code"]
        return code.upper()

    @property
    def creator(self) -> str | None:
        """Return the stored name of the client's network."""
        return self.registry.capacity.creator(self.payer)

    @property
    def token(self) -> str | None:
        """Return the token in the Authorization header; paths are logged."""
        scheme, _, token = self.headers.get("authorization", "").partition(" ")
        return token.strip() or None if scheme.lower() == "bearer" else None

    @property
    def holder(self) -> str | None:
        """Return the hash of the token in the Authorization header."""
        return None if self.token is None else hash_token(self.token)

    @property
    def known_key(self) -> str | None:
        """Return the guest's key in the same header, None if there is none."""
        return self.token if re.fullmatch(GUEST_KEY, self.token or "") else None

    @property
    def key(self) -> str:
        """Return the guest's key, or refuse the request."""
        if self.known_key is None:
            raise Refusal("no_key", 401)
        return self.known_key

    @property
    def guest(self) -> str:
        """Return the guest whose key it is."""
        return hash_token(self.key)

    async def table(self) -> TableHost:
        """Return the table of the path."""
        return await self.registry.get(self.code)

    def seat_at(self, live: TableHost) -> int | None:
        """Return the seat that the token opens; a wrong token opens none."""
        return live.state.seat_of(self.holder)
