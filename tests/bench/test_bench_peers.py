"""The comparison with other engines: what it says without them, how it computes, and that they really play."""

from __future__ import annotations

import io
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from tischlein.bench import peers, peers_play
from tischlein.bench.peers import Contender, Peer, PeersResult
from tischlein.bench.peers_play import Row

HERE = "json"  # a module that every Python has stands in for an installed peer
NOWHERE = "an_engine_that_nobody_installs"


def peer(*rates: float, how: str = "Python", name: str = "fast", whole_games: bool = True) -> Peer:
    """A peer that reports the given rates, one per turn."""
    left = iter(rates)

    def measure(seconds: float, seed: int) -> list[Row]:
        row = Row(name, how, seats=4, decisions=10, games=1, seconds=seconds, whole_games=whole_games)
        return [replace(row, decisions_per_s=next(left), clone_ns=100.0 * seed)]

    return Peer(name, HERE, "no-distribution", (Contender(name, measure),))


def compare(*found: Peer, ours: float | None = 600.0) -> PeersResult:
    return peers.run(3.0, None if ours is None else lambda _: ours, peers=found, repeats=3)


def text(result: PeersResult) -> str:
    out = io.StringIO()
    Console(file=out, width=200).print(peers.render(result))
    return out.getvalue()


def test_a_missing_peer_has_a_row_that_says_how_to_install_it() -> None:
    result = compare(Peer("Elsewhere", NOWHERE, NOWHERE, ()), peer(1, 2, 3))
    missing = next(row for row in result.rows if row.name == "Elsewhere")
    assert missing.note == "not installed: pip install 'tischlein[peers]'"
    assert missing.decisions_per_s is None
    assert missing.ratio is None
    assert missing.note in text(result)


