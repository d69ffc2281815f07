"""Plant bugs in a new game, one at a time: the suites that `tischlein prove` runs must find every one of them.

In the short run test_planted_mistakes.py asks the laws themselves, about other bugs.
"""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from helpers.project import BLOCKS, Project

SHARED = ("tests/shared/test_all_games.py",)
LAWS = ("tests/properties/test_rules_hold.py",)
TABLES = ("tests/properties/test_tables.py",)
DUELS = ("tests/differential",)
TEXTS = ("tests/unit/texts/test_texts.py", "tests/unit/texts/test_words.py")
DECLARED = ("tests/unit/engine/test_declaration.py",)
FOLDERS = {"hoch": "src/tischlein/games/hoch", "treppe": "tests/extra_games/treppe"}


@dataclass(frozen=True)
class Bug:
    """A piece of a game's source, what stands there instead, and the suites that find it."""

    plays: str  # the game; not called `game`, so that `--game` does not select these tests
    name: str
    file: str
    find: str
    replace: str
    suites: tuple[str, ...]

    def __str__(self) -> str:
        return self.name


THUMB = '''"""Rules of thumb that look at cards of others."""

WORK = 0
LEAD = 100
HORIZON = 10


def rate(s, seat, actions, n, points, work):
    for k in range(n):
        points[k] = s.hands[1 - seat][actions[k] - 1]


def standing(s, out):
    for seat in range(s.seats):
        out[seat] = 100 * s.points[seat]


def believe(s, seat, rng, work):
    pass
'''
RULES, VIEW, GAME = "rules.py", "face/view.py", "__init__.py"
BUGS = [
    # What a seat knows
    Bug("hoch", "conceal leaves the hands of others", RULES, "            pour(s.hands[other], s.unseen, CARDS)\n", "", SHARED),
    Bug("hoch", "conceal leaves a choice", RULES, "                s.chosen[other] = UNKNOWN\n", "", SHARED),
    Bug("hoch", "imagine prefers the lowest card", RULES, "s.chosen[other] = take(s.unseen, below(rng, left))", "s.chosen[other] = take(s.unseen, 0)", ("tests/properties/test_knowledge.py",)),
    Bug("hoch", "a reason reads cards of others", RULES, "LEGAL if s.hands[seat][action] else", "LEGAL if s.hands[seat][action] or s.hands[seat - 1][action] else", LAWS),
    Bug("treppe", "the hidden card is open", RULES, "        s.start = UNKNOWN\n", "        s.start = s.start\n", SHARED),
    Bug("hoch", "rules of thumb peek", "bots/heuristics.py", "", THUMB, SHARED),
    # The rules
    Bug("hoch", "the lowest card wins", RULES, "s.chosen[seat] > s.chosen[best]", "s.chosen[seat] < s.chosen[best]", DUELS),
    Bug("hoch", "a played card is lost", RULES, "        s.played[s.chosen[seat]] = 1\n", "", LAWS),
    Bug("hoch", "nobody wins", RULES, "s.points[seat] == most", "s.points[seat] > most", LAWS),
    Bug("hoch", "a seat that waits can do nothing", RULES, "OVER if s.tricks == HAND else 0", "OVER if s.tricks == HAND + 1 else 0", SHARED),
    Bug("hoch", "learners do not see their hand", RULES, "out[card] = s.hands[seat][card] if seat >= 0 else 0", "out[card] = 0", ("tests/properties/test_features.py",)),
    Bug("treppe", "the last round is a turn too long", RULES, "s.left = s.seats\n", "s.left = s.seats + 1\n", DUELS),
    Bug("treppe", "a lower card may be laid", RULES, "TOO_LOW if cards and s.rows[action][cards - 1] > s.card else LEGAL", "LEGAL", DUELS),
    Bug("treppe", "a row that was taken stays", RULES, "    s.closed[row] = 1\n", "", DUELS),
    # What people read and write
    Bug("hoch", "a sentence is missing in English", "face/texts/en.toml", 'lay = "[You lay|{name} lays] {card}."\n', "", TEXTS),
    Bug("treppe", "a zone is not in the view", GAME, 'Zone("pile", "pile", "counter")', 'Zone("pile", "deck", "counter")', DECLARED),
    Bug("hoch", "a position forgets the last trick", "face/positions.py", '        "laid": [None if card == EMPTY else NAMES[card] for card in s.laid[: s.seats]],\n', "", TABLES),
    Bug("hoch", "chance outcomes have the wrong names", "face/notation.py", "s.unseen[card]) for card in range(CARDS)]", "s.unseen[card]) for card in range(CARDS - 1, -1, -1)]", DUELS),
]  # fmt: skip


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Return a copy of the project in which Hoch has its reference and its kit."""
    project = Project(tmp_path_factory.mktemp("project"))
    for name, text in BLOCKS:
        if name.startswith("tests/"):
            (project.root / name).write_text(text, "utf-8")
    return project


@contextmanager
def planted(root: Path, bug: Bug) -> Iterator[None]:
    """Plant a bug, and take it out again."""
    folder = root / FOLDERS[bug.plays]
    path, registry = folder / bug.file, folder / "__init__.py"
    before = {one: one.read_text("utf-8") for one in (path, registry) if one.exists()}
    if bug.find:
        assert before[path].count(bug.find) == 1, f"{bug}: {bug.file} has {bug.find!r} not once"
        path.write_text(before[path].replace(bug.find, bug.replace), "utf-8")
    else:  # a file of its own, named in the declaration
        path.parent.mkdir()
        path.write_text(bug.replace, "utf-8")
        package = f"tischlein.games.{bug.plays}"
        text = before[registry].replace("import Face, Game", "import BotKnowledge, Face, Game")
        text = text.replace(
            f"from {package} import rules\n",
            f"from {package} import rules\nfrom {package}.bots import heuristics\n",
        )
        registry.write_text(
            text.replace(
                "    rules=rules,\n", "    rules=rules,\n    bots=BotKnowledge(heuristics=heuristics),\n"
            ),
            "utf-8",
        )
    try:
        yield
    finally:
        for one in {path, registry} - set(before):
            one.unlink()
        for one, text in before.items():
            one.write_text(text, "utf-8")


def failures(project: Project, game: str, suites: tuple[str, ...]) -> list[str]:
    """Return the tests of a game that fail, at most one."""
    command = project.words(
        f"pytest -x -q -n0 --tb=line -p no:cacheprovider --game {game} {' '.join(suites)}"
    )
    done = subprocess.run(
        command, cwd=project.root, env=project.environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode in (0, 1), done.stdout[-3000:] + done.stderr[-3000:]
    return re.findall(r"^FAILED (\S+)", done.stdout, re.M)


def test_there_are_enough_bugs() -> None:
    assert len(BUGS) >= 18
    assert len({bug.name for bug in BUGS}) == len(BUGS)


@pytest.mark.long
@pytest.mark.parametrize("bug", BUGS, ids=str)
def test_a_bug_is_found(project: Project, bug: Bug) -> None:
    with planted(project.root, bug):
        assert failures(project, bug.plays, bug.suites)


@pytest.mark.long
def test_without_a_bug_nothing_fails(project: Project) -> None:
    for name in sorted(FOLDERS):
        suites = sorted({suite for bug in BUGS if bug.plays == name for suite in bug.suites})
        assert failures(project, name, tuple(suites)) == []
