"""All endpoints of the API, by the names of their handlers."""

from tischlein.server.http.api import (
    daily,
    evenings,
    finished,
    groups,
    lobby,
    people,
    tables,
)
from tischlein.server.http.endpoint import Endpoint

ENDPOINTS: dict[str, Endpoint] = {
    one.name: one
    for module in (tables, finished, lobby, daily, evenings, people, groups)
    for one in vars(module).values()
    if isinstance(one, Endpoint)
}
