"""The coach: luck and decisions add up, mistakes are found, and nobody is accused without proof."""

import json
from hashlib import blake2b
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import tischlein
from helpers.games.strategies import each_game
from per_game import Kit
from tischlein.bots import bot, situation
from tischlein.cards import CHANCE
from tischlein.coach import judge as judging
from tischlein.coach.analysis import analyse
from tischlein.coach.command import review_file
from tischlein.coach.review import TURN, Review, data_of, progress_on, review, review_table
from tischlein.coach.review_text import lines, percent
from tischlein.engine.play.table import Table

LOBO = tischlein.game("lobo77")
OWN = ["0", "10", "9"]
# The total is 70 and the last chip is at stake: 10 is the end, and after 0 it is for everybody but holders of a low card.
DANGER = {
    "game": "lobo77",
    "seats": 2,
    "total": 70,
    "chips": [0, 0],
    "hands": [OWN, ["8", "9", "10"]],
    "draw": ["10", "8", "3"],
    "draw_ordered": False,
}


@pytest.mark.parametrize("terminal", [True, False])
def test_a_terminal_shows_how_far_a_long_review_is(terminal: bool) -> None:
    class Stream(StringIO):
        def isatty(self) -> bool:
            return terminal

    patient, impatient = Stream(), Stream()
    for stream, silent in ((patient, 60.0), (impatient, 0.0)):
        progress = progress_on(stream, silent)
        for done in range(4):
            progress(done, 3)
    assert patient.getvalue() == ""
    said = impatient.getvalue().split("\r")
    assert said == (
        ["", *(f"review: step {step} of 3" for step in (1, 2, 3)), "\033[K"] if terminal else [""]
    )


def played(game: tischlein.Game, seats: int, seed: int, levels: tuple[str, ...], most: int = 10_000) -> Table:
    table = game.new(seats=seats, seed=seed)
    players = [bot(levels[seat % len(levels)]) for seat in range(seats)]
    for _ in range(most):
        if table.over:
            break
        seat = table.actor
        table.play(seat, players[seat].choose(situation(table, seat, seed=seed)))
    return table


def parts(found: Review, seat: int) -> float:
    one = found.players[seat]
    return one.start + one.luck + one.own + one.others


@each_game
def test_start_luck_and_decisions_add_up_to_the_result(kit: Kit) -> None:
    table = played(kit.game, kit.game.usual_seats, 5, ("medium", "random"), most=40)
    found = review_table(table, worlds=0)
    for seat, one in enumerate(found.players):
        assert parts(found, seat) == pytest.approx(one.result, abs=1e-9)
    # What one player wins, the others lose.
    assert sum(one.luck for one in found.players) == pytest.approx(0, abs=1e-9)
    assert sum(one.start for one in found.players) == pytest.approx(1)
    assert found.finished == table.over


def test_the_result_of_a_finished_game_is_the_share_of_the_win() -> None:
    table = played(LOBO, 2, 3, ("medium",))
    found = review_table(table, worlds=0)
    assert [one.result for one in found.players] == [float(seat in table.winners) for seat in range(2)]
    assert found.finished


def test_luck_averages_to_nothing_for_all_bots() -> None:
    """Each piece of luck is measured against the mean of what could have happened."""
    swings = []
    for seed in range(3):
        found = review_table(played(LOBO, 2, seed, ("random", "medium")), worlds=0)
        swings += [one.swing[0] for one in found.moments if one.seat == CHANCE]
    mean = sum(swings) / len(swings)
    variance = sum((swing - mean) ** 2 for swing in swings) / (len(swings) - 1)
    assert len(swings) > 100
    assert variance > 1e-5
    assert abs(mean) < 4 * (variance / len(swings)) ** 0.5


