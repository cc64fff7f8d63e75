"""The lesson about the longest chain: every answer compared with all chains there are."""

from itertools import pairwise
from random import Random

import pytest

from aliquot.core.errors import InvalidParameter
from aliquot.lessons import Question, Step, lesson

LESSON = lesson("longest-chain")


def longest(limit: int, chain: tuple[int, ...]) -> int:
    """The most numbers of a chain that begins like this, by writing all of them."""
    last = chain[-1] if chain else 0
    rest = [n for n in range(1, limit + 1) if n not in chain and (not last or n % last == 0 or last % n == 0)]
    return max((longest(limit, (*chain, n)) for n in rest), default=len(chain))


def best(step: Step) -> list[int]:
    """The numbers after which the longest chain can still be written."""
    chain, limit = tuple(step.position.picks), step.game.max_length
    most = longest(limit, chain)
    return [n for n in step.game.legal_moves(step.position) if longest(limit, (*chain, n)) == most]


@pytest.mark.parametrize("seed", range(20))
def test_an_exercise_accepts_exactly_the_numbers_that_allow_the_longest_chain(seed: int) -> None:
    exercises = LESSON.exercises(Random(seed))
    assert exercises == LESSON.exercises(Random(seed))
    assert len({(step.game.id, step.game.text(step.position)) for step in exercises}) == 5
    for step in exercises:
        choices = step.game.legal_moves(step.position)
        accepted = [number for number in choices if step.answer(str(number)).accepted]
        assert accepted == best(step)
        assert 0 < len(accepted) < len(choices)
        assert step.solution().startswith(str(accepted[0]))


def test_the_lesson_ends_with_chains_of_the_lengths_it_promises() -> None:
    lengths = []
    for step in LESSON.steps:
        while step.question is not Question.READ:
            numbers = best(step) if step.question is Question.LONGEST else step.game.legal_moves(step.position)
            reply = step.answer(numbers[-1])
            assert reply.accepted, reply.text
            if reply.next_step is None:
                chain = tuple(reply.position.picks)
                assert all(max(two) % min(two) == 0 for two in pairwise(chain))
                lengths.append(len(chain))
                break
            assert reply.next_step.position == reply.position
            step = reply.next_step
    assert lengths[-2:] == [9, longest(12, ())] == [9, 11]


def test_a_number_that_spoils_the_chain_is_refused_with_the_lengths() -> None:
    step = next(step for step in LESSON.steps if step.question is Question.LONGEST)
    reply = step.answer("1")
    assert not reply.accepted
    assert reply.text == "After 1 the chain can have at most 5 numbers. Another number allows 6."
    assert "neither a divisor nor a multiple" in step.answer("3").text


def test_it_names_its_own_game_and_aim_on_every_step() -> None:
    for step in (*LESSON.steps, *LESSON.exercises(Random(1))):
        assert (step.title, "as long as you can" in step.goal) == ("The Longest Chain", True)
        assert step.question in (Question.READ, Question.MOVE, Question.LONGEST)


@pytest.mark.parametrize("count", [-1, 21])
def test_more_exercises_than_there_are_is_refused(count: int) -> None:
    with pytest.raises(InvalidParameter, match="from 0 to 20 exercises"):
        LESSON.exercises(Random(1), count)
