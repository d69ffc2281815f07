"""One server for all tests of a file that need nothing special; and stores of both kinds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.server.postgres import Postgres, running
from helpers.server.serving import Live, serving
from tischlein.server.store.store import Store


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("tables") / "tables.sqlite3") as live:
        yield live


@pytest.fixture(scope="session")
def postgres() -> Postgres:
    """One PostgreSQL for all tests that need it."""
    return running()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.needs("postgresql"))])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where tables are kept: a file, or the address of an empty database."""
    if request.param == "sqlite":
        return tmp_path / "tables.sqlite3"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database()


@pytest.fixture
def store(data: Path | str) -> Store:
    return Store.file(data) if isinstance(data, Path) else Store.shared(data, "http://127.0.0.1:1")
