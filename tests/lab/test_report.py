"""Reports: experiments find what is known to be true, and the page needs nothing but itself."""

import dataclasses
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import tischlein
from helpers.command import called
from helpers.games import blunder
from helpers.games.laws import any_step_of
from tischlein.cards import CHANCE, OVER
from tischlein.engine.backends import load
from tischlein.engine.errors import OptionError
from tischlein.engine.extras import install_command
from tischlein.engine.game import Game
from tischlein.engine.intervals import FEWEST
from tischlein.engine.texts import LANGUAGES, load_texts
from tischlein.lab import extra
from tischlein.lab.intervals import Moments
from tischlein.lab.report import drawing
from tischlein.lab.report.experiment import IN_TURN, Trial, run_trial, weigh_decisions
from tischlein.lab.report.numbers import around, per_unit, proportion, share
from tischlein.lab.report.report import Reporter
from tischlein.lab.report.sections import ReportSettings
from tischlein.lab.report.trials import ALL, FREE

each_studied_game = pytest.mark.parametrize(
    "name", [name for name, game in tischlein.games().items() if game.lab]
)
LOBO = tischlein.game("lobo77")
GAMES = 100_000  # enough to be sure of a difference
WITH_BLUNDER = dataclasses.replace(LOBO, lab=blunder)


def reporter(wanted: ReportSettings) -> Any:
    return Reporter(wanted, lambda what, done, steps: None)


def test_a_blunder_costs_and_chance_is_shared_out_fairly() -> None:
    """Paying a chip for nothing loses wins; as many players did it as did not.

    And the same seed gives the same numbers with any number of threads: one test, since these rules are compiled for it.
    """
    found = run_trial(WITH_BLUNDER, "pay", games=6000, seats=2, seed=3, threads=2)
    not_done, done = found.counts[0]
    assert abs(done - not_done) < 5 * np.sqrt(done + not_done)
    assert done + not_done > 4000  # nearly every game has such a decision
    assert found.gain[0] + found.half_width[0] < -0.03
    one, two = (run_trial(WITH_BLUNDER, "pay", games=1200, seats=2, seed=5, threads=n) for n in (1, 2))
    assert one.counts.tolist() == two.counts.tolist()
    assert one.gain.tolist() == two.gain.tolist()


def test_the_same_seed_gives_the_same_stakes_with_any_number_of_threads() -> None:
    one, two = (weigh_decisions(LOBO, 3, 2, worlds=6, seed=5, threads=n) for n in (1, 2))
    assert one.stakes.tolist() == two.stakes.tolist()


def test_stakes_come_from_worlds_that_did_not_choose_them() -> None:
    """A choice between equals has no stakes on average, whatever the luck of the worlds that named a best one."""
    found = weigh_decisions(LOBO, 60, 4, worlds=12, seed=2)
    assert (found.stakes < 0).any()  # chosen and measured in the same worlds there could be none below 0
    assert found.stakes.mean() > 0
    # How often the better one loses by as much tells how many of those that win by it are chance: the page says both.
    wanted = ReportSettings(LOBO, seats=(4,), seed=2, decisions=60, worlds=12)
    told = reporter(wanted).stakes().text
    above, below = (
        f"{100 * float(share.mean()):.0f} %" for share in (found.stakes >= 0.05, found.stakes <= -0.05)
    )
    assert f"In {above} of the decisions the best" in told
    assert f"In {below} it fell behind" in told
    assert above != below != "0 %"


def decisions(
    game: Game, seats: int, dice: Random, **options: Any
) -> Iterator[tuple[Any, int, list[int], int]]:
    """Yield the decisions of a random game with all rules, before they are made: record, seat, legal actions, action."""
    s, python = game.layout.unpack(game.opening(seats, **options)), load(game.rules, "python")
    while s.actor != OVER:
        seat, action = any_step_of(python, s, dice)
        if seat != CHANCE:
            yield s, seat, python.legal(s, seat), action
        python.call("apply", s, seat, action)


