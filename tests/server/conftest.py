"""One server for all tests of a file that need nothing special, one for a test alone, and stores of both kinds."""

import asyncio
import inspect
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.server.postgres import Postgres, running
from helpers.server.serving import GENEROUS, PATIENCE, Live, serving
from helpers.server.stores import opened
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


@pytest.fixture(autouse=True)
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> object:
    """Run a test that is a coroutine; its fixtures may have used the same loop."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    runner = pyfuncitem.funcargs["runner"]
    assert isinstance(runner, asyncio.Runner)
    runner.run(pyfuncitem.obj(**given))
    return True


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("tables") / "tables.sqlite3") as live:
        yield live


@pytest.fixture
def own(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Live]:
    """A server for one test, with the limits that its mark names."""
    mark = request.node.get_closest_marker("limits")
    limits = replace(GENEROUS, **(mark.kwargs if mark else {}))
    with serving(tmp_path, limits) as own:
        yield own


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
def store(data: Path | str, runner: asyncio.Runner) -> Iterator[Store]:
    """An empty store that is open."""
    opening = opened(data)
    yield runner.run(opening.__aenter__())
    runner.run(opening.__aexit__(None, None, None))
