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
)
from aliquot.oracle.verify.primes import list_divisors, read_primes_of

MOST_DIVISORS = 1_000_000
"""The most divisors that are checked."""


def judge_numbers(name: str, options: list[str], position: str, moves: list[Any], proof: dict[str, Any]) -> Facts:
    """Return the facts that the factors show of one number or several, if exactly these moves win."""
    # Theorems: numbers_winning, misere_division_lost, sum_one, misere_division_one, division_grundy_after
    # Theorems: worth_grundy, sum_grundy, remoteness0, division_remoteness, subtraction_remoteness1
    numbers = [number_in(part) for part in position.split("+", MOST + 1)]
    rules, misere = rules_of(name, options, len(numbers))
    claim(not misere or SUBTRACTION not in rules, "where the last move loses, sums with subtraction have no rule")
    primes = read_primes_of(numbers, proof)
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
        divisors = list_divisors(primes[place])
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
    elif len(numbers) == 1 and (rules[0] != SUBTRACTION or (len(primes[0]) == 2 and 2 in primes[0])):
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
