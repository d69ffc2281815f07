"""Nets: they fit their games, answer the same on every backend, and where there is none somebody else plays."""

import json
import logging
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import local
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tischlein
from helpers.questions import in_another_order
from helpers.strategies import each_game, played
from per_game import Kit
from tischlein.bots import Situation, bot, learned, situation
from tischlein.bots import weights as files
from tischlein.bots.learned import likings, net_for
from tischlein.bots.mind import mind
from tischlein.bots.net_playouts import (
    AT_LEAST,
    TRIED,
    clear_trials,
    doubt,
    give_up,
    leader,
    take_in,
    verdict,
)
from tischlein.bots.playout_choice import PlayoutThought, doubtful, room_for_trials
from tischlein.bots.warm import needed, warm
from tischlein.bots.weights import (
    AHEAD,
    REACH,
    NetError,
    NetFile,
    manner_of,
    net_of,
    read,
    rules_of,
    seats_of,
    written,
)
from tischlein.engine.errors import OptionError
from tischlein.engine.features import MOST
from tischlein.engine.game import Game
from tischlein.lab.learning.inputs import inputs_for
from tischlein.lab.learning.shrink import shrunk
from tischlein.lab.tiny import OPEN

LARGEST = 400_000
WIDTH = 24
LOBO = tischlein.game("lobo77")
# Whose expert plays games on with its net, so that this is compiled.
QUANDO = tischlein.game("quando")
SHIPPED = Path(tischlein.__file__).parent / "games" / "quando" / files.NAME
# Who knocks here wins, and loses otherwise.
TO_KNOCK = OPEN["quando"][8]


def anything(game: Game, lean: float = 0.0, **trained: Any) -> bytes:
    """The file of a net that has learned nothing, with questions about all kinds of features."""
    rng = np.random.default_rng(7)
    features = tischlein.features(game)
    low, high = (
        np.array([max(-50, min(50, getattr(one, end))) for one in features]) for end in ("low", "high")
    )
    sample = rng.integers(low, high + 1, (400, len(features))).astype(np.int16)
    inputs = inputs_for(game, features, sample)
    shapes = {"first": (len(inputs), WIDTH), "second": (WIDTH, WIDTH), "policy": (WIDTH, game.rules.ACTIONS)}
    shapes["value"] = (WIDTH, game.seats[-1])
    weights = {name: rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}
    weights |= {
        f"{name}_bias": rng.normal(0, 0.1, shape[1]).astype(np.float32) for name, shape in shapes.items()
    }
    weights["lean"] = np.array([lean], np.float32)
    return shrunk(game, inputs, weights, sample, trained)


@each_game
def test_python_native_and_matrices_give_the_same_numbers(kit: Kit, tmp_path: Path) -> None:
    """Python and compiled to the last bit."""
    file = tmp_path / "any.net"
    file.write_bytes(anything(kit.game, lean=0.5))
    net = read(kit.game, file.read_bytes())
    rng, compared = Random(f"nets {kit.game.id}"), 0
    while compared < 4:
        table = played(kit, rng, most=60)
        if table.over or len(table.actions(table.actor)) < 2:
            continue
        seat = table.actor
        now = situation(table, seat, seed=1)
        answers = [
            likings(kit.game, now.data, seat, now.actions, backend, str(file))
            for backend in ("python", "native")
        ]
        assert answers[0] == answers[1]
        assert answers[0] == pytest.approx(plainly(kit, net, now.data, seat, now.actions), rel=1e-12)
        choices = {
            bot("hard", net=str(file), backend=backend).choose(now) for backend in ("python", "native")
        }
        assert choices == {now.actions[answers[0].index(max(answers[0]))]}
        compared += 1


