"""What a seat may know: conceal, and the worlds that can be imagined from it; tests/rules has more, with the branches counted."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given

from helpers.games.likely import likely
from helpers.games.listed import all_worlds, key
from helpers.games.strategies import (
    concealed,
    each_game,
    eyes_of,
    generators,
    has_module,
    imagined,
    somewhere,
    walk,
    words,
)
from per_game import KITS, Kit, SmallWorld
from samples import SAMPLES
from tischlein.cards import SPECTATOR
from tischlein.engine.backends import load


@each_game
@given(generators)
def test_concealing_for_a_seat_and_then_for_all_is_concealing_for_all(kit: Kit, rng: Random) -> None:
    s, pack = somewhere(kit, rng), kit.layout.pack
    for eyes in eyes_of(s):
        twice = concealed(kit, concealed(kit, s, eyes), SPECTATOR)
        assert pack(twice) == pack(concealed(kit, s, SPECTATOR))


@each_game
@given(generators)
def test_games_go_on_in_imagined_worlds(kit: Kit, rng: Random) -> None:
    """No world is imagined that would be refused as an impossible position."""
    s, pack = somewhere(kit, rng, most=60), kit.layout.pack
    cards = kit.cards(s)
    for eyes in eyes_of(s):
        known = concealed(kit, s, eyes)
        world = imagined(kit, known, eyes, words(rng))
        assert pack(concealed(kit, world, eyes)) == pack(known)
        assert world.actor < 0 or pack(kit.game.load(kit.game.dump(world))) == pack(world)
        for now in walk(kit, world, rng, 20):
            pack(now)
            assert kit.cards(now) == cards


# Cases so small that all worlds can be listed

CASES = [pytest.param(kit, case, id=f"{kit.game.id} {case.name}") for kit in KITS for case in kit.cases]


@each_game
def test_every_game_has_cases(kit: Kit) -> None:
    assert kit.cases


def dreams(kit: Kit, case: SmallWorld, times: int) -> Counter[str]:
    """Return the imagined worlds with their frequencies, from the compiled rules, which imagine the same much faster."""
    compiled = load(kit.game.rules, "wasm" if has_module(kit.game) else "native")
    known = compiled.unpack(kit.layout.pack(concealed(kit, kit.game.load(case.position), case.eyes)))
    luck = words(Random(f"dreams of {case.name}"))
    packed = Counter[bytes]()
    for _ in range(times):
        world = compiled.copy(known)
        compiled.imagine(world, case.eyes, luck)
        packed[compiled.pack(world)] += 1
    found = Counter[str]()
    for world, n in packed.items():
        found[key(kit, kit.game.dump(kit.layout.unpack(world)))] += n
    return found


def likelihood(found: Counter[str], weights: dict[str, float]) -> float:
    """Return how likely it is that dreams differ at least this much from these weights."""
    scale = found.total() / sum(weights.values())
    expected = [weight * scale for weight in weights.values()]
    return likely([found[world] for world in weights], expected)


@pytest.mark.parametrize(("kit", "case"), CASES)
def test_every_world_is_imagined_as_often_as_the_cards_make_it_likely(kit: Kit, case: SmallWorld) -> None:
    """Each way to lay the cards down is as likely as any other: a chi-square test against the full list."""
    worlds = {world: float(n) for world, n in sorted(all_worlds(kit, case).items())}
    # The fewer worlds there are, the fewer dreams tell which of them come too often.
    found = dreams(kit, case, min(SAMPLES.worlds, SAMPLES.worlds // 4 + 25 * len(worlds)))
    assert set(found) == set(worlds)
    if len(worlds) == 1:  # everything lies open
        return
    assert likelihood(found, worlds) > 1e-4
    # The same test notices if every other world should be half as likely again.
    skewed = {world: n * (1 + 0.5 * (k % 2)) for k, (world, n) in enumerate(worlds.items())}
    assert likelihood(found, skewed) < 1e-4
