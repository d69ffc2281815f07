"""Follow docs/game-face.md literally: the face that the page shows is built, and a game is played on it to the end."""

import shutil
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from helpers.browser.browsing import PHONE, Visit
from helpers.project import BLOCKS, ROOT, Project
from helpers.server.serving import Live
from scripts.page import npm

pytestmark = pytest.mark.long


def test_a_face_without_motion_plays_to_the_end(
    browser: Browser, live: Live, tmp_path_factory: pytest.TempPathFactory
) -> None:
    project = Project(tmp_path_factory.mktemp("project"), page=True)
    web = project.root / "web"
    web.unlink()
    shutil.copytree(ROOT / "web", web, ignore=shutil.ignore_patterns("node_modules", ".svelte-check"))
    (web / "node_modules").symlink_to(ROOT / "web/node_modules")
    blocks = {name: text for name, text in BLOCKS if name.startswith("web/")}
    assert len(blocks) == 2
    for name, text in blocks.items():
        (project.root / name).parent.mkdir(exist_ok=True)
        (project.root / name).write_text(text, "utf-8")
    types = project.run("scripts.protocol_types")
    (web / "src/protocol/types.ts").write_text(types, "utf-8")
    npm(web, "run", "check")
    npm(web, "run", "build")
    with project.serving() as address:
        ada = Visit(browser, live, address=address, viewport=PHONE, locale="de-DE", has_touch=True)
        ada.go("/")
        ada.page.get_by_role("article").filter(has_text="Hoch").get_by_role("button").first.click()
        expect(ada.page.locator(".hoch-tricks")).to_have_text("0 : 0 : 0")
        ada.seated()
        ada.play_on(Random("face"))
        expect(ada.dialog.get_by_role("listitem").first).to_contain_text("Platz 1")
        ada.close()
        assert ada.complaints == []
