"""The `revealing` kinds of a game: each kind with which a decision itself shows what was hidden, and no
other.

New games draw by chance, which always needs consent. Positions with a stacked draw pile show cards without
it.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from helpers.games import laws
from helpers.games.strategies import each_game
from per_game import Kit
from samples import SAMPLES
from tischlein.cards import CHANCE, SPECTATOR
from tischlein.engine.game import Game

Decision = tuple[bytes, int, int]  # the record before, who, and what

STEPS = 40  # at most, from each small position
ENOUGH = 8


@cache
def decisions(kit: Kit) -> dict[frozenset[str], list[Decision]]:
    """Yield decisions that no chance followed, by the kinds of public events that they showed."""
    found: dict[frozenset[str], list[Decision]] = defaultdict(list)
    rng = Random("reveals")
    positions = [*kit.showing, *(kit.random_position(rng) for _ in range(5 * SAMPLES.reveals))]
    for position in positions:
        table = kit.game.at(position, seed=rng.getrandbits(64))
        seen: set[frozenset[str]] = set()
        for _ in range(STEPS):
            if table.over:
                break
            seat = rng.choice(table.waiting)
            before = table.past.now
            action = rng.choice(table.actions(seat))
            table.play(seat, action)
            if table.past.steps[-1].seat != CHANCE:
                last = table.past.events(kit.game, len(table.past.steps) - 1, SPECTATOR)
                kinds = frozenset(event["kind"] for event in last)
                if kinds not in seen and len(found[kinds]) < ENOUGH:
                    found[kinds].append((before, seat, action.id))
                seen.add(kinds)
    return dict(found)


def opened(kit: Kit, made: list[Decision]) -> Iterator[tuple[Any, int, int]]:
    for before, seat, action in made:
        yield kit.layout.unpack(before), seat, action


@each_game
def test_what_may_be_taken_back_has_shown_nothing_with_stacked_piles_either(kit: Kit) -> None:
    assert kit.ruled <= kit.game.secrets.revealing
    for made in decisions(kit).values():
        laws.check_undo_makes_nothing_known(kit.game, Random(1), 0, opened(kit, made))


@each_game
def test_every_kind_that_is_declared_is_missed_when_it_is_not(kit: Kit) -> None:
    """Without the kind, a decision that has shown something hidden could be taken back; the test above notices that."""
    declared = kit.game.secrets.revealing
    for kind in sorted(declared - kit.ruled):
        alone = [one for kinds, made in decisions(kit).items() if kinds & declared == {kind} for one in made]
        secrets = replace(kit.game.secrets, revealing=declared - {kind})
        assert is_missed(replace(kit.game, secrets=secrets), opened(kit, alone)), (
            f"{kit.game.id}: no decision is known that shows something hidden with {kind!r} and that chance does not follow. Leave "
            f"{kind!r} out of `revealing` if chance always follows, since then consent is needed in any case, or if nothing hidden "
            f"is left to show; give the kit a position in `showing` from which a decision does; or, if the rulebook wants consent "
            f"all the same, name {kind!r} in `ruled` of the kit"
        )


def is_missed(game: Game, made: Iterator[tuple[Any, int, int]]) -> bool:
    """Return True if a decision that shows something hidden may be taken back without consent."""
    try:
        laws.check_undo_makes_nothing_known(game, Random(1), 0, made)
    except AssertionError as error:
        return "may be taken back without consent" in str(error)
    return False
