"""The files of a release, and an empty environment with the wheel."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from helpers.browser.browsing import chromium
from helpers.server.installed import Run
from scripts.release import build, environment


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the files: those that `make release` has just built, or else built from the last commit."""
    given = os.environ.get("TISCHLEIN_DIST")
    if given:
        return Path(given)
    place = tmp_path_factory.mktemp("release")
    build(place / "dist", place)
    return place / "dist"


@pytest.fixture(scope="session")
def command(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the command of an environment that holds the wheel and its dependencies alone."""
    place = tmp_path_factory.mktemp("installed")
    environment(place / "venv", *dist.glob("*.whl"))
    return place / "venv" / "bin" / "tischlein"


@pytest.fixture
def run(command: Path, tmp_path: Path) -> Run:
    return Run(command, tmp_path)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return Chromium for one file: while Playwright runs, no coroutine of another suite can run in this process."""
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        yield browser
        browser.close()
