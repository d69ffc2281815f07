"""What the end of an iteration is worth: on one scale, whether the game ended or not."""

import pytest

import tischlein
from helpers.games.strategies import each_game
from per_game import Kit
from tischlein.bots import bot, situation
from tischlein.bots.runtime import runtime
from tischlein.engine.play.table import Table


def rewards(table: Table) -> list[float]:
    me = runtime(table.game, "python")
    found = [9.0] * table.seats
    me.functions["share_the_win"](table._s, me.heuristics.LEAD, me.cells(max(me.actions, table.seats)), found)
    return found


@each_game
def test_shares_of_the_win_add_up_to_one_before_the_end_and_at_it(kit: Kit) -> None:
    player = bot("easy")
    for seats in (kit.game.seats[0], kit.game.seats[-1]):
        table = kit.game.new(seats=seats, seed=seats)
        for number in range(10_000):
            if table.over:
                break
            if number % 10 == 0:
                assert sum(rewards(table)) == pytest.approx(1.0)
            seat = table.waiting[0]
            table.play(seat, player.choose(situation(table, seat, seed=number)))
        won = [(seat in table.winners) / len(table.winners) for seat in range(seats)]
        assert rewards(table) == pytest.approx(won)


def test_partners_share_what_their_team_may_expect() -> None:
    table = tischlein.game("quanto").new(seats=4, seed=2, teams=True)
    for number in range(60):
        seat = table.waiting[0]
        table.play(seat, bot("medium").choose(situation(table, seat, seed=number)))
    found = rewards(table)
    assert found[0] == found[2]
    assert found[1] == found[3]
    assert sum(found) == pytest.approx(1.0)
    assert found[0] != found[1]
