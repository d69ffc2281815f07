"""What ``tischlein train`` says while it learns; this needs no torch."""

from dataclasses import asdict, replace

from tischlein.train.cli import sentence
from tischlein.train.settings import Settings

ROUND = {
    "game": "lobo77", "round": 20, "seconds": 61.2, "decisions": 15_700_000, "wins": 0.5625, "wins at 2": 0.5, "wins at 4": 0.625,
    "entropy": 0.75,
}  # fmt: skip


def test_the_log_as_sentences() -> None:
    assert sentence(ROUND) == (
        "lobo77: round 20, 61 s, 15.7 M decisions, wins against medium 56.2 % (by seats 2: 50.0; 4: 62.5), "
        "entropy 0.750"
    )
    assert sentence({"game": "lobo77", "inputs": 9, "width": 4}) == "lobo77: 9 inputs, 4 wide"
    assert "this course is over after round 4" in sentence({"game": "lobo77", "over": 4})


def test_which_settings_make_it_another_course() -> None:
    course = Settings("lobo77")
    longer = replace(course, rounds=900, minutes=3.0, every=5, measured=64, device="cuda")
    assert longer.differing(asdict(course)) == []
    other = Settings("quando", seed=2, seats=(2,), width=8, rate=1e-4)
    assert other.differing(asdict(course)) == ["game", "seed", "width", "seats", "rate"]
    assert replace(course, start="hard").differing(asdict(course)) == ["start"]
