"""Who has seen which side of which card, through draws, flips and the pile that is turned over. Q23 to Q25"""

from typing import Any

import pytest

from tischlein.cards import RNG_WORDS, sow
from tischlein.engine.errors import ChanceError
from tischlein.engine.play.table import Table
from tischlein.games.quando import GAME, rules
from tischlein.games.quando.face.notation import KIND_TEXTS
from tischlein.games.quando.rules.knowledge import DISCARD_AT, PILE_AT, SEATS_AT, TABLE_AT, UNSEEN_AT


def at(hands: list[list[str]], **rest: Any) -> Table:
    return GAME.at({"game": "quando", "seats": len(hands), "hands": hands, **rest}, chance=[])


def play(table: Table, *texts: str) -> None:
    """Play these actions, each by the seat that is asked."""
    for text in texts:
        (seat,) = table.waiting
        table.play(seat, text)


def three(**rest: Any) -> Table:
    hands = [["5/6", "5/1"], ["7/8", "0/3"], ["6/1", "4/3"]]
    return at(hands, draw=["10/9", "2/1", "10/7"], **rest)


@pytest.mark.parametrize("draw", [["10/9"], []], ids=["a pile", "an empty pile"])
def test_Q24_a_new_deal_erases_memory(draw: list[str]) -> None:
    hands, known = [["5/6"], ["7/8"]], [["7/8", "5/6"], ["5/6"]]
    position = {"game": "quando", "seats": 2, "hands": hands, "draw": draw, "knocked": 1, "seen": known}
    table = GAME.at(position, seed=1)
    play(table, "pass")
    assert table.position()["seen"] == [[], []]


def observed(table: Table, seat: int) -> list[int]:
    out = [7] * rules.OBSERVED
    rules.observe(table.conceal_for(seat), seat, out)
    return out


def test_the_observation_of_a_seat_has_its_documented_places() -> None:
    table = three(
        discard=["8/1"], seen=[["5/6"], [], []], points=[3, 4, 5], plays=[1, 0, 0], turn=1, dealer=2
    )
    out = observed(table, 1)
    # Own cards 0/? and 7/?; of the hand to the left ?/1 and ?/3; of the next one ?/1 and ?/6.
    assert [divmod(place, 121) for place in range(DISCARD_AT) if out[place]] == [
        *((0, 12 * 0), (0, 12 * 7)),
        *((1, 12 * 1), (1, 12 * 3)),
        *((2, 12 * 1), (2, 12 * 6)),
    ]
    assert out[DISCARD_AT:UNSEEN_AT] == [8, *[-1] * 109]
    unseen = [KIND_TEXTS[k] for k in range(55) if out[UNSEEN_AT + k]]
    assert sorted(unseen) == table.view(1)["unseen"]
    assert out[PILE_AT:TABLE_AT] == [10, *[-1] * 109]
    assert out[TABLE_AT:SEATS_AT] == [3, 1, 1, 2, 0, 1, -1, -1, 0, -1, -1, 50, 0, 0, 3, 1]
    assert out[SEATS_AT:] == [*(1, 2, 4, 0, 0), *(1, 2, 5, 0, 0), *(1, 2, 3, 1, 0), *[0] * 15]


def test_a_spectator_observes_what_every_seat_knows() -> None:
    table = three(seen=[["5/6"], ["5/6"], ["5/6"]], knocked=2, penalty=[1, 2])
    out = observed(table, -3)
    assert [place for place in range(DISCARD_AT) if out[place]] == [5 * 11 + 6]
    assert (out[TABLE_AT + 6], out[TABLE_AT + 7], out[TABLE_AT + 15]) == (1, 2, -1)


def test_Q24_the_next_cards_are_observed_as_far_as_the_seat_knows_them() -> None:
    """After the pile was turned over: the side that lies up and the other side, from the top on."""
    table = at([["5/6", "5/1", "5/2"], ["7/8"], ["6/1"]], draw=["10/9"], discard=["8/1"])
    play(table, "pick 5/?", "pick 5/?", "take visible")
    beyond = [-1, -1] * (55 - 3)
    assert observed(table, 0)[PILE_AT:TABLE_AT] == [1, 8, -1, 5, -1, 5, *beyond]
    assert observed(table, 1)[PILE_AT:TABLE_AT] == [1, 8, 6, 5, 1, 5, *beyond]
    play(table, "pick 7/?", "take visible")
    assert observed(table, 1)[PILE_AT:TABLE_AT] == [6, 5, 1, 5, *beyond, -1, -1]


