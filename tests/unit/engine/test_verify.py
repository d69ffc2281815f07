"""Records are checked offline: an honest game passes, and whatever a server could change is found."""

import json
from pathlib import Path
from typing import Any

import pytest

import tischlein
from helpers.command import called
from helpers.server.fairly import CODE, VERDICTS, played
from tischlein.engine.game import Game
from tischlein.engine.play import fair
from tischlein.engine.play.history import History
from tischlein.games import GAMES
from tischlein.verify import verify
from tischlein.verify.check import check
from tischlein.verify.signatures import are_valid

LOBO = tischlein.game("lobo77")
QUANTO = tischlein.game("quanto")


@pytest.fixture(scope="module")
def honest() -> str:
    return json.dumps(played(LOBO, 3, "ss-w"))


@pytest.fixture
def record(honest: str) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(honest)
    return made


def codes(record: object, kind: str) -> list[str]:
    return [finding.code for finding in verify(record).findings if finding.kind == kind]


@pytest.mark.parametrize("game", tischlein.games().values(), ids=lambda game: game.id)
@pytest.mark.parametrize("undo", [0.0, 0.05])
def test_an_honest_game_of_any_kind_passes(game: Any, undo: float) -> None:
    verdict = verify(played(game, 11, "s-s".ljust(game.usual_seats, "s"), undo=undo))
    assert (verdict.kind, verdict.exit_code) == ("good", 0)
    assert [finding.code for finding in verdict.findings] == [
        "commitment",
        "shares",
        "numbers",
        "deal",
        "own_word",
        "receipt",
        "rendered",
    ]


def test_seven_who_withhold_their_shares_choose_among_128_deals() -> None:
    """One honest player beside seven of the server's friends: with the best subset the server chooses the cards."""
    record = played(LOBO, 5, "s" + 7 * "w")
    verdict = verify(record)
    assert (verdict.kind, verdict.choices, verdict.exit_code) == ("note", 128, 3)
    record["receipt"]["starts"] = 3
    assert verify(record).choices == 384


def test_a_game_of_bots_says_that_the_server_was_alone() -> None:
    record = played(LOBO, 4, "--")
    del record["receipt"]
    assert (verify(record).kind, codes(record, "note")) == ("note", ["server_alone"])


def test_fewer_outcomes_than_the_rules_have(record: dict[str, Any]) -> None:
    """Numbers that follow, but out of too few cards, or from another stack: only the rules can tell."""
    told = record["fair"]
    key = fair.key(told["secret"], CODE, "lobo77", told["promises"], told["shares"])
    honest = told["draws"]
    for place, fewer, other in ((9, 1, 0), (9, 0, 1)):
        source = fair.Fair(key)
        told["draws"] = []
        changed = [(n, stack) for n, _, stack in honest]
        n, stack = changed[place]
        changed[place] = n - fewer, (stack + other) % record["seats"]
        for n, stack in changed:
            told["draws"].append([n, source.draw(n, stack, record["seats"] + 1, False), stack])
        assert codes(record, "bad") == ["list"]


def test_a_decision_that_nobody_could_make(record: dict[str, Any]) -> None:
    place = next(k for k, (seat, _) in enumerate(record["history"]) if seat >= 0)
    record["history"][place][1] = "99"
    assert codes(record, "bad") == ["deal"]


@pytest.mark.parametrize("spoilt", [None, 7, [], {}, {"game": 7, "history": []}, "record"], ids=repr)
def test_no_record(spoilt: object) -> None:
    verdict = verify(spoilt)
    assert (codes(spoilt, "unable"), verdict.exit_code) == (["no_record"], 2)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("fair", 7),
        ("fair.secret", "xyz"),
        ("fair.commitment", None),
        ("fair.table", "Tür"),
        ("fair.promises", [None]),
        ("fair.shares", [7, None, None, None]),
        ("fair.first", -1),
        ("fair.draws", [[3, 3, -1]]),
        ("fair.draws", [[3, 0]]),
        ("fair.two_sided", 2),
        ("fair.draws", [7]),
        ("fair.draws", None),
        ("receipt", []),
        ("receipt.seat", 9),
        ("receipt.share", "x"),
        ("receipt.promises", 7),
        ("receipt.commitment", "x"),
        ("receipt.told", []),
        ("receipt.told", [["x"]]),
        ("receipt.options", []),
        ("receipt.starts", "1"),
    ],
    ids=str,
)
def test_damaged_parts_are_named(record: dict[str, Any], place: str, value: Any) -> None:
    section, _, name = place.partition(".")
    if name:
        record[section][name] = value
    else:
        record[section] = value
    (found,) = verify(record).findings
    assert (found.kind, found.code, found.values) == ("unable", "damaged", {"place": place})


