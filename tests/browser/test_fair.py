"""The page adds its share to the shuffle, and checks the deal after the game."""

from playwright.sync_api import expect

from helpers.browser.browsing import Opens, play_for, table_for_two
from helpers.server.serving import Live, comes_to


def test_friends_share_each_and_an_exchanged_card_is_found(live: Live, visit: Opens) -> None:
    """Both add a share when the host starts. Then the server says that another card was dealt, with the right list of numbers."""
    code, tokens = table_for_two(live, "lobo77")
    ada, ben = visit(locale="de-DE"), visit()
    ben.go(f"/t/{code}#{tokens[1]}")
    ada.go(f"/t/{code}#{tokens[0]}")
    hosted = live.table(code)
    comes_to(lambda: len(hosted.state.promises), 2)
    ada.click("Los geht’s")
    for person in (ada, ben):
        person.page.locator(".tl-table").wait_for()
    assert hosted.state.row.shuffle is not None
    assert all(hosted.state.row.shuffle["shares"])
    for person in (ada, ben):  # they need not see it all
        person.page.evaluate("document.body.hidden = true")
    play_for(live, code, *tokens)
    for person in (ada, ben):
        person.page.evaluate("document.body.hidden = false")
    ada.click("Mischung nachrechnen")
    said = ada.text("Dieses Spiel wurde gegeben wie versprochen.")
    expect(said).to_be_focused()  # the button is gone
    expect(said).to_be_in_viewport()
    assert hosted.state.table is not None
    record = hosted.state.table.record()
    step, card = next((k, text) for k, (seat, text) in enumerate(record["history"]) if seat == -1 and k)
    record["history"][step][1] = "5" if card != "5" else "6"
    hosted.state.table.record = lambda: record  # type: ignore[method-assign]  # it cheats
    ben.click("Check this deal")
    ben.sees("This game was NOT dealt as promised.")
    ben.sees(f"the game differs at step {step + 1}.")