def test_both_piles_are_observed_card_by_card() -> None:
    known = ["0/1", "0/2", "0/3", "0/4", "0/5", "0/6", "0/7", "0/8", "0/9"]
    table = at([["10/9"], ["7/8"]], draw=known, discard=["3/1", "2/5"], seen=[[*known, "2/5"], []])
    none = [-1, -1] * (55 - 9)
    assert observed(table, 0)[PILE_AT:TABLE_AT] == [
        *(side for back in range(1, 10) for side in (0, back)),
        *none,
    ]
    assert observed(table, 1)[PILE_AT:TABLE_AT] == [0, *[-1] * 109]
    assert observed(table, 0)[DISCARD_AT : DISCARD_AT + 6] == [3, -1, 2, 5, -1, -1]
    assert observed(table, 1)[DISCARD_AT : DISCARD_AT + 6] == [3, -1, 2, -1, -1, -1]


def test_Q14_a_penalty_can_be_served_in_an_imagined_world() -> None:
    """There is nothing to draw, so seat 1 has a zero to turn over: one of the two cards with fronts that seat 0 cannot see."""
    table = at([["3/1", "2/1"], ["3/0", "0/2", "1/0"]], penalty=[1], turn=0)
    for luck in range(20):
        world, dice = table.conceal_for(0), [0] * RNG_WORDS
        sow(dice, luck, 0, 1)
        rules.imagine(world, 0, dice, [0] * rules.WORK)
        assert any(card & 15 == 0 for card in world.hands[1][:3])


def test_the_end_of_a_round_lies_open_until_the_next_deal() -> None:
    table = at([["9/1"], ["2/1"]], draw=["10/9", "10/8"], knocked=1, turn=0, options={"target": 1})
    play(table, "pass")
    # Own backs stay unseen also when the fronts are laid open.
    assert table.view(0)["hands"] == [["9/?"], ["2/1"]]
    assert table.view(1)["hands"] == [["9/1"], ["2/?"]]
    assert table.view(None)["hands"] == [["9/?"], ["2/?"]]
    end = [event for event in table.events(None) if event["kind"] == "round_end"]
    assert [(event["by"], event["sums"], event["gained"]) for event in end] == [("knock", [9, 2], [9, 0])]
    assert [event["hands"] for event in end] == [[["9/?"], ["2/?"]]]


def test_the_end_of_a_round_tells_the_sum_after_each_card() -> None:
    table = at([["9/1", "4/2"], ["2/1"]], draw=["10/9"], knocked=1, turn=0, options={"target": 1})
    play(table, "pass")
    assert [event["counts"] for event in table.events(None) if "counts" in event] == [[[9, 13], [2]]]


@pytest.mark.parametrize(("knocker", "penalty"), [(0, 0), (1, 5), (2, 5)])
def test_Q20_the_end_of_a_round_says_who_knocked_and_what_it_costs(knocker: int, penalty: int) -> None:
    turn = (knocker + 2) % 3  # the last seat
    table = at([["1/4"], ["3/5"], ["7/8"]], draw=["10/9"], knocked=knocker, turn=turn, options={"target": 1})
    table.play(turn, "pass")
    (end,) = (event for event in table.events(0) if event["kind"] == "round_end")
    assert (end["knocked"], end["penalty"]) == (knocker, penalty)
    assert end["hands"] == [["1/?"], ["3/5"], ["7/8"]]


def test_a_card_that_is_not_in_the_pile_cannot_come_up() -> None:
    position = {"game": "quando", "seats": 2, "hands": [["9/1"], ["2/1"]], "draw": ["5/4", "3/6"]}
    table = GAME.at({**position, "draw_ordered": False}, chance=["2/9"])
    play(table, "pick 9/?")
    with pytest.raises(ChanceError, match="'2/9', cannot happen now; possible: 3/6, 6/3"):
        play(table, "take visible")
    assert table.position()["picked"] == ["9/1"]
