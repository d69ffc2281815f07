"""The example page of the package ``tischlein-rules`` plays a whole game against bots, without a server of games."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import tischlein
from helpers.browser.file_host import file_host
from helpers.project import ROOT
from tischlein.bots.wasm.info import texts
from tischlein.bots.wasm.package import write_package

PAGE = ROOT / "examples" / "wasm" / "table.html"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    folder = tmp_path / "rules"
    write_package(folder, {"lobo77": tischlein.game("lobo77")}, tischlein.__version__)
    shutil.copy(PAGE, folder)
    with file_host(folder) as host:
        yield f"{host}/{PAGE.name}"


@pytest.mark.long  # tests/wasm/test_package.py plays with the same package in Node
def test_the_example_page_plays_a_game_to_its_end(browser: Browser, address: str) -> None:
    script = PAGE.read_text("utf-8").partition('<script type="module">\n')[2].partition("  </script>")[0]
    assert len(script.splitlines()) <= 40
    names = texts(tischlein.game("lobo77"))
    page = browser.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{address}?seed=7")
    page.wait_for_selector("#hand button")
    while not page.get_by_text("has won").count():
        page.locator("#hand button, #log :text('has won')").first.wait_for()
        for hand in page.locator("#hand button").all()[:1]:
            assert hand.text_content() in names
            hand.click()
    assert page.get_by_text("You play").count() > 3
    assert not problems
    page.close()
