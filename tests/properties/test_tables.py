"""Laws of tables in every game: positions, records, undo and seeds."""

import json
from random import Random
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from helpers.games.strategies import decide, each_game, generators, opened, played
from per_game import KITS, Kit
from samples import SAMPLES
from tischlein import Table

CHANCE = -1


def seats_and_spectator(table: Table) -> tuple[int | None, ...]:
    return (None, *range(table.seats))


def bytes_of(table: Table) -> bytes:
    return table.game.layout.pack(table._s)


def assert_same_table(one: Table, other: Table) -> None:
    assert bytes_of(one) == bytes_of(other)
    assert one.position() == other.position()
    assert one.waiting == other.waiting
    for eyes in seats_and_spectator(one):
        assert one.view(eyes) == other.view(eyes)


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value, allow_nan=False))


# Positions


@each_game
@given(generators)
def test_a_position_is_the_whole_table(kit: Kit, rng: Random) -> None:
    table = played(kit, rng, most=60)
    again = kit.game.at(table.position(), seed=1)
    assert_same_table(again, table)
    assert again.history == []
    assert_same_table(kit.game.at(as_json(table.position()), seed=1), table)


@each_game
@given(generators)
def test_a_position_may_leave_out_what_is_usual(kit: Kit, rng: Random) -> None:
    """What it names stays so, unless chance has to decide first."""
    position = kit.random_position(rng)
    table = kit.game.at(position, seed=1)
    full = table.position()
    assert full.keys() >= position.keys()
    if not table.history:
        assert table.start == full
    assert as_json(full) == full


# Records


@each_game
@given(generators)
def test_a_record_gives_back_the_table(kit: Kit, rng: Random) -> None:
    table = played(kit, rng, most=30)
    for record in (table.record(), as_json(table.record())):
        again = kit.game.replay(record)
        assert_same_table(again, table)
        assert again.history == table.history
        assert as_json(again.record()) == as_json(table.record())
        for eyes in seats_and_spectator(table):
            assert again.events(eyes) == table.events(eyes)


@each_game
@given(generators)
def test_every_beginning_of_a_game_can_be_replayed_and_gone_on_with(kit: Kit, rng: Random) -> None:
    table = played(kit, rng, most=25)
    record = table.record()
    decisions = [k for k, (seat, _) in enumerate(table.history) if seat != CHANCE]
    cut = rng.choice([*decisions, len(table.history)])
    luck = [text for seat, text in table.history[cut:] if seat == CHANCE]
    again = kit.game.replay({**record, "history": record["history"][:cut]}, chance=luck)
    for seat, text in table.history[cut:]:
        if seat != CHANCE:
            again.play(seat, text)
    assert_same_table(again, table)
    assert again.history == table.history


# Events


@each_game
@given(generators)
def test_events_can_be_asked_for_at_any_time(kit: Kit, rng: Random) -> None:
    """Earlier events do not change, and ``since`` goes on where the last answer ended."""
    table = played(kit, rng, most=30)
    for eyes in seats_and_spectator(table):
        events = table.events(eyes)
        assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
        assert as_json(events) == events
        half = len(events) // 2
        assert table.events(eyes, since=half) == events[half:]
        assert table.events(eyes, since=len(events)) == []
        if not table.over:
            decide(table, Random(0))
            assert table.events(eyes)[: len(events)] == events


# Seeds


@each_game
@given(generators)
def test_same_seed_same_game(kit: Kit, rng: Random) -> None:
    seed, choices = rng.getrandbits(64), rng.getrandbits(64)
    seats = kit.random_seats(rng)
    first, second = (kit.game.new(seats=seats, seed=seed) for _ in range(2))
    for table in (first, second):
        chooser = Random(choices)
        for _ in range(20):
            if not table.over:
                decide(table, chooser)
    assert first.history == second.history
    assert_same_table(first, second)


@each_game
def test_other_seeds_and_no_seed_give_other_games(kit: Kit) -> None:
    """A draft may be a game of pure choice, which has no luck to differ in."""
    seats = kit.game.seats[-1]
    tables = [kit.game.new(seats=seats, seed=seed) for seed in range(20)]
    tables += [kit.game.new(seats=seats) for _ in range(20)]
    lucks = {luck(table) for table in tables}
    assert len(lucks) == 40 or (kit.game.draft and lucks == {()})


