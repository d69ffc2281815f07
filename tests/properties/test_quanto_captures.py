"""Captures of Quanto, pick by pick, against a plain enumeration of all sets of disjoint groups."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from samples import SAMPLES
from tischlein.games.quanto import GAME, rules
from tischlein.games.quanto.face.notation import IDS, TEXTS, picked_groups
from tischlein.games.quanto.rules.material import ACTIONS, DONE, TAKE

# Card names of one group, sorted; and all groups of a capture, the ones that may come in any order sorted too.
Group = tuple[str, ...]
Capture = tuple[Group | None, tuple[Group, ...]]
CARDS = [*map(str, range(1, 13))] * 3 + [f"{value}r" for value in range(4, 13)] + ["J", "J"]
SMALL = [*map(str, range(1, 7))] * 4 + ["4r", "5r", "6r", "J", "J"]


# The enumeration


def value(card: str) -> int:
    return int(card.removesuffix("r"))


def is_worth(group: Iterable[str], worth: int, jokers: int = 1) -> bool:
    """Return True if the group makes the number; a joker is any from 1 to 12, and a group has at most ``jokers``."""
    numbers = [value(card) for card in group if card != "J"]
    wild = len(list(group)) - len(numbers)
    if wild > jokers:
        return False
    return sum(numbers) == worth if wild == 0 else sum(numbers) + wild <= worth


def subsets(places: list[int]) -> Iterator[tuple[int, ...]]:
    for size in range(1, len(places) + 1):
        yield from combinations(places, size)


def families(cards: list[str], places: list[int], worth: int, jokers: int) -> set[tuple[Group, ...]]:
    """Return all sets of disjoint groups, the empty one included."""
    if not places:
        return {()}
    first, *others = places
    found = families(cards, others, worth, jokers)
    for rest in [(), *subsets(others)]:
        group = [cards[place] for place in (first, *rest)]
        if is_worth(group, worth, jokers):
            left = [place for place in others if place not in rest]
            for family in families(cards, left, worth, jokers):
                found.add(tuple(sorted((tuple(sorted(group)), *family))))
    return found


def with_first(
    cards: list[str], firsts: Iterable[tuple[tuple[int, ...], str, int]], jokers: int
) -> set[Capture]:
    """Return captures with a special first group, at these places and under this name, then groups worth the goal."""
    found: set[Capture] = set()
    for first, name, worth in firsts:
        left = [place for place in range(len(cards)) if place not in first]
        group = (name,) if name else tuple(sorted(cards[place] for place in first))
        found |= {(group, family) for family in families(cards, left, worth, jokers)}
    return found


def enumerated(
    verb: str, played: int, tile: int, cards: list[str], jokers: int = 1, serve: str = "several"
) -> set[Capture]:
    """Return what a card of this value can capture; ``tile`` is the quanto's, ``serve`` the option."""
    places = list(range(len(cards)))
    if verb == "take":
        return {(None, family) for family in families(cards, places, played, jokers) if family}
    if verb == "claim":
        return {(None, family) for family in families(cards, places, tile, jokers)}
    if verb == "serve":
        rest = tile - played
        firsts = [
            (first, "", tile)
            for first in subsets(places)
            if is_worth([cards[place] for place in first], rest, jokers)
            and rest > 0
            and (serve == "several" or len(first) == 1)
        ]
        return with_first(cards, firsts, jokers)
    partners = []
    for place, card in enumerate(cards):
        for number in range(1, 13) if card == "J" else (value(card),):
            if 5 <= played + number <= 12:
                name = f"J as {number}" if card == "J" else card
                partners.append(((place,), name, played + number))
    return with_first(cards, partners, jokers)


# The rules


