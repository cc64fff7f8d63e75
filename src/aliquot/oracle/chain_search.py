"""A search for long chains: simulated annealing over the chains that contain a given one as a piece.

It finds good chains quickly and proves nothing. It is deterministic: the same question gets the same answer.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import exp
from random import Random

_HOT, _COLD = 0.6, 0.15
"""The temperatures: at first a loss of one number is accepted one time in five, at the end one time in 800."""
_NEAR = 4
"""How far apart two numbers of the chain may be for a new number to replace what is between them."""


@lru_cache(maxsize=8)
def neighbours(limit: int) -> tuple[frozenset[int], ...]:
    """Return for each number from 0 to a limit the numbers it divides or is divided by; 0 has none."""
    links: list[set[int]] = [set() for _ in range(limit + 1)]
    for low in range(1, limit + 1):
        for high in range(2 * low, limit + 1, low):
            links[low].add(high)
            links[high].add(low)
    return tuple(map(frozenset, links))


def improve(
    limit: int, piece: Sequence[int], start: Sequence[int] = (), *, steps: int, target: int = 0
) -> tuple[int, ...]:
    """Return a long chain of 1 to a limit that contains a piece.

    Args:
        limit: The largest number allowed.
        piece: A chain; empty if anything may be in the chain.
        start: A chain that contains the piece, to begin with; by default the piece.
        steps: How many changes to try.
        target: A length that is enough.
    """
    walk = _Walk(limit, piece, start or piece or (1,))
    best = tuple(walk.path)
    for step in range(steps):
        if not walk.grow():
            walk.change(_HOT * (_COLD / _HOT) ** (step / steps))
        if len(walk.path) > len(best):
            best = tuple(walk.path)
            if len(best) == target:
                break
    # The walk may have turned the chain around.
    return best[::-1] if piece and _is_reversed(best, piece) else best


def _is_reversed(chain: Sequence[int], piece: Sequence[int]) -> bool:
    return len(piece) > 1 and chain.index(piece[0]) > chain.index(piece[1])


class _Walk:
    """A chain that changes at random, but for its fixed piece."""

    def __init__(self, limit: int, piece: Sequence[int], start: Sequence[int]) -> None:
        self.random = Random(limit)
        self.links = neighbours(limit)
        self.path = list(start)
        self.free = set(range(1, limit + 1)).difference(start)
        self.limit = limit
        self.fixed = frozenset(piece)
        self.fixed_links = {frozenset(link) for link in pairwise(piece)}

    def grow(self) -> bool:
        """Extend the chain where it can be extended, by the number with the fewest free neighbours."""
        grown = False
        for at_left in (False, True):
            choices = sorted(self.links[self.path[0 if at_left else -1]] & self.free)
            # Whatever is linked to 1 stays so: it is the last resort.
            choices = [number for number in choices if number > 1] or choices
            if choices:
                some = self.random.sample(choices, min(3, len(choices)))
                number = min(some, key=lambda each: len(self.links[each] & self.free))
                self.free.remove(number)
                self.path.insert(0 if at_left else len(self.path), number)
                grown = True
        return grown

    def change(self, temperature: float) -> None:
        """Try one change: take in a free number, or lay the chain out otherwise."""
        number = self.random.randint(1, self.limit)
        if number in self.free:
            places = [place for place, other in enumerate(self.path) if other in self.links[number]]
            if places:
                self._take_in(number, places, temperature)
        elif self.random.random() < 0.5:
            self._turn_tail()
        else:
            self._turn_middle()

    def _take_in(self, number: int, places: list[int], temperature: float) -> None:
        """Put a free number between two of its neighbours, or at an end, in place of what is there."""
        place = self.random.choice(places)
        near = [other for other in places if 0 < abs(other - place) <= _NEAR]
        if near and self.random.random() < 0.8:
            other = min(near, key=lambda each: abs(each - place) + self.random.random())
            first, end = min(place, other) + 1, max(place, other)
        elif 2 * place >= len(self.path):
            first, end = place + 1, len(self.path)
        else:
            first, end = 0, place
        loss = end - first - 1
        if loss > 0 and self.random.random() >= exp(-loss / temperature):
            return
        lost = self.path[first:end]
        if self.fixed.isdisjoint(lost) and not (first == end and self._is_fixed(first - 1)):
            self.path[first:end] = [number]
            self.free.remove(number)
            self.free.update(lost)

    def _turn_tail(self) -> None:
        """Link an end to a number inside the chain and turn the piece between around."""
        if self.random.random() < 0.5:
            self.path.reverse()
        links = self.links[self.path[-1]]
        places = [place for place, number in enumerate(self.path[:-2]) if number in links]
        if places and not self._is_fixed(place := self.random.choice(places)):
            self.path[place + 1 :] = self.path[:place:-1]

    def _turn_middle(self) -> None:
        """Turn a piece inside the chain around where that leaves all neighbours linked."""
        path = self.path
        if len(path) < 4 or self._is_fixed(place := self.random.randrange(len(path) - 1)):
            return
        before, after = self.links[path[place]], self.links[path[place + 1]]
        places = [
            other
            for other in range(len(path) - 1)
            if abs(other - place) > 1 and path[other] in before and path[other + 1] in after
        ]
        if places and not self._is_fixed(other := self.random.choice(places)):
            first, last = sorted((place, other))
            path[first + 1 : last + 1] = path[last:first:-1]

    def _is_fixed(self, place: int) -> bool:
        """Return whether the link after a place belongs to the piece."""
        return 0 <= place < len(self.path) - 1 and frozenset(self.path[place : place + 2]) in self.fixed_links