def test_a_step_without_a_choice_is_worth_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same luck all goes on as from before it: else what is drawn after it would not come to nothing on average."""
    monkeypatch.setattr(judging, "blake2b", lambda data, **how: blake2b(b"the same luck", **how))
    judge = judging.judge_of(LOBO, 2)
    table = LOBO.new(seats=2, seed=4, manual_draw=True)
    for _ in range(6):
        seat = table.actor
        table.play(seat, table.actions(seat)[0])
        assert [action.text for action in table.actions(seat)] == ["draw"]
        before = len(table.past.line)
        table.play(seat, "draw")
        held, drawn = (table.past.steps[k].after for k in table.past.line[before - 1 : before + 1])
        assert list(judge.value(held, 32, "")) == list(judge.value(drawn, 32, ""))


def test_a_blunder_is_found_and_good_play_is_not_accused() -> None:
    for action, is_mistake in (("10", True), ("0", False)):
        table = LOBO.at(DANGER, seed=1)
        table.play(0, action)
        first = review_table(table).moments[0]
        assert first.analysis is not None
        assert first.analysis.is_mistake is is_mistake
        assert first.analysis.best.text == "0"


def test_a_small_change_is_not_a_turning_point() -> None:
    table = LOBO.at(DANGER, seed=1)
    table.play(0, "0")
    found = review_table(table)
    changes = [max(map(abs, one.swing)) for one in found.moments]
    assert min(changes) < TURN
    assert len(found.turning_points(len(changes))) == sum(change >= TURN for change in changes)


def test_the_coach_judges_by_what_the_seat_knows() -> None:
    """Other hidden cards, the same judgement, to the last bit."""
    found = [
        analyse(LOBO.at({**DANGER, "hands": [OWN, hand], "draw": pile}, seed=1), 0)
        for hand, pile in ((["8", "9", "10"], ["10", "8", "3"]), (["3", "10", "8"], ["10", "9", "8"]))
    ]
    assert found[0] == found[1]
    assert [one.worlds for one in found[0].choices] == [256] * 3


def test_who_has_nothing_to_decide_is_told_so() -> None:
    with pytest.raises(tischlein.OptionError, match="seat 1 has nothing to decide now"):
        tischlein.analyse(LOBO.at(DANGER, seed=1), 1)
    with pytest.raises(tischlein.OptionError, match="None is not a table"):
        tischlein.analyse(None, 1)  # type: ignore[arg-type]
    for worlds in ("x", 0, 2.5):
        with pytest.raises(tischlein.OptionError, match=f"worlds: '?{worlds}'? is not a whole number from 1"):
            tischlein.analyse(LOBO.at(DANGER, seed=1), 0, worlds)  # type: ignore[arg-type]


def test_the_same_record_gives_the_same_review_in_words_and_data() -> None:
    table = LOBO.at(DANGER, seed=1)
    table.play(0, "10")
    found = review(table.record())
    assert data_of(found) == data_of(tischlein.review(table.record()))
    for language, sentence in (("en", "Better: “"), ("de", "Besser: „")):
        assert sum(sentence in line for line in lines(found, language)) == len(found.lessons(0))
    assert json.dumps(data_of(found))
    assert percent(0.123, "en") == "12%"


def test_a_review_can_be_stopped() -> None:
    def stop(done: int, steps: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        review(LOBO.at(DANGER, seed=1).record() | {"history": [[0, "10"]]}, stop)


@pytest.mark.parametrize("wrong", [{"worlds": "x"}, {"worlds": -5}, {"worlds": 1.5}, {"progress": 3}])
def test_what_a_review_cannot_do_is_said_in_one_sentence(wrong: Any) -> None:
    with pytest.raises(tischlein.OptionError, match=f"^{next(iter(wrong))}: .* is n"):
        review(LOBO.at(DANGER, seed=1).record(), **wrong)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (None, "not a record of a game: it does not say which game was played"),
        ({"a": 1}, "not a record of a game: it does not say which game was played"),
        ({"game": "chess"}, "not a record of a game that is played here: 'chess'"),
        ({"game": "lobo77"}, "a record is a dict with the keys"),
    ],
    ids=["nothing", "something else", "another game", "damaged"],
)
def test_what_is_no_record_is_refused_in_one_sentence(record: Any, message: str) -> None:
    with pytest.raises(tischlein.RecordError, match=message):
        review(record)


def test_the_command_says_it_or_writes_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = LOBO.at(DANGER, seed=1)
    table.play(0, "10")
    file = tmp_path / "game.json"
    file.write_text(json.dumps(table.record()), "utf-8")
    review_file(file, "de", False)
    assert "Daraus lässt sich lernen" in capsys.readouterr().out
    review_file(file, "en", True)
    assert json.loads(capsys.readouterr().out)["game"] == "lobo77"
    file.write_text("{", "utf-8")
    with pytest.raises(tischlein.RecordError, match="is not a record"):
        review_file(file, "en", False)
