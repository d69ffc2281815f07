"""All captures from the display at once: which of its cards can be taken together, and what they are worth.

A set of display cards is a mask. The tables lie in ``work``: for every mask the values that it makes as one
group, the values that it can be divided into groups of, and its worth; then for every value the best mask. In
the dialect of ``tischlein.cards``.
"""

from tischlein.cards import Cells
from tischlein.games.quanto.rules.captures import ALL_SUMS
from tischlein.games.quanto.rules.material import HIGHEST, JOKER, VALUES, Quanto

# In a larger display only the lowest cards are considered: they fit together most often.
MOST = 8
MASKS = 1 << MOST
WIDTH = HIGHEST + 1

# Places in ``work``.
GROUP = 0  # + mask: values, as bits, that the cards are worth as one group
PARTS = MASKS  # + mask: values that they can be divided into groups of
WORTH = 2 * MASKS  # + mask: what it is worth to have these cards
TOTAL = 3 * MASKS  # + mask: their sum, and 256 for every joker
BEST = (
    4 * MASKS
)  # + WIDTH * place + value: worth of the best groups of this value without that card; place MOST: with all
KIND = BEST + WIDTH * (MOST + 1)  # + place: the card there
PLANS = KIND + MOST

# The worth of a display card, in hundredths of a card: one that would have helped the others is worth more.
REMOVED = (
    108,
    108,
    108,
    106,
    106,
    105,
    104,
    103,
    102,
    101,
    100,
    100,
    118,
    117,
    116,
    115,
    114,
    113,
    112,
    111,
    110,
    140,
)


def survey(s: Quanto, highest: int, work: Cells) -> int:
    """Fill the tables of masks for the lying cards up to a value; return the number of cards that they cover."""
    n = 0
    if s.lying <= MOST:
        for place in range(s.lying):
            kind = s.display[place]
            work[KIND + n] = kind
            n += VALUES[kind] <= highest
    else:
        for value in range(highest + 1):
            for place in range(s.lying):
                if n < MOST and VALUES[s.display[place]] == value:
                    work[KIND + n] = s.display[place]
                    n += 1
    work[GROUP] = 0
    work[PARTS] = ALL_SUMS
    work[WORTH] = 0
    work[TOTAL] = 0
    for place in range(n):
        add_card(place, int(work[KIND + place]), work)
    return n


def add_card(place: int, kind: int, work: Cells) -> None:
    """Fill the masks in which this card is the last."""
    last = 1 << place
    counted = 256 if kind == JOKER else VALUES[kind]
    for others in range(last):
        mask = others | last
        total = work[TOTAL + others] + counted
        work[TOTAL + mask] = total
        work[WORTH + mask] = work[WORTH + others] + REMOVED[kind]
        work[GROUP + mask] = values_of(total)
        parts = 0
        rest = others
        while rest >= 0:
            # The card's group is what is not in the rest.
            parts |= work[PARTS + rest] & work[GROUP + (mask ^ rest)]
            rest = (rest - 1) & others if rest > 0 else -1
        work[PARTS + mask] = parts & (ALL_SUMS - 1)


def values_of(total: int) -> int:
    """Return the values, as bits, that cards with this sum make as a group; a joker fills up what is missing. N6, N16"""
    if total < 256:
        return 1 << total if total <= HIGHEST else 0
    if total < 256 + HIGHEST:
        return ALL_SUMS & ~((2 << (total - 256)) - 1)
    return 0


def find_best(n: int, apart: int, work: Cells) -> None:
    """Find for every value the worth of the best groups, 0 if there are none; with ``apart`` also without each single card."""
    for cell in range(BEST + (0 if apart else WIDTH * MOST), BEST + WIDTH * (MOST + 1)):
        work[cell] = 0
    for mask in range(1, 1 << n):
        parts = work[PARTS + mask]
        worth = work[WORTH + mask]
        value = 0
        while parts > 0:
            if parts & 1:
                note(BEST + WIDTH * MOST + value, worth, work)
                if apart:
                    for place in range(n):
                        if (mask >> place) & 1 == 0:
                            note(BEST + WIDTH * place + value, worth, work)
            parts >>= 1
            value += 1


def note(cell: int, worth: int, work: Cells) -> None:
    """Keep the higher worth."""
    if worth > work[cell]:
        work[cell] = worth


def groups_of(value: int, work: Cells) -> int:
    """Return the worth of the best groups of a value in the whole display."""
    return int(work[BEST + WIDTH * MOST + value]) if value <= HIGHEST else 0


def filled_up(n: int, missing: int, goal: int, single: bool, work: Cells) -> int:
    """Return the worth of the best group of what is missing and further groups of the goal; 0 if there is none.

    With ``single`` the first group is one card. N8
    """
    found = 0
    for group in range(1, 1 << n):
        alone = group & (group - 1) == 0
        if (work[GROUP + group] >> missing) & 1 and (alone or not single):
            worth = work[WORTH + group] + beside(n, group, goal, work)
            if worth > found:
                found = worth
    return found


def beside(n: int, group: int, goal: int, work: Cells) -> int:
    """Return the worth of the best groups of the goal without the cards of one group."""
    found = 0
    others = ((1 << n) - 1) & ~group
    rest = others
    while rest > 0:
        if (work[PARTS + rest] >> goal) & 1 and work[WORTH + rest] > found:
            found = int(work[WORTH + rest])
        rest = (rest - 1) & others
    return found


def pick_worth(n: int, kind: int, missing: int, goal: int, work: Cells) -> int:
    """Return the worth of the best plan in which a card of this kind is picked now. N6

    A joker closes its group, so it comes last there: as the first card of a group it stands alone.
    """
    found = 0
    for place in range(n):
        if work[KIND + place] == kind:
            card = 1 << place
            for group in range(1, 1 << n):
                fits = group == card if kind == JOKER else group & card > 0
                if fits and (work[GROUP + group] >> missing) & 1:
                    worth = work[WORTH + group] + beside(n, group, goal, work)
                    if worth > found:
                        found = worth
            return found
    return found
