"""Endpoints of the API, declared at their handlers. Validation and the OpenAPI document use these declarations.

A handler takes the request and, if its annotations say so, a checked ``query`` and ``body``. Its first line of documentation is the
summary, and it returns the answer, or a response of another media type.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any

from tischlein.engine.texts import LANGUAGES
from tischlein.engine.types import Json

Handler = Callable[..., Awaitable[Any]]

# The parts of paths.
PARAMETERS: dict[str, Json] = {
    "code": {"type": "string", "pattern": "^[A-HJ-NP-Z2-9]{6}$"},
    "game": {"type": "string", "maxLength": 20},
    "lang": {"type": "string", "enum": list(LANGUAGES)},
    "group": {"type": "string", "pattern": "^[A-HJ-NP-Z2-9]{10}$"},
    "number": {"type": "string", "pattern": "^[0-9]{1,3}$"},
}


@dataclass(frozen=True)
class Endpoint:
    """One endpoint: its path, its handler, and what else the document and the checks need."""

    method: str
    path: str
    handler: Handler
    errors: tuple[int, ...] = ()  # besides those that every request may get
    status: int = 200
    media: str | None = None  # of an answer that is not JSON
    token: bool = False  # whether a token in the Authorization header opens more
    limit: str | None = None  # the rate limit that a request counts for, besides that of all requests

    @property
    def name(self) -> str:
        return self.handler.__name__

    @property
    def summary(self) -> str:
        return (self.handler.__doc__ or "").partition("\n")[0].rstrip(".")

    @property
    def reply(self) -> Any:
        """The type of the answer."""
        return signature(self.handler, eval_str=True).return_annotation

    def type_of(self, part: str) -> Any:
        """Return the type of the query or the body, None if the handler takes none."""
        found = signature(self.handler, eval_str=True).parameters.get(part)
        return None if found is None else found.annotation


def get(path: str, *errors: int, **more: Any) -> Callable[[Handler], Endpoint]:
    """Declare a handler of GET requests."""
    return lambda handler: Endpoint("GET", path, handler, errors, **more)


def post(path: str, *errors: int, **more: Any) -> Callable[[Handler], Endpoint]:
    """Declare a handler of POST requests; foreign pages may not send them."""
    return lambda handler: Endpoint("POST", path, handler, (*errors, 403), **more)
