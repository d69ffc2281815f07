"""Chains what a seat is told step by step, so that all of it can be compared with the record after the game.

What is told of a step is a ``SeenStep``: who acted, the action as the seat may see it, how many steps were taken back, and the whole
record of the table afterwards, concealed for the seat. Everything that the seat is shown follows from these. After each step there is a
**head**, a hash over the head before it and the step: ``SHA-256(before, actor, action, undone, record)``, cut to 16 bytes; the three numbers
are written as signed integers of 8, 16 and 16 bits, little-endian. The first step follows the head of the opening: the hash of the lines
``tischlein steps 1``, game, version of its rules, hash of the record's layout and observer, each with a line feed after it, and then the
concealed record of the opening. So the last head stands for the whole game, and for the rules by which it is read.

A head is sent only to the observer that was told these steps, who can compute it too. That is why the chain needs no key, although cards
are few and could be guessed.

>>> step = SeenStep(0, 7, 0, b"after")
>>> next_head(bytes(16), step).hex()
'275d4e44ee938a38b6dd29f84d666162'
"""

import binascii
import hashlib
import struct
from collections.abc import Sequence

from tischlein.engine.play.history import History, SeenStep
from tischlein.engine.rules.declaration import Declaration

BYTES = 16
UNKNOWN = ""  # in place of a head that a page does not know, since another device was told these steps
_STEP = "<bhh"
# A change of a record: how many bytes are skipped, and how many are written.
_CHANGE = "<HB"
_MOST = 255
_CHUNK = 16


def layout_hash(game: Declaration) -> str:
    """Return a hash of where every field of a game's record lies: records can be compared byte by byte if this is equal."""
    lines = []
    for field in game.layout.fields:
        shape = ",".join([str(n) for n in field.shape])
        lines.append(f"{field.name} {field.cell} {shape} {field.offset}")
    return _cut("\n".join([*lines, str(game.layout.size)]).encode()).hex()


def first_head(game: Declaration, observer: int, opening: bytes) -> bytes:
    """Return the head of an opening that is concealed for an observer."""
    lines = ["tischlein steps 1", game.id, str(game.version), layout_hash(game), str(observer), ""]
    return _cut("\n".join(lines).encode() + opening)


def next_head(head: bytes, step: SeenStep) -> bytes:
    """Return the head after a step."""
    return _cut(head + struct.pack(_STEP, step.actor, step.action, step.undone) + step.record)


def chain_heads(game: Declaration, history: History, observer: int) -> list[str]:
    """Return the head after each step of a history, as hexadecimal digits."""
    opening = game.layout.pack(history.record_at(game, 0, observer))
    found, head = [], first_head(game, observer, opening)
    for k in range(len(history.steps)):
        head = next_head(head, history.step_for(game, k, observer))
        found.append(head.hex())
    return found


def changes(before: bytes, after: bytes) -> str:
    """Return what differs between two records of one layout, in Base64: bytes to skip (16 bits), their number (8), and the new ones.

    >>> changes(b"abcdef", b"abXdeY")
    'AgABWAIAAVk='
    """
    found, place, last, size = [], 0, 0, len(after)
    while place < size:
        if before[place : place + _CHUNK] == after[place : place + _CHUNK]:
            place += _CHUNK
        elif before[place] == after[place]:
            place += 1
        else:
            end = place
            while end < size and end - place < _MOST and before[end] != after[end]:
                end += 1
            found.append(struct.pack(_CHANGE, place - last, end - place) + after[place:end])
            place = last = end
    return base64(b"".join(found))


def base64(data: bytes) -> str:
    """Return bytes in Base64, in one line."""
    return binascii.b2a_base64(data).decode().strip()


def text_to_sign(code: str, commitment: str, seat: int, steps: int, head: str) -> str:
    """Return the text that a server with a key signs: the head of the first steps as a seat was told them."""
    return "\n".join(["tischlein steps 1", code, commitment, str(seat), str(steps), head])


def first_difference(told: Sequence[str], played: Sequence[str]) -> int | None:
    """Return the number of the first step, from 1, that a seat was told differently from what was played.

    >>> first_difference(["a", "b"], ["a", "b", "c"]), first_difference(["a", "b"], ["a", "x", "y"]), first_difference(["a"], [])
    (None, 2, 1)
    >>> first_difference(["", "b"], ["a", "b"]), first_difference(["", "x"], ["a", "b"])
    (None, 2)
    """
    for place, head in enumerate(told):
        if head != UNKNOWN and (place >= len(played) or head != played[place]):
            return place + 1
    return None


def _cut(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()[:BYTES]
