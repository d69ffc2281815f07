"""Taking back: free while nothing was shown, else with the consent of everybody; what is said about it is what happened."""

import pytest

from helpers.server.room_host import DRAWS, START, RoomHost, lobby, placed, playing, to_step_2, turn
from tischlein.room.events import StartRequested
from tischlein.room.play.undo import ASKING, FREELY


def kinds(host: RoomHost, listener: int) -> list[str]:
    return [event["kind"] for event in host.last(listener, "news")["events"]]


def test_undo_is_free_while_nothing_was_revealed() -> None:
    host = playing(**DRAWS)
    view, card = host.state.table.view(0), host.plain(0)
    host.plays(0, card)
    assert host.last(0, "news")["can_undo"]
    assert host.says(0, "undo", id="u") is None
    assert kinds(host, 0) == ["undo"]
    assert host.last(0, "news")["view"] == view
    seq = host.last(0, "accepted")["seq"]
    assert host.says(0, "undo", id="u") is None
    assert host.last(0, "accepted")["seq"] == seq == host.state.seq
    assert host.says(1, "undo", id="u") == "nothing_to_undo"


def test_undo_by_consent_of_everybody_and_luck_stays_the_same() -> None:
    host = playing(seats=3, people=3, **START)
    view, card = host.state.table.view(0), host.plain(0)
    host.plays(0, card)
    after = host.state.table.view(0)
    assert host.says(0, "undo", id="u") is None
    assert host.last(1, "undo_asked")["undo"] == {"seat": 0, "open": [1, 2]}
    assert host.says(0, "undo_answer", agree=True) == "no_undo"
    host.says(1, "undo_answer", agree=True)
    assert host.last(2, "undo_asked")["undo"] == {"seat": 0, "open": [2]}
    host.says(2, "undo_answer", agree=True)
    ended = host.last(0, "undo_answered")
    assert (ended["agreed"], ended["how"], ended["by"]) == (True, "agreed", None)
    assert host.last(0, "news")["view"] == view
    host.plays(0, card)
    assert host.state.table.view(0) == after


def test_a_yes_that_is_not_stored_is_refused_and_can_be_repeated() -> None:
    """Without an answer the player would wait, and so would everybody else: the game rests during the question."""
    host = playing(**START)
    host.passes_on(0)
    host.says(0, "undo", id="u")
    host.forget()
    assert host.says(1, "undo_answer", agree=True, disk="lost") == "store"
    assert host.last(1, "refused")["code"] == "store"
    assert not {"refused", "undo_answered"} & set(host.types(0))
    assert host.says(1, "undo_answer", agree=True) is None
    assert host.last(0, "undo_answered")["how"] == "agreed"
    assert "accepted" not in host.types(1), "it is the answer to another player's message"


def test_one_no_is_enough_and_a_move_settles_the_question() -> None:
    host = playing(**START)
    host.passes_on(0)
    host.says(0, "undo", id="u")
    assert host.says(0, "undo", id="v") == "undo_pending"
    host.says(1, "undo_answer", agree=False)
    ended = host.last(0, "undo_answered")
    assert (ended["agreed"], ended["how"], ended["by"]) == (False, "refused", 1)
    assert host.says(0, "undo", id="w") == "undo_refused", "asking again and again would hold the table up"
    host.passes_on(1)
    assert host.says(0, "undo", id="x") is None, "one may ask again after a move"
    host.passes_on(0)
    ended = host.last(1, "undo_answered")
    assert (ended["agreed"], ended["how"], ended["by"]) == (False, "moved", 0)


def test_without_a_clock_a_question_stays_open_until_it_is_answered() -> None:
    host = playing(**START)
    host.passes_on(0)
    host.says(0, "undo", id="u")
    assert host.told.wake is None
    host.waits(100 * ASKING)
    assert "undo_answered" not in host.types(0)
    assert host.comes(5, "k1")["undo"] == {"seat": 0, "open": [1]}
    host.says(1, "undo_answer", agree=True)
    assert host.last(0, "undo_answered")["how"] == "agreed"


