"""One server for all tests of a file that need nothing special."""

from collections.abc import Iterator

import pytest

from helpers.postgres import Cluster, running
from helpers.serving import Live, serving


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("tables") / "tables.sqlite3") as live:
        yield live


@pytest.fixture(scope="session")
def postgres() -> Cluster:
    """One PostgreSQL for all tests that need it."""
    return running()
