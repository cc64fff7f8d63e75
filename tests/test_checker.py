"""The checker that is proved says of every certificate, right or altered, what the verifier says."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from aliquot.oracle.verdict import prove_factors
from proofs.compare import by_checker, by_verifier
from tests.oracle import test_verify, test_verify_limits, test_verify_misere_subtraction, test_verify_variants

PROOFS = Path(__file__).parent.parent / "proofs"
MOST = 100_000
MISERE = (2, 4, 7, 9, 10, 12, 32, 33, 34, 36, 51, 60, 8192, 24576, 3 * 8193, 3 * 2**31, 2 * 3221225473, 10**18 - 2)
"""Numbers to subtract from, where the last move loses: of every case of the theorem."""


def documents() -> list[Any]:
    """The certificates of the verifier's tests, and alterations of them, evenly spread."""
    honest = [*test_verify.certificates(), *test_verify_variants.certificates()]
    honest += map(test_verify_misere_subtraction.certificate, MISERE)
    each = MOST // len(honest) + 1
    altered: list[Any] = []
    for place, document in enumerate(honest):
        every = [*test_verify.alterations(document)]
        Random(place).shuffle(every)
        altered += islice(filter(is_writable, every), each)
    return [*honest, *altered]


def is_writable(document: Any) -> bool:
    """Whether JSON can write down every number of a document."""
    return not test_verify._huge(document)


def build() -> None:
    """Build the checker."""
    if shutil.which("coqc") is None:
        pytest.skip("Coq is not installed")
    subprocess.run(["make", "--silent", "-C", str(PROOFS), "check_certificates"], check=True)


def hostile() -> Iterator[Any]:
    """Documents that would take a minute or far more without a limit."""
    small = test_verify_limits.of_sum(1)
    prime = json.loads(json.dumps(prove_factors([10**18 - 11])))["primes"]
    yield {**small, "proof": {"factors": [[[number, 1] for number in range(2, 200_000)]], "primes": []}}
    yield {**small, "proof": {"factors": [[[2, 2]]], "primes": [*prime, *[prime[-1]] * 100_000]}}
    yield {**small, "proof": {"factors": [[[2, 1]]] * 100_000, "primes": []}}
    yield {**small, "winning_moves": [0] * 8_000_000}


@pytest.mark.deep
def test_the_proved_checker_refuses_what_would_take_long() -> None:
    build()
    for document in hostile():
        text = json.dumps(document, separators=(",", ":"))
        done = subprocess.run([PROOFS / "check_certificates"], input=text, capture_output=True, text=True, timeout=60)
        assert done.stdout.startswith("refused: ")


@pytest.mark.deep
def test_the_proved_checker_and_the_verifier_agree() -> None:
    build()
    every = [*documents(), *test_verify_limits.documents()]
    answers = by_checker(every)
    assert len(answers) == len(every) >= MOST
    accepted = [by_verifier(document) for document in every]
    unlike = [(d, a) for d, yes, a in zip(every, accepted, answers, strict=True) if yes != a.startswith("proved: ")]
    assert unlike == []
    assert 100 < sum(accepted) < MOST
