"""The page's Python by itself: games of older rules, wrong options, and a deal that is checked."""

import json
from pathlib import Path
from typing import Any

import pytest

import tischlein
from helpers.page_python import PagePython
from helpers.server import fairly
from samples import SAMPLES, with_long
from tischlein.coach.brief import Lesson, RatedAction
from tischlein.coach.sentences import Teller
from tischlein.games import GAMES
from tischlein.verify.check import check
from tischlein.verify.sentences import as_data

CODE, KEY = "0OLD", "a"
WISH = {"seats": 3, "name": "Ada", "bots": [None, "random", "random"], "lang": "en", "pace": "instant"}
DECISIONS = 12
EYES = {"ask": "replay", "seat": 0, "lang": "en", "token": KEY}


@pytest.mark.parametrize("game", with_long(GAMES, "quanto"))
def test_a_game_of_older_rules_goes_on_from_its_last_position(page: PagePython, game: str) -> None:
    assert ask(page, ask="create", tokens=[KEY], wish={**WISH, "game": game})["error"] is None
    saved = played(page, DECISIONS)
    assert len(ask(page, **EYES)["result"]["frames"]) == DECISIONS + 1
    ask(page, ask="close")
    assert ask(page, ask="open", saved=as_older(saved))["error"] is None
    welcome = ask(page, ask="hello", listener=1, message={"type": "hello", "token": KEY})["send"][0][1]
    assert "rules have changed" in welcome["table"]["note"]["en"]
    assert len(ask(page, **EYES)["result"]["frames"]) == 1
    again = played(page, 2)
    assert again["row"]["version"] == GAMES[game].version
    assert len(ask(page, **EYES)["result"]["frames"]) == 3


def test_a_game_of_older_rules_without_a_decision_is_dealt_again(page: PagePython) -> None:
    saved = ask(page, ask="create", tokens=[KEY], wish={**WISH, "game": "lobo77"})["save"][0]
    assert ask(page, ask="open", saved=as_older(saved))["error"] is None
    welcome = ask(page, ask="hello", listener=1, message={"type": "hello", "token": KEY})["send"][0][1]
    assert welcome["table"]["note"] is None
    assert welcome["table"]["version"] == GAMES["lobo77"].version


def test_a_wrong_option_is_refused_in_the_page_too(page: PagePython) -> None:
    wish = {**WISH, "game": "lobo77", "options": {"manual_drow": True}}
    error = ask(page, ask="create", tokens=[KEY], wish=wish)["error"]
    assert (error["status"], error["code"]) == (422, "bad_options")
    assert "manual_drow" in error["text"]["en"]


def as_older(saved: Any) -> Any:
    """What was stored, as if by another version of the rules."""
    return {**saved, "row": {**saved["row"], "version": 0}}


def ask(page: PagePython, **question: Any) -> Any:
    return page.ask(code=CODE, **question)


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
            answer = page.bot_plays(CODE)
        last = next(message for _, message in answer["send"] if message["type"] == "news")
        (saved,) = answer["save"]
    return saved


def test_a_deal_is_checked_in_the_page_as_by_the_command(page: PagePython) -> None:
    """The page's own Python finds the same in every record, and says the same."""
    # A part of what tests/unit/engine/test_verify.py judges: MicroPython takes its time.
    records = [case["record"] for case in fairly.VERDICTS][:: 3 // SAMPLES.of_three]
    for record in (
        *records,
        fairly.played(GAMES["lobo77"], 3, "ss-w", undo=0.05),
        None,
        {"game": "chess", "history": []},
    ):
        checked = page.ask(ask="check", record=record, signatures=None, promised=False)["result"]
        verdict = check(record, GAMES, lambda _: None)
        assert checked == {language: as_data(verdict, language) for language in ("de", "en")}


@pytest.mark.parametrize("game", with_long(GAMES, "lobo77"))
def test_a_puzzle_is_told_as_on_a_server(page: PagePython, game: str) -> None:
    """The table as the seat knows it, and the same words: in the page's own Python, in both languages."""
    path = Path(tischlein.__file__).parent / "games" / game / "puzzles.json"
    one = json.loads(path.read_text("utf-8"))["puzzles"][0]
    choices = [RatedAction(**choice) for choice in one["choices"]]
    line, instead = one.get("line", [choices[0].text]), one.get("instead", [one["played"]])
    lesson = Lesson(0, one["seat"], one["played"], one["lead"], one["spread"], choices, line, instead)
    names = ["Ada", "Ben", "Cem", "Dana"]
    for lang in ("de", "en"):
        teller = Teller(GAMES[game], names, one["seat"], lang)
        told = teller.exercise(bytes.fromhex(one["known"]), lesson, is_puzzle=True)
        asked = {"game": game, "puzzle": one, "names": names, "lang": lang, "is_puzzle": True}
        assert ask(page, ask="exercise", **asked)["result"] == json.loads(json.dumps(told))
