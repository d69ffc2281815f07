"""Win piles and quantos, one after the other in a single row: seat by seat the win pile, bottom first, and then the quanto.

So a quanto that its owner takes lies in the right place already. N6, N9, N12, N17
"""

from tischlein.cards import EMPTY
from tischlein.games.quanto.rules.material import FORM, SERVE_PARTNER, TAKE, Quanto, partner_of


def end_of_pile(s: Quanto, seat: int) -> int:
    """Return where the next card of a win pile goes."""
    place = 0
    for other in range(seat):
        place += s.pile_sizes[other] + s.quanto_sizes[other]
    return place + s.pile_sizes[seat]


def make_room(s: Quanto, place: int, n: int) -> None:
    """Move all cards from a place on by n."""
    at = s.won_size - 1
    while at >= place:
        s.won[at + n] = s.won[at]
        at -= 1
    s.won_size += n


def remove(s: Quanto, place: int) -> int:
    """Take out the card at a place and close the gap."""
    kind = int(s.won[place])
    s.won_size -= 1
    for at in range(place, s.won_size):
        s.won[at] = s.won[at + 1]
    s.won[s.won_size] = EMPTY
    return kind


def win(s: Quanto, seat: int, kind: int) -> None:
    """Put one card on top of a win pile."""
    place = end_of_pile(s, seat)
    make_room(s, place, 1)
    s.won[place] = kind
    s.pile_sizes[seat] += 1


def collect(s: Quanto) -> None:
    """End the action: all its cards move, the quanto's first, then the played card and the picks in order. N6 to N9, N17"""
    n = 1 + s.display_size - s.lying
    if FORM <= s.verb <= SERVE_PARTNER:
        owner = s.owner
        place = end_of_pile(s, owner) + s.quanto_sizes[owner]
        s.tile[owner] = s.goal
        s.tiles &= ~(1 << int(s.goal))
        s.quanto_sizes[owner] += n
    else:
        if s.verb == TAKE:
            s.last_taker = s.turn
        else:
            take_quanto(s, s.owner)
        place = end_of_pile(s, s.turn)
        s.pile_sizes[s.turn] += n
    make_room(s, place, n)
    s.won[place] = s.card
    for at in range(s.lying, s.display_size):
        place += 1
        s.won[place] = s.display[at]
        s.display[at] = EMPTY
    s.display_size = s.lying


def take_quanto(s: Quanto, owner: int) -> None:
    """Move a quanto's cards to the player's win pile, and its tile back to the middle. N9, N17"""
    s.tiles |= 1 << int(s.tile[owner])
    s.tile[owner] = 0
    if owner == s.turn:
        s.pile_sizes[owner] += s.quanto_sizes[owner]
        s.quanto_sizes[owner] = 0
    while s.quanto_sizes[owner] > 0:
        kind = remove(s, end_of_pile(s, owner))
        s.quanto_sizes[owner] -= 1
        win(s, s.turn, kind)


def rob(s: Quanto) -> None:
    """Take the top card of every other win pile, clockwise, but not the partner's. N12, N22"""
    for step in range(1, s.seats):
        seat = (s.turn + step) % s.seats
        if s.pile_sizes[seat] > 0 and (s.teams == 0 or seat != partner_of(s.turn)):
            kind = remove(s, end_of_pile(s, seat) - 1)
            s.pile_sizes[seat] -= 1
            win(s, s.turn, kind)
