"""The files that hold trained nets: one per game, beside its rules, with the rules that it was trained for."""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from importlib import resources
from math import isfinite, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from tischlein.bots.kernels.net import AT_ONCE, OFFSET
from tischlein.engine.errors import TischleinError
from tischlein.engine.game import Game
from tischlein.engine.types import Json, Namespace

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT = 3
NAME = "net.bin"
# What is in a file after its first line, in this order: names, kinds of numbers, and sides.
ARRAYS = (
    ("feature", "<i2", ("inputs",)),
    ("low", "<i2", ("inputs",)),
    ("high", "<i2", ("inputs",)),
    ("first", "<i1", ("inputs", "width")),
    ("first_bias", "<i4", ("width",)),
    ("first_scale", "<f8", ("width",)),
    ("second", "<i1", ("width", "width")),
    ("second_bias", "<i4", ("width",)),
    ("second_scale", "<f8", ("width",)),
    ("policy", "<i1", ("actions", "width")),
    ("policy_bias", "<i4", ("actions",)),
    ("policy_scale", "<f8", ("actions",)),
    ("value", "<i1", ("seats", "width")),
    ("value_bias", "<i4", ("seats",)),
    ("value_scale", "<f8", ("seats",)),
)

SIDES = ("inputs", "width", "actions", "seats")

# What is calculated with, by its name in ``Net``: all that is whole lies in no more bytes than it needs, where there is much of it.
KINDS = dict.fromkeys(("begin", "low", "high", "seen", "before", "came", "went"), "i8")
KINDS |= dict.fromkeys(("first", "second", "policy", "value", "one", "two"), "i1")
KINDS |= dict.fromkeys(("second_bias", "policy_bias", "value_bias", "sums"), "i4") | {"held": "i2"}
KINDS |= dict.fromkeys(("first_scale", "second_scale", "policy_scale", "value_scale", "lean"), "f8")
# What the first layer adds up stays below this, whatever the answers are.
FIRST_SUMS = 1 << 15
# Below whatever is asked about.
NOTHING = -(1 << 20)


class NetError(TischleinError):
    """There is no net for a game, or it was trained for other rules."""


class NetSettings(NamedTuple):
    """Settings for using a net, from its file or the defaults."""

    # Decisions that are played on before the net says who will win: asked earlier, what it gets wrong counts for more.
    ahead: int = 24
    # Games that ``hard`` plays on before it decides; with 0 it plays what the net likes best.
    glance: int = 48
    # No action is tried that the net takes for e**reach times less likely than its favourite.
    reach: float = 8.0
    # Whether the coach may judge by this net; otherwise it asks it only for a second opinion.
    judges: bool = False


class NetFile(NamedTuple):
    """A net as it lies in a file."""

    header: Json
    arrays: dict[str, NDArray[Any]]


def rules_of(game: Game) -> str:
    """Return a hash of all that a net relies on: the version of the rules, the actions and the features."""
    facts = [game.id, game.version, game.rules.ACTIONS, game.seats[-1], *map(repr, game.bots.features)]
    return blake2b(json.dumps(facts).encode(), digest_size=8).hexdigest()


def encode_net(
    game: Game,
    arrays: dict[str, NDArray[Any]],
    trained: Json,
    lean: tuple[float, float] = (0.0, 0.0),
) -> bytes:
    """Encode a net as a file. ``lean`` is the weight of a point of the rules of thumb, and the largest number of points that counts."""
    inputs, width = arrays["first"].shape
    header = {
        "tischlein": "net",
        "format": FORMAT,
        "game": game.id,
        "rules": rules_of(game),
        "inputs": inputs,
        "width": width,
        "actions": game.rules.ACTIONS,
        "seats": game.seats[-1],
        "trained": trained,
        "lean": lean,
    }
    rows = b"".join(arrays[name].astype(kind).tobytes() for name, kind, _ in ARRAYS)
    return add_checksum(header, rows)


def add_checksum(header: Json, arrays: bytes) -> bytes:
    """Return a net's file with a checksum of all of it."""
    unsigned = {**header, "checksum": ""}
    return json.dumps({**unsigned, "checksum": _checksum(unsigned, arrays)}).encode() + b"\n" + arrays


def _makes_sense(trained: Json) -> bool:
    """Return True if the settings of a net's file are well formed."""
    counts = [*(trained.get(name, 0) for name in ("ahead", "glance")), *trained.get("seats", ())]
    numbers = [trained.get("reach", 0.0), *trained.get("hope", {}).values()]
    return (
        type(trained.get("judges", False)) is bool
        and all(type(one) is int and one >= 0 for one in counts)
        and all(type(one) in (int, float) and isfinite(one) for one in numbers)
    )


