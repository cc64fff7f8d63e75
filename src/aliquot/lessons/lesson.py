"""A lesson: its name, its steps in order, and its exercises; and the list of all lessons.

The steps are put together when they are first asked for, so that a menu of lessons costs nothing.
"""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Protocol

from aliquot.lessons.step import Board, Question, Step


class Script(Protocol):
    """What a lesson's own module holds."""

    def steps(self) -> tuple[Step, ...]:
        """The steps, in order."""
        ...

    def draw(self, generator: Random, question: Question) -> Board:
        """A board of a sensible size for an exercise of that kind; whether it is a good one is seen to elsewhere."""
        ...


@dataclass(frozen=True)
class Lesson:
    """One lesson: the rules by doing, the trick by looking, and exercises."""

    slug: str
    """The name of the duel that carries it, or its own where none does."""
    title: str
    """Its name for people."""
    summary: str
    """One line that says what it is about and gives nothing away."""

    @cached_property
    def _script(self) -> Script:
        return _find(self.slug)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """What the learner goes through, in order."""
        return self._script.steps()

    def exercises(self, generator: Random, count: int = 5) -> tuple[Step, ...]:
        """Different exercises, each of them either a move to find or a position to judge.

        Args:
            generator: Where chance comes from; the same one makes the same exercises.
            count: How many, up to 20.

        Raises:
            InvalidParameter: There are not that many.
        """
        from aliquot.lessons.exercises import compose

        return compose(self._script.draw, generator, count)


def _find(slug: str) -> Script:
    """The module that holds a lesson's content, imported when it is needed."""
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
    )
}
"""Every lesson by its slug: the duels in the order of the registry, then several numbers at once."""
SHARED = {"divide-and-conquer": "dividers-duel", "factor-duel": "dividers-duel"}
"""The lessons of duels that have none of their own, because their moves are the same."""
