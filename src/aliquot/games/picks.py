"""The picks of a pool game: positions of one line of play share one log of it.

Going on from the end of a log adds to it in place, which costs the same however long the game is. Going on from
anywhere else with another number copies the log up to there. Nothing that a position covers ever changes, so
positions are as immutable as if each had a tuple of its own. Threads may go on from the same position: who comes
first is settled by `dict.setdefault`, which is one step.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Self

from aliquot.core.prefix import Prefix


class Picks(Prefix[int]):
    """The numbers picked so far, in order; it knows at which turn each was picked."""

    __slots__ = ("_steps", "_turns", "fingerprint")

    fingerprint: int
    """Equal for equal picks, whatever log they are in."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        """Begins a log of its own."""
        steps = dict(enumerate(numbers))
        super().__init__(steps, len(steps))
        self._steps = steps
        # A number that is there twice, which no legal game has, counts from its first turn: so the last is put first.
        self._turns = {number: turn + 1 for turn, number in reversed(steps.items())}
        self.fingerprint = 0
        for number in steps.values():
            self.fingerprint = hash((self.fingerprint, number))

    @property
    def last(self) -> int | None:
        """The last pick, if there is one."""
        return self._steps[self._length - 1] if self._length else None

    def turn_of(self, number: int) -> int | None:
        """At which turn a number was picked, the first being 1; None if it was not."""
        turn = self._turns.get(number)
        return turn if turn is not None and turn <= self._length else None

    def without(self, numbers: Iterable[int]) -> list[int]:
        """Those of some numbers that have not been picked, in their order."""
        turns, length = self._turns, self._length
        return [number for number in numbers if (turn := turns.get(number)) is None or turn > length]

    def count_without(self, numbers: Sequence[int]) -> int:
        """Count the numbers that have not been picked."""
        known = filter(self._turns.__contains__, numbers)
        return len(numbers) - sum(map(self._length.__ge__, map(self._turns.__getitem__, known)))

    def cover(self, numbers: Iterable[int]) -> bool:
        """Return whether all of these numbers have been picked."""
        turns, length = self._turns, self._length
        for number in numbers:  # noqa: SIM110 (`all` takes twice as long)
            if (turn := turns.get(number)) is None or turn > length:
                return False
        return True

    def and_then(self, number: int) -> Self:
        """These picks and one more."""
        fingerprint = hash((self.fingerprint, number))
        if self._steps.setdefault(self._length, number) != number:
            # Somebody went on from here otherwise.
            return type(self)((*self, number))
        self._turns.setdefault(number, self._length + 1)
        longer = object.__new__(type(self))
        Prefix.__init__(longer, self._steps, self._length + 1)
        longer._steps, longer._turns, longer.fingerprint = self._steps, self._turns, fingerprint
        return longer

    def __contains__(self, number: object) -> bool:
        turn = self._turns.get(number)  # type: ignore[call-overload]
        return turn is not None and turn <= self._length

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Picks) and self.fingerprint != other.fingerprint:
            return False
        return super().__eq__(other)

    __hash__ = Prefix.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (tuple(self),)


class Turns(Mapping[int, int]):
    """Picks by number: at which turn each was picked, without a copy of them."""

    def __init__(self, picks: Picks) -> None:
        """Looks at picks."""
        self._picks = picks

    def __getitem__(self, number: int) -> int:
        turn = self._picks.turn_of(number)
        if turn is None:
            raise KeyError(number)
        return turn

    def __contains__(self, number: object) -> bool:
        return number in self._picks

    def __iter__(self) -> Iterator[int]:
        return iter(self._picks)

    def __len__(self) -> int:
        return len(self._picks)
