"""List what proves a game, in the order of the docs: the suites that count for it, and the files that they need."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tischlein.engine.game import Game

ROOT = Path(__file__).resolve().parents[2]
SEEDS = "tests/properties/seeds.toml"
MUTANTS = "tests/conformance/mutants"


@dataclass(frozen=True)
class Proof:
    """One row of the table that `tischlein prove` prints.

    A test belongs to the proof with the longest of the ``suites`` that its path starts with.
    """

    name: str
    page: str  # of the docs, which says how to write it
    suites: tuple[str, ...] = ()
    files: tuple[str, ...] = ()  # to be written for it, with ``{id}`` for the game's
    optional: bool = False

    def missing(self, game: Game) -> list[str]:
        """Return what is still to be written, as names of files."""
        names = [name.format(id=game.id) for name in self.files]
        return [name for name in names if not is_written(name)]


def is_written(name: str) -> bool:
    """Return whether a file is there, or the section of a file that a name such as ``[hoch] in seeds.toml`` stands for."""
    section, _, file = name.rpartition(" in ")
    if section:
        return section.strip("[]") in tomllib.loads((ROOT / file).read_text("utf-8"))
    return (ROOT / name).exists()


ADD, PROVE, FACE = (f"docs/{name}.md" for name in ("adding-a-game", "prove-a-game", "game-face"))
PROOFS = (
    Proof(
        "rules", f"{ADD}#2-the-rules", ("tests/shared", "tests/unit/project/test_imports.py", "tests/rules")
    ),
    Proof("declaration", f"{ADD}#3-the-declaration", ("tests", "tests/properties/test_bit_by_bit.py")),
    Proof(
        "texts",
        f"{ADD}#4-what-people-see",
        (
            "tests/unit/texts/test_texts.py",
            "tests/unit/texts/test_words.py",
            "tests/unit/engine/test_hints.py",
            "tests/coach/test_words.py",
        ),
    ),
    Proof("server, page, terminal", f"{ADD}#5-prove-it", ("tests/server", "tests/offline", "tests/browser")),
    Proof(
        "lab and learners",
        f"{ADD}#5-prove-it",
        ("tests/lab", "tests/adapters", "tests/bench", "tests/train", "tests/research"),
    ),
    Proof(
        "reference",
        f"{PROVE}#the-reference",
        ("tests/differential", "tests/reference"),
        ("tests/reference/{id}.py",),
    ),
    Proof(
        "kit: laws, secrets",
        f"{PROVE}#the-kit",
        (
            "tests/properties",
            "tests/secrets",
            "tests/rules/test_every_game.py",
            "tests/rules/test_imagine.py",
        ),
        ("tests/per_game/{id}.py",),
    ),
    Proof(
        "compiled rules",
        f"{PROVE}#compiled-rules",
        ("tests/native", "tests/cuda", "tests/wasm"),
        ("tests/per_game/{id}.py", "src/tischlein/games/{id}/rules.wasm"),
    ),
    Proof("bots and coach", f"{PROVE}#the-kit", ("tests/bots", "tests/coach"), ("tests/per_game/{id}.py",)),
    Proof("seeds", f"{PROVE}#seeds", ("tests/properties/test_seeds.py",), (f"[{{id}}] in {SEEDS}",)),
    Proof(
        "clauses and cases",
        f"{PROVE}#clauses-and-cases",
        ("tests/conformance",),
        (
            "conformance/{id}/clauses.toml",
            "conformance/{id}/cases",
            "conformance/{id}/counts.toml",
            "conformance/{id}/position.json",
        ),
    ),
    Proof(
        "whole games",
        f"{PROVE}#whole-games",
        ("tests/conformance/test_transcripts.py",),
        ("conformance/{id}/transcripts",),
    ),
    Proof(
        "planted errors",
        f"{PROVE}#planted-errors",
        ("tests/conformance/test_mutants.py",),
        ("tests/conformance/mutants/{id}",),
    ),
    Proof("every branch", f"{PROVE}#every-branch", (), ("conformance/{id}/cases",)),
    Proof(
        "page about the game",
        f"{PROVE}#a-page-about-the-game",
        ("tests/docs", "tests/conformance/test_clause_table.py"),
        ("docs/games/{id}.md",),
    ),
    Proof(
        "rules of thumb",
        f"{FACE}#bots",
        ("tests/bots/test_no_peeking.py",),
        ("src/tischlein/games/{id}/bots/heuristics.py",),
        optional=True,
    ),
    Proof(
        "face in the page",
        f"{FACE}#in-the-browser",
        ("tests/conformance/test_rule_examples.py",),
        ("web/src/games/{id}/index.ts",),
        optional=True,
    ),
)


def proof_of(test: str) -> Proof:
    """Return the proof that a test counts for, by the test's path."""
    suites = [
        (suite, proof)
        for proof in PROOFS
        for suite in proof.suites
        if f"{test}/".startswith((f"{suite}/", f"{suite}:"))
    ]
    assert suites, f"{test}: no proof in tests/helpers/proofs.py names this suite"
    return max(suites, key=lambda found: len(found[0]))[1]


def missing(game: Game) -> list[str]:
    """Return everything that a game lacks to be finished, in the order of the docs."""
    found = [name for proof in PROOFS if not proof.optional for name in proof.missing(game)]
    return list(dict.fromkeys(found))


def lacking(game: Game) -> dict[str, list[str]]:
    """Return the rulings of a game that lack a case, a mutant or their row in the table of the game's page, and which of them."""
    clauses, page = ROOT / f"conformance/{game.id}/clauses.toml", ROOT / f"docs/games/{game.id}.md"
    if not clauses.exists():
        return {}
    proven = {
        "case": {
            ruling for one in entries(f"conformance/{game.id}/cases", "case") for ruling in one["rulings"]
        },
        "mutant": {one["ruling"] for one in entries(f"{MUTANTS}/{game.id}", "mutant")},
        "table": set(re.findall(r"^\| (\w+) \|", page.read_text("utf-8"), re.M) if page.exists() else ()),
    }
    rulings = [
        one["id"]
        for clause in tomllib.loads(clauses.read_text("utf-8"))["clause"]
        for one in clause["rulings"]
    ]
    lacks = {ruling: [what for what, those in proven.items() if ruling not in those] for ruling in rulings}
    return {ruling: what for ruling, what in lacks.items() if what}


def entries(folder: str, key: str) -> list[dict[str, Any]]:
    """Return the entries of all files of a folder."""
    files = sorted((ROOT / folder).glob("*.toml"))
    return [one for path in files for one in tomllib.loads(path.read_text("utf-8")).get(key, [])]
