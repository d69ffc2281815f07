"""Why one move was better than another, in cards that change hands, from what the player knows."""

from tischlein.engine.rules.parts import Move
from tischlein.engine.types import Count
from tischlein.games.quanto.rules.captures import sums
from tischlein.games.quanto.rules.material import (
    CLAIM,
    DISCARD,
    FORM,
    SAID,
    SERVE,
    STEAL,
    TAKE,
    VALUES,
    Quanto,
    partner_of,
)
from tischlein.games.quanto.rules.turn import verb_of

# Cards left to draw at which an unfinished quanto is in danger.
LATE = 8


def reason(s: Quanto, seat: int, better: Move, other: Move) -> Count | None:
    """Return the key and the values of the sentence that says why one move was better than the other."""
    if s.second or not any(TAKE <= action < SAID or action >= SAID for action in better.actions):
        return None
    verb, instead = _verb(better), _verb(other)
    found: Count = {
        "gain": _gain(s, seat, better.after),
        "less": _gain(s, seat, other.after),
        "cards_left": int(s.draw_size),
    }
    if verb == STEAL and found["gain"] > found["less"]:
        return {**found, "key": "steals"}
    if verb == CLAIM and instead != CLAIM:
        return {**found, "key": "claims", "cards": int(s.quanto_sizes[seat])}
    if instead in (FORM, SERVE) and verb in (TAKE, CLAIM) and s.draw_size <= LATE:
        return {**found, "key": "unfinished"}
    if found["gain"] > found["less"]:
        return {**found, "key": "more"}
    grown, less = _grown(s, seat, better.after), _grown(s, seat, other.after)
    if verb in (FORM, SERVE) and grown > max(0, less):
        return {**found, "key": "grows", "cards": grown, "fewer": less}
    some, rather = _takers(better.after), _takers(other.after)
    if verb == DISCARD and some < rather:
        return {**found, "key": "safe", "some": some, "rather": rather, "all": sum(better.after.unseen)}
    left, more = int(better.after.display_size), int(other.after.display_size)
    if left < more and found["gain"] == found["less"]:
        return {**found, "key": "leaves", "left": left, "more": more}
    return {**found, "key": "keeps"} if verb == DISCARD != instead and instead is not None else None


def _verb(move: Move) -> int | None:
    for action in move.actions:
        if TAKE <= action < STEAL + 6:
            return verb_of(action)
    return None


def _gain(s: Quanto, seat: int, after: Quanto) -> int:
    """Return how many cards more lie safe in the win pile, a partner's counted too."""
    gain = int(after.pile_sizes[seat] - s.pile_sizes[seat])
    if s.teams:
        gain += int(after.pile_sizes[partner_of(seat)] - s.pile_sizes[partner_of(seat)])
    return gain


def _takers(after: Quanto) -> int:
    """Return how many unseen cards could take something from the display as it lies then; jokers could always."""
    made = sums(after)
    return sum(n for kind, n in enumerate(after.unseen) if VALUES[kind] == 0 or made >> VALUES[kind] & 1)


def _grown(s: Quanto, seat: int, after: Quanto) -> int:
    return int(after.quanto_sizes[seat] - s.quanto_sizes[seat])
