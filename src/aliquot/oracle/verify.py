"""The independent verifier: accepts a certificate only if the verdict follows from it.

It imports nothing but the standard library and shares no code with the solvers, so that nobody has
to trust them. What it relies on is proved in docs/certificates.md:

- Division: whoever faces 1 or a prime has lost.
- Subtraction: whoever faces an odd number, or two to an odd power, has lost.
- Pool: whoever must move from c has lost if some maximum matching of the numbers still in the pool
  together with c leaves c out. A matching is maximum if a set U of numbers exists with
  |unmatched| = odd(G − U) − |U|, where odd counts the components of odd size (Tutte and Berge).
"""

import json
import re
from collections import Counter
from itertools import pairwise
from typing import Any

DIVISION = ("dividers-duel", "divide-and-conquer", "factor-duel")
SUBTRACTION = "divisor-duel-subtract"
POOL = "divisor-duel-pool"
LARGEST, LARGEST_POOL, LARGEST_FILE = 10**18, 1_000_000, 64 * 2**20
FIELDS = ("format", "version", "game", "position", "wins", "move", "proof")


class Refused(ValueError):
    """The certificate does not prove what it says; the message tells why."""


def verify_text(text: str | bytes) -> dict[str, Any]:
    """Verifies a certificate, given as a JSON document.

    A document that `aliquot solve --json` printed is accepted too, by its certificate.

    Raises:
        Refused: It is not a certificate, or it does not prove its verdict.
    """
    _claim(len(text) <= LARGEST_FILE, "the document is too large")
    try:
        document = json.loads(text, object_pairs_hook=_object, parse_int=_integer, parse_constant=_integer)
    except (ValueError, RecursionError) as error:
        raise Refused("it is no JSON document" if not isinstance(error, Refused) else str(error)) from None
    if not isinstance(document, dict) or "certificate" not in document:
        return verify(document)
    proved = verify(document["certificate"])
    agree = document.get("wins") is proved["wins"] and document.get("position") == proved["position"]
    _claim(agree and _names(document.get("game"), proved), "the certificate is about something else")
    moves = document.get("winning_moves", [proved["move"]] if proved["wins"] else [])
    _claim(isinstance(moves, list) and all(type(move) is int for move in moves), "the winning moves are no numbers")
    _claim(proved["move"] in moves if proved["wins"] else not moves, "the winning moves are not those proved")
    return proved


def verify(document: Any) -> dict[str, Any]:
    """Verifies a certificate, given as a parsed document, and returns it.

    Raises:
        Refused: It is not a certificate, or it does not prove its verdict.
    """
    _claim(isinstance(document, dict) and set(document) == set(FIELDS), f"its fields must be {', '.join(FIELDS)}")
    _claim(document["format"] == "aliquot-certificate", "it is not in the format aliquot-certificate")
    _claim(type(document["version"]) is int and document["version"] == 1, "its version is not 1")
    game, position, wins, move, proof = (document[name] for name in FIELDS[2:])
    _claim(isinstance(game, str) and isinstance(position, str), "game and position must be texts")
    _claim(type(wins) is bool and isinstance(proof, dict), "wins must be true or false, and the proof an object")
    _claim(wins is not (move is None), "there must be a move exactly if the position is won")
    move = None if move is None else _whole(move)
    if game in DIVISION:
        _division(_number(position), move, proof)
    elif game == SUBTRACTION:
        _subtraction(_number(position), move, proof)
    else:
        _claim(game == POOL, "it names no game known here")
        _pool(position, move, proof)
    return dict(document)


def _names(game: Any, proved: dict[str, Any]) -> bool:
    """Whether an id such as `divisor-duel-pool(pool=2-50)` is that of the game proved, and of no other variant."""
    pool, _, picks = proved["position"].partition("/")
    options = "start=[0-9]+"
    if proved["game"] == POOL:
        # What the first pick may be does not matter any more once it is made.
        options = f"pool={pool}(,opening=[a-z0-9-]+)?" if picks else f"pool={pool}"
    return isinstance(game, str) and re.fullmatch(rf"{proved['game']}\({options}\)", game) is not None