def test_with_a_clock_a_question_expires_and_says_so() -> None:
    host = playing(timer=600, **START)
    host.passes_on(0)
    host.says(0, "undo", id="u")
    host.waits(ASKING - 1)
    assert "undo_answered" not in host.types(1)
    host.waits(1)
    ended = host.last(1, "undo_answered")
    assert (ended["agreed"], ended["how"], ended["by"]) == (False, "expired", None)
    assert host.says(0, "undo", id="v") == "undo_expired"
    host.passes_on(1)
    assert host.says(0, "undo", id="w") is None


def test_an_undo_leaves_the_others_questions_as_they_were() -> None:
    """Where everybody decides at once, a move that was on its way while another took back is not stale."""
    host = to_step_2(playing("qwixx", 3, 3))
    asked, seq = host.state.unchanged_since[:2], host.state.seq
    host.plays(2, "skip")
    host.says(2, "undo", id="u")
    for other in (0, 1):
        host.says(other, "undo_answer", agree=True)
    assert "skip" in [action.text for action in host.state.actions[2]]
    assert host.state.unchanged_since[:2] == asked
    assert host.says(0, "play", id="x", seq=seq, action="skip") is None


def test_alone_with_bots_everybody_agrees() -> None:
    host = playing(people=1, bots=[None, "random"], **START)
    hand = host.state.table.view(0)["hand"]
    host.passes_on(0)
    host.bots_play()
    assert host.says(0, "undo", id="u") is None
    assert kinds(host, 0)[-1] == "undo"
    assert host.state.table.view(0)["hand"] == hand


def test_nobody_stalls_the_others_by_taking_back_for_ever() -> None:
    host = playing(**DRAWS)
    card = host.plain(0)
    for number in range(FREELY):
        host.plays(0, card, id=f"m{number}")
        host.says(0, "undo", id=f"u{number}")
    assert "undo_asked" not in host.types(1)
    host.plays(0, card, id="last")
    host.says(0, "undo", id="v")
    assert host.last(1, "undo_asked")["undo"] == {"seat": 0, "open": [1]}
    host.crash()  # the log tells how often
    host.all_come()
    host.says(0, "undo", id="again")
    assert host.state.undo is not None
    host.passes_on(1)
    assert host.says(0, "undo", id="w") is None
    assert host.state.undo is not None, "Ben has decided since"


def test_a_person_alone_with_bots_does_not_take_back_for_ever() -> None:
    host = playing(people=1, bots=[None, "random"], bounds={"undos": 2}, **START)
    answers = []
    for number in range(3):
        host.passes_on(0)
        answers.append(host.says(0, "undo", id=f"u{number}"))
    assert answers == [None, None, "too_many_undos"]


def test_a_player_who_is_there_is_asked_even_when_a_bot_plays_on() -> None:
    host = playing(timer=300, **START)
    host.passes_on(0)
    host.waits(300_001)
    host.bots_play()
    assert host.state.seats[1].standing_in
    host.says(0, "undo", id="u")
    assert host.last(1, "undo_asked")["undo"] == {"seat": 0, "open": [1]}
    host.says(1, "undo_answer", agree=False)
    assert host.last(0, "undo_answered")["how"] == "refused"


def test_an_undo_that_is_said_again_is_not_asked_again() -> None:
    host = playing(**START)
    host.passes_on(0)
    host.says(0, "undo", id="u")
    first = host.last(0, "accepted")
    host.forget()
    host.says(0, "undo", id="u")
    assert host.heard[0] == [first]
    host.says(1, "undo_answer", agree=True)
    done = host.last(0, "news")["seq"]
    host.crash()
    host.comes(5, "k0")
    assert host.says(5, "undo", id="u") is None
    assert host.last(5, "accepted")["seq"] == done


def test_people_at_one_device_agree_among_themselves() -> None:
    host = lobby(seats=3, people=1, hot_seat=["Ben"], keys=["k0", "kb"], **START)
    host.joins("Cem", "kc")
    for number, key in enumerate(("k0", "kb", "kc")):
        host.comes(number, key)
    host.says(0, "start")
    host.passes_on(0)
    host.says(0, "undo", id="u")
    assert host.last(2, "undo_asked")["undo"] == {"seat": 0, "open": [2]}
    host.says(2, "leave")
    assert host.dismissed == {2: "left"}
    assert host.last(0, "undo_answered")["how"] == "agreed", "nobody is left who has to be asked"
    assert kinds(host, 0)[-1] == "undo"
    assert host.disk.load(host.code).seats[2].left


