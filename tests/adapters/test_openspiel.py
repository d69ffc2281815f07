"""OpenSpiel: its own tests and algorithms run on every game, by name and from positions."""

import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import tischlein
from helpers.games.strategies import each_game, hides
from per_game import Kit
from tischlein import OptionError
from tischlein.adapters.trail import observation_of
from tischlein.engine.types import Untyped

pytestmark = pytest.mark.needs("lab", "agents")

ADAPTER = "tischlein.adapters.openspiel"  # registers the games
GAMES = sorted(tischlein.games())
TRIED = 100  # states that are drawn from those that look the same
# The last cards: seat 0 plays the 5 on 72 and says 77, or keeps it; the hands are among these four cards.
END = {
    "game": "lobo77", "seats": 2, "turn": 0, "total": 72, "chips": [0, 0], "hands": [["5", "0"], ["0", "5"]], "discard": ["2"],
}  # fmt: skip


def load(*arguments: Any, **named: Any) -> Untyped:
    from tischlein.adapters import openspiel

    return openspiel.load(*arguments, **named)


def packed(state: Untyped) -> bytes:
    layout = state.game.episode.game.layout
    data: bytes = layout.pack(state.at.record)
    return data


def dealt(game: Untyped) -> Untyped:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def random_states(game: Untyped, seed: int, steps: int) -> Any:
    """Play at random, and yield every state with the step that led to it."""
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    for _ in range(steps):
        if state.is_terminal():
            return
        actor = state.current_player()
        actions = [one for one, _ in state.chance_outcomes()] if actor < 0 else state.legal_actions()
        action = int(rng.choice(actions))
        state.apply_action(action)
        yield state, max(actor, -1), action


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_s_own_random_simulation_with_serialization(name: str) -> None:
    import pyspiel

    import_module(ADAPTER)
    assert f"tischlein_{name}" in pyspiel.registered_names()
    pyspiel.random_sim_test(
        pyspiel.load_game(f"tischlein_{name}(seats={tischlein.game(name).seats[0]})"), 1, True, False
    )


def test_games_are_found_by_name_with_their_options() -> None:
    import pyspiel

    import_module(ADAPTER)
    game = pyspiel.load_game("tischlein_quando(seats=3,target=40)")
    assert (game.num_players(), game.episode.options["target"]) == (3, 40)
    assert str(load("quando", seats=3, options={"target": 40})) == str(game)
    assert str(load("quando", seats=np.int64(3), options={"target": np.int64(40)})) == str(game)
    game = pyspiel.load_game("tischlein_lobo77(starter=#1,hand=3)")
    assert (game.episode.options["starter"], len(dealt(game).at.record.hands)) == (1, 8)
    assert str(load("lobo77", options={"starter": 1, "hand": 3})) == str(game)
    with pytest.raises(OptionError, match="knock_after"):
        pyspiel.load_game("tischlein_quando(knock_after=never)")
    wrong: dict[str, Any]
    for wrong, said in (
        ({"seats": "x"}, "is for 2 to 6, not 'x'"),
        ({"options": 7}, "options: 7 is not a dict"),
    ):
        with pytest.raises(OptionError, match=said):
            load("quando", **wrong)


def test_a_process_with_registered_games_ends_without_a_crash() -> None:
    """OpenSpiel drops what was registered after the interpreter has ended."""
    code = "import pyspiel, tischlein.adapters.openspiel; pyspiel.load_game('tischlein_qwixx').new_initial_state()"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, env=os.environ, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")


@each_game
def test_information_states_have_perfect_recall_and_tensors_do_not_claim_it(kit: Kit) -> None:
    """The texts tell histories apart exactly as all concealed records and seen actions do."""
    game = load(kit.game, seats=kit.game.usual_seats)
    assert not game.get_type().provides_information_state_tensor
    with pytest.raises(OptionError, match="information states have no tensor"):
        dealt(game).information_state_tensor(0)  # an empty one would be learned from without a word
    told: dict[str, tuple[Any, ...]] = {}
    for seed in range(6):
        recalled: list[tuple[Any, ...]] = [(player,) for player in range(3)]
        seen = [b""] * 3
        for state, actor, action in random_states(game, seed % 3, 50 + 10 * seed):
            for player in range(3):
                now = observation_of(game.episode.game, state.at.record, player)
                is_seen = actor >= 0 and game.episode.game.sees_action(player, actor, action)
                if is_seen or now != seen[player]:
                    recalled[player] += ((actor, action) if is_seen else None, now)
                seen[player] = now
                text = state.information_state_string(player)
                assert told.setdefault(text, recalled[player]) == recalled[player]
    assert len(set(told.values())) == len(told)


