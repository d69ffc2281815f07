"""What a game needs beside its rules to count as proved; a draft is told what it lacks, in one sentence."""

import tomllib
from pathlib import Path

from tischlein.engine.game import Game

ROOT = Path(__file__).resolve().parents[2]
SEEDS = ROOT / "tests/properties/seeds.toml"


def missing(game: Game) -> list[str]:
    """The proofs that a game does not have yet, as files to write."""
    files = [
        f"tests/per_game/{game.id}.py",
        f"tests/reference/{game.id}.py",
        f"conformance/{game.id}",
        f"tests/conformance/mutants/{game.id}",
        f"docs/games/{game.id}.md",
    ]
    lacking = [name for name in files if not (ROOT / name).exists()]
    if game.id not in tomllib.loads(SEEDS.read_text("utf-8")):
        lacking.append(f"[{game.id}] in {SEEDS.relative_to(ROOT)}")
    return lacking


def sentence(game: Game) -> str:
    """What to write next; empty where nothing is missing."""
    lacking = missing(game)
    if not lacking:
        return f"{game.id} has all proofs: remove draft=True." if game.draft else ""
    if game.draft:
        return f"{game.id} is a draft and lacks {', '.join(lacking)} (docs/prove-a-game.md)."
    return f"{game.id} lacks {', '.join(lacking)}: write them, or declare draft=True (docs/prove-a-game.md)."
