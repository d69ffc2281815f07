"""People who have played together: invited with one tap, compared, hidden, and in groups with a season."""

import re
import secrets
from pathlib import Path

import pytest
from playwright.sync_api import expect

from helpers.browser.browsing import PHONE, Opens, Visit, in_a_loop
from helpers.browser.looking import SAY, glanced_at
from helpers.server.guests import played
from helpers.server.serving import Live, Message, comes_to, join, set_table

GUIDE = (Path(__file__).resolve().parents[2] / "docs/friends.md").read_text(encoding="utf-8")


def choices(section: str) -> list[str]:
    """Return what a section of the guide says that one chooses or fills in, in its order."""
    told = GUIDE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    return [" ".join(name.split()) for name in re.findall(r"\*\*(.+?)\*\*", told, re.S)]


def known(visit: Visit, name: str) -> str:
    """Give a browser a profile of its own; returns its key."""
    key = secrets.token_urlsafe(32)
    visit.prepare(
        f"localStorage.getItem('tischlein.guest') ?? (localStorage.setItem('tischlein.guest', '[\"{key}\"]'),"
        f" localStorage.setItem('tischlein.settings', '{{\"name\": \"{name}\"}}'))"
    )
    return key


async def finished(live: Live, ada: str, ben: str, **wish: str) -> Message:
    made = await set_table(live, guest=ada, **wish)  # type: ignore[arg-type]  # only words
    joined = await join(live, made["code"], "Ben", guest=ben)
    await played(live, made["code"], [made["token"], joined["token"]])
    return made


