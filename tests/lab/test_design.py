"""Design studies: other hand sizes and other counts of cards, declared per game, the same on every backend, and never for people."""

import dataclasses
import logging
import pickle
from dis import get_instructions
from pathlib import Path
from random import Random
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

import tischlein
from helpers.command import called
from helpers.games.duel import Duel
from per_game import KITS, Kit
from samples import SAMPLES
from tischlein import Game, OptionError, PositionError, RecordError, simulate
from tischlein.bots import learned
from tischlein.bots.learned import has_net
from tischlein.bots.weights import NetError, net_of
from tischlein.coach.judge import judge_of
from tischlein.engine.backends import load
from tischlein.engine.rules import drive
from tischlein.engine.rules.clone import changed, clone, household
from tischlein.engine.rules.option import Design

GAMES = [game for game in tischlein.games().values() if game.design]
STUDIED = [kit for kit in KITS if kit.game.design]
each_design = pytest.mark.parametrize(
    ("game", "name"),
    [(game, name) for game in GAMES for name in game.design],
    ids=lambda one: getattr(one, "id", one),
)
each_kit = pytest.mark.parametrize("kit", STUDIED, ids=lambda kit: kit.game.id)


def smallest(game: Game) -> dict[str, Any]:
    """Every number as far from the printed one as it goes."""
    return {
        name: next(one for one in design.choices if isinstance(one, int))
        for name, design in game.design.items()
    }


def some_design(game: Game, rng: Random) -> dict[str, Any]:
    chosen = {name: rng.choice([*design.choices]) for name, design in game.design.items()}
    return {name: value for name, value in chosen.items() if value != game.design[name].default}


def test_hand_sizes_and_counts_of_cards_are_declared() -> None:
    assert {game.id for game in GAMES} >= {"lobo77", "quando", "quanto", "qwixx"}
    assert all("hand" in game.design for game in GAMES)


