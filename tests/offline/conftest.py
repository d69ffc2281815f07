"""The page's Python, made once for all tests of a process."""

from collections.abc import Iterator

import pytest

from helpers.page_python import PagePython, page_python
from tischlein.games import GAMES


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PagePython]:
    with page_python(tmp_path_factory.mktemp("page"), *sorted(GAMES)) as page:
        yield page
