"""Records are checked offline: an honest game passes, and whatever a server could change is found."""

import json
from functools import reduce
from operator import getitem
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tischlein
from helpers.server.fairly import CODE, play_out, played
from tischlein.cli import main
from tischlein.engine.play import fair
from tischlein.engine.play.heads import heads
from tischlein.engine.texts import LANGUAGES, load_texts
from tischlein.verify import sentence, summary, verify
from tischlein.verify.sentences import TEXTS
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
    verdict = verify(played(game, 11, "s-s", undo=undo))
    assert (verdict.kind, verdict.exit_code) == ("good", 0)
    assert [finding.code for finding in verdict.findings] == [
        "commitment",
        "shares",
        "numbers",
        "deal",
        "receipt",
    ]


def test_who_withheld_a_share_is_named_and_the_choice_counted(record: dict[str, Any]) -> None:
    verdict = verify(record)
    assert (verdict.kind, verdict.choices, verdict.exit_code) == ("note", 2, 3)
    note, choices = [finding for finding in verdict.findings if finding.kind == "note"]
    assert (note.code, note.values) == ("withheld", {"seat": 3})
    assert "The share that seat 4 promised is missing" in sentence(note, "en")
    assert (choices.code, choices.values) == ("choices", {"choices": 2})
    assert "one of 2 deals could have been chosen" in summary(verdict, "en")


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


def test_without_a_receipt_it_says_what_it_cannot_know(record: dict[str, Any]) -> None:
    del record["receipt"]
    assert codes(record, "note") == ["withheld", "no_receipt", "choices"]
    verdict = verify(record)
    assert (verdict.kind, verdict.exit_code) == ("note", 3)
    record = played(LOBO, 3, "ss")
    del record["receipt"]
    verdict = verify(record)
    assert (verdict.kind, verdict.exit_code) == ("note", 0)
    assert "does not show that nobody chose the cards" in summary(verdict, "en")


def test_another_secret(record: dict[str, Any]) -> None:
    """The classic: the server chooses a secret that suits it, after the shares."""
    record["fair"]["secret"] = "00" * 32
    assert "commitment" in codes(record, "bad")


def test_another_secret_with_a_commitment_that_fits_is_found_by_the_receipt() -> None:
    mine = played(LOBO, 3, "ss")
    theirs = played(LOBO, 4, "ss")
    assert codes(
        {**theirs, "receipt": {**theirs["receipt"], "commitment": mine["fair"]["commitment"]}}, "bad"
    ) == ["swapped"]


def test_a_share_that_was_dropped() -> None:
    """The server deals as if there had been no share of seat 0, and says so in its record."""
    mine = played(LOBO, 3, "ss")
    theirs = played(LOBO, 3, "-s")
    assert codes({**theirs, "receipt": mine["receipt"]}, "bad") == ["dropped", "promises", "shown"]
    receipt = {
        **theirs["receipt"],
        "share": mine["receipt"]["share"],
        "promises": mine["receipt"]["promises"],
    }
    assert codes({**theirs, "receipt": receipt}, "bad") == ["dropped", "promises"]


def test_a_page_that_added_no_share_says_so_and_still_compares(record: dict[str, Any]) -> None:
    record["receipt"]["share"] = None
    assert (codes(record, "note"), codes(record, "bad")) == (["withheld", "not_mine", "choices"], [])
    assert verify(record).kind == "note"
    record["receipt"]["commitment"] = "00" * 32
    assert codes(record, "bad") == ["swapped"]


def test_a_share_that_was_not_promised(record: dict[str, Any]) -> None:
    record["fair"]["shares"][1] = "77" * 32
    found = codes(record, "bad")
    assert found[0] == "share"
    assert "number" in found


def test_other_promises_than_the_players_were_shown(record: dict[str, Any]) -> None:
    """The server lets a friend promise once more after the others have revealed: their pages know the first list."""
    record["receipt"]["promises"][2] = "ab" * 32
    assert codes(record, "bad") == ["promises"]


def test_other_promises_are_found_by_a_page_that_added_no_share(record: dict[str, Any]) -> None:
    record["receipt"]["share"] = None
    record["receipt"]["promises"][2] = "ab" * 32
    assert codes(record, "bad") == ["promises"]


