"""Concealing a table and imagining it again, where it is known what can be there."""

from tischlein import game
from tischlein.cards import RNG_WORDS, sow


def test_X16_of_two_equal_numbers_in_step_3_one_is_a_joker() -> None:
    """And their colour is any but the one whose 5 the other player holds."""
    qwixx = game("qwixx")
    position = {
        "game": "qwixx", "seats": 2, "options": {"jokers": True}, "step": 3, "hands": [["r2"], ["y5"]],
        "display": ["r6"], "draw": ["g5", "b5", "r9"], "played": ["r5", "j5 as red"],
    }  # fmt: skip
    table = qwixx.at(position, seed=1)
    colours = set()
    for luck in range(40):
        world = table.conceal_for(1)
        dice = [0] * RNG_WORDS
        sow(dice, luck, 0, 1)
        qwixx.rules.imagine(world, 1, dice, [])
        kinds = {card % 5 for card in world.played[:2]}
        assert [card // 5 for card in world.played[:2]] == [3, 3]
        assert kinds == {world.colour, 4}
        colours.add(world.colour)
    assert colours == {0, 2, 3}


def test_N11_who_can_only_discard_is_imagined_with_cards_that_can_do_nothing() -> None:
    """Seat 1 has named the 12, and the 8 lies there: its other card is no 4, which could add up to 12 with it."""
    quanto = game("quanto")
    position = {
        "game": "quanto", "seats": 2, "options": {"discard": "forced"}, "turn": 1, "step": "verb", "card": "12",
        "hands": [["4"], ["10", "12"]], "display": ["8"], "draw": ["4", "10", "11"], "draw_ordered": False,
    }  # fmt: skip
    table = quanto.at(position, seed=1)
    others = set()
    for luck in range(40):
        world = table.conceal_for(0)
        dice = [0] * RNG_WORDS
        sow(dice, luck, 0, 1)
        quanto.rules.imagine(world, 0, dice, [])
        others.add(tuple(card for card in quanto.dump(world)["hands"][1] if card != "12"))
    assert others == {("10",), ("11",)}