def test_what_this_version_does_not_know(record: dict[str, Any]) -> None:
    assert codes({**record, "game": "chess"}, "unable") == ["no_game"]
    assert codes({**record, "version": 99}, "unable") == ["version"]
    assert codes({**record, "fair": {**record["fair"], "construction": 2}}, "unable") == ["construction"]
    without = {key: record[key] for key in record if key != "fair"}
    assert codes(without, "unable") == ["kept_back"]  # the page has kept a commitment
    assert codes({**without, "receipt": 7}, "unable") == ["no_fair"]
    del without["receipt"]
    assert codes(without, "unable") == ["no_fair"]
    shown = check(without, GAMES, are_valid, promised=True)  # the table had shown a commitment to a spectator
    assert [finding.code for finding in shown.findings] == ["kept_back"]


@pytest.mark.parametrize("place", [(Game, "replay"), (History, "step_for")], ids=lambda place: place[1])
@pytest.mark.parametrize("error", [MemoryError, RecursionError, TypeError, IndexError])
def test_an_error_of_our_own_speaks_against_nobody(
    record: dict[str, Any], monkeypatch: pytest.MonkeyPatch, place: tuple[type, str], error: type[Exception]
) -> None:
    """It is raised, and the page says that nothing was checked; no finding accuses the server."""

    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(*place, broken)
    with pytest.raises(error):
        verify(record)


@pytest.mark.parametrize("case", VERDICTS, ids=lambda case: case["name"])
def test_the_verdicts_for_other_languages(case: dict[str, Any]) -> None:
    """The page's own Python judges the same records (tests/offline/test_page_python.py)."""
    verdict = verify(case["record"])
    found = [f"{finding.kind} {finding.code}" for finding in verdict.findings if finding.kind != "good"]
    assert (verdict.kind, found) == (case["verdict"], case["codes"])


def run(file: Path, *more: str) -> int:
    return called("verify", str(file), *more)


def test_the_command_says_it_in_both_languages(
    record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    assert run(file, "--lang", "en") == 3
    assert capsys.readouterr().out.endswith("one of 2 deals could have been chosen: read the notes.\n")
    record = played(LOBO, 3, "ss")
    file.write_text(json.dumps(record))
    assert run(file, "--lang", "en") == 0
    assert capsys.readouterr().out.endswith("This game was dealt as promised.\n")
    assert run(file, "--lang", "de") == 0
    assert capsys.readouterr().out.endswith("Dieses Spiel wurde gegeben wie versprochen.\n")
    record["fair"]["secret"] = "00" * 32
    file.write_text(json.dumps(record))
    assert run(file, "--lang", "en") == 1
    assert capsys.readouterr().out.endswith("This game was NOT dealt as promised.\n")
    file.write_text("{")
    assert run(file, "--lang", "en") == 2
    assert "This is not a record of a game." in capsys.readouterr().out
    assert run(tmp_path / "nothing.json") == 2
    assert "No such file" in capsys.readouterr().err
    assert run(file, "--lang", "fr") == 2
    assert "not one of de, en" in capsys.readouterr().err


def test_the_command_for_programs(
    record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    assert run(file, "--json") == 3
    told = json.loads(capsys.readouterr().out)
    assert (told["verdict"], told["choices"]) == ("note", 2)
    assert {finding["code"] for finding in told["findings"]} >= {"commitment", "shares", "deal"}


def test_the_signature_for_other_languages() -> None:
    """The page's own code is checked against the same file (web/tests/fair/signatures.test.ts)."""
    vector = json.loads((Path(__file__).parents[3] / "conformance/fair/signature.json").read_text("utf-8"))
    entry = [vector["steps"], vector["head"], vector["signature"]]
    signed = {"key": vector["key"], "code": vector["code"], "heads": [entry]}
    receipt = {"commitment": vector["commitment"], "seat": vector["seat"], "signed": signed}
    assert are_valid(receipt) is True
    assert are_valid({**receipt, "seat": 0}) is False
