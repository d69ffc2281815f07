"""Keys to seats."""

import hashlib
import secrets

# Easily read aloud: no 0 and O, no 1 and I.
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6


def new_code(length: int = CODE_LENGTH) -> str:
    """Return a new code, of a table unless ``length`` says otherwise."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def is_code(code: str) -> bool:
    return len(code) == CODE_LENGTH and set(code) <= set(ALPHABET)


def new_token() -> str:
    """Return a new, unguessable key to a seat."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """Return the stored hash of a token, which is random enough to need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()
