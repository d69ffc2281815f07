"""Makes the OpenAPI document from the endpoints and the protocol's types. ``python -m tischlein.server.http.openapi`` prints it."""

import json
import re
import sys
from functools import cache
from typing import get_args

import msgspec
from starlette.responses import Response

import tischlein
from tischlein.engine.types import Json
from tischlein.server.http.endpoint import PARAMETERS, Endpoint
from tischlein.server.http.routes import ENDPOINTS
from tischlein.server.protocol.client import ClientMessage
from tischlein.server.protocol.server import ServerMessage
from tischlein.server.protocol.shared import ErrorReply

REFERENCE = "#/components/schemas/{name}"
# Errors that every request may get.
ALWAYS = (400, 404, 405, 413, 415, 421, 429, 500, 503)


@cache
def document() -> Json:
    """Return the whole document."""
    parts = [one for endpoint in ENDPOINTS.values() for one in (endpoint.type_of("body"), endpoint.reply)]
    messages = [*get_args(ClientMessage), *get_args(ServerMessage)]
    types = [*(part for part in parts if part not in (None, Response)), ErrorReply, *messages]
    schemas, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    by_type = dict(zip(map(repr, types), schemas, strict=True))
    paths: Json = {}
    for name, endpoint in ENDPOINTS.items():
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(name, endpoint, by_type)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tischlein",
            "version": tischlein.__version__,
            "description": "The table. The socket at /api/tables/{code}/socket takes ClientMessage and gives ServerMessage: docs/protocol.md",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(name: str, endpoint: Endpoint, schemas: Json) -> Json:
    parameters = [
        {"name": part, "in": "path", "required": True, "schema": PARAMETERS[part]}
        for part in re.findall(r"{(\w+)}", endpoint.path)
    ]
    parameters += [
        {"name": part, "in": "query", "required": False, "schema": schema.get("anyOf", [schema])[0]}
        for part, schema in _query(endpoint).items()
    ]
    if endpoint.media is not None:
        content = {endpoint.media: {"schema": {"type": "string"}}}
    else:
        content = {"application/json": {"schema": schemas[repr(endpoint.reply)]}}
    failure = {"application/json": {"schema": {"$ref": REFERENCE.format(name="ErrorReply")}}}
    responses: Json = {str(endpoint.status): {"description": endpoint.summary, "content": content}}
    for status in sorted({*endpoint.errors, *ALWAYS}):
        responses[str(status)] = {"description": "Refused, with the reason", "content": failure}
    operation: Json = {
        "operationId": name,
        "summary": endpoint.summary,
        "parameters": parameters,
        "responses": responses,
    }
    if (body_type := endpoint.type_of("body")) is not None:
        body = {"application/json": {"schema": schemas[repr(body_type)]}}
        operation["requestBody"] = {"required": True, "content": body}
    if endpoint.token:
        operation["security"] = [{}, {"token": []}]
    return operation


def _query(endpoint: Endpoint) -> Json:
    """Return the schemas of the query's fields; each may be left out."""
    kind = endpoint.type_of("query")
    if kind is None:
        return {}
    fields: Json = msgspec.json.schema_components([kind])[1][kind.__name__]["properties"]
    return fields


if __name__ == "__main__":
    json.dump(document(), sys.stdout, indent=1)
