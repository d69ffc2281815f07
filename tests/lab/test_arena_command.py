"""`tischlein arena`: tables, JSON, both languages, kept files, and what is refused."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tischlein.cli import main
from tischlein.lab import arena
from tischlein.lab.arena import Contest
from tischlein.lab.cli import COLUMNS, ArenaWords, arena_app


def test_the_command_prints_json_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    arguments = ["lobo77", "random", "easy", "medium", "--games", "7", "--seats", "4", "--out", str(path)]
    ended = CliRunner().invoke(arena_app, [*arguments, "--processes", "1", "--json"])
    assert ended.exit_code == 0, ended.output
    document = json.loads(ended.stdout)
    assert document["games"] == 42
    assert [(pairing["one"], pairing["other"]) for pairing in document["pairings"]] == [
        ("random", "easy"), ("random", "medium"), ("easy", "medium"),
    ]  # fmt: skip
    assert set(document["ratings"]) == {"random", "easy", "medium"}
    assert document["pairings"][0]["verdict"] == "worse"
    table = CliRunner().invoke(arena_app, arguments)
    assert "Ratings" in table.stdout
    assert "42 games" in table.stdout
    # The file says it again, without a game being played.
    kept = path.read_bytes()
    assert CliRunner().invoke(arena_app, [str(path)]).stdout == table.stdout
    assert json.loads(CliRunner().invoke(arena_app, [str(path), "--json"]).stdout) == document
    assert path.read_bytes() == kept


def test_an_arena_speaks_german_where_the_system_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Headings, verdicts, decimals and notes; JSON keeps its words, and --lang wins."""
    path = tmp_path / "x.jsonl"
    arena.run(Contest("lobo77", ("random", "easy", "medium"), 2, 3), path, processes=1)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setenv("COLUMNS", "160")
    shown = CliRunner().invoke(arena_app, [str(path)]).stdout
    english = CliRunner().invoke(arena_app, [str(path), "--lang", "en"]).stdout
    cells = [
        [[cell.strip() for cell in line.split("│")[1:-1]] for line in one.splitlines() if "│ random" in line]
        for one in (shown, english)
    ]
    in_german = {"even": "gleich", "better": "besser", "worse": "schlechter"}
    assert len(cells[1]) == 3  # against both of the others, and its rating
    for german, other in zip(*cells, strict=True):
        assert german == [in_german.get(cell, cell.replace(".", ",")) for cell in other]
    assert cells[0][0][-1] in in_german.values()
    assert "," in cells[0][0][3]
    assert "LOBO 77, 2 Plätze" in shown
    assert "18 Spiele in " in shown
    assert "Weniger als 30 Gaben sind zu wenige für Intervalle" in shown
    monkeypatch.setenv("COLUMNS", "72")
    assert "Kein Platz für " in CliRunner().invoke(arena_app, [str(path)]).stdout
    assert json.loads(CliRunner().invoke(arena_app, [str(path), "--json"]).stdout)["pairings"][0]["verdict"]


def test_a_kept_file_is_shown_also_where_its_bots_are_gone(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    arena.run(Contest("lobo77", ("random", "easy"), 3, 6), path, processes=1)
    path.write_text(path.read_text("utf-8").replace('"easy"', '"gone:Gone"'), "utf-8")
    assert "gone:Gone" in CliRunner().invoke(arena_app, [str(path)]).stdout
    path.write_text(path.read_text("utf-8").splitlines()[0], "utf-8")
    assert "no deal yet" in CliRunner().invoke(arena_app, [str(path)]).stdout


def test_a_young_file_rates_those_who_have_met_and_nobody_else(tmp_path: Path) -> None:
    """Ctrl-C after the first deal: the third bot has not played yet."""
    path = tmp_path / "x.jsonl"
    three = Contest(
        game="lobo77", bots=("random", "easy,backend=python", "medium,backend=python"), seats=2, deals=1
    )
    arena.run(three, path, processes=1)
    lines = path.read_text("utf-8").splitlines()
    for kept, rated in ((1, 0), (3, 2), (len(lines), 3)):
        path.write_text("\n".join(lines[:kept]) + "\n", "utf-8")
        told = CliRunner().invoke(arena_app, [str(path), "--json"])
        found = json.loads(told.stdout, parse_constant=pytest.fail)["ratings"]
        assert [found[name] is not None for name in three.bots] == [k < rated for k in range(3)]
        shown = CliRunner().invoke(arena_app, [str(path)])
        assert (shown.exit_code, "nan" in shown.stdout) == (0, False)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--games", "0"), "--games 0: a whole number from 1"),
        (("--games", "1e2x"), "--games 1e2x: a whole number from 1"),
        (("--games", "1", "--out", "."), ". cannot be written: Is a directory"),
    ],
    ids=str,
)
def test_the_command_says_in_one_sentence_what_is_wrong(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["arena", "lobo77", "random", "easy", *arguments])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.jsonl"], "cannot be read: No such file"),
        (["empty.jsonl"], "no arena file"),
        (["junk.jsonl"], "no arena file"),
        (["header.jsonl"], "no arena file"),
        (["list.jsonl"], "no arena file"),
        (["empty.jsonl", "easy"], "leave out the bots"),
        (["other.json"], "files of the arena end with .jsonl"),
        (["lobo77"], "at least two bots"),
    ],
)
def test_what_is_no_kept_file_is_said(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("empty.jsonl", "other.json"):
        Path(name).touch()
    Path("junk.jsonl").write_bytes(b"\xff\xfe\x00")
    Path("header.jsonl").write_text(f'{{"tischlein": "arena", "format": {arena.FORMAT}}}\n', "utf-8")
    Path("list.jsonl").write_text("[1]\n", "utf-8")
    assert said in str(CliRunner().invoke(arena_app, arguments).exception)


@pytest.mark.parametrize(
    ("width", "missing"),
    [
        (160, set()),
        (80, {"theirs", "points", "deals"}),
        (60, {"theirs", "points", "deals", "chance", "lead"}),
    ],
)
def test_who_met_whom_and_what_came_of_it_can_be_read_in_a_narrow_window(
    width: int, missing: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "quick.py").write_text(
        "class Wise:\n    def choose(self, situation):\n        return situation.actions[0]\n", "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "quick", raising=False)
    monkeypatch.setenv("COLUMNS", str(width))
    arguments = ["lobo77", "quick:Wise", "easy,backend=python", "--games", "2", "--processes", "1"]
    shown = CliRunner().invoke(arena_app, [*arguments, "--out", str(tmp_path / "x.jsonl")]).stdout
    assert "…" not in shown
    (heading,) = (line for line in shown.splitlines() if "against" in line)
    columns = {cell.strip() for cell in heading.split("┃")} - {""}
    words = ArenaWords("en")
    assert columns == {words.say(column) for column in set(COLUMNS) - missing}
    assert all(len(line) <= width for line in shown.splitlines() if line.startswith(("┃", "│")))
    row = next(line for line in shown.splitlines() if "quick:Wise" in line)
    assert "easy,backend=python" in row or ("easy," in row and "backend=python" in shown)
    assert any(word in row for word in ("better", "worse", "even"))
    assert all(name in shown for name in missing)  # what is left out is said