def test_an_answer_depends_neither_on_what_was_seen_before_nor_on_the_order_of_questions(
    tmp_path: Path,
) -> None:
    """A net keeps sums from one observation to the next."""
    table = QUANDO.new(seats=3, seed=8)
    known: list[Situation] = []
    while len(known) < 12:
        now = situation(table, table.actor, seed=1)
        if len(now.actions) > 1:
            known.append(now)
        table.play(table.actor, now.actions[-1])
    (tmp_path / "sorted").write_bytes(SHIPPED.read_bytes())
    (tmp_path / "mixed").write_bytes(in_another_order(QUANDO, SHIPPED.read_bytes()))

    def answer(now: Situation, backend: str, name: str) -> list[float]:
        return likings(QUANDO, now.data, now.seat, now.actions, backend, str(tmp_path / name))

    there = [answer(now, "native", "sorted") for now in known]
    back = [answer(now, "native", "mixed") for now in reversed(known)]
    assert there == back[::-1]
    # For each a net that has seen nothing yet.
    assert there[:2] == [_only_once(now, tmp_path) for now in known[:2]]
    assert [answer(now, "python", "mixed") for now in known[:2]] == there[:2]
    assert len({tuple(one) for one in there}) == len(there)


def test_a_net_whose_answer_was_interrupted_begins_again(tmp_path: Path) -> None:
    """Otherwise sums that are half done would stay in all later answers."""
    file = tmp_path / "any.net"
    file.write_bytes(anything(LOBO))

    def answer(seed: int) -> list[float]:
        table = LOBO.new(seats=3, seed=seed)
        now = situation(table, table.actor, seed=1)
        return likings(LOBO, now.data, now.seat, now.actions, "python", str(file))

    known = [answer(seed) for seed in (1, 2)]
    rows = net_for(LOBO, "python", str(file)).first
    kept = list(rows)
    rows[:] = [None] * len(rows)
    with pytest.raises(TypeError):
        answer(3)
    rows[:] = kept
    assert [answer(seed) for seed in (1, 2)] == known


def _only_once(now: Situation, folder: Path) -> list[float]:
    file = folder / f"for {len(list(folder.iterdir()))}"
    file.write_bytes(SHIPPED.read_bytes())
    return likings(QUANDO, now.data, now.seat, now.actions, "native", str(file))


def plainly(kit: Kit, net: NetFile, data: bytes, seat: int, actions: tuple[int, ...]) -> list[float]:
    """The same with whole numbers and matrices."""
    whole = {
        name: part.astype(np.int64) if part.dtype.kind == "i" else part for name, part in net.parts.items()
    }
    seen = [0] * kit.game.rules.OBSERVED
    kit.game.rules.observe(kit.layout.unpack(data), seat, seen)
    asked = np.array(seen)[whole["feature"]]
    handed = ((asked >= whole["low"]) & (asked <= whole["high"])).astype(np.int64)
    for name in ("first", "second"):
        total = handed @ whole[name] + whole[f"{name}_bias"]
        handed = np.floor(np.clip(total * whole[f"{name}_scale"], 0, 255)).astype(np.int64)
    liked = (whole["policy"] @ handed + whole["policy_bias"]) * whole["policy_scale"]
    # Rules of thumb count as well, as far as the net leans on them, but no action is worse than so many points.
    points = mind(kit.game, "python").rate(data, seat, actions)
    counts, most = net.header["lean"]
    assert counts > 0 > most
    return [
        float(liked[action]) + counts * max(rated - max(points), most)
        for action, rated in zip(actions, points, strict=True)
    ]


def test_shipped_nets_fit_the_rules_and_the_room_that_they_have() -> None:
    for name in ("lobo77", "quando", "quanto", "qwixx"):
        game = tischlein.game(name)
        net = net_of(game)
        assert net.header["rules"] == rules_of(game)
        assert sum(part.nbytes for part in net.parts.values()) <= LARGEST
        learned = set(net.header["trained"].get("seats") or game.seats)
        for thinking in (False, True):
            assert set(seats_of(game, net, thinking)) <= learned <= set(game.seats)
        # Somebody uses it.
        assert seats_of(game, net) or seats_of(game, net, thinking=True)


def test_a_game_without_a_net_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "NAME", "none.bin")
    with pytest.raises(NetError, match=r"^LOBO 77 has no net$"):
        net_of(replace(LOBO))


def test_only_what_bots_call_has_to_be_compiled() -> None:
    # LOBO 77 plays by its net, but thinks ahead without it.
    assert set(needed(tischlein.game("quando"))) - set(needed(LOBO)) == {"foresee"}
    assert "likings_at" in needed(LOBO)


