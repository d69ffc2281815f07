"""What a seat of Qwixx knows, and the worlds it can imagine: X15, X16."""

from random import Random

from tischlein.cards import EMPTY, SPECTATOR
from tischlein.games.qwixx import GAME
from tischlein.games.qwixx.rules.knowledge import OBSERVED
from tischlein.games.qwixx.rules.material import KINDS

RULES = GAME.rules


def test_X16_features_are_the_view_in_numbers() -> None:
    rng = Random("qwixx features")
    table = GAME.new(seats=3, seed=4, jokers=True)
    while not table.over:
        for eyes in (SPECTATOR, *range(3)):
            known, view = table.conceal_for(eyes), table.view(None if eyes == SPECTATOR else eyes)
            out = [7] * OBSERVED
            RULES.observe(known, eyes, out)
            assert sum(out[:KINDS]) == len(view["hand"] or [])
            assert sum(out[KINDS : 2 * KINDS]) == len(view["unseen"])
            assert sum(out[110:121]) == sum(card is not None for card in view["display"])
            assert out[121] == (-1 if view["top"] is None else int(view["top"][1:]) - 2)
            assert out[122:124] == [view["draw_count"], len(view["discard"])]
            slots = [-1 if card is None else int(card[1:]) - 2 for card in view["display"]]
            assert out[133:138] == [1, *slots]
            own = eyes if eyes >= 0 else 0
            for offset in range(3):
                player = view["players"][(own + offset) % 3]
                base = 149 + 59 * offset
                rows = [player["sheet"][name] for name in ("red", "yellow", "green", "blue")]
                assert [sum(out[base + 11 * k : base + 11 * k + 11]) for k in range(4)] == [
                    len(row) for row in rows
                ]
                assert sum(out[base + 44 : base + 55]) == out[base + 56] == len(player["cards"])
                assert out[base + 55] == player["sheet"]["misses"]
                assert out[base + 57 : base + 59] == [player["decided"], 1]
            assert set(out[149 + 59 * 3 :]) == {0}
        seat = rng.choice(table.waiting)
        table.play(seat, rng.choice(table.actions(seat)))


def test_X16_without_a_draw_pile_there_is_no_card_on_top_to_imagine() -> None:
    table = GAME.at({"game": "qwixx", "seats": 2, "hands": [["r2"], ["y5", "g5"]], "display": ["b9"]})
    known = table.conceal_for(0)
    RULES.imagine(known, 0, [1, 2, 3], [])
    assert known.top == EMPTY
    assert sorted(known.hands[1][:2] + known.display[:1]) == sorted([15 + 1, 15 + 2, 35 + 3])
