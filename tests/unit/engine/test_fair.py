"""The shuffle that players can check: its construction by the vectors that the page's own code computes too, and what it promises."""

import hmac
import json
from pathlib import Path

import pytest

import tischlein
from helpers.server.fairly import CODE, played
from tischlein.cards import NO_CARD
from tischlein.engine.play import fair
from tischlein.engine.play.chance import Outcomes

SECRET, SHARE, OTHER = "5e" * 32, "a1" * 32, "b2" * 32
KEY = bytes(range(32))
VECTORS = Path(__file__).parents[3] / "conformance/fair/vectors.json"


def outcomes(*names: str) -> Outcomes:
    return Outcomes(len(names), names.__getitem__, lambda text: names.index(text) if text in names else None)


def test_an_outcome_is_the_first_word_that_is_low_enough() -> None:
    n = 2**31 + 1  # about half of all words are too high
    blocks = set()
    for number in range(600):
        block = 0
        words: list[int] = []
        while not [x for x in words if x < n]:
            digest = hmac.digest(KEY, f"tischlein fair 1 outcome {number} {block}".encode(), "sha256")
            words += [int.from_bytes(digest[k : k + 4], "big") for k in range(0, 32, 4)]
            block += 1
        assert fair.outcome(KEY, f"{number}", n) == next(x for x in words if x < n)
        blocks.add(block)
    assert blocks == {1, 2}  # sometimes no word of the first block counts


def test_another_share_is_another_shuffle() -> None:
    promises = [fair.promise(SHARE), fair.promise(OTHER)]
    keys = [
        fair.key(SECRET, CODE, "lobo77", promises, [SHARE, OTHER]),
        fair.key(SECRET, CODE, "lobo77", promises, [SHARE, None]),
        fair.key(SECRET, CODE, "lobo77", promises[::-1], [OTHER, SHARE]),
        fair.key(SECRET, CODE, "quando", promises, [SHARE, OTHER]),
        fair.key(SECRET, "XYZ234", "lobo77", promises, [SHARE, OTHER]),
        fair.key(OTHER, CODE, "lobo77", promises, [SHARE, OTHER]),
    ]
    assert len(set(keys)) == len(keys)


def test_a_source_goes_on_after_a_restart_where_it_was() -> None:
    whole = fair.Fair(KEY)
    indices = [whole.choose(outcomes(*"abcdefghij")) for _ in range(20)]
    later = fair.Fair(KEY, first=12)
    assert [later.choose(outcomes(*"abcdefghij")) for _ in range(8)] == indices[12:]
    assert whole.draws == [(10, index, NO_CARD) for index in indices]


def test_a_replay_brings_the_source_to_where_it_was() -> None:
    game = tischlein.game("lobo77")
    table = game.new(3, chance=fair.Fair(KEY))
    for _ in range(6):
        table.play(table.waiting[0], table.actions(table.waiting[0])[0])
    again = fair.Fair(KEY)
    opened = game.replay(table.record(), chance=again)
    assert opened.history == table.history
    assert again.draws == table.source.draws  # type: ignore[attr-defined]  # it is the one from above
    for one in (opened, table):
        one.play(one.waiting[0], one.actions(one.waiting[0])[0])
    assert opened.history == table.history


def test_a_replay_with_another_key_names_the_first_card_that_differs() -> None:
    game = tischlein.game("lobo77")
    record = game.new(3, chance=fair.Fair(KEY)).record()
    with pytest.raises(tischlein.RecordError, match="secret and shares give") as caught:
        game.replay(record, chance=fair.Fair(bytes(32)))
    assert caught.value.entry is not None


def test_undo_never_takes_a_new_number_from_the_stream() -> None:
    """A game with many undos draws no outcome twice: its list is a beginning of the stream."""
    record = played(tischlein.game("lobo77"), 5, "ss-", undo=0.2)
    told = record["fair"]
    assert sum(entry[1] == "undo" for entry in record["history"]) > 3
    assert sum(entry[0] == -1 for entry in record["history"]) > len(told["draws"])
    key = fair.key(told["secret"], CODE, "lobo77", told["promises"], told["shares"])
    source = fair.Fair(key)
    assert [source.draw(n, stack, 4, False) for n, _, stack in told["draws"]] == [
        i for _, i, _ in told["draws"]
    ]


def test_the_vectors_for_other_languages() -> None:
    """The page's own code is checked against the same file (web/tests/fair/fair.test.ts)."""
    known = json.loads(VECTORS.read_text("utf-8"))
    secret, table, game = known["secret"], known["table"], known["game"]
    assert fair.commitment(table, secret) == known["commitment"]
    for promised, share in zip(known["promises"], known["shares"], strict=True):
        assert share is None or fair.promise(share) == promised
    key = fair.key(secret, table, game, known["promises"], known["shares"])
    assert key.hex() == known["key"]
    for one in known["outcomes"]:
        assert fair.outcome(key, one["name"], one["n"]) == one["index"]
    for deal in known["deals"]:
        source = fair.Fair(key)
        for n, index, stack in deal["draws"]:
            assert source.draw(n, stack, deal["stacks"], deal["two_sided"]) == index
