"""Lessons as every interface runs them: the steps, the answers, the score, and the sentences around them."""

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from aliquot.lessons import EXERCISE_COUNT, LESSONS, Lesson, Question, Reply, Step, UnknownLesson
from aliquot.lessons import lesson as find_lesson
from aliquot.reports.sentences import TurnReport

MOST_SEEDS = 2**31
"""The number of sets of exercises; each has a seed from 0 on."""
QUESTIONS = {
    Question.READ: "Press Enter to continue.",
    Question.MOVE: "Make a move, any move.",
    Question.WIN: "Make a move that wins.",
    Question.LONGEST: "Add the number that allows the longest chain.",
    Question.JUDGE: "Is this won or lost for the player to move? w / l",
}
"""The sentence that asks for an answer in a terminal."""
STEP_PLACE, EXERCISE_PLACE = "step {number} of {total}", "exercise {number} of {total}"
LESSON_DONE = "That was the lesson. Now try it on numbers you have not seen."
SET_DONE = "{right} of {total} at the first try."
NOT_STARTED, CONTINUE, FINISHED = "Not started.", "Continue at step {number}.", "Finished."
BEST_SET = "Best set: {best} of {total}."
_NO_OPTIONS: dict[str, Any] = {"options": [], "count": 0}
"""Replaces the options while the question is whether a position is won: where there are none, it is lost."""


@dataclass(frozen=True, slots=True)
class LessonRun:
    """A learner's way through the steps of a lesson or a set of exercises.

    A run never changes: what the learner does makes a new one, so it may be worked out in another thread or process.
    """

    lesson: Lesson
    steps: tuple[Step, ...]
    is_exercises: bool
    """True if the steps are exercises."""
    index: int
    """The place of the current step, from 0."""
    step: Step
    """The question now: the current step or, in a match against the opponent, its continuation."""
    positions: tuple[Any, ...]
    """The positions of the board since the step began."""
    is_done: bool
    """True if the current step is done."""
    turns: tuple[TurnReport, ...] = ()
    """The moves made in the current step."""
    has_failed: bool = False
    """True if an answer to the current step was wrong."""
    first_try: int = 0
    """The number of steps done without a wrong answer."""
    is_finished: bool = False
    """True if the last step is done and left."""

    @classmethod
    def of_lesson(cls, lesson: Lesson, index: int = 0) -> "LessonRun":
        """Start a lesson at a step, at most its last."""
        return cls._at(lesson, lesson.steps, min(index, len(lesson.steps) - 1), is_exercises=False)

    @classmethod
    def of_exercises(cls, lesson: Lesson, generator: Random) -> "LessonRun":
        """Start a set of exercises; the same generator makes the same set."""
        return cls._at(lesson, lesson.exercises(generator), 0, is_exercises=True)

    @classmethod
    def _at(
        cls, lesson: Lesson, steps: tuple[Step, ...], index: int, *, is_exercises: bool, first_try: int = 0
    ) -> "LessonRun":
        step = steps[index]
        is_done = step.question is Question.READ
        return cls(lesson, steps, is_exercises, index, step, (step.position,), is_done, first_try=first_try)

    def answer(self, answer: Any = None) -> tuple["LessonRun", Reply]:
        """Answer the question, which asks the oracle.

        Args:
            answer: A move, as the game has it or as text; True or False for won or lost; None to read on.
        """
        reply = self.step.answer(answer)
        if not reply.accepted:
            return replace(self, has_failed=True), reply
        run = self if reply.position == self.positions[-1] else self._move(reply)
        if reply.next_step is not None:
            return replace(run, step=reply.next_step), reply
        return replace(run, is_done=True, first_try=self.first_try + (not self.has_failed)), reply

    def _move(self, reply: Reply) -> "LessonRun":
        game, position, turns = self.step.game, self.step.position, list(self.turns)
        for move in reply.moves:
            option = game.view(position).option(move)
            seat, position = game.seat(position), game.child(position, move)
            turns.append(TurnReport(seat, option.notation, option.leaves, game.view(position).number_texts))
        return replace(self, positions=(*self.positions, reply.position), turns=tuple(turns))

    def advance(self) -> "LessonRun":
        """Go on to the next step; after the last one the run is finished."""
        return replace(self, is_finished=True) if self.index + 1 == len(self.steps) else self._go_to(self.index + 1)

    def back(self) -> "LessonRun":
        """Go back to the step before, if there is one."""
        return self._go_to(max(0, self.index - 1))

    def _go_to(self, index: int) -> "LessonRun":
        return self._at(self.lesson, self.steps, index, is_exercises=self.is_exercises, first_try=self.first_try)

    @property
    def takes_move(self) -> bool:
        """True if the learner is to make a move."""
        return not self.is_done and self.step.question in (Question.MOVE, Question.WIN, Question.LONGEST)

    @property
    def takes_judgement(self) -> bool:
        """True if the learner is to say who wins."""
        return not self.is_done and self.step.question is Question.JUDGE

    @property
    def conceals(self) -> bool:
        """True if the factors of a number would give the answer away."""
        return not self.is_done and self.step.question in (Question.JUDGE, Question.WIN)

    @property
    def place(self) -> str:
        """The number of the step among all, such as `step 3 of 12`."""
        template = EXERCISE_PLACE if self.is_exercises else STEP_PLACE
        return template.format(number=self.index + 1, total=len(self.steps))

    @property
    def question(self) -> str:
        """The sentence that asks for an answer in a terminal."""
        return QUESTIONS[Question.READ if self.is_done else self.step.question]

    @property
    def conclusion(self) -> str:
        """The sentence at the end of the lesson or the set."""
        return SET_DONE.format(right=self.first_try, total=len(self.steps)) if self.is_exercises else LESSON_DONE

    def view_json(self) -> dict[str, Any]:
        """Return the board as JSON, without what would give the answer away."""
        view = self.step.game.view(self.positions[-1]).as_json()
        if not self.conceals:
            return view
        hidden = _NO_OPTIONS if self.takes_judgement else {}
        if "heaps" in view:
            view["heaps"] = [{**heap, "factors": "", **hidden} for heap in view["heaps"]]
        return {**view, **hidden, "no_move_reason": ""}


