"""Puzzles: the same file on every machine, resumed where it was, and claims that hold in a larger search."""

import json
from collections import Counter
from pathlib import Path

import pytest

import tischlein
from samples import SAMPLES, with_long
from tischlein.engine.errors import OptionError
from tischlein.engine.texts import LANGUAGES, words_for
from tischlein.games import GAMES
from tischlein.lab.puzzles.files import ALIKE, is_new_answer, make, read
from tischlein.lab.puzzles.search import (
    CHOICES,
    CLEAR,
    LEAD,
    PROVEN,
    look_in,
    prove,
    prove_repeatedly,
    reason_for,
)

SHIPPED = Path(tischlein.__file__).parent / "games"
# Of each game: the share of decisions that a larger search may put in doubt.
DOUBTED = 0.05


@pytest.mark.long  # a search by the hundred; the shipped files are read below
def test_any_number_of_processes_and_any_stop_give_the_same_file(tmp_path: Path) -> None:
    at_once, in_parts = tmp_path / "at_once.json", tmp_path / "in_parts.json"
    seen: list[tuple[int, int]] = []
    made = make("lobo77", 2, 13, at_once, 2, lambda done, n: seen.append((done, n)))
    assert len(made.puzzles) == 2
    assert seen == [(0, 2), (1, 2), (2, 2)]
    assert len(make("lobo77", 1, 13, in_parts, 1).puzzles) == 1
    assert make("lobo77", 2, 13, in_parts, 1) == made
    assert at_once.read_bytes() == in_parts.read_bytes()


def test_an_answer_that_many_puzzles_have_is_not_taken_again() -> None:
    puzzles = [{"choices": [{"text": text}]} for text in ("knock", "take", "pass")]
    assert is_new_answer("knock", puzzles)
    assert not is_new_answer("knock", [*puzzles, puzzles[0]])


def test_a_file_of_other_puzzles_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    for text, problem in (
        (json.dumps({**read(SHIPPED / "lobo77" / "puzzles.json"), "seed": 77}), "seed.* differ"),
        ("{}", "not a file of"),
    ):
        path.write_text(text)
        with pytest.raises(OptionError, match=problem):
            make("lobo77", 1, 5, path, 1)
        assert path.read_text() == text


@pytest.mark.parametrize("game", [game for game in sorted(GAMES) if not GAMES[game].draft])
def test_shipped_puzzles_are_complete_and_hide_what_the_seat_does_not_know(game: str) -> None:
    found = read(SHIPPED / game / "puzzles.json")
    assert found["rules"] == GAMES[game].version, "make them again: the rules have changed"
    assert len(found["puzzles"]) >= 60  # clear ones, rather than one for each day of a year
    assert len({one["known"] for one in found["puzzles"]}) == len(found["puzzles"])
    answers = Counter(one["choices"][0]["text"] for one in found["puzzles"])
    assert max(answers.values()) <= 1 + len(found["puzzles"]) // ALIKE
    layout, rules = GAMES[game].layout, GAMES[game].rules
    for one in found["puzzles"]:
        known = bytes.fromhex(one["known"])
        record = layout.unpack(known)
        rules.conceal(record, one["seat"])
        assert layout.pack(record) == known
        texts = [choice["text"] for choice in one["choices"]]
        assert one["played"] in texts[1:]
        assert len(texts) >= CHOICES
        assert round(one["lead"] - one["spread"], 4) >= LEAD  # both are rounded to four digits
        assert one["solved"]["medium"] == 0
        assert one["lead"] > CLEAR
        assert (one["line"][0], one["instead"][0]) == (texts[0], one["played"])
        why = reason_for(GAMES[game], one["known"], one["seat"], one["line"], one["instead"])
        assert why is not None, "its reason cannot be said"
        for lang in LANGUAGES:
            assert words_for(GAMES[game], lang).aim(why)


@pytest.mark.parametrize("game", with_long(sorted(GAMES), "lobo77"))
def test_a_larger_search_confirms_shipped_puzzles(game: str) -> None:
    """Four times the deals, with other luck: the best action leads again, and by as much as the file says."""
    puzzles = read(SHIPPED / game / "puzzles.json")["puzzles"]
    sample = puzzles[:: len(puzzles) // min(20, SAMPLES.judged // 6)]
    doubted = [k for k, one in enumerate(sample) if not _confirmed(game, one)]
    assert len(doubted) <= DOUBTED * len(sample), doubted


def _confirmed(game: str, one: dict) -> bool:  # type: ignore[type-arg]
    actions = tuple(choice["action"] for choice in one["choices"])
    known = bytes.fromhex(one["known"])
    again = prove(GAMES[game], known, one["seat"], actions, 0, 4 * PROVEN, "again")
    return again is not None and abs(again.lead - one["lead"]) <= again.spread + one["spread"]


def test_a_lead_that_depends_on_the_practice_of_the_judge_is_not_enough() -> None:
    """One practice proves the card to be the best, the next one does not."""
    found = json.loads((Path(__file__).parent / "practised.json").read_text("utf-8"))
    decision = bytes.fromhex(found["known"]), found["seat"], tuple(found["actions"]), 0
    assert prove(GAMES["lobo77"], *decision, PROVEN) is not None
    assert prove_repeatedly(GAMES["lobo77"], *decision) is None


def test_a_part_of_a_game_without_a_doubtful_decision_has_no_puzzle() -> None:
    assert look_in(GAMES["lobo77"], 1, 0) is None
