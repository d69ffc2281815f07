"""The coach at the server: reviews of finished games only, for people who may see them, made once, and never in anybody's way."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tischlein
from helpers.server.serving import (
    GENEROUS,
    PATIENCE,
    Guest,
    Live,
    Message,
    ask,
    comes_to,
    placed,
    serving,
    sitting,
)
from tischlein.coach.brief import Brief, Place, PlayerReview
from tischlein.engine.texts.words import strip_marks
from tischlein.room.advice_log import read_advice
from tischlein.room.rows import Advice, Entry
from tischlein.room.step import CoachRequest
from tischlein.server.coach.advice import AdviceService
from tischlein.server.coach.process import CoachError, CoachProcess
from tischlein.server.coach.reviews import LOOKING, Key, Reviews
from tischlein.server.coach.sentences import ReviewTeller
from tischlein.server.config import Limits
from tischlein.server.errors import Refusal

# One card before the end: the total is 70 and the last chip is at stake. 10 is the end, 0 is not.
DANGER: dict[str, Any] = {
    "game": "lobo77",
    "seats": 2,
    "options": {},
    "turn": 0,
    "total": 70,
    "chips": [0, 0],
    "hands": [["0", "10", "9"], ["8", "9", "10"]],
    "draw": ["10", "8", "3"],
    "draw_ordered": False,
}
# The coach does not let others go first: a busy machine would leave it no time.
LIMITS = replace(GENEROUS, review_worlds=32, advice_worlds=32, advice_seconds=PATIENCE, coach_nice=0)


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving(tmp_path_factory.mktemp("tables") / "tables.sqlite3", LIMITS) as live:
        yield live


async def want(live: Live, code: str, token: str | None = None, **body: Any) -> tuple[int, Any]:
    answer = await ask(live, "POST", f"/api/tables/{code}/review", token, json=body)
    return answer.status_code, answer.json()


async def look(live: Live, code: str, token: str | None = None, **query: Any) -> tuple[int, Any]:
    answer = await ask(live, "GET", f"/api/tables/{code}/review", token, params=query)
    return answer.status_code, answer.json()


async def blundered(live: Live, **wish: Any) -> tuple[str, list[str]]:
    """A short game that its first decision has lost."""
    code, tokens = await placed(live, DANGER, **wish)
    async with sitting(live, code, tokens[0]) as ada:
        await ada.play("10")
        assert ada.last["over"]
    return code, tokens


async def reviewed(live: Live, code: str, token: str | None, **query: Any) -> Any:
    """Return the review as soon as it is there, by polling."""
    status, answer = await want(live, code, token)
    async with asyncio.timeout(4 * PATIENCE):
        while answer["state"] != "ready":
            assert status == 200
            assert answer["state"] in ("waiting", "running"), answer
            await asyncio.sleep(0.05)
            status, answer = await look(live, code, token, **query)
    return answer["review"]


async def test_a_finished_game_is_reviewed_once_and_told_in_both_languages(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviews = live.registry.services.reviews

    async def thinks_for_ever(*_: Any) -> Any:
        await asyncio.Event().wait()

    code, tokens = await blundered(live)
    # Nobody has asked, and looking asks for nothing.
    assert (await look(live, code))[1]["state"] == "none"
    with monkeypatch.context() as busy:
        busy.setattr(reviews._process, "ask", thinks_for_ever)
        status, answer = await want(live, code, tokens[0])
        assert (status, answer["state"]) == (200, "running")
        await want(live, code, tokens[0], want=False)  # a client that stops waiting ends the work
        await asyncio.to_thread(comes_to, lambda: reviews.waiting, 0)
    assert (await look(live, code, tokens[0]))[1]["state"] == "none"
    review = await reviewed(live, code, tokens[0], seat=0, lang="en")
    assert review["names"] == ["Ada", "Ben"]
    ada, ben = review["players"]
    assert (ada["result"], ben["result"], ada["mistakes"]) == (0.0, 1.0, 1)
    for one in (ada, ben):
        assert sum(one[part] for part in ("start", "luck", "own", "others")) == pytest.approx(
            one["result"], abs=1e-3
        )
    (lesson,) = review["lessons"]
    assert [choice["action"] for choice in lesson["choices"] if choice["played"]] == ["10"]
    assert lesson["choices"][0]["action"] == "0"
    assert lesson["loss"] - lesson["spread"] > 0.015
    ids = [action["id"] for action in lesson["actions"]]
    assert ids == sorted(ids)  # not the best first
    assert sorted(lesson["view"]["hand"]) == ["0", "10", "9"]
    assert lesson["text"] == [
        "You played “Play 10”. Better: “Play 0”.",
        "0 was the only card in your hand that cost nothing: with 10 the total of 80 put you out.",
    ]
    assert "32 deals" in lesson["figures"][-1]
    assert [[one["action"] for one in lesson[name]] for name in ("line", "instead")] == [["0"], ["10"]]
    assert lesson["line"][0]["view"]["total"] == 70
    assert lesson["instead"][0]["events"][0]["text"] == "You play 10 and say 80."
    assert (lesson["kind"], lesson["kind_text"]) == (" > ", "“Play …”: another choice was better")
    assert review["turns"][0]["text"]
    assert review["places"][review["turns"][0]["place"]]["frame"] == lesson["frame"] + 1
    # Through other eyes, in the other language; it is not made again.
    status, other = await look(live, code, seat=1, lang="de")
    assert (status, other["state"], other["review"]["lessons"]) == (200, "ready", [])
    assert other["review"]["players"][1]["text"].startswith("Du hast gewonnen.")
    assert reviews.waiting == 0
    assert (await want(live, code))[1]["state"] == "none"  # it is there: nothing to wait for
    assert reviews.waiting == 0


def test_a_turning_point_is_told_without_what_was_taken_back() -> None:
    table = tischlein.game("lobo77").at(DANGER, seed=1)
    table.play(0, "10")
    table.undo(0, consent=True)
    table.play(0, "0")
    places = [Place(table.past.line[0] + 1, 0, [0.0, 1.0])]
    share = PlayerReview(0.0, 0.5, 0.0, 0.0, 0.0, 1, 0.0, 0, 1.0)
    teller = ReviewTeller(table.game, table.past, ["Ada", "Ben"], 0, "en")
    (turn,) = teller.review(Brief([share, share], places, [0], [])).turns
    assert turn.text == "You play 0 and say 70."


async def test_a_game_that_goes_on_is_not_reviewed(live: Live) -> None:
    code, tokens = await placed(live, DANGER)
    for token in (*tokens, None):
        for asked in (want(live, code, token), look(live, code, token)):
            status, answer = await asked
            assert (status, answer["error"]["code"]) == (409, "not_shown_yet")
    assert live.registry.services.reviews.waiting == 0


async def test_strangers_get_no_review_where_nobody_may_watch(live: Live) -> None:
    code, tokens = await blundered(live, spectators="none")
    other, keys = await blundered(live)
    for token in (None, keys[0], "made-up"):
        for asked in (want(live, code, token), look(live, code, token)):
            status, answer = await asked
            assert (status, answer["error"]["code"]) == (403, "no_spectators")
    assert live.registry.services.reviews.waiting == 0
    assert (await look(live, code, tokens[1]))[0] == 200
    for query in ({"seat": "-1"}, {"seat": "x"}, {"lang": "fr"}):
        assert (await look(live, other, **query))[0] == 400
    assert (await look(live, other, seat="7"))[0] == 404


def key_of(n: int) -> Key:
    return Key(n, 1)


def record_of(steps: int = 1) -> dict[str, Any]:
    return {"game": "lobo77", "history": [[0, "7"]] * steps}


async def test_the_queue_is_bounded_per_address_and_in_all_and_can_be_left(tmp_path: Path) -> None:
    """Nobody fills it for the others; a client that leaves makes room."""
    limits = replace(LIMITS, reviews_per_address=2, reviews_waiting=3, review_steps=100)
    with serving(tmp_path, limits) as live:
        reviews = Reviews(live.registry.store, limits)
        reviews._worker = asyncio.create_task(asyncio.Event().wait())  # type: ignore[arg-type]  # busy for ever
        reviews.ask(key_of(1), record_of(), [0], "a")
        reviews.ask(key_of(1), record_of(), [0], "b")  # the same game: nothing is done twice
        reviews.ask(key_of(2), record_of(), [0], "a")
        for payer, steps, code in (("a", 1, "coach_busy"), ("b", 101, "review_too_long")):
            with pytest.raises(Refusal) as refused:
                reviews.ask(key_of(3), record_of(steps), [0], payer)
            assert refused.value.code == code
        reviews.ask(key_of(3), record_of(), [0], "b")
        with pytest.raises(Refusal, match="coach_busy"):
            reviews.ask(key_of(4), record_of(), [0], "c")
        found = reviews.state(key_of(3))
        assert found is not None
        assert found[0] == 2
        reviews.cancel(key_of(2), "b")  # another client's request
        assert reviews.waiting == 3
        reviews.cancel(key_of(2), "a")
        assert reviews.waiting == 2
        reviews.ask(key_of(4), record_of(), [0], "c")
        await reviews.close()


async def test_a_page_that_was_left_never_blocks_the_next_review(tmp_path: Path) -> None:
    limits = replace(LIMITS, reviews_per_address=1)
    with serving(tmp_path, limits) as live:
        reviews = Reviews(live.registry.store, limits)
        reviews._worker = asyncio.create_task(asyncio.Event().wait())  # type: ignore[arg-type]  # busy for ever
        reviews.ask(key_of(1), record_of(), [0], "a")
        with pytest.raises(Refusal, match="coach_busy"):
            reviews.ask(key_of(2), record_of(), [0], "a")
        reviews._jobs[key_of(1)].asked -= 1000 * LOOKING + 1
        reviews.ask(key_of(2), record_of(), [0], "a")
        assert reviews.state(key_of(1)) is None
        await reviews.close()


async def test_a_record_that_cannot_be_is_one_clear_sentence_and_the_next_question_is_answered() -> None:
    process = CoachProcess(Limits(coach_nice=0))
    try:
        question = {"kind": "review", "record": {"game": "chess"}, "worlds": 2, "seats": None}
        with pytest.raises(Exception, match="not a record of a game that is played here"):
            await process.ask(question, PATIENCE)
        with pytest.raises(Exception, match="did not answer within 0 seconds"):
            await process.ask(question, 0.0)
    finally:
        await process.kill()


@pytest.mark.parametrize("cancelled", [0, 1, 2], ids=["just started", "cancelled", "cancelled twice"])
async def test_the_end_of_the_server_waits_until_the_process_has_ended(cancelled: int) -> None:
    """Also while another task is just starting or ending it: else the loop closes first."""
    process = CoachProcess(Limits(coach_nice=0))
    asking = asyncio.create_task(process.ask({"kind": "review", "record": {}, "worlds": 2}, PATIENCE))
    await asyncio.sleep(0)
    while cancelled and process._child._process is None:
        await asyncio.sleep(0.01)
    started = process._child._process
    for _ in range(cancelled):
        asking.cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    await process.kill()
    assert process._child._process is None
    assert started is None or started.returncode is not None
    outcomes: list[object] = await asyncio.gather(asking, return_exceptions=True)
    assert isinstance(outcomes[0], asyncio.CancelledError if cancelled else CoachError)


async def test_a_process_without_questions_ends_and_starts_again_when_it_is_asked() -> None:
    process = CoachProcess(Limits(coach_nice=0, coach_idle=0.05))
    for _ in range(2):
        with pytest.raises(CoachError, match="not a record"):
            await process.ask(
                {"kind": "review", "record": {"game": "chess"}, "worlds": 2, "seats": None}, PATIENCE
            )
        async with asyncio.timeout(PATIENCE):
            while process._child._process is not None:
                await asyncio.sleep(0.01)
    await process.kill()


async def test_advice_comes_from_what_the_seat_knows_and_all_hear_of_it(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The coach's process is told the concealed record only; a table that the host has not opened to advice refuses it."""
    asked: list[dict[str, Any]] = []
    process = live.registry.services.advice._process
    really = process.ask

    async def listened(question: dict[str, Any], *how: Any) -> Any:
        asked.append(question)
        return await really(question, *how)

    monkeypatch.setattr(process, "ask", listened)

    code, tokens = await placed(live, DANGER, advice=True)
    async with sitting(live, code, tokens[0]) as ada, sitting(live, code, tokens[1]) as ben:
        assert ada.table["advice"] is True
        await ben.say("advice", id="early")
        assert (await ben.until("refused"))["code"] == "no_advice_now"
        for id in ("one", "two"):  # the same question again is answered, not asked again
            await ada.say("advice", id=id)
            advice = await ada.until("advice", id=id)
        assert advice["choices"][0]["action"] == "0"
        assert advice["text"][0].startswith("Ich würde „0 legen (Summe 70)“ wählen")
        assert (await ben.until("advised"))["seat"] == 0
        await ada.play("0")
        news = await ben.until("news", seq=ada.last["seq"])
        assert strip_marks(news["events"][0]["text"]).startswith("Ada holt sich einen Tipp vom Coach.")
        told = [any('"type":"advice"' in frame for frame in one.frames) for one in (ada, ben)]
        assert told == [True, False]
    (question,) = asked
    table = live.game(code)
    true = table.past.opening
    s = table.game.layout.unpack(true)
    table.game.rules.conceal(s, 0)
    assert bytes.fromhex(question["known"]) == table.game.layout.pack(s) != true
    assert set(question) == {"kind", "game", "known", "seat", "actions", "worlds"}
    # What is stored says it too, after a restart as well.
    stored = live.within(lambda: live.registry.load_stored(code))
    assert stored is not None
    assert [(row.seq, row.seat) for row in stored.advice] == [(0, -1), (0, 0)]
    other, keys = await placed(live, DANGER)
    async with sitting(live, other, keys[0]) as ada:
        await ada.say("advice", id="no")
        assert (await ada.until("refused"))["code"] == "no_advice"
    async with sitting(live, other) as watching:
        await watching.say("advice", id="no")
        assert (await watching.until("refused"))["code"] == "not_seated"
    assert len(asked) == 1


