"""Check what `tischlein prove` says about the results of the suites, and that every suite counts for something."""

import json
from pathlib import Path

import pytest

from helpers.command import called
from helpers.proofs import PROOFS, ROOT, proof_of
from helpers.proving import Proving
from tischlein.engine.errors import OptionError
from tischlein.scaffold import prove
from tischlein.scaffold.prove import Found, Row
from tischlein.scaffold.template import GAME


def row(name: str, state: str, **more: object) -> Row:
    usual = {"passed": 0, "failed": {}, "not_run": [], "write": [], "page": "docs/x.md"}
    return {"name": name, "state": state, **usual, **more}  # type: ignore[typeddict-item]


def found(*rows: Row, draft: bool = True, special: tuple[str, ...] = ()) -> Found:
    lacking = [name for one in rows if one["state"] == "missing" for name in one["write"]]
    rest = {"game": "hoch", "draft": draft, "missing": lacking, "proofs": list(rows)}
    return {**rest, "special": [*special], "rulings": {}, "seconds": 7}  # type: ignore[typeddict-item]


PROVEN = row("rules", "proven", passed=9)
MISSING = row("kit", "missing", write=["tests/per_game/hoch.py"])
FAILED = row("texts", "failed", failed={"tests/a.py::test_b": "no sentence"}, passed=3)


def test_a_draft_may_lack_proofs_and_is_told_what_to_write() -> None:
    lines = prove.table(found(PROVEN, MISSING))
    assert lines == [
        "hoch, a draft",
        "  rules  proven    9 passed",
        "  kit    missing   write tests/per_game/hoch.py",
        "                   (docs/x.md)",
        "9 tests passed in 7 seconds.",
        "Next: write tests/per_game/hoch.py.",
    ]
    assert prove.is_fine(found(PROVEN, MISSING))
    assert prove.task("src/tischlein/games/hoch/rules.wasm") == "python -m modules hoch"


def test_a_finished_game_may_not() -> None:
    assert not prove.is_fine(found(PROVEN, MISSING, draft=False))
    assert prove.conclusion(found(PROVEN, MISSING, draft=False)).endswith("or declare draft=True.")


def test_fields_that_no_check_can_tell_of_are_counted() -> None:
    lines = prove.table(found(PROVEN, special=("stack", "top")))
    assert lines[2].startswith(
        "Special fields: stack, top. What `conceal` does to them only the kit's `worlds`"
    )


def test_a_failure_comes_first_and_is_named() -> None:
    lines = prove.table(found(PROVEN, MISSING, FAILED))
    assert "  texts  failed    tests/a.py::test_b: no sentence" in lines
    assert lines[-1] == "Next: mend what failed in “texts” (docs/x.md)."
    assert not prove.is_fine(found(FAILED))


def test_a_draft_with_all_proofs_is_finished() -> None:
    assert prove.conclusion(found(PROVEN)) == "Everything is proven: remove draft=True."
    assert prove.conclusion(found(PROVEN, draft=False)) == "Everything is proven."


def test_two_runs_are_told_as_one() -> None:
    both = prove.merge_reports(
        found(PROVEN, MISSING), found(row("rules", "failed", failed={"a": "b"}), MISSING)
    )
    assert both["proofs"][0] == row("rules", "failed", passed=9, failed={"a": "b"})
    assert both["proofs"][1] == MISSING
    assert prove.merge_reports(None, both) is both


def test_branches_that_no_case_reaches_are_named(tmp_path: Path) -> None:
    report = tmp_path / "coverage.json"
    ours = {"missing_lines": [12], "missing_branches": [[10, 14]]}
    whole: dict[str, list[int]] = {"missing_lines": [], "missing_branches": []}
    files = {"src/tischlein/games/hoch/rules.py": ours, "src/tischlein/games/qwixx/rules/turn.py": ours}
    report.write_text(json.dumps({"files": files}), "utf-8")
    assert prove.missing_branches("hoch", report)["failed"] == {
        "src/tischlein/games/hoch/rules.py": "not reached: 12, 10→14"
    }
    report.write_text(json.dumps({"files": {"src/tischlein/games/hoch/rules.py": whole}}), "utf-8")
    assert prove.missing_branches("hoch", report) == {"state": "proven", "passed": 1, "failed": {}}
    assert prove.missing_branches("hoch", tmp_path / "none.json")["state"] == "failed"


def test_an_installed_package_has_no_suites_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(OptionError, match="installed without its sources"):
        prove.prove("lobo77", tmp_path, False)
    assert called("prove", "chess") == 2
    assert "chess" in capsys.readouterr().err


def test_every_suite_counts_for_a_proof() -> None:
    folders = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")}
    assert {proof_of(f"{folder}/test_any.py::test") for folder in folders} <= set(PROOFS)
    assert proof_of("tests/unit/texts/test_texts.py::test_a[hoch]").name == "texts"
    assert [suite for proof in PROOFS for suite in proof.suites if not (ROOT / suite).exists()] == []


def test_the_docs_say_how_to_write_each_proof() -> None:
    for proof in PROOFS:
        page, _, anchor = proof.page.partition("#")
        titles = [line for line in (ROOT / page).read_text("utf-8").splitlines() if line.startswith("#")]
        slugs = [title.lstrip("# ").lower().replace(".", "").replace(" ", "-") for title in titles]
        assert anchor in slugs, proof.page


def test_results_are_sorted_by_what_they_prove(tmp_path: Path) -> None:
    proving = Proving(GAME, tmp_path / "proofs.json")
    proving.passed = {"tests/shared/test_all_games.py::test_a[hoch]"}
    proving.failed = {"tests/unit/texts/test_texts.py::test_b[hoch]": "no sentence"}
    proving.not_run = {"tests/adapters/test_adapters.py::test_c[hoch]": "needs the extra lab"}
    proving.pytest_sessionfinish()
    rows = {one["name"]: one for one in json.loads((tmp_path / "proofs.json").read_text("utf-8"))["proofs"]}
    states = {name: rows[name]["state"] for name in ("rules", "texts", "lab and learners", "reference")}
    assert states == {
        "rules": "proven",
        "texts": "failed",
        "lab and learners": "not run",
        "reference": "missing",
    }
    assert rows["lab and learners"]["not_run"] == ["needs the extra lab"]
    assert rows["rules of thumb"]["state"] == "optional"
