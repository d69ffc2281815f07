"""What the engine does for a game that says little: legal actions, names of outcomes, choices that are laid open together."""

import importlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tischlein import RecordError, game
from tischlein.engine import backends
from tischlein.engine.play.wording import reason_texts
from tischlein.room.refusal import TEXTS
from tischlein.scaffold.template import GAME as HOCH
from tischlein.scaffold.template import rules as full
from tischlein.terminal.host import Setup
from tischlein.terminal.session import Session

LEGAL = """

def legal(s: Hoch, seat: int, out: Cells, work: Cells) -> int:
    n = 0
    for action in range(ACTIONS):
        if why(s, seat, action, work) == LEGAL:
            out[n] = action
            n += 1
    return n
"""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The tiny game's rules, with a ``legal`` of their own."""
    source = Path(full.__file__).read_text("utf-8")
    assert "def legal" not in source
    (tmp_path / "lang").mkdir()
    (tmp_path / "lang/__init__.py").write_text("", "utf-8")
    (tmp_path / "lang/rules.py").write_text(source + LEGAL, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("lang.rules")
    for name in ("lang", "lang.rules"):
        del sys.modules[name]


def test_legal_follows_from_why(rules: ModuleType) -> None:
    """tests/native compiles it."""
    start = HOCH.opening(4)
    derived, own = (backends.load(one, "python") for one in (full, rules))
    assert derived.random_games(start, 20, 5).rows.tobytes() == own.random_games(start, 20, 5).rows.tobytes()


def test_a_game_without_legal_plays_at_a_table() -> None:
    table = HOCH.new(2, seed=1)
    assert [action.text for action in table.actions(0)] == table.view(0)["hand"]


# Rules that fail


def _breaks(s: Any) -> None:
    raise IndexError("a mistake in a draft")


def _overflows(s: Any) -> None:
    s.points[0] = 1000


@pytest.mark.parametrize("door", ["play", "follow"])
@pytest.mark.parametrize(
    ("mistake", "error"), [(_breaks, IndexError), (_overflows, OverflowError)], ids=["breaks", "overflows"]
)
def test_rules_that_fail_leave_the_table_as_it_was(mistake: Any, error: type[Exception], door: str) -> None:
    """Also when they have changed half of the record already, or written what does not fit into its field."""

    def apply(s: Any, seat: int, action: int, work: Any) -> None:
        full.apply(s, seat, action, work)
        if seat >= 0 and failing:
            mistake(s)

    failing = True
    table = replace(HOCH, rules=SimpleNamespace(**vars(full) | {"apply": apply})).new(2, seed=1)
    card, before = table.actions(0)[0].text, (table.position(), table.history, table.record())
    with pytest.raises(error):
        getattr(table, door)(0, card)
    assert (table.position(), table.history, table.record()) == before
    failing = False
    table.play(0, card)
    assert table.waiting == (1,)


def test_luck_that_was_taken_back_survives_an_entry_that_cannot_be() -> None:
    """An entry of a record that is refused changes nothing: not what has to happen again, either."""
    table = game("lobo77").new(2, seed=3)
    seat = table.actor
    table.play(seat, table.actions(seat)[0])
    drawn = table.history[-1]
    assert drawn[0] == -1
    table.undo(seat, consent=True)
    table.follow(seat, table.actions(seat)[0].text)
    other = "8" if drawn[1] == "7" else "7"
    for _ in range(2):
        with pytest.raises(RecordError, match="has to happen again"):
            table.follow(-1, other)
    table.follow(*drawn)
    assert table.history[-1] == drawn


def test_a_reason_without_a_clause_is_said_all_the_same() -> None:
    """A draft has no rulebook yet."""
    reasons = tuple((code, "") for code, _ in full.REASONS)
    draft = replace(HOCH, rules=SimpleNamespace(**vars(full) | {"REASONS": reasons}))
    table = draft.new(2, seed=1)
    card = next(str(n) for n in range(1, 25) if str(n) not in table.view(0)["hand"])
    why = table.why(0, card)
    assert why is not None
    assert (why.code, why.clause) == ("not_in_hand", "")
    assert card in reason_texts(TEXTS, table, 0, card, why, ["Ada", "Ben"])["en"]


def test_a_reason_without_a_clause_is_said_in_the_terminal() -> None:
    lobo = game("lobo77")
    reasons = tuple((code, "") for code, _ in lobo.rules.REASONS)
    draft = replace(lobo, rules=SimpleNamespace(**vars(lobo.rules) | {"REASONS": reasons}))
    position = {"game": "lobo77", "seats": 2, "hands": [["7"], ["8"]]}
    at = Session(Setup(draft, 2, "random", "en", {}), draft.at(position, seed=1))
    assert at.submit("76").kind == "refused"
    assert at.message == "You do not hold 76. Possible now: Play 7."


# Chance


NAMELESS = replace(HOCH, face=replace(HOCH.face, outcomes=None))


def test_outcomes_are_numbers_unless_they_have_names() -> None:
    table = NAMELESS.new(2, chance=["23", "0", "0", "0", "0", "0"])
    assert table.history[0] == (-1, "23")
    assert NAMELESS.replay(table.record()).position() == table.position()


def test_outcomes_have_the_names_that_are_declared() -> None:
    def names(s: Any) -> list[tuple[str, int]]:
        return [(f"card {card + 1}", s.unseen[card]) for card in range(full.CARDS)]

    named = replace(HOCH, face=replace(HOCH.face, outcomes=names))
    table = named.new(2, chance=[f"card {n}" for n in (24, 3, 5, 7, 9, 11)])
    assert table.view(0)["hand"] == ["5", "9", "24"]
    assert named.replay(table.record()).position() == table.position()