async def test_taking_a_move_back_does_not_hide_that_advice_was_taken(live: Live) -> None:
    quiet = {**DANGER, "total": 10, "chips": [3, 3], "hands": [["0", "10", "9"], ["0", "2", "3"]]}
    code, tokens = await placed(live, quiet, bots=[1])
    async with sitting(live, code, tokens[0]) as ada:
        await ada.say("advice", id="one")
        await ada.until("advice")
        for again in range(3):
            await ada.play("0")
            state = live.table(code).state
            assert [seat for _, seat in state.advised.taken] == [0] * (again + 1)
            told = [event for event in events_of(ada) if "Du holst dir einen Tipp" in event["text"]]
            assert len(told) == again + 1
            await ada.say("undo", id=f"undo {again}")
            await ada.until("accepted", id=f"undo {again}")
        # A server that is started again knows the same.
        stored = live.within(lambda: live.registry.load_stored(code))
        assert stored is not None
        assert read_advice(stored.advice, stored.log, stored.row.base).taken == state.advised.taken


def test_advice_from_before_the_rules_changed_marks_no_step_of_the_game() -> None:
    """What is taken back still counts: the decision in its place is marked."""
    texts = [(0, "7"), (1, "3"), (1, "undo"), (1, "4"), (0, "8")]
    log = [Entry(seq, seat, text, None, 0) for seq, (seat, text) in enumerate(texts, 1)]
    rows = [Advice(0, 0), Advice(1, 1)]
    assert read_advice(rows, log, 0).taken == [(0, 0), (1, 1), (3, 1)]
    assert read_advice(rows, log, 3).taken == [(0, 1)]


def events_of(guest: Guest) -> list[Message]:
    return [event for frame in guest.frames for event in json.loads(frame).get("events", [])]


async def test_advice_for_one_address_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    service = AdviceService(replace(Limits(), advice_per_address=2, advice_waiting=3))
    go_on = asyncio.Event()

    async def thinks(*how: Any) -> Any:
        await go_on.wait()
        return []

    monkeypatch.setattr(service._process, "ask", thinks)
    eve, ada = (CoachRequest(1, "lobo77", b"", 0, (), who) for who in ("eve", "ada"))
    asked = [asyncio.ensure_future(service.ask(eve)) for _ in range(2)]
    await asyncio.sleep(0)
    assert not service.has_room("eve")
    assert service.has_room("ada")
    asked.append(asyncio.ensure_future(service.ask(ada)))
    await asyncio.sleep(0)
    assert not service.has_room("ben")  # enough wait in all
    go_on.set()
    assert await asyncio.gather(*asked) == [[], [], []]
    assert service.has_room("eve")
    await service.close()