def counted_from(first: int, start: dict[str, Any] | None = None) -> dict[str, Any]:
    """A game whose server has chosen the number of the first outcome, or a position to begin with."""
    record = played(LOBO, 3, "ss")
    told = record["fair"]
    source = fair.Fair(fair.key(told["secret"], CODE, "lobo77", told["promises"], told["shares"]), first)
    table = LOBO.new(2, chance=source) if start is None else LOBO.at(start, chance=source)
    play_out(table, Random(1))
    told.update(first=first, draws=source.draws)
    record["receipt"]["told"] = [heads(table.events(0))]
    made: dict[str, Any] = json.loads(json.dumps({**record, **table.record()}))
    return made


def test_outcomes_that_are_not_counted_from_the_first() -> None:
    """A server that may choose the first number may choose the cards, even with an honest receipt."""
    assert codes(counted_from(0), "bad") == []
    verdict = verify(counted_from(20))
    assert (verdict.kind, verdict.exit_code) == ("bad", 1)
    (found,) = [finding for finding in verdict.findings if finding.kind == "bad"]
    assert (found.code, found.values) == ("first", {"first": 21})


@pytest.mark.parametrize("first", [0, 20])
def test_a_game_that_begins_in_the_middle_cannot_be_checked(first: int) -> None:
    verdict = verify(counted_from(first, LOBO.new(2, seed=7).position()))
    assert (verdict.kind, verdict.exit_code) == ("unable", 2)
    assert [finding.code for finding in verdict.findings if finding.kind == "unable"] == [
        "not_from_the_start"
    ]


def test_other_options_than_the_page_was_shown(record: dict[str, Any]) -> None:
    record["receipt"]["options"]["starter"] = 2
    assert codes(record, "bad") == ["options"]
    record["receipt"]["options"] = {"luck": 7}
    assert codes(record, "bad") == ["options"]
    del record["receipt"]["options"]  # by a page that was opened while the game was starting
    assert (codes(record, "note"), verify(record).kind) == (["withheld", "no_options", "choices"], "note")


def test_an_option_that_was_hidden_before_the_game_has_the_default_of_the_rules() -> None:
    """The server does not mention an option, and sets it once it knows the shares."""
    record = played(LOBO, 3, "ss", options={"reverse_cards": 5})
    del record["receipt"]["options"]["reverse_cards"]
    assert codes(record, "bad") == ["options"]
    record = played(LOBO, 3, "ss")
    del record["receipt"]["options"]["reverse_cards"]
    assert verify(record).kind == "good"


def test_how_often_the_table_was_started(record: dict[str, Any]) -> None:
    record["receipt"]["starts"] = 3
    assert (codes(record, "note"), verify(record).kind) == (["withheld", "twice", "choices"], "note")
    assert verify(record).choices == 6


def test_a_number_that_does_not_follow(record: dict[str, Any]) -> None:
    n, index, stack = record["fair"]["draws"][7]
    record["fair"]["draws"][7] = [n, (index + 1) % n, stack]
    assert codes(record, "bad") == ["number", "list"]


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
            told["draws"].append([n, source.drawn(n, stack, record["seats"] + 1, False), stack])
        assert codes(record, "bad") == ["list"]


def test_a_card_that_was_dealt_differently(record: dict[str, Any]) -> None:
    """The numbers are right, but the table was given another card."""
    dealt = [k for k, (seat, text) in enumerate(record["history"]) if seat == -1 and text == "5"]
    record["history"][dealt[0]][1] = "6"
    (found,) = [finding for finding in verify(record).findings if finding.kind == "bad"]
    assert (found.code, found.values["step"]) == ("deal", dealt[0] + 1)


def test_a_decision_that_nobody_could_make(record: dict[str, Any]) -> None:
    place = next(k for k, (seat, _) in enumerate(record["history"]) if seat >= 0)
    record["history"][place][1] = "99"
    assert codes(record, "bad") == ["deal"]


def told_differently(record: dict[str, Any]) -> tuple[list[str], int]:
    """What a page keeps that was dealt other cards, and the number of that event."""
    events = LOBO.replay(record).events(0)
    event = next(event for event in events if event["kind"] == "deal")
    event["cards"] = ["76"]
    return heads(events), event["seq"]


def test_a_hand_that_was_shown_differently(record: dict[str, Any]) -> None:
    """A proper record of another game than the one that the player saw."""
    false, event = told_differently(record)
    record["receipt"]["told"] = [false]
    (found,) = [finding for finding in verify(record).findings if finding.kind == "bad"]
    assert (found.code, found.values) == ("shown", {"seat": 0, "event": event})