@pytest.mark.long
@each_game
def test_what_bots_call_is_compiled_ahead(kit: Kit) -> None:
    warm(kit.game)
    functions: Any = mind(kit.game, "native").functions
    for name in needed(kit.game):
        assert functions[name].signatures, name


def test_questions_are_about_what_differs() -> None:
    features = tischlein.features("lobo77")
    sample = np.zeros((1000, len(features)), np.int16)
    names = [one.name for one in features]
    sample[:500, names.index("top card")] = 3  # a category
    sample[:, names.index("total")] = np.arange(1000) % 4  # a number
    inputs = inputs_for(LOBO, features, sample)
    asked = {(names[k], int(low), int(high)) for k, low, high in zip(*inputs, strict=True)}
    # The usual value of a category is what is left; a number is asked for steps.
    assert {name for name, _, _ in asked} == {"top card", "total"}
    assert {(low, high) for name, low, high in asked if name == "total"} == {(1, MOST), (2, MOST), (3, MOST)}
    assert sum(name == "top card" for name, _, _ in asked) == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (lambda: b"", "the net of LOBO 77 is no net of this version of Tischlein"),
        (lambda: b'{"tischlein": "net", "format": 0}\n', "is no net of this version"),
        (
            lambda: _other(bots=replace(LOBO.bots, features=LOBO.bots.features[1:])),
            "the net of LOBO 77 was trained for other rules",
        ),
        (lambda: _other(id="another"), "was trained for other rules"),
        (lambda: anything(LOBO)[:-1], "the net of LOBO 77 is cut off"),
        (lambda: anything(LOBO) + b"x", "the net of LOBO 77 is damaged"),
        (lambda: _with_part("feature", -1), "is damaged"),
        (lambda: _with_part("feature", LOBO.rules.OBSERVED), "is damaged"),
        (lambda: _with_part("second_scale", np.nan), "is damaged"),
        (lambda: b"[" * 100_000, "is no net of this version"),
        (lambda: b"[1]\n", "is no net of this version"),
    ],
    ids=[
        *("nothing", "format", "features", "game", "cut off", "longer", "feature below", "feature above"),
        *("no number", "deep", "list"),
    ],
)
def test_a_net_that_does_not_fit_is_refused_in_one_sentence(data: Any, message: str) -> None:
    with pytest.raises(NetError, match=message):
        read(LOBO, data())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ('{"game": null}', "is no net of this version"),
        ('{"trained": null}', "is no net of this version"),
        ('{"trained": [2]}', "is no net of this version"),
        ('{"inputs": -1}', "is no net of this version"),
        ('{"width": 1e999}', "is no net of this version"),
        ('{"inputs": 1099511627776, "width": 1099511627776}', "is cut off"),
        ('{"lean": ["a", 1]}', "is no net of this version"),
        ('{"lean": [0.5]}', "is no net of this version"),
        ('{"lean": 0.5}', "is no net of this version"),
        ('{"actions": 1}', "was trained for other rules"),
        ('{"seats": 2}', "was trained for other rules"),
    ],
)
def test_a_net_with_a_wrong_first_line_is_refused_in_one_sentence(changes: str, message: str) -> None:
    """What is null there is left out here."""
    line, _, rest = anything(LOBO).partition(b"\n")
    header = json.loads(line) | json.loads(changes)
    header = {name: fact for name, fact in header.items() if fact is not None}
    with pytest.raises(NetError, match=message):
        read(LOBO, json.dumps(header).encode() + b"\n" + rest)


def _other(**changes: Any) -> bytes:
    return written(replace(LOBO, **changes), read(LOBO, anything(LOBO)).parts, {})


def _with_part(name: str, first: float) -> bytes:
    parts = dict(read(LOBO, anything(LOBO)).parts)
    parts[name] = parts[name].copy()
    parts[name][0] = first
    return written(LOBO, parts, {})


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NetError, match="cannot be read"):
        net_for(LOBO, "python", str(tmp_path / "none.net"))


