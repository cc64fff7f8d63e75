"""Numbers to divide or to subtract from, one or several: their Grundy values, and the moves to a lost sum."""

from functools import reduce
from operator import xor
from typing import Any

from aliquot.oracle.verify.claims import (
    DIVISION,
    MOST,
    SUBTRACTION,
    UNKNOWN,
    Facts,
    claim,
    claim_listed,
    number_in,
    whole,
)

MOST_DIVISORS = 1_000_000
"""The most divisors that are checked."""


def is_prime(n: int) -> bool:
    """Return whether n is prime: Miller and Rabin's test with twelve bases, exact for every n below 3.18·10^23."""
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


def _primes(number: int, factors: Any) -> list[int]:
    """Check a factorisation and return the primes with multiplicity."""
    # Theorem: Omega_factors
    claim(isinstance(factors, list), "the proof must be a list of factors")
    primes: list[int] = []
    for factor in factors:
        claim(isinstance(factor, list) and len(factor) == 2, "a factor is a prime and an exponent")
        prime, exponent = whole(factor[0]), whole(factor[1])
        claim(exponent < 60 and is_prime(prime), f"{prime}^{exponent} is not a power of a prime")
        primes += [prime] * exponent
        claim(len(primes) < 60, "the factors multiply to something else")
    claim(reduce(int.__mul__, primes, 1) == number, "the factors multiply to something else")
    return primes


def _divisors(primes: list[int]) -> list[tuple[int, int]]:
    """The divisors of a number other than 1 and itself, each with the number of its primes."""
    # Theorem: divisors_listed
    divisors = {1: 0}
    for prime in primes:
        divisors |= {divisor * prime: count + 1 for divisor, count in divisors.items()}
    return [(divisor, count) for divisor, count in divisors.items() if 0 < count < len(primes)]


def judge_numbers(name: str, options: list[str], position: str, moves: list[Any], proof: dict[str, Any]) -> Facts:
    """Return the facts that the factors show of one number or several, if exactly these moves win."""
    # Theorems: numbers_winning, misere_division_lost, sum_one, misere_division_one, division_grundy_after
    # Theorems: worth_grundy, sum_grundy, remoteness0, division_remoteness, subtraction_remoteness1
    numbers = [number_in(part) for part in position.split("+", MOST + 1)]
    rules, misere = rules_of(name, options, len(numbers))
    claim(not misere or SUBTRACTION not in rules, "where the last move loses, only division numbers have a rule")
    claim(set(proof) == {"factors"} and isinstance(proof["factors"], list), "the proof must be lists of factors")
    claim(len(proof["factors"]) == len(numbers), "every number needs its factors")
    primes = [_primes(number, factors) for number, factors in zip(numbers, proof["factors"], strict=True)]
    values = [
        _grundy(number) if rule == SUBTRACTION else max(0, len(factors) - 1)
        for rule, number, factors in zip(rules, numbers, primes, strict=True)
    ]
    expected: list[Any] = []
    signed, seen, size = len(set(rules)) > 1, set[tuple[int, bool]](), 0
    for place, (rule, number) in enumerate(zip(rules, numbers, strict=True)):
        subtracts = rule == SUBTRACTION
        if (number, subtracts) in seen:
            continue
        seen.add((number, subtracts))
        good = {v for v in range(64) if _is_lost([*values[:place], v, *values[place + 1 :]], misere)}
        divisors = _divisors(primes[place])
        size += len(divisors)
        claim(size <= MOST_DIVISORS, "the numbers have too many divisors to check")
        for divisor, count in divisors:
            if (_grundy(number - divisor) if subtracts else values[place] - count) in good:
                expected.append([number, -divisor if signed and subtracts else divisor])
    expected.sort()
    claim_listed(moves, [move[1] for move in expected] if len(numbers) == 1 else expected)
    wins, length = not _is_lost(values, misere), UNKNOWN
    if not size or (misere and max(values) <= 1):
        length = sum(values) if size else 0
    elif len(numbers) == 1 and (rules[0] != SUBTRACTION or (len(primes[0]) == 2 and 2 in primes[0] and numbers != [4])):
        length = 2 if misere else 1
    return Facts(wins, None if misere else reduce(xor, values), length)


def _is_lost(values: list[int], misere: bool) -> bool:
    # Theorems: numbers_lost, misere_division_lost, misere_division_stuck
    return sum(values) % 2 == 1 if misere and max(values) <= 1 else reduce(xor, values) == 0


def rules_of(name: str, options: list[str], count: int) -> tuple[list[str], bool]:
    """The rule book of each of `count` numbers, and whether the last move loses."""
    claim(count <= MOST, "there are too many numbers")
    claim(count > 1 or name != "sum", "a sum has several numbers")
    rules = options[0].split("+") if name == "sum" and options else [name] * count
    variants = options[1:] if name == "sum" else options
    claim(len(rules) == count and set(rules) <= {*DIVISION, SUBTRACTION}, "the game is unknown to the verifier")
    claim(variants in ([], ["misere"]), "the game is unknown to the verifier")
    return rules, variants == ["misere"]


def _grundy(number: int) -> int:
    """The Grundy value of a number to subtract from, proved in docs/subtraction-grundy.md.

    For a single number only the zeros matter; they are proved in docs/games/divisor-duel-subtract.md.
    """
    # Theorems: subtraction_grundy, subtraction_lost
    twos = (number & -number).bit_length() - 1
    odd = number >> twos
    if odd >= 17:
        return twos
    if twos <= 5:
        return int(("00000000", "02111111", "13322222", "04444434", "23355555", "06666666")[twos][odd // 2])
    if odd == 1:
        return 0 if twos % 2 else twos - 1
    return twos + {3: -2, 5: 2}.get(odd, 1)
