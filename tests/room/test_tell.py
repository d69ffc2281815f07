"""What clients are told: the work that seats share changes no word of it, and nobody is told a hidden card."""

from random import Random

import pytest

from helpers.server.room_host import playing
from tischlein.games import GAMES
from tischlein.room.ports import PlainCodec
from tischlein.room.tell import Messages, clocks


@pytest.mark.parametrize("name", GAMES)
def test_everybody_is_told_what_they_would_be_told_alone(name: str) -> None:
    rng = Random(7)
    seats = GAMES[name].usual_seats
    host = playing(name, seats, seats)
    keys = ["k0", "k1", "k2", None]
    ears = [(10 + 2 * k + n, key, lang) for k, key in enumerate(keys) for n, lang in enumerate(("de", "en"))]
    for number, key, lang in ears:
        host.comes(number, key, lang=lang)
    for move in range(24):
        if host.state.row.state == "over":
            break
        seat = rng.choice(host.state.waiting)
        before = {number: host.state.listeners[number].steps for number, _, _ in ears}
        host.plays_any(rng, seat)
        if move == 12:
            host.takes_back(seat)
            continue
        for number, _, lang in ears:
            state = host.state
            teller, who = Messages(PlainCodec()), state.listeners[number].seat
            events = teller.events(state, who, lang, before[number])
            alone = teller.snapshot(state, who, events, lang, clocks(state, host.at))
            told = host.last(number, "news")
            assert {key: told[key] for key in alone} == alone


@pytest.mark.parametrize("name", GAMES)
def test_equal_messages_are_one_object(name: str) -> None:
    seats = GAMES[name].seats[0]
    host = playing(name, seats, seats)
    for number in (5, 6):
        host.comes(number, None)
    seat = host.state.waiting[0]
    host.plays(seat)
    news = [host.last(number, "news") for number in (5, 6)]
    assert news[0] is news[1]


def test_the_answer_comes_with_the_news_in_one_piece() -> None:
    host = playing()
    seat = host.state.waiting[0]
    host.plays(seat)
    assert [one["type"] for one in host.told.sends[seat]] == ["news", "accepted"]


def test_a_client_speaks_its_own_language_and_can_change_it() -> None:
    host = playing()
    assert host.comes(5, "k0", lang="de")["task"] != host.comes(6, "k0", lang="en")["task"]
    host.says(5, "sync", lang="en")
    assert host.last(5, "welcome")["task"] == host.last(6, "welcome")["task"]


def test_a_host_may_refuse_what_costs_too_much() -> None:
    host = playing()
    host.refused = {"talk", "sync"}
    assert host.says(0, "chat", text="hi") == "too_fast"
    assert host.says(0, "react", reaction="wow") == "too_fast"
    assert host.says(0, "sync") == "too_fast"
    assert host.disk.load(host.code).chat == []
    assert "chat" not in host.types(1)
    host.refused = set()
    assert host.says(0, "chat", text="hi") is None
    assert host.last(1, "chat")["line"]["text"] == "hi"
