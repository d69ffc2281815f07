"""A game that was kept under older rules: it is watched, and played on, under those rules."""

from collections.abc import Iterator
from typing import Any

import pytest

from helpers import fairly
from helpers.page_python import PagePython, page_python
from samples import with_long
from tischlein.games import GAMES

CODE, KEY = "0OLD", "a"
WISH = {"seats": 3, "name": "Ada", "bots": [None, "random", "random"], "lang": "en", "pace": "instant"}
OLD = ", of old, "
DECISIONS = 12
EYES = {"ask": "replay", "seat": 0, "lang": "en", "token": KEY}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PagePython]:
    with page_python(tmp_path_factory.mktemp("page"), *sorted(GAMES)) as page:
        yield page


@pytest.mark.parametrize("game", with_long(GAMES, "quanto"))
def test_a_game_is_watched_and_played_on_under_the_rules_it_began_with(page: PagePython, game: str) -> None:
    rules = page.game(game)
    assert rules["version"] == GAMES[game].version
    older = as_older(rules)

    page.game(game, older)
    assert ask(page, ask="create", tokens=[KEY], wish={**WISH, "game": game})["error"] is None
    saved = played(page, DECISIONS)
    assert saved["version"] == older["version"]
    told = ask(page, **EYES)["result"]
    assert len(told["frames"]) == DECISIONS + 1
    assert any(OLD in text for text in sentences(told))
    ask(page, ask="close")

    # Under the rules of the page only its last position is left.
    page.game(game)
    assert ask(page, ask="open", saved=saved)["error"] is None
    assert len(ask(page, **EYES)["result"]["frames"]) == 1

    # Under its own all of it, with the words of that time; and it goes on.
    page.game(game, older)
    assert ask(page, ask="open", saved=saved)["error"] is None
    assert ask(page, **EYES)["result"] == told
    assert len(played(page, 2)["record"]["history"]) > len(saved["record"]["history"])

    # Neither has touched the other.
    page.game(game)
    assert ask(page, ask="create", tokens=[KEY], wish={**WISH, "game": game})["error"] is None
    new = played(page, 4)
    assert new["version"] == rules["version"]
    assert not any(OLD in text for text in sentences(ask(page, **EYES)["result"]))


def test_a_game_in_which_nobody_has_decided_is_dealt_again(page: PagePython) -> None:
    game = "lobo77"
    rules = page.game(game)
    page.game(game, as_older(rules))
    saved = ask(page, ask="create", tokens=[KEY], wish={**WISH, "game": game})["save"][0]
    page.game(game)
    assert ask(page, ask="open", saved=saved)["error"] is None
    welcome = ask(page, ask="hello", listener=1, message={"type": "hello", "token": KEY})["send"][0][1]
    assert welcome["table"]["note"] is None
    assert welcome["table"]["version"] == rules["version"]


def test_a_wrong_option_is_refused_in_the_page_too(page: PagePython) -> None:
    page.game("lobo77")
    wish = {**WISH, "game": "lobo77", "options": {"manual_drow": True}}
    error = ask(page, ask="create", tokens=[KEY], wish=wish)["error"]
    assert (error["status"], error["code"]) == (422, "bad_options")
    assert "manual_drow" in error["text"]["en"]


def as_older(rules: Any) -> Any:
    """The rules of the page as if they were another version: with another number, another word, and an older engine."""
    home = f"tischlein/games/{rules['game']}/rules/material.py"
    files = {**rules["rules"]["files"]}
    now = f"VERSION = {rules['version']}"
    assert now in files[home]
    files[home] = files[home].replace(now, "VERSION = 0")
    texts = said_otherwise(rules["rules"]["texts"])
    engine = {**rules["engine"]["files"]}
    engine["tischlein/offline/desk.py"] = engine.pop("tischlein/offline/tables.py")  # as it was called once
    kept = {**rules["engine"], "files": engine}
    return {**rules, "version": 0, "engine": kept, "rules": {"files": files, "texts": texts}}


def said_otherwise(texts: Any) -> Any:
    if isinstance(texts, dict):
        return {key: said_otherwise(value) for key, value in texts.items()}
    if isinstance(texts, list):
        return [said_otherwise(value) for value in texts]
    return texts.replace("{name} ", "{name}" + OLD) if isinstance(texts, str) else texts


def sentences(replay: Any) -> list[str]:
    return [event["text"] for frame in replay["frames"] for event in frame["events"]]


def ask(page: PagePython, **question: Any) -> Any:
    return page.ask(code=CODE, at=1, **question)


def played(page: PagePython, decisions: int) -> Any:
    """Let everybody decide so often; return what is kept then."""
    answer = ask(page, ask="hello", listener=1, message={"type": "hello", "token": KEY})
    last = answer["send"][0][1]
    saved = None
    for k in range(decisions):
        if last["actions"]:
            play = {
                "type": "play",
                "id": f"{last['seq']}.{k}",
                "seq": last["seq"],
                "action": last["actions"][0]["text"],
            }
            answer = ask(page, ask="message", listener=1, message=play, fresh="0NEXT")
        else:
            asked = {"seat": answer["due"]["seat"], "since": answer["due"]["since"]}
            chosen = ask(page, ask="think", **asked)["result"]["action"]
            answer = ask(page, ask="decide", **asked, action=chosen)
        last = next(message for _, message in answer["send"] if message["type"] == "news")
        (saved,) = answer["save"]
    return saved


def test_a_deal_is_checked_in_the_page(page: PagePython) -> None:
    """The page's own Python deals a game of a server again, and finds a card that was exchanged."""
    page.game("lobo77")
    record = fairly.played(GAMES["lobo77"], 3, "ss", undo=0.05)
    asked = {"ask": "deal", "at": 1, "record": record}
    good = {"entries": len(record["history"]), "all": True, "seen": True}
    assert page.ask(**asked)["result"] == good
    told = record.pop("receipt")
    assert page.ask(**asked, told=told)["result"] == good
    next(event for event in told["events"] if event["kind"] == "deal")["card"] = "76"
    assert page.ask(**asked, told=told)["result"] == {**good, "seen": False}
    place = next(k for k, (seat, text) in enumerate(record["history"]) if seat == -1 and text == "10")
    record["history"][place][1] = "9"
    assert page.ask(**asked)["result"] == {"entries": place, "all": False, "seen": True}
