"""What may happen in an evening, and when: late arrivals, people who leave, slow tables, the end."""

from __future__ import annotations

import pytest

from tischlein.evenings.evening import (
    GRACE,
    MOST,
    Evening,
    EveningError,
    EveningTable,
    GameChoice,
    Person,
    SeatResult,
    attend,
    call_time,
    close,
    end,
    finish,
    join,
    plan,
    start,
)


def an_evening(people: int = 6, rounds: int = 2) -> Evening:
    games = [GameChoice("one", {}, False), GameChoice("two", {}, True)]
    evening = Evening("CODE22", "Club", "", games, 4, rounds, 5, "easy", "human", "en", 0)
    for k in range(people):
        join(evening, Person(-1, f"P{k}", f"hash {k}"))
    return evening


def begin(evening: Evening, at: int = 0) -> list[EveningTable]:
    tables = [EveningTable(f"T{k}", people) for k, people in enumerate(plan(evening, 1))]
    return start(evening, tables, at).tables


def play(evening: Evening, tables: list[EveningTable], absent: tuple[int, ...] = ()) -> None:
    for table in tables:
        outcomes = [SeatResult(1, 0, one not in absent, one in absent) for one in table.people]
        finish(evening, table.code, outcomes)


def test_rounds_follow_one_another_until_the_evening_is_over() -> None:
    evening = an_evening()
    assert evening.state == "gathering"
    tables = begin(evening)
    assert evening.state == "playing"
    with pytest.raises(EveningError, match="evening_playing"):
        plan(evening, 2)
    play(evening, tables)
    assert close(evening, 10)
    assert evening.state == "pause"
    play(evening, begin(evening))
    assert close(evening, 10)
    assert evening.state == "over"
    assert [one.choice.game for one in evening.played] == ["one", "two"]
    with pytest.raises(EveningError, match="evening_over"):
        plan(evening, 3)
    with pytest.raises(EveningError, match="evening_over"):
        join(evening, Person(-1, "late", ""))


def test_a_late_arrival_plays_from_the_next_round_on() -> None:
    evening = an_evening(4)
    tables = begin(evening)
    join(evening, Person(-1, "late", ""))
    assert all(4 not in table.people for table in tables)
    play(evening, tables)
    close(evening, 1)
    assert [4 in table.people for table in begin(evening)].count(True) == 1


def test_a_person_who_leaves_gets_no_seat_and_keeps_the_results() -> None:
    evening = an_evening(4, rounds=3)
    play(evening, begin(evening))
    close(evening, 1)
    attend(evening, evening.people[2], here=False)
    tables = begin(evening)
    assert all(2 not in table.people for table in tables)
    play(evening, tables)
    close(evening, 2)
    assert any(2 in table.people for table in evening.played[0].tables)
    attend(evening, evening.people[2], here=True)
    assert any(2 in table.people for table in begin(evening))


def test_a_person_for_whom_only_a_bot_played_gets_no_seat_before_coming_back() -> None:
    evening = an_evening(5)
    play(evening, begin(evening), absent=(3,))
    close(evening, 1)
    assert [one.here for one in evening.people] == [True, True, True, False, True]


def test_there_are_always_tables_to_compare_with() -> None:
    assert [table.count(None) for table in plan(an_evening(3), 1)] == [1, 4, 4, 4]
    assert len(plan(an_evening(20), 1)) == 5


def test_a_slow_table_holds_the_round_open_until_bots_have_finished() -> None:
    evening = an_evening(8)
    tables = begin(evening, at=1_000)
    assert evening.played[0].ends == 301_000
    play(evening, tables[1:])
    assert not close(evening, 301_000)
    play(evening, tables[:1])
    assert close(evening, 301_000)


def test_a_table_that_does_not_end_is_left_out_after_a_while() -> None:
    evening = an_evening(8)
    tables = begin(evening)
    play(evening, tables[1:])
    assert not close(evening, 300_000 + GRACE - 1)
    assert close(evening, 300_000 + GRACE)
    assert all(one.here for one in evening.people)


def test_the_host_can_end_a_round_early_and_the_evening_after_it() -> None:
    evening = an_evening(8, rounds=9)
    tables = begin(evening)
    call_time(evening, 5_000)
    call_time(evening, 9_000)
    assert evening.played[0].ends == 5_000
    end(evening)
    assert evening.state == "playing"
    play(evening, tables)
    close(evening, 6_000)
    assert evening.state == "over"


def test_what_is_not_possible_has_a_reason() -> None:
    evening = an_evening(1)
    with pytest.raises(EveningError, match="evening_few"):
        plan(evening, 1)
    with pytest.raises(EveningError, match="evening_few"):
        end(evening)
    with pytest.raises(EveningError, match="evening_rests"):
        call_time(evening, 1)
    assert not close(evening, 1)
    full = an_evening(MOST)
    with pytest.raises(EveningError, match="evening_full"):
        join(full, Person(-1, "one more", ""))


def test_a_person_is_found_by_the_token() -> None:
    evening = an_evening(3)
    found = evening.person_with("hash 1")
    assert found is not None
    assert found.name == "P1"
    assert evening.person_with("another") is None
