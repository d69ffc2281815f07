"""Chains the events that a seat was told, so that a past that is told differently later is noticed.

Every event has a **head**, a hash over the head before it and the event itself: ``SHA-256(before, event)``, cut to 16 bytes. The first one
follows 16 zero bytes. An event is hashed as JSON in UTF-8 with sorted keys and without spaces, and without its sentence, whose language may
change. So the head after the last event stands for all of them. A head is sent only to the seat that was told these events: it can
compute it too, and others never see it. That is why the chain needs no key, although cards are few and could be guessed.

>>> told = [{"seq": 1, "kind": "deal", "cards": ["7", "x2"]}, {"seq": 2, "kind": "play", "card": "7"}]
>>> [head[:8] for head in chain_heads(told)]
['5bc9dce3', 'd4d62ac5']
>>> chain_heads([{**event, "text": "In any language."} for event in told]) == chain_heads(told)
True
"""

import hashlib
import json
from collections.abc import Iterable, Sequence

from tischlein.engine.types import AnyEvent

BYTES = 16
START = bytes(BYTES)
TEXT = "text"  # the sentence of an event
UNKNOWN = ""  # in place of a head that a page does not know, since another device was told these events


def canonical(event: AnyEvent) -> bytes:
    """Return an event as it is hashed."""
    plain = {name: event[name] for name in event if name != TEXT}
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def extend_chain(head: bytes, events: Iterable[bytes]) -> bytes:
    """Return the head after events that are already written as they are hashed."""
    for event in events:
        head = hashlib.sha256(head + event).digest()[:BYTES]
    return head


def chain_heads(events: Iterable[AnyEvent]) -> list[str]:
    """Return the head after each event, as hexadecimal digits."""
    found, head = [], START
    for event in events:
        head = extend_chain(head, (canonical(event),))
        found.append(head.hex())
    return found


def text_to_sign(code: str, commitment: str, seat: int, count: int, head: str) -> str:
    """Return the text that a server with a key signs: the head of the first ``told`` events of a seat."""
    return "\n".join(["tischlein told 1", code, commitment, str(seat), str(count), head])


def first_difference(told: Sequence[str], played: Sequence[str]) -> int | None:
    """Return the number of the first event, from 1, that a seat was told differently from what was played.

    >>> first_difference(["a", "b"], ["a", "b", "c"]), first_difference(["a", "b"], ["a", "x", "y"]), first_difference(["a"], [])
    (None, 2, 1)
    >>> first_difference(["", "b"], ["a", "b"]), first_difference(["", "x"], ["a", "b"])
    (None, 2)
    """
    for place, head in enumerate(told):
        if head != UNKNOWN and (place >= len(played) or head != played[place]):
            return place + 1
    return None
