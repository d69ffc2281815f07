"""What the coach takes a position for: by what the judged seat knows, and not by what others make of it."""

import tischlein

QUANDO = tischlein.game("quando")


def test_a_knock_with_a_bad_hand_is_lost_even_if_the_others_cannot_know() -> None:
    """34 in the hand and 20 points: who knocks with that has lost the game, as soon as the round is counted."""
    table = QUANDO.at(
        {
            "game": "quando",
            "seats": 4,
            "turn": 0,
            "hands": [
                ["10/9", "9/8", "8/6", "7/5"],
                ["0/4", "1/3", "0/2", "2/5"],
                ["4/6", "5/6", "1/7", "2/8"],
                ["3/9", "0/10", "6/9", "4/1"],
            ],
            "draw": ["4/7", "6/0", "3/8", "9/1", "10/6", "7/8", "5/1", "2/3", "10/1", "5/9"],
            "draw_ordered": False,
            "plays": [2, 2, 2, 2],
            "cards_played": [3, 3, 3, 3],
            "points": [20, 20, 20, 20],
        },
        seed=1,
    )
    values = {choice.text: choice.value for choice in tischlein.analyse(table, 0).choices}
    assert values.pop("knock") < 0.03
    assert min(values.values()) > 0.1
