"""What the lab counts in Quanto: what each action brings, what becomes of quantos, and what thieves take."""

from tischlein.cards import Cells
from tischlein.engine.rules.columns import DECISIONS, FIRST, Column, Question, Ratio, places
from tischlein.engine.rules.option import Design, copies
from tischlein.games.quanto.rules.captures import allows, partners, sums
from tischlein.games.quanto.rules.material import (
    BONUS,
    CARD,
    CLAIM,
    COPIES,
    DISCARD,
    DONE,
    FINISHED,
    FORM,
    FULL,
    HIGHEST,
    JOKER,
    LOWEST_TILE,
    MAX_SEATS,
    NO_BONUS,
    ONE,
    STEAL,
    STEP_BONUS,
    STEP_CARD,
    STEP_OFFER,
    STEP_VERB,
    TAKE,
    Quanto,
    partner_of,
)
from tischlein.games.quanto.rules.turn import verb_of

TILES = tuple(map(str, range(LOWEST_TILE, HIGHEST + 1)))
# Cards left in the draw pile, in tens.
STAGES = ("0–9", "10–19", "20–29", "30–39", "40–49", "50–59", "60–69", "70–79", "80 or more")
LAST_STAGE = 8

COLUMNS = (
    Column("takes", "times that cards were taken from the display", per_seat=True),
    Column("cards_taken", "cards won by that, the played one included", per_seat=True),
    Column("formed", "quantos formed", per_seat=True),
    Column("served", "quantos served, a partner's included", per_seat=True),
    Column("claimed", "own quantos taken", per_seat=True),
    Column("cards_claimed", "cards won by that", per_seat=True),
    Column("stolen", "quantos stolen from others", per_seat=True),
    Column("cards_stolen", "cards won by that", per_seat=True),
    Column("thieves", "ones discarded", per_seat=True),
    Column("cards_robbed", "cards won by that", per_seat=True),
    Column("discards", "other cards discarded", per_seat=True),
    Column("last_cards", "cards that the last taker got in the end"),
    Column("formed_as", "quantos formed, by tile", bins=TILES, kept=False),
    Column("claimed_as", "of these, taken by their owners", bins=TILES, kept=False),
    Column("claimed_cards", "cards won by that", bins=TILES, kept=False),
    Column("stolen_as", "stolen by others", bins=TILES, kept=False),
    Column("left_as", "still lying when the game ended", bins=TILES, kept=False),
    Column("thieves_at", "ones discarded, by the cards left in the draw pile", bins=STAGES, kept=False),
    Column("robbed_at", "cards won by that", bins=STAGES, kept=False),
    Column("takes_at", "times that cards were taken from the display, likewise", bins=STAGES, kept=False),
    Column("taken_at", "cards won by that", bins=STAGES, kept=False),
)
(
    TAKES, CARDS_TAKEN, FORMED, SERVED, CLAIMED, CARDS_CLAIMED, STOLEN, CARDS_STOLEN, THIEVES, CARDS_ROBBED, DISCARDS, LAST_CARDS,
    FORMED_AS, CLAIMED_AS, CLAIMED_CARDS, STOLEN_AS, LEFT_AS, THIEVES_AT, ROBBED_AT, TAKES_AT, TAKEN_AT, MEMORY,
) = places(COLUMNS, MAX_SEATS)  # fmt: skip
RATIOS = (
    Ratio("claimed_as", "formed_as"),
    Ratio("stolen_as", "formed_as"),
    Ratio("claimed_cards", "claimed_as", percent=False),
)
DESIGN = {
    "hand": Design(
        "printed",
        ("printed", *range(2, min(FULL[2:]) + 1)),
        "cards in a full hand, and in the display; printed are 4, and 5 with five or six players",
        held=False,
        change=lambda n, now: {"FULL": (n,) * len(FULL)},
    ),
    "joker_cards": copies(COPIES, JOKER, "jokers in the deck"),
    "one_cards": copies(COPIES, ONE, "ones in the deck: thieves"),
}
PILES_ROBBED = tuple(map(str, range(MAX_SEATS)))
QUESTIONS = (Question("form", STAGES), Question("steal", STAGES), Question("rob", PILES_ROBBED))
FORMING, STEALING, ROBBING = range(3)
# Memory of the step: verb, cards that come with it, its quanto's tile, whether it ends, and cards in all win piles before.
VERB, CARDS, TILE, ENDS, PILES = range(MEMORY, MEMORY + 5)
CELLS = MEMORY + 5


