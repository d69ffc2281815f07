"""Reads a record from anywhere: what is not written as it should be could be read in two ways, or never come to an end."""

from collections.abc import Callable, Collection, Mapping

from tischlein.cards import NO_CARD
from tischlein.engine.play import fair
from tischlein.engine.play.chain import BYTES, UNKNOWN
from tischlein.engine.play.replay import KEYS
from tischlein.engine.types import AnyJson, Value

FAIR_KEYS = {
    "construction",
    "table",
    "commitment",
    "secret",
    "promises",
    "shares",
    "first",
    "two_sided",
    "draws",
}
RECEIPT_KEYS = {"seat", "commitment", "promises", "share", "starts", "told"}
# A page that was opened only while the game was starting has seen no options; a server without a key signs nothing.
OPTIONAL_KEYS = {"options", "rendered", "signed"}
# Tellings and signatures of a receipt that are read; a page keeps fewer.
MOST = 64
# By the fields of a part, in the order in which they may be asked.
Checks = dict[str, Callable[[object], bool]]
LONGEST = 40  # the name of a field
LARGEST = 2**31  # larger numbers count as damaged: no game has them


def unreadable(record: object, games: Collection[str], promised: bool) -> tuple[str, dict[str, Value]] | None:
    """Return why a record cannot be checked, as the code of a sentence and its values, or None.

    ``promised``: the table had shown the commitment of a shuffle that can be checked.
    """
    if not isinstance(record, Mapping) or not isinstance(record.get("game"), str) or "history" not in record:
        return "no_record", {}
    if record["game"] not in games:
        return "no_game", {"game": record["game"][:40]}
    fair_part = record.get("fair")
    if fair_part is None:
        # The page has kept a commitment, so the server had promised a shuffle that can be checked.
        receipt = record.get("receipt")
        kept = isinstance(receipt, Mapping) and fair.is_hex(receipt.get("commitment"))
        return "kept_back" if promised or kept else "no_fair", {}
    if not isinstance(fair_part, Mapping) or set(fair_part) != FAIR_KEYS:
        return "damaged", {"place": "fair"}
    if type(fair_part["construction"]) is not int or fair_part["construction"] != fair.CONSTRUCTION:
        return "construction", {"construction": str(fair_part["construction"])[:20]}
    place = _find_damage(record, fair_part)
    if place is None and "receipt" in record:
        place = _receipt_damage(record["receipt"], record["seats"])
    return None if place is None else ("damaged", {"place": place})


def _find_damage(record: Mapping[object, object], fair_part: AnyJson) -> str | None:
    for name in KEYS:
        if name not in record:
            return name
    if not isinstance(record["history"], list | tuple):
        return "history"
    seats = record["seats"]
    if type(seats) is not int:
        return "seats"
    checks: Checks = {
        "table": _is_line,
        "commitment": fair.is_hex,
        "secret": fair.is_hex,
        "promises": lambda row: _is_row(row, seats),
        "shares": lambda row: _is_row(row, seats),
        "first": lambda number: _is_number(number, 0),
        "two_sided": lambda value: isinstance(value, bool),
        "draws": lambda draws: _are_draws(draws, seats, fair_part["two_sided"]),
    }
    return _first_damaged("fair", fair_part, checks)


def _receipt_damage(receipt: object, seats: int) -> str | None:
    if not isinstance(receipt, Mapping) or set(receipt) - OPTIONAL_KEYS != RECEIPT_KEYS:
        return "receipt"
    checks: Checks = {
        # A spectator has none.
        "seat": lambda number: number is None or _is_number(number, 0, seats),
        "commitment": fair.is_hex,
        "promises": lambda row: _is_row(row, seats),
        "share": lambda share: share is None or fair.is_hex(share),
        "options": lambda options: isinstance(options, Mapping),
        "starts": lambda number: _is_number(number, 1),
        "signed": _is_signed,
        "told": lambda told: isinstance(told, list) and 0 < len(told) <= MOST and all(map(_is_telling, told)),
        "rendered": _is_rendered,
    }
    return _first_damaged("receipt", receipt, checks)


def _first_damaged(place: str, part: AnyJson, checks: Checks) -> str | None:
    """Return the first field that is there and not written as it should be."""
    for name, is_right in checks.items():
        if name in part and not is_right(part[name]):
            return f"{place}.{name}"
    return None


def _is_number(number: object, least: int, beyond: int = LARGEST) -> bool:
    return type(number) is int and least <= number < beyond


def _is_row(row: object, seats: int) -> bool:
    return (
        isinstance(row, list | tuple) and len(row) == seats and all(x is None or fair.is_hex(x) for x in row)
    )


def _are_draws(draws: object, seats: int, two_sided: bool) -> bool:
    return isinstance(draws, list | tuple) and all(_is_draw(draw, seats, two_sided) for draw in draws)


def _is_draw(draw: object, seats: int, two_sided: bool) -> bool:
    if not isinstance(draw, list | tuple) or [type(number) for number in draw] != [int, int, int]:
        return False
    n: int
    index: int
    stack: int
    n, index, stack = draw
    return 0 <= index < n < LARGEST and (
        stack == NO_CARD or (0 <= stack <= seats and n % (1 + two_sided) == 0)
    )


def _is_telling(telling: object) -> bool:
    """Return True for a list of chain heads, one for each step."""
    return isinstance(telling, list) and all(head == UNKNOWN or _is_head(head) for head in telling)


def _is_head(head: object) -> bool:
    return isinstance(head, str) and len(head) == 2 * BYTES and head.isascii()


def _is_line(text: object) -> bool:
    """Return True for one line of plain ASCII; a line feed would add a line to the hashed text."""
    return isinstance(text, str) and all(" " <= char <= "~" for char in text)


def _is_signed(signed: object) -> bool:
    """Return True for the part of a receipt that has signatures: the key, the table's code, and signed heads."""
    return (
        isinstance(signed, Mapping)
        and set(signed) == {"key", "code", "heads"}
        and fair.is_hex(signed["key"])
        and _is_line(signed["code"])
        and isinstance(signed["heads"], list)
        and len(signed["heads"]) <= MOST
        and all(map(_is_signed_head, signed["heads"]))
    )


def _is_rendered(rendered: object) -> bool:
    """Return True for how many messages a page has compared with the facts, and the first that differed: a step and a field."""
    if not isinstance(rendered, Mapping) or set(rendered) != {"compared", "differs"}:
        return False
    differs = rendered["differs"]
    found = differs is None or (
        isinstance(differs, list)
        and len(differs) == 2
        and _is_number(differs[0], 0)
        and isinstance(differs[1], str)
        and len(differs[1]) <= LONGEST
    )
    return found and _is_number(rendered["compared"], 0)


def _is_signed_head(entry: object) -> bool:
    if not isinstance(entry, list) or len(entry) != 3:
        return False
    told, head, signature = entry
    return (
        _is_number(told, 1)
        and _is_head(head)
        and isinstance(signature, str)
        and fair.is_hex(signature[:64])
        and fair.is_hex(signature[64:])
    )