def started(verb: str, played: str, tile: int, display: list[str], serve: str) -> tuple[Any, int]:
    """Return a record in which the card was chosen, and the action that says the verb."""
    quanto = {"tile": tile, "cards": [str(tile - 1), "1"]} if verb in ("serve", "claim") else None
    position = {
        "game": "quanto",
        "seats": 2,
        "options": {"discard": "free", "serve": serve},
        "hands": [["J" if " as " in played else played], []],
        "display": display,
        "quantos": [quanto, None],
    }
    s = GAME.load(position)
    card, _, said = played.partition(" as ")
    rules.apply(s, 0, IDS[f"card {card}"], [])
    return s, IDS[f"{verb} as {said}" if said and verb != "claim" else verb]


def state_of(s: Any) -> tuple[Any, ...]:
    """Return what decides about further picks: groups in any order, the open one with what it lacks."""
    groups = picked_groups(s)
    shown = [tuple(sorted(group)) for group in groups]
    closed, opened = (shown, None) if s.missing == 0 or not shown else (shown[:-1], shown[-1])
    first = shown[0] if s.verb != TAKE and shown else None
    return first, tuple(sorted(closed)), opened, s.missing, s.goal


def reached(s: Any, verb: str, rng: Random) -> set[Capture]:
    """Return all captures that picks lead to; no pick on the way is a dead end."""
    found: set[Capture] = set()
    seen = {state_of(s)}
    ahead = [s]
    while ahead:
        s = ahead.pop()
        out = [0] * (ACTIONS + 1)
        n = rules.legal(s, 0, out, [])
        assert n > 0, (picked_groups(s), s.display[: s.display_size])
        if rng.random() < 0.02:
            allowed = [action for action in range(ACTIONS) if rules.why(s, 0, action, []) == 0]
            assert sorted(out[:n]) == allowed
        for action in out[:n]:
            if action == DONE:
                groups = [tuple(sorted(group)) for group in picked_groups(s)]
                first = groups.pop(0) if verb in ("form", "serve") else None
                found.add((first, tuple(sorted(groups))))
                continue
            following = GAME.layout.copy(s)
            rules.apply(following, 0, action, [])
            if state_of(following) not in seen:
                seen.add(state_of(following))
                ahead.append(following)
    return found


def cards_of(captures: Iterable[Capture]) -> set[tuple[str, ...]]:
    """Return the cards that leave the display, grouped in any way."""
    return {
        tuple(sorted(card.partition(" as ")[0] for group in (first or (), *groups) for card in group))
        for first, groups in captures
    }


def random_case(rng: Random) -> tuple[str, str, int, list[str]]:
    verb = rng.choice(("take", "take", "form", "serve", "claim"))
    deck = rng.choice((CARDS, SMALL))
    display = rng.sample(deck, rng.randrange(9))
    tile = rng.randrange(5, 13)
    number = tile if verb == "claim" else rng.randrange(1, 13)
    left = 2 - display.count("J")
    if left and rng.random() < 0.3:
        return verb, f"J as {number}", tile, display
    return verb, str(number), tile, display


@pytest.mark.parametrize("stream", range(2))
def test_N6_N7_N8_N9_picks_reach_exactly_the_captures_there_are(stream: int) -> None:
    rng = Random(stream)
    captures = 0
    for _ in range(SAMPLES.displays):
        verb, played, tile, display = random_case(rng)
        serve = rng.choice(("several", "one"))
        s, action = started(verb, played, tile, display, serve)
        wanted = enumerated(verb, int(played.removeprefix("J as ")), tile, display, serve=serve)
        assert (rules.why(s, 0, action, []) == 0) == bool(wanted), (TEXTS[action], display)
        if wanted:
            rules.apply(s, 0, action, [])
            assert reached(s, verb, rng) == wanted, (TEXTS[action], display)
            captures += len(wanted)
    assert captures > SAMPLES.displays


def test_N17_no_capture_is_lost_because_a_joker_closes_its_group() -> None:
    rng = Random(99)
    for _ in range(SAMPLES.displays // 4):
        verb, played, tile, _ = random_case(rng)
        display = [*rng.sample(SMALL[:24], rng.randrange(6)), "J", "J"]
        number = int(played.removeprefix("J as "))
        shared = enumerated(verb, number, tile, display, jokers=2)
        assert cards_of(shared) == cards_of(enumerated(verb, number, tile, display))