def test_leaving_that_completes_an_undo_is_one_transaction() -> None:
    host = playing(**START)
    host.passes_on(0)
    host.says(0, "undo", id="u")
    before = host.state.seq
    host.says(1, "leave", disk="lost")
    assert (host.state.seq, host.state.seats[1].left) == (before, False)
    assert host.state.undo is not None
    host.says(1, "leave")
    assert (host.state.seq, host.state.seats[1].left, host.state.undo) == (before + 1, True, None)


def test_a_bot_that_has_decided_since_is_not_taken_back_without_consent() -> None:
    """Else one could try card after card, and see what the bot plays to each."""
    host = lobby(seats=3, people=1, bots=[None, "random", None], **DRAWS)
    host.joins("Cem", "kc")
    host.comes(0, "k0")
    host.comes(2, "kc")
    host.step(StartRequested())
    host.passes_on(0)
    host.waits(2_000)
    host.bots_play(most=1)
    host.thinks()
    host.waits(3_000)
    assert any(step.seat == 1 for step in host.state.table.past.steps)
    host.says(0, "undo", id="u")
    assert host.state.undo is not None
    host.says(2, "undo_answer", agree=True)
    assert host.last(0, "undo_answered")["agreed"]


def test_nothing_is_taken_back_past_a_player_who_is_away() -> None:
    """A bot that stands in does not agree for the person; a player who has left for good is not asked."""
    host = playing(**START)
    host.passes_on(0)
    host.goes(1)
    host.waits(60_000)
    assert host.says(0, "stand_in", seat=1) is None
    assert host.says(0, "undo", id="u") == "undo_away"
    host.comes(1, "k1")
    host.says(1, "leave")
    assert host.says(0, "undo", id="v") is None
    assert host.last(0, "accepted")["id"] == "v"


@pytest.mark.parametrize("asker", [True, False])
def test_a_bot_that_comes_to_stand_in_does_not_agree_to_an_undo(asker: bool) -> None:
    host = playing(seats=3, people=3, **START)
    host.passes_on(0)
    host.goes(0 if asker else 1)
    if asker:
        host.comes(0, "k0")
    host.says(0, "undo", id="u")
    host.says(2, "undo_answer", agree=True)
    if asker:
        host.goes(0)
    host.waits(60_000)
    host.says(2, "stand_in", seat=0 if asker else 1)
    ended = host.last(2, "undo_answered")
    assert (ended["agreed"], ended["how"], ended["by"]) == (False, "away", 0 if asker else 1)


def test_coming_back_stays_though_the_undo_is_refused() -> None:
    """A step with changes and a refusal."""
    host = playing(timer=300, **START)
    host.passes_on(0)
    host.passes_on(1)
    host.says(0, "undo", id="a")
    host.says(1, "undo_answer", agree=False)
    host.goes(0)
    host.waits(60_001)
    host.says(1, "stand_in", seat=0)
    host.state.listeners[9] = host.state.listeners[1].__class__(
        9, 0, "k0", "en"
    )  # connected, and a bot plays
    host.state.count_here()
    assert host.says(9, "undo", id="b") == "undo_refused"
    assert not host.state.seats[0].standing_in
    assert not host.disk.load(host.code).seats[0].standing_in
    assert host.last(9, "refused")["code"] == "undo_refused"


def test_rounds_that_are_laid_open_are_not_taken_back() -> None:
    """One card before a round ends; within the next one everything is as elsewhere."""
    hands = [["7", "2", "3", "4", "5"], ["10", "9", "8", "6", "5"]]
    position = {
        "game": "lobo77",
        "seats": 2,
        "options": {},
        "total": 70,
        "hands": hands,
        "draw": ["11", "22"],
    }
    host = placed(position, spectators="rounds")
    host.plays(0, "7")
    assert kinds(host, 0)[-1] == "deal"
    assert host.says(0, "undo", id="u") == "undo_rounds"
    seat = turn(host)
    host.passes_on(seat)
    assert host.says(seat, "undo", id="v") is None
    assert host.last(1 - seat, "undo_asked")["undo"] == {"seat": seat, "open": [1 - seat]}
