"""What ``tischlein train`` says while it learns; this needs no torch."""

from tischlein.engine.texts import LANGUAGES
from tischlein.lab.learning.cli import sentence

ROUND = {
    "game": "lobo77", "round": 20, "seconds": 61.2, "decisions": 15_700_000, "wins": 0.5625, "wins at 2": 0.5, "wins at 4": 0.625,
    "entropy": 0.75,
}  # fmt: skip


def test_every_language_tells_the_same_figures() -> None:
    told = {language: sentence(ROUND, language) for language in LANGUAGES}
    assert (
        "round 20, 61 s, 15.7 M decisions, wins against medium 56.2 % (by seats 2: 50.0; 4: 62.5)"
        in told["en"]
    )
    assert "Runde 20, 61 s, 15,7 Mio. Entscheidungen, Siege gegen medium 56,2 %" in told["de"]
    assert sentence({"game": "lobo77", "inputs": 9, "width": 4}, "de") == "lobo77: 9 Eingänge, 4 breit"
