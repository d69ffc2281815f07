"""The conformance files are well-formed and complete: no clause and no ruling without a case."""

import json
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from conformance.checks import with_nulls
from conformance.runner import clause_of, games, load_cases, load_clauses

ROOT = Path(__file__).resolve().parents[2]
SUITE = ROOT / "conformance"
GAMES = games()
KINDS = {
    "clauses": sorted(SUITE.glob("*/clauses.toml")),
    "cases": sorted(SUITE.glob("*/cases/*.toml")),
    "counts": sorted(SUITE.glob("*/counts.toml")),
    "transcript": sorted(SUITE.glob("*/transcripts/*.json")),
}
FILES = [(kind, path) for kind, paths in KINDS.items() for path in paths]


def load(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    return json.loads(text) if path.suffix == ".json" else tomllib.loads(text)


@cache
def validator(schema: Path) -> Draft202012Validator:
    return Draft202012Validator(load(schema))


def complaints(schema: Path, data: Any) -> list[str]:
    """What the schema has against the data, with the place."""
    return [f"{error.json_path}: {error.message}" for error in validator(schema).iter_errors(data)]


@pytest.mark.parametrize(
    "path",
    sorted([*SUITE.glob("schema/*.json"), *SUITE.glob("*/position.json")]),
    ids=lambda path: path.relative_to(SUITE).as_posix(),
)
def test_schema_is_a_schema(path: Path) -> None:
    Draft202012Validator.check_schema(load(path))


@pytest.mark.parametrize(
    ("kind", "path"), FILES, ids=[path.relative_to(SUITE).as_posix() for _, path in FILES]
)
def test_file_follows_its_schema(kind: str, path: Path) -> None:
    assert complaints(SUITE / "schema" / f"{kind}.json", load(path)) == []


@pytest.mark.parametrize("path", KINDS["cases"], ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_case_files_stay_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_file_is_there(game: str) -> None:
    assert [kind for kind, paths in KINDS.items() if not any(game in path.parts for path in paths)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_has_a_case(game: str) -> None:
    proven = {ruling for case in load_cases(game) for ruling in case.rulings}
    clauses = load_clauses(game)["clause"]
    stated = [ruling["id"] for clause in clauses for ruling in clause["rulings"]]
    assert [ruling for ruling in stated if ruling not in proven] == []
    assert proven - set(stated) == set()


@pytest.mark.parametrize("game", GAMES)
def test_clauses_are_numbered_and_say_their_kind(game: str) -> None:
    clauses = load_clauses(game)["clause"]
    letter = clauses[0]["id"][0]
    assert [clause["id"] for clause in clauses] == [f"{letter}{n}" for n in range(1, len(clauses) + 1)]
    for clause in clauses:
        rulings = clause["rulings"]
        assert [clause_of(ruling["id"]) for ruling in rulings] == [clause["id"]] * len(rulings)
        kinds = {ruling["kind"] for ruling in rulings}
        assert clause["kind"] == ("both" if len(kinds) == 2 else kinds.pop())


@pytest.mark.parametrize("game", GAMES)
def test_case_names_are_unique(game: str) -> None:
    names = Counter(case.name for case in load_cases(game))
    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_positions_follow_the_schema_of_the_game(game: str) -> None:
    cases = [case for case in load_cases(game) if "at" in case.data and "error" not in case.data]
    counts = load(SUITE / game / "counts.toml")["count"]
    starts = [(case.name, {"game": game, **case.data["at"]}) for case in cases]
    starts += [
        (case.name, {**start, **case.data["twin"]})
        for case, (_, start) in zip(cases, starts, strict=True)
        if "twin" in case.data
    ]
    starts += [(count["name"], {"game": game, **with_nulls(count["at"])}) for count in counts]
    for path in (SUITE / game / "transcripts").glob("*.json"):
        starts += [(f"{path.name} {entry['after']}", entry["position"]) for entry in load(path)["positions"]]
    schema = SUITE / game / "position.json"
    wrong = {name: found for name, start in starts if (found := complaints(schema, start))}
    assert wrong == {}
