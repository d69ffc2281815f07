"""Qwixx – the card game as a person would play it through with cards on a table: no speed, no tricks.

A turn: the active player takes cards from the display until five are in hand, the display is refilled (step 1);
the number on top of the draw pile may be crossed by everybody (step 2); the active player plays one to three
cards of one colour, shows them and may cross their numbers (step 3). Everything that is to be remembered
between two decisions stands in `position()`.

A card is its colour's letter and its number, "r2" to "b12"; jokers are "j2" to "j12".
"""

from typing import Any, Self

from . import Chance, a_number

HAND_SIZE = 5  # X7: after step 1; one card fewer is dealt (X6)
SLOTS = 4  # X6
PLAYED_AT_MOST = 3  # X9
CROSSES_BEFORE_THE_LAST = 5  # X4
SKIPPED_AT_MOST = 1  # X10
CLOSED_ROWS_AT_THE_END = 2  # X13
MISSES_AT_THE_END = 4  # X13

# X2: the numbers of each row as they stand on the sheet, from left to right; the lock follows the last.
ROWS = {
    "red": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "yellow": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "green": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    "blue": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
}
LETTERS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
NUMBERS = range(2, 13)  # X1
POINTS = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)  # X14: by the number of crosses in one row
MISS_POINTS = -5  # X14

COLOURED = [f"{letter}{number}" for letter in LETTERS for number in NUMBERS]  # X1
JOKERS = [f"j{number}" for number in NUMBERS]  # X1, X15
NAME_ORDER = COLOURED + JOKERS

DEFAULT_OPTIONS: dict[str, object] = {"jokers": False}  # X15

# Every action: when it can be said, and the clause that says so. Step 3 has two halves, before and after `show`.
TAKING, FOR_ALL, CHOOSING, CROSSING = "step 1", "step 2", "step 3", "step 3 shown"
ACTIONS = {
    **{f"slot {slot}": (TAKING, "X7") for slot in range(1, SLOTS + 1)},
    **{f"cross {colour}": (FOR_ALL, "X8") for colour in ROWS},
    "skip": (FOR_ALL, "X8"),
    **{f"play {card}": (CHOOSING, "X9") for card in COLOURED},
    **{f"play {joker} as {colour}": (CHOOSING, "X9") for joker in JOKERS for colour in ROWS},
    "show": (CHOOSING, "X9"),
    **{f"cross {number}": (CROSSING, "X9") for number in NUMBERS},
    "stop": (CROSSING, "X9"),
}

Reason = tuple[str, str]  # code and clause


def by_name(cards: list[str]) -> list[str]:
    """The cards by colour, jokers last, then by number."""
    return sorted(cards, key=NAME_ORDER.index)


def number_of(card: str) -> int:
    """What both sides of the card show (X1)."""
    return int(card[1:])


def back(card: str) -> str:
    """The card as seen from behind: its number without the colour (X1)."""
    return f"?{number_of(card)}"


def card_of(played: str) -> str:
    """The card that was played: "j5" for "j5 as red"."""
    return played.partition(" as ")[0]


def colour_of(played: str) -> str:
    """The colour that the played card counts in; a joker says it (X15)."""
    return played.partition(" as ")[2] or LETTERS[played[0]]


