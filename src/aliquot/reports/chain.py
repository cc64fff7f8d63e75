"""The report on a chain: where it can grow, how far it is from the ceiling, and what to try next, for every door."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from aliquot.games.longest_chain import LEFT, RIGHT, Chain, End
from aliquot.oracle.chain import Ceiling, Hint, ceiling, hint, most
from aliquot.oracle.chain_barrier import barrier
from aliquot.oracle.chain_search import neighbours

BEGIN = "Choose any number from 1 to {limit} to begin."
LONGEST_IS = "The longest chain has {ceiling} numbers."
LONGEST_KNOWN = "The longest chain known has {ceiling} numbers."
GROWING = "{numbers}; the longest chain has {ceiling}."
GROWING_KNOWN = "{numbers}; the longest chain known has {ceiling}."
AT_MOST = "From here at most {most} are possible."
STUCK = "Neither end can grow."
TAKE_BACK = "Take some numbers back and try another way."
LONGEST = "{numbers}: no chain of 1–{limit} is longer, and that is proved."
AS_LONG = "{numbers}: as long as the longest chain known for 1–{limit}. Whether there is a longer one is not proved."
RECORD = "{numbers}: longer than the longest chain known to us for 1–{limit}, {ceiling}. Please send it to us."
HINT_EXACT = "Add {number} on the {end}: the chain can still reach {least}, and no more."
HINT_GOOD = "A good continuation: {number} on the {end}. At least {least} numbers are possible, at most {most}."
HINT_BEGIN = "Begin with {number}: a chain of {least} numbers has it at one end."
NO_HINT = f"{STUCK} {TAKE_BACK}"
NO_CERTIFICATE = "1–{limit} has no certificate: its longest chain is not proved."
ADDED = "{number} added on the {end}."
REMOVED = "{number} taken back."


Links: TypeAlias = tuple[tuple[int, ...], ...]
"""For each number from 1 on, the larger numbers that can stand beside it in a chain."""


@lru_cache(maxsize=8)
def links(limit: int) -> Links:
    """Return what can stand beside what in a chain of 1 to a limit: a page that has it needs to know no rule."""
    beside = neighbours(limit)
    return tuple(
        tuple(sorted(other for other in beside[number] if other > number)) for number in range(1, limit // 2 + 1)
    )


@dataclass(frozen=True, slots=True)
class ChainHint:
    """A number to add next."""

    end: End
    number: int
    at_least: int
    """The length that a continuation found has."""
    at_most: int
    """A proved bound on the length of every continuation."""
    exact: bool
    """True if these are equal: no continuation is longer."""
    sentence: str
    continuation: tuple[int, ...]
    """The whole continuation, to ask with next time."""


@dataclass(frozen=True, slots=True)
class ChainReport:
    """A chain and what is known about it, as plain data: `dataclasses.asdict` makes the JSON of it."""

    game: str
    """The game with its limit, such as `longest-chain(limit=100)`."""
    position: str
    """The chain in one token, such as `1-100/6,12,4`."""
    limit: int
    numbers: tuple[int, ...]
    """The chain from its left end to its right end."""
    length: int
    left: tuple[int, ...]
    """The numbers that can be added on the left, ascending."""
    right: tuple[int, ...]
    """The numbers that can be added on the right, ascending."""
    over: bool
    """True if neither end can grow."""
    ceiling: int
    """The length of the longest chain on 1 to the limit, or of the longest known."""
    proved: bool
    """True if no chain is longer than the ceiling."""
    at_most: int
    """A proved bound on how long this chain can become by adding numbers."""
    sentence: str
    """How far the chain is, in one to three sentences."""
    story: str
    """Why no chain is longer, told by one barrier; empty where that takes a certificate."""
    hint: ChainHint | None
    """The next number of a good continuation, where it was asked for and there is one."""
    certificate: dict[str, Any] | None
    """The certificate of the ceiling, where it was asked for and there is one."""


def chain_report(
    chain: Chain, *, with_hint: bool = False, plan: Sequence[int] = (), certificate: bool = False
) -> ChainReport:
    """Return the report on a chain.

    Args:
        chain: The chain.
        with_hint: Whether to look for a good continuation, which takes up to a second.
        plan: The continuation of an earlier hint, to stay with it if it still contains the chain.
        certificate: Whether to include the certificate.
    """
    best, at_most = ceiling(chain.limit), most(chain)
    story = barrier(chain.limit, best.length) if best.proved else None
    return ChainReport(
        game=chain.id,
        position=chain.text,
        limit=chain.limit,
        numbers=chain.numbers,
        length=len(chain.numbers),
        left=chain.extensions(LEFT),
        right=chain.extensions(RIGHT),
        over=chain.is_over,
        ceiling=best.length,
        proved=best.proved,
        at_most=at_most,
        sentence=_sentence(chain, best, at_most),
        story=story.story if story else "",
        hint=_hint(hint(chain, plan)) if with_hint else None,
        certificate=best.certificate if certificate else None,
    )


def count_text(count: int) -> str:
    """Return a count of numbers in words.

    >>> count_text(1), count_text(77)
    ('1 number', '77 numbers')
    """
    return f"{count} number{'' if count == 1 else 's'}"


def _sentence(chain: Chain, best: Ceiling, at_most: int) -> str:
    length = len(chain.numbers)
    facts = {"numbers": count_text(length), "limit": chain.limit, "ceiling": best.length, "most": at_most}
    if length >= best.length:
        return (LONGEST if best.proved else AS_LONG if length == best.length else RECORD).format(**facts)
    growing = GROWING if best.proved else GROWING_KNOWN
    if not length:
        sentences = [LONGEST_IS if best.proved else LONGEST_KNOWN, BEGIN]
    elif chain.is_over:
        sentences = [growing, STUCK, TAKE_BACK]
    else:
        sentences = [growing, *([AT_MOST] if at_most < best.length else [])]
    return " ".join(sentences).format(**facts)


def _hint(advice: Hint | None) -> ChainHint | None:
    if advice is None:
        return None
    (end, number), ahead = advice.extension, advice.reach
    is_first = len(ahead.continuation) > 1 and number == ahead.continuation[0] and end == RIGHT
    template = HINT_BEGIN if is_first else HINT_EXACT if ahead.is_exact else HINT_GOOD
    sentence = template.format(number=number, end=end, least=ahead.at_least, most=ahead.at_most)
    return ChainHint(end, number, ahead.at_least, ahead.at_most, ahead.is_exact, sentence, ahead.continuation)