def read_header(game: Game, data: bytes) -> Json:
    """Return what a net's file says about itself; NetError says in one sentence what is wrong with it."""
    line, _, rest = data.partition(b"\n")
    try:
        header: Json = json.loads(line)
        lean = header.get("lean", [0.0, 0.0])
        sides = {name: header[name] for name in SIDES}
        if not (
            (header["tischlein"], header["format"]) == ("net", FORMAT)
            and _makes_sense(header["trained"])
            and all(type(side) is int and side > 0 for side in sides.values())
            and [type(one) in (int, float) and isfinite(one) for one in lean] == [True, True]
        ):
            raise ValueError
        asked = (header["game"], header["rules"], sides["actions"], sides["seats"])
        checksum = header["checksum"]
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        raise NetError(f"the net of {game.name} is not a net of this version of Tischlein") from None
    if asked != (game.id, rules_of(game), game.rules.ACTIONS, game.seats[-1]):
        raise NetError(f"the net of {game.name} was trained for other rules")
    if len(rest) < sum(prod(header[side] for side in shape) * int(kind[-1]) for _, kind, shape in ARRAYS):
        raise NetError(f"the net of {game.name} is cut off")
    if checksum != _checksum({**header, "checksum": ""}, rest):
        raise NetError(f"the net of {game.name} is damaged")
    return header


def _checksum(header: Json, arrays: bytes) -> str:
    return f"{crc32(arrays, crc32(json.dumps(header).encode())):08x}"


def read(game: Game, data: bytes) -> NetFile:
    """Read a net's file; NetError says in one sentence what is wrong with it."""
    import numpy as np

    header = read_header(game, data)
    sides = {name: header[name] for name in SIDES}
    rest = data.partition(b"\n")[2]
    arrays, place = {}, 0
    for name, kind, shape in ARRAYS:
        sized = tuple(sides[side] for side in shape)
        size = prod(sized) * np.dtype(kind).itemsize
        arrays[name] = np.frombuffer(rest[place : place + size], kind).reshape(sized)
        place += size
    feature = arrays["feature"]
    known = (feature >= 0) & (feature < game.rules.OBSERVED)
    if len(rest) > place or not known.all() or not all(np.isfinite(array).all() for array in arrays.values()):
        raise NetError(f"the net of {game.name} is damaged")
    first, bias = (abs(arrays[name].astype(np.int64)) for name in ("first", "first_bias"))
    if (first.sum(0) + bias).max() >= FIRST_SUMS:
        raise NetError(f"the net of {game.name} adds up to more than this version counts: train it again")
    return NetFile(header, arrays)


def settings_of(net: NetFile) -> NetSettings:
    """Return how to use this net."""
    trained = net.header["trained"]
    return NetSettings(**{name: trained[name] for name in NetSettings._fields if name in trained})


def hope_of(net: NetFile, seats: int) -> float:
    """Return by how much a net overrates the seat that looks, as a logarithm, where all play equally well.

    A net that has learned against weaker players expects to meet them.
    """
    return float(net.header["trained"].get("hope", {}).get(str(seats), 0.0))


@cache
def net_of(game: Game) -> NetFile:
    """Return the net that comes with a game, or raise NetError."""
    return read(game, _data_of(game))


@cache
def header_of(game: Game) -> NetFile:
    """Return the header of a net without its weights."""
    return NetFile(read_header(game, _data_of(game)), {})


def _data_of(game: Game) -> bytes:
    if game.changed:
        raise NetError(f"the net of {game.name} was trained for the printed numbers")
    room = game.rules.__name__.rpartition(".")[0]
    try:
        return (resources.files(room) / NAME).read_bytes()
    except (OSError, ModuleNotFoundError, TypeError):
        raise NetError(f"{game.name} has no net") from None


def read_file(game: Game, path: Path) -> NetFile:
    """Read a net that lies elsewhere, such as one that was just trained."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NetError(f"{path} cannot be read: {error.strerror}") from None
    return read(game, data)


def room_for(net: NetFile, observed: int, listed: bool, hope: float = 0.0) -> Namespace:
    """Return the arguments of ``Net``: as lists for plain Python, else as arrays.

    ``hope`` is how much less the net expects for the seat that looks, as a logarithm.
    """
    import numpy as np

    inputs, width = net.arrays["first"].shape
    arrays: dict[str, NDArray[Any]] = dict(net.arrays)
    # Questions about a feature stand together, whatever a file's order; the row after the last of them says nothing.
    order = np.argsort(arrays["feature"], kind="stable")
    arrays["begin"] = np.searchsorted(arrays["feature"][order], np.arange(observed + 1))
    arrays |= {name: arrays[name][order] for name in ("low", "high")}
    arrays["first"] = np.vstack([arrays["first"][order], np.zeros(width, np.int8)])
    arrays["second"] = arrays["second"].T
    for name in ("second", "policy", "value"):
        # What is handed on is less by OFFSET, so a sum begins with more.
        arrays[f"{name}_bias"] = arrays[f"{name}_bias"] + OFFSET * arrays[name].astype(np.int32).sum(axis=1)
    arrays["value_bias"][0] -= round(hope / arrays["value_scale"][0])
    arrays["lean"] = np.array(net.header.get("lean", (0.0, 0.0)))
    # No feature is set before the first observation, so the first layer starts from its bias.
    arrays["before"], arrays["held"] = np.full(observed, NOTHING), arrays["first_bias"]
    arrays |= {name: np.zeros(inputs + AT_ONCE) for name in ("came", "went")}
    arrays |= {name: np.zeros(width) for name in ("sums", "one", "two")}
    arrays["seen"] = np.zeros(observed)
    found = {name: np.array(arrays[name], kind, order="C") for name, kind in KINDS.items()}
    return {name: array.tolist() for name, array in found.items()} if listed else found