def test_states_and_information_states_name_cards() -> None:
    state = dealt(load("lobo77", seats=2, options={"starter": 0}))
    own = state.information_state_string(0)
    hand = tischlein.game("lobo77").dump(state.at.record)["hands"][0]
    assert sorted(own.split()[4::6]) == sorted(f"{card};" for card in hand)
    assert own.count("1 deal ?;") == len(hand)
    assert f'"hands":[["{hand[0]}"' in str(state)
    assert f'"hand":["{hand[0]}"' in state.observation_string(0)


@each_game
def test_what_is_not_legal_is_refused_and_changes_nothing(kit: Kit) -> None:
    state = load(kit.game, seats=kit.game.seats[0]).new_initial_state()
    while state.is_chance_node():
        with pytest.raises(OptionError, match="apply_action: 999 is not legal now"):
            state.apply_action(999)
        state.apply_action(state.chance_outcomes()[0][0])
    before = str(state)
    everything = range(kit.game.rules.ACTIONS + 2)
    for action in sorted(set(everything) - set(state.legal_actions())):
        with pytest.raises(OptionError, match="is not legal now; legal_actions says what is"):
            state.apply_action(action)
    assert str(state) == before


@each_game
def test_states_go_to_another_process_and_on_from_there(kit: Kit) -> None:
    state = dealt(load(kit.game, seats=kit.game.seats[0]))
    state.apply_action(state.legal_actions()[0])
    for one in (state, state.resample_from_infostate(0, np.random.default_rng(3).random)):
        again = pickle.loads(pickle.dumps(one))  # noqa: S301 — our own
        assert str(again) == str(one)
        assert again.history() == one.history()
        assert again.information_state_string(0) == one.information_state_string(0)
        assert str(one.get_game().deserialize_state(one.serialize())) == str(one)
        while again.is_chance_node():
            again.apply_action(again.chance_outcomes()[0][0])
        again.apply_action(again.legal_actions()[0])


def test_games_keep_their_position_and_designed_numbers_elsewhere() -> None:
    designed = load("lobo77", seats=3, options={"hand": 3, "manual_draw": True})
    again = pickle.loads(pickle.dumps(designed))  # noqa: S301 — our own
    assert (again.start, again.episode.options) == (designed.start, designed.episode.options)
    placed = load("lobo77", position=END)
    assert pickle.loads(pickle.dumps(placed)).worlds == placed.worlds  # noqa: S301


@each_game
def test_a_player_cannot_tell_a_resampled_state_from_the_true_one(kit: Kit) -> None:
    rng = np.random.default_rng(3)
    others = told_apart = hidden = private = 0
    for state, _, _ in random_states(load(kit.game, seats=kit.game.seats[0]), 3, 60):
        if state.is_chance_node() or state.is_terminal():
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        rival, layout = 0 if player else 1, kit.game.layout
        same = layout.pack(other.conceal_for(rival)) == layout.pack(state.conceal_for(rival))
        assert (other.information_state_string(rival) == state.information_state_string(rival)) == same
        if not same:  # nothing is left of what the rival truly held
            assert state.information_state_string(rival) not in other.information_state_string(rival)
        assert other.history() == []
        told_apart += not same
        others += packed(other) != packed(state)
        known = layout.pack(state.conceal_for(player))
        hidden += known != packed(state)
        private += known != layout.pack(state.conceal_for(rival))
    # A game may hide nothing, or from all the same.
    assert bool(others) == bool(hidden)
    assert bool(told_apart) == bool(private)


# Positions


def test_a_position_takes_its_own_seats_and_options() -> None:
    position = {**END, "seats": 3, "hands": [["5"], ["0"], ["0"]], "chips": [0, 0, 0]}
    game = load("lobo77", seats=2, options={"manual_draw": True}, position=position)
    assert (game.num_players(), game.episode.options["manual_draw"]) == (3, False)


def test_a_position_begins_with_chance_for_what_is_hidden() -> None:
    game = load("lobo77", position=END)
    root = game.new_initial_state()
    chances = [chance for _, chance in root.chance_outcomes()]
    # Two fives and two zeros in two hands: alike in four of six cases.
    assert sorted(chances) == pytest.approx([1 / 6, 1 / 6, 2 / 3])
    hands = Counter[Any]()
    for outcome, _ in root.chance_outcomes():
        state = root.child(outcome)
        hands[tuple(sorted(game.episode.game.dump(state.at.record)["hands"][0]))] += 1
    assert hands == {("0", "0"): 1, ("0", "5"): 1, ("5", "5"): 1}


def histories(state: Untyped, steps: Any) -> Any:
    """Yield the states that these actions lead to, with any chance outcomes, and how likely each is."""
    if not steps:
        yield state, 1.0
        return
    step, *others = steps
    tried = state.chance_outcomes() if step.player < 0 else [(step.action, 1.0)]
    for action, chance in tried:
        if step.player < 0 or action in state.legal_actions():
            for found, more in histories(state.child(action), others):
                yield found, chance * more


