"""Observations for learners: every place has a name and a range, and nothing that matters is left out."""

from collections.abc import Iterator
from random import Random
from typing import Any

import tischlein
from helpers.games.strategies import decide, each_game, played
from per_game import Kit
from samples import SAMPLES
from tischlein.cards import SPECTATOR
from tischlein.engine.play.views import view_of


def observed(kit: Kit, s: Any, seat: int) -> list[int]:
    out = [0] * kit.game.rules.OBSERVED
    kit.game.rules.observe(s, seat, out)
    return out


@each_game
def test_every_place_has_a_name_of_its_own_and_keeps_its_range(kit: Kit) -> None:
    features = tischlein.features(kit.game.id)
    assert len(features) == kit.game.rules.OBSERVED
    assert len({feature.name for feature in features}) == len(features)
    moved = [False] * len(features)
    for number in range(max(12, SAMPLES.examples)):  # enough for half of the places to differ from 0
        rng = Random(f"ranges {kit.game.id} {number}")
        table = played(kit, rng, most=60)
        for seat in (*range(table.seats), SPECTATOR):
            for k, value in enumerate(observed(kit, table.conceal_for(seat), seat)):
                feature = features[k]
                assert feature.low <= value <= feature.high, (feature, value)
                assert feature.kind != "flag" or value in (0, 1), feature
                moved[k] |= value != 0
    assert sum(moved) > len(moved) / 2


def situations(kit: Kit, label: str) -> Iterator[tuple[Any, Any, int]]:
    """Return two concealed records of different games with the same seats and options, and a seat that may act in the first."""
    for number in range(SAMPLES.examples):
        rng = Random(f"{label} {kit.game.id} {number}")
        seats = kit.random_seats(rng)
        options = kit.random_options(rng, seats)
        table, other = (begun(kit, seats, options, rng) for _ in range(2))
        seat = rng.choice(table.waiting)
        yield table.conceal_for(seat), other.conceal_for(seat), seat


def begun(kit: Kit, seats: int, options: Any, rng: Random) -> Any:
    """Return a table after a random part of its game, which is not over: some games have five decisions, some hundreds."""
    seed = rng.getrandbits(32)

    def played(most: int) -> tuple[Any, int]:
        table, luck, done = kit.game.new(seats=seats, seed=seed, **options), Random(seed), 0
        while not table.over and done < most:
            decide(table, luck)
            done += 1
        return table, done

    return played(rng.randrange(played(60)[1]))[0]


def meanings(kit: Kit, s: Any, seat: int) -> dict[int, str]:
    """Return the legal actions and their texts."""
    rules = kit.game.rules
    out = [0] * (rules.ACTIONS + 1)
    n = rules.legal(s, seat, out, [0] * rules.WORK)
    return {action: kit.game.face.actions[action] for action in out[:n]}


def groups(kit: Kit) -> list[tuple[str, ...]]:
    """Return all fields of a record, grouped where they belong together."""
    together = kit.together
    grouped = {name for group in together for name in group}
    return [*together, *((field.name,) for field in kit.layout.fields if field.name not in grouped)]


def shown(kit: Kit, s: Any, seat: int) -> dict[str, Any]:
    view = view_of(kit.game, s, seat)
    return {name: value for name, value in view.items() if name not in kit.unlearned}


def changed(kit: Kit, s: Any, other: Any, rng: Random) -> Iterator[tuple[str, Any]]:
    """Return the record with fields of another one, and with two cells of a row exchanged."""
    layout = kit.layout
    for group in groups(kit):
        mixed, taken = layout.copy(s), layout.copy(other)
        for name in group:
            setattr(mixed, name, getattr(taken, name))
        yield " ".join(group), mixed
    for field in layout.fields:
        if len(field.shape) == 1:
            mixed = layout.copy(s)
            row = getattr(mixed, field.name)
            one, two = rng.sample(range(len(row)), 2)
            row[one], row[two] = row[two], row[one]
            yield f"{field.name}[{one}, {two}]", mixed


@each_game
def test_whatever_changes_what_may_be_done_or_seen_changes_the_features(kit: Kit) -> None:
    """Where the features are equal, legal actions, their meaning and the view are equal, too."""
    rng, tried, noticed = Random(kit.game.id), 0, 0
    for s, other, seat in situations(kit, "fields"):
        before = observed(kit, s, seat), meanings(kit, s, seat), shown(kit, s, seat)
        for what, mixed in changed(kit, s, other, rng):
            try:
                after = observed(kit, mixed, seat), meanings(kit, mixed, seat), shown(kit, mixed, seat)
            except (IndexError, KeyError, TypeError, ValueError, ZeroDivisionError, StopIteration):
                continue  # no record of a real game
            tried += 1
            noticed += before != after
            if before[0] == after[0]:
                assert before[1] == after[1], what
                assert before[2] == after[2], what
    assert noticed > tried / 8
