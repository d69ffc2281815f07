"""The shared checks have teeth: a mistake planted in a tiny game is found, and named, with no more games than the suite looks at."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import tischlein
from extra_games.treppe import GAME as TREPPE
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
    laws.check_choices_stay_hidden(GAME, Random(1), SAMPLES.looks)
    laws.check_worlds_fit(GAME, Random(1), SAMPLES.looks)
    laws.check_undo_makes_nothing_known(GAME, Random(1), SAMPLES.looks)
    laws.check_numbers_fit(GAME, Random(1), SAMPLES.long_game)
    laws.check_events_are_told(GAME, Random(1), SAMPLES.looks)
    laws.check_everybody_sees_who_is_waited_for(GAME, Random(1), SAMPLES.looks)


def test_rules_that_only_python_can_run(tmp_path: Path) -> None:
    game = planted(tmp_path, ("    s.tricks = 0", '    s.tricks = {"none": 0}["none"]'))
    with pytest.raises(AssertionError, match=r"rules\.py:\d+: a dict is not in the dialect: keep numbers in"):
        laws.check_dialect(game)


def test_a_secret_choice_that_is_declared_open() -> None:
    game = all_open(GAME)
    with pytest.raises(AssertionError, match="open_action must not be true"):
        laws.check_choices_stay_hidden(game, Random(1), SAMPLES.looks)


@pytest.mark.parametrize(
    "game", [game for game in tischlein.games().values() if has_secrets(game)], ids=lambda game: game.id
)
def test_a_secret_choice_of_a_real_game_that_is_declared_open(game: Game) -> None:
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
        laws.check_worlds_fit(planted(tmp_path, (find, replace)), Random(1), SAMPLES.looks)


def test_a_reveal_at_the_end_of_the_game_only() -> None:
    game = replace(TREPPE, secrets=replace(TREPPE.secrets, revealing=frozenset()))
    with pytest.raises(AssertionError, match="may be taken back without consent"):
        laws.check_undo_makes_nothing_known(game, Random(1), SAMPLES.looks)


@pytest.mark.parametrize("revealing", [frozenset(), frozenset({"deal"})])
def test_a_reveal_that_may_be_taken_back(revealing: frozenset[str]) -> None:
    game = replace(GAME, secrets=replace(GAME.secrets, revealing=revealing))
    with pytest.raises(AssertionError, match="may be taken back without consent"):
        laws.check_undo_makes_nothing_known(game, Random(1), SAMPLES.looks)


def test_a_counter_that_outgrows_its_cell(tmp_path: Path) -> None:
    game = planted(tmp_path, ("s.points[best] += 1", "s.points[best] += 50"))
    with pytest.raises(AssertionError, match=r"points.*give the field a wider type"):
        laws.check_numbers_fit(game, Random(1), SAMPLES.long_game)


def test_a_counter_that_grows_slowly_in_a_game_that_can_be_long(tmp_path: Path) -> None:
    """More than a hundred tricks are rare: only a game that is drawn out comes to them."""
    game = planted(
        tmp_path,
        ("s.actor = OVER if s.tricks == HAND else 0", "s.actor = OVER if s.laid[0] > 20 else 0"),
        ("s.points[best] += 1", "s.points[best] = 1"),
        ("s.hands[seat][action] -= 1", "s.hands[seat][action] -= 0"),
    )
    with pytest.raises(AssertionError, match=r"tricks.*give the field a wider type"):
        laws.check_numbers_fit(game, Random(1), SAMPLES.long_game)


def test_an_event_without_a_sentence(tmp_path: Path) -> None:
    game = planted(tmp_path, ('"kind": "point"', '"kind": "trick"'))
    with pytest.raises(AssertionError, match="no sentence for the event 'trick' in de, en"):
        laws.check_events_are_told(game, Random(1), SAMPLES.looks)


def test_a_kind_that_ends_rounds_and_never_happens() -> None:
    game = replace(GAME, turns=replace(GAME.turns, rounds="round_end"))
    with pytest.raises(AssertionError, match=r"'round_end'.* names a kind of event that never happens"):
        laws.check_rounds_end(game, Random(1), SAMPLES.looks)


def test_a_card_that_has_a_name_in_one_language(tmp_path: Path) -> None:
    game = planted(tmp_path)
    (texts,) = tmp_path.rglob("face/texts/de.toml")
    named = texts.read_text("utf-8").replace("[zones]\n", '[cards]\n24 = "die Höchste"\n\n[zones]\n')
    texts.write_text(named, "utf-8")
    with pytest.raises(AssertionError, match="'24' has a name in de, but not in en"):
        laws.check_cards_are_named(game, Random(1), SAMPLES.looks)


def test_a_view_that_waits_for_the_wrong_seats() -> None:
    game = replace(GAME, turns=replace(GAME.turns, waiting=lambda s: [s.actor]))
    with pytest.raises(AssertionError, match=r"a spectator sees that .* may act"):
        laws.check_everybody_sees_who_is_waited_for(game, Random(1), SAMPLES.looks)


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
