"""Shared parts of the verifier: the error, the facts, and checks of numbers and moves."""

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
    if type(move) is int:
        return -LARGEST <= move <= LARGEST
    pair = isinstance(move, list) and len(move) == 2
    return move == "swap" or (pair and all(type(part) is int and abs(part) <= LARGEST for part in move))


def claim_listed(moves: list[Any], expected: list[Any]) -> None:
    """Raise Refused unless the moves, all of the form of moves, are exactly those expected, ascending."""
    if moves == expected:
        return
    listed, right = set(map(str, moves)), set(map(str, expected))
    missing = next((move for move in map(str, expected) if move not in listed), None)
    claim(missing is None, f"{missing} wins too, and is not listed")
    wrong = next((move for move in map(str, moves) if move not in right), "a move")
    raise Refused(f"{wrong[:60]} does not win, or the moves are listed twice or out of order")
