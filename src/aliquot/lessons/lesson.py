"""A lesson: its title, its steps and its exercises; and the list of all lessons.

Steps are built when they are first used, so that a menu of lessons costs nothing.
"""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Protocol

from aliquot.lessons.step import Board, Question, Step

EXERCISE_COUNT = 5
"""The number of exercises in a set."""


class Script(Protocol):
    """The content of a lesson's module."""

    def steps(self) -> tuple[Step, ...]:
        """Return the steps in order."""
        ...

    def draw(self, generator: Random, question: Question) -> Board:
        """Draw a board for an exercise; the caller rejects those that make no fair question."""
        ...


@dataclass(frozen=True)
class Lesson:
    """One lesson: the rules, the trick and exercises."""

    slug: str
    """The slug of the duel it teaches, or its own."""
    title: str
    summary: str
    """One line that says what it is about, without the trick."""

    @cached_property
    def _script(self) -> Script:
        return _find(self.slug)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps in order."""
        return self._script.steps()

    def exercises(self, generator: Random, count: int = EXERCISE_COUNT) -> tuple[Step, ...]:
        """Draw different exercises: winning moves to find and positions to judge.

        Args:
            generator: The source of randomness; the same one makes the same exercises.
            count: The number of exercises, at most 20.

        Raises:
            InvalidParameter: There are not that many.
        """
        if self.slug == "longest-chain":
            from aliquot.lessons import longest_chain

            return longest_chain.exercises(generator, count)
        from aliquot.lessons.exercises import compose

        return compose(self._script.draw, generator, count)


def _find(slug: str) -> Script:
    """Import the module with a lesson's content."""
    match slug:
        case "dividers-duel":
            from aliquot.lessons import dividers_duel

            return dividers_duel
        case "divisor-duel-subtract":
            from aliquot.lessons import divisor_duel_subtract

            return divisor_duel_subtract
        case "divisor-duel-pool":
            from aliquot.lessons import divisor_duel_pool

            return divisor_duel_pool
        case "misere-subtraction":
            from aliquot.lessons import misere_subtraction

            return misere_subtraction
        case "longest-chain":
            from aliquot.lessons import longest_chain

            return longest_chain
        case _:
            from aliquot.lessons import several_numbers

            return several_numbers


LESSONS: dict[str, Lesson] = {
    lesson.slug: lesson
    for lesson in (
        Lesson("dividers-duel", "Three duels of dividing", "Divide, and leave your opponent stuck. What to leave?"),
        Lesson(
            "divisor-duel-subtract", "Divisor Duel: Subtraction", "Subtract divisors. Some numbers are bad to face."
        ),
        Lesson("divisor-duel-pool", "Divisor Duel: Pool", "Pick numbers from a pool, and always have an answer."),
        Lesson("several-numbers", "Several numbers", "Two or three numbers at once: an old game in disguise."),
        Lesson(
            "misere-subtraction", "Misère Subtraction", "Subtract divisors, but the last move loses. What to leave?"
        ),
        Lesson("longest-chain", "The Longest Chain", "Alone against a limit that is proved: how long can a chain be?"),
    )
}
"""The lessons by slug: the duels in the order of the registry, then variants of them and the longest chain."""
SHARED = {"divide-and-conquer": "dividers-duel", "factor-duel": "dividers-duel"}
"""The lessons of duels that have none of their own, because their moves are the same."""
