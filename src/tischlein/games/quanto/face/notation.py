"""Quanto in writing: cards `1` … `12`, rainbow `4r` … `12r`, joker `J`; actions say what is done, one tap each."""

from collections.abc import Iterable

from tischlein.cards import EMPTY
from tischlein.games.quanto.rules.material import (
    ACCEPT,
    BONUS,
    CARD,
    CLAIM,
    DISCARD,
    DONE,
    FORM,
    GIVE,
    HIGHEST,
    JOKER,
    KINDS,
    LOT,
    MAX_SEATS,
    NAMES,
    NO_BONUS,
    NO_OFFER,
    OFFER,
    PICK,
    PICK_AS,
    RETURN,
    SAID,
    SERVE,
    SERVE_PARTNER,
    STEAL,
    TAKE,
    VALUES,
    Quanto,
)

KIND = {name: kind for kind, name in enumerate(NAMES)}
# How people sort a hand: by value, plain before rainbow, jokers last.
ORDER = sorted(range(KINDS), key=lambda kind: (VALUES[kind] or HIGHEST + 1, kind))
VERBS = {
    TAKE: "take",
    FORM: "form",
    SERVE: "serve",
    SERVE_PARTNER: "serve partner",
    CLAIM: "claim",
    DISCARD: "discard",
}

# Actions about one card, by the first action of each group.
BASES = {CARD: "card", PICK: "pick", BONUS: "bonus", OFFER: "offer", GIVE: "give"}


def _texts() -> dict[int, str]:
    texts = dict(VERBS)
    texts |= {DONE: "done", NO_BONUS: "no bonus", NO_OFFER: "no offer", RETURN: "return", ACCEPT: "accept"}
    for base, word in BASES.items():
        texts |= {base + kind: f"{word} {name}" for kind, name in enumerate(NAMES)}
    for value in range(1, HIGHEST + 1):
        for verb in (TAKE, FORM, SERVE, SERVE_PARTNER):
            texts[SAID + 12 * (verb - TAKE) + value - 1] = f"{VERBS[verb]} as {value}"
        texts[PICK_AS + value - 1] = f"pick J as {value}"
    return texts | {STEAL + seat: f"steal {seat}" for seat in range(MAX_SEATS)}


TEXTS = _texts()
IDS = {text: action for action, text in TEXTS.items()}


def action_card(s: Quanto, action: int) -> str | None:
    """Return the card of the hand or the display that the action is about."""
    if PICK_AS <= action < PICK_AS + HIGHEST:
        return NAMES[JOKER]
    return next((NAMES[action - base] for base in BASES if base <= action < base + KINDS), None)


def outcomes(s: Quanto) -> Iterable[tuple[str, int]]:
    """Return the names of the chance outcomes in order, each with the number of outcomes that have it."""
    if s.step == LOT:
        return [(f"seat {seat}", 1) for seat in range(s.seats)]
    return zip(NAMES, s.unseen, strict=True)


def card_name(kind: int) -> str:
    """Return the card's name, `?` for one that the seat may not know."""
    return NAMES[kind] if kind >= 0 else "?"


def in_order(counts: list[int]) -> list[str]:
    """Return the names of a multiset of cards, sorted as people sort a hand.

    >>> in_order([0, 0, 0, 2, 1] + [0] * 7 + [1] + [0] * 8 + [1])
    ['4', '4', '4r', '5', 'J']
    """
    return [NAMES[kind] for kind in ORDER if counts[kind] for _ in range(counts[kind])]


def names(kinds: list[int]) -> list[str]:
    """Return the names of cards in order."""
    return [NAMES[kind] for kind in kinds]


def verb_text(s: Quanto) -> str | None:
    """Return the verb of the current action, with a joker's value or the seat stolen from."""
    if s.verb == EMPTY:
        return None
    if s.verb == STEAL:
        return TEXTS[STEAL + s.owner]
    if s.card == JOKER and s.verb < CLAIM:
        return TEXTS[SAID + 12 * (s.verb - TAKE) + s.value - 1]
    return VERBS[s.verb]


def groups_of(s: Quanto) -> list[list[str]]:
    """Return the picks so far, group by group, in the order of picking; the last group may be open."""
    groups: list[list[str]] = []
    missing = 0
    for place, kind in enumerate(s.display[s.lying : s.display_size]):
        if place == 0 and s.verb == FORM:
            value = s.goal - s.value
            groups.append([f"J as {value}" if kind == JOKER else NAMES[kind]])
            continue
        if missing == 0:
            groups.append([])
            first_served = place == 0 and s.verb in (SERVE, SERVE_PARTNER)
            missing = s.goal - s.value if first_served else s.goal
        groups[-1].append(NAMES[kind])
        missing = 0 if kind == JOKER else missing - VALUES[kind]
    return groups