@each_kit
def test_variants_are_played_as_the_slow_reference_plays_them(kit: Kit) -> None:
    rng = Random("design")
    for turn in range(max(2, SAMPLES.games // kit.cost // 16)):
        seats = kit.random_seats(rng)
        numbers = smallest(kit.game) if turn == 0 else some_design(kit.game, rng)
        options = {**kit.random_options(rng, seats), **numbers}
        duel = Duel.new(kit, seats, options, rng)
        duel.play_out(min(kit.cap, 400), ask_each=60, look_each=20)


@pytest.mark.parametrize(
    "game",
    [GAMES[0], *(pytest.param(game, marks=pytest.mark.long) for game in GAMES[1:])],  # each is compiled
    ids=lambda game: game.id,
)
def test_native_code_plays_variants_byte_for_byte_as_plain_python(game: Game) -> None:
    variant, _ = game.with_design(smallest(game))
    for seats in (game.seats[0], game.seats[-1]):
        start = variant.opening(seats)
        python, native = (load(variant, name).random_games(start, 6, seed=7) for name in ("python", "native"))
        assert np.array_equal(python.rows, native.rows)
        assert not np.array_equal(
            native.rows, load(game, "native").random_games(game.opening(seats), 6, seed=7).rows
        )


@each_design
def test_every_number_has_its_effect_and_the_printed_one_is_the_printed_game(game: Game, name: str) -> None:
    design = game.design[name]
    assert isinstance(design, Design)
    assert game.with_design({name: design.default}) == (game, {})
    least = next(one for one in design.choices if isinstance(one, int))
    numbers: dict[str, Any] = {name: least}
    few, printed = game.new(seats=4, seed=1, **numbers), game.new(seats=4, seed=1)
    if name == "hand":
        dealt = [{len(hand) for hand in table.position()["hands"]} for table in (few, printed)]
        assert dealt[0] == (
            {least} if isinstance(design.default, str) else {dealt[1].pop() - design.default + least}
        )
    elif not name.endswith("_cards"):
        several = [
            simulate(game, games=8, seats=2, bots="medium", options=each, backend="python")
            for each in ({}, numbers)
        ]
        assert not np.array_equal(several[0].decisions, several[1].decisions)
    else:
        cards = [
            sum(map(len, (*table.position()["hands"], table.position()["draw"]))) for table in (few, printed)
        ]
        shown = [len(table.position().get("display", [])) for table in (few, printed)]
        assert cards[1] + shown[1] - cards[0] - shown[0] == design.default - least


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_records_positions_and_other_processes_say_what_was_played(game: Game) -> None:
    numbers = smallest(game)
    table = game.new(seats=3, seed=2, **numbers)
    table.play(table.waiting[0], table.actions(table.waiting[0])[0])
    assert numbers.items() <= table.options.items()
    assert game.replay(table.record()).position() == table.position()
    assert game.at(table.position()).game is table.game
    assert pickle.loads(pickle.dumps(table)).position() == table.position()  # noqa: S301


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_number_has_the_same_name_wherever_it_is_read_and_nothing_else_has_it(game: Game) -> None:
    """A variant replaces constants by name, in every module that it clones."""
    rules: Any = game.rules
    modules = [
        *household(rules, game.bots.heuristics, game.lab),
        game.face.positions,
        game.face.views,
        game.face.hints,
    ]
    for name in changed(game.with_design(smallest(game))[0].rules):
        held = [vars(module)[name] for module in modules if name in vars(module)]
        assert len(set(held)) == 1, name


def test_a_variant_ends_where_it_says_and_its_end_can_be_read_again() -> None:
    game = tischlein.game("qwixx")
    sheet = {"red": [], "yellow": [], "green": [], "blue": [], "misses": 1}
    position = {
        "game": "qwixx",
        "seats": 2,
        "hands": [["r2", "r3", "r4"], ["y5"]],
        "draw": ["b7"],
        "step": 3,
        "sheets": [sheet, sheet],
    }
    table = game.at({**position, "options": {"last_miss": 2, "hand": 3}})
    for text in ("play r2", "show", "stop"):
        assert not table.over
        table.play(0, text)
    assert table.over
    assert game.at(table.position()).over
    with pytest.raises(PositionError, match="a hand has at most 2 there"):
        game.at({**position, "options": {"hand": 2}})


def test_people_are_not_offered_what_only_a_designer_changes() -> None:
    game = tischlein.game("lobo77")
    assert not set(game.design) & set(game.options)
    with pytest.raises(OptionError, match="hand: LOBO 77 has no such option"):
        game.opening(2, hand=3)
    with pytest.raises(OptionError, match="hand: LOBO 77 has no such option"):
        game.check_options({"hand": 3})


def test_what_cannot_be_is_said() -> None:
    game = tischlein.game("lobo77")
    with pytest.raises(OptionError, match="hand: 9 is not one of 2 to 5"):
        simulate(game, games=1, options={"hand": 9})
    with pytest.raises(OptionError, match=r"x: LOBO 77 has no such option; .*; for studies also hand, "):
        simulate(game, games=1, options={"x": 9})
    with pytest.raises(PositionError, match="hand: 9 is not one of 2 to 5"):
        game.at({"game": "lobo77", "options": {"hand": 9}})
    with pytest.raises(RecordError, match="hand: 9 is not one of 2 to 5"):
        game.replay({**game.new(2, seed=1).record(), "options": {"hand": 9}})
    with pytest.raises(OptionError, match="the wasm backend plays the printed game"):
        load(game.new(2, seed=1, hand=3).game, "wasm")


def test_a_study_sees_the_other_deck() -> None:
    found = simulate("lobo77", games=30, seats=4, options={"double_cards": 0, "hand": 3}, backend="python")
    assert found["doubles"].sum() == 0
    assert simulate("lobo77", games=30, seats=4, backend="python")["doubles"].sum() > 0
    assert "hand=3 · double_cards=0" in str(found)


def test_a_sweep_puts_the_printed_number_beside_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = [
        "simulate",
        "quando",
        "--games",
        "10",
        "--seats",
        "2",
        "--backend",
        "python",
        "--option",
        "target=5",
    ]
    assert called(*command, "--sweep", "hand=printed,3") == 0
    title, _, heading, *_ = capsys.readouterr().out.splitlines()
    assert heading.split() == ["hand=printed", "hand=3"]
    assert "hand" not in title
    assert not list(tmp_path.iterdir())


def test_machine_code_of_a_variant_has_names_of_its_own() -> None:
    """Code that two processes have kept is linked by name: with equal names one variant would play by the code of another."""
    game = tischlein.game("lobo77")
    names = {
        function.__qualname__
        for variant in (game, game.with_design({"hand": 2})[0], game.with_design({"hand": 3})[0])
        for function in (clone(variant.rules, (drive,), lambda function: function)["random_games"],)
    }
    assert len(names) == 3


def test_no_net_plays_or_judges_a_game_that_it_has_not_learned(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learned, "_warned", set())
    game = tischlein.game("lobo77")
    variant, _ = game.with_design({"hand": 3})
    assert has_net(game)
    with pytest.raises(NetError, match="trained for the printed numbers"):
        net_of(variant)
    with caplog.at_level(logging.WARNING):
        assert not has_net(variant)
    assert "search without one" in caplog.text
    judges = [judge_of(one, 2) for one in (game, variant)]
    assert [judge.learned for judge in judges] == [True, False]
    # Who asks about both in turn does not make either of them again.
    assert [judge_of(one, 2) for one in (game, variant)] == judges


def read_by(code: CodeType) -> set[str]:
    """The global names that a function reads, and those inside it."""
    names = {one.argval for one in get_instructions(code) if one.opname == "LOAD_GLOBAL"}
    return names.union(*(read_by(one) for one in code.co_consts if isinstance(one, CodeType)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_everything_that_a_game_declares_reads_the_designed_numbers(game: Game) -> None:
    """Whatever a variant's face, turns, secrets and points call, down to the last function, knows no printed number."""
    variant, _ = game.with_design(smallest(game))
    constants = changed(variant.rules)
    parts = (variant.face, variant.turns, variant.secrets, variant.scoring)
    ahead: list[Any] = [variant.rules]
    ahead += [getattr(part, field.name) for part in parts for field in dataclasses.fields(part)]
    seen: list[FunctionType] = []
    while ahead:
        one = ahead.pop()
        if isinstance(one, ModuleType) and one.__name__.startswith(f"tischlein.games.{game.id}."):
            assert one is not game.rules
            ahead += [value for value in vars(one).values() if isinstance(value, FunctionType)]
        elif isinstance(one, FunctionType) and one not in seen:
            seen.append(one)
            read = read_by(one.__code__) & one.__globals__.keys()
            assert {name: one.__globals__[name] for name in read & constants.keys()}.items() <= constants.items(), one  # fmt: skip
            ahead += [one.__globals__[name] for name in read]
    assert len(seen) > 50


def test_the_coach_counts_the_cards_of_the_designed_deck() -> None:
    table = tischlein.game("quanto").at(
        {"game": "quanto", "seats": 2, "hands": [["1", "5", "6"], ["7"]], "options": {"one_cards": 2}}
    )
    (card,) = (action.id for action in table.actions(0) if action.text == "card 1")
    count = table.game.face.count
    assert count
    assert count(table.conceal_for(0), 0, card) == {"key": "known", "card": "1", "some": 2, "all": 2}
