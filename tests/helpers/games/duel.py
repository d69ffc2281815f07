"""The engine's table and the slow reference side by side: same decisions, same luck, everything compared."""

from random import Random
from typing import Any, Self

from conformance.checks import difference
from per_game import Kit, Position
from tischlein import Table

from .chance import Shared

# The number of actions of each seat whose reasons are compared after every decision; now and then all are.
SOME = 16


def same(what: str, engine: object, reference: object) -> None:
    """Check that both say the same, and name what differs: pytest shows the values of its own asserts only."""
    assert engine == reference, f"{what}: the engine has {engine!r}, the reference has {reference!r}"


class Duel:
    """The table of the engine and that of the reference."""

    def __init__(self, kit: Kit, table: Table, reference: Any, luck: Shared, rng: Random) -> None:
        self.kit, self.table, self.reference, self.luck = kit, table, reference, luck
        self.rng = rng
        self.now: Position = reference.position()

    @classmethod
    def new(cls, kit: Kit, seats: int, options: dict[str, Any], rng: Random) -> Self:
        luck = Shared(rng)
        table = kit.game.new(seats=seats, chance=luck, **options)
        return cls(kit, table, kit.reference.new(seats, options, luck), luck, rng)

    @classmethod
    def at(cls, kit: Kit, position: Position, rng: Random) -> Self:
        luck = Shared(rng)
        table = kit.game.at(position, chance=luck)
        return cls(kit, table, kit.reference.at(position, luck), luck, rng)

    def play_out(self, most: int, ask_each: int, look_each: int = 1) -> None:
        """Play at most ``most`` random decisions and compare after each; views and reasons now and then."""
        self.compare()
        self.look(ask=True)
        for _ in range(most):
            if self.reference.over:
                break
            self.step()
            self.compare()
            if self.reference.over or self.rng.randrange(look_each) == 0:
                self.look(ask=self.reference.over or self.rng.randrange(ask_each) == 0)

    def step(self) -> None:
        """Any of the seats that may act does anything that it may do."""
        seat = self.rng.choice(self.reference.waiting)
        text = self.kit.choice(self.rng, self.reference.actions(seat))
        self.table.play(seat, text)
        self.reference.play(seat, text)
        self.now = self.reference.position()

    def compare(self) -> None:
        """The truth: where everything lies, who may do what, and how it stands."""
        table, reference = self.table, self.reference
        assert self.luck.all_told, "the engine has drawn more or less often than the reference"
        same("who is waited for", table.waiting, reference.waiting)
        same("is it over", table.over, reference.over)
        same("points", table.scores, reference.scores)
        same("winners", table.winners, reference.winners)
        same("position", self.kit.canonical(table.position()), self.kit.canonical(self.now))
        for seat in range(reference.seats):
            same(
                f"actions of seat {seat}", {one.text for one in table.actions(seat)}, reference.actions(seat)
            )

    def look(self, ask: bool) -> None:
        """What every seat may know, a spectator too, and why it may not do what it may not."""
        for seat in range(self.reference.seats):
            self._compare_reasons(seat, ask)
            if ask:
                self._compare_answers(seat)
        for eyes in (None, *range(self.reference.seats)):
            self._compare_view(eyes)

    def _compare_reasons(self, seat: int, all_of_them: bool) -> None:
        """Code and clause of the reasons against actions, from what this seat may know."""
        rules, texts = self.table.game.rules, self.kit.texts
        if not all_of_them and len(texts) > SOME:
            texts = tuple(self.rng.sample(texts, SOME))
        known, work = self.table.conceal_for(seat), [0] * rules.WORK
        for text in texts:
            action = self.kit.game.action_ids.get(text)
            assert action is not None, f"texts of the kit: {text!r} is not the text of an action"
            code = rules.why(known, seat, action, work)
            expected = self.reference.why(seat, text)
            found = rules.REASONS[code] if code else None
            same(f"reason against {text!r} of seat {seat}", found, expected)

    def _compare_answers(self, seat: int) -> None:
        """The same through the public door, with texts that are no actions among them."""
        texts = self.kit.texts if len(self.kit.texts) <= SOME else self.rng.sample(self.kit.texts, SOME)
        for text in (*texts, "nonsense", ""):
            reason = self.table.why(seat, text)
            same(f"why({seat}, {text!r})", reason and reason[:2], self.reference.why(seat, text))
        for nobody in (-1, self.reference.seats):
            reason = self.table.why(nobody, texts[0])
            same(f"why({nobody}, {texts[0]!r})", reason and reason[:2], self.reference.why(nobody, texts[0]))

    def _compare_view(self, eyes: int | None) -> None:
        view, whose = self.table.view(eyes), "a spectator" if eyes is None else f"seat {eyes}"
        found = difference(self.reference.known(eyes), view, self.kit.unordered(view))
        assert found is None, f"what {whose} knows, as the reference says: {found}"
        same(f"“you” in the view of {whose}", view["you"], eyes)
        same(f"“waiting” in the view of {whose}", tuple(view["waiting"]), self.reference.waiting)
        same(f"“scores” in the view of {whose}", view["scores"], self.reference.scores)
        same(f"“winners” in the view of {whose}", view["winners"], self.reference.winners)
        same(f"“options” in the view of {whose}", view["options"], self.reference.options)
        same(f"is the game over in the view of {whose}", view["phase"] == "over", self.reference.over)
