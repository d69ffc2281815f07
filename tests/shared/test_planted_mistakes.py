"""The shared checks have teeth: a mistake planted in a tiny game is found, and named, with no more games than the suite looks at."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tischlein
from extra_games.treppe import GAME as TREPPE
from helpers.games import laws
from helpers.planted import planted
from helpers.proofs import missing
from tischlein.engine.game import Game
from tischlein.scaffold.template import GAME


def has_secrets(game: Game) -> bool:
    return not all(map(game.secrets.open_action, range(game.rules.ACTIONS)))


def all_open(game: Game) -> Game:
    return replace(game, secrets=replace(game.secrets, open_action=lambda action: True))


@pytest.mark.parametrize("law", laws.LAWS)
def test_the_tiny_game_itself_keeps_all_laws(law: str) -> None:
    laws.check_dialect(GAME)
    laws.LAWS[law](GAME, Random(1))


def test_rules_that_only_python_can_run(tmp_path: Path) -> None:
    game = planted(tmp_path, ("    s.tricks = 0", '    s.tricks = {"none": 0}["none"]'))
    with pytest.raises(AssertionError, match=r"rules\.py:\d+: a dict is not in the dialect: keep numbers in"):
        laws.check_dialect(game)


@pytest.mark.parametrize(
    "game", [game for game in tischlein.games().values() if has_secrets(game)], ids=lambda game: game.id
)
def test_a_secret_choice_of_a_real_game_that_is_declared_open(game: Game) -> None:
    with pytest.raises(AssertionError, match="open_action must not be true"):
        laws.check_choices_stay_hidden(all_open(game), Random("choices"))


SLOW = (  # more than a hundred tricks are rare: only a game that is drawn out comes to them
    ("s.actor = OVER if s.tricks == HAND else 0", "s.actor = OVER if s.laid[0] > 20 else 0"),
    ("s.points[best] += 1", "s.points[best] = 1"),
    ("s.hands[seat][action] -= 1", "s.hands[seat][action] -= 0"),
)
DEALT = "s.hands[other][take(s.unseen, below(rng, left))] += 1"


@pytest.mark.parametrize(
    ("law", "changes", "said"),
    [
        (
            "worlds",
            [("if s.chosen[other] >= 0:", "if s.chosen[other] != EMPTY:")],
            "conceal changes a record",
        ),
        ("worlds", [(DEALT, DEALT.replace("other", "seat"))], "can tell from the true one"),
        (
            "numbers",
            [("s.points[best] += 1", "s.points[best] += 50")],
            r"points.*give the field a wider type",
        ),
        ("numbers", SLOW, r"tricks.*give the field a wider type"),
        ("events", [('"kind": "point"', '"kind": "trick"')], "no sentence for the event 'trick' in de, en"),
    ],
)
def test_a_mistake_in_the_rules(tmp_path: Path, law: str, changes: Any, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        laws.LAWS[law](planted(tmp_path, *changes), Random(1))


def showing(game: Game, *kinds: str) -> Game:
    return replace(game, secrets=replace(game.secrets, revealing=frozenset(kinds)))


@pytest.mark.parametrize(
    ("law", "game", "said"),
    [
        ("choices", all_open(GAME), "open_action must not be true"),
        ("undo", showing(TREPPE), "may be taken back without consent"),  # at the end of the game only
        ("undo", showing(GAME), "may be taken back without consent"),
        ("undo", showing(GAME, "deal"), "may be taken back without consent"),
        (
            "rounds",
            replace(GAME, turns=replace(GAME.turns, rounds="round_end")),
            r"'round_end'.* names a kind of event that never happens",
        ),
        (
            "waiting",
            replace(GAME, turns=replace(GAME.turns, waiting=lambda s: [s.actor])),
            r"a spectator sees that .* may act",
        ),
    ],
)
def test_a_mistake_in_the_declaration(law: str, game: Game, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        laws.LAWS[law](game, Random(1))


def test_a_card_that_has_a_name_in_one_language(tmp_path: Path) -> None:
    game = planted(tmp_path)
    (texts,) = tmp_path.rglob("face/texts/de.toml")
    named = texts.read_text("utf-8").replace("[zones]\n", '[cards]\n24 = "die Höchste"\n\n[zones]\n')
    texts.write_text(named, "utf-8")
    with pytest.raises(AssertionError, match="'24' has a name in de, but not in en"):
        laws.check_cards_are_named(game, Random(1))


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