def test_a_peer_that_lacks_a_dependency_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "half_a_peer.py").write_text(f"import {NOWHERE}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    (row,) = compare(Peer("Half", "half_a_peer", "half", ())).rows
    assert row.note.startswith(f"lacks {NOWHERE}")


def test_ratios_compare_medians_of_the_turns() -> None:
    ours = iter([1.0, 900.0, 300.0, 600.0])  # the first call only warms up
    result = peers.run(3.0, lambda _: next(ours), peers=[peer(100, 400, 200)], repeats=3)
    (row,) = result.rows
    assert result.ours_decisions_per_s == 600
    assert (row.decisions_per_s, row.lowest, row.highest, row.ratio) == (200, 100, 400, 3)
    assert (row.decisions, row.games, row.seconds) == (30, 3, 3.0)


def test_every_turn_has_its_own_seed() -> None:
    seeds: list[int] = []

    def measure(seconds: float, seed: int) -> list[Row]:
        seeds.append(seed)
        return [Row("seeded", "Python", decisions_per_s=1.0)]

    for _ in range(2):
        peers.run(3.0, peers=[Peer("seeded", HERE, "none", (Contender("seeded", measure),))], repeats=3)
    assert len(set(seeds[:3])) == 3
    assert seeds[:3] == seeds[3:]


def test_without_ours_there_are_rates_but_no_ratios() -> None:
    result = compare(peer(1, 2, 3), ours=None)
    assert result.ours_decisions_per_s is None
    assert (result.rows[0].decisions_per_s, result.rows[0].ratio) == (2, None)
    assert "not measured" in text(result)


def test_the_fastest_is_named_with_and_without_the_deal() -> None:
    whole = peer(200, 200, 200, name="whole")
    dealt = peer(300, 300, 300, name="dealt", whole_games=False)
    document = compare(whole, dealt).to_json()
    assert document["fastest"] == {"name": "dealt", "how": "Python", "decisions_per_s": 300, "ratio": 2}
    assert document["fastest_whole_games"]["name"] == "whole"
    assert document["fastest_whole_games"]["ratio"] == 3


def test_json_survives_a_round_trip_and_has_the_documented_keys() -> None:
    document = compare(peer(1, 2, 3), Peer("Elsewhere", NOWHERE, NOWHERE, ())).to_json()
    assert json.loads(json.dumps(document)) == document
    assert {"ours_decisions_per_s", "rows", "fastest", "fastest_whole_games", "versions", "core"} <= set(
        document
    )
    for row in document["rows"]:
        assert {"name", "how", "decisions", "games", "seconds", "decisions_per_s", "ratio"} <= set(row)
        assert {"state_bytes", "clone_ns", "count_error", "note"} <= set(row)
    assert compare(ours=None).to_json()["fastest"] is None


def test_progress_counts_up_to_the_end() -> None:
    told: list[tuple[str, int, int]] = []
    peers.run(3.0, lambda _: 1.0, lambda *step: told.append(step), peers=[peer(1, 2, 3)], repeats=3)
    assert [done for _, done, _ in told] == list(range(7))
    assert {total for _, _, total in told} == {6}
    assert told[-1][0] == "done"


def cores() -> set[int | None]:
    """The cores this thread may use; {None} where the system does not say."""
    return set(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else {None}


def test_a_run_stays_on_one_core_and_gives_the_others_back() -> None:
    before = cores()
    during: list[set[int | None]] = []

    def ours(seconds: float) -> float:
        during.append(cores())
        return 1.0

    result = peers.run(3.0, ours, peers=[], repeats=1)
    assert during == [{result.core}] * 2
    assert cores() == before
    with pytest.raises(ZeroDivisionError):
        peers.run(3.0, lambda _: 1 / 0, peers=[])
    assert cores() == before


def test_chance_follows_the_probabilities() -> None:
    outcomes = [(7, 0.25), (8, 0.5), (9, 0.25)]
    points = [0.0, 0.24, 0.26, 0.74, 0.76, 0.99]
    assert [peers_play._outcome(outcomes, point) for point in points] == [7, 7, 8, 8, 9, 9]
    assert peers_play._outcome([(1, 0.3), (2, 0.3)], 0.99) == 2


def test_rollouts_of_equal_length_are_counted_without_error() -> None:
    lengths = [56] * (2 * peers_play.ROOTS)
    assert peers_play.estimate(lengths, 3) == (3 * 56 * peers_play.ROLLOUTS, 0.0)


def test_rollouts_are_counted_root_by_root() -> None:
    roots, rollouts = peers_play.ROOTS, peers_play.ROLLOUTS
    lengths = [*range(10, 10 + roots), *range(12, 12 + roots)]  # root r: r + 10 and r + 12 decisions
    decisions, error = peers_play.estimate(lengths, 2)
    assert decisions == rollouts * (11 + 12)
    # two roots, each with sample variance 2: of the mean of two, and of the rollouts themselves
    assert error == pytest.approx((2 * (rollouts**2 * 2 / 2 + rollouts * 2)) ** 0.5 / decisions)


@pytest.mark.needs("peers")
@pytest.mark.parametrize("game", peers_play.OPENSPIEL_GAMES)
def test_openspiel_plays(game: str) -> None:
    rows = [peers_play.openspiel_python(game, 0.02), *peers_play.openspiel_cpp(game, 0.02)]
    expected = [peers_play.PYTHON, peers_play.AFTER_DEAL, peers_play.WITH_DEAL, peers_play.CPP_GAMES]
    assert [row.how for row in rows] == expected
    for row in rows:
        assert row.name == f"OpenSpiel {game}"
        assert row.seats == 4
        assert row.decisions_per_s == pytest.approx(row.decisions / row.seconds, rel=1e-3)
    assert [row.whole_games for row in rows] == [True, False, True, True]
    assert rows[2].seconds >= rows[1].seconds  # the deal is added, never taken away


@pytest.mark.needs("peers")
def test_chance_outcomes_are_not_counted_as_decisions() -> None:
    for row in [peers_play.openspiel_python("spades", 0.02), *peers_play.openspiel_cpp("spades", 0.02)]:
        assert row.decisions == row.games * (4 + 52)  # four bids and all cards; the 52 dealt cards are chance
        assert row.count_error == 0
        assert row.chance_per_decision == (52 / 56 if row.whole_games else 0)


@pytest.mark.long
@pytest.mark.needs("peers")
def test_the_estimate_for_rollouts_agrees_with_games_counted_one_by_one() -> None:
    played = peers_play.openspiel_python("crazy_eights", 0.3)
    rollouts = peers_play.openspiel_cpp("crazy_eights", 0.3)[0]
    assert 0 < rollouts.count_error < 0.02
    # 16 deals only, and a deal decides much about a game's length: a wide margin
    assert rollouts.decisions / rollouts.games == pytest.approx(played.decisions / played.games, rel=0.15)


@pytest.mark.needs("peers")
def test_rlcard_plays() -> None:
    row = peers_play.rlcard_uno(0.05)
    assert row.seats == 2
    assert row.decisions >= 7 * row.games  # nobody is rid of seven cards in fewer
    assert row.decisions_per_s == row.decisions / row.seconds


@pytest.mark.needs("peers")
def test_a_run_measures_every_peer() -> None:
    result = peers.run(0.1, lambda _: 1e7, repeats=2)
    assert {row.name.split()[0] for row in result.rows} == {"OpenSpiel", "RLCard"}
    assert all(row.ratio and not row.note for row in result.rows)
    assert {"open_spiel", "rlcard"} <= set(result.versions)
