"""Compares what follows from the rules alone, by a program that is proved right, with the oracle and the verifier.

`values.txt` has a line for each number: the number, its Grundy value in Division and its Grundy value in Subtraction.
`verdicts.txt` has a line for each small position of a variant or a pool: the game, the position, `lost` or `won`.
"""

import sys
from pathlib import Path

import aliquot
from aliquot.arithmetic import factorise
from aliquot.oracle.verdict import Verdict
from aliquot.oracle.verify import Refused, verify
from aliquot.oracle.verify.numbers import _grundy, _primes

FOLDER = Path(__file__).parent
HIGHEST = 2000
DIVISION = ("dividers-duel", "divide-and-conquer", "factor-duel")
SUBTRACTION = "divisor-duel-subtract"


def read(name: str) -> list[list[str]]:
    """The lines of a file, split at the spaces."""
    return [line.split(" ") for line in (FOLDER / name).read_text("ascii").splitlines()]


def certified(verdict: Verdict) -> bool:
    """Whether the verifier accepts the certificate of a verdict, for the same side and the same winning moves."""
    try:
        proved = verify(verdict.certificate)
        winning = [verdict.move_json(move) for move in verdict.winning_moves]
        return proved["wins"] is verdict.wins and proved["winning_moves"] == winning
    except Refused:
        return False


def number_agrees(slug: str, values: list[int], number: int) -> bool:
    """Whether oracle and verifier say of a number what the table says: who wins, every winning move, the value."""
    game, value, subtract = aliquot.game(slug), values[number], slug == SUBTRACTION
    divisors = [d for d in range(2, number) if number % d == 0]
    winning = [d for d in divisors if values[number - d if subtract else number // d] == 0]
    verdict = aliquot.solve(game, game.position(str(number)))
    factors = [list(factor) for factor in factorise(number)]
    counted = _grundy(number) if subtract else max(0, len(_primes(number, factors)) - 1)
    said = (verdict.wins, list(verdict.winning_moves), verdict.grundy, counted)
    return said == (value != 0, winning, value, value) and certified(verdict)


def verdict_agrees(game_id: str, position: str, outcome: str) -> bool:
    """Whether oracle and verifier say of a position what playing it through says."""
    game = aliquot.game(game_id)
    verdict = aliquot.solve(game, game.position(position))
    return verdict.wins is (outcome == "won") and certified(verdict)


def main() -> None:
    """Compares everything, and says so or what is wrong."""
    rows = [[int(cell) for cell in row] for row in read("values.txt")]
    verdicts = read("verdicts.txt")
    if [row[0] for row in rows] != list(range(HIGHEST + 1)) or not verdicts:
        raise SystemExit("values.txt or verdicts.txt is not as it should be: build them anew.")
    tables = {slug: [row[1 if slug in DIVISION else 2] for row in rows] for slug in (*DIVISION, SUBTRACTION)}
    wrong = [
        f"{slug} {number}"
        for slug, values in tables.items()
        for number in range(1, HIGHEST + 1)
        if not number_agrees(slug, values, number)
    ]
    wrong += [" ".join(row) for row in verdicts if not verdict_agrees(*row)]
    if wrong:
        raise SystemExit("The oracle or the verifier does not agree with the rules:\n" + "\n".join(wrong))
    sys.stdout.write(
        f"The oracle and the verifier agree with what follows from the rules, for every number to {HIGHEST:,} and "
        f"{len(verdicts):,} sums, pools and variants.\n"
    )


if __name__ == "__main__":
    main()