@each_studied_game
def test_every_question_comes_up_and_names_one_of_its_bins(name: str) -> None:
    """In random games."""
    game = tischlein.game(name)
    assert game.lab is not None
    asked = game.lab.QUESTIONS
    seen: dict[int, set[int]] = {number: set() for number in range(len(asked))}
    for seed in range(12):
        for s, seat, legal, _ in decisions(game, game.seats[seed % len(game.seats)], Random(seed)):
            for action in legal:
                for number, question in enumerate(asked):
                    place = game.lab.question_bin(s, seat, action, number)
                    assert -1 <= place < len(question.bins)
                    seen[number].add(place)
    for number, question in enumerate(asked):
        assert len(seen[number]) > 2, question.name


@each_studied_game
def test_every_decision_belongs_to_the_turn_of_one_seat(name: str) -> None:
    """Turns begin where the record's own turn moves on, and nowhere else."""
    game = tischlein.game(name)
    assert game.lab is not None
    whose = "active" if hasattr(game.layout.unpack(game.opening(2)), "active") else "turn"
    teams = [{"teams": True}] if "teams" in game.options else []
    for seed, options in enumerate([*[{}] * (2 if game.turns.rounds else 8), *teams]):
        turns: list[list[int]] = []  # whose turn the record says it is, decision by decision
        for s, seat, _, action in decisions(game, 4 if options else 3, Random(seed), **options):
            if game.lab.begins_turn(s, seat, action):
                turns.append([])
            turns[-1].append(int(getattr(s, whose)))
        assert all(len(set(turn)) == 1 for turn in turns)
        after = [one[0] != two[0] for one, two in pairwise(turns)]
        # A seat may have the last turn of a round and the first of the next, and nowhere else two in a row.
        assert all(after) if game.turns.rounds is None else sum(after) > 0.9 * len(after)


def test_decisions_are_counted_turn_by_turn() -> None:
    """In LOBO 77 a turn is one card, or two after a ×2; a player without a choice has no decision to weigh."""
    found = weigh_decisions(LOBO, 3, 2, worlds=2, seed=5, threads=2)
    again = weigh_decisions(LOBO, 3, 2, worlds=2, seed=5, threads=1)
    assert found.turns.tolist() == again.turns.tolist()
    ours = found.turns.sum(axis=0)
    assert set(np.flatnonzero(ours[ALL])) == {1, 2}
    decisions, free = (ours[kind] @ np.arange(IN_TURN + 1) for kind in (ALL, FREE))
    assert found.forced == pytest.approx(1 - free / decisions)


@each_studied_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_asked_has_words(name: str, language: str) -> None:
    game = tischlein.game(name)
    texts = load_texts(game.face.texts, language)
    assert game.lab is not None
    assert set(texts["questions"]) == {question.name for question in game.lab.QUESTIONS}
    assert set(texts["ratios"]) == {ratio.above for ratio in game.lab.RATIOS}
    declared = {column.name: column.bins for column in game.lab.COLUMNS}
    shown = [question.bins for question in game.lab.QUESTIONS]
    shown += [declared[ratio.above] for ratio in game.lab.RATIOS]
    # Those of a summary, too: `simulate` tells what is kept of every game.
    kept = [column for column in game.lab.COLUMNS if column.kept]
    shown += [column.bins for column in kept if column.bins]
    in_words = {label for bins in shown for label in bins if re.search("[a-z]", label)}
    assert set(texts.get("bins", {})) == in_words
    assert set(texts["columns"]) == {column.name for column in kept} - {"rounds"}


def test_the_page_calls_a_game_as_its_language_does() -> None:
    wanted = ReportSettings(tischlein.game("qwixx"), language="de")
    assert reporter(wanted).title == "Qwixx – Das Kartenspiel in Zahlen"


def test_an_unknown_question_is_answered_with_those_there_are() -> None:
    with pytest.raises(OptionError, match="LOBO 77 has no question 'when'; it has double, reverse"):
        run_trial(LOBO, "when", games=1, seats=2)