def test_where_there_is_no_net_hard_and_expert_search_and_the_log_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def none(game: Game) -> Any:
        raise NetError(f"{game.name} has no net")

    for found, said in (
        (none, "LOBO 77 has no net"),
        (
            lambda game: read(game, anything(game, seats=[2, 4])),
            "the net of LOBO 77 has not learned to play with 3 seats",
        ),
    ):
        monkeypatch.setattr(learned, "net_of", found)
        monkeypatch.setattr(learned, "_warned", set())
        caplog.clear()
        table = LOBO.new(seats=3, seed=8)
        with caplog.at_level(logging.WARNING):
            chosen = {
                bot(level).choose(situation(table, table.actor, seed=1, iterations=50))
                for level in ("hard", "expert", "search")
            }
        assert len(chosen) == 1
        assert [record.getMessage() for record in caplog.records] == [
            f"{said}; there the levels hard and expert search without one"
        ]


def test_expert_corrects_a_net_that_knows_nothing(tmp_path: Path) -> None:
    file = tmp_path / "any.net"
    file.write_bytes(anything(QUANDO, ahead=4))
    now = situation(QUANDO.at(TO_KNOCK, seed=1), 0, seed=1, iterations=200)
    found: Any = bot("expert", net=str(file)).think(now)  # type: ignore[attr-defined]  # expert's own
    assert isinstance(found, PlayoutThought)
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
    usual, nearer = (manner_of(read(QUANDO, (tmp_path / name).read_bytes())) for name in ("usual", "nearer"))
    assert usual == (AHEAD, REACH)
    assert nearer == (2, REACH)
    table = QUANDO.new(seats=3, seed=8)

    def values(name: str, **more: Any) -> list[float]:
        now = situation(table, table.actor, seed=1, iterations=60)
        thought: Any = bot("expert", net=str(tmp_path / name), **more).think(now)  # type: ignore[attr-defined]  # expert's own
        return [float(value) for value in thought.values]

    assert values("nearer") == values("usual", ahead=2) != values("usual")
    assert values("nearer", ahead=AHEAD) == values("usual")
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
    chosen = bot("expert", net=str(file)).choose(hasty)
    assert chosen == bot("hard", net=str(file)).choose(hasty)


def test_only_what_the_net_has_doubts_about_is_tried() -> None:
    table = QUANDO.new(seats=3, seed=4)
    expert = bot("expert", net=str(SHIPPED), ahead=2)
    kinds: set[str] = set()
    while not table.over and len(kinds) < 2:
        now = situation(table, table.actor, seed=1, iterations=80)
        if len(now.actions) > 1:
            liked = likings(QUANDO, now.data, now.seat, now.actions, "native", str(SHIPPED))
            tried = doubtful(liked, REACH)
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
    assert [now.text(bot(level).choose(now)) for level in ("expert", "hard")] == ["knock", "pick 2/6"]


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
    liked = likings(table.game, now.data, now.seat, now.actions, "native")
    assert now.text(now.actions[liked.index(max(liked))]) == "card 12"
    assert now.text(bot("expert").choose(now)) == "card 2"


def test_what_is_clearly_worse_is_given_up_and_the_rest_share_the_worlds() -> None:
    trials = room_for_trials()
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
    trials = room_for_trials()
    clear_trials(trials)
    for world in range(8):
        trials.found[:2] = [0.5, second if world % 2 else 0.7]
        take_in(trials, 2)
    assert (leader(trials, 2), verdict(trials, 2)) == (1, played)


def test_a_net_may_help_only_those_who_think_ahead(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Then ``hard`` searches without it, as it is meant to, and nothing is said about it."""
    monkeypatch.setattr(learned, "net_of", lambda game: read(game, anything(game, plays=[], thinks=[2])))
    monkeypatch.setattr(learned, "_kept", local())  # other tests play by the true one
    monkeypatch.setattr(learned, "_warned", set())
    table = QUANDO.new(seats=2, seed=8)
    now = situation(table, table.actor, seed=1, iterations=50)
    assert bot("hard").choose(now) == bot("search").choose(replace(now, rng=list(now.rng)))
    assert isinstance(bot("expert").think(now), PlayoutThought)  # type: ignore[attr-defined]  # expert's own
    assert not caplog.records
