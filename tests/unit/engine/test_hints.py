"""What an action would bring: told before it is taken, and true afterwards."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import tischlein
from tischlein import Game, Table, game
from tischlein.cards import SPECTATOR
from tischlein.engine.texts import LANGUAGES, words_for

LOBO77, QUANDO, QUANTO, QWIXX = (game(name) for name in ("lobo77", "quando", "quanto", "qwixx"))
each_game = pytest.mark.parametrize("any_game", tischlein.games().values(), ids=lambda one: one.id)


def lobo(*hands: list[str], **position: Any) -> Table:
    return LOBO77.at({"game": "lobo77", "seats": len(hands), "hands": list(hands), **position}, seed=1)


def quando(*hands: list[str], **position: Any) -> Table:
    start = {"game": "quando", "seats": len(hands), "turn": 0, "hands": list(hands), **position}
    return QUANDO.at({"draw": ["5/2", "6/8"], "discard": ["8/1"], **start}, seed=1)


def quanto(hand: list[str], display: list[str], **position: Any) -> Table:
    start = {"game": "quanto", "seats": 2, "turn": 0, "hands": [hand, ["12"]], "display": display}
    return QUANTO.at({**start, **position}, seed=1)


def qwixx(**position: Any) -> Table:
    hands = [["r2", "y5", "g7", "b9"], ["r3", "y6"]]
    start = {"game": "qwixx", "seats": 2, "turn": 0, "hands": hands, "draw": ["r7", "y8", "g9"]}
    return QWIXX.at({**start, "display": ["r5", "y2", "g3", "b3"], **position}, seed=1)


@each_game
def test_a_card_that_an_action_is_about_lies_in_sight(any_game: Game) -> None:
    found, names_cards = 0, any_game.face.action_card is not None
    for seats in any_game.seats:
        table = any_game.new(seats, seed=12)
        while not table.over and len(table.history) < 150:
            seat = table.waiting[-1]
            cards, texts = table.cards(seat), [action.text for action in table.actions(seat)]
            lying = set(re.findall(r'"([^"]+)"', json.dumps(table.view(seat))))
            assert set(cards.values()) <= lying
            assert set(cards) <= set(texts)
            found += len(cards)
            names_cards |= bool(lying & set(texts))
            table.play(seat, texts[len(table.history) % len(texts)])
    assert found > 50 or not names_cards


def test_an_action_is_about_the_card_that_it_names_and_about_no_other() -> None:
    assert lobo(["4", "x2"], ["8"]).cards(0) == {"4": "4", "x2": "x2"}
    table = quanto(["1", "J"], ["1", "J", "12"])
    assert table.cards(0) == {"card 1": "1", "card J": "J"}
    table.play(0, "card J")
    assert "take as 1" in [action.text for action in table.actions(0)]
    assert table.cards(0) == {}  # the value of a joker is not the card of that name
    assert qwixx().cards(0) == {"slot 1": "?5", "slot 2": "?2", "slot 3": "?3", "slot 4": "?3"}


def test_what_a_table_has_in_all_is_told_with_the_view() -> None:
    assert quanto(["1"], ["1"]).view(0)["all_tiles"] == [5, 6, 7, 8, 9, 10, 11, 12]
    assert qwixx().view(None)["last_miss"] == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_wants_to_remember_alone_is_not_told_a_number_by_a_label(language: str) -> None:
    """It stands in the note, which a client can leave out."""
    words, hint = words_for(QUANDO, language), {"number": 7}
    for action in ("take visible", "take hidden"):
        assert "7" not in words.action(action, {}, (), hint)
    assert "7" in words.hint(hint)


# LOBO 77


def test_lobo_tells_the_total_and_what_it_costs() -> None:
    table = lobo(["4", "5", "76", "x2"], ["8"], total=7, chips=[3, 3])
    assert table.hints(0) == {
        "4": {"total": 11, "costs": "chip", "ends_round": False, "ends_game": False},
        "5": {"total": 12, "costs": None, "ends_round": False, "ends_game": False},
        "76": {"total": 83, "costs": "chip", "ends_round": True, "ends_game": False},
        "x2": {"total": 7, "costs": None, "ends_round": False, "ends_game": False},
    }
    assert table.view(0)["danger"] == [11, 22, 33, 44, 55, 66, 77]
    assert table.view(0)["limit"] == 77


@pytest.mark.parametrize(
    ("chips", "seats", "costs", "ends"),
    [(2, 2, "chip", False), (1, 2, "last_chip", False), (0, 2, "out", True), (0, 3, "out", False)],
)
def test_lobo_tells_the_last_chip_from_the_others(chips: int, seats: int, costs: str, ends: bool) -> None:
    table = lobo(["4", "5"], *[["8"]] * (seats - 1), total=7, chips=[chips, *[3] * (seats - 1)])
    assert (table.hints(0)["4"]["costs"], table.hints(0)["4"]["ends_game"]) == (costs, ends)
    table.play(0, "4")
    assert table.over == ends


def test_lobo_tells_how_many_cards_are_still_to_be_drawn() -> None:
    table = lobo(["4", "5"], ["8"], draw=["2", "3"], options={"manual_draw": True})
    table.play(0, "4")
    assert table.hints(0) == {"draw": {"cards": 1}}


# Quando


def test_quando_tells_sum_and_what_may_follow() -> None:
    table = quando(["3/0", "4/6", "5/1", "5/8"], ["7/1"])
    assert table.hints(0)["pick 5/?"] == {"sum": 12, "complete": True, "next": [3, 4, 5]}
    table.play(0, "pick 5/?")
    assert table.hints(0)["pick 4/?"] == {"sum": 8, "complete": False, "next": [3]}
    assert table.hints(0)["take visible"] == {"number": 5, "sum": 17, "triplet": False, "ends_round": False}
    assert table.hints(0)["take hidden"] == {
        "number": None,
        "sum": None,
        "triplet": False,
        "ends_round": False,
    }


def test_quando_tells_a_triplet_and_an_end_by_zeros() -> None:
    table = quando(["5/1", "5/3", "5/8", "0/6"], ["7/1"], draw=["0/2", "6/8"])
    for _ in range(3):
        table.play(0, "pick 5/?")
    assert table.hints(0)["take visible"] == {"number": 0, "sum": 0, "triplet": True, "ends_round": True}
    assert table.hints(0)["take hidden"] == {"number": None, "sum": None, "triplet": True, "ends_round": None}


@pytest.mark.parametrize(
    ("reading", "laid", "may"),
    [("two_plays", {"plays": [2, 1]}, False), ("two_cards", {"plays": [2, 1], "cards_played": [2, 3]}, True)],
)
def test_quando_tells_what_is_needed_for_a_knock(reading: str, laid: dict[str, Any], may: bool) -> None:
    table = quando(["3/0", "4/6"], ["7/1"], options={"knock_after": reading}, **laid)
    knock = table.view(None)["knock"]
    assert knock["counts"] == ("cards" if reading == "two_cards" else "plays")
    assert knock["laid"] == laid["cards_played" if reading == "two_cards" else "plays"]
    assert (knock["needed"], knock["open"]) == (2, may)
    assert ("knock" in table.hints(0)) == may
    if may:
        assert table.hints(0)["knock"] == {"sum": 7, "penalty": 5}


def test_quando_adds_up_what_is_seen() -> None:
    table = quando(["3/0", "4/6"], ["7/1", "0/9"])
    assert [table.view(seat)["sums"] for seat in (0, 1, None)] == [[7, None], [None, 7], [None, None]]


# Quanto


def test_quanto_tells_sums_and_goals_while_cards_are_picked() -> None:
    table = quanto(["7", "3"], ["3", "4", "7", "10"])
    assert table.hints(0)["card 7"] == {"value": 7}
    table.play(0, "card 7")
    assert table.hints(0)["take"] == {"value": 7, "goal": 7, "missing": 7, "picks": ["3", "4", "7"]}
    assert table.hints(0)["form"] == {"value": 7, "picks": ["3", "4"]}
    table.play(0, "take")
    assert table.hints(0)["pick 3"] == {"sum": 3, "goal": 7, "closes": False}
    assert table.hints(0)["pick 7"] == {"sum": 7, "goal": 7, "closes": True}
    table.play(0, "pick 3")
    assert table.hints(0)["pick 4"] == {"sum": 7, "goal": 7, "closes": True}
    assert table.view(1)["groups"] == [
        {"cards": ["3"], "values": [3], "base": None, "sum": 3, "goal": 7, "closed": False}
    ]
    assert table.view(1)["lying"] == ["4", "7", "10"]
    table.play(0, "pick 4")
    assert table.hints(0)["done"] == {"cards": 3, "bonus": False}
    assert [group["closed"] for group in table.view(1)["groups"]] == [True]


def test_quanto_tells_what_a_joker_counts_in_a_group() -> None:
    table = quanto(["7", "9"], ["3", "4", "J"])
    for text in ("card 7", "take", "pick 3", "pick J"):
        table.play(0, text)
    (group,) = table.view(1)["groups"]
    assert (group["cards"], group["values"]) == (["3", "J"], [3, 4])
    table = quanto(["7", "9"], ["3", "4", "J"])
    for text in ("card 7", "form", "pick J as 5"):
        table.play(0, text)
    (group,) = table.view(1)["groups"]
    assert (group["base"], group["values"], group["sum"]) == (7, [5], 12)


def test_quanto_tells_whose_quanto_a_verb_is_about() -> None:
    table = quanto(
        ["J", "5"], ["3", "4"], quantos=[{"tile": 9, "cards": ["6", "3"]}, {"tile": 8, "cards": ["5", "3"]}]
    )
    table.play(0, "card J")
    assert table.hints(0)["steal 1"] == {"owner": 1, "goal": 8, "cards": 2}
    assert table.hints(0)["claim"] == {"owner": 0, "goal": 9, "cards": 2}
    assert table.hints(0)["serve as 5"] == {
        "owner": 0,
        "goal": 9,
        "cards": 2,
        "value": 5,
        "missing": 4,
        "picks": ["4"],
    }
    table.play(0, "serve as 5")
    assert (table.view(1)["value"], table.view(1)["owner"], table.view(1)["goal"]) == (5, 0, 9)
    table.play(0, "pick 4")
    assert table.view(1)["groups"] == [
        {"cards": ["4"], "values": [4], "base": 5, "sum": 9, "goal": 9, "closed": True}
    ]


@pytest.mark.parametrize(
    ("card", "special", "cards"), [("1", "rob", 1), ("2", "again", 0), ("3", "reveal", 0), ("11", None, 0)]
)
def test_quanto_tells_what_a_discarded_card_does(card: str, special: str | None, cards: int) -> None:
    table = quanto([card, "12"], ["9"], piles=[[], ["5"]], draw=["6"], options={"discard": "free"})
    table.play(0, f"card {card}")
    assert table.hints(0)["discard"] == {"special": special, "cards": cards}


def test_quanto_names_partners_in_teams_only() -> None:
    teams = QUANTO.new(4, seed=1, teams=True).view(None)
    assert [player["partner"] for player in teams["players"]] == [2, 3, 0, 1]
    alone = QUANTO.new(4, seed=1).view(None)
    assert [player["partner"] for player in alone["players"]] == [None] * 4


# Qwixx


def test_qwixx_tells_points_lock_and_what_is_lost() -> None:
    rows = {"red": [2, 3, 4], "yellow": [], "green": [12, 11, 10, 9, 8], "blue": [], "misses": 1}
    table = qwixx(step=2, draw=["r7"], sheets=[rows, {**rows, "red": [], "green": []}])
    assert table.hints(0)["cross red"] == {
        "row": "red",
        "number": 7,
        "points": 10,
        "gain": 4,
        "lock": False,
        "loses": [5, 6],
        "ends_game": False,
    }
    player = table.view(None)["players"][0]
    assert player["rows"]["red"] == {"crosses": 3, "points": 6, "locked": False, "lost": []}
    assert sum(row["points"] for row in player["rows"].values()) + table.view(None)["miss"] == player["score"]
    assert table.view(None)["scale"][3] == 6
    assert table.view(None)["printed"] == {
        "red": [*range(2, 13)],
        "yellow": [*range(2, 13)],
        "green": [*range(12, 1, -1)],
        "blue": [*range(12, 1, -1)],
    }
    locked = qwixx(step=2, draw=["b2"], sheets=[rows, rows]).hints(0)["cross green"]
    assert (locked["lock"], locked["points"], locked["gain"]) == (True, 28, 13)
    assert locked["loses"] == [7, 6, 5, 4, 3]


def test_qwixx_warns_of_a_miss() -> None:
    table = qwixx(step=3, hands=[["r2"], ["r3"]], crossed={"step2": False, "numbers": []})
    assert table.hints(0)["play r2"] == {"row": "red", "number": 2, "may_cross": True}
    table.play(0, "play r2")
    table.play(0, "show")
    assert table.hints(0)["stop"] == {"miss": True, "ends_game": False}
    table.play(0, "cross 2")
    assert table.hints(0)["stop"] == {"miss": False, "ends_game": False}


def test_qwixx_warns_of_the_miss_that_ends_the_game() -> None:
    rows = {"red": [], "yellow": [], "green": [], "blue": [], "misses": 3}
    table = qwixx(step=3, hands=[["r2"], ["r3"]], sheets=[rows, {**rows, "misses": 0}])
    table.play(0, "play r2")
    table.play(0, "show")
    assert table.hints(0)["stop"] == {"miss": True, "ends_game": True}
    table.play(0, "stop")
    assert table.over


def test_qwixx_tells_how_many_cards_are_to_be_taken() -> None:
    table = qwixx(hands=[["r2", "y5"], ["r3"]])
    assert table.view(None)["to_take"] == 3
    assert table.hints(0)["slot 2"] == {"number": 2}
    table.play(0, "slot 2")
    assert table.view(None)["to_take"] == 2


# The page that explains them


@pytest.mark.parametrize(
    "any_game", [one for one in tischlein.games().values() if one.face.hints], ids=lambda one: one.id
)
def test_every_key_is_explained(any_game: Game) -> None:
    page = (Path(__file__).parents[3] / "docs/protocol.md").read_text("utf-8")
    section = page.partition("## Hints")[2].partition("\n## ")[0]
    assert any_game.face.hints is not None
    for key in vars(any_game.face.hints)["Hint"].__annotations__:
        assert f"`{key}`" in section, key


def test_a_zero_is_said() -> None:
    """A zero equals False, and is still a total that a player wants to know."""
    words = words_for(LOBO77, "en")
    table = lobo(["-10", "7"], ["8"], total=10)
    assert [words.hint(table.hints(0)[card]) for card in ("-10", "7")] == ["total 0", "total 17"]
    assert words_for(QUANDO, "en").hint({"sum": 0, "triplet": False}) == "sum 0"


def test_the_view_says_how_many_chips_were_paid() -> None:
    """The page shows them in the middle; it need not know how many there were."""
    assert lobo(["7"], ["8"], ["9"], chips=[3, 1, 0]).view(None)["paid"] == 5


@pytest.mark.parametrize(
    ("position", "following"),
    [
        ({"turn": 0}, 1),
        ({"turn": 2}, 0),
        ({"turn": 0, "direction": -1}, 2),
        # Past players who are out.
        ({"turn": 0, "hands": [["7"], [], ["9"]], "out": [False, True, False], "chips": [3, 0, 3]}, 2),
        # Past players who have forgotten to draw and have no card any more.
        ({"turn": 0, "hands": [["7"], [], ["9"]], "options": {"manual_draw": True}}, 2),
        ({"turn": 1, "hands": [[], ["8"], []], "options": {"manual_draw": True}}, None),
    ],
)
def test_lobo_says_who_plays_next(position: dict[str, Any], following: int | None) -> None:
    """The page shows it, and need not know who is passed over. L9, L13"""
    hands = position.pop("hands", [["7"], ["8"], ["9"]])
    assert lobo(*hands, **position).view(None)["next"] == following


def test_lobo_says_nobody_is_next_where_a_round_has_ended() -> None:
    """Who begins the next one is not the neighbour of who has ended this one: that is counted from who began this one. L20"""
    table = lobo(["10", "7"], ["8", "9"], ["9", "5"], total=70, turn=0)
    table.play(0, "10")
    ended = table.past.view(LOBO77, 1, SPECTATOR)
    assert (ended["total"], ended["next"]) == (80, None)
    assert table.view(None)["total"] == 0  # dealt since then
