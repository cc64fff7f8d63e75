"""The story of one barrier: why no chain of a small 1 to N is longer, told without a certificate.

Take a few numbers away, the barrier. The rest falls into pieces with no link between them, so a chain passes from one
piece to another only over a number of the barrier: it enters at most one piece more than the barrier has numbers. Where
the barrier and the largest pieces have together as many numbers as a chain that exists, that chain is longest.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from aliquot.core.text import listing
from aliquot.oracle.chain_search import neighbours

LARGEST = 34
"""The largest limit for which a barrier is looked for; from 3 on, all up to it have one."""
_LARGEST_NUMBER, _LARGEST_BARRIER = 6, 5

STORY = (
    "Take {barrier} away. The other numbers fall into pieces with no link between them: {pieces}. A chain gets from "
    "one piece to another only over {passage}, so it enters at most {entered} of them, which have at most {sizes} "
    "numbers. With {barrier} that makes {most}."
)
_COUNTS = ("", "", "two", "three", "four", "five", "six")


@dataclass(frozen=True, slots=True)
class Barrier:
    """Numbers without which the others fall into pieces."""

    numbers: tuple[int, ...]
    """The numbers taken away."""
    pieces: tuple[tuple[int, ...], ...]
    """The pieces the rest falls into, the largest first."""

    @property
    def entered(self) -> tuple[tuple[int, ...], ...]:
        """The largest pieces, as many as a chain can enter."""
        return self.pieces[: len(self.numbers) + 1]

    @property
    def most(self) -> int:
        """The most numbers a chain can have."""
        return len(self.numbers) + sum(map(len, self.entered))

    @property
    def story(self) -> str:
        """The argument in four sentences."""
        names = [*map(str, self.numbers)]
        return STORY.format(
            barrier=listing(names, "and"),
            passage=listing(names),
            pieces="; ".join(" ".join(map(str, piece)) for piece in self.pieces),
            entered=_COUNTS[len(names) + 1],
            sizes=" + ".join(str(len(piece)) for piece in self.entered),
            most=self.most,
        )


@lru_cache(maxsize=LARGEST)
def barrier(limit: int, length: int) -> Barrier | None:
    """Return a barrier that shows that no chain of 1 to a limit is longer than a length; None if there is none.

    >>> print(barrier(10, 9).story)
    Take 1 and 2 away. The other numbers fall into pieces with no link between them: 3 6 9; 4 8; 5 10; 7. A chain gets \
from one piece to another only over 1 or 2, so it enters at most three of them, which have at most 3 + 2 + 2 numbers. \
With 1 and 2 that makes 9.
    """
    if limit > LARGEST:
        return None
    candidates = range(1, min(limit, _LARGEST_NUMBER) + 1)
    for size in range(1, _LARGEST_BARRIER + 1):
        for numbers in combinations(candidates, size):
            judged = Barrier(numbers, _pieces(limit, numbers))
            if len(judged.pieces) > 1 and judged.most == length:
                return judged
    return None


def _pieces(limit: int, barrier: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the pieces that are left without the barrier, the largest first."""
    links, left, pieces = neighbours(limit), set(range(1, limit + 1)).difference(barrier), []
    while left:
        piece, front = set[int](), {min(left)}
        while front:
            piece |= front
            front = {other for number in front for other in links[number] & left} - piece
        left -= piece
        pieces.append(tuple(sorted(piece)))
    return tuple(sorted(pieces, key=lambda piece: (-len(piece), piece)))
