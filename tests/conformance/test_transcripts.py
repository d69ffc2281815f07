"""The recorded games: replayed on the engine, and played once more on the slow second implementation."""

import json
from pathlib import Path
from typing import Any

import pytest

import tischlein
from conformance.checks import Compare, Mismatch, difference
from conformance.runner import load_clauses
from reference.program import References
from scripts import transcripts

ROOT = Path(__file__).resolve().parents[2]
PATHS = sorted((ROOT / "conformance").glob("*/transcripts/*.json"))
each_transcript = pytest.mark.parametrize(
    "path", PATHS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}"
)


def load(path: Path) -> dict[str, Any]:
    transcript: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return transcript


@pytest.mark.quick
@each_transcript
def test_replay(path: Path) -> None:
    transcript = load(path)
    record = transcript["record"]
    game = tischlein.game(record["game"])
    table = game.replay(record)
    assert (table.scores, table.winners, table.over) == (transcript["scores"], transcript["winners"], True)
    assert json.loads(json.dumps(table.record())) == record
    for stop in transcript["positions"]:
        shorter = {**record, "history": record["history"][: stop["after"]]}
        assert game.replay(shorter).position() == stop["position"]


def test_the_first_game_of_a_suite_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bots can play it before there are clauses and cases; what does not go is said in a line."""
    monkeypatch.setattr(transcripts, "FOLDER", tmp_path / "conformance")
    with pytest.raises(SystemExit, match="2"):
        transcripts.main(["lobo77", "many", "--seats", "9"])
    assert "LOBO 77 is for 2 to 8, not 9" in capsys.readouterr().err
    transcripts.main(["lobo77", "two", "--seats", "2", "--about", "Two players."])
    (written,) = tmp_path.glob("conformance/*/*/*")
    assert load(written)["about"] == "Two players."


@each_transcript
def test_it_is_a_whole_game_with_stops_on_the_way(path: Path) -> None:
    transcript = load(path)
    after = [stop["after"] for stop in transcript["positions"]]
    assert after == sorted(set(after))
    assert after[-1] == len(transcript["record"]["history"])
    assert len(transcript["winners"]) >= 1


def against(stop: dict[str, Any], got: dict[str, Any], over: bool) -> Mismatch | None:
    """What the second implementation has otherwise; at the end not everything has a meaning."""
    compare = Compare.of(load_clauses(got["game"])["compare"])
    kept = {key: value for key, value in stop.items() if not (over and key in compare.end_ignores)}
    return difference(kept, got, compare.unordered(stop))


@each_transcript
def test_reference_plays_the_same_game(path: Path) -> None:
    transcript = load(path)
    record = transcript["record"]
    luck = [text for seat, text in record["history"] if seat == -1]
    stops = {stop["after"]: stop["position"] for stop in transcript["positions"]}
    table, end = References(), len(record["history"])
    after = len(table.new(record["game"], record["seats"], record["options"], luck))
    reached = {after: table.position()}
    for seat, text in record["history"]:
        if seat >= 0:
            after += 1 + len(table.play(seat, text))
            reached[after] = table.position()
    wrong = {after: against(stop, reached[after], after == end) for after, stop in stops.items()}
    assert {after: str(found) for after, found in wrong.items() if found} == {}
    assert all(set(stop) == set(reached[after]) for after, stop in stops.items())
    assert (table.scores(), table.winners()) == (transcript["scores"], transcript["winners"])
    assert table.coming == []
