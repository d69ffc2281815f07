"""Thinking ahead with a net: what is tried, for how long, and what is played in the end."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tischlein
from helpers.games.any_net import anything
from research.tiny import OPEN
from tischlein.bots import bot, learned, situation
from tischlein.bots import weights as files
from tischlein.bots.kernels.net_playouts import (
    AT_LEAST,
    TRIED,
    clear_trials,
    doubt,
    give_up,
    leader,
    take_in,
    verdict,
)
from tischlein.bots.learned import policy_logits
from tischlein.bots.playout_choice import NetSearchResult, doubtful, search_with_net
from tischlein.bots.runtime import runtime
from tischlein.bots.weights import NetSettings, read, settings_of
from tischlein.engine.errors import OptionError

# Whose expert plays games on with its net, so that this is compiled.
QUANDO = tischlein.game("quando")
SHIPPED = Path(tischlein.__file__).parent / "games" / "quando" / files.NAME
# Who knocks here wins, and loses otherwise.
TO_KNOCK = OPEN["quando"][8]


def test_expert_corrects_a_net_that_knows_nothing(tmp_path: Path) -> None:
    file = tmp_path / "any.net"
    file.write_bytes(anything(QUANDO, ahead=4, glance=0))
    now = situation(QUANDO.at(TO_KNOCK, seed=1), 0, seed=1, iterations=200)
    found: Any = bot("expert", net=str(file)).think(now)  # type: ignore[attr-defined]  # expert's own
    assert isinstance(found, NetSearchResult)
    assert now.text(found.best) == "knock"
    assert sorted(found.values) == pytest.approx([0, 0, 1])
    # What is clear is not tried until the budget is used up.
    assert found.iterations < 200
    choices = [now.text(bot(level, net=str(file)).choose(now)) for level in ("expert", "hard")]
    assert choices == ["knock", "pick 2/6"]


def test_a_file_says_how_to_think_ahead_with_its_net(tmp_path: Path) -> None:
    """How far games are played on before the net is asked. Files from before name a way and a margin as well: that is over."""
    said: dict[str, Any] = {"usual": {}, "nearer": {"ahead": 2, "way": "tree", "margin": 0.5}}
    for name, trained in said.items():
        (tmp_path / name).write_bytes(anything(QUANDO, **trained))
    usual, nearer = (
        settings_of(read(QUANDO, (tmp_path / name).read_bytes())) for name in ("usual", "nearer")
    )
    assert usual == NetSettings()
    assert nearer == NetSettings(ahead=2)
    table = QUANDO.new(seats=3, seed=8)

    def values(name: str, **more: Any) -> list[float]:
        now = situation(table, table.actor, seed=1, iterations=60)
        thought: Any = bot("expert", net=str(tmp_path / name), **more).think(now)  # type: ignore[attr-defined]  # expert's own
        return [float(value) for value in thought.values]

    assert values("nearer") == values("usual", ahead=2) != values("usual")
    assert values("nearer", ahead=usual.ahead) == values("usual")
    for wrong in (-1, 1.5, True):
        with pytest.raises(OptionError, match="ahead is a whole number from 0"):
            bot("expert", ahead=wrong)


def test_games_with_the_net_take_no_more_than_their_budget(tmp_path: Path) -> None:
    file = tmp_path / "any.net"
    file.write_bytes(anything(QUANDO))
    table = QUANDO.new(seats=3, seed=8)
    now = situation(table, table.actor, seed=1, iterations=30)
    found: Any = bot("expert", net=str(file), ahead=2).think(now)  # type: ignore[attr-defined]  # expert's own
    assert 0 < found.iterations <= 30
    assert found.visits.sum() - 1 == found.iterations  # the best counts once more
    # With too little to compare anything the net decides.
    hasty = situation(table, table.actor, seed=1, iterations=1)
    liked = list(policy_logits(runtime(QUANDO), hasty, str(file)))
    assert bot("expert", net=str(file)).choose(hasty) == hasty.actions[liked.index(max(liked))]


def test_only_what_the_net_has_doubts_about_is_tried() -> None:
    table = QUANDO.new(seats=3, seed=4)
    expert = bot("expert", net=str(SHIPPED), ahead=2)
    kinds: set[str] = set()
    while not table.over and len(kinds) < 2:
        now = situation(table, table.actor, seed=1, iterations=80)
        if len(now.actions) > 1:
            liked = policy_logits(runtime(QUANDO), now, str(SHIPPED))
            tried = doubtful(liked, NetSettings().reach)
            found: Any = expert.think(now)  # type: ignore[attr-defined]  # expert's own
            assert sorted(found.visits.nonzero()[0].tolist()) == sorted(tried)
            if len(tried) == 1:
                assert found.iterations == AT_LEAST  # to say what it brings
                assert expert.choose(now) == now.actions[tried[0]]
            elif len(tried) < len(now.actions):
                kinds.add("doubts")
            kinds |= {"clear"} if len(tried) == 1 else set()
        table.play(table.actor, expert.choose(now))
    assert kinds == {"clear", "doubts"}


def test_a_file_says_how_far_its_net_may_be_doubted(tmp_path: Path) -> None:
    table = QUANDO.new(seats=2, seed=4)
    now = situation(table, table.actor, seed=1, iterations=80)
    found = []
    for reach in (0.0, 99.0):
        file = tmp_path / f"{reach}.net"
        file.write_bytes(anything(QUANDO, ahead=2, reach=reach))
        thought: Any = bot("expert", net=str(file)).think(now)  # type: ignore[attr-defined]  # expert's own
        found.append(int((thought.visits > 0).sum()))
    assert found == [1, min(TRIED, len(now.actions))]
    assert found[1] > 1


def test_expert_knocks_where_its_net_would_not() -> None:
    now = situation(QUANDO.at(TO_KNOCK, seed=1), 0, seed=1, iterations=100)
    liked = policy_logits(runtime(QUANDO), now)
    assert now.text(now.actions[liked.index(max(liked))]) == "pick 2/6"
    assert [now.text(bot(level).choose(now)) for level in ("expert", "hard")] == ["knock", "knock"]


def test_a_sure_net_is_doubted_as_well_where_it_leans_on_rules_of_thumb() -> None:
    # The 12 cannot win any more, the 2 can share the win; the net takes the 2 for 300,000 times less likely.
    piles = (
        "8 2 1 4 J 9 9 10 1 5 4 10 3 7 10 12r 2 4 6 3 11 11 8 1 7 6 3",
        "4 2 2 5 5 10r 10 3 4 7 3 8 2 3 6 5 6 11 9 9 11 3",
        "10 4 6 12 12 12 10 2 8 10 9r 9 7r 5 5 9 9 9 11r 6 1 1",
        "7 7 7 11 11 8 3 5 4 8 1 11 12 2 3 7 8 4r 1 11 5 6r 1 12 J 12 12",
    )
    quantos = [None, (12, "8r 4"), (9, "2 7"), (11, "10 1")]
    table = tischlein.game("quanto").at(
        {
            "game": "quanto",
            "seats": 4,
            "dealer": 2,
            "turn": 3,
            "hands": [["6"], ["6"], ["8"], ["2", "12"]],
            "display": ["5r"],
            "draw": [],
            "piles": [pile.split() for pile in piles],
            "quantos": [one and {"tile": one[0], "cards": one[1].split()} for one in quantos],
            "last_taker": 2,
            "step": "card",
        }
    )
    now = situation(table, 3, seed=1, iterations=64)
    liked = policy_logits(runtime(table.game), now)
    assert now.text(now.actions[liked.index(max(liked))]) == "card 12"
    assert now.text(bot("expert").choose(now)) == "card 2"
    # Hard glances ahead, too.
    assert now.text(bot("hard").choose(now)) == "card 2"


def test_what_is_clearly_worse_is_given_up_and_the_rest_share_the_worlds() -> None:
    trials = runtime(QUANDO, "python").trials()
    clear_trials(trials)
    rng = np.random.default_rng(3)
    found: list[NDArray[np.float64]] = []
    for world in range(32):
        # Luck is the same for all, and of two of them now one is better, now the other.
        found.append(rng.random() + np.array([0.0, 0.3 + 0.05 * (world % 2), 0.35 - 0.05 * (world % 2)]))
        trials.found[:3] = found[-1]
        take_in(trials, 3)
        left = give_up(trials, 3)
        assert left == (3 if world < 15 else 2)
    best, other = leader(trials, 3), 3 - leader(trials, 3)
    assert trials.worlds[:3].tolist() == [16, 32, 32]
    rows = np.array(found)
    assert trials.means[[best, 0]] == pytest.approx([rows[:, best].mean(), rows[:16, 0].mean()])
    # In the worlds of both, luck that both have does not count.
    for one, worlds in ((0, 16), (other, 32)):
        pairs = (rows[:, best] - rows[:, one])[:worlds]
        assert trials.apart[best][one] == pytest.approx(pairs.mean())
        assert doubt(trials, best, one) == pytest.approx(pairs.std(ddof=1) / worlds**0.5)
    assert verdict(trials, 3) == best


@pytest.mark.parametrize(("second", "played"), [(0.4, 0), (0.6, 1)])
def test_the_favourite_is_played_unless_something_is_clearly_better(second: float, played: int) -> None:
    """On average both are better here; the first of them by less than one could be wrong."""
    trials = runtime(QUANDO, "python").trials()
    clear_trials(trials)
    for world in range(8):
        trials.found[:2] = [0.5, second if world % 2 else 0.7]
        take_in(trials, 2)
    assert (leader(trials, 2), verdict(trials, 2)) == (1, played)


def test_hard_plays_a_few_games_on_where_the_file_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    file = read(QUANDO, anything(QUANDO, glance=7))
    monkeypatch.setattr(learned, "net_of", lambda game: file)
    monkeypatch.setattr(runtime(QUANDO), "cache", {})  # other tests play by the true one
    asked: list[int | None] = []

    def played_on(*how: Any) -> NetSearchResult:
        asked.append(how[8])
        return search_with_net(*how)

    monkeypatch.setattr(learned, "search_with_net", played_on)
    table = QUANDO.new(seats=2, seed=8)
    now = situation(table, table.actor, seed=1, iterations=50)
    chosen = bot("hard").choose(now)
    assert asked == [7]
    assert chosen == bot("expert,iterations=7").choose(replace(now, rng=list(now.rng)))
