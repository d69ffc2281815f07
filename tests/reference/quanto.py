"""Quanto as a person would play it through with cards on a table: no speed, no tricks.

A turn: choose a card, say what is done with it, pick the display cards that go with it, perhaps one more as a bonus;
then display and hand are refilled. A discarded 2 or 3 makes the turn longer. In teams the partner may offer a
card first. The cards that are picked stay in the display until the action has ended.
"""

from typing import Any, Self

from . import Chance, a_number
from .quanto_cards import (
    CAPTURING_VERBS,
    JOKER,
    NUMBERS,
    STEP_OF,
    VALUE_VERBS,
    can_close,
    card_of,
    full_deck,
    is_for_teams,
    is_rainbow,
    number_of,
    without,
)
from .quanto_table import Table

REVEALED = 3  # N14

Reason = tuple[str, str]  # code and clause


class Reference(Table):
    """One table of Quanto, with what may be done at it and what follows from that."""

    @classmethod
    def at(cls, position: dict[str, Any], chance: Chance) -> Self:
        """The table of a position, which is trusted to be valid; without any card to play it is over (N19)."""
        table = cls(position, chance)
        playing = table.step in ("pick", "bonus") or table.revealed
        if not playing and not any(table.hands):
            table._end_game()
        return table

    @classmethod
    def new(cls, seats: int, options: dict[str, object], chance: Chance) -> Self:
        """A new game: the lot for the dealer, the hands, the display (N2, N3, N4)."""
        table = cls({"seats": seats, "options": options, "hands": [[] for _ in range(seats)]}, chance)
        table.draw = full_deck()
        for option, card in (("joker_cards", "J"), ("one_cards", "1")):  # for design studies
            while table.draw.count(card) > a_number(options, option, len(table.draw)):
                table.draw.remove(card)
        table.draw_ordered = False
        lots = [f"seat {seat}" for seat in range(seats)]
        table.dealer = lots.index(chance(lots))
        table.turn = (table.dealer + 1) % seats  # N4
        for _ in range(table.size):
            for step in range(seats):
                table.hands[(table.turn + step) % seats].append(table.drawn())
        table.refill_display()
        table.step = table.first_step()
        return table

    def copy(self) -> Self:
        """Another table in the same position, with the same chance."""
        return type(self)(self.position(), self.chance)

    # What may be done

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seat that must act now; none when the game is over."""
        if self.over:
            return ()
        return (self.partner(self.turn) if self.step == "offer" else self.turn,)

    def actions(self, seat: int) -> set[str]:
        """The texts of everything the seat may do now."""
        return {text for text in STEP_OF if STEP_OF[text] == self.step and self.why(seat, text) is None}

    def why(self, seat: int, text: str) -> Reason | None:
        """The first reason (code, clause) against this action, or None when it is legal."""
        if seat not in range(self.seats):
            return ("no_such_seat", "")
        if text not in STEP_OF:
            return ("unknown_action", "")
        if self.over:
            return ("game_over", "N19")
        if seat not in self.waiting:
            return ("not_your_turn", "N4")
        if is_for_teams(text) and not self.options["teams"]:
            return ("no_teams", "N22")
        if STEP_OF[text] != self.step:
            return ("wrong_step", "N5")
        return self._why_not_at_this_step(seat, text)

    def _why_not_at_this_step(self, seat: int, text: str) -> Reason | None:
        word, _, what = text.partition(" ")
        if self.step == "card":
            return self._why_not_card(what)
        if self.step == "verb":
            assert self.card is not None
            return self._why_not_verb(self.card, text)
        if word == "pick":
            return self._why_not_pick(what)
        if word == "done":
            return self._why_not_done()
        if word == "bonus" and what not in self._lying():
            return ("no_bonus", "N15")
        if word in ("offer", "give") and what not in self._cards_to_pass(seat):
            return ("not_in_hand", "N5")
        return None  # `no bonus`, `no offer`; `return`, `accept`: whose turn it is has a card to give (N21)

    def _cards_to_pass(self, seat: int) -> list[str]:
        """What can be offered or given; what was just received is not another card (N24)."""
        received = [] if self.offer is None else [self.offer["card"]]
        return without(self.hands[seat], received)

    def _cards_to_play(self) -> list[str]:
        return self.hands[self.turn] if self.revealed is None else self.revealed

    def _why_not_card(self, card: str) -> Reason | None:
        if card not in self._cards_to_play():
            return ("not_in_hand", "N5") if self.revealed is None else ("not_revealed", "N14")
        if all(self._why_not_verb(card, verb) is not None for verb in [*CAPTURING_VERBS, "discard"]):
            return ("no_action", "N11")
        return None

    # The verb

    def _why_not_verb(self, card: str, text: str) -> Reason | None:
        verb, _, said = text.partition(" as ")
        if verb in VALUE_VERBS and (card == JOKER) != (said != ""):
            return ("wrong_step", "N5")  # N16: a joker says its value, no other card does
        if verb == "discard":
            return self._why_not_discard(card)
        if verb == "claim":
            return self._why_not_claim(card)
        if verb.startswith("steal"):
            return self._why_not_steal(card, owner=int(verb.removeprefix("steal ")))
        value = int(said) if said else number_of(card)
        if verb == "take":
            return None if can_close(value, self.display) else ("no_capture", "N6")
        if verb == "form":
            return self._why_not_form(value)
        return self._why_not_serve(verb, value)

    def _why_not_form(self, value: int) -> Reason | None:
        if self.quantos[self.turn] is not None:
            return ("has_quanto", "N10")
        for card in self.display:
            numbers = NUMBERS if card == JOKER else [number_of(card)]
            if any(value + number in self.free_tiles() for number in numbers):
                return None
        return ("no_tile", "N7")

    def _why_not_serve(self, verb: str, value: int) -> Reason | None:
        quanto = self.quantos[self._owner(verb)] if verb == "serve" or self.options["teams"] else None
        if quanto is None:
            return ("no_quanto", "N8" if verb == "serve" else "N23")
        # N8: at least one display card, so the played value is below the tile's
        missing = quanto["tile"] - value
        if missing > 0 and self._can_complete(missing):
            return None
        return ("no_serve", "N8")

    def _can_complete(self, missing: int) -> bool:
        if self.options["serve"] == "one":
            return any(card == JOKER or number_of(card) == missing for card in self.display)
        return can_close(missing, self.display)

    def _why_not_claim(self, card: str) -> Reason | None:
        quanto = self.quantos[self.turn]
        if quanto is None:
            return ("no_quanto", "N8")
        if card != JOKER and number_of(card) != quanto["tile"]:  # N16: a joker is that number
            return ("not_the_tile", "N9")
        return None

    def _why_not_steal(self, card: str, owner: int) -> Reason | None:
        if card != JOKER or self.revealed is not None:  # N17: from the hand (N14)
            return ("no_steal", "N17")
        if owner == self.turn or owner not in range(self.seats) or self.quantos[owner] is None:
            return ("no_steal", "N17")
        if self.options["teams"] and owner == self.partner(self.turn):
            return ("no_steal", "N23")
        return None

    def _why_not_discard(self, card: str) -> Reason | None:
        if self.options["discard"] == "free":
            return None
        if card == "2" and self.second:  # N13: a further 2, with any of the three actions
            return None
        if card == "3" and self.revealed is not None:  # N14: three may be revealed again
            return None
        judged = [card] if self.options["discard"] == "card" else self._cards_to_play()
        for other in set(judged):
            if any(self._why_not_verb(other, verb) is None for verb in CAPTURING_VERBS):
                return ("must_act", "N11")
        return None

    # Picks

    def _lying(self) -> list[str]:
        """What is in the display and not picked yet."""
        return without(self.display, self._picks())

    def _picks(self) -> list[str]:
        return [card_of(pick) for group in self.picked for pick in group]

    def _why_not_pick(self, pick: str) -> Reason | None:
        card = card_of(pick)
        lying = self._lying()
        if card not in lying:
            return ("not_in_display", "N6")
        if self._forms() and not self.picked:  # N7: exactly one card; N16: a joker says which number it is
            fits = pick != JOKER and self._value() + number_of(pick) in self.free_tiles()
        elif pick != card:
            fits = False
        elif card == JOKER:
            fits = True  # it is what is missing, or a single card of the right value (N17)
        elif self._completes_alone():
            fits = number_of(card) == self._worth_of_group(0)
        else:
            left = (self._missing() or self._worth_of_group(len(self.picked))) - number_of(card)
            fits = left == 0 or (left > 0 and can_close(left, without(lying, [card])))
        return None if fits else ("no_group", "N6")

    def _completes_alone(self) -> bool:
        """N8, `serve` at `one`: the first pick completes the played card by itself."""
        serving = self._verb_word() in ("serve", "serve partner")
        return serving and not self.picked and self.options["serve"] == "one"

    def _why_not_done(self) -> Reason | None:
        needs_picks = self._verb_word() in VALUE_VERBS  # N6, N7, N8: at least one; claim and steal need none
        if self._missing() > 0 or (needs_picks and not self.picked):
            return ("not_done", "N6")
        return None

    def _missing(self) -> int:
        """What the open group still lacks; 0 when no group is open."""
        if not self.picked or JOKER in self.picked[-1] or (self._forms() and len(self.picked) == 1):
            return 0
        return self._worth_of_group(len(self.picked) - 1) - sum(number_of(card) for card in self.picked[-1])

    def _worth_of_group(self, index: int) -> int:
        """What the cards of this group must add up to; the partner in forming is not asked for."""
        if self._verb_word() == "take":
            return self._value()  # N6
        if self._forms():
            return self._formed_tile()  # N7
        quanto = self.quantos[self._owner(self._verb_word())]
        assert quanto is not None
        tile: int = quanto["tile"]
        if index == 0 and self._verb_word() in ("serve", "serve partner"):
            return tile - self._value()  # N8: the first group contains the played card
        return tile

    def _verb_word(self) -> str:
        assert self.verb is not None
        return self.verb.partition(" as ")[0]

    def _forms(self) -> bool:
        return self._verb_word() == "form"

    def _value(self) -> int:
        """The value of the played card, or what the joker was said to be (N16)."""
        assert self.card is not None
        assert self.verb is not None
        said = self.verb.partition(" as ")[2]
        return int(said) if said else number_of(self.card)

    def _formed_tile(self) -> int:
        return self._value() + number_of(self.picked[0][0])

    def _owner(self, verb: str) -> int:
        """Whose quanto it is about."""
        if verb.startswith("steal"):
            return int(verb.removeprefix("steal "))
        return self.partner(self.turn) if verb == "serve partner" else self.turn

    # A turn

    def play(self, seat: int, text: str) -> None:
        """Do a legal action and everything that follows from it up to the next decision."""
        reason = self.why(seat, text)
        if reason is not None:
            raise ValueError(f"seat {seat} may not {text}: {reason}")
        word, _, what = text.partition(" ")
        if self.step in ("offer", "answer", "give"):
            self._exchange(word, what)
        elif self.step == "card":
            self.card = what
            self.step = "verb"
        elif self.step == "verb":
            self._say(text)
        elif word == "pick":
            self._pick(what)
        elif word == "done" and self._has_bonus():
            self.step = "bonus"
        else:  # `done` without a bonus to come, `bonus`, `no bonus`
            self._end_action([what] if word == "bonus" else [])

    def _say(self, verb: str) -> None:
        assert self.card is not None
        if self.revealed is None:
            self.leave_hand(self.turn, self.card)
        else:
            self.gone += without(self.revealed, [self.card])  # N14: the others leave the game now
            self.revealed = []
        if verb == "discard":
            self._discard(self.card)
        else:
            self.verb = verb
            self.step = "pick"

    def _pick(self, pick: str) -> None:
        if self._missing() > 0:
            self.picked[-1].append(pick)
        else:
            self.picked.append([pick])

    def _has_bonus(self) -> bool:
        """N15: a rainbow card from the hand that takes display cards or its player's quanto."""
        assert self.card is not None
        return is_rainbow(self.card) and self.revealed is None and self.verb in ("take", "claim")

    def _end_action(self, bonus: list[str]) -> None:
        """All cards move now (N6): the played card, then the picks as picked, then the bonus."""
        assert self.card is not None
        cards = [self.card, *self._picks(), *bonus]
        self.display = without(self.display, cards[1:])
        verb = self._verb_word()
        if verb == "take":
            self.piles[self.turn] += cards
            self.last_taker = self.turn  # N19: also with a revealed card
        elif verb == "form":
            self.quantos[self.turn] = {"tile": self._formed_tile(), "cards": cards}  # N7
        else:
            quanto = self.quantos[self._owner(verb)]
            assert quanto is not None
            if verb in ("serve", "serve partner"):
                quanto["cards"] += cards  # N8, N23
            else:
                self.piles[self.turn] += quanto["cards"] + cards  # N9, N17; N6: its cards first
                self.quantos[self._owner(verb)] = None  # with this its tile is in the middle again
        self._forget_action()
        self._end_turn()

    def _discard(self, card: str) -> None:
        """Action 3 (N11), with the specials of 1, 2 and 3 (N12, N13, N14)."""
        self._forget_action()
        self.display.append(card)
        if card == "1":
            self._demand_cards()
        if card == "2" and self.hands[self.turn]:  # N13: without a hand card the special lapses
            self.second = True
            self.step = "card"
        elif card == "3" and self.draw:  # N18: no special any more when the pile is used up
            self.revealed = []
            while self.draw and len(self.revealed) < REVEALED:
                self.revealed.append(self.drawn())
            self.step = "card"
        else:
            self._end_turn()

    def _demand_cards(self) -> None:
        for step in range(1, self.seats):  # N12: clockwise from the left neighbour
            other = (self.turn + step) % self.seats
            spared = self.options["teams"] and other == self.partner(self.turn)  # N22
            if self.piles[other] and not spared:
                self.piles[self.turn].append(self.piles[other].pop())

    def _forget_action(self) -> None:
        self.card = None
        self.verb = None
        self.picked = []
        self.revealed = None
        self.second = False

    def _end_turn(self) -> None:
        # N5: first the display, then the hand. N18: from an empty pile nothing comes.
        self.refill_display()
        while self.draw and len(self.hands[self.turn]) < self.size:
            self.hands[self.turn].append(self.drawn())
        if not any(self.hands):
            self._end_game()
            return
        self.turn = (self.turn + 1) % self.seats
        while not self.hands[self.turn]:  # N21
            self.turn = (self.turn + 1) % self.seats
        self.step = self.first_step()

    def _end_game(self) -> None:
        """N19: what lies in the display goes to the last taker; quantos stay where they are and do not count."""
        if self.last_taker is not None:
            self.piles[self.last_taker] += self.display
            self.display = []
        self.step = None

    # Teams (N24)

    def _exchange(self, word: str, what: str) -> None:
        player, partner = self.turn, self.partner(self.turn)
        if word == "offer":
            self.offer = {"from": partner, "card": what}
            if what not in self.known_to(player):  # it may be the one that the player knew before
                self.remember(player, what)
            self.step = "answer"
        elif word == "accept":
            assert self.offer is not None
            self.leave_hand(partner, self.offer["card"])
            self.hands[player].append(self.offer["card"])
            self.remember(partner, self.offer["card"])
            self.step = "give"
        else:  # `give`, `return`, `no offer`
            if word == "give":
                self.leave_hand(player, what)
                self.hands[partner].append(what)
                self.remember(player, what)
                assert self.offer is not None
                # The card given may look like the one received, but that one is still there.
                if what == self.offer["card"] and what not in self.known_to(partner):
                    self.remember(partner, what)
            self.offer = None
            self.step = "card"
