"""Certificates of misère Subtraction: honest ones up to 10^18 are accepted, and no altered one proves a falsehood."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from aliquot import solve
from aliquot.arithmetic import divisors, factorise
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.misere import Misere
from aliquot.games.number import NumberPosition
from aliquot.oracle.misere_subtraction_table import lost_numbers, special_numbers
from aliquot.oracle.verify import Refused, verify
from aliquot.oracle.verify.misere_subtraction import special

from .brute_force import paths, replaced
from .test_misere_subtraction_table import special_forms

GAME = Misere(SubtractionDuel(2000))
LOST = lost_numbers(4000)
MOST_DIVISORS = 897612484786617600

Document = dict[str, Any]


def certificate(number: int) -> Document:
    document = solve(GAME, NumberPosition(number)).certificate
    assert document is not None
    return document


def refusal_of(document: Any) -> str:
    with pytest.raises(Refused) as refusal:
        verify(document)
    return str(refusal.value)


def accepted(document: Any) -> bool:
    try:
        verify(document)
    except Refused:
        return False
    return True


def test_every_certificate_to_4000_is_accepted() -> None:
    for number in range(1, 4001):
        document = certificate(number)
        assert verify(document) == document
        assert document["wins"] is not bool(LOST[number])


def test_certificates_of_special_numbers_to_10_18_are_accepted() -> None:
    for number in [*special_forms()[::3], *(Random(3).randrange(1, 10**18) for _ in range(100)), 10**18, MOST_DIVISORS]:
        verify(certificate(number))


def test_the_verifier_finds_the_same_special_numbers_as_the_oracle() -> None:
    assert tuple(special()) == tuple(special_numbers())


@pytest.mark.parametrize(
    ("number", "count"), [(1, 1), (2, 1), (3, 1), (4, 2), (6, 3), (9, 1), (12, 3), (14, 2), (15, 1), (60, 3)]
)
def test_it_names_the_factors_that_decide(number: int, count: int) -> None:
    factors = certificate(number)["proof"]["factors"]
    expected = [number, number - 2, number - 3][:count]
    assert factors == [[*map(list, factorise(n))] for n in expected]
    assert not accepted({**certificate(number), "proof": {**certificate(number)["proof"], "factors": factors[:-1]}})
    assert not accepted({**certificate(number), "proof": {**certificate(number)["proof"], "factors": [*factors, []]}})


ODDITIES: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    3,
    5,
    7,
    9,
    2.0,
    "2",
    "",
    [],
    {},
    [[]],
    [[2, 1]],
    [[3, 1]],
    10**18,
]


def assert_true(document: Document) -> None:
    """Fail unless what an accepted document says is so, by trying every move."""
    number = int(document["position"])
    winning = [d for d in divisors(number)[1:-1] if LOST[number - d]]
    assert document["game"] == "divisor-duel-subtract(misere)"
    assert (document["wins"], document["winning_moves"]) == (not LOST[number], winning)


def test_no_certificate_with_one_thing_altered_proves_anything_false() -> None:
    kept = refused = 0
    for number in (4, 6, 8, 9, 10, 12, 16, 24, 32, 34, 36, 48, 51, 57, 60, 66, 96, 210, 258, 514, 1800):
        document = certificate(number)
        for path in paths(document):
            inner: Any = document
            for step in path:
                inner = inner[step]
            near: list[Any] = [inner + 1, inner - 1] if type(inner) is int else []
            near += [inner[:-1], inner[::-1]] if isinstance(inner, list) else []
            near += [str(n) for n in range(1, 70)] if path == ("position",) else []
            for value in (*ODDITIES, *near):
                altered = replaced(document, path, value)
                if accepted(altered):
                    assert_true(altered)
                    kept += 1
                else:
                    refused += 1
    assert refused > 10 * kept > 0


@pytest.mark.deep
def test_no_proof_of_one_number_is_accepted_for_another_it_is_false_of() -> None:
    documents = [certificate(number) for number in range(1, 400)]
    kept = 0
    for document in documents:
        for other in documents:
            for fields in (("proof",), ("position",), ("winning_moves",), ("wins", "winning_moves")):
                crossed = {**document, **{field: other[field] for field in fields}}
                if accepted(crossed):
                    assert_true(crossed)
                    kept += 1
    assert kept > len(documents)


def test_large_certificates_are_refused_when_changed() -> None:
    for number in (10**18, 10**18 - 4, 10**18 - 2, 2**58, 3 * 2**31, 3 * 3221225473, 2 * 499999999999999957):
        document = certificate(number)
        assert accepted(document)
        assert not accepted({**document, "wins": not document["wins"]})
        assert not accepted({**document, "winning_moves": [*document["winning_moves"], 2]})
        assert not accepted({**document, "winning_moves": document["winning_moves"][1:] or [3]})
        for step in (-2, -1, 1, 2):
            assert not accepted({**document, "position": str(number + step)})


def test_a_prime_left_out_is_noticed() -> None:
    document = certificate(60)
    assert "wins too" in refusal_of({**document, "winning_moves": [5, 15]}), "58 = 2·29"
    hidden = deepcopy(document)
    hidden["proof"]["factors"][1] = [[58, 1]]
    assert "58 is not shown to be prime" in refusal_of(hidden)
    assert "does not win" in refusal_of({**document, "winning_moves": [2, 3, 5, 15]}), "57 = 3·19"


def test_a_sum_of_such_numbers_has_no_rule() -> None:
    assert "have no rule" in refusal_of({**certificate(60), "position": "60+60"})


@pytest.mark.parametrize(
    "factors",
    [
        [[[2, 10**18]], [], []],
        [[[2, 59]] * 1000, [], []],
        [[[1, 1]], [], []],
        [[[2, 2], [3, 1], [5, 1]], [[2, 1], [29, 1]], None],
        [[[2, 2], [3, 1], [5, 1]], "58", [[3, 1], [19, 1]]],
        [[[2, 2], [3, 1], [5, 1]], [[2, 1], [29, 1]], [[57, 1]]],
    ],
)
def test_hostile_factors_are_refused(factors: Any) -> None:
    document = json.loads(json.dumps({**certificate(60), "proof": {**certificate(60)["proof"], "factors": factors}}))
    assert len(refusal_of(document)) < 200
