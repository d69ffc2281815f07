"""Rules of thumb for Quanto, on small positions: which action looks best."""

from typing import Any

from tischlein.bots.base import situation
from tischlein.bots.runtime import runtime
from tischlein.engine.play.table import Table
from tischlein.games.quanto import GAME
from tischlein.games.quanto.bots.heuristics import standing

EIGHT = {"tile": 8, "cards": ["5", "3"]}
GROWN = {"tile": 8, "cards": ["5", "3", "6", "2", "7", "1"]}
PILE = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"] * 4


def at(*hands: list[str], **position: Any) -> Table:
    """A table with these hands and a draw pile of some size; seat 0 is to play."""
    position = {"draw": PILE, "draw_ordered": False, **position}
    return GAME.at({"game": "quanto", "seats": len(hands), "hands": list(hands), **position}, seed=1)


def ratings(table: Table) -> dict[str, int]:
    (seat,) = table.waiting
    now = situation(table, seat, 1)
    points = runtime(GAME, "python").rate(now.data, seat, now.actions)
    return {now.text(action): point for action, point in zip(now.actions, points, strict=True)}


def choice(table: Table) -> str:
    """What looks best; it must be a single action."""
    rated = ratings(table)
    best = [text for text, points in rated.items() if points == max(rated.values())]
    assert len(best) == 1, rated
    return best[0]


def turn(table: Table) -> list[str]:
    """The decisions of a turn; among equals the first one."""
    (player,) = table.waiting
    said: list[str] = []
    while table.waiting == (player,) and not (said and said[-1] in ("done", "discard")):
        rated = ratings(table)
        said.append(max(rated, key=lambda text: rated[text]))
        table.play(player, said[-1])
    return said


# Taking


def test_the_card_that_takes_most_is_played() -> None:
    small = {"tile": 5, "cards": ["4", "1"]}
    table = at(["10", "6", "9"], ["1"], display=["1", "3", "6", "12"], quantos=[small, None])
    assert choice(table) == "card 10"


def test_all_groups_of_the_plan_are_picked_before_it_is_done() -> None:
    # A player who begins with 2, 4, 6 gets three cards only.
    table = at(["12"], ["1"], display=["2", "4", "6", "10", "8", "6"], quantos=[EIGHT, None])
    said = turn(table)
    assert said[:2] == ["card 12", "take"]
    assert len(said) == 2 + 6 + 1
    assert len(table.position()["piles"][0]) == 7


def test_a_joker_lying_there_ends_its_group() -> None:
    table = at(["9"], ["1"], display=["J", "1", "2", "12"], quantos=[EIGHT, None])
    said = turn(table)
    assert sorted(said[2:4]) == ["pick 1", "pick 2"]
    assert said[4:] == ["pick J", "done"]


def test_a_joker_says_the_value_that_brings_most() -> None:
    table = at(["J"], ["1"], display=["1", "3", "6", "12"], quantos=[EIGHT, None], piles=[[], []])
    assert turn(table)[:2] == ["card J", "take as 10"]


def test_a_joker_is_kept_when_another_card_takes_as_much() -> None:
    assert choice(at(["J", "7"], ["1"], display=["3", "4", "12"], quantos=[EIGHT, None])) == "card 7"


def test_of_equal_cards_the_rainbow_card_takes_because_of_its_bonus() -> None:
    rated = ratings(at(["7", "7r"], ["1"], display=["7", "12", "11", "10"], quantos=[EIGHT, None]))
    assert rated["card 7r"] > rated["card 7"]


def test_the_bonus_is_the_joker() -> None:
    table = at(["7r"], ["1"], display=["7", "12", "J", "10"], quantos=[EIGHT, None])
    for text in ("card 7r", "take", "pick 7", "done"):
        table.play(0, text)
    assert choice(table) == "bonus J"


# Quantos


def test_a_quanto_is_formed_for_a_tile_that_can_be_taken() -> None:
    table = at(["5", "9"], ["1"], display=["4", "6", "11", "12"])
    assert turn(table) == ["card 5", "form", "pick 4", "done"]


def test_no_quanto_is_formed_that_nobody_can_take_any_more() -> None:
    table = at(["5", "1"], ["1"], display=["5", "3", "12", "11"], draw=[])
    table.play(0, "card 5")
    assert choice(table) == "take"


def test_a_grown_quanto_is_taken_before_the_game_is_over() -> None:
    table = at(["8", "3"], ["1", "2"], display=["3", "9", "11"], quantos=[GROWN, None], draw=[])
    assert (
        ratings(table)["card 3"]
        < ratings(at(["8", "3"], ["1", "2"], display=["3", "9", "11"], draw=[]))["card 3"] + 50
    )
    last = at(["8"], ["1", "2"], display=["8", "9", "11"], quantos=[GROWN, None], draw=[])
    last.play(0, "card 8")
    assert choice(last) == "claim"


def test_a_quanto_is_served_while_the_card_that_takes_it_is_in_hand() -> None:
    table = at(["8", "3"], ["1"], display=["5", "6", "2", "12"], quantos=[EIGHT, None])
    assert turn(table)[:2] == ["card 3", "serve"]