@pytest.mark.long  # tests/server/test_people.py and test_guests.py ask the server the same
def test_people_are_invited_again_compared_and_hidden(live: Live, visit: Opens) -> None:
    live.registry.services.ratings.fresh = 0  # instead of waiting for a minute
    ada, ben = visit(), visit()
    keys = known(ada, "Ada"), known(ben, "Ben")
    in_a_loop(finished(live, *keys))
    ben.go("/friends")
    ada.go("/friends")
    row = ada.page.get_by_role("listitem").filter(has_text="Ben").first
    expect(row).to_contain_text(re.compile("1 game together · you [01], Ben [01]"))

    # What this device keeps of the last games leads to them.
    ada.go("/results")
    expect(ada.page.get_by_role("listitem").filter(has_text="with Ben")).to_be_visible()
    ada.go("/friends")
    row.get_by_text("Last games on this device").click()
    expect(row.get_by_role("link", name="Ask the coach")).to_be_visible()
    row.get_by_role("link", name="see it").click()
    ada.page.wait_for_url(re.compile("/t/[A-Z0-9]{6}/replay$"))
    ada.go("/friends")

    # Who does not want a rating has none.
    rating = ben.region("Your rating")
    expect(rating).to_contain_text(re.compile(r"LOBO 77\s*1 of 5 games for a rating"))
    rating.get_by_role("switch", name="Rate my games").click(force=True)
    expect(rating).not_to_contain_text("(1 game)")

    rating.get_by_role("switch", name="Rate my games").click(force=True)
    expect(rating).to_contain_text("(1 game)")
    glanced_at(ben.page, "friends", "dark", 360, known=True)

    # One tap opens a table, and Ben's page shows the way to it.
    row.get_by_role("button", name="Invite Ben to LOBO 77").click()
    ada.page.wait_for_url(re.compile("/t/[A-Z0-9]{6}$"))
    note = ben.page.get_by_role("status").filter(has_text="Ada invites you to LOBO 77.")
    note.get_by_role("link", name="Sit down").click()
    expect(ben.headline).to_have_text("Ada invites you to LOBO 77")
    ben.click("Sit down")
    expect(ada.region("At the table")).to_contain_text("Ben")

    # Ada has enough of him: at the table and everywhere else he is a number.
    ada.click("Hide Ben")
    expect(ada.region("At the table")).to_contain_text("Player 1")
    expect(ada.button("Show Player 1 again")).to_be_visible()
    expect(ada.text("Ben", exact=True)).to_have_count(0)
    ada.go("/friends")
    ada.click("Show Player 1 again")
    expect(ada.page.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()


@pytest.mark.long  # tests/server/test_people.py has groups and seasons; test_evening.py brings people together
def test_a_group_is_led_by_the_guide(live: Live, visit: Opens) -> None:
    """All that the guide says of groups and their season, in its words and in its order."""
    friends, name, found, link, your_name, enter, play, tables, evening, evenings, *others = choices("Groups")
    leave, owner, remove, friends_again = others
    assert friends_again == friends
    season, which, other_days, on_paper, share = choices("The season of a group")
    ada = visit(viewport=PHONE)
    ada.allow("clipboard-read", "clipboard-write")
    ben = visit()
    keys = known(ada, "Ada"), known(ben, "Ben")
    ada.go("/")
    ada.follow(friends, exact=True)
    ada.page.get_by_role("textbox", name=name).fill("Monday club")
    ada.click(found)
    expect(ada.headline).to_have_text("Monday club")
    code = ada.page.url.rpartition("/")[2]
    ada.click(link)
    comes_to(lambda: ada.page.evaluate("navigator.clipboard.readText()"), ada.page.url)

    ben.page.goto(ada.page.url)
    expect(ben.headline).to_have_text("You are invited to the group “Monday club”")
    ben.page.get_by_label(your_name).fill("Ben")
    ben.click(enter)
    expect(ben.page.get_by_role("listitem").filter(has_text="Ada")).to_contain_text("here now")

    glanced_at(ben.page, "group", "dark", 360, known=True)

    # A table of the group asks everybody who is here, and is on the group's page.
    ben.region(play).get_by_role("button", name="Qwixx").click()
    ben.page.wait_for_url(re.compile("/t/[A-Z0-9]{6}$"))
    note = ada.page.get_by_role("status").filter(has_text="Ben invites you to Qwixx")
    note.get_by_role("button", name="Not now").click()
    expect(note).to_have_count(0)
    ada.page.reload()
    expect(ada.region(tables).get_by_role("link", name="Sit down: Qwixx")).to_be_visible()
    # "At a table with free seats" members can be asked with one tap.
    ask = choices("People you have played with")[-3]
    ben.page.get_by_role("group", name=ask).get_by_role("button", name=re.compile("^Invite Ada")).click()
    expect(ben.page.get_by_role("group", name=ask).get_by_role("button")).to_have_accessible_name(
        re.compile("^Ada is invited")
    )

    # Members find an evening that one of them opens.
    ben.go(f"/group/{code}")
    ben.follow(evening)
    ben.page.get_by_label("Name of the evening").fill("Spring evening")
    ben.click("Open the evening")
    expect(ben.heading("Spring evening")).to_be_visible()
    ada.page.reload()
    expect(ada.region(evenings).get_by_role("link", name="Spring evening")).to_be_visible()

    in_a_loop(finished(live, *keys, group=code))
    ada.follow(season)
    expect(ada.headline).to_have_text("Season of Monday club")
    rows = ada.page.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_have_text(re.compile(r"1\s*(Ada \(you\)|Ben)\s*1\s*100 %\s*1\s*1\s*1"))
    glanced_at(ada.page, "season", "light", 360, known=True)
    ada.page.evaluate(SAY, "de")
    assert ada.page.locator(".scroll").evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    ada.page.evaluate(SAY, "en")
    ada.page.emulate_media(media="print")
    expect(ada.button(on_paper)).to_be_hidden()
    expect(ada.page.get_by_role("table")).to_be_visible()
    ada.page.emulate_media(media="screen")
    expect(ada.page.get_by_role("columnheader", name=share)).to_be_visible()
    quarters = ada.page.get_by_label(which)
    quarters.select_option(index=1)
    expect(ada.page.get_by_role("table")).to_have_count(0)  # nobody played then
    quarters.select_option(label=other_days)
    for first_or_last in ("From", "To"):
        expect(ada.page.get_by_label(first_or_last, exact=True)).to_be_visible()

    # Who leaves is gone for the others.
    ben.go(f"/group/{code}")
    ben.click(leave)
    ben.click("Yes, leave")
    expect(ben.page.get_by_role("status").filter(has_text="You have left the group.")).to_be_visible()
    ada.go(f"/group/{code}")
    members = ada.region("Members")
    expect(members).to_contain_text("Ada")
    expect(members).not_to_contain_text("Ben")
    expect(members).to_contain_text(owner)

    # The owner removes a member, and the link that he has opens nothing any more.
    ben.go(f"/group/{code}")
    ben.click(enter)
    expect(ben.headline).to_have_text("Monday club")
    expect(ben.button(remove)).to_have_count(0)
    ada.go(f"/group/{code}")
    ada.click(f"{remove} Ben from the group")
    ada.click("Yes, remove")
    expect(members).not_to_contain_text("Ben")
    ben.go(f"/group/{code}")
    expect(ben.page.get_by_role("alert")).to_contain_text("There is no such group")
    ben.forgive("404")


def test_delete_everything_takes_a_person_without_games_out_of_groups(visit: Opens) -> None:
    ada = visit(viewport=PHONE)
    known(ada, "Ada")
    ada.go("/friends")
    ada.page.get_by_role("textbox", name="Name of the group").fill("Monday club")
    ada.click("Create the group")
    expect(ada.headline).to_have_text("Monday club")
    ada.turn_to("/results")
    ada.click("Delete everything")
    ada.click("Yes, delete")
    expect(ada.page.get_by_role("status").filter(has_text="Everything is deleted.")).to_be_visible()
    ada.go("/friends")
    expect(ada.headline).to_have_text("Friends")
    expect(ada.text("Monday club")).to_have_count(0)


def test_who_wants_players_of_similar_strength_asks_for_them(visit: Opens) -> None:
    """tests/server/test_people.py has who is seated where then."""
    ada = visit()
    known(ada, "Ada")
    ada.go("/lobby")
    ada.page.get_by_role("switch", name="Prefer players of similar strength").click(force=True)
    with ada.page.expect_request("**/api/match") as asked:
        ada.click("LOBO 77")
    assert '"similar":true' in (asked.value.post_data or "")
    ada.page.wait_for_url(re.compile("/t/[A-Z0-9]{6}$"))
