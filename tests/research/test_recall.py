"""What seats recall: a secret choice of another only when all are laid open."""

import pytest

from research.recall import Recall
from tischlein.cards import CHANCE
from tischlein.scaffold.template import GAME as HOCH


@pytest.mark.parametrize("is_last", [False, True])
def test_a_seat_learns_a_secret_choice_when_all_are_laid_open(is_last: bool) -> None:
    names = []
    for choice in (1, 4):  # of seat 1, which holds 2, 5 and 8
        table = HOCH.new(3, chance=[str(n) for n in range(1, 10)])
        recall = Recall.nothing(3).after(HOCH, table.past.now, CHANCE, 0)
        decisions = [(0, 0), (1, choice), (2, 2)]
        for seat, action in decisions if is_last else decisions[:2]:
            table.play(seat, action)
            recall = recall.after(HOCH, table.past.now, seat, action)
        names.append(recall.names)
    assert (names[0][0] != names[1][0]) == (names[0][2] != names[1][2]) == is_last
    assert names[0][1] != names[1][1]
