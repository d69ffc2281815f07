"""Tiny positions in OpenSpiel: they are the games of our tables, and solvers find what is known."""

from random import Random
from typing import Any

import pytest

import tischlein
from research import solvers
from research.exact import packed, solve
from research.tiny import HIDDEN, OPEN
from tischlein.bots import bot, situation
from tischlein.cards import CHANCE
from tischlein.engine.types import Untyped

LOBO = tischlein.game("lobo77")
pytestmark = pytest.mark.needs("agents")


def load(name: str, position: object) -> Untyped:
    from tischlein.adapters import openspiel

    return openspiel.load(name, position=position)


def uniform(spiel: Untyped) -> Untyped:
    import pyspiel

    return pyspiel.UniformRandomPolicy(spiel)


def packed_at(state: Untyped) -> bytes:
    data: bytes = state.game.episode.game.layout.pack(state.at.record)
    return data


# 30 worlds, some 1 000 nodes.
SMALL: dict[str, Any] = {
    "game": "lobo77",
    "seats": 2,
    "chips": [0, 0],
    "hands": [["10", "5"], ["9", "3"]],
    "draw": ["2"],
    "draw_ordered": False,
    "total": 60,
}


@pytest.mark.parametrize("name", HIDDEN)
def test_a_playthrough_agrees_with_the_table(name: str) -> None:
    game = tischlein.game(name)
    spiel = load(name, HIDDEN[name])
    for seed in range(6):
        rng = Random(seed)
        state = spiel.new_initial_state()
        state.apply_action(rng.choice([outcome for outcome, _ in state.chance_outcomes()]))
        start = game.dump(state.at.record)
        chance: list[str] = []
        played: list[tuple[int, str, list[str]]] = []
        while not state.is_terminal():
            player = state.current_player()
            legal = state.legal_actions()
            action = rng.choice(legal)
            text = state.action_to_string(player, action)
            if player == CHANCE:
                chance.append(text)
            else:
                played.append((player, text, [state.action_to_string(player, one) for one in legal]))
            state.apply_action(action)
        table = game.at(start, chance=chance)
        for seat, text, texts in played:
            assert sorted(action.text for action in table.actions(seat)) == sorted(texts)
            table.play(seat, text)
        assert [table.events(seat) for seat in (0, 1)] == [solvers.events(state, seat) for seat in (0, 1)]
        assert table.over
        won = [seat in table.winners for seat in (0, 1)]
        assert state.returns() == [win / sum(won) - 0.5 for win in won]


def test_a_value_known_by_hand() -> None:
    # One of 0, 2 and 10 is in the hand of seat 1, which has the 0 in one world of three. Else seat 0 has it, and wins by playing it at
    # 76, since all else is too much; playing anything, it does so in half of these worlds. Seat 1 never has a choice.
    position = {**SMALL, "hands": [["0", "10"], ["2"]], "draw": [], "total": 76}
    spiel = load("lobo77", position)
    assert len(spiel.worlds) == 3
    best = solvers.equilibrium(spiel, 50)
    assert solvers.value(spiel, best) == pytest.approx(2 / 3, abs=0.01)
    assert solvers.exploitability(spiel, best) == pytest.approx(0, abs=0.01)
    anything = uniform(spiel)
    assert solvers.value(spiel, anything) == pytest.approx(1 / 3)
    assert solvers.exploitability(spiel, anything) == pytest.approx(1 / 6)


def test_cfr_agrees_with_the_exact_solver_where_nothing_is_hidden() -> None:
    # All worlds are the given one: the hidden cards are equal.
    position = {**SMALL, "hands": [["x2", "9"], ["10", "10"]], "draw": [], "total": 69, "turn": 0}
    spiel = load("lobo77", position)
    mean = sum(chance * solve(LOBO, world).shares[0] for world, chance in spiel.worlds)
    best = solvers.equilibrium(spiel, 50)
    assert solvers.value(spiel, best) == pytest.approx(mean, abs=0.01)


def test_bots_have_policies_that_can_be_repeated() -> None:
    spiel = load("lobo77", SMALL)
    once, again = (solvers.policy_of(bot("medium"), spiel, seeds=2).policy_table() for _ in range(2))
    assert once == again
    decisions = solvers.decisions(spiel)
    assert set(once) == set(decisions)
    for key, choices in once.items():
        assert [action for action, _ in choices] == decisions[key].legal_actions()
        assert sum(share for _, share in choices) == pytest.approx(1)


@pytest.mark.long  # tests/bots/test_searcher.py plays where it is known what is right
def test_hard_is_hard_to_exploit() -> None:
    spiel = load("lobo77", SMALL)
    lost = {
        name: solvers.exploitability(spiel, solvers.policy_of(bot(name), spiel, iterations=150))
        for name in ("random", "search")
    }
    assert 0 <= lost["search"] < lost["random"]
    assert lost["search"] < 0.1


def test_a_situation_is_that_of_the_table() -> None:
    position = OPEN["lobo77"][0]
    root = load("lobo77", position).new_initial_state()
    data = packed(LOBO, position)
    state = next(one for world in root.legal_actions() if packed_at(one := root.child(world)) == data)
    ours = solvers.situation_at(state, seed=5, iterations=9)
    theirs = situation(LOBO.at(position, seed=1), 0, seed=5, iterations=9)
    assert (ours.data, set(ours.actions), ours.rng) == (theirs.data, set(theirs.actions), theirs.rng)
    assert ours.events() == theirs.events() == []
