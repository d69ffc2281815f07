"""Belief: worlds are weighted by what others keep; nothing that the seat knows changes, and bots' hands are imagined as they are."""

from dataclasses import replace
from random import Random

import pytest

import tischlein
from bench.players.belief import imagined
from bench.players.hands import COUNTED
from helpers.games.strategies import each_game_with, played
from per_game import KITS, Kit
from tischlein.bots import bot, situation
from tischlein.bots.base import Situation
from tischlein.cards import EMPTY, RNG_WORDS, sow
from tischlein.engine.game import Game
from tischlein.games.lobo77.bots.belief import exchange
from tischlein.games.lobo77.bots.prices import KEEP

BELIEVING = [kit for kit in KITS if kit.game.id in ("lobo77", "quando")]  # the others weigh nothing
WORLDS = 12


@pytest.mark.parametrize("kit", BELIEVING, ids=lambda kit: kit.game.id)
def test_a_believed_world_looks_the_same(kit: Kit) -> None:
    """test_searcher.py compares what compiled code believes with plain Python."""
    game, rng, looked = kit.game, Random(f"belief {kit.game.id}"), 0
    while looked < WORLDS:
        table = played(kit, rng, most=60)
        if table.over:
            continue
        now = situation(table, table.actor, seed=1)
        (seen,) = imagined(game, now, 1, 1, rng)
        # Every card is still there once, nothing known has changed, and the game can go on.
        game.at(game.dump(seen))
        assert game.rules.legal(seen, now.seat, [0] * (game.rules.ACTIONS + 1), [0] * game.rules.WORK) > 0
        game.rules.conceal(seen, now.seat)
        assert game.layout.pack(seen) == now.data
        looked += 1


def late(game: Game, decisions: int) -> Situation:
    """Some turns into a round of two by rules of thumb."""
    table, player = game.new(seats=2, seed=11), bot("medium")
    for _ in range(decisions):
        table.play(table.actor, player.choose(situation(table, table.actor, seed=2)))
    return situation(table, table.actor, seed=3)


@pytest.mark.parametrize(
    ("name", "decisions", "more"),
    [("quando", 24, -1), ("lobo77", 8, 1)],
    ids=["low fronts", "cards that always help"],
)
def test_what_people_keep_is_likelier_in_their_hands(name: str, decisions: int, more: int) -> None:
    game = tischlein.game(name)
    now, (count,) = late(game, decisions), COUNTED[game.id].values()
    means = [
        sum(count(world, 1 - now.seat) for world in imagined(game, now, belief, 400, Random(1))) / 400
        for belief in (0, 1)
    ]
    assert (means[1] - means[0]) * more > 0.2


def test_a_player_who_lays_many_cards_or_has_knocked_keeps_other_fronts_in_quando() -> None:
    game = tischlein.game("quando")
    now, (count,) = late(game, 24), COUNTED[game.id].values()
    other = 1 - now.seat
    means = []
    for at_a_time, knocked in ((4, EMPTY), (1, EMPTY), (4, other)):
        seen = game.layout.unpack(now.data)
        assert seen.plays[other] > 1
        seen.cards_played[other] = at_a_time * seen.plays[other]
        seen.knocked = knocked
        changed = replace(now, data=game.layout.pack(seen))
        means.append(sum(count(world, other) for world in imagined(game, changed, 1, 400, Random(1))) / 400)
    many, few, after_a_knock = means
    assert few < many - 0.2
    assert after_a_knock < many - 0.2


def test_with_more_seats_a_hand_says_less_in_lobo77() -> None:
    """Return how often the card that is kept most gladly is given away for the one that is kept least."""
    game, dear, cheap = tischlein.game("lobo77"), KEEP.index(max(KEEP)), KEEP.index(min(KEEP))
    given = []
    for seats in (2, 3, 4, 8):
        s, rng, often = game.layout.unpack(game.opening(seats)), [0] * RNG_WORDS, 0
        sow(rng, 1, 0, 0)
        for _ in range(1000):
            for card in range(len(KEEP)):
                s.hands[1][card], s.unseen[card] = int(card == dear), int(card == cheap)
            s.sizes[1] = s.draw_size = 1
            exchange(s, 1, 8, rng)
            often += s.hands[1][cheap]
        given.append(often)
    assert 300 < given[0] < given[1] - 50 < given[2] - 100
    assert given[2] == given[3]


@each_game_with(lambda game: game.id in COUNTED)
def test_what_is_counted_in_a_hand_is_a_number(kit: Kit) -> None:
    table = kit.game.new(seats=kit.game.seats[0], seed=1)
    assert all(count(table.conceal_for(0), 0) >= 0 for count in COUNTED[kit.game.id].values())
