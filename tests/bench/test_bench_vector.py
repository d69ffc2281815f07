"""Games side by side next to other libraries: how they are compared, and that all of them really play."""

import json
from dataclasses import replace

import pytest

import tischlein
from samples import with_long
from tischlein.bench import show, vectors
from tischlein.bench.peers import Contender, Peer
from tischlein.bench.peers_play import Row


def peer(name: str, rate: float) -> Peer:
    """A peer that reports this rate; a module that every Python has stands in for it."""

    def measure(seconds: float, seed: int) -> list[Row]:
        return [replace(Row(name, "somehow", seats=2), decisions_per_s=rate)]

    return Peer(name, "json", "no-distribution", (Contender(name, measure),))


def test_our_best_batch_is_compared_with_the_fastest_of_the_others() -> None:
    others = [peer("slow", 100.0), peer("fast", 1000.0), Peer("Elsewhere", "no_such_engine", "none", ())]
    document = vectors.run(0.02, games=["lobo77"], batches=[4, 16], others=others, repeats=2)
    json.dumps(document)
    mine = [row for row in document["rows"] if row["name"] == "Tischlein lobo77"]
    assert [row["how"] for row in mine] == ["native, 4 games", "native, 16 games"]
    assert document["fastest_peer"] == {"name": "fast", "how": "somehow", "decisions_per_s": 1000.0}
    best = max(row["decisions_per_s"] for row in mine)
    assert document["ratios"] == {"lobo77": pytest.approx(best / 1000)}
    compared, missing = vectors.lines(document)
    assert "Times the fastest, fast (somehow): lobo77 " in compared
    assert missing == "Elsewhere: not installed: pip install 'tischlein[peers]'"


def test_what_is_printed_below_a_table_keeps_its_brackets(capsys: pytest.CaptureFixture[str]) -> None:
    show.show_lines("pip install 'tischlein[peers]'", None)
    assert capsys.readouterr().out == "pip install 'tischlein[peers]'\n"


def test_without_others_there_are_rates_but_no_ratios() -> None:
    document = vectors.run(0.01, games=["qwixx"], batches=[4], others=[], repeats=1)
    assert document["rows"][0]["decisions_per_s"] > 0
    assert (document["fastest_peer"], document["ratios"]) == (None, {})
    assert vectors.lines(document) == []


@pytest.mark.parametrize("name", with_long(tischlein.games(), "lobo77", "qwixx"))
def test_every_decision_of_every_game_is_counted(name: str) -> None:
    row = vectors.step_ours(name, 8, 0.01)
    assert row.decisions % 8 == 0
    assert row.decisions_per_s == row.decisions / row.seconds


def test_all_others_are_asked_with_and_without_batches() -> None:
    found = {peer.name: len(peer.contenders) for peer in vectors.theirs([4, 16])}
    assert found == {"Pgx": 4, "EnvPool": 2, "OpenSpiel": 2, "RLCard": 1}


@pytest.mark.long
@pytest.mark.needs("peers")
def test_the_others_play() -> None:
    rows = [vectors.step_openspiel("leduc_poker", 0.02), vectors.step_pgx("leduc_holdem", 4, 0.02)]
    for row in rows:
        assert row.seats == 2
        assert row.decisions_per_s == pytest.approx(row.decisions / row.seconds)
    assert 2 <= rows[0].decisions / rows[0].games <= 8  # two rounds with two to four bets each
    assert rows[1].decisions % 4 == 0
