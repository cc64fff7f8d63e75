"""Lessons: a short course in each duel, found out by doing, and exercises for afterwards.

Nothing here knows a rule or a theory. What is legal the game says, and who wins, and why, the oracle.
"""

from aliquot.core.errors import AliquotError
from aliquot.core.text import shorten
from aliquot.lessons.lesson import LESSONS, SHARED, Lesson
from aliquot.lessons.step import Question, Reply, Step

__all__ = ["LESSONS", "SHARED", "Lesson", "Question", "Reply", "Step", "UnknownLesson", "lesson"]


class UnknownLesson(AliquotError, LookupError):
    """A name that no lesson has."""


def lesson(slug: str) -> Lesson:
    """The lesson of that name, or the one a duel of that name is part of.

    >>> lesson("factor-duel").title
    'Three duels of dividing'

    Raises:
        UnknownLesson: There is none; the message names those there are.
    """
    if found := LESSONS.get(SHARED.get(slug, slug)):
        return found
    raise UnknownLesson(f"There is no lesson called '{shorten(slug, 40)}'. The lessons are {', '.join(LESSONS)}.")
