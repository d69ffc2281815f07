"""The page and the device it runs on: what it remembers, how it calls, and what it does without HTTPS or without a network."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, expect

from helpers.browser.browsing import Opens, accompanied, near_the_end
from helpers.browser.looking import glanced_at
from helpers.server.serving import Live, comes_to, serving
from tischlein.server.http import static

JSQR = Path(__file__).resolve().parents[3] / "web/node_modules/jsqr/dist/jsQR.js"
# Read the picture as a camera would: from its pixels.
READ_QR = """async (img) => {
  const canvas = new OffscreenCanvas(400, 400)
  const pen = canvas.getContext('2d')
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, 400, 400)
  await img.decode()
  pen.drawImage(img, 20, 20, 360, 360)
  return jsQR(pen.getImageData(0, 0, 400, 400).data, 400, 400)?.data ?? null
}"""


@contextmanager
def open_to_the_network(data: Path) -> Iterator[str]:
    """A server that others reach: its address, which is not the machine's own."""
    command = [sys.executable, "-m", "tischlein", "serve", "--lan", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


@pytest.mark.needs("network")
@pytest.mark.long
def test_in_the_local_network_without_https(tmp_path: Path, visit: Opens) -> None:
    """All that is needed to play works; what does not says why; the QR code leads a phone to the table."""
    with open_to_the_network(tmp_path) as address:
        assert not address.startswith("http://127.")
        ada = visit()
        ada.page.goto(f"{address}/settings")
        assert ada.page.evaluate("window.isSecureContext") is False
        expect(ada.page.get_by_role("switch", name="Tell me when it is my turn")).to_be_disabled()
        ada.sees("Notifications need a secure connection")
        ada.sees("only over a secure connection (HTTPS)")

        ada.page.goto(f"{address}/new/lobo77")
        ada.page.get_by_role("textbox").first.fill("Ada")
        ada.click("Open the table and invite")
        picture = ada.page.get_by_role("img", name=re.compile("phone’s camera"))
        picture.wait_for()
        ada.page.evaluate("script => { (0, eval)(script) }", JSQR.read_text("utf-8"))
        link = picture.evaluate(READ_QR)
        assert link == f"{address}/t/{ada.page.url[-6:]}"

        ben = visit(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
        ben.page.goto(link)
        ben.page.get_by_role("textbox").first.fill("Ben")
        ben.click("Sit down")
        ada.button(re.compile("Ben.*free this seat")).wait_for()
        ada.click("Start without the free seats")
        people = [ada, ben]
        for person in people:
            person.seated()
        # The starting player plays a card, and the other one is asked.
        comes_to(lambda: any(person.look()["things"] for person in people), True)
        first, other = (ada, ben) if ada.look()["things"] else (ben, ada)
        assert first.move(Random(1))
        other.lit.first.wait_for()
        for person in people:
            # Chromium says so on every page without HTTPS; behind a proxy that ends TLS the header has to be there.
            person.complaints = [said for said in person.complaints if "Opener-Policy" not in said]


def test_all_that_the_service_worker_keeps_is_there() -> None:
    """One file that is missing, and it is never installed."""
    kept = re.findall(r'"/(assets/[^"]+)"', (static.FOLDER / "sw.js").read_text("utf-8"))
    assert kept
    assert [name for name in kept if not (static.FOLDER / name).is_file()] == []


@pytest.mark.long
def test_the_shell_without_a_network(live: Live, visit: Opens) -> None:
    """Installable; once it was open the page opens without a network, says what is missing, and shows rules read before."""
    ada = visit(keeps=True)
    ada.go("/rules/lobo77")
    ada.page.get_by_role("heading", level=2).first.wait_for()
    ada.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    manifest = ada.page.request.get(f"{live.url}/manifest.webmanifest").json()
    assert manifest["display"] == "standalone"
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    for icon in manifest["icons"]:
        assert ada.page.request.get(urljoin(f"{live.url}/", icon["src"])).ok
    ada.page.reload()  # now through the worker
    ada.page.get_by_role("heading", level=2).first.wait_for()
    ada.page.wait_for_function("() => localStorage['tischlein.games'] !== undefined")

    ada.context.set_offline(True)
    ada.page.reload()
    expect(ada.page.get_by_role("heading", level=2).first).to_be_visible()
    ada.go("/")
    # Some versions of Chromium do not tell a page that was loaded without a network; a device without one does.
    ada.page.evaluate("window.dispatchEvent(new Event('offline'))")
    # Whether games can be played here already depends on how long it was open (tests/browser/alone/test_offline.py).
    expect(ada.page.get_by_role("alert").filter(has_text="You are offline")).to_contain_text("server")
    expect(ada.page.get_by_role("article", name="LOBO 77")).to_be_visible()
    ada.forgive("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")


@pytest.mark.long  # web/tests/session/broken-line.test.ts loses the line in every way
def test_the_server_goes_and_comes_back(tmp_path: Path, visit: Opens) -> None:
    """The page says that the line is lost, tries on by itself, and the game goes on where it was."""
    with serving(tmp_path) as first:
        code, tokens = near_the_end(first, "lobo77")
        ada = visit()
        ada.page.goto(f"{first.url}/t/{code}#{tokens[0]}")
        ada.tap(re.compile("^Play 6:"))
        sentence = ada.page.locator(".sentence")
        expect(sentence).to_contain_text("Ben")
        hand = ada.hand.inner_text()
    ada.sees("The connection is gone. Trying again")
    glanced_at(ada.page, "lost", "light", 360)
    with serving(tmp_path, port=first.port) as second:
        expect(ada.text("The connection is gone")).to_have_count(0)
        assert ada.hand.inner_text() == hand
        with accompanied(second, code, tokens[1]):
            ada.lit.first.wait_for()
            ada.play_on(Random(1))
        assert second.table(code).state.row.state == "over"
        ada.forgive("ERR_CONNECTION_REFUSED", "WebSocket")


@pytest.mark.long
def test_language_theme_and_sound_are_remembered(visit: Opens) -> None:
    ada = visit(locale="de-AT")
    ada.go("/")
    ada.heading("Setz dich.").wait_for()
    ada.click("Switch to English")
    ada.click("Theme: light")
    ada.click("Sound")
    ada.page.reload()
    ada.heading("Take a seat.").wait_for()
    expect(ada.button("Theme: dark")).to_be_visible()
    expect(ada.button("Sound")).to_have_attribute("aria-pressed", "false")
    assert ada.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


@pytest.mark.long
def test_a_call_when_it_is_your_turn(live: Live, visit: Opens, whole_browser: Browser) -> None:
    """In the title always, and as a notification where that was allowed and nobody looks."""
    code, tokens = near_the_end(live, "lobo77")
    ada, ben = visit(keeps=True), visit(browser=whole_browser, keeps=True)
    ben.context.grant_permissions(["notifications"], origin=live.url)
    ben.go("/settings")
    ben.page.get_by_role("switch", name="Tell me when it is my turn").click(force=True)
    ben.page.wait_for_function("() => JSON.parse(localStorage['tischlein.settings'] ?? '{}').notify")
    ben.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ada.sit(code, tokens[0])
    ben.sit(code, tokens[1])
    expect(ada.page).to_have_title(re.compile("^● Your turn – LOBO 77"))
    assert "Your turn" not in ben.page.title()
    # Nobody looks at Ben's page.
    ben.page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })")
    ada.tap(re.compile("^Play 6:"))
    expect(ben.page).to_have_title(re.compile("^● Your turn – LOBO 77"))
    # One takes the place of another with the same tag: for a moment there may be none.
    shown = """async () => {
      const shown = await (await navigator.serviceWorker.ready).getNotifications()
      return shown.map((one) => [one.title, one.data.path])
    }"""
    comes_to(lambda: ben.page.evaluate(shown), [["Your turn", f"/t/{code}"]])