def test_a_card_is_worth_less_where_it_may_not_be_completed_by_several_cards() -> None:
    """N8, `serve`: 2 + 1 bring the 5 up to 8, no single card does."""
    rated = {}
    for serve in ("several", "one"):
        options = {"discard": "free", "serve": serve}
        table = at(["8", "5"], ["2"], display=["2", "1", "12"], quantos=[EIGHT, None], options=options)
        rated[serve] = ratings(table)["card 5"]
        table.play(0, "card 5")
        assert ("serve" in ratings(table)) == (serve == "several")
    assert rated["several"] > rated["one"] + 100


def test_the_card_for_your_own_quanto_is_not_spent_on_a_single_card() -> None:
    display = ["8", "4", "12", "11"]
    assert choice(at(["8", "4"], ["1"], display=display, quantos=[GROWN, None], draw=PILE)) == "card 4"


def test_a_joker_steals_a_grown_quanto() -> None:
    table = at(["J", "4"], ["1"], display=["4", "9", "12", "11"], quantos=[None, GROWN])
    assert turn(table)[:2] == ["card J", "steal 1"]


# Discarding


def test_a_1_robs_where_there_are_piles() -> None:
    others: dict[str, Any] = {"display": ["11", "12"], "quantos": [EIGHT, None, None, None]}
    piles = [[], ["9"], ["9"], ["9"]]
    rated = ratings(at(["1", "9"], ["4"], ["4"], ["4"], piles=piles, **others))
    assert rated["card 1"] > rated["card 9"] + 100
    rated = ratings(at(["1", "9"], ["4"], ["4"], ["4"], piles=[[], [], [], []], **others))
    assert rated["card 1"] < rated["card 9"] + 100


def test_a_3_is_discarded_while_there_are_cards_to_reveal() -> None:
    rest: dict[str, Any] = {"display": ["11", "12"], "quantos": [EIGHT, None]}
    assert choice(at(["3", "10"], ["4"], **rest)) == "card 3"
    rated = ratings(at(["3", "10"], ["4"], draw=[], **rest))
    assert rated["card 3"] < rated["card 10"] + 50


def test_a_2_is_discarded_if_another_card_can_use_it() -> None:
    rest: dict[str, Any] = {"display": ["7", "12"], "quantos": [{"tile": 5, "cards": ["4", "1"]}, None]}
    assert choice(at(["2", "9", "10"], ["4"], **rest)) == "card 2"
    assert choice(at(["2", "8", "10"], ["4"], **rest)) != "card 2"


def test_where_discarding_is_free_a_2_comes_before_the_big_play() -> None:
    table = at(["2", "10"], ["4"], display=["1", "3", "6", "4"], options={"discard": "free"})
    assert turn(table) == ["card 2", "discard"]
    assert choice(table) == "card 10"


# The end


def test_the_last_taker_gets_the_rest() -> None:
    rest: dict[str, Any] = {"display": ["9", "12", "11", "12"], "draw": [], "piles": [["1"], ["1"]]}
    hunting = ratings(at(["9"], ["4"], last_taker=1, **rest))
    owning = ratings(at(["9"], ["4"], last_taker=0, **rest))
    assert hunting.keys() == owning.keys() == {"card 9"}
    assert hunting["card 9"] > owning["card 9"] + 50


def test_cards_of_a_quanto_count_as_far_as_they_can_be_taken() -> None:
    def worth(hand: list[str], **more: Any) -> int:
        out = [0, 0]
        standing(at(hand, ["4"], **more)._s, out)
        return out[0]

    won = worth(["9"], piles=[["5", "3", "6", "2", "7", "1"], []])
    safe = worth(["8"], quantos=[GROWN, None])
    hoped = worth(["9"], quantos=[GROWN, None])
    lost = worth(["9"], quantos=[GROWN, None], draw=[])
    assert won > safe > hoped > lost


# Teams


def teams(*hands: list[str], **position: Any) -> Table:
    return at(*hands, options={"teams": True}, **position)


def test_the_partner_offers_the_card_that_takes_the_quanto() -> None:
    quantos = [GROWN, None, None, None]
    table = teams(["12", "1"], ["4"], ["8", "11", "3"], ["4"], display=["10", "9"], quantos=quantos)
    assert choice(table) == "offer 8"
    table.play(2, "offer 8")
    assert choice(table) == "accept"
    table.play(0, "accept")
    table.play(0, "give 1")
    assert turn(table)[:2] == ["card 8", "claim"]


def test_nothing_is_offered_that_brings_nothing() -> None:
    table = teams(["12", "1"], ["4"], ["3"], ["4"], display=["10", "9"], quantos=[EIGHT, None, None, None])
    assert choice(table) == "no offer"


def test_the_card_for_the_partners_quanto_is_given() -> None:
    table = teams(["12", "8"], ["4"], ["10"], ["4"], display=["10", "9"], quantos=[None, None, GROWN, None])
    table.play(2, "offer 10")
    table.play(0, "accept")
    assert choice(table) == "give 8"
