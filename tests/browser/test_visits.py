"""A browser that is used again is a new one to the next test."""

import pytest

from helpers.browser.browsing import PHONE, WIDE, Visits

pytestmark = pytest.mark.needs("chromium")

LEAVE = """async () => {
  localStorage.name = sessionStorage.name = document.cookie = 'ada'
  await caches.open('ada')
  await new Promise((resolve) => { indexedDB.open('ada').onsuccess = ({ target }) => resolve(target.result.close()) })
}"""
LEFT = """async () => [
  Object.keys(localStorage), Object.keys(sessionStorage), document.cookie, await caches.keys(), await indexedDB.databases(),
  window.prepared ?? null, matchMedia('(prefers-color-scheme: dark)').matches, innerWidth,
]"""


def test_nothing_is_left_of_who_was_there_before(visits: Visits) -> None:
    kind, ada = visits.open(viewport=PHONE)
    ada.prepare("window.prepared = true")
    ada.go("/healthz")
    ada.page.evaluate(LEAVE)
    ada.page.emulate_media(color_scheme="dark")
    ada.page.route("**/*", lambda route: route.abort())
    assert ada.page.evaluate(LEFT) != [["tischlein.settings"], [], "", [], [], None, False, WIDE["width"]]
    ada.complaints.append("something")
    visits.end(kind, ada)
    kind, ben = visits.open()
    assert ben is ada
    ben.go("/healthz")
    # Only what every visit here begins with: nothing moves.
    assert ben.page.evaluate(LEFT) == [["tischlein.settings"], [], "", [], [], None, False, WIDE["width"]]
    assert ben.complaints == []
    # Who changed more than the page leaves nobody a browser.
    ben.context.add_init_script("window.prepared = true")
    visits.end(kind, ben)
    kind, eve = visits.open()
    assert eve is not ben
    visits.end(kind, eve)
