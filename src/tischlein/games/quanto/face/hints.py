"""Hints on an action: what it would bring, and the count for or against it, from what the acting seat knows."""

from typing import Literal, TypedDict

from tischlein.engine.types import Count
from tischlein.games.quanto.rules.choices import legal_picks
from tischlein.games.quanto.rules.material import (
    ACTIONS,
    CARD,
    COPIES,
    DISCARD,
    DONE,
    FORM,
    JOKER,
    NAMES,
    NO_BONUS,
    ONE,
    PICK,
    PICK_AS,
    SERVE,
    SERVE_PARTNER,
    STEAL,
    TAKE,
    THREE,
    TWO,
    VALUES,
    Quanto,
    partner_of,
)
from tischlein.games.quanto.rules.turn import has_bonus, say, value_of, verb_of


class Hint(TypedDict, total=False):
    """A hint: what an action would bring.

    For `card`: the value, None for a joker. For a verb: the value of the card, what a group has to make, what
    is missing besides the card, and the cards that can be picked first; the seat whose quanto it is about,
    and the number of its cards. For `discard`: what a 1, 2 or 3 does then, and how many cards a 1 robs. For
    `pick`: the sum of the group with this card, what it has to make, and whether that closes it. For `done`
    and the bonus: the cards that move, and whether a bonus follows.
    """

    value: int | None
    goal: int
    missing: int
    picks: list[str]
    owner: int
    cards: int
    special: Literal["rob", "again", "reveal"] | None
    sum: int
    closes: bool
    bonus: bool


def hint(s: Quanto, seat: int, action: int) -> Hint:
    if action < TAKE:
        return {"value": VALUES[action - CARD] or None}
    if action < PICK:
        return _verb(s, action)
    if action < DONE:
        return _pick(s, action)
    if action == DONE:
        return {"cards": _move_sum(s), "bonus": has_bonus(s)}
    if action <= NO_BONUS:
        return {"cards": _move_sum(s) + (action < NO_BONUS)}
    return {}  # an exchange has no hints


def _verb(s: Quanto, action: int) -> Hint:
    verb = verb_of(action)
    if verb == DISCARD:
        return {"special": _special(s), "cards": _robbery(s) if s.card == ONE else 0}
    value = value_of(s, action)
    if verb == TAKE:
        return {"value": value, "goal": value, "missing": value, "picks": _picks(s, action)}
    if verb == FORM:
        return {"value": value, "picks": _picks(s, action)}
    owner = partner_of(s.turn) if verb == SERVE_PARTNER else action - STEAL if verb == STEAL else s.turn
    goal = s.tile[owner]
    found: Hint = {"owner": owner, "goal": goal, "cards": s.quanto_sizes[owner]}
    if SERVE <= verb <= SERVE_PARTNER:
        found |= {"value": value, "missing": goal - value, "picks": _picks(s, action)}
    return found


def _picks(s: Quanto, action: int) -> list[str]:
    """Return what can be picked first after this verb; the record is the caller's copy and is changed."""
    say(s, action)
    out = [0] * ACTIONS
    found = (out[k] for k in range(legal_picks(s, out)))
    kinds = {JOKER if pick >= PICK_AS else pick - PICK for pick in found if PICK <= pick < DONE}
    return [NAMES[kind] for kind in sorted(kinds)]


def _special(s: Quanto) -> Literal["rob", "again", "reveal"] | None:
    if s.card == ONE:
        return "rob"
    if s.card == TWO and s.sizes[s.turn] > (0 if s.from_revealed else 1):
        return "again"
    return "reveal" if s.card == THREE and s.draw_size > 0 else None


def _robbery(s: Quanto) -> int:
    """Return the number of cards that a 1 takes. N12, N22"""
    others = [other for other in range(s.seats) if other != s.turn]
    return sum(s.pile_sizes[other] > 0 and not (s.teams and other == partner_of(s.turn)) for other in others)


def _pick(s: Quanto, action: int) -> Hint:
    value = action - PICK_AS + 1 if action >= PICK_AS else VALUES[action - PICK]
    if s.goal == 0:
        return {"sum": s.value + value, "goal": s.value + value, "closes": True}
    missing = s.missing or s.goal
    rest = 0 if action == PICK + JOKER else missing - value
    return {"sum": s.goal - rest, "goal": s.goal, "closes": rest == 0}


def _move_sum(s: Quanto) -> int:
    """Return the number of cards that move: the played one, the picks, and a quanto that is taken."""
    taken = s.quanto_sizes[s.owner] if s.owner >= 0 and not FORM <= s.verb <= SERVE_PARTNER else 0
    return 1 + s.display_size - s.lying + taken


def count(s: Quanto, seat: int, action: int) -> Count | None:
    """Return for a card how many of its number are known, in a hand, on the table or gone."""
    if CARD <= action < TAKE:
        kind = action - CARD
    elif PICK <= action < PICK + JOKER:
        kind = action - PICK
    else:
        return None
    if kind == JOKER:
        return None
    alike = [k for k, value in enumerate(VALUES) if value == VALUES[kind]]
    copies = sum(COPIES[k] for k in alike)
    return {
        "key": "known",
        "card": NAMES[VALUES[kind] - 1],
        "some": copies - sum(s.unseen[k] for k in alike),
        "all": copies,
    }
