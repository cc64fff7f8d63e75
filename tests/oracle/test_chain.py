"""The longest chain: proved lengths against brute force, certificates against the verifier, bounds against search."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from aliquot.games.longest_chain import LARGEST, LEFT, RIGHT, Chain, related
from aliquot.oracle import chain as oracle
from aliquot.oracle.chain import ALL_PROVED_TO, ceiling, hint, most, reach
from aliquot.oracle.chain_barrier import LARGEST as LARGEST_BARRIER
from aliquot.oracle.chain_barrier import barrier
from aliquot.oracle.chain_search import improve
from aliquot.oracle.verify import Refused, verify, verify_text
from tests.effort import deep, tries

OEIS = [1, 2, 3, 4, 4, 6, 6, 7, 8, 9, 9, 11, 11, 12, 13, 14, 14, 16, 16, 17, 18, 19, 19, 21, 21, 22, 23, 24, 24, 26]
"""The first terms of A337125, the longest simple path in the divisor graph of 1 to n."""


@cache
def brute_force(limit: int) -> int:
    """The longest length by dynamic programming over the sets of numbers and their last number.

    It shares nothing with the oracle. Numbers whose only neighbour is 1 (large primes) are left to the end: a chain
    has at most two of them, both next to 1, and only the first of them matters, or two.
    """
    leaves = [p for p in range(limit // 2 + 1, limit + 1) if all(p % d for d in range(2, p))]
    numbers = [n for n in range(1, limit + 1) if n not in leaves[2:]]
    place = {number: at for at, number in enumerate(numbers)}
    links = [sum(1 << place[b] for b in numbers if related(a, b)) for a in numbers]
    # layer: for each set of numbers, which of them a chain that uses exactly these can end with
    layer = {1 << at: 1 << at for at in range(len(numbers))}
    length = 1
    while True:
        longer: dict[int, int] = {}
        for members, ends in layer.items():
            while ends:
                end = ends & -ends
                ends ^= end
                free = links[end.bit_length() - 1] & ~members
                while free:
                    last = free & -free
                    free ^= last
                    longer[members | last] = longer.get(members | last, 0) | last
        if not longer:
            return length
        layer, length = longer, length + 1


def is_chain(numbers: tuple[int, ...], limit: int) -> bool:
    distinct = len(set(numbers)) == len(numbers) and all(1 <= number <= limit for number in numbers)
    return distinct and all(max(pair) % min(pair) == 0 for pair in pairwise(numbers))


def contains(chain: tuple[int, ...], piece: tuple[int, ...]) -> bool:
    return any(chain[at : at + len(piece)] == piece for at in range(len(chain)))


def some_chains(count: int, limits: tuple[int, ...] = (7, 12, 20, 30)) -> Iterator[Chain]:
    for seed in range(count):
        random = Random(seed)
        chain = Chain(random.choice(limits))
        for _ in range(random.randrange(1, chain.limit // 2)):
            end = random.choice((LEFT, RIGHT))
            if options := chain.extensions(end):
                chain = chain.extend(end, random.choice(options))
        yield chain


# --- ceilings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [*range(2, 19), *deep(*range(19, 31))])
def test_brute_force_finds_the_same_length(limit: int) -> None:
    assert brute_force(limit) == ceiling(limit).length == OEIS[limit - 1]


def test_every_limit_up_to_the_bound_is_proved_and_checked() -> None:
    lengths = []
    for limit in range(2, ALL_PROVED_TO + 1):
        best = ceiling.__wrapped__(limit)
        assert best.proved
        assert is_chain(best.chain, limit)
        assert verify(best.certificate) == best.certificate
        assert best.certificate["length"] == best.length == len(best.chain)
        lengths.append(best.length)
    assert lengths == sorted(lengths)
    assert ceiling(100).length == 77


@pytest.mark.parametrize("limit", [ALL_PROVED_TO + 1, 400, 777, LARGEST])
def test_beyond_the_bound_nothing_is_called_proved_without_a_certificate(limit: int) -> None:
    best = ceiling(limit)
    assert is_chain(best.chain, limit)
    assert best.length >= ceiling(ALL_PROVED_TO).length
    assert best.proved == (best.certificate is not None)
    if best.certificate:
        verify(best.certificate)
    assert ceiling.__wrapped__(limit) == best  # the same question, the same answer


def test_the_story_of_one_barrier_is_true_wherever_it_is_told() -> None:
    for limit in range(3, LARGEST_BARRIER + 1):
        wall = barrier(limit, ceiling(limit).length)
        assert wall is not None
        assert wall.most == ceiling(limit).length
        assert sorted([*wall.numbers, *(number for piece in wall.pieces for number in piece)]) == [*range(1, limit + 1)]
        home = {number: place for place, piece in enumerate(wall.pieces) for number in piece}
        assert all(home[a] == home[b] for a in home for b in home if related(a, b))
        assert [*map(len, wall.pieces)] == sorted(map(len, wall.pieces), reverse=True)
        assert str(wall.most) in wall.story
    assert barrier(LARGEST_BARRIER + 1, ceiling(LARGEST_BARRIER + 1).length) is None
    assert barrier(10, 8) is None  # it is never told of a length that is not the longest


# --- continuations ----------------------------------------------------------------------------------


def longest_continuation(chain: Chain) -> int:
    """The longest continuation by trying all, both ends in any order."""
    best, seen, stack = 0, {chain.numbers}, [chain]
    while stack:
        here = stack.pop()
        best = max(best, len(here.numbers))
        for end in (LEFT, RIGHT):
            for number in here.extensions(end):
                longer = here.extend(end, number)
                if longer.numbers not in seen:
                    seen.add(longer.numbers)
                    stack.append(longer)
    return best


def test_bounds_and_continuations_hold_against_trying_everything() -> None:
    exact = 0
    for chain in some_chains(tries(150), (7, 9, 10, 12)):
        longest, ahead = longest_continuation(chain), reach(chain)
        assert ahead.at_least <= longest <= ahead.at_most <= most(chain)
        assert is_chain(ahead.continuation, chain.limit)
        assert contains(ahead.continuation, chain.numbers)
        assert len(ahead.continuation) == ahead.at_least
        exact += ahead.is_exact
    assert exact


def test_no_continuation_exceeds_the_bound_of_the_certificate() -> None:
    """Pieces of longest chains, and of chains that a search finds, all the way to their ends."""
    for limit in (30, 60, 100, 200):
        for numbers in (ceiling(limit).chain, improve(limit, (limit // 2, limit), steps=1500)):
            random = Random(limit)
            for _ in range(tries(60)):
                first, end = sorted(random.sample(range(len(numbers) + 1), 2))
                assert most(Chain(limit, numbers[first:end])) >= len(numbers)
    assert most(Chain(100, (97, 1, 89))) == 3
    assert most(Chain(100, (97, 1))) < 77


def test_following_the_hints_from_nothing_gives_a_longest_chain() -> None:
    chain = Chain(100)
    plan: tuple[int, ...] = ()
    while (advice := hint(chain, plan)) is not None:
        assert advice.reach.is_exact
        chain, plan = chain.extend(*advice.extension), advice.reach.continuation
    assert len(chain.numbers) == 77


def test_hints_are_legal_and_keep_what_they_promise() -> None:
    for chain in some_chains(tries(40)):
        advice = hint(chain)
        if advice is None:
            assert chain.is_over
            continue
        after = chain.extend(*advice.extension)
        assert contains(advice.reach.continuation, after.numbers)
        assert reach(after, advice.reach.continuation).at_least >= advice.reach.at_least


def test_a_piece_of_the_longest_chain_read_backwards_is_recognised() -> None:
    piece = ceiling(100).chain[20:40][::-1]
    assert reach(Chain(100, piece)).is_exact
    assert reach(Chain(100, piece)).at_least == 77


# --- certificates -----------------------------------------------------------------------------------

CERTIFICATE = {
    "format": "aliquot-chain-certificate",
    "version": 1,
    "limit": 5,
    "length": 4,
    "chain": [3, 1, 2, 4],
    "scale": 2,
    "tolls": [[-1, [0, 1]], [1, [3, 5]]],
    "cuts": [[1, 4, [2, 4]]],
}


def test_a_certificate_written_by_hand_is_accepted() -> None:
    assert verify(CERTIFICATE) == CERTIFICATE


LEAST = {**CERTIFICATE, "limit": 1, "length": 1, "chain": [1], "scale": 1, "tolls": [], "cuts": []}
TWO = {**LEAST, "limit": 2, "length": 2, "chain": [1, 2]}
"""One number, and two: all of them are in the chain, so nothing has to be shown."""
LIMITS: list[dict[str, Any]] = [
    LEAST,
    TWO,
    {**LEAST, "scale": 10**12},
    {**LEAST, "tolls": [[0, [0]], [0, [1]]]},
    {**LEAST, "tolls": [[10**12, [0]], [-(10**12), [1]]]},
    {**LEAST, "tolls": [[-1, [1]], [1, [0]]]},
    {**LEAST, "cuts": [[0, 1, [1]]] * 1000},
    {**TWO, "cuts": [[0, 1, [1, 2]]]},
    {**CERTIFICATE, "scale": 6, "tolls": [[-3, [0, 1]], [3, [3, 5]]], "cuts": [[3, 4, [2, 4]]]},
]
"""Certificates that hold, each with something at its limit."""


@pytest.mark.parametrize("document", LIMITS)
def test_a_certificate_at_a_limit_is_accepted(document: dict[str, Any]) -> None:
    assert verify(document) == document


REFUSALS: list[tuple[dict[str, Any], str]] = [
    ({"length": 5, "chain": [3, 1, 2, 4, 5]}, "neither of 4 and 5 divides the other"),
    ({"length": 3, "chain": [3, 1, 2]}, "the tolls and cuts prove at most 4, not 3"),
    ({"chain": [3, 1, 2, 2]}, "a number is twice in the chain"),
    ({"chain": [3, 1, 2, 6]}, "a number of the chain is not from 1 to the limit"),
    ({"chain": [3, 1, 2]}, "the chain does not have that length"),
    ({"cuts": []}, "the tolls and cuts prove at most 5, not 4"),
    ({"cuts": [[2, 4, [2, 4]]]}, "the link from 0 to 2 costs more than 0"),
    ({"cuts": [[1, 3, [2, 4]]]}, "the keeper of a group is not in it"),
    ({"cuts": [[-1, 4, [2, 4]]]}, "the weight of a cut is not from 0 to 10^12"),
    ({"cuts": [[1, 4, [0, 4]]]}, "a number of a group is not from 1 to the limit"),
    ({"cuts": [[1, 4, [2, 4, 4]]]}, "a group has a number twice"),
    ({"cuts": [[1, 4, [4] * 6]]}, "a group has a number twice"),
    ({"cuts": [[0, 1, [1]]] * 1001}, "the cuts are not a list of groups"),
    ({"tolls": [[-1, [0, 1]], [1, [3, 5]], [0, [3]]]}, "3 has two tolls"),
    ({"tolls": [[-1, [0, 1]], [1, [3, 6]]]}, "a toll is for a number from 0 to the limit"),
    ({"tolls": [[1.0, [3]]]}, "a toll is not a number of at most 10^12"),
    ({"tolls": [[10**13, [3]]]}, "a toll is not a number of at most 10^12"),
    ({"scale": 10**12 + 1}, "the scale is not from 1 to 10^12"),
    ({"scale": 0}, "the scale is not from 1 to 10^12"),
    ({"scale": True}, "the scale is not from 1 to 10^12"),
    ({"limit": 0}, "the limit is not from 1 to 1000"),
    ({"limit": 1001}, "the limit is not from 1 to 1000"),
    ({"limit": 10**400}, "the limit is not from 1 to 1000"),
    ({"length": 0, "chain": []}, "the length is not from 1 to the limit"),
    ({**LEAST, "tolls": [[0, []], [0, [0]], [0, [1]]]}, "the tolls are not a list of groups"),
    ({**LEAST, "tolls": [[0, [-1]]]}, "a toll is for a number from 0 to the limit"),
    ({**LEAST, "tolls": [[-1, [0]]], "scale": 2}, "the tolls and cuts prove at most 2, not 1"),
    ({**LEAST, "tolls": [[1, [1]]]}, "the link from 0 to 1 costs more than 0"),
    ({**TWO, "tolls": [[1, [2]]]}, "the link from 0 to 2 costs more than 0"),
    ({**TWO, "tolls": [[1, [1, 2]], [-1, [0]]]}, "the link from 1 to 2 costs more than 0"),
    ({**LEAST, "cuts": [[0, True, [1]]]}, "the keeper of a group is not in it"),
    ({**LEAST, "cuts": [[0, 1.0, [1]]]}, "the keeper of a group is not in it"),
    ({"limit": 1000, "cuts": [[1, 1, [*range(1, 201)]]] * 1000}, "the link from 0 to 1 costs more than 0"),
    (
        {"limit": 1000, "cuts": [[1, 1, [*range(1, 202)]]] + [[1, 1, [*range(1, 201)]]] * 999},
        "the groups are too large",
    ),
    ({"version": 2}, "its version is not 1"),
    ({"version": True}, "its version is not 1"),
    ({"more": 1}, "its fields must be format, version, limit, length, chain, scale, tolls, cuts"),
]


@pytest.mark.parametrize(("change", "reason"), REFUSALS)
def test_what_does_not_prove_it_is_refused(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        verify({**CERTIFICATE, **change})
    assert str(refusal.value) == reason


def mutations(certificate: dict[str, Any], random: Random) -> dict[str, Any]:
    """One change somewhere in a certificate."""
    document = copy.deepcopy(certificate)
    places: list[tuple[Any, Any]] = []
    stack: list[Any] = [document]
    while stack:
        node = stack.pop()
        for key in node if isinstance(node, dict) else range(len(node)):
            places.append((node, key))
            if isinstance(node[key], list):
                stack.append(node[key])
    node, key = random.choice(places)
    kind = random.randrange(5)
    if kind == 0:
        del node[key]
    elif kind == 1 and isinstance(node, list):
        node.append(node[key])
    elif type(node[key]) is int:
        node[key] = random.choice((0, 1, -1, 2, node[key] + 1, node[key] - 1, -node[key], 10**20, "1", None, 1.0, True))
    else:
        node[key] = random.choice(([], {}, None, 0, "", [[]]))
    return document


@pytest.mark.parametrize("count", [500, *deep(10_000)])
def test_a_mutated_certificate_is_refused_or_still_proves_the_truth(count: int) -> None:
    """A weaker toll may still do; but whatever is accepted states a length that is right."""
    refused, random = 0, Random(24)
    for _ in range(count):
        document = mutations(ceiling(random.choice((5, 12, 24, 30, 60, 100))).certificate or {}, random)
        try:
            verify(document)
        except Refused:
            refused += 1
        else:
            assert document["length"] == ceiling(document["limit"]).length == len(document["chain"])
    assert refused > 0.7 * count


def test_a_false_length_is_never_proved() -> None:
    """The tolls and cuts of one limit, under the chain of another."""
    for limit in range(5, 60):
        proof = ceiling(limit).certificate or {}
        shorter = {**proof, "length": proof["length"] - 1, "chain": proof["chain"][1:]}
        with pytest.raises(Refused):
            verify(shorter)


def test_an_answer_is_checked_by_its_certificate() -> None:
    best = ceiling(30)
    answer = {"game": "longest-chain(limit=30)", "limit": 30, "ceiling": 26, "proved": True, "sentence": "…"}
    document = json.dumps({**answer, "certificate": best.certificate})
    verification = verify_text(document)
    assert (verification.checked, verification.unchecked) == (("game", "limit", "ceiling", "proved"), ("sentence",))
    for name, value in (("game", "longest-chain(limit=31)"), ("limit", 30.0), ("ceiling", 27), ("proved", 1)):
        with pytest.raises(Refused, match=f"the field {name}"):
            verify_text(json.dumps({**answer, name: value, "certificate": best.certificate}))


def test_an_answer_does_not_make_a_false_certificate_true() -> None:
    proof = ceiling(30).certificate or {}
    short = {**proof, "length": 25, "chain": proof["chain"][1:]}
    answer = {"game": "longest-chain(limit=30)", "limit": 30, "ceiling": 25, "proved": True, "certificate": short}
    with pytest.raises(Refused, match="26"):
        verify_text(json.dumps(answer))


def test_the_file_has_the_fields_of_certificates_and_nothing_else() -> None:
    for limit in oracle._lines():
        assert set(oracle._entry(limit)) in ({"chain"}, {"chain", "scale", "tolls", "cuts"})
