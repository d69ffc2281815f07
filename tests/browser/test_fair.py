"""The page adds its share to the shuffle, and checks the deal after the game."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playwright.sync_api import expect

from helpers.browser.browsing import Visit, in_a_loop, play_for, table_for_two
from helpers.server.serving import GENEROUS, Live, comes_to, serving, set_table
from tischlein.server.signing import KeySigner
from tischlein.verify import verify

# A page on a busy machine takes its time until it adds its share to the shuffle.
UNHURRIED = replace(GENEROUS, share_seconds=30.0)

pytestmark = pytest.mark.needs("chromium")


@pytest.mark.long  # web/tests/fair/signatures.test.ts and tests/server/attacks/test_signing.py check both ends
def test_the_file_of_a_server_with_a_key_is_signed(visit: Callable[..., Visit], tmp_path: Path) -> None:
    """Alone with bots the page shares, checks the deal and the signatures, and saves what convinces others too."""
    signer = KeySigner(Ed25519PrivateKey.generate())
    with serving(tmp_path / "tables.sqlite3", UNHURRIED, signer=signer) as live:
        made = in_a_loop(set_table(live, bots=[None, "random"], shares=True))
        ada = visit(address=live.url)
        ada.sit(made["code"], made["token"])
        ada.page.evaluate("document.body.hidden = true")  # nobody needs to see it all
        play_for(live, made["code"], made["token"])
        ada.page.evaluate("document.body.hidden = false")
        ada.page.get_by_role("button", name="Check this deal").click()
        expect(ada.page.get_by_text("This game was dealt as promised.")).to_be_visible()
        expect(
            ada.page.get_by_text("Everything that seat 1 was shown agrees with the record.")
        ).to_be_visible()
        expect(ada.page.get_by_text("The server has signed all that seat 1 was told")).to_be_visible()
        with ada.page.expect_download() as saved:
            ada.page.get_by_role("button", name="Download the record").click()
        file = tmp_path / "record.json"
        saved.value.save_as(file)
        ada.turn_to("/")
    verdict = verify(json.loads(file.read_text("utf-8")))
    assert [(finding.kind, finding.code) for finding in verdict.findings] == [
        ("good", "commitment"), ("good", "shares"), ("good", "numbers"), ("good", "deal"), ("good", "signed"), ("good", "receipt"),
    ]  # fmt: skip


def test_friends_share_each_and_an_exchanged_card_is_found(live: Live, visit: Callable[..., Visit]) -> None:
    """Both add a share when the host starts. Then the server says that another card was dealt, with the right list of numbers."""
    code, tokens = table_for_two(live, "lobo77")
    ada, ben = visit(locale="de-DE"), visit()
    ben.go(f"/t/{code}#{tokens[1]}")
    ada.go(f"/t/{code}#{tokens[0]}")
    hosted = live.table(code)
    comes_to(lambda: len(hosted.state.promises), 2)
    ada.page.get_by_role("button", name="Los geht’s").click()
    for person in (ada, ben):
        person.page.locator(".tl-table").wait_for()
    assert hosted.state.row.shuffle is not None
    assert all(hosted.state.row.shuffle["shares"])
    for person in (ada, ben):  # they need not see it all
        person.page.evaluate("document.body.hidden = true")
    play_for(live, code, *tokens)
    for person in (ada, ben):
        person.page.evaluate("document.body.hidden = false")
    ada.page.get_by_role("button", name="Mischung nachrechnen").click()
    said = ada.page.get_by_text("Dieses Spiel wurde gegeben wie versprochen.")
    expect(said).to_be_focused()  # the button is gone
    expect(said).to_be_in_viewport()
    assert hosted.state.table is not None
    record = hosted.state.table.record()
    step, card = next((k, text) for k, (seat, text) in enumerate(record["history"]) if seat == -1 and k)
    record["history"][step][1] = "5" if card != "5" else "6"
    hosted.state.table.record = lambda: record  # type: ignore[method-assign]  # it cheats
    ben.page.get_by_role("button", name="Check this deal").click()
    expect(ben.page.get_by_text("This game was NOT dealt as promised.")).to_be_visible()
    expect(ben.page.get_by_text(f"the game differs at step {step + 1}.")).to_be_visible()
