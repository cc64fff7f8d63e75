"""Compares the tables that were made from the rules alone, and proved right, with the oracle and the verifier.

`tables.txt` has a line for each number: the number, its Grundy value in Division and its Grundy value in Subtraction.
Everything is compared that the oracle says of a single number, and what the verifier makes of its certificate.
"""

import sys
from pathlib import Path

import aliquot
from aliquot.arithmetic import factorise
from aliquot.oracle import verify

TABLES = Path(__file__).parent / "tables.txt"
HIGHEST = 2000
DIVISION = ("dividers-duel", "divide-and-conquer", "factor-duel")
SUBTRACTION = "divisor-duel-subtract"


def read() -> tuple[list[int], list[int]]:
    """The two tables; the index is the number."""
    rows = [tuple(map(int, line.split())) for line in TABLES.read_text("ascii").splitlines()]
    if [row[0] for row in rows] != list(range(HIGHEST + 1)):
        raise SystemExit(f"{TABLES.name} does not go from 0 to {HIGHEST}: build it anew.")
    return [row[1] for row in rows], [row[2] for row in rows]


def differences(slug: str, values: list[int], number: int) -> list[str]:
    """What the oracle or the verifier says of a number that the table does not."""
    game = aliquot.game(slug)
    subtract = slug == SUBTRACTION
    divisors = [d for d in range(2, number) if number % d == 0]
    winning = [d for d in divisors if values[number - d if subtract else number // d] == 0]
    verdict = aliquot.solve(game, game.position(str(number)))
    said = (verdict.wins, list(verdict.winning_moves), verdict.grundy)
    if said != (values[number] != 0, winning, values[number]):
        return [f"{slug} {number}: the oracle says {said}, but the table {values[number]} and {winning}."]
    counted = verify._grundy(number) if subtract else max(0, len(verify._primes(number, _factors(number))) - 1)
    if counted != values[number]:
        return [f"{slug} {number}: the verifier says {counted}, but the table {values[number]}."]
    try:
        verify.verify(verdict.certificate)
    except verify.Refused as refused:
        return [f"{slug} {number}: the verifier refuses what the oracle says: {refused}."]
    return []


def _factors(number: int) -> list[list[int]]:
    return [list(factor) for factor in factorise(number)]


def main() -> None:
    """Compares everything, and says so or what is wrong."""
    division, subtraction = read()
    rules = [*((slug, division) for slug in DIVISION), (SUBTRACTION, subtraction)]
    found = [text for slug, values in rules for n in range(1, HIGHEST + 1) for text in differences(slug, values, n)]
    if found:
        raise SystemExit("\n".join(found))
    sys.stdout.write(f"The oracle and the verifier agree with the tables for every number to {HIGHEST:,}.\n")


if __name__ == "__main__":
    main()