def progress_sentences(*, step: int, finished: bool, best: int, has_score: bool) -> str:
    """Say how far a learner has come in a lesson.

    Args:
        step: The step to continue at, from 0.
        finished: Whether the lesson was ever finished.
        best: The most exercises of a set that were right at the first try.
        has_score: Whether a set of exercises was done.

    >>> progress_sentences(step=2, finished=False, best=4, has_score=True)
    'Continue at step 3. Best set: 4 of 5.'
    """
    state = FINISHED if finished else CONTINUE.format(number=step + 1) if step else NOT_STARTED
    return f"{state} {BEST_SET.format(best=best, total=EXERCISE_COUNT)}" if has_score else state


# --- reports for programs: plain data from plain data ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class LessonSummary:
    """A lesson in the list of lessons."""

    slug: str
    title: str
    summary: str
    steps: int
    """The number of steps."""


@dataclass(frozen=True, slots=True)
class StepReport:
    """A step of a lesson, or an exercise."""

    number: int
    """The number of the step, from 1."""
    total: int
    """The number of steps."""
    title: str
    """The name of the game."""
    goal: str
    """The task and the aim of the game, in one line."""
    text: str
    question: Question
    """The task: to read, to make any move, to make a winning move, or to judge the position."""
    start: str
    """The position, as records write it."""
    start_numbers: tuple[str, ...]
    """Its numbers; empty in a pool."""
    view: dict[str, Any]


@dataclass(frozen=True, slots=True)
class AnswerReport:
    """The reply to an answer."""

    accepted: bool
    text: str
    """The reason."""
    done: bool
    """True if the step is done."""
    next_text: str | None
    """The next question where the step goes on."""
    turns: tuple[TurnReport, ...]
    """The moves made in the step so far."""
    view: dict[str, Any]


def list_lessons() -> list[LessonSummary]:
    """List the lessons."""
    return [LessonSummary(slug, each.title, each.summary, len(each.steps)) for slug, each in LESSONS.items()]


def describe_step(slug: str, number: int, seed: int | None = None) -> StepReport:
    """Report a step of a lesson, or an exercise of the set with a seed.

    Raises:
        UnknownLesson: There is no such lesson or step.
    """
    run = _start(slug, number, seed)
    step = run.step
    start, numbers = step.game.text(step.position), step.game.view(step.position).number_texts
    return StepReport(
        number, len(run.steps), step.title, step.goal, step.text, step.question, start, numbers, run.view_json()
    )


def answer_step(
    slug: str, number: int, answer: str | bool | None, moves: list[str], seed: int | None = None
) -> AnswerReport:
    """Report what an answer to a step or an exercise leads to.

    Args:
        slug: The lesson.
        number: The step, from 1.
        answer: A move as text; True or False for won or lost; None to read on.
        moves: The learner's earlier moves in this step.
        seed: The set of exercises; None for the lesson itself.

    Raises:
        UnknownLesson: There is no such lesson or step, or the earlier moves do not belong to it.
    """
    run = _start(slug, number, seed)
    for move in moves:
        run, reply = run.answer(move)
        if not reply.accepted or run.is_done:
            raise UnknownLesson("The earlier moves do not belong to this step.")
    run, reply = run.answer(answer)
    next_text = None if reply.next_step is None else reply.next_step.text
    done = reply.accepted and run.is_done
    return AnswerReport(reply.accepted, reply.text, done, next_text, run.turns, run.view_json())


def _start(slug: str, number: int, seed: int | None) -> LessonRun:
    lesson = find_lesson(slug)
    run = LessonRun.of_lesson(lesson) if seed is None else _exercises(lesson.slug, seed)
    if not 1 <= number <= len(run.steps):
        raise UnknownLesson(f"There is no step {number}. The steps are numbered from 1 to {len(run.steps)}.")
    return run._go_to(number - 1)


@lru_cache(maxsize=256)
def _exercises(slug: str, seed: int) -> LessonRun:
    return LessonRun.of_exercises(LESSONS[slug], Random(seed))