def test_false_cards_that_a_second_telling_takes_back(record: dict[str, Any]) -> None:
    """What was shown once stays shown: the page keeps both tellings."""
    false, event = told_differently(record)
    record["receipt"]["told"].insert(0, false)
    (found,) = [finding for finding in verify(record).findings if finding.kind == "bad"]
    assert (found.code, found.values) == ("retold", {"seat": 0, "event": event})


def test_a_past_that_was_cut(record: dict[str, Any]) -> None:
    """The server has gone back to an old backup, and the game went on from there."""
    (told,) = record["receipt"]["told"]
    record["receipt"]["told"] = [[*told, "77" * 16], told]
    (found,) = [finding for finding in verify(record).findings if finding.kind == "bad"]
    assert (found.code, found.values) == ("retold", {"seat": 0, "event": len(told) + 1})


@pytest.mark.parametrize("spoilt", [None, 7, [], {}, {"game": 7, "history": []}, "record"], ids=repr)
def test_no_record(spoilt: object) -> None:
    verdict = verify(spoilt)
    assert (codes(spoilt, "unable"), verdict.exit_code) == (["no_record"], 2)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("fair", 7),
        ("fair.secret", "xyz"),
        ("fair.secret", "5E" * 32),
        ("fair.commitment", None),
        ("fair.table", "Tür"),
        ("fair.table", "ABC234\nlobo77"),
        ("fair.promises", [None]),
        ("fair.shares", [7, None, None, None]),
        ("fair.first", -1),
        ("fair.draws", [[3, 3, -1]]),
        ("fair.draws", [[0, 0, -1]]),
        ("fair.draws", [[3, 0, 9]]),
        ("fair.draws", [[3, 0]]),
        ("fair.two_sided", 2),
        ("fair.draws", [7]),
        ("fair.draws", None),
        ("fair.draws", ""),
        ("fair.first", 2**31),
        ("receipt", []),
        ("receipt.seat", 9),
        ("receipt.share", "x"),
        ("receipt.promises", 7),
        ("receipt.commitment", "x"),
        ("receipt.told", []),
        ("receipt.told", [["x"]]),
        ("receipt.options", []),
        ("receipt.starts", "1"),
        ("receipt.starts", 0),
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


def test_a_replay_takes_what_a_page_has_saved(record: dict[str, Any]) -> None:
    assert LOBO.replay(record).over


VERDICTS = json.loads((Path(__file__).parents[3] / "conformance/fair/verdicts.json").read_text("utf-8"))


@pytest.mark.parametrize("case", VERDICTS["cases"], ids=lambda case: case["name"])
def test_the_verdicts_for_other_languages(case: dict[str, Any]) -> None:
    """The page's own code is checked against the same file (web/tests/fair.test.ts)."""
    record = json.loads(json.dumps(VERDICTS["record"]))

    def part(path: str) -> tuple[dict[str, Any], str]:
        *way, name = path.split(".")
        return reduce(getitem, way, record), name

    for path, value in case["set"].items():
        place, name = part(path)
        place[name] = value
    for path in case["drop"]:
        place, name = part(path)
        del place[name]
    verdict = verify(record)
    found = [f"{finding.kind} {finding.code}" for finding in verdict.findings if finding.kind != "good"]
    assert (verdict.kind, found) == (case["verdict"], case["codes"])


def run(file: Path, *more: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(file), *more])
    assert isinstance(ended.value.code, int)
    return ended.value.code


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


def test_both_languages_say_the_same_things() -> None:
    german, english = (load_texts(TEXTS, language) for language in LANGUAGES)
    assert {kind: set(german[kind]) for kind in german} == {kind: set(english[kind]) for kind in english}


def test_the_signature_for_other_languages() -> None:
    """The page's own code is checked against the same file (web/tests/signatures.test.ts)."""
    vector = json.loads((Path(__file__).parents[3] / "conformance/fair/signature.json").read_text("utf-8"))
    entry = [vector["told"], vector["head"], vector["signature"]]
    signed = {"key": vector["key"], "code": vector["code"], "heads": [entry]}
    receipt = {"commitment": vector["commitment"], "seat": vector["seat"], "signed": signed}
    assert are_valid(receipt) is True
    assert are_valid({**receipt, "seat": 0}) is False
