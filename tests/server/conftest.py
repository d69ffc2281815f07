"""One server for all tests of a file that need nothing special; and stores of both kinds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.server.postgres import Postgres, running
from helpers.server.serving import PATIENCE, Live, serving
from tischlein.server.http import health, proxy
from tischlein.server.store import membership
from tischlein.server.store.store import Store
from tischlein.server.table import registry


@pytest.fixture(scope="session", autouse=True)
def unhurried() -> Iterator[None]:
    """Servers that wait for one another, for the database and for people as long as a busy machine needs."""
    with pytest.MonkeyPatch.context() as patched:
        for module, name in (
            (proxy, "OPENING"),
            (proxy, "ANSWERING"),
            (membership, "LEASE"),
            (health, "PATIENCE"),
        ):
            patched.setattr(module, name, PATIENCE)
        for module, name in ((proxy, "PATIENCE"), (registry, "FAREWELL")):
            patched.setattr(module, name, int(1000 * PATIENCE))
        yield


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
