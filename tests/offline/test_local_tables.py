"""Tables on one device, in the same Python that the page runs: what is kept, what is refused, and what bots are asked."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from tischlein.engine.play.wording import Wording
from tischlein.games import GAMES
from tischlein.offline import local_table
from tischlein.offline.tables import LocalTables
from tischlein.room.events import Now

CODE, KEY = "0HERE", "a"
LONG, LATELY = 300, 20  # decisions, and steps of which people hear what they saw themselves
BOTS = {
    "game": "lobo77",
    "seats": 3,
    "name": "Ada",
    "bots": [None, "easy", "hard"],
    "lang": "en",
    "pace": "instant",
}


@pytest.fixture
def local() -> LocalTables:
    return LocalTables(dict(GAMES))


def ask(local: LocalTables, question: str, **more: Any) -> Any:
    answer = json.loads(
        local.ask(json.dumps({"ask": question, "code": CODE, "at": 1000, "ticks": 1000, **more}))
    )
    if answer["next"] is not None:
        NEXT.update(wake=answer["next"]["wake"], think=answer["next"]["think"] or NEXT.get("think"))
    return answer


NEXT: dict[str, Any] = {}  # the last question to a bot, and when the room wants to be woken


def thought(local: LocalTables) -> Any:
    """What the bot that was asked last is told, and decides."""
    return ask(local, "think", **NEXT["think"])["result"]


def bot_plays(local: LocalTables) -> Any:
    """Let the bot that was asked decide, when it is time."""
    if NEXT["think"] is not None:
        think, found = NEXT["think"], thought(local)
        NEXT["think"] = None
        if found is not None:
            ask(local, "decide", seat=think["seat"], since=think["since"], action=found["action"])
    return ask(local, "woken", ticks=NEXT["wake"])


def say(local: LocalTables, type: str, **more: Any) -> Any:
    return ask(local, "message", listener=1, message={"type": type, **more}, fresh="0NEXT")


def sit_down(local: LocalTables, **wish: Any) -> Any:
    NEXT.clear()
    made = ask(local, "create", tokens=["a", "b", "c"], wish={**BOTS, **wish})
    assert made["error"] is None
    return ask(local, "hello", listener=1, message={"type": "hello", "token": "a"})


def play_on(local: LocalTables, answer: Any, enough: Callable[[], bool] = lambda: False) -> Any:
    """Ada plays the first thing that she may, and bots what they choose, until the end, or until it is enough."""
    last = next(message for _, message in answer["send"] if message["type"] == "welcome")
    decisions = 0
    while not last["over"] and not enough():
        decisions += 1
        if last["actions"]:
            answer = say(local, "play", id=str(decisions), seq=last["seq"], action=last["actions"][0]["text"])
        else:
            answer = bot_plays(local)
        last = next((message for _, message in answer["send"] if message["type"] == "news"), last)
    return answer


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_person_and_bots_play_to_the_end(local: LocalTables, game: str) -> None:
    seats = max(3, GAMES[game].seats[0])
    answer = play_on(local, sit_down(local, game=game, seats=seats, bots=[None, *["medium"] * (seats - 1)]))
    (saved,) = answer["save"]
    assert saved["mine"][0]["table"]["state"] == "over"
    assert answer["next"] == {"think": None, "wake": None}
    record = ask(local, "record")["result"]
    assert GAMES[game].replay(record).over
    frames = ask(local, "replay", seat=1, lang="de", token=KEY)["result"]["frames"]
    assert frames[-1]["view"]["over"]


def test_a_bot_that_thinks_ahead_is_told_what_its_seat_knows_and_nothing_else(local: LocalTables) -> None:
    sit_down(local, options={"starter": 2})
    assert NEXT["think"]["seat"] == 2
    found = thought(local)
    table = local.tables[CODE].room.table
    assert table is not None
    assert found["level"] == "hard"
    assert bytes.fromhex(found["known"]) == GAMES["lobo77"].layout.pack(table.conceal_for(2))
    assert found["actions"] == [action.id for action in table.actions(2)]
    assert thought(local) == found  # as after an undo


def test_what_others_would_see_is_not_shown_before_the_end(local: LocalTables) -> None:
    sit_down(local)
    assert ask(local, "replay", seat=1, lang="en", token=KEY)["error"]["code"] == "not_shown_yet"
    assert ask(local, "record")["error"]["code"] == "not_shown_yet"
    assert ask(local, "replay", seat=0, lang="en", token=KEY)["error"] is None


def test_only_what_changes_a_table_is_kept(local: LocalTables) -> None:
    """The whole game is written each time: not for every sign of life."""
    bots, options = [None, *["easy"] * 3], {"teams": True, "starter": 2}
    first = sit_down(local, game="quanto", seats=4, bots=bots, options=options)["send"][0][1]
    play = {"id": "1", "seq": first["seq"], "action": first["actions"][0]["text"]}
    (saved,) = say(local, "play", **play)["save"]
    assert saved == json.loads(json.dumps(local.tables[CODE].to_saved(Now(1000, 1000))))
    for kind in ("ping", "sync", "why"):
        assert say(local, kind, id="2", action="?")["save"] == []
    assert len(say(local, "prefer", name="no_offers", on=True)["save"]) == 1
    assert len(say(local, "undo", id="3")["save"]) == 1


def saved_now(local: LocalTables) -> Any:
    return json.loads(json.dumps(local.tables[CODE].to_saved(Now(1000, 1000))))


def test_a_kept_game_opens_again_and_a_spoilt_one_says_so(local: LocalTables) -> None:
    sit_down(local)
    saved = saved_now(local)
    assert ask(local, "open", saved=saved)["error"] is None
    lost = {**saved["row"], "position": None}
    for spoilt in (None, {}, {**saved, "row": {}}, {**saved, "row": lost, "log": [[0, "?", None, 1]]}):
        error = ask(local, "open", saved=spoilt)["error"]
        assert error["status"] == 404
        assert set(error["text"]) == {"de", "en"}


def kept(local: LocalTables, game: str, people: int, decisions: int) -> Any:
    """Return what a device keeps of a game of ``seats`` people, played at random with some undos."""
    played, rng = GAMES[game].new(people, seed=5), Random(5)
    for _ in range(decisions):
        seat, before = played.actor, played.clone()
        played.play(seat, rng.choice(played.actions(seat)))
        if played.over:
            played = before
        elif rng.randrange(9) == 0:
            played.undo(seat, consent=True)
    names = ["Ben", "Cem", "Dora", "Emil", "Fay"][: people - 1]
    wish = {**BOTS, "game": game, "seats": people, "bots": [], "hot_seat": names}
    ask(local, "create", tokens=[*"abcdef"[:people]], wish=wish)
    saved = saved_now(local)
    saved["log"] = [[seat, text, None, 1] for seat, text in played.history]
    saved["row"]["position"] = played.position()
    saved["row"]["options"] = played.options
    return saved


def come(local: LocalTables, people: int) -> list[Any]:
    """Everybody opens the table; what they are told."""
    asked = [{"type": "hello", "token": token} for token in "abcdef"[:people]]
    answers = [ask(local, "hello", listener=k, message=one) for k, one in enumerate(asked)]
    return [answer["send"][0][1] for answer in answers]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_opening_a_long_game_costs_one_replay_and_not_one_for_every_person(
    local: LocalTables, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = min(6, GAMES[game].seats[-1])
    saved = kept(local, game, people, LONG)
    steps = len(saved["log"])
    lately = min(LATELY, steps // 5)
    monkeypatch.setattr(local_table, "LATELY", lately)
    work = {"concealed": 0, "told": 0}

    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            work[name] += 1
            return function(*given)

        return call

    monkeypatch.setattr(GAMES[game].rules, "conceal", counted("concealed", GAMES[game].rules.conceal))
    monkeypatch.setattr(Wording, "event", counted("told", Wording.event))
    assert ask(local, "open", saved=saved)["error"] is None
    welcomes = come(local, people)
    recent = people * (lately + 10)
    assert steps > 4 * lately > 0
    assert work["concealed"] < steps + 2 * recent
    assert work["told"] == sum(one["told"] for one in welcomes)
    assert all(one["told"] < 4 * lately + 40 for one in welcomes)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_of_a_long_game_several_people_hear_what_happened_lately(
    local: LocalTables, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = min(6, GAMES[game].seats[-1])
    monkeypatch.setattr(local_table, "LATELY", LATELY)
    saved = kept(local, game, people, LONG)
    ask(local, "open", saved=saved)
    opened = local.tables[CODE].room.table
    assert opened is not None
    whole = GAMES[game].replay(opened.record())
    first = len(saved["log"]) - LATELY
    for seat, welcome in enumerate(come(local, people)):
        lately = whole.events(seat)[whole.past.events_until(GAMES[game], seat, first) :]
        told = [{key: event[key] for key in event if key != "text"} for event in welcome["events"]]
        assert [{**event, "seq": 0, "since": 0} for event in told] == [
            {**event, "seq": 0, "since": 0} for event in lately
        ]
        assert [event["seq"] for event in told] == list(range(1, welcome["told"] + 1))
    # A client that comes back to a table that was opened again meanwhile is told everything.
    again = ask(local, "hello", listener=9, message={"type": "hello", "token": "b", "since": 7})
    assert again["send"][0][1]["events"][0]["seq"] == 1
    alone = {**saved, "seats": [{**seat, "kind": "bot"} if seat["seat"] else seat for seat in saved["seats"]]}
    ask(local, "open", saved=alone)
    alone_table = local.tables[CODE].room.table
    assert alone_table is not None
    assert alone_table.events(0) == whole.events(0)


def test_the_next_game_has_the_same_people_and_keys(local: LocalTables) -> None:
    play_on(local, sit_down(local))
    answer = say(local, "rematch")
    assert [one["code"] for one in answer["save"]] == [CODE, "0NEXT"]
    assert [1, {"type": "rematch", "code": "0NEXT"}] in answer["send"]
    again = ask(local, "hello", code="0NEXT", listener=3, message={"type": "hello", "token": "a"})
    assert again["send"][0][1]["you"] == 0
    first, second = (local.tables[code].room.table for code in (CODE, "0NEXT"))
    assert first is not None
    assert second is not None
    assert first.starter is not None
    assert second.starter == (first.starter + 1) % first.seats  # the start moves on


def test_a_note_is_told_in_both_languages(local: LocalTables) -> None:
    sit_down(local)
    for note in ("full", "not_kept"):
        ((_, message),) = ask(local, "note", note=note)["send"]
        assert message["table"]["note"]["de"]
        assert message["table"]["note"]["en"]
    ((_, message),) = ask(local, "note", note=None)["send"]
    assert message["table"]["note"] is None


def test_what_needs_others_is_refused(local: LocalTables) -> None:
    sit_down(local)
    ((_, message),) = say(local, "kick", seat=1)["send"]
    assert message["code"] == "only_here"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "none"}, "no_game"),
        ({"name": "Ärmel", "hot_seat": ["ärmel"], "bots": []}, "name_taken"),
        ({"hot_seat": ["Ben"], "bots": [], "hot_seat_at": [3]}, "no_such_seat"),
    ],
)
def test_a_table_that_cannot_be_is_refused(local: LocalTables, wish: dict[str, Any], code: str) -> None:
    made = ask(local, "create", tokens=["a", "b", "c", "d"], wish={**BOTS, **wish})
    assert made["error"]["code"] == code


def test_L7_a_draw_that_may_be_forgotten_is_nobodys_turn(local: LocalTables) -> None:
    """As at a server: the list of open tables calls only those whom the table waits for."""
    options = {"manual_draw": True, "starter": 0}
    told = sit_down(local, seats=2, bots=[None, None], hot_seat=["Ben"], options=options)["send"][0][1]
    say(local, "play", id="1", seq=told["seq"], action=told["actions"][0]["text"])
    assert local.tables[CODE].room.state.waiting == (0, 1)
    assert [entry["your_turn"] for entry in saved_now(local)["mine"]] == [False, True]


WRONG: tuple[Any, ...] = (None, "x", -1, 10**30, [None])


def spoilt(saved: Any) -> Iterator[Any]:
    """The same with something gone or wrong, at every place near the top."""
    for part in (saved, saved["row"], saved["row"]["position"], saved["seats"][0]):
        for key in list(part):
            there = part.pop(key)
            yield saved
            for wrong in WRONG:
                part[key] = wrong
                yield saved
            part[key] = there


def test_whatever_is_wrong_with_a_kept_game_it_opens_or_says_so(local: LocalTables) -> None:
    """And other games do not notice."""
    sit_down(local)
    other = dict(local.tables)
    saved = ask(LocalTables(dict(GAMES)), "create", tokens=["a"], wish=BOTS)["save"][0]
    refused = 0
    for version in (saved["row"]["version"], 0):
        saved["row"]["version"] = version
        for one in spoilt(saved):
            error = ask(local, "open", code="0ANY", saved=one)["error"]
            refused += error is not None
            if error is None:
                hello = {"type": "hello", "token": "a"}
                error = ask(local, "hello", code="0ANY", listener=2, message=hello)["error"]
                assert (error or {"code": "bad_token"})["code"] == "bad_token"
                ask(local, "close", code="0ANY")
            else:
                assert error["code"] == "bad_save"
            assert local.tables == other
    assert refused > 100
