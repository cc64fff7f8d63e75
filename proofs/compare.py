"""Compares the oracle and the verifier with programs that are proved right.

First what follows from the rules alone. `values.txt` has a line for each number: the number, its Grundy value in
Division and its Grundy value in Subtraction. `verdicts.txt` has a line for each small position of a variant or a pool:
the game, the position, `lost` or `won`.

Then the checker of certificates: it and the verifier are given the certificates of all these positions, of misère
Subtraction up to the bound and of numbers far beyond it, and twice as many that were changed. They must say the same of
each. Of what is right, the checker must say in words what the certificate says.
"""

import json
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import aliquot
from aliquot.oracle.verdict import Verdict
from aliquot.oracle.verify import Refused, verify
from aliquot.oracle.verify.numbers import _grundy
from aliquot.oracle.verify.primes import read_primes_of
from proofs.mutations import Document, mutants

FOLDER = Path(__file__).parent
HIGHEST = 2000
DIVISION = ("dividers-duel", "divide-and-conquer", "factor-duel")
SUBTRACTION = "divisor-duel-subtract"
MISERE = f"{SUBTRACTION}(misere)"


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
    proof = (verdict.certificate or {})["proof"]
    primes = read_primes_of([number], proof)[0]
    counted = _grundy(number) if subtract else max(0, len(primes) - 1)
    said = (verdict.wins, list(verdict.winning_moves), verdict.grundy, counted)
    return said == (value != 0, winning, value, value) and certified(verdict)


def verdict_agrees(game_id: str, position: str, outcome: str) -> bool:
    """Whether oracle and verifier say of a position what playing it through says."""
    game = aliquot.game(game_id)
    verdict = aliquot.solve(game, game.position(position))
    return verdict.wins is (outcome == "won") and certified(verdict)


def far_numbers() -> set[int]:
    """Numbers to 10^18 near those on which the rule of misère Subtraction has its exceptions."""
    powers = [2**k for k in range(11, 60)]
    near = [x for n in powers for x in (n, 3 * n, n + 1, 2 * n + 2, 3 * n + 3, 3 * n + 1, 6 * n + 2, 9 * n + 3)]
    return {x for n in near for x in (n, 2 * n, 3 * n, 4 * n) if x <= 10**18}


def certificates(verdicts: Iterable[list[str]]) -> Iterator[Document]:
    """The certificates of the numbers and of the positions of the variants and pools."""
    positions = [(slug, str(n)) for slug in (*DIVISION, SUBTRACTION, MISERE) for n in range(1, HIGHEST + 1)]
    positions += [(MISERE, str(n)) for n in far_numbers()]
    for name, position in (*positions, *((row[0], row[1]) for row in verdicts)):
        game = aliquot.game(name)
        certificate = aliquot.solve(game, game.position(position)).certificate
        if certificate is not None:
            yield certificate


def by_verifier(document: Any) -> bool:
    """Whether the verifier accepts a document."""
    try:
        verify(document)
    except Refused:
        return False
    return True


def by_checker(documents: Iterable[Any]) -> list[str]:
    """The answers of the proved checker to documents."""
    lines = "\n".join(json.dumps(document) for document in documents) + "\n"
    checker = [str(FOLDER / "check_certificates"), "--lines"]
    return subprocess.run(checker, input=lines, capture_output=True, text=True, check=True).stdout.splitlines()


def told(document: Document) -> str:
    """What a certificate says, in the words of the checker."""
    name, _, rest = document["game"].partition("(")
    options, position, moves = (
        rest.rstrip(")").split(",") if rest else [],
        document["position"],
        document["winning_moves"],
    )
    swaps, is_open = options[-1:] == ["swap"], position.endswith("~")
    options, position = options[:-1] if swaps else options, position.rstrip("~")
    if name == "divisor-duel-pool":
        bounds, _, picks = position.partition("/")
        openings = {
            "opening=even": " with an even first pick",
            "opening=even-below-50": " with an even first pick up to 49",
        }
        said = f"the pool {bounds}{''.join(openings.get(option, '') for option in options)}"
        said += f" after {picks.replace(',', ', ')}" if picks else ""
        shown = [str(move) for move in moves]
    else:
        numbers = position.split("+")
        rules = options[0].split("+") if name == "sum" else [name] * len(numbers)
        takes = [rule == SUBTRACTION for rule in rules]
        said = " + ".join(f"{'subtract' if t else 'divide'} {n}" for t, n in zip(takes, numbers, strict=True))
        said += " where the last move loses" if "misere" in options else ""
        pairs = [[int(position), move] if len(numbers) == 1 else move for move in moves if move != "swap"]
        signed = len(set(takes)) > 1
        placed = sorted((d < 0 if signed else takes[0], n, abs(d)) for n, d in pairs)
        shown = [f"{n}{'-' if subtracts else '/'}{d}" for subtracts, n, d in placed]
    if swaps and not is_open:
        return f"{said} before the first move with the pie rule is lost"
    said += " while a swap is possible" if is_open else ""
    if moves == ["swap"]:
        return f"{said} is won by a swap and no other move"
    outcome = (
        f"is won by {', '.join(shown)} and no other move" if moves else "is won" if document["wins"] else "is lost"
    )
    return f"{said} {outcome}"


def disagreements(documents: list[Any]) -> list[str]:
    """Every document of which verifier and checker do not say the same, or the checker not what the document says."""
    found = []
    for document, answer in zip(documents, by_checker(documents), strict=True):
        accepted = by_verifier(document)
        if answer != f"proved: {told(document)}" if accepted else not answer.startswith("refused: "):
            found.append(f"{json.dumps(document)}\n  verifier: {accepted}, checker: {answer}")
    return found


def compare_checkers(verdicts: list[list[str]]) -> str:
    """Gives both checkers the same certificates, right and changed, and returns what was seen."""
    rng = random.Random(23)
    good = list(certificates(verdicts))
    bad = [mutant for document in good for mutant in mutants(document, 2, rng)]
    if wrong := disagreements(good) + disagreements(bad):
        raise SystemExit("The verifier and the proved checker do not agree:\n" + "\n".join(wrong[:20]))
    if not all(map(by_verifier, good)):
        raise SystemExit("A certificate of the oracle is refused.")
    return f"The verifier and the proved checker agree on {len(good):,} certificates and {len(bad):,} changed ones.\n"


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
    sys.stdout.write(compare_checkers(verdicts))


if __name__ == "__main__":
    main()
