"""Stores of older servers, brought up to date when the server starts: ``N.sql`` leads from schema N - 1 to N."""

from __future__ import annotations

from importlib.resources import files

from sqlalchemy import Connection, select

from tischlein.server.errors import StoreError
from tischlein.server.store import schema


def prepare(connection: Connection) -> None:
    """Make what is missing; all of it is done, or nothing."""
    schema.metadata.create_all(connection)
    about = schema.about.c
    found = connection.execute(select(about.value).where(about.key == "schema")).scalar()
    if found is None:
        connection.execute(schema.about.insert().values(key="schema", value=str(schema.SCHEMA)))
        return
    if not found.isdecimal() or int(found) > schema.SCHEMA:
        raise StoreError(
            f"the stored tables have schema {found}; this server knows schema {schema.SCHEMA}. Use the version that wrote them"
        )
    for newer in range(int(found) + 1, schema.SCHEMA + 1):
        for statement in statements(newer):
            connection.exec_driver_sql(statement)
    connection.execute(schema.about.update().where(about.key == "schema").values(value=str(schema.SCHEMA)))


def statements(newer: int) -> list[str]:
    """The statements that lead to this schema; each ends with a semicolon at the end of a line."""
    text = files(__name__).joinpath(f"{newer}.sql").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("--")]
    return [statement for statement in "\n".join(lines).split(";\n") if statement.strip()]
