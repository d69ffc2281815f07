"""A tiny game of two written out as a whole, with what each seat has seen on the way: what solvers of games ask for.

It begins with a chance outcome that decides which of all worlds it is that a spectator cannot tell from the given one. What a seat
knows at a node is all that it has seen and done since then: every concealed record that differed from the one before, its own actions,
and those of the other that are open (``research.recall``).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from research.exact import after, legal, shares
from research.recall import Recall
from tischlein.adapters.worlds import NotSolvable, worlds
from tischlein.cards import CHANCE, OVER, SPECTATOR
from tischlein.engine.game import Game
from tischlein.engine.play.history import History
from tischlein.engine.types import Event

MOST_NODES = 200_000
FAIR = 0.5  # share of the win
ROOT = -4  # stands for the record of the first node, which is none


@dataclass(frozen=True, eq=False, slots=True)
class Node:
    """A point of the game, together with how it came to that."""

    actor: int  # a seat, CHANCE or OVER
    data: bytes = field(repr=False)  # the record; empty at the root
    recall: Recall  # what each seat has seen and done so far
    before: Node | None = field(repr=False)
    step: tuple[int, int] | None  # actor and action that led here
    shares: tuple[float, ...] = ()  # of the win, when it is over
    children: dict[int, Node] = field(default_factory=dict, repr=False)  # by action, or by chance outcome
    chances: dict[int, float] = field(default_factory=dict, repr=False)  # how likely the outcomes are

    @property
    def known(self) -> tuple[str, ...]:
        """For each seat: a name for all that it has seen and done so far."""
        return self.recall.names

    @property
    def seen(self) -> tuple[bytes, ...]:
        """By each seat: the concealed record."""
        return self.recall.seen

    def __deepcopy__(self, memo: object) -> Node:
        # OpenSpiel copies states with all they hold; a tree that has grown is never changed.
        return self


@dataclass(frozen=True, eq=False)
class Tree:
    """All of a tiny game."""

    game: Game
    root: Node
    nodes: int
    depth: int
    outcomes: int  # more than the number of any chance outcome

    def __deepcopy__(self, memo: object) -> Tree:
        return self

    def decisions(self) -> dict[str, Node]:
        """Return one decision node for every information state."""
        found: dict[str, Node] = {}
        ahead = [self.root]
        while ahead:
            node = ahead.pop()
            if node.actor >= 0:
                found.setdefault(node.known[node.actor], node)
            ahead.extend(node.children.values())
        return found


def grow(game: Game, data: bytes, most: int = MOST_NODES) -> Tree:
    """Write out the game from a record on; NotSolvable if it is for more than two, or has more than ``most`` nodes."""
    s = game.layout.unpack(data)
    if s.seats != 2:
        raise NotSolvable(f"{game.name}: only games of two seats are written out, not of {s.seats}")
    root = Node(CHANCE, b"", Recall.nothing(2), None, None)
    ahead = [(root, 0)]
    nodes = depth = outcomes = 0
    while ahead:
        node, length = ahead.pop()
        nodes, depth = nodes + 1, max(depth, length)
        if nodes + len(ahead) > most:
            raise NotSolvable(f"{game.name}: the game has more than {most} nodes")
        if node is root:
            for number, (world, chance) in enumerate(worlds(game, data, SPECTATOR).items()):
                root.chances[number] = float(chance)
                root.children[number] = _child(game, root, world, ROOT, number)
        else:
            _branch(game, node)
        outcomes = max(outcomes, *(number + 1 for number in node.chances), 0)
        ahead += [(child, length + 1) for child in node.children.values()]
    return Tree(game, root, nodes, depth, outcomes)


def _branch(game: Game, node: Node) -> None:
    s = game.layout.unpack(node.data)
    if node.actor >= 0:
        for action in sorted(legal(game, s, node.actor)):
            following = after(game, s, node.actor, action)
            node.children[action] = _child(game, node, following, node.actor, action)
    elif node.actor == CHANCE:
        outcomes = game.rules.chances(s)
        found: dict[bytes, int] = {}
        for outcome in range(outcomes):
            following = after(game, s, CHANCE, outcome)
            # Equal cards are different outcomes with the same future.
            first = found.setdefault(following, outcome)
            node.chances[first] = node.chances.get(first, 0.0) + 1 / outcomes
            if first == outcome:
                node.children[outcome] = _child(game, node, following, CHANCE, outcome)


def _child(game: Game, node: Node, data: bytes, actor: int, action: int) -> Node:
    s = game.layout.unpack(data)
    won = tuple(shares(game, s)) if s.actor == OVER else ()
    recall = node.recall.after(game, data, actor, action)
    return Node(int(s.actor), data, recall, node, (actor, action), won)


def events(game: Game, node: Node, seat: int) -> list[Event]:
    """Return the events that a seat has witnessed on the way to a node."""
    steps = []
    while node.before is not None and node.step is not None and node.step[0] != ROOT:
        steps.append((*node.step, node.data))
        node = node.before
    history = History(node.data)
    for actor, action, data in reversed(steps):
        history.add(actor, "", action, data)
    return history.seen_events(game, seat)
