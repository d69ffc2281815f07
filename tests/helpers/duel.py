"""The engine's table and the slow reference side by side: same decisions, same luck, everything compared."""

from random import Random
from typing import Any, Self

from reference.lobo77 import ACTIONS, Reference
from tischlein import Table, game

from .luck import Told
from .witness import Witness

LOBO77 = game("lobo77")
TEXTS = sorted(ACTIONS)
IDS = {text: LOBO77.notation.action_id(None, 0, text) for text in TEXTS}
# What has no meaning once the game is over.
OF_A_TURN = ("turn", "owed", "played")


class Duel:
    """Both tables, whoever they stand for."""

    def __init__(self, table: Table, reference: Reference, luck: Told, rng: Random, witness: Witness) -> None:
        self.table, self.reference, self.luck, self.rng, self.witness = table, reference, luck, rng, witness
        self.now = reference.position()

    @classmethod
    def new(cls, seats: int, options: dict[str, Any], rng: Random, witness: Witness) -> Self:
        luck = Told(rng)
        table = LOBO77.new(seats=seats, chance=luck, **options)
        return cls(table, Reference.new(seats, options, luck), luck, rng, witness)

    @classmethod
    def at(cls, position: dict[str, Any], rng: Random, witness: Witness) -> Self:
        luck = Told(rng)
        return cls(LOBO77.at(position, chance=luck), Reference.at(position, luck), luck, rng, witness)

    def play_out(self, most: int, ask_each: int) -> None:
        """Play at random, at most so many decisions, and compare after each; the words of reasons now and then."""
        self.compare(ask=True)
        for _ in range(most):
            if self.reference.over:
                break
            self.step()
            self.compare(ask=self.reference.over or self.rng.randrange(ask_each) == 0)

    def step(self) -> None:
        """Any of the seats that may act does anything that it may do."""
        seat = self.rng.choice(self.reference.waiting)
        text = self.rng.choice(sorted(self.reference.actions(seat)))
        self.table.play(seat, text)
        self.reference.play(seat, text)
        before, self.now = self.now, self.reference.position()
        self.witness.see(before, seat, text, self.now)

    def compare(self, ask: bool) -> None:
        """Everything that can be seen of a table, from every seat and by a spectator."""
        table, reference = self.table, self.reference
        assert self.luck.all_told
        assert table.waiting == reference.waiting
        assert table.over == reference.over
        assert table.scores == reference.scores
        assert table.winners == reference.winners
        assert canonical(table.position()) == canonical(self.now)
        for seat in range(reference.seats):
            assert {action.text for action in table.actions(seat)} == reference.actions(seat)
            self._compare_reasons(seat)
            if ask:
                self._compare_answers(seat)
        for eyes in (None, *range(reference.seats)):
            self._compare_view(eyes)

    def _compare_reasons(self, seat: int) -> None:
        """Code and clause for every action, from what this seat may know."""
        known = self.table.concealed(seat)
        for text in TEXTS:
            code = LOBO77.rules.why(known, seat, IDS[text], [])
            expected = self.reference.why(seat, text)
            assert (code == 0) == (expected is None)
            assert expected is None or LOBO77.rules.REASONS[code] == expected

    def _compare_answers(self, seat: int) -> None:
        """The same through the public door, with texts that are no actions among them."""
        for text in (*TEXTS, "knock", ""):
            reason = self.table.why(seat, text)
            assert (reason and reason[:2]) == self.reference.why(seat, text)
        for nobody in (-1, self.reference.seats):
            reason = self.table.why(nobody, "7")
            assert (reason and reason[:2]) == self.reference.why(nobody, "7")

    def _compare_view(self, eyes: int | None) -> None:
        view = self.table.view(eyes)
        assert known_of(view) == self._masked(self.reference.known(eyes))
        assert view["you"] == eyes
        assert tuple(view["waiting"]) == self.reference.waiting
        assert view["scores"] == self.reference.scores
        assert view["winners"] == self.reference.winners
        assert view["options"] == self.reference.options
        assert view["phase"] == ("over" if self.reference.over else "play")

    def _masked(self, known: dict[str, Any]) -> dict[str, Any]:
        return masked(known) if self.reference.over else known


def masked(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key not in OF_A_TURN}


def canonical(position: dict[str, Any]) -> dict[str, Any]:
    """A position in which what has no order is sorted, and what has no meaning is left out."""
    draw = position["draw"] if position["draw_ordered"] else sorted(position["draw"])
    hands = [sorted(hand) for hand in position["hands"]]
    same = {**position, "hands": hands, "draw": draw, "set_aside": sorted(position["set_aside"])}
    return masked(same) if position["out"].count(False) == 1 else same


def known_of(view: dict[str, Any]) -> dict[str, Any]:
    """A view in the reference's words."""
    players = view["players"]
    same = ("discard", "total", "direction", "owed", "played", "may_draw", "starter", "turn")
    known = {
        **{key: view[key] for key in (*same, "draw_count", "set_aside_count")},
        "hand": None if view["hand"] is None else sorted(view["hand"]),
        "hand_sizes": [player["cards"] for player in players],
        "unseen": sorted(card for card, n in view["unseen"].items() for _ in range(n)),
        **{key: [player[key] for player in players] for key in ("chips", "swims", "out")},
    }
    assert [player["seat"] for player in players] == list(range(view["seats"]))
    return masked(known) if view["phase"] == "over" else known
