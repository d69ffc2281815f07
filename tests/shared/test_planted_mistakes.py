"""The shared checks have teeth: a mistake planted in the tiny game of the scaffold is found, and named."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import tischlein
from helpers.games import laws
from helpers.planted import planted
from helpers.proofs import missing
from samples import SAMPLES
from tischlein.engine.game import Game
from tischlein.scaffold.template import GAME


def has_secrets(game: Game) -> bool:
    return not all(map(game.secrets.open_action, range(game.rules.ACTIONS)))


def all_open(game: Game) -> Game:
    return replace(game, secrets=replace(game.secrets, open_action=lambda action: True))


def test_the_tiny_game_itself_keeps_all_laws() -> None:
    laws.check_dialect(GAME)
    laws.check_choices_stay_hidden(GAME, Random(1), 20)
    laws.check_worlds_fit(GAME, Random(1), 20)
    laws.check_undo_makes_nothing_known(GAME, Random(1), 20)
    laws.check_numbers_fit(GAME, Random(1), 2_000)
    laws.check_events_are_told(GAME, Random(1), 20)
    laws.check_everybody_sees_who_is_waited_for(GAME, Random(1), 20)


def test_rules_that_only_python_can_run(tmp_path: Path) -> None:
    game = planted(tmp_path, ("    s.tricks = 0", '    s.tricks = {"none": 0}["none"]'))
    with pytest.raises(AssertionError, match=r"rules\.py:\d+: a dict is not in the dialect: keep numbers in"):
        laws.check_dialect(game)


def test_a_secret_choice_that_is_declared_open() -> None:
    game = all_open(GAME)
    with pytest.raises(AssertionError, match="open_action must not be true"):
        laws.check_choices_stay_hidden(game, Random(1), 20)


@pytest.mark.parametrize(
    "game", [game for game in tischlein.games().values() if has_secrets(game)], ids=lambda game: game.id
)
def test_a_secret_choice_of_a_real_game_that_is_declared_open(game: Game) -> None:
    """With no more games than the shared suite looks at."""
    with pytest.raises(AssertionError, match="open_action must not be true"):
        laws.check_choices_stay_hidden(all_open(game), Random("choices"), SAMPLES.looks)


@pytest.mark.parametrize(
    ("find", "replace", "said"),
    [
        ("if s.chosen[other] >= 0:", "if s.chosen[other] != EMPTY:", "conceal changes a record"),
        (
            "s.hands[other][take(s.unseen, below(rng, left))] += 1",
            "s.hands[seat][take(s.unseen, below(rng, left))] += 1",
            "can tell from the true one",
        ),
    ],
)
def test_secrets_that_do_not_fit_together(tmp_path: Path, find: str, replace: str, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        laws.check_worlds_fit(planted(tmp_path, (find, replace)), Random(1), 20)


@pytest.mark.parametrize("revealing", [frozenset(), frozenset({"deal"})])
def test_a_reveal_that_may_be_taken_back(revealing: frozenset[str]) -> None:
    game = replace(GAME, secrets=replace(GAME.secrets, revealing=revealing))
    with pytest.raises(AssertionError, match="may be taken back without consent"):
        laws.check_undo_makes_nothing_known(game, Random(1), 20)


def test_a_counter_that_outgrows_its_cell(tmp_path: Path) -> None:
    game = planted(tmp_path, ("s.points[best] += 1", "s.points[best] += 50"))
    with pytest.raises(AssertionError, match=r"points.*give the field a wider type"):
        laws.check_numbers_fit(game, Random(1), 2_000)


def test_a_counter_that_grows_slowly_in_a_game_that_can_be_long(tmp_path: Path) -> None:
    """More than a hundred tricks are rare: only a game that is drawn out comes to them."""
    game = planted(
        tmp_path,
        ("s.actor = OVER if s.tricks == HAND else 0", "s.actor = OVER if s.laid[0] > 20 else 0"),
        ("s.points[best] += 1", "s.points[best] = 1"),
        ("s.hands[seat][action] -= 1", "s.hands[seat][action] -= 0"),
    )
    with pytest.raises(AssertionError, match=r"tricks.*give the field a wider type"):
        laws.check_numbers_fit(game, Random(1), 2_000)


def test_an_event_without_a_sentence(tmp_path: Path) -> None:
    game = planted(tmp_path, ('"kind": "point"', '"kind": "trick"'))
    with pytest.raises(AssertionError, match="no sentence for the event 'trick' in de, en"):
        laws.check_events_are_told(game, Random(1), 3)


def test_a_view_that_waits_for_the_wrong_seats() -> None:
    game = replace(GAME, turns=replace(GAME.turns, waiting=lambda s: [s.actor]))
    with pytest.raises(AssertionError, match=r"a spectator sees that .* may act"):
        laws.check_everybody_sees_who_is_waited_for(game, Random(1), 3)


def test_a_game_is_told_what_it_lacks() -> None:
    assert GAME.draft
    assert missing(GAME)[:4] == [
        "tests/reference/hoch.py",
        "tests/per_game/hoch.py",
        "src/tischlein/games/hoch/rules.wasm",
        "[hoch] in tests/properties/seeds.toml",
    ]
    with pytest.raises(AssertionError, match=r"hoch lacks tests/reference/hoch\.py, .*or declare draft=True"):
        laws.check_nothing_is_missing(replace(GAME, draft=False))
