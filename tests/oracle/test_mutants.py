"""The tests of the verifier notice every mutant of it, except those named here with the reason."""

import json
import resource
import signal
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

import aliquot
from aliquot import solve
from aliquot.oracle.chain import ceiling

from . import (
    mutation,
    test_chain,
    test_verify,
    test_verify_limits,
    test_verify_misere_subtraction,
    test_verify_variants,
)
from .brute_force import paths, replaced

SUBTRACTION = "divisor-duel-subtract"
SURVIVORS = Path(__file__).parent / "surviving_mutants.txt"
ALTERED = 60
"""The alterations of each document that are tried."""
SOON = 2000
"""The documents before the largest texts."""
SECONDS = 5.0
"""The processor time after which a mutant has failed."""
MEMORY = 4 * 2**30
"""The memory beyond which a mutant has failed: one without a limit may ask for all there is."""


def documents() -> Iterator[Any]:
    """Certificates of the verifier's tests, honest and altered."""
    powers = [2**k for k in range(2, 58)]
    numbers = [*range(1, 64), *powers, *(3 * n for n in powers), 2**58, 2**59, 34, 258, 514, 24578, 3 * 2**13 + 3]
    numbers += [3 * 2**17 + 3, 3 * 2**31 + 3, 2 * 3221225473, 3 * 3221225473, 10**18]
    honest = [*test_verify.certificates(), *test_verify_variants.certificates()]
    honest += map(test_verify_misere_subtraction.certificate, numbers)
    yield from map(certificate, further())
    yield from honest
    pools = [certificate((f"divisor-duel-pool(pool=1-{high})", f"1-{high}/")) for high in (4, 5, 8, 9, 13)]
    yield from altered([*honest, *pools * 5])


def further() -> Iterator[tuple[str, str]]:
    """Return more games and positions: every row of the values of Subtraction, misère sums, and pools with ears."""
    for number in (m * 2**k for m in range(1, 21, 2) for k in range(13) if m * 2**k > 1):
        yield f"{SUBTRACTION}(start={number}+{3 * number})", f"{number}+{3 * number}"
        yield f"{SUBTRACTION}(start={number + 1}+6)", f"{number + 1}+6"
    for a, b, c in combinations_with_replacement((3, 4, 8, 12, 30), 3):
        yield f"factor-duel(start={a}+{b}+{c},misere)", f"{a}+{b}+{c}"
    for low in (1, 2, 3):
        for high in range(low + 1, 22):
            yield f"divisor-duel-pool(pool={low}-{high})", f"{low}-{high}/"
            yield f"divisor-duel-pool(pool={low}-{high})", f"{low}-{high}/{high}"


def certificate(asked: tuple[str, str]) -> Any:
    """Return the certificate of a position."""
    game = aliquot.game(asked[0])
    return solve(game, game.position(asked[1])).certificate


def altered(honest: list[Any]) -> Iterator[Any]:
    """Some alterations of each document."""
    rng = Random(23)
    for document in honest:
        places = [*paths(document)]
        for path in rng.choices(places, k=ALTERED):
            values = (*test_verify.ODDITIES, *test_verify.neighbours(test_verify.at(document, path)))
            value = rng.choice(values)
            if not test_verify._huge(value):
                yield replaced(document, path, value)


def texts() -> Iterator[str]:
    """Answers of the oracle as text, honest and altered."""
    honest = [*test_verify_variants.answers()]
    # Each field of an answer changed by itself, so that no mutant depends on the alterations drawn.
    yield from map(json.dumps, [*honest, *wrong(honest), *altered(honest)])
    for proved, position, claimed in test_verify_variants.BORROWINGS:
        answer = json.loads(test_verify_variants.answer_text(proved, position))
        yield json.dumps({**answer, "game": claimed})