class Reference:
    """One table of Qwixx; the attributes are named like the keys of a position."""

    def __init__(self, position: dict[str, Any], chance: Chance) -> None:
        self.chance = chance
        self.seats: int = position["seats"]
        self.options: dict[str, object] = {**DEFAULT_OPTIONS, **position.get("options", {})}
        self.turn: int = position.get("turn", 0)  # the active player
        self.hands: list[list[str]] = [list(hand) for hand in position["hands"]]
        self.display: list[str | None] = list(position.get("display", []))  # None is an empty slot
        while len(self.display) < SLOTS:
            self.display.append(None)
        # The top card first: it is fixed also in a pile that otherwise has no order, for its number is public.
        self.draw: list[str] = list(position.get("draw", []))
        self.draw_ordered: bool = position.get("draw_ordered", True)
        self.discard: list[str] = list(position.get("discard", []))  # the top card last
        sheets = position.get("sheets", [{} for _ in range(self.seats)])
        self.rows: list[dict[str, list[int]]] = [  # the numbers crossed, without locks
            {colour: list(sheet.get(colour, [])) for colour in ROWS} for sheet in sheets
        ]
        self.misses: list[int] = [sheet.get("misses", 0) for sheet in sheets]
        self.step: int = position.get("step", 1)
        # step 2: what each seat has decided, a colour or "skip"
        self.choices: list[str | None] = list(position.get("choices", [None] * self.seats))
        # step 3: whether the active player crossed in step 2, and the numbers crossed in step 3
        crossed = position.get("crossed", {"step2": False, "numbers": []})
        self.crossed_in_step2: bool = crossed["step2"]
        self.crossed_numbers: list[int] = list(crossed["numbers"])
        # step 3: the chosen cards, in order. They leave the hand when chosen and reach the discard pile when
        # shown; afterwards this list only remembers what the turn was about.
        self.played: list[str] = list(position.get("played", []))
        self.shown: bool = position.get("shown", False)

    @classmethod
    def at(cls, position: dict[str, Any], chance: Chance) -> Self:
        """The table of a position, which is trusted to be valid; what needs no decision happens at once."""
        table = cls(position, chance)
        table._go_on()
        return table

    @classmethod
    def new(cls, seats: int, options: dict[str, object], chance: Chance) -> Self:
        """A new game, dealt: the lot, the hands from the active player on, the display, the top card (X6)."""
        table = cls({"seats": seats, "options": options, "hands": [[] for _ in range(seats)]}, chance)
        table.draw = COLOURED + (JOKERS if table.options["jokers"] else [])  # X1, X15
        table.draw_ordered = False
        lots = [f"seat {seat}" for seat in range(seats)]
        table.turn = lots.index(chance(lots))
        order = [(table.turn + offset) % seats for offset in range(seats)]
        for _ in range(table._number("hand", HAND_SIZE) - 1):
            for seat in order:
                table.hands[seat].append(table._any_card())
        for slot in range(SLOTS):
            table.display[slot] = table._any_card()
        table._top_becomes_visible()
        table._go_on()
        return table

    def copy(self) -> Self:
        """Another table in the same position, with the same chance."""
        return type(self)(self.position(), self.chance)

    # What may be done

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now, ascending; none when the game is over or goes on by itself."""
        if self.over:
            return ()
        if self.step == 1:  # X7: until five are in hand, or nothing lies there any more
            full = len(self.hands[self.turn]) >= self._number("hand", HAND_SIZE)
            can_take = not full and any(self.display)
            return (self.turn,) if can_take else ()
        if self.step == 2:  # X8: everybody, also who can only skip; X7: with no card on the pile nobody
            undecided = [seat for seat in range(self.seats) if self.choices[seat] is None]
            return tuple(undecided) if self.draw else ()
        # X7: with no card in hand there is no step 3; who has played the last one is in the middle of it
        return (self.turn,) if self.hands[self.turn] or self.played else ()

    def actions(self, seat: int) -> set[str]:
        """The texts of everything the seat may do now."""
        of_this_step = [text for text in ACTIONS if ACTIONS[text][0] == self._phase()]
        return {text for text in of_this_step if self.why(seat, text) is None}

    def why(self, seat: int, text: str) -> Reason | None:
        """The first reason (code, clause) against this action, or None when it is legal."""
        if seat not in range(self.seats):
            return ("no_such_seat", "")
        if text not in ACTIONS:
            return ("unknown_action", "")
        if self.over:
            return ("game_over", "X13")
        phase, clause = ACTIONS[text]
        if phase != self._phase():
            return ("wrong_step", clause)
        if self.step == 2 and self.choices[seat] is not None:
            return ("already_decided", "X8")
        if self.step != 2 and seat != self.turn:
            return ("not_your_turn", "X7")
        word, _, what = text.partition(" ")
        if word == "slot" and self.display[int(what) - 1] is None:
            return ("slot_empty", "X7")
        if word == "play":
            return self._why_not_play(what)
        if word == "show" and not self.played:  # X9: one card must be played
            return ("nothing_played", "X9")
        if word == "cross" and phase == FOR_ALL:
            return self._why_not_in_row(seat, what, number_of(self.draw[0]))
        if word == "cross":
            return self._why_not_shown_number(int(what))
        return None  # a full slot, `skip`, `show` after a card, `stop`

    def _phase(self) -> str:
        if self.step == 3:
            return CROSSING if self.shown else CHOOSING
        return TAKING if self.step == 1 else FOR_ALL

    def _why_not_play(self, played: str) -> Reason | None:
        if card_of(played) not in self.hands[self.turn]:
            return ("not_in_hand", "X9")
        if self.played and colour_of(played) != colour_of(self.played[0]):  # X9, X15
            return ("other_colour", "X9")
        if len(self.played) == PLAYED_AT_MOST:
            return ("three_at_most", "X9")
        return None

    def _why_not_in_row(self, seat: int, colour: str, number: int) -> Reason | None:
        """The reasons that hold for every cross, in step 2 and in step 3 (X3, X4, X5)."""
        if self._closed(seat, colour):
            return ("row_closed", "X5")
        row = ROWS[colour]
        crossed = self.rows[seat][colour]
        if crossed and row.index(number) <= row.index(crossed[-1]):
            return ("left_of_cross", "X3")
        # X4: this action's earlier crosses stand on the sheet already, so they count
        if number == row[-1] and len(crossed) < self._number("crosses_before_last", CROSSES_BEFORE_THE_LAST):
            return ("needs_five", "X4")
        return None

    def _why_not_shown_number(self, number: int) -> Reason | None:
        colour = colour_of(self.played[0])
        reason = self._why_not_in_row(self.turn, colour, number)
        if reason is not None:
            return reason
        if number not in [number_of(card_of(played)) for played in self.played]:
            return ("not_shown", "X9")
        if self.crossed_numbers:
            # X10: only from this action's first cross on, and whatever is left out there, shown or not
            row = ROWS[colour]
            between = row[row.index(self.crossed_numbers[0]) : row.index(number)]
            skipped = [other for other in between if other not in self.crossed_numbers]
            if len(skipped) > SKIPPED_AT_MOST:
                return ("gap", "X10")
        return None

    # A turn

    def play(self, seat: int, text: str) -> None:
        """Do a legal action and everything that follows from it up to the next decision."""
        reason = self.why(seat, text)
        if reason is not None:
            raise ValueError(f"seat {seat} may not {text}: {reason}")
        word, _, what = text.partition(" ")
        if word == "slot":
            card = self.display[int(what) - 1]
            assert card is not None
            self.hands[seat].append(card)
            self.display[int(what) - 1] = None  # X7: refilled only when all are taken
        elif self.step == 2:
            self.choices[seat] = what or "skip"  # X8: crossed when all have decided
        elif word == "play":
            self.hands[seat].remove(card_of(what))
            self.played.append(what)
        elif word == "show":
            self.shown = True
            self.discard.extend(card_of(played) for played in self.played)  # X9, X11: in the order chosen
        elif word == "cross":
            self.rows[seat][colour_of(self.played[0])].append(int(what))
            self.crossed_numbers.append(int(what))
        else:  # stop
            self._end_turn()
        self._go_on()

    def _go_on(self) -> None:
        """What happens by itself, up to the next decision or the end (X13: at once, so nothing after it)."""
        while not self.over and not self.waiting:
            if self.step == 1:
                self._refill()
                self.step = 2
            elif self.step == 2:
                self._cross_for_all()
            else:  # X7: no card in hand, so no step 3; X12 applies
                self._end_turn()

    def _cross_for_all(self) -> None:
        for seat, choice in enumerate(self.choices):
            if choice in ROWS:  # not None, which is what stands there when there is no card on the pile
                self.rows[seat][choice].append(number_of(self.draw[0]))
        if self.over:  # X13: there is no step 3 and so no miss
            return
        self.step = 3
        self.crossed_in_step2 = self.choices[self.turn] in ROWS
        self.choices = [None] * self.seats

    def _end_turn(self) -> None:
        if not self.crossed_in_step2 and not self.crossed_numbers:
            self.misses[self.turn] += 1  # X12: of the active player alone
        if self.over:
            return
        self.turn = (self.turn + 1) % self.seats
        self.step = 1
        self.crossed_in_step2 = False
        self.crossed_numbers = []
        self.played = []
        self.shown = False

    # The draw pile

    def _any_card(self) -> str:
        """A card from a pile that has no order: any of them is as likely as any other."""
        card = self.chance(sorted(self.draw))
        self.draw.remove(card)
        return card

    def _top_becomes_visible(self) -> None:
        # In an ordered pile the next card is on top already; an empty pile shows nothing.
        if self.draw and not self.draw_ordered:
            self.draw.insert(0, self._any_card())

    def _refill(self) -> None:
        for slot in range(SLOTS):  # X7: the lowest empty slot first
            if self.display[slot] is None:
                self._shuffle_if_used_up()
                if self.draw:
                    self.display[slot] = self.draw.pop(0)
                    self._top_becomes_visible()
        self._shuffle_if_used_up()  # X7: once more after the last, so that there is a number for step 2

    def _shuffle_if_used_up(self) -> None:
        if not self.draw and self.discard:  # X7: the whole discard pile, and nobody knows its order any more
            self.draw = self.discard
            self.draw_ordered = False
            self.discard = []
            self._top_becomes_visible()

    # What can be seen

    def _number(self, name: str, printed: int) -> int:
        """A number that a designer may have changed."""
        return a_number(self.options, name, printed)

    def _closed(self, seat: int, colour: str) -> bool:
        """X5: the rightmost number is crossed, and with it the lock."""
        return ROWS[colour][-1] in self.rows[seat][colour]

    @property
    def over(self) -> bool:
        """True if a player has closed two rows or has four misses (X13)."""
        last_row = self._number("last_row", CLOSED_ROWS_AT_THE_END)
        last_miss = self._number("last_miss", MISSES_AT_THE_END)
        for seat in range(self.seats):
            closed = [colour for colour in ROWS if self._closed(seat, colour)]
            if len(closed) >= last_row or self.misses[seat] >= last_miss:
                return True
        return False

    @property
    def scores(self) -> list[int]:
        """The points that the sheets are worth now (X14)."""
        scores = []
        for seat in range(self.seats):
            points = self.misses[seat] * MISS_POINTS
            for colour in ROWS:
                lock = 1 if self._closed(seat, colour) else 0  # X4
                points += POINTS[len(self.rows[seat][colour]) + lock]
            scores.append(points)
        return scores

    @property
    def winners(self) -> list[int]:
        """The seats with the highest score, once the game is over (X14)."""
        if not self.over:
            return []
        return [seat for seat in range(self.seats) if self.scores[seat] == max(self.scores)]

    def position(self) -> dict[str, Any]:
        """Everything; what has no order is sorted by name, so that equal tables have equal positions."""
        below = self.draw[1:]
        sheets = []
        for rows, misses in zip(self.rows, self.misses, strict=True):
            sheets.append({**{colour: list(rows[colour]) for colour in ROWS}, "misses": misses})
        return {
            "game": "qwixx",
            "seats": self.seats,
            "options": dict(self.options),
            "turn": self.turn,
            "hands": [by_name(hand) for hand in self.hands],
            "display": list(self.display),
            "draw": self.draw[:1] + (below if self.draw_ordered else by_name(below)),
            "draw_ordered": self.draw_ordered,
            "discard": list(self.discard),
            "sheets": sheets,
            "step": self.step,
            "choices": list(self.choices),
            "crossed": {"step2": self.crossed_in_step2, "numbers": list(self.crossed_numbers)},
            "played": list(self.played),
            "shown": self.shown,
        }

    def known(self, seat: int | None) -> dict[str, Any]:
        """What the seat may know (X16), in the words of a view; None is a spectator, who holds no hand.

        There is no memory here beyond what lies on the table: the discard pile holds all that was played since
        the last shuffle, and a shuffle erases the rest. Which hidden card went where is for the seat to remember.
        """
        unseen = self.draw + [card for card in self.display if card is not None]
        for other in range(self.seats):
            if other != seat:
                unseen = unseen + self.hands[other]
        played, colour = list(self.played), colour_of(self.played[0]) if self.played else None
        if not self.shown and seat != self.turn:  # X9: others see numbers only, also of jokers
            cards = [card_of(text) for text in self.played]
            played, colour = [back(card) for card in cards], None
            unseen = unseen + cards
        truth = self.position()
        of_a_turn = {
            **{key: truth[key] for key in ("step", "shown", "crossed")},
            "phase": {1: "take", 2: "decide", 3: "cross" if self.shown else "choose"}[self.step],
            "played": played,
            "colour": colour,
            "choice": None if seat is None else self.choices[seat],
        }
        return {
            **({} if self.over else of_a_turn),
            "turn": self.turn,
            "discard": list(self.discard),
            "hand": None if seat is None else by_name(self.hands[seat]),
            "display": [None if card is None else back(card) for card in self.display],
            "top": back(self.draw[0]) if self.draw else None,
            "draw_count": len(self.draw),
            "unseen": by_name(unseen),
            "players": [self._known_player(other) for other in range(self.seats)],
        }

    def _known_player(self, seat: int) -> dict[str, Any]:
        """What everybody knows of a player; nobody sees another's choice before all have decided (X8)."""
        player = {
            "seat": seat,
            "cards": [back(card) for card in sorted(self.hands[seat], key=number_of)],
            "sheet": self.position()["sheets"][seat],
            "score": self.scores[seat],
        }
        return player if self.over else {**player, "decided": self.choices[seat] is not None}