class Parts(HTMLParser):
    """What a page is made of."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]


@pytest.mark.needs("lab")
def test_values_stand_in_their_order_also_where_the_first_players_lack_some() -> None:
    rows = [
        {"players": n, "x": x, "mean": 0.1, "low": 0.0, "high": 0.2} for n, x in (("two", "b"), ("four", "a"))
    ]
    drawn = drawing.svg(drawing.curve(rows, "x", "y", percent=True, even=0, order=["a", "b", "c"]))
    assert 0 < drawn.index(">a<") < drawn.index(">b<")
    assert ">c<" not in drawn


@pytest.mark.needs("lab")
def test_a_picture_has_the_colour_of_the_text_around_it_and_a_file_is_white() -> None:
    rows = [{"players": "", "x": "1", "mean": 0.1, "low": 0.0, "high": 0.2}]
    spec = drawing.curve(rows, "sum", "value", percent=True, even=0)
    drawn = drawing.svg(spec)
    assert re.search('fill="currentColor"[^>]*>sum<', drawn)
    assert re.search('fill="currentColor"[^>]*>value<', drawn)
    assert "#000" not in drawn
    assert "white" not in drawn
    # White ink would not show on white paper.
    assert drawing.png(spec) != drawing.png({**spec, "config": drawing.look("#fff")})


@pytest.mark.needs("lab")
def test_pictures_write_numbers_as_their_language_does() -> None:
    rows = [{"players": "", "x": "1", "mean": 0.005, "low": 0.0, "high": 0.01}]
    spec = drawing.curve(rows, "sum", "value", percent=True, even=0)
    assert ">0.8%<" in drawing.svg(spec)
    assert ">0,8\N{NO-BREAK SPACE}%<" in drawing.svg(spec, "de")


@pytest.mark.needs("lab")
def test_the_page_needs_nothing_but_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, pictures = tmp_path / "page.html", tmp_path / "pictures"
    command = ["report", "lobo77", "--games", "300", "--seats", "2,3", "--decisions", "4", "--lang", "de"]
    assert called(*command, "--out", str(page), "--png", str(pictures)) == 0
    written = page.read_text("utf-8")
    parts = Parts(written)
    assert parts.tags.count("svg") == parts.tags.count("table") == 11
    assert not {"script", "link", "img", "iframe"} & set(parts.tags)
    assert all(link.startswith("#") for link in parts.links)
    assert "Was ist ein ×2 wert?" in written
    assert "liegt die Hälfte der Endstände zwischen −1 und " in written
    assert "Am höchsten: 76 (" in written
    assert re.search(
        r">0,\d+<", written
    )  # chips per turn are a number, not a share, and are written in German
    assert re.search(r"ein Zug im Mittel 1,\d\d Entscheidungen", written)
    assert "zu wenige Entscheidungen untersucht" in written  # only four
    assert "11 pictures in " in capsys.readouterr().out
    files = sorted(pictures.iterdir())
    assert len(files) == 11
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in files)


@pytest.mark.needs("lab")
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--games", "many"], "--games many: a whole number"),
        (["--seats", "2,9"], "LOBO 77 is for 2 to 8, not 9"),
        (["--seats", "2,a"], "--seats a: numbers of players, as 2,4"),
        (["--seats", ""], "--seats '': numbers of players, as 2,4"),
        (["--bots", "hard"], "a report is about random, easy or medium"),
        (["--out", "nowhere/page.html"], "there is no such folder"),
        (["--out", "."], ". cannot be written: Is a directory"),
        (["--png", "README.md"], "README.md cannot be written: File exists"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_played(
    wrong: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "README.md").touch()
    monkeypatch.setattr(Reporter, "report", lambda self, command: pytest.fail("it was played"))
    assert called("report", "lobo77", *wrong) == 2
    assert said in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["README.md"]


def test_the_interval_of_a_share_ends_at_nothing_and_at_all() -> None:
    assert share(0.95, 0.1) == pytest.approx({"mean": 0.95, "low": 0.85, "high": 1.0})
    assert share(0.02, 0.05) == pytest.approx({"mean": 0.02, "low": 0.0, "high": 0.07})
    assert around(0.02, 0.05) == pytest.approx({"mean": 0.02, "low": -0.03, "high": 0.07})


def test_an_interval_is_there_also_where_all_cases_agree() -> None:
    found = proportion(Moments.of(np.zeros(20, np.bool_)))
    assert found["mean"] == found["low"] == 0
    assert 0.1 < found["high"] < 0.25
    assert proportion(Moments.of(np.arange(100) < 50))["low"] == pytest.approx(0.398, abs=0.001)


def test_too_few_games_are_no_proof_that_nothing_differs() -> None:
    """A search that did not look has not found that there is nothing."""
    asked = reporter(ReportSettings(LOBO, language="en"))
    lab: Any = LOBO.lab
    question = lab.QUESTIONS[0]
    nothing, some = np.full(len(question.bins), np.nan), np.zeros(len(question.bins))
    counts = np.zeros((len(question.bins), 2), np.int64)
    for gain, told in ((nothing, "too seldom"), (some, "no clear difference")):
        said = asked._verdict(Trial(question, 4, counts, gain, gain + 0.1))
        assert told in said
    for games, told in ((100, "Not clear yet"), (GAMES, "Hardly")):
        parts = np.arange(games) % 2
        assert asked._who_gains(Moments.of(np.stack([parts, 1 - parts], axis=1))).startswith(told)
    for wins, told in ((52, "A little"), (48, "No, it is slightly"), (60, "Yes"), (40, "No, it is better")):
        first = np.arange(GAMES) % 100 < wins
        assert asked._who_gains(Moments.of(np.stack([first, ~first], axis=1))).startswith(told)
    assert "too few" in asked._extremes([], [])


def test_what_happens_in_one_game_belongs_together() -> None:
    """Ten turns of one game say less than one turn of each of ten."""
    hits = np.array([0, 1] * 50)
    assert per_unit(hits, np.ones(100, np.int64)) == pytest.approx((0.5, 0.0997), abs=0.001)
    assert per_unit(10 * hits, np.full(100, 10)) == pytest.approx((0.5, 0.0997), abs=0.001)


@pytest.mark.parametrize("missing", ["numba", "vl_convert"])
def test_without_a_library_nothing_is_played_and_one_line_names_the_extra(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(extra, "find_spec", lambda library: None if library == missing else library)
    monkeypatch.setattr(Reporter, "report", lambda self, command: pytest.fail("it was played"))
    assert called("report", "lobo77") == 2
    assert (
        capsys.readouterr().err
        == f"tischlein: {missing} is not installed: {install_command('native' if missing == 'numba' else 'plots')}\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.needs("lab")
def test_a_page_says_in_which_language_its_command_speaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system's, unless another is asked for; the command on the page makes the same page everywhere."""
    seen: list[tuple[str, str]] = []

    def told(reporter: Reporter, command: str) -> None:
        seen.append((reporter.wanted.language, command))
        raise KeyboardInterrupt

    monkeypatch.setattr(Reporter, "report", told)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    for more in ([], ["--lang", "en"]):
        assert called("report", "lobo77", "--out", str(tmp_path / "x.html"), *more) == 130
    assert [language for language, _ in seen] == ["de", "en"]
    assert seen[0][1].endswith("--lang de")


def test_of_a_few_cases_a_report_says_nothing() -> None:
    """All of three cards may have cost nothing: an interval from 0 to 0 would be a lie."""
    summary = tischlein.simulate(LOBO, games=20, seats=4).summary
    lab: Any = LOBO.lab
    cases = summary.tally(lab.RATIOS[0].below)
    assert cases[cases > 0].min() < FEWEST <= cases.max()
    found = reporter(ReportSettings(LOBO, 20, (4,))).ratio(lab.RATIOS[0], summary)
    assert len(found.rows) == np.count_nonzero(cases >= FEWEST)