def luck(table: Table) -> tuple[str, ...]:
    """Return the chance outcomes of a deal, or of the turns after it where a game has no deal."""
    for _ in range(20):
        if not table.over and len(table.history) < 20:
            decide(table, Random(0))
    return tuple(text for seat, text in table.history if seat == CHANCE)


# Undo


class Decision(NamedTuple):
    seat: int
    text: str
    before: bytes
    luck: list[str]  # the chance outcomes that followed


class Undoing(RuleBasedStateMachine):
    """A table with random actions and undos, beside a list of its states before every decision."""

    @initialize(rng=generators)
    def open(self, rng: Random) -> None:
        self.rng = rng
        self.kit = rng.choice(KITS)
        self.table = opened(self.kit, rng)
        while self.table.over:  # some positions are the end of a game
            self.table = opened(self.kit, rng)
        self.line: list[Decision] = []  # those that stand
        self.again: list[str] = []  # luck that was taken back, and must come again

    @precondition(lambda self: not self.table.over)
    @rule()
    def play(self) -> None:
        before, entries = bytes_of(self.table), len(self.table.history)
        decide(self.table, self.rng)
        (seat, text), *luck = self.table.history[entries:]
        decision = Decision(seat, text, before, [outcome for _, outcome in luck])
        self._luck_comes_again(decision)
        self.line.append(decision)

    def _luck_comes_again(self, decision: Decision) -> None:
        """Check that outcomes that were taken back happen first, in order; only impossible ones are left out."""
        game, work = self.kit.game, [0] * self.kit.game.rules.WORK
        s = game.layout.unpack(decision.before)
        game.rules.apply(s, decision.seat, game.action_ids[decision.text], work)
        for text in decision.luck:
            while self.again:
                taken_back = self.again.pop(0)
                if taken_back == text:
                    break
                assert game.chance_index(s, taken_back) is None
            index = game.chance_index(s, text)
            assert index is not None
            game.rules.apply(s, CHANCE, index, work)
        assert game.layout.pack(s) == bytes_of(self.table)

    @precondition(lambda self: self.line)
    @rule(pick=st.integers(0, 7))
    def undo(self, pick: int) -> None:
        seats = sorted({decision.seat for decision in self.line})
        seat = seats[pick % len(seats)]
        place = max(k for k, decision in enumerate(self.line) if decision.seat == seat)
        self.table.undo(seat, consent=True)
        assert bytes_of(self.table) == self.line[place].before
        assert self.table.history[-1] == (seat, "undo")
        self.again = [text for decision in self.line[place:] for text in decision.luck] + self.again
        del self.line[place:]

    @precondition(lambda self: self.line)
    @rule()
    def undo_and_play_the_same(self) -> None:
        """Undo and play the same: exactly the same follows, since chance is not rolled again."""
        last, after = self.line[-1], bytes_of(self.table)
        self.table.undo(last.seat, consent=True)
        entries = len(self.table.history)
        self.table.play(last.seat, last.text)
        assert [what for _, what in self.table.history[entries + 1 :]] == last.luck
        assert bytes_of(self.table) == after

    @invariant()
    def a_record_gives_back_the_table(self) -> None:
        if hasattr(self, "table"):
            again = self.kit.game.replay(as_json(self.table.record()))
            assert bytes_of(again) == bytes_of(self.table)
            assert again.history == self.table.history
            assert again.events(0) == self.table.events(0)


TestUndoing = Undoing.TestCase
TestUndoing.settings = settings(max_examples=SAMPLES.examples, stateful_step_count=20, deadline=None)


@each_game
@given(generators)
def test_all_can_be_taken_back_and_played_again(kit: Kit, rng: Random) -> None:
    """Every decision of a game is undone, the last first; the same decisions then lead to the same end."""
    table = played(kit, rng, most=25)
    decisions = [(seat, text) for seat, text in table.history if seat != CHANCE]
    luck = [text for seat, text in table.history if seat == CHANCE]
    opening, end = table._history.opening, bytes_of(table)
    for seat, _ in reversed(decisions):
        table.undo(seat, consent=True)
    assert len(table.history) == len(luck) + 2 * len(decisions)
    before = len(table.history)
    for seat, text in decisions:
        table.play(seat, text)
    assert bytes_of(table) == end
    came = [text for seat, text in table.history[before:] if seat == CHANCE]
    assert came == luck[len(luck) - len(came) :]
    assert table._history.opening == opening