def test_resampled_states_of_a_position_are_as_likely_as_in_its_tree() -> None:
    position = {
        **END,
        "total": 60,
        "draw": ["3", "4"],
        "draw_ordered": False,
        "hands": [["5", "0"], ["9", "10"]],
    }
    game = load("lobo77", position=position)
    rng = np.random.default_rng(1)
    state = dealt(game)
    state.apply_action(state.legal_actions()[0])
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    player = state.current_player()
    known = state.information_state_string(player)
    chances = Counter[Any]()
    for other, chance in histories(game.new_initial_state(), state.full_history()):
        if other.information_state_string(player) == known:
            chances[other.history_str()] += chance
    seen = Counter[Any]()
    for _ in range(TRIED):
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string(player) == known
        seen[other.history_str()] += 1
    assert set(seen) <= set(chances)
    expected = {history: TRIED * chance / chances.total() for history, chance in chances.items()}
    apart = sum((seen[history] - number) ** 2 / number for history, number in expected.items())
    assert len(expected) > 5
    assert apart < len(expected) + 3 * (2 * len(expected)) ** 0.5  # chi-square


def test_the_true_cards_are_not_given_away_where_few_histories_fit() -> None:
    """After some draws and plays hardly any random history looks the same to a player."""
    position = {**END, "total": 10, "chips": [2, 2], "hands": [["5", "0"], ["9", "10"]], "draw": ["3", "4", "6", "7", "8"], "draw_ordered": False}  # fmt: skip
    state = load("lobo77", position=position).new_initial_state()
    for number in range(20):
        actions = state.legal_actions()
        state.apply_action(actions[7 * number % len(actions)])
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    player, rng = state.current_player(), np.random.default_rng(1)
    found = [state.resample_from_infostate(player, rng.random) for _ in range(6)]
    assert len({other.history_str() for other in found} - {state.history_str()}) > 1
    assert {other.information_state_string(player) for other in found} == {
        state.information_state_string(player)
    }


def test_a_position_with_too_many_worlds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from tischlein.adapters import spiel_classes, worlds

    monkeypatch.setattr(spiel_classes, "worlds", partial(worlds.worlds, tries=500))
    table = tischlein.game("lobo77").new(3, seed=1)
    with pytest.raises(OptionError, match="position: LOBO 77: there are too many worlds"):
        load("lobo77", position=table.position())


# Algorithms of OpenSpiel


@pytest.mark.long  # tests/research/test_solvers.py solves such a position
def test_cfr_and_mccfr_solve_a_position() -> None:
    import pyspiel
    from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, outcome_sampling_mccfr

    game = load("lobo77", position=END)
    pyspiel.random_sim_test(game, 3, True, False)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, solver.tabular_average_policy()) < 0.001
    sampled = external_sampling_mccfr.ExternalSamplingSolver(game, external_sampling_mccfr.AverageType.SIMPLE)
    for _ in range(100):
        sampled.iteration()
    assert exploitability.exploitability(game, sampled.average_policy()) < 0.1
    outcomes = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(10):
        outcomes.iteration()


def test_ismcts_plays() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = load("lobo77", seats=2)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        max_simulations=6,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        random_state=rng,
    )
    state = dealt(game)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.long  # OpenSpiel's own tests and random games run below
def test_the_learning_environment_and_playthroughs_run() -> None:
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import generate_playthrough

    env = rl_environment.Environment(load("qwixx", seats=2))
    step = env.reset()
    for _ in range(30):
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == env.observation_spec()["info_state"][0]
        step = env.step([step.observations["legal_actions"][player][0]])
    text = generate_playthrough.playthrough(
        "tischlein_qwixx(seats=2)", action_sequence=None, alsologtostdout=False, seed=1
    )
    assert 'InformationStateString(0) = "seat 0:' in text


@pytest.mark.long
@pytest.mark.needs("train")
def test_nfsp_learns_not_to_lose_at_once() -> None:
    """The player who plays the 5 on 72 has lost; fictitious play by nets finds that the 0 is better."""
    from open_spiel.python import rl_environment
    from open_spiel.python.pytorch import nfsp

    env = rl_environment.Environment(load("lobo77", position=END))
    env.seed(1)
    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    agents = [
        nfsp.NFSP(
            player, size, actions, [32], 2000, 0.25, batch_size=32, min_buffer_size_to_learn=100, learn_every=8, seed=1, optimizer_str="adam",
            epsilon_start=0.1, epsilon_decay_duration=500, update_target_network_every=50,
        )
        for player in range(2)
    ]  # fmt: skip
    for _ in range(1000):
        step = env.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = env.step([agents[player].step(step).action])
        for agent in agents:
            agent.step(step)
    step = env.reset()
    while len(step.observations["legal_actions"][0]) < 2:  # both cards are the same
        step = env.reset()
    with agents[0].temp_mode_as(nfsp.MODE.AVERAGE_POLICY):
        chances = agents[0].step(step, is_evaluation=True).probs
    zero = env.get_state.string_to_action("0")
    assert sum(chances) == pytest.approx(1)
    assert chances[zero] > 0.7


