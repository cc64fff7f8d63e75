"""Shared parts of the verifier: the error, the facts, and checks of numbers and moves."""

import json
from typing import Any, NamedTuple

DIVISION = ("dividers-duel", "divide-and-conquer", "factor-duel")
SUBTRACTION = "divisor-duel-subtract"
LARGEST, MOST = 10**18, 32
UNKNOWN = -1


class Refused(ValueError):
    """The certificate does not prove what it says; the message says why."""


class Facts(NamedTuple):
    """The facts proved about a position; a value that is not proved is UNKNOWN, one that does not exist None."""

    wins: bool
    grundy: int | None
    remoteness: int | None


def claim(holds: bool, otherwise: str) -> None:
    """Raise Refused unless a condition holds."""
    if not holds:
        raise Refused(otherwise)


def whole(value: Any) -> int:
    """Return a value that must be a number within the bounds of the games."""
    claim(type(value) is int and 1 <= value <= LARGEST, "a number is not from 1 to 10^18")
    return int(value)


def number_in(text: str) -> int:
    """Read a number of a position."""
    plain = text.isascii() and text.isdigit() and len(text) <= 19 and text[0] != "0"
    claim(plain, "the position is not a number")
    return whole(int(text))


def is_move(move: Any) -> bool:
    """Return whether a value has the form of a move: a number, a pair of numbers, or a swap."""
    parts = move if isinstance(move, list) and len(move) == 2 else [move]
    return move == "swap" or all(type(part) is int and abs(part) <= LARGEST for part in parts)


def claim_listed(moves: list[Any], expected: list[Any]) -> None:
    """Raise Refused unless the moves are exactly those expected, ascending."""
    if json.dumps(moves) == json.dumps(expected):
        return
    texts = {json.dumps(move) for move in moves}
    missing = next((move for move in expected if json.dumps(move) not in texts), None)
    claim(missing is None, f"{missing} wins too, and is not listed")
    right = {json.dumps(move) for move in expected}
    wrong = next((json.dumps(move) for move in moves if json.dumps(move) not in right), "a move")
    raise Refused(f"{wrong[:60]} does not win, or the moves are listed twice or out of order")
