"""The checker that is proved says of every certificate, right or altered, what the verifier says."""

import shutil
import subprocess
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from proofs.compare import by_checker, by_verifier
from tests.oracle import test_verify, test_verify_variants

PROOFS = Path(__file__).parent.parent / "proofs"
MOST = 100_000


def documents() -> list[Any]:
    """The certificates of the verifier's tests, and alterations of them, evenly spread."""
    honest = [*test_verify.certificates(), *test_verify_variants.certificates()]
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


@pytest.mark.deep
def test_the_proved_checker_and_the_verifier_agree() -> None:
    if shutil.which("coqc") is None:
        pytest.skip("Coq is not installed")
    subprocess.run(["make", "--silent", "-C", str(PROOFS), "check_certificates"], check=True)
    every = documents()
    answers = by_checker(every)
    assert len(answers) == len(every) >= MOST
    accepted = [by_verifier(document) for document in every]
    unlike = [(d, a) for d, yes, a in zip(every, accepted, answers, strict=True) if yes != a.startswith("proved: ")]
    assert unlike == []
    assert 100 < sum(accepted) < MOST
