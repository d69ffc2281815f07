"""The exchange between partners, and what each remembers of the other's hand. N24

A memory is certain: it counts cards that must still be there, whichever of several equal ones was played or passed on.
"""

from tischlein.cards import EMPTY
from tischlein.games.quanto.rules.material import (
    ACCEPT,
    GIVE,
    NO_OFFER,
    OFFER,
    STEP_ANSWER,
    STEP_CARD,
    STEP_GIVE,
    Quanto,
    partner_of,
)


def exchange(s: Quanto, action: int) -> None:
    """Carry out an action of the exchange: an offer or none; a return, or an acceptance and a card in return."""
    if action < NO_OFFER:
        offer(s, action - OFFER)
    elif action < ACCEPT:
        decline(s)
    elif action == ACCEPT:
        accept(s)
    else:
        give(s, action - GIVE)


def offer(s: Quanto, kind: int) -> None:
    """Show one card of the partner's to the player; it may be one that was seen before."""
    s.offered = kind
    s.looked[s.turn] = 1
    if s.known[s.turn][kind] == 0:
        s.known[s.turn][kind] = 1
    s.step = STEP_ANSWER
    s.actor = s.turn


def decline(s: Quanto) -> None:
    """Go on to the player's card: nothing was offered, or the card goes back."""
    s.offered = EMPTY
    s.step = STEP_CARD
    s.actor = s.turn


def accept(s: Quanto) -> None:
    """Let the player keep the card; now another one is owed."""
    partner = partner_of(s.turn)
    move(s, partner, s.turn, s.offered)
    s.known[s.turn][s.offered] -= 1
    s.known[partner][s.offered] += 1
    s.looked[partner] = 1
    s.step = STEP_GIVE


def give(s: Quanto, kind: int) -> None:
    """Give another card back; the one just received stays for certain, even if it looks the same."""
    partner = partner_of(s.turn)
    move(s, s.turn, partner, kind)
    s.known[s.turn][kind] += 1
    stays = 1 if kind == s.offered else 0
    if s.known[partner][kind] > stays:
        s.known[partner][kind] -= 1
    decline(s)


def move(s: Quanto, giver: int, receiver: int, kind: int) -> None:
    """Move a card from one hand to the other."""
    s.hands[giver][kind] -= 1
    s.sizes[giver] -= 1
    s.hands[receiver][kind] += 1
    s.sizes[receiver] += 1


def forget(s: Quanto, kind: int) -> None:
    """Forget a known card like the one just played: it may have been this one."""
    partner = partner_of(s.turn)
    if s.known[partner][kind] > 0:
        s.known[partner][kind] -= 1
