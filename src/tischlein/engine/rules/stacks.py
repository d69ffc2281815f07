"""A shuffled deck laid out in stacks: one for each seat, and one for the middle of the table. In the dialect.

A seat takes its cards from its own stack, so that one more card for another seat does not change them: at every table with the
same deal a seat gets the same cards in the same order. When a stack is used up, its cards come from the longest other one, last card
first. The odds are those of a single pile: in whatever order the places of an unseen shuffle are looked at, each card is equally likely
to be any of those that are left (``docs/decisions/0030-stacks.md``).

A row of cells holds it all. Cards are shuffled when the number of cards that can come is not the number of cards left here: before
a deal, and after the game has shuffled its discard pile. A deal is shuffled from a seed of its own, which does not depend on what
happened in the deal before.
"""

from tischlein.cards import NO_CARD, RNG_WORDS, Cells, below, sow

MOST_CARDS = 256
MOST_STACKS = 17  # sixteen seats and the middle

# The cells: the generator comes first, so that ``below`` and ``sow`` take the row for it.
TWO_SIDED = RNG_WORDS  # 1: a card can come on either side, each an outcome of its own; set by the caller
SIZE = TWO_SIDED + 1  # cards in the shuffle
LEFT = SIZE + 1  # of these, cards not drawn
LARGEST = LEFT + 1  # cards in the largest shuffle so far: one of at least this size begins a deal
KNOWN = LARGEST + 1  # places of the shuffle whose card is known; one follows the other
SEED = KNOWN + 1  # of the next deal, in two words
NEXT = SEED + 2  # for each stack, the place of its next card; the stacks take turns, place by place
END = NEXT + MOST_STACKS  # for each stack, the place that would follow its last card
DRAWN = END + MOST_STACKS  # a bit for each card, 32 in a cell
CARDS = (
    DRAWN + MOST_CARDS // 32
)  # for each place that is known its card, doubled plus its side if it has two; then the others
STACK_CELLS = CARDS + MOST_CARDS

_SEEDS = 0x7FFFFFFF


def begin_stacks(row: Cells, low: int, high: int, stream: int) -> None:
    """Make a row ready for a game, from a seed and the number of a stream."""
    sow(row, low, high, stream)
    row[LEFT] = 0
    row[LARGEST] = 0
    row[SEED] = below(row, _SEEDS)
    row[SEED + 1] = below(row, _SEEDS)


def drawn_outcome(row: Cells, n: int, stack: int, stacks: int) -> int:
    """Return which of n outcomes happens: the next card of a stack, or one of a lot."""
    cards = n >> row[TWO_SIDED]
    if stack == NO_CARD or cards > MOST_CARDS:
        return below(row, n)
    if row[LEFT] != cards:
        if cards >= row[LARGEST]:
            sow(row, row[SEED], row[SEED + 1], 0)
            row[SEED] = below(row, _SEEDS)
            row[SEED + 1] = below(row, _SEEDS)
        lay_out(row, cards, stacks)
    place = next_place(row, stack, stacks)
    while row[KNOWN] <= place:
        choose_next(row, below(row, choices(row)))
    return draw(row, place)


def lay_out(row: Cells, cards: int, stacks: int) -> None:
    """Begin a shuffle of cards, with all places unknown, and split it into stacks."""
    row[SIZE] = cards
    row[LEFT] = cards
    row[KNOWN] = 0
    if cards > row[LARGEST]:
        row[LARGEST] = cards
    for stack in range(stacks):
        row[NEXT + stack] = stack
        row[END + stack] = stack + (cards - stack + stacks - 1) // stacks * stacks
    for word in range((cards + 31) >> 5):
        row[DRAWN + word] = 0
    for card in range(cards):
        row[CARDS + card] = card


def choices(row: Cells) -> int:
    """Return how many cards, times sides, can lie in the next place that is not known."""
    return (row[SIZE] - row[KNOWN]) << row[TWO_SIDED]


def choose_next(row: Cells, index: int) -> None:
    """Put one of the cards that are left into the next place that is not known."""
    place = CARDS + row[KNOWN]
    chosen = place + (index >> row[TWO_SIDED])
    card = row[chosen]
    row[chosen] = row[place]
    row[place] = (card << row[TWO_SIDED]) | (index & row[TWO_SIDED])
    row[KNOWN] += 1


def next_place(row: Cells, stack: int, stacks: int) -> int:
    """Take the next card of a stack, or the last one of the longest if it is used up; return its place."""
    place = row[NEXT + stack]
    if place < row[END + stack]:
        row[NEXT + stack] = place + stacks
        return place
    longest = 0
    for other in range(1, stacks):
        if row[END + other] - row[NEXT + other] > row[END + longest] - row[NEXT + longest]:
            longest = other
    place = row[END + longest] - stacks
    row[END + longest] = place
    return place


def draw(row: Cells, place: int) -> int:
    """Draw the card in this place, and return which of the outcomes that is, in the order of cards."""
    card = row[CARDS + place] >> row[TWO_SIDED]
    word = DRAWN + (card >> 5)
    bit = 1 << (card & 31)
    gone = ones(row[word] & (bit - 1))
    for before in range(DRAWN, word):
        gone += ones(row[before])
    row[word] |= bit
    row[LEFT] -= 1
    return ((card - gone) << row[TWO_SIDED]) | (row[CARDS + place] & row[TWO_SIDED])


def ones(word: int) -> int:
    """Return the number of ones among 32 bits.

    >>> ones(0), ones(0b1011), ones(0xFFFFFFFF)
    (0, 3, 32)
    """
    word -= (word >> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >> 2) & 0x33333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F
    return ((word * 0x01010101) & 0xFFFFFFFF) >> 24
