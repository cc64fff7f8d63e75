"""Secrets: made at random, kept only as hashes, compared in constant time."""

import base64
import hashlib
import hmac
import re
import secrets

_BYTES = 24
"""192 bits; 128 would do."""
_SHAPE = re.compile(r"[A-Za-z0-9_-]{32}")


def new_token() -> str:
    """A secret nobody can guess: for a seat, or for a visitor."""
    return secrets.token_urlsafe(_BYTES)


def new_id() -> str:
    """The id of a match in addresses: not secret, but nobody comes upon it by counting."""
    return secrets.token_urlsafe(9)


def seat_token(visitor: str, match_id: str) -> str:
    """The secret of the seat a visitor takes in a match: only from the visitor's own can it be made again.

    So somebody who never saw the answer to a request finds the seat again, and the server still keeps no secret.
    """
    made = hmac.digest(visitor.encode(), f"seat:{match_id}".encode(), "sha256")
    return base64.urlsafe_b64encode(made[:_BYTES]).decode()


def hashed(token: str) -> str:
    """What is kept of a secret. It is random already, so that a plain hash cannot be turned round."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_token(text: str) -> bool:
    """Whether a text has the shape of a secret, so that nothing else is looked up or hashed."""
    return _SHAPE.fullmatch(text) is not None


def is_same(token: str, kept: str) -> bool:
    """Whether a secret is the one that was kept, in a time that says nothing about either."""
    return hmac.compare_digest(hashed(token), kept)
