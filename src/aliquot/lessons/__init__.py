"""Lessons: a short course in each duel, learnt by doing, with exercises.

Lessons contain no rules and no theory: the game says what is legal, and the oracle who wins and why.
"""

from aliquot.core.errors import AliquotError
from aliquot.core.text import shorten
from aliquot.lessons.lesson import EXERCISE_COUNT, LESSONS, SHARED, Lesson
from aliquot.lessons.step import Question, Reply, Step

__all__ = ["EXERCISE_COUNT", "LESSONS", "SHARED", "Lesson", "Question", "Reply", "Step", "UnknownLesson", "lesson"]


class UnknownLesson(AliquotError, LookupError):
    """A lesson, or a step of one, that does not exist."""


def lesson(name: str) -> Lesson:
    """Return a lesson by its slug, by a word of it, or by a duel that it teaches.

    >>> lesson("factor-duel").title, lesson("pool").title
    ('Three duels of dividing', 'Divisor Duel: Pool')

    Raises:
        UnknownLesson: There is no such lesson; the message lists the lessons.
    """
    name = SHARED.get(name, name)
    matches = [each for slug, each in LESSONS.items() if slug == name or name in slug.split("-")]
    if len(matches) == 1:
        return matches[0]
    raise UnknownLesson(f"There is no lesson called '{shorten(name, 40)}'. The lessons are {', '.join(LESSONS)}.")
