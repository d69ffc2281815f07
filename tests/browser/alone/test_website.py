"""The website: everything comes from one folder, and one click begins a game."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from helpers.browser.file_host import file_host
from scripts import website

pytestmark = pytest.mark.long


@pytest.fixture
def address() -> Iterator[str]:
    website.build("/")
    with file_host(website.SITE) as found:
        yield found


def test_a_visitor_reads_and_plays(address: str, browser: Browser) -> None:
    page = browser.new_page(locale="en-GB", viewport={"width": 360, "height": 740})
    elsewhere: list[str] = []
    page.on("request", lambda request: elsewhere.append(request.url))
    page.on("console", lambda message: elsewhere.append(message.text) if message.type == "error" else None)
    page.goto(f"{address}/docs/reference.html")
    expect(page.get_by_role("heading", name="simulate")).to_be_visible()
    expect(page.locator("blockquote")).to_have_count(0)  # what Markdown makes of examples
    page.goto(f"{address}/index.html")
    page.get_by_role("link", name="Quando", exact=True).first.click()
    expect(page.get_by_role("region", name="Table")).to_be_visible()
    page.close()
    assert [url for url in elsewhere if not url.startswith((address, "data:", "blob:"))] == []
