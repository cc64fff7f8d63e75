"""The longest chain: tolls and borders show that no chain of 1 to N is longer than the one given.

Numbers are linked if one divides the other. A chain is closed to a ring by a stop 0 that is linked to every number.
The certificate gives each number and the stop a toll, and names groups of numbers, each with a weight and one of its
members, the keeper. The border of a group is the set of links with exactly one end inside.

1. For every link, the two tolls and the weights of all borders it crosses add up to at most 0.
2. A ring through a keeper is inside its group and, at the stop, outside it; so it crosses that border at least twice.
3. Add (1) over the links of a ring. Every toll counts twice, and by (2) so does the weight of every group whose keeper
   is in the ring. With price(v) = toll(v) + the weights of the groups that v keeps, the prices of the ring add up
   to at most 0.
4. So scale·length ≤ sum over the chain of (scale − 2·price(v)) − 2·price(0), and that is at most the same sum over all
   numbers from 1 to N for which the term is positive. Divided by the scale and rounded down, that must be the length.
"""

from itertools import pairwise
from typing import Any

from aliquot.oracle.verify.claims import claim

FORMAT, VERSION = "aliquot-chain-certificate", 1
FIELDS = ("format", "version", "limit", "length", "chain", "scale", "tolls", "cuts")
LARGEST_LIMIT, MOST_CUTS, MOST_MEMBERS, LARGEST_WEIGHT = 1000, 1000, 200_000, 10**12
"""Bounds that keep every check below about a second, and all sums exact and small."""

Cut = tuple[int, int, list[int]]


def is_chain_certificate(document: Any) -> bool:
    """Return whether a document says that it is a certificate for the longest chain."""
    return isinstance(document, dict) and document.get("format") == FORMAT


def check_chain_answer(
    document: dict[str, Any], certificate: dict[str, Any]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Check an answer of `aliquot solve longest-chain --json` by its certificate.

    Returns:
        The fields that the certificate proves, and the others.

    Raises:
        Refused: The certificate does not hold, or is about something else.
    """
    judge_chain(certificate)
    limit, length = certificate["limit"], certificate["length"]
    proved = {"game": f"longest-chain(limit={limit})", "limit": limit, "ceiling": length, "proved": True}
    for name, value in proved.items():
        stated = document.get(name)
        claim(type(stated) is type(value) and stated == value, f"the certificate does not prove the field {name}")
    return tuple(proved), tuple(name for name in document if name not in (*proved, "certificate"))


def judge_chain(document: Any) -> None:
    """Check a certificate for the longest chain.

    Raises:
        Refused: It does not prove the length it names.
    """
    # Theorem: chain_bound
    claim(isinstance(document, dict) and set(document) == set(FIELDS), f"its fields must be {', '.join(FIELDS)}")
    version = document["version"]
    claim(is_chain_certificate(document), f"it is not in the format {FORMAT}")
    claim(type(version) is int and version == VERSION, f"its version is not {VERSION}")
    limit = _whole(document["limit"], 1, LARGEST_LIMIT, f"the limit is not from 1 to {LARGEST_LIMIT}")
    length = _whole(document["length"], 1, limit, "the length is not from 1 to the limit")
    scale = _whole(document["scale"], 1, LARGEST_WEIGHT, "the scale is not from 1 to 10^12")
    _check_chain(document["chain"], limit, length)
    tolls = _tolls(document["tolls"], limit)
    cuts = _cuts(document["cuts"], limit)
    _check_links(limit, tolls, cuts)
    prices = tolls.copy()
    for weight, keeper, _ in cuts:
        prices[keeper] += weight
    most = sum(max(0, scale - 2 * price) for price in prices[1:]) - 2 * prices[0]
    claim(most // scale == length, f"the tolls and cuts prove at most {most // scale}, not {length}")


def _check_chain(chain: Any, limit: int, length: int) -> None:
    """Check that there is a chain of that length."""
    claim(isinstance(chain, list) and len(chain) == length, "the chain does not have that length")
    numbers = [_whole(number, 1, limit, "a number of the chain is not from 1 to the limit") for number in chain]
    claim(len(set(numbers)) == length, "a number is twice in the chain")
    for a, b in pairwise(numbers):
        claim(max(a, b) % min(a, b) == 0, f"neither of {a} and {b} divides the other")


def _tolls(groups: Any, limit: int) -> list[int]:
    """Return the toll of the stop, 0, and of each number; 0 for those not listed."""
    claim(isinstance(groups, list) and len(groups) <= limit + 1, "the tolls are not a list of groups")
    tolls: list[int | None] = [None] * (limit + 1)
    for group in groups:
        claim(isinstance(group, list) and len(group) == 2 and isinstance(group[1], list), "a toll has its numbers")
        toll = _whole(group[0], -LARGEST_WEIGHT, LARGEST_WEIGHT, "a toll is not a number of at most 10^12")
        for member in group[1]:
            number = _whole(member, 0, limit, "a toll is for a number from 0 to the limit")
            claim(tolls[number] is None, f"{number} has two tolls")
            tolls[number] = toll
    return [toll or 0 for toll in tolls]


def _cuts(cuts: Any, limit: int) -> list[Cut]:
    """Return the groups of numbers, each with its weight and its keeper."""
    claim(isinstance(cuts, list) and len(cuts) <= MOST_CUTS, "the cuts are not a list of groups")
    checked = []
    for cut in cuts:
        claim(isinstance(cut, list) and len(cut) == 3 and isinstance(cut[2], list), "a cut has weight, keeper, group")
        weight = _whole(cut[0], 0, LARGEST_WEIGHT, "the weight of a cut is not from 0 to 10^12")
        claim(len(cut[2]) <= limit, "a group has a number twice")
        group = [_whole(number, 1, limit, "a number of a group is not from 1 to the limit") for number in cut[2]]
        claim(len(set(group)) == len(group), "a group has a number twice")
        claim(type(cut[1]) is int and cut[1] in group, "the keeper of a group is not in it")
        checked.append((weight, cut[1], group))
    claim(sum(len(group) for _, _, group in checked) <= MOST_MEMBERS, "the groups are too large")
    return checked


def _check_links(limit: int, tolls: list[int], cuts: list[Cut]) -> None:
    """Check, for every link, that the tolls and the weights of the borders it crosses add up to at most 0."""
    # Theorem: chain_bound
    inside: list[set[int]] = [set() for _ in range(limit + 1)]
    for place, (_, _, group) in enumerate(cuts):
        for number in group:
            inside[number].add(place)
    for low in range(limit + 1):
        for high in range(2 * low, limit + 1, low) if low else range(1, limit + 1):
            crossed = sum(cuts[place][0] for place in inside[low] ^ inside[high])
            claim(tolls[low] + tolls[high] + crossed <= 0, f"the link from {low} to {high} costs more than 0")


def _whole(value: Any, low: int, high: int, otherwise: str) -> int:
    claim(type(value) is int and low <= value <= high, otherwise)
    return int(value)
