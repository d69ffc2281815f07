"""Signs what players were told with the operator's key, so that a file that a page has saved convinces others too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tischlein.engine.extras import install_command
from tischlein.room.ports import Signer
from tischlein.server.errors import ServeError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def signer_of(file: str | None) -> Signer | None:
    """Return the signer with the Ed25519 key in a PEM file; None without a file."""
    if file is None:
        return None
    try:
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
    except ImportError:
        raise ServeError(f"--signing-key needs the extra sign: {install_command('sign')}") from None
    try:
        key = load_pem_private_key(Path(file).read_bytes(), None)
    except OSError as error:
        raise ServeError(f"{file}: {error.strerror or error}") from None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise ServeError(f"{file} has no Ed25519 key: openssl genpkey -algorithm ed25519 makes one")
    return KeySigner(key)


class KeySigner:
    """Signs with a private key in memory."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public: str = key.public_key().public_bytes_raw().hex()

    def sign(self, text: str) -> str:
        signature: bytes = self._key.sign(text.encode("ascii"))
        return signature.hex()
