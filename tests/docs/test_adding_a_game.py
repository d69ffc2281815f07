"""The page that tells how to add a game builds a game that works, everywhere and with nothing else."""

import asyncio
import importlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tischlein
from helpers.serving import play_on, serving, set_table, sitting
from tischlein import IllegalAction, PositionError
from tischlein.bots import LEVELS
from tischlein.engine.texts import LANGUAGES, words_for
from tischlein.games import GAMES
from tischlein.server.http.catalogue import catalogue
from tischlein.server.protocol import typescript
from tischlein.terminal.face import face_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(tischlein.__file__).parent
PAGE = ROOT / "docs/adding-a-game.md"
BLOCKS = dict(re.findall(r"^`([\w/.]+)`\n\n```\w+\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S))
# What all games share; the suites about bots are for games in which one decides more than once.
SUITES = (
    "rules",
    "properties",
    "secrets",
    "differential",
    "native/test_native_agrees.py",
    "cuda",
    "unit/test_terminal_games.py",
    "server/test_contract.py",
)
HANDS = {"game": "hoch", "seats": 2, "hands": [["3", "9"], ["5", "12"]]}


def write_game(folder: Path) -> None:
    """Write the files of the game's folder."""
    for name, text in BLOCKS.items():
        if name.startswith("hoch/"):
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")


@pytest.fixture(scope="module")
def hoch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The game of the page, written into a folder next to the real games' one."""
    folder = tmp_path_factory.mktemp("games")
    write_game(folder)
    path = sys.modules["tischlein.games"].__path__  # as an attribute, `games` is the function of the API
    path.append(str(folder))
    try:
        yield importlib.import_module("tischlein.games.hoch").GAME
    finally:
        path.remove(str(folder))
        for name in [name for name in sys.modules if name.startswith("tischlein.games.hoch")]:
            del sys.modules[name]


@pytest.fixture
def registered(hoch: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The game among the others, as long as a test runs."""
    monkeypatch.setitem(GAMES, "hoch", hoch)
    return hoch


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the files of the page, and nothing else."""
    root = tmp_path_factory.mktemp("project")
    built = shutil.ignore_patterns("__pycache__", "static", "browser", "mutants")
    shutil.copytree(PACKAGE, root / "src/tischlein", ignore=built)
    shutil.copytree(ROOT / "tests", root / "tests", ignore=built)
    for name in ("conformance", "docs", "examples", "scripts", "pyproject.toml"):
        (root / name).symlink_to(ROOT / name)
    write_game(root / "src/tischlein/games")
    (root / "src/tischlein/games/__init__.py").write_text(BLOCKS["__init__.py"], "utf-8")
    for name, text in BLOCKS.items():
        if name.startswith("tests/"):
            (root / name).write_text(text, "utf-8")
    return root


def run(project: Path, *command: str, typed: str = "") -> str:
    """What a command prints in a fresh interpreter that knows the fifth game."""
    path = [project / "src", project, os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=project,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path)), "PYTHONIOENCODING": "utf-8"},
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=1200,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    return done.stdout


def test_the_page_names_its_files() -> None:
    assert sorted(BLOCKS) == [
        "__init__.py",
        "hoch/__init__.py",
        "hoch/notation.py",
        "hoch/positions.py",
        "hoch/rules.py",
        "hoch/texts/de.toml",
        "hoch/texts/en.toml",
        "hoch/view.py",
        "tests/per_game/hoch.py",
        "tests/reference/hoch.py",
    ]


def test_the_list_of_games_is_the_real_one_and_the_fifth_game() -> None:
    real = (PACKAGE / "games/__init__.py").read_text("utf-8")
    ours = BLOCKS["__init__.py"]
    assert ours.replace("from tischlein.games.hoch import GAME as HOCH\n", "").replace("HOCH, ", "") == real


# The rules


def test_it_plays_to_the_end_and_replays(hoch: Any) -> None:
    for seed in range(30):
        chooser = random.Random(seed)
        table = hoch.new(seats=chooser.choice(hoch.seats), seed=seed)
        while not table.over:
            again = hoch.at(json.loads(json.dumps(table.position())))
            assert hoch.layout.pack(again._s) == hoch.layout.pack(table._s)
            (seat,) = table.waiting
            assert list(table.waiting) == table.view(seat)["waiting"]
            table.play(seat, chooser.choice(table.actions(seat)))
        assert table.scores[table.winners[0]] == max(table.scores)
        assert hoch.replay(json.loads(json.dumps(table.record()))).position() == table.position()


def test_H3_a_card_must_be_held(hoch: Any) -> None:
    table = hoch.at(HANDS)
    with pytest.raises(IllegalAction) as refused:
        table.play(0, "12")
    assert (refused.value.code, refused.value.clause) == ("not_in_hand", "H3")
    assert table.why(1, "5").clause == "H3"


def test_H4_the_highest_card_wins(hoch: Any) -> None:
    table = hoch.at(HANDS)
    table.play(0, "9")
    table.play(1, "12")
    assert (table.scores, table.winners) == ([9, 12], [1])


def test_positions_that_cannot_be_are_refused(hoch: Any) -> None:
    for hands, laid in (
        ([["3", "3"], ["5", "6"]], None),
        ([["3"], ["5", "6"]], None),
        ([["3", "4"], ["5"]], [None, "6"]),
    ):
        with pytest.raises(PositionError):
            hoch.at({"game": "hoch", "seats": 2, "hands": hands, "laid": laid})


def test_the_shared_suites_pass(project: Path) -> None:
    """The same checks as the real games: the reference, all backends, laws, secrets, the terminal, the example of a client."""
    suites = [f"tests/{name}" for name in SUITES]
    said = run(project, "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "hoch", *suites)
    passed = re.search(r"(\d+) passed", said)
    assert passed is not None, said
    assert int(passed[1]) > 80
    assert "skipped" not in said


# The commands


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_listed_and_its_rules_can_be_asked_for(project: Path, language: str) -> None:
    listed = run(project, "tischlein", "games", "--lang", language)
    assert "hoch · Hoch" in listed
    assert {"de": "2 bis 4 Spieler", "en": "2 to 4 players"}[language] in listed
    assert all(name in listed for name in GAMES)
    assert listed.count("--option") == sum(1 for game in GAMES.values() if game.options)
    rules = run(project, "tischlein", "rules", "hoch", "--lang", language)
    assert {"de": "niemand für Menschen aufgeschrieben", "en": "Nobody has written"}[language] in rules


@pytest.mark.parametrize(("language", "hand"), [("de", "Deine Hand"), ("en", "Your hand")])
def test_a_game_in_the_terminal(project: Path, language: str, hand: str) -> None:
    how = ["--lang", language, "--seats", "3", "--seed", "4", "--bots", "medium"]
    said = run(project, "tischlein", "terminal", "hoch", *how, typed="?\nlog\na\nundo\nb\nq\n")
    assert hand in said
    assert re.search(r"1\. \w+ +\d+ \w+", said)  # who is first, with how many points
    assert "{" not in said


def test_bots_meet_in_the_arena(project: Path) -> None:
    bots = ["random", "hard,iterations=50"]
    said = run(project, "tischlein", "arena", "hoch", *bots, "--games", "8", "--processes", "1", "--json")
    found = json.loads(said)
    assert found["games"] == 2 * 8
    assert set(found["ratings"]) == set(bots)


def test_the_bench_measures_it(project: Path) -> None:
    how = ["--game", "hoch", "--backend", "python", "--seconds", "0.01", "--json"]
    found = json.loads(run(project, "tischlein", "bench", "rules", *how))
    assert (found["game"], found["decisions_per_game"]) == ("hoch", found["seats"])


# The server


def test_the_server_offers_it_with_bots_of_every_level(registered: Any) -> None:
    (info,) = [info for info in catalogue({}) if info.id == "hoch"]
    assert (info.name, info.seats, info.levels) == ("Hoch", (2, 4), list(LEVELS))
    assert (info.tagline.de, info.tagline.en) == ("Die höchste Karte gewinnt.", "The highest card wins.")


def test_a_whole_game_at_a_server(registered: Any, tmp_path: Path) -> None:
    async def play() -> dict[str, Any]:
        made = await set_table(live, "hoch", 4, bots=[None, "random", "easy", "medium"])
        async with live.client() as client:
            texts = (await client.get("/api/games/hoch/texts/de")).json()
            assert texts["name"] == "Hoch"
        async with sitting(live, made["code"], made["token"]) as guest:
            missing = next(str(card) for card in range(1, 13) if str(card) not in guest.last["view"]["hand"])
            refused = await guest.play(missing)
            assert (refused["code"], refused["clause"]) == ("not_in_hand", "H3")
            assert refused["text"]["de"] == f"{missing} hast du nicht auf der Hand."
            await play_on(guest, random.Random(1))
            return guest.last

    with serving(tmp_path / "tables.db") as live:
        last = asyncio.run(play())
    assert last["over"]
    assert last["scores"][last["winners"][0]] == max(last["scores"])


def test_the_page_gets_its_types(registered: Any) -> None:
    types = typescript.source()
    assert 'game: "hoch";' in types
    assert "export interface HochEvent" in types
    assert not re.search(r": ;", types)


# What is told where nobody has written a text


def test_what_happened_is_told_without_a_sentence_for_it(hoch: Any) -> None:
    words, names = words_for(hoch, "en"), ["Ada", "Ben"]
    event = {"seq": 3, "seat": 1, "kind": "swap_hands", "card": "5", "with": 0}
    assert words.event(event, names, 0) == "Ben: swap hands 5 0"
    assert words.event({"seq": 4, "seat": None, "kind": "new_round"}, names, 0) == "new round"
    assert words.event({"seat": 1, "kind": "undo", "steps": 1}, names, 0) == "Ben takes the last move back."
    end = {"seat": None, "kind": "game_end", "winners": [0]}
    assert [words.event(end, names, you) for you in (0, 1)] == ["You have won!", "Ada has won!"]


def test_a_table_is_shown_as_its_view_says(hoch: Any) -> None:
    view = {**hoch.at(HANDS).view(0), "piles": [["1"], []], "prices": {"4": 2}, "free_tiles": None}
    face = face_of(replace(hoch, zones=()))
    assert face.lines(view, words_for(hoch, "en"), ["Ada", "Ben"]) == [
        ("cards", "2  2"),
        ("laid", "–  –"),
        ("piles", "1 | –"),
        ("prices", "4: 2"),
        ("free tiles", "–"),
        ("Your hand", "3  9"),
    ]
    assert words_for(hoch, "de").zone("hand") == "Deine Hand"