def _claim(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Refused(otherwise)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _claim(len({name for name, _ in pairs}) == len(pairs), "a field is given twice")
    return dict(pairs)


def _integer(text: str) -> int:
    _claim(len(text) <= 19, "a number is too large")
    return int(text)


def _whole(value: Any) -> int:
    _claim(type(value) is int and 1 <= value <= LARGEST, "a number is not from 1 to 10^18")
    return int(value)


def _number(text: str) -> int:
    plain = text.isascii() and text.isdigit() and len(text) <= 19 and text[0] != "0"
    _claim(plain, "the position is no number")
    return _whole(int(text))


def _divides(divisor: int, number: int) -> bool:
    return 1 < divisor < number and number % divisor == 0


def _is_prime(n: int) -> bool:
    """Miller and Rabin's test with the first twelve primes: exact for every n below 3·10^24."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if n < 2 or any(n % p == 0 for p in bases):
        return n in bases
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in bases:
        x = pow(base, odd, n)
        if x not in (1, n - 1) and all((x := x * x % n) != n - 1 for _ in range(twos - 1)):
            return False
    return True


def _division(number: int, move: int | None, proof: dict[str, Any]) -> None:
    _claim(set(proof) == {"factors"} and isinstance(proof["factors"], list), "the proof must be a list of factors")
    product = 1
    for factor in proof["factors"]:
        _claim(isinstance(factor, list) and len(factor) == 2, "a factor is a prime and an exponent")
        prime, exponent = _whole(factor[0]), _whole(factor[1])
        _claim(exponent < 60 and _is_prime(prime), f"{prime}^{exponent} is no power of a prime")
        product *= prime**exponent
        _claim(product <= LARGEST, "the factors multiply to something else")
    _claim(product == number, "the factors multiply to something else")
    if move is None:
        _claim(number == 1 or _is_prime(number), f"{number} is not prime, so it is not lost")
    else:
        _claim(_divides(move, number), f"{move} is no proper divisor of {number}")
        _claim(_is_prime(number // move), f"dividing by {move} leaves no prime")


def _subtraction(number: int, move: int | None, proof: dict[str, Any]) -> None:
    if move is not None:
        _claim(_divides(move, number), f"{move} is no proper divisor of {number}")
        number -= move
    if set(proof) == {"odd"}:
        _claim(proof["odd"] is True and number % 2 == 1, f"{number} is not odd")
    else:
        _claim(set(proof) == {"power_of_two"}, "the proof must say odd or power_of_two")
        exponent = proof["power_of_two"]
        _claim(type(exponent) is int and 0 < exponent < 60 and exponent % 2 == 1, "the power is not odd")
        _claim(number == 2**exponent, f"{number} is not 2^{exponent}")


def _pool(position: str, move: int | None, proof: dict[str, Any]) -> None:
    low, high, picks = _read_pool(position)
    left = set(range(low, high + 1)).difference(picks)
    if move is not None:
        _claim(move in left and (not picks or _related(move, picks[-1])), f"{move} cannot be picked")
    elif picks:
        left.add(picks[-1])
    left_out = move or (picks[-1] if picks else 0)
    _claim(set(proof) == {"pairs", "barrier"}, "the proof must be pairs and a barrier")
    pairs, barrier = proof["pairs"], proof["barrier"]
    _claim(isinstance(pairs, list) and isinstance(barrier, list), "pairs and barrier must be lists")
    paired: set[int] = set()
    for pair in pairs:
        _claim(isinstance(pair, list) and len(pair) == 2, "a pair has two numbers")
        a, b = _whole(pair[0]), _whole(pair[1])
        _claim(a in left and b in left and _related(a, b), f"{a} and {b} cannot be paired")
        _claim(a not in paired and b not in paired, f"{a} or {b} is in two pairs")
        paired |= {a, b}
    _claim(left_out not in paired, f"{left_out} is paired, which proves nothing")
    unpaired = len(left) - len(paired)
    _claim(left_out > 0 or unpaired == 0, "a full pool is lost only if all of it can be paired")
    cut = {_whole(number) for number in barrier}
    _claim(len(cut) == len(barrier) and cut <= left, "the barrier is not a set of numbers in the pool")
    surplus = _odd_components(left - cut, high) - len(cut)
    _claim(unpaired == surplus, "the pairs are not shown to be as many as possible")


def _related(a: int, b: int) -> bool:
    return a != b and (a % b == 0 or b % a == 0)


def _read_pool(text: str) -> tuple[int, int, list[int]]:
    """Reads a pool and the picks so far, checking that they are a possible course of play."""
    pool, slash, rest = text.partition("/")
    bounds = pool.split("-")
    _claim(slash == "/" and len(bounds) == 2, "the position is no pool and picks")
    low, high = _number(bounds[0]), _number(bounds[1])
    _claim(low <= high < low + LARGEST_POOL, "the pool is empty or too large")
    picks = [_number(pick) for pick in rest.split(",")] if rest else []
    _claim(len(set(picks)) == len(picks) and all(low <= pick <= high for pick in picks), "a pick is not in the pool")
    _claim(all(_related(a, b) for a, b in pairwise(picks)), "a pick does not follow from the last")
    return low, high, picks


def _odd_components(numbers: set[int], high: int) -> int:
    """How many components of odd size the numbers fall into, joined where one divides another."""
    parent = {n: n for n in numbers}

    def root(n: int) -> int:
        while parent[n] != n:
            parent[n] = n = parent[parent[n]]
        return n

    for n in numbers:
        for multiple in range(2 * n, high + 1, n):
            if multiple in parent:
                parent[root(multiple)] = root(n)
    return sum(size % 2 for size in Counter(map(root, numbers)).values())
