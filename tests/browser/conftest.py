"""One browser and one server for all tests of a worker; whatever a page complains about fails the test that opened it."""

import fcntl
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from helpers.browser.browsing import Opens, Visit, Visits, chromium
from helpers.server.serving import GENEROUS, Live, serving
from scripts.page import build

ROOT = Path(__file__).resolve().parents[2]
# A page on a busy machine takes its time until it adds its share to the shuffle.
UNHURRIED = replace(GENEROUS, share_seconds=30.0)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share a page which was cut off come first: so one worker has all of them, and prepares it once."""
    for item in items:
        if item.path.is_relative_to(ROOT / "tests" / "browser"):
            item.add_marker(pytest.mark.needs("chromium"))
    items.sort(key=lambda item: "cut_off" not in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    # One worker builds, the others wait for it.
    with (tmp_path_factory.getbasetemp().parent / "page.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        build(ROOT, tests=False)
    with serving(tmp_path_factory.mktemp("tables") / "tables.sqlite3", UNHURRIED) as live:
        yield live


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = chromium(playwright)
    yield browser
    browser.close()


@pytest.fixture
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """With all that Chromium has, notifications for one."""
    browser = chromium(playwright, whole=True)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def visits(browser: Browser, live: Live) -> Iterator[Visits]:
    visits = Visits(browser, live)
    yield visits
    visits.close()


@pytest.fixture
def visit(visits: Visits) -> Iterator[Opens]:
    """Opens a browser for one more person."""
    opened: list[tuple[str, Visit]] = []

    def another(**how: Any) -> Visit:
        opened.append(visits.open(**how))
        return opened[-1][1]

    yield another
    complaints = [complaint for _, visit in opened for complaint in visit.complaints]
    for kind, one in opened:
        visits.end(kind, one)
    assert complaints == []