def wrong(answers: list[Any]) -> Iterator[Any]:
    """Answers without a certificate, of the other player, without lengths and values, and about another game."""
    for answer in answers:
        yield {**answer, "certificate": None}
        yield {**answer, "to_move": 3 - answer["to_move"]}
        yield {**answer, "grundy": None, "remoteness": None}
        yield {**answer, "game": f"x{answer['game']}"}


def chains() -> Iterator[Any]:
    """Certificates of longest chains, honest and altered, as documents and in answers."""
    yield from ([], None, {}, test_chain.CERTIFICATE, *test_chain.LIMITS)
    yield from ({**test_chain.CERTIFICATE, **change} for change, _ in test_chain.REFUSALS)
    best = ceiling(30)
    answer = {"game": "longest-chain(limit=30)", "limit": 30, "ceiling": 26, "proved": True, "sentence": ""}
    changes: list[dict[str, Any]] = [
        {},
        {"game": "longest-chain(limit=31)"},
        {"limit": 30.0},
        {"ceiling": 27},
        {"proved": 1},
    ]
    yield from (json.dumps({**answer, **change, "certificate": best.certificate}) for change in changes)
    yield json.dumps({**answer, "certificate": {**(best.certificate or {}), "tolls": []}})
    yield json.dumps(best.certificate)
    rng = Random(24)
    honest = [ceiling(limit).certificate or {} for limit in (2, 3, 4, 5, 8, 12, 24)]
    yield from honest
    for document in (test_chain.CERTIFICATE, *honest):
        yield from (test_chain.mutations(document, rng) for _ in range(5 * ALTERED))


def outcome(verifier: ModuleType, document: Any) -> object:
    """Return the facts a verifier finds, or why it refuses; anything else it does is an outcome too."""
    try:
        if isinstance(document, str | bytes):
            return verifier.verify_text(document)
        return verifier._facts(document) if _has_facts(document) else verifier.verify(document)
    except verifier.Refused as refusal:
        return type(refusal).__name__, str(refusal)
    except Exception as error:  # a mutant may fail in any way
        return type(error)


def _has_facts(document: Any) -> bool:
    return isinstance(document, dict) and "proof" in document


def survives(mutant: mutation.Mutant, cases: list[tuple[Any, object]]) -> bool:
    """Return whether a mutant answers as the verifier does in every case."""
    try:
        verifier = mutation.load(mutant)
        return all(outcome(verifier, document) == expected for document, expected in cases)
    except Exception:  # a mutant may not even load
        return False


def _expire(*_: object) -> None:
    raise TimeoutError


@pytest.mark.deep
def test_every_mutant_is_noticed_except_those_listed() -> None:
    verifier = mutation.load()
    of_chains, others = [*chains()], [*documents(), *texts()]
    Random(1).shuffle(others)
    # Most mutants fail early, those of the limits of texts at the texts: the sooner, the less time all this takes.
    others[:0] = [*test_verify_limits.documents(), *of_chains[:100]]
    others[SOON:SOON] = test_verify_limits.texts()
    of_others = [(document, outcome(verifier, document)) for document in others]
    of_chain = [(document, outcome(verifier, document)) for document in of_chains]
    lines = SURVIVORS.read_text("utf-8").splitlines()
    listed = {line for line in lines if line and not line.startswith("#")}
    names, unnoticed = set[str](), set[str]()
    memory = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, memory[1]))
    previous = signal.signal(signal.SIGPROF, _expire)
    try:
        for mutant in mutation.mutants():
            names.add(mutant.name)
            if mutant.name not in listed:
                signal.setitimer(signal.ITIMER_PROF, SECONDS)
                if survives(mutant, of_chain if mutant.module == "chain" else of_others):
                    unnoticed.add(mutant.name)
                signal.setitimer(signal.ITIMER_PROF, 0)
    finally:
        signal.signal(signal.SIGPROF, previous)
        resource.setrlimit(resource.RLIMIT_AS, memory)
    assert len(names) > 1200
    assert unnoticed == set()
    assert listed <= names, "a mutant is listed that does not exist"
