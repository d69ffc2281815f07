"""Checks the signatures of a server that has a key: what is signed convinces others than the player too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tischlein.engine.play.fair import is_hex
from tischlein.engine.play.heads import BYTES, signed_text
from tischlein.engine.types import AnyJson


def is_signed(signed: object) -> bool:
    """Return True for the part of a receipt that has signatures: the key, the table's code, and signed heads."""
    return (
        isinstance(signed, Mapping)
        and set(signed) == {"key", "code", "heads"}
        and is_hex(signed["key"])
        and isinstance(signed["code"], str)
        and signed["code"].isascii()
        and signed["code"].isprintable()
        and isinstance(signed["heads"], list)
        and all(map(_is_signed_head, signed["heads"]))
    )


def _is_signed_head(entry: object) -> bool:
    if not isinstance(entry, list) or len(entry) != 3:
        return False
    told, head, signature = entry
    return (
        type(told) is int
        and told > 0
        and isinstance(head, str)
        and len(head) == 2 * BYTES
        and head.isascii()
        and isinstance(signature, str)
        and is_hex(signature[:64])
        and is_hex(signature[64:])
    )


def signed_until(telling: Sequence[str], signed: AnyJson) -> int:
    """Return the number of events of a telling up to which the server has signed it."""
    known = [told for told, head, _ in signed["heads"] if told <= len(telling) and telling[told - 1] == head]
    return max(known, default=0)


def are_valid(receipt: AnyJson) -> bool | None:
    """Return True if the server has made all signatures; None if that cannot be checked here, without the extra ``sign``."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return None
    signed = receipt["signed"]
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signed["key"]))
        for told, head, signature in signed["heads"]:
            text = signed_text(signed["code"], receipt["commitment"], receipt["seat"], told, head)
            key.verify(bytes.fromhex(signature), text.encode("ascii"))
    except (InvalidSignature, ValueError):
        return False
    return True