# Observers


def kinds() -> list[Untyped]:
    """Return all types of observations."""
    import pyspiel

    whom = (
        pyspiel.PrivateInfoType.NONE,
        pyspiel.PrivateInfoType.SINGLE_PLAYER,
        pyspiel.PrivateInfoType.ALL_PLAYERS,
    )
    return [
        pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
        for public in (True, False)
        for recall in (True, False)
        for private in whom
    ]


def decisions(game: Untyped, seed: int, steps: int) -> list[Untyped]:
    return [
        state.clone()
        for state, _, _ in random_states(game, seed, steps)
        if not state.is_chance_node() and not state.is_terminal()
    ]


@each_game
def test_public_information_is_what_a_spectator_knows(kit: Kit) -> None:
    """It is the same in every world that a spectator cannot tell from the true one, and for every player."""
    from open_spiel.python.observation import make_observation

    from tischlein.cards import RNG_WORDS, SPECTATOR, sow
    from tischlein.engine.play.legality import work_of

    game = load(kit.game, seats=kit.game.seats[0])
    one, none = game.episode.game, kinds()[0].private_info
    public = [make_observation(game, kind) for kind in kinds()[:6] if kind.private_info == none]
    recalled, now = public
    assert recalled.tensor is None
    rng = [0] * RNG_WORDS
    sow(rng, 1, 2, 3)
    for state in decisions(game, 3, 80)[::4]:
        other = state.clone()
        record = state.conceal_for(SPECTATOR)
        one.rules.imagine(record, SPECTATOR, rng, work_of(one))
        other.point = type(state.point)(one, record, state.point.trail, state.point.decisions)
        assert now.string_from(other, 0) == now.string_from(state, 0) == now.string_from(state, 1)
        now.set_from(state, 0)
        seen = now.tensor.copy()
        now.set_from(other, 1)
        assert (now.tensor == seen).all()
        assert json.loads(now.string_from(state, 0))["you"] is None
        assert recalled.string_from(state, 1).startswith("spectator:")


@each_game
def test_public_and_private_information_together_are_what_a_player_knows(kit: Kit) -> None:
    from open_spiel.python.observation import make_observation

    game = load(kit.game, seats=kit.game.seats[0])
    _, _, _, public, both, every, *_, private, all_private = [
        make_observation(game, kind) for kind in kinds()
    ]
    for state in decisions(game, 3, 60)[::3]:
        whole = json.loads(both.string_from(state, 1))
        parts = {
            **json.loads(public.string_from(state, 1)),
            **json.loads(private.string_from(state, 1) or "{}"),
        }
        assert {**parts, "you": 1} == whole
        assert json.loads(all_private.string_from(state, 0))["1"] == json.loads(
            private.string_from(state, 1) or "{}"
        )
        every.set_from(state, 0)
        both.set_from(state, 1)
        assert (every.dict["observation"][1] == both.tensor).all()
    assert private.tensor is None


def test_observations_that_cannot_be_are_refused() -> None:
    from open_spiel.python.observation import make_observation

    game = load("lobo77", seats=2)
    missing = [kind for kind in kinds() if make_observation(game, kind) is None]
    assert len(missing) == 4
    assert not any(kind.public_info for kind in missing)
    with pytest.raises(OptionError, match="observations have no parameters"):
        make_observation(game, kinds()[0], {"single_tensor": "yes"})


OWN_TESTS = (
    "test_sequence_lengths",
    "test_observations_raises_error_on_invalid_player",
    "test_legal_actions_returns_empty_list_on_opponent",
    "test_private_information_contents",
    "test_no_invalid_public_observations",
)


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_s_own_tests_of_its_interface(name: str) -> None:
    import unittest

    from open_spiel.integration_tests import api_test

    game = load(name, seats=tischlein.game(name).seats[0])
    suite = unittest.TestSuite()
    kind = type(
        f"{name}Test", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": str(game)}
    )
    # A game in which all see everything has no private information.
    own = [test for test in OWN_TESTS if "private" not in test or hides(tischlein.game(name))]
    suite.addTests(kind(test) for test in own)
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun == len(own)
    assert result.errors + result.failures == []
