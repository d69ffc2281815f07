"""The pages that tell how to add a game are followed literally: what they show is written, what they say to type is typed."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec
import pytest
from sqlalchemy import String

from helpers.chosen import EXTRA
from helpers.project import BLOCKS, COMMANDS, PAGES, PROOF, Project
from helpers.server.serving import PATIENCE
from tischlein import scaffold
from tischlein.server.protocol.rest import CreateTable
from tischlein.server.store import schema

LINES = 240  # of the page that ends with a game played everywhere


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(tmp_path_factory.mktemp("project"))


def test_the_first_page_is_short() -> None:
    assert len(PAGES[0].read_text("utf-8").splitlines()) <= LINES


def test_every_command_of_the_page_is_tried_below() -> None:
    assert COMMANDS == [
        "tischlein new-game hoch",
        "tischlein games hoch",
        "tischlein terminal hoch --seats 3 --bots medium",
        "tischlein arena hoch random medium --deals 8",
        "tischlein play",
        "make types",
        "tischlein prove hoch",
    ]


def test_the_pages_show_what_the_command_writes(project: Project) -> None:
    games = project.root / "src/tischlein/games"
    shown = [(name, text) for name, text in BLOCKS if name.startswith("hoch/")]
    assert {name for name, _ in shown} == {
        "hoch/__init__.py", "hoch/rules.py", "hoch/face/view.py", "hoch/face/texts/en.toml",
    }  # fmt: skip
    for name, text in shown:
        assert text in (games / name).read_text("utf-8"), name
    listed = re.findall(r"^\| `([\w/]+\.py)`", PAGES[0].read_text("utf-8"), re.M)
    assert len(listed) == 5
    assert all((games / "hoch" / name).exists() for name in listed)


def test_it_is_listed_with_its_rules_in_both_languages(project: Project) -> None:
    listed = project.run(f"{COMMANDS[1]} --lang de")
    assert "hoch · Hoch" in listed
    assert "2 bis 6" in listed
    assert "All choose" in " ".join(project.run("tischlein rules hoch --lang en").split())


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", ["Deine Hand", "Stich"]),
        pytest.param(
            "en", ["Your hand", "trick"], marks=pytest.mark.long
        ),  # its rules are shown in English above
    ],
)
def test_a_whole_game_in_the_terminal(project: Project, language: str, words: list[str]) -> None:
    typed = "?\ntable\na\nundo\nb\na\na\nlog\nq\n"
    said = project.run(f"{COMMANDS[2]} --lang {language} --seed 4 --pace 0", typed)
    for word in words:
        assert word in said
    assert re.search(r"1\. \w+", said)  # who is first
    assert not re.search(r"[{}\[\]|]", said)


def test_bots_meet_in_the_arena(project: Project) -> None:
    found = json.loads(project.run(f"{COMMANDS[3]} --processes 1 --json"))
    assert found["games"] == 2 * 8
    assert set(found["ratings"]) == {"random", "medium"}


def test_a_whole_game_at_the_server(project: Project) -> None:
    """Through the protocol, as any client would; tests/browser/tables/test_added_game.py plays it in the page."""
    with project.serving() as address:
        listed = {game["id"]: game for game in httpx.get(f"{address}/api/games", timeout=PATIENCE).json()}
        assert listed["hoch"]["name"] == "Hoch"
        assert [zone["name"] for zone in listed["hoch"]["zones"]] == ["laid", "chosen", "cards", "hand"]
        said = project.run(f"examples.client {address} hoch")
    assert re.search(r"points \[\d, \d\] winners \[", said)


def test_the_longest_name_is_one_that_the_server_knows() -> None:
    """Tables store it, and clients send it."""
    longest = "t" * 20
    assert scaffold.check_name(longest, set()) == longest
    wish = msgspec.json.decode(f'{{"game": "{longest}", "seats": 2, "name": "Ada"}}', type=CreateTable)
    assert wish.game == longest
    column = schema.tables.c.game.type
    assert isinstance(column, String)
    assert column.length == len(longest)


def test_the_page_gets_its_types(project: Project) -> None:
    recipe = project.run("scripts.protocol_types")
    assert "scripts.protocol_types" in Path(project.root / "Makefile").read_text("utf-8")
    assert 'game: "hoch"' in recipe
    assert "export interface HochEvent" in recipe


def test_the_next_proof_is_begun(project: Project) -> None:
    path = project.root / "tests/reference/hoch.py"
    _, command = PROOF
    assert "tests/reference/hoch.py" in project.run(command)
    try:
        assert "raise NotImplementedError  # WRITE" in path.read_text("utf-8")
    finally:
        path.unlink()


@pytest.mark.long  # tests/shared plants bugs in the same draft, runs suites for a game of another kind, and names what a draft lacks
def test_a_draft_fails_nowhere_and_is_told_what_it_lacks(project: Project) -> None:
    found = json.loads(project.run(f"{COMMANDS[-1]} --json"))
    states = {row["name"]: row["state"] for row in found["proofs"]}
    assert found["ok"]
    assert found["missing"][0] == "tests/reference/hoch.py"
    assert {states[name] for name in ("rules", "declaration", "texts", "server, page, terminal")} == {
        "proven"
    }
    assert {states[name] for name in ("reference", "kit: laws, secrets", "every branch")} == {"missing"}


@pytest.mark.long
def test_with_kit_and_reference_the_suites_of_all_games_pass(tmp_path: Path) -> None:
    """The reference, all backends, laws, secrets: the same checks as for the real games."""
    project = Project(tmp_path, page=True)  # the page is tried with it too
    for name, text in BLOCKS:
        if name.startswith("tests/"):
            (project.root / name).write_text(text, "utf-8")
    command, _ = PROOF
    found = json.loads(project.run(f"{command} --json"))
    rows = {row["name"]: row for row in found["proofs"]}
    assert found["ok"]
    for name in ("reference", "kit: laws, secrets", "bots and coach"):
        assert rows[name]["state"] == "proven", rows[name]
    assert sum(row["passed"] for row in rows.values()) > 130


@pytest.mark.long
@pytest.mark.parametrize("plays", sorted(EXTRA))  # not called `game`, so that `--game` does not select it
def test_a_game_of_another_kind_gets_from_the_scaffold_to_a_green_table(
    tmp_path: Path, plays: str, record_testsuite_property: Callable[[str, object], None]
) -> None:
    project = Project(tmp_path, page=True)
    project.write_extra_game(plays)
    found = json.loads(project.run(f"tischlein prove {plays} --json"))
    assert {row["name"]: row["failed"] for row in found["proofs"] if row["failed"]} == {}
    states = {row["name"]: row["state"] for row in found["proofs"]}
    assert {states[proof] for proof in ("reference", "kit: laws, secrets", "bots and coach")} == {"proven"}
    record_testsuite_property(f"seconds to prove {plays}", found["seconds"])
    print(f"{plays} was proven in {found['seconds']} seconds")  # noqa: T201 — shown with -s