def note_before(s: Quanto, seat: int, action: int, row: Cells) -> None:
    """Note the action that begins; it counts when it is complete."""
    if s.teams and row[DECISIONS] == 1:
        row[FIRST] = s.turn  # a partner who may offer a card does not begin
    row[ENDS] = 0
    row[PILES] = in_piles(s)
    if seat < 0:
        return
    if s.step == STEP_VERB and verb_of(action) == DISCARD:
        note_discard(s, seat, row)
    elif DONE <= action <= NO_BONUS:
        row[ENDS] = 1
        row[VERB] = s.verb
        row[CARDS] = 1 + s.display_size - s.lying + (1 if BONUS <= action < NO_BONUS else 0)
        row[TILE] = s.goal if s.verb != TAKE else 0
        if s.verb == CLAIM or s.verb == STEAL:
            row[CARDS] += s.quanto_sizes[s.owner]


def in_piles(s: Quanto) -> int:
    """Return the number of cards in all win piles."""
    cards = 0
    for seat in range(s.seats):
        cards += s.pile_sizes[seat]
    return cards


def stage_of(s: Quanto) -> int:
    return min(int(s.draw_size) // 10, LAST_STAGE)


def note_discard(s: Quanto, seat: int, row: Cells) -> None:
    """Note a discarded 1, which takes the top card of every other win pile."""
    if s.card != ONE:
        row[DISCARDS + seat] += 1
        return
    cards = to_rob(s, seat)
    row[THIEVES + seat] += 1
    row[CARDS_ROBBED + seat] += cards
    row[THIEVES_AT + stage_of(s)] += 1
    row[ROBBED_AT + stage_of(s)] += cards


def to_rob(s: Quanto, seat: int) -> int:
    """Return the number of other win piles that have a top card."""
    cards = 0
    for other in range(s.seats):
        friend = s.teams == 1 and other == partner_of(seat)
        if other != seat and not friend and s.pile_sizes[other] > 0:
            cards += 1
    return cards


def question_bin(s: Quanto, seat: int, action: int, question: int) -> int:
    """Return the bin for forming or stealing a quanto, the cards in the draw pile; for a 1, the piles that it robs."""
    if question == ROBBING:
        rob = s.step == STEP_CARD and action == CARD + ONE and not allows(s, ONE, sums(s), partners(s))
        return to_rob(s, seat) if rob else -1
    if s.step != STEP_VERB:
        return -1
    verb = verb_of(action)
    return stage_of(s) if verb == (FORM if question == FORMING else STEAL) else -1


def begins_turn(s: Quanto, seat: int, action: int) -> bool:
    """Return True for the partner's offer in teams, else for the first card; not for one more after a 2 or a 3."""
    if s.teams and s.sizes[partner_of(s.turn)] > 0:
        return s.step == STEP_OFFER
    return s.step == STEP_CARD and s.second == 0 and s.from_revealed == 0


def note_after(s: Quanto, seat: int, action: int, row: Cells) -> None:
    """Note a complete action, or the end of the game."""
    won = 0
    if seat >= 0 and row[ENDS] == 1 and s.step != STEP_BONUS:
        won = note_action(s, seat, row)
    if s.step == FINISHED:
        row[LAST_CARDS] += in_piles(s) - row[PILES] - won
        for other in range(s.seats):
            if s.tile[other] > 0:
                row[LEFT_AS + s.tile[other] - LOWEST_TILE] += 1


def note_action(s: Quanto, seat: int, row: Cells) -> int:
    """Note what an action has brought; return the number of cards that went to the win pile."""
    verb = row[VERB]
    cards = row[CARDS]
    tile = row[TILE] - LOWEST_TILE
    if verb == TAKE:
        row[TAKES + seat] += 1
        row[CARDS_TAKEN + seat] += cards
        row[TAKES_AT + stage_of(s)] += 1
        row[TAKEN_AT + stage_of(s)] += cards
    elif verb == CLAIM:
        row[CLAIMED + seat] += 1
        row[CARDS_CLAIMED + seat] += cards
        row[CLAIMED_AS + tile] += 1
        row[CLAIMED_CARDS + tile] += cards
    elif verb == STEAL:
        row[STOLEN + seat] += 1
        row[CARDS_STOLEN + seat] += cards
        row[STOLEN_AS + tile] += 1
    elif verb == FORM:
        row[FORMED + seat] += 1
        row[FORMED_AS + tile] += 1
        return 0
    else:
        row[SERVED + seat] += 1
        return 0
    return cards
