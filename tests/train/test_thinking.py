"""``expert`` at many tables at once decides as the one at a table does, and a net can learn to beat it."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

import tischlein
from tischlein.bots.base import Situation, Witnessed
from tischlein.bots.kernels.net_playouts import AT_LEAST, clear_trials, give_up, take_in, verdict
from tischlein.bots.learned import Expert
from tischlein.bots.playout_choice import AT_ONCE
from tischlein.bots.runtimes.base import room_for_trials
from tischlein.bots.weights import manner_of, net_of
from tischlein.cards import RNG_WORDS, sow

pytestmark = [pytest.mark.needs("train"), pytest.mark.long]

QUANDO = tischlein.game("quando")
BUDGET = 96


def thinking(rooms: Any, kind: Any = None) -> Any:
    import torch

    from tischlein.train.model import Questions, Weights
    from tischlein.train.rival import Rival
    from tischlein.train.shrink import grown
    from tischlein.train.thinking import Thinking

    file = net_of(QUANDO)
    inputs, learned = grown(file)
    net = Weights(**{name: torch.as_tensor(one) for name, one in learned.items()})
    rival = Rival(net, Questions.of(inputs, "cpu"))
    return (kind or Thinking)(QUANDO, rival, manner_of(file), BUDGET, "cpu", seed=3, room=512)


def at_one_table(found: Any, n: int) -> int:
    """What the bot would play, by its place: worlds come in turn until its games are used up, as in ``thought_by_playouts``."""
    trials = room_for_trials()
    clear_trials(trials)
    left, done, worlds = n, 0, 0
    while worlds < (1 << 20 if left > 1 else AT_LEAST):
        more = min(AT_ONCE, (BUDGET - done) // left)
        if more < 1:
            break
        done += more * left
        for world in range(worlds, worlds + more):
            trials.found[:n] = found[:n, world]
            take_in(trials, n)
        worlds += more
        left = give_up(trials, n)
    return verdict(trials, n)


def test_worlds_are_judged_as_at_one_table() -> None:
    import torch

    from tischlein.train.rooms import Rooms
    from tischlein.train.thinking import Thinking

    rng = Random(5)
    tables, most = 200, BUDGET // 2
    luck = [[rng.gauss(0.5, 0.1) for _ in range(most)] for _ in range(tables)]
    better = [[rng.choice((0, 0.02, 0.1, -0.1)) for _ in range(6)] for _ in range(tables)]
    numbers = torch.tensor(
        [
            [[luck[t][w] + better[t][k] + rng.gauss(0, 0.1) for w in range(most)] for k in range(6)]
            for t in range(tables)
        ],
        dtype=torch.float32,
    )

    class Dealt(Thinking):
        def _try(self, rooms: Any, at: Any, order: Any, alive: Any, found: Any, first: int, end: Any) -> None:
            wanted = alive[:, :, None] & (torch.arange(most)[None, None] < end[:, None, None])
            wanted[:, :, :first] = False
            found[wanted] = numbers[wanted]

    sizes = [2 + t % 5 for t in range(tables)]
    tried = torch.tensor([[k < n for k in range(6)] for n in sizes])
    rooms = Rooms(QUANDO, 4, 1, "cpu", [(2, {})])
    order = torch.arange(6)[None].expand(tables, -1)
    picked = thinking(rooms, Dealt)._verdicts(rooms, torch.arange(tables), order, tried)
    expected = [at_one_table(numbers[t].numpy(), sizes[t]) for t in range(tables)]
    assert picked.tolist() == expected
    assert 0 < sum(place > 0 for place in expected) < tables


def test_worlds_are_laid_out_only_where_somebody_asks() -> None:
    import torch

    from tischlein.train.rooms import Rooms
    from tischlein.train.thinking import Thinking

    heard: list[int] = []

    class Heard(Thinking):
        def _played_on(self, rooms: Any, tables: Any, actions: Any, worlds: Any) -> Any:
            heard.append(len(tables))
            return torch.zeros(len(tables))

    rooms = Rooms(QUANDO, 200, 1, "cpu", [(2, {})])
    many, at = thinking(rooms, Heard), torch.arange(200)
    found = torch.zeros(200, 6, BUDGET // 2)
    for alive in (False, True):
        asked = torch.full((200, 6), alive)
        many._try(rooms, at, at[:, None].expand(-1, 6), asked, found, 0, torch.full((200,), 1))
    assert heard == [512, 512, 176]


def test_it_chooses_what_the_bot_chooses() -> None:
    import torch

    from tischlein.train.rooms import Rooms

    rooms = Rooms(QUANDO, 96, 5, "cpu", [(2, {}), (3, {})])
    many = thinking(rooms)
    with torch.no_grad():
        for _ in range(45):
            rooms.step(rooms.answers(*many.rival)[0].argmax(1))
        policy, _ = rooms.answers(*many.rival)
        chosen = many.choose(rooms, policy, torch.ones(rooms.n, dtype=torch.bool)).tolist()
    favourites = policy.argmax(1).tolist()
    runner: Any = rooms.runner
    expert, same, left = Expert(), 0, 0
    for i in range(rooms.n):
        seat = int(rooms.turns[i])
        data, actions = runner.seen(rooms.records[i : i + 1].copy(), seat, runner.scratch())
        rng = [0] * RNG_WORDS
        sow(rng, 1, 0, i)
        bots = expert.choose(Situation(QUANDO, seat, data, actions, Witnessed(()), 1.0, BUDGET, rng))
        same += chosen[i] == bots
        left += chosen[i] != favourites[i]
    assert same >= 0.9 * rooms.n
    assert left > 0


def test_a_net_learns_to_beat_an_expert(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tischlein.train import course
    from tischlein.train.course import Course
    from tischlein.train.settings import Settings

    monkeypatch.setattr(course, "manner_of", lambda file: manner_of(file)._replace(ahead=2))
    told: list[dict[str, Any]] = []
    settings = Settings(
        "quando", games=96, steps=4, copying=1, rounds=3, every=3, measured=48, critic=32, seats=(2,), rival="expert",
        thought=4,
    )  # fmt: skip
    Course(settings, tmp_path, told.append).run()
    assert told[-1]["against"] == "expert"
    assert told[-1]["games"] == 48
    assert (tmp_path / "quando.net").exists()
