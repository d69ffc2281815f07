"""`tischlein arena`: tables, JSON, kept files, and what is refused."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from helpers.command import called
from tischlein.lab.arena import contest as arena
from tischlein.lab.arena.cli import NUMBERS
from tischlein.lab.arena.cli import arena as arena_command
from tischlein.lab.arena.contest import Contest, PlayedGame

THREE = ("random", "easy,backend=python", "medium,backend=python")


def test_the_command_prints_json_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    arguments = ["lobo77", "random", "easy", "medium", "--deals", "16", "--seats", "2", "--out", str(path)]
    ended = CliRunner().invoke(arena_command, [*arguments, "--processes", "1", "--json"])
    assert ended.exit_code == 0, ended.output
    document = json.loads(ended.stdout)
    assert document["games"] == 96
    assert [(pairing["one"], pairing["other"]) for pairing in document["pairings"]] == [
        ("random", "easy"), ("random", "medium"), ("easy", "medium"),
    ]  # fmt: skip
    assert set(document["ratings"]) == {"random", "easy", "medium"}
    assert document["pairings"][0]["verdict"] == "worse"
    table = CliRunner().invoke(arena_command, arguments)
    assert "Ratings" in table.stdout
    assert "96 games" in table.stdout
    # The file says it again, without a game being played.
    kept = path.read_bytes()
    assert CliRunner().invoke(arena_command, [str(path)]).stdout == table.stdout
    assert json.loads(CliRunner().invoke(arena_command, [str(path), "--json"]).stdout) == document
    assert path.read_bytes() == kept


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a file of three bots says, with three deals."""
    path = tmp_path_factory.mktemp("arena") / "x.jsonl"
    arena.run(Contest("lobo77", THREE, seats=2, deals=3), path, processes=1)
    return path.read_text("utf-8")


@pytest.fixture
def file(played: str, tmp_path: Path) -> Path:
    path = tmp_path / "x.jsonl"
    path.write_text(played, "utf-8")
    return path


def test_a_kept_file_is_shown_also_where_its_bots_are_gone(file: Path) -> None:
    file.write_text(file.read_text("utf-8").replace(THREE[1], "gone:Gone"), "utf-8")
    assert "gone:Gone" in CliRunner().invoke(arena_command, [str(file)]).stdout
    file.write_text(file.read_text("utf-8").splitlines()[0], "utf-8")
    assert "no deal yet" in CliRunner().invoke(arena_command, [str(file)]).stdout


def test_a_young_file_rates_only_bots_that_have_met(file: Path) -> None:
    """Ctrl-C after the first deal: the third bot has not played yet."""
    lines = file.read_text("utf-8").splitlines()
    for kept, rated in ((1, 0), (3, 2), (len(lines), 3)):
        file.write_text("\n".join(lines[:kept]) + "\n", "utf-8")
        told = CliRunner().invoke(arena_command, [str(file), "--json"])
        found = json.loads(told.stdout, parse_constant=pytest.fail)["ratings"]
        assert [found[name] is not None for name in THREE] == [k < rated for k in range(3)]
        shown = CliRunner().invoke(arena_command, [str(file)])
        assert (shown.exit_code, "nan" in shown.stdout) == (0, False)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--deals", "0"), "--deals 0: a whole number from 1"),
        (("--deals", "1e2x"), "--deals 1e2x: a whole number from 1"),
        (("--deals", "1", "--out", "."), ". cannot be written: Is a directory"),
        (("--deals", "1", "--out", "nope/x"), "nope/x cannot be written: there is no folder nope"),
        (("--games", "1"), "--games 1: the arena counts --deals, and plays each twice, with seats changed"),
    ],
    ids=str,
)
def test_the_command_says_in_one_sentence_what_is_wrong(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert called("arena", "lobo77", "random", "easy", *arguments) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.jsonl"], "cannot be read: No such file"),
        (["empty.jsonl"], "not a file of `tischlein arena`"),
        (["junk.jsonl"], "not a file of `tischlein arena`"),
        (["list.jsonl"], "not a file of `tischlein arena`"),
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
    Path("list.jsonl").write_text("[1]\n", "utf-8")
    assert said in str(CliRunner().invoke(arena_command, arguments).exception)


@pytest.mark.parametrize(("width", "is_table"), [(160, True), (80, False), (60, False)])
def test_a_narrow_window_shows_every_number(
    width: int, is_table: bool, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a table does not fit, pairs stand one below the other; nothing is left out or cut."""
    pairings = json.loads(CliRunner().invoke(arena_command, [str(file), "--json"]).stdout)["pairings"]
    monkeypatch.setenv("COLUMNS", str(width))
    shown = CliRunner().invoke(arena_command, [str(file)]).stdout
    assert "…" not in shown
    # What follows the tables are sentences with a path, which the window itself may wrap.
    lines = shown[: shown.index("18 games")].splitlines()
    assert max(map(len, lines)) <= width
    assert any(line.startswith("bot") and "against" in line for line in lines) == is_table
    for pairing in pairings:
        figures = [
            f"{pairing['deals']}",
            f"{100 * pairing['win_share']['value']:.1f} ± {100 * pairing['win_share']['half_width']:.1f}",
            f"{100 * pairing['chance']:.0f}",
            *(
                f"{pairing[name]['value']:.2f} ± {pairing[name]['half_width']:.2f}"
                for name in ("points", "other_points", "lead")
            ),
        ]
        if is_table:
            cells = [pairing["one"], pairing["other"], *figures, pairing["verdict"]]
            assert cells in [re.split(r"\s{2,}", line) for line in lines]
        else:
            at = lines.index(f"{pairing['one']} against {pairing['other']}: {pairing['verdict']}")
            below = [line.strip() for line in lines[at + 1 : at + 1 + len(NUMBERS)]]
            assert below == [f"{name:<7} {figure}" for name, figure in zip(NUMBERS, figures, strict=True)]


def test_without_a_file_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ("arena", "lobo77", "random", "easy", "--deals", "2", "--processes", "1")
    assert called(*arguments) == 0
    assert "4 games; ±" in capsys.readouterr().out
    # Ctrl-C shows what was played.
    playing, begun = arena.one, list[object]()

    def interrupted(*game: Any) -> PlayedGame:
        begun.append(game)
        if len(begun) > 2:
            raise KeyboardInterrupt
        return playing(*game)

    monkeypatch.setattr(arena, "one", interrupted)
    assert called(*arguments) == 130
    ended = capsys.readouterr()
    assert "2 games; ±" in ended.out
    assert "Nothing is kept: with --out FILE the same command would go on." in ended.err
    assert not list(tmp_path.iterdir())
