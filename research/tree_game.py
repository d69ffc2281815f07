"""The classes that OpenSpiel asks for. They import it, so ask for them through ``research.solvers``."""

from __future__ import annotations

import pyspiel

from research.tree import FAIR, Tree
from tischlein.engine.types import Untyped


class TreeGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A tree as a game of OpenSpiel."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        super().__init__(_game_type(tree), _game_info(tree), {})

    def new_initial_state(self) -> TreeState:
        return TreeState(self)

    def make_py_observer(self, iig_obs_type: Untyped = None, params: Untyped = None) -> TreeObserver:
        return TreeObserver()


class TreeState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A node of the tree; leading underscores are OpenSpiel's."""

    def __init__(self, game: TreeGame) -> None:
        super().__init__(game)
        self.tree = game.tree
        self.node = self.tree.root

    def current_player(self) -> int:
        if self.node.actor >= 0:
            return self.node.actor
        return int(pyspiel.PlayerId.TERMINAL if self.is_terminal() else pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.node.children)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self.node.chances.items())

    def _apply_action(self, action: int) -> None:
        self.node = self.node.children[action]

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.tree.game
        if not self.node.data:
            return f"world {action}"
        if player < 0:
            return game.chance_text(game.layout.unpack(self.node.data), action)
        return game.face.notation.action_text(game.layout.unpack(self.node.seen[player]), player, action)

    def is_terminal(self) -> bool:
        return bool(self.node.shares)

    def returns(self) -> list[float]:
        return [share - FAIR for share in self.node.shares] or [0.0, 0.0]

    def __str__(self) -> str:
        return f"{self.node.known[0]} {self.node.known[1]} {self.node.data.hex()}"


class TreeObserver:
    """Information states as strings; there are no tensors."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, Untyped] = {}

    def set_from(self, state: TreeState, player: int) -> None:
        """Do nothing: there are no tensors."""

    def string_from(self, state: TreeState, player: int) -> str:
        return state.node.known[player]


def _game_type(tree: Tree) -> Untyped:
    kind = pyspiel.GameType
    return kind(
        short_name=f"tischlein_{tree.game.id}",
        long_name=f"{tree.game.name}, tiny",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )


def _game_info(tree: Tree) -> Untyped:
    return pyspiel.GameInfo(
        num_distinct_actions=tree.game.rules.ACTIONS,
        max_chance_outcomes=tree.outcomes,
        num_players=2,
        min_utility=-FAIR,
        max_utility=FAIR,
        utility_sum=0.0,
        max_game_length=tree.depth,
    )
