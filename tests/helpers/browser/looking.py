"""Looking at a screen as people do: at three widths, in both themes and both languages, and with axe's eyes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import axe_playwright_python
from playwright.sync_api import Page

from samples import SAMPLES

Theme = Literal["light", "dark"]

SCREENSHOTS = Path(__file__).resolve().parents[2] / "browser" / "screenshots"
SIZES = {360: 640, 768: 1024, 1440: 900}
SERIOUS = ("serious", "critical")
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")

# Another tab would do the same: the page takes over what is set there.
SAY = """async lang => {
  const known = JSON.parse(localStorage['tischlein.settings'] ?? '{}')
  if (known.lang !== lang) {
    localStorage['tischlein.settings'] = JSON.stringify({ ...known, lang })
    dispatchEvent(new StorageEvent('storage', { key: 'tischlein.settings' }))
  }
  for (let n = 0; document.documentElement.lang !== lang; n++) {
    if (n === 1000) throw new Error(`the page does not speak ${lang}`)
    await new Promise(requestAnimationFrame)
  }
}"""
DRAWN = "document.fonts.ready.then(() => new Promise(requestAnimationFrame))"
# By day in English on a wide screen, by night in German on a phone; at each of them barriers are searched for. All rules of axe take
# longer than everything else: in the short run those about colours do for the day, since the elements are those of the night.
LOOKS: tuple[tuple[Theme, str, tuple[int, ...], tuple[str, ...]], ...] = (
    ("light", "en", (360, 1440), ()) if SAMPLES.all_widths else ("light", "en", (1440,), ("color-contrast",)),
    ("dark", "de", (768, 360) if SAMPLES.all_widths else (360,), ()),
)
# The rules that axe runs by itself and that find something so serious: what a rule finds is as serious as the rule.
STRICT = """serious => axe._audit.rules
  .filter((rule) => rule.enabled && serious.includes(rule.impact) && !['experimental', 'deprecated'].some((tag) => rule.tags.includes(tag)))
  .map((rule) => rule.id)"""
TOO_WIDE = "document.scrollingElement.scrollWidth - innerWidth"


def looked_at(page: Page, name: str, *, drawn_out: bool = False, known: bool = False) -> None:
    """Search for barriers in both themes and languages, and take pictures in the long run.

    What is drawn out goes in where there is room beside the table, so it is looked at on a narrower screen. What is known is made of parts
    that are looked at in full elsewhere: in the short run it has to fit a phone in German, where there is least room.
    """
    if known and not SAMPLES.all_widths:
        page.evaluate(SAY, "de")
        page.set_viewport_size({"width": 360, "height": SIZES[360]})
        assert page.evaluate(TOO_WIDE) <= 0, f"{name}: wider than a phone"
        page.evaluate(SAY, "en")
        return
    for theme, lang, widths, rules in LOOKS:
        page.emulate_media(color_scheme=theme)
        page.evaluate(SAY, lang)
        for wide in widths:
            width = 768 if drawn_out and wide == 1440 else wide
            page.set_viewport_size({"width": width, "height": SIZES[width]})
            snap(page, f"{name}-{theme}-{width}")
            assert page.evaluate(TOO_WIDE) <= 0, f"{name}, {lang}, {width}: wider than the screen"
            assert barriers(page, *rules) == [], f"{name}, {theme}, {width}"
    page.evaluate(SAY, "en")


def glanced_at(page: Page, name: str, theme: Theme, width: int, *, known: bool = False) -> None:
    """One picture and a search, for what is made of parts that other screens show in full. The other theme has only other colours.

    Where all of them are known, the short run asks only whether it fits.
    """
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    assert page.evaluate(TOO_WIDE) <= 0, f"{name}, {width}: wider than the screen"
    if known and not SAMPLES.all_widths:
        return
    page.emulate_media(color_scheme="light" if theme == "dark" else "dark")
    page.evaluate(DRAWN)
    assert barriers(page, "color-contrast") == [], f"{name}, not {theme}"
    page.emulate_media(color_scheme=theme)
    snap(page, f"{name}-{theme}-{width}")
    assert barriers(page) == [], f"{name}, {theme}, {width}"


@contextmanager
def painted(page: Page) -> Iterator[None]:
    """With all that is seen, which is not painted elsewhere."""
    page.evaluate("plain.disabled = true")
    yield
    page.evaluate("plain.disabled = false")


def barriers(page: Page, *rules: str) -> list[str]:
    """What axe finds serious, by all rules that are or by these."""
    if not page.evaluate("'axe' in window"):  # to send it takes half as long as to search by one rule
        page.evaluate("script => (0, eval)(script) && true", AXE)
    # Without reading all style sheets once more: only a rule that axe itself leaves out asks for them. No page has a film or a recording.
    asked: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
    known = rules or page.evaluate(STRICT, SERIOUS)
    asked["runOnly"] = {"type": "rule", "values": known}
    with painted(page):  # what cannot be seen is not searched
        found: dict[str, Any] = page.evaluate("asked => axe.run(document, asked)", asked)
    assert found["passes"] or found["incomplete"], "axe has looked at nothing"
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    ]


def snap(page: Page, name: str) -> None:
    """Show the screen to the end and, in the long run, take a picture for people; a PNG would take six times as long."""
    page.evaluate(DRAWN)
    if SAMPLES.all_widths:
        SCREENSHOTS.mkdir(exist_ok=True)
        with painted(page):
            page.evaluate(DRAWN)
            page.screenshot(path=SCREENSHOTS / f"{name}.jpeg", type="jpeg", quality=85)
