"""Tiny games written out: what seats know grows, and is never more than they see."""

from collections import defaultdict
from collections.abc import Iterator

import pytest

import tischlein
from research.exact import packed
from research.recall import Recall
from research.tiny import HIDDEN
from research.tree import Node, Tree, events, grow
from tischlein.adapters.worlds import NotSolvable
from tischlein.cards import CHANCE
from tischlein.scaffold.template import GAME as HOCH

pytestmark = pytest.mark.long  # test_solvers.py grows such trees in the short run


def tree_of(name: str) -> Tree:
    game = tischlein.game(name)
    return grow(game, packed(game, HIDDEN[name]))


def walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children.values():
        yield from walk(child)


@pytest.mark.parametrize("name", HIDDEN)
def test_who_knows_the_same_can_do_the_same_and_remembers_the_same(name: str) -> None:
    tree = tree_of(name)
    known: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    own: dict[str, set[tuple[str, int] | None]] = defaultdict(set)
    nodes = list(walk(tree.root))
    assert len(nodes) == tree.nodes
    for node in nodes:
        if node.actor >= 0:
            key = node.known[node.actor]
            known[key].add((node.actor, tuple(node.children), node.seen[node.actor]))
            own[key].add(last_own(node, node.actor))
        elif node.actor == CHANCE:
            assert sum(node.chances.values()) == pytest.approx(1)
            assert list(node.chances) == list(node.children)
        else:
            assert sum(node.shares) == 1
    assert {len(told) for told in known.values()} == {len(told) for told in own.values()} == {1}
    assert len(tree.decisions()) == len(known)


def last_own(node: Node, seat: int) -> tuple[str, int] | None:
    """What the seat knew and did when it decided last."""
    while node.before is not None and node.step is not None:
        actor, action = node.step
        node = node.before
        if actor == seat:
            return node.known[seat], action
    return None


@pytest.mark.parametrize("name", HIDDEN)
def test_something_is_hidden(name: str) -> None:
    """Some of what a seat can know does not tell which world it is."""
    tree = tree_of(name)
    hidden: dict[str, set[bytes]] = defaultdict(set)
    for node in walk(tree.root):
        if node.actor >= 0 and len(node.children) > 1:
            hidden[node.known[node.actor]].add(node.data)
    assert max(map(len, hidden.values())) > 1


def test_events_are_those_that_a_table_tells() -> None:
    tree = tree_of("lobo77")
    game = tree.game
    node = tree.root.children[0]
    while node.children:
        node = next(iter(node.children.values()))
    steps: list[tuple[int, int]] = []
    at: Node = node
    while at.before is not None and at.before.data and at.step is not None:
        steps.append(at.step)
        at = at.before
    assert CHANCE in {actor for actor, _ in steps}
    table = replayed(tree, at, steps[::-1])
    for seat in (0, 1):
        assert events(game, node, seat) == table.events(seat)


def replayed(tree: Tree, start: Node, steps: list[tuple[int, int]]) -> tischlein.Table:
    """The same steps at a table."""
    game, node, chance = tree.game, start, []
    for actor, action in steps:
        if actor == CHANCE:
            chance.append(game.chance_text(game.layout.unpack(node.data), action))
        node = node.children[action]
    table = game.at(game.dump(game.layout.unpack(start.data)), chance=chance)
    for actor, action in steps:
        if actor != CHANCE:
            table.play(actor, action)
    return table


def test_what_is_too_large_is_refused() -> None:
    game = tischlein.game("lobo77")
    data = packed(game, HIDDEN["lobo77"])
    with pytest.raises(NotSolvable, match="more than 500 nodes"):
        grow(game, data, most=500)
    three = {"game": "lobo77", "seats": 3, "hands": [["2"], ["3"], ["4"]]}
    with pytest.raises(NotSolvable, match="two seats"):
        grow(game, packed(game, three))


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
