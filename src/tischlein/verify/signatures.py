"""Checks the signatures of a server that has a key: what is signed convinces others than the player too."""

from tischlein.engine.play.chain import text_to_sign
from tischlein.engine.types import AnyJson


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
        for steps, head, signature in signed["heads"]:
            text = text_to_sign(signed["code"], receipt["commitment"], receipt["seat"], steps, head)
            key.verify(bytes.fromhex(signature), text.encode("ascii"))
    except (InvalidSignature, ValueError):
        return False
    return True
