"""Exercises by the hundred, and each of them solved once more without any theory."""

import re
import textwrap
from random import Random
from typing import Any

import pytest

from aliquot.core.errors import InvalidParameter
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.factor_duel import FactorDuel
from aliquot.lessons import LESSONS, Question, Step, lesson
from aliquot.lessons.exercises import compose
from tests.effort import IS_DEEP

pytestmark = pytest.mark.harder
DUELS = [slug for slug in LESSONS if slug != "longest-chain"]
EVERY_LESSON = pytest.mark.parametrize("slug", DUELS)
SEEDS = range(300 if IS_DEEP else 24)


def sets(slug: str, count: int = 5) -> list[tuple[Step, ...]]:
    return [lesson(slug).exercises(Random(seed), count) for seed in SEEDS]


@EVERY_LESSON
def test_every_answer_agrees_with_trying_everything(slug: str, naive: Any) -> None:
    for exercise in (exercise for found in sets(slug) for exercise in found):
        game, position = exercise.game, exercise.position
        if exercise.question is Question.JUDGE:
            wins = naive.wins(game, position)
            assert exercise.answer(wins).accepted
            assert not exercise.answer(not wins).accepted
            continue
        winning = naive.winning(game, position)
        legal = naive.legal(game, position)
        assert list(game.legal_moves(position)) == legal
        assert [move for move in legal if exercise.answer(move).accepted] == winning
        assert 0 < len(winning) < len(legal), "some moves win and some do not"


@EVERY_LESSON
def test_a_set_is_mixed_and_has_nothing_twice(slug: str) -> None:
    for found in sets(slug):
        assert len(found) == 5
        judged = sum(exercise.question is Question.JUDGE for exercise in found)
        assert judged in (2, 3)
        assert all(exercise.question in (Question.JUDGE, Question.WIN) for exercise in found)
        assert len({(type(step.game), step.game.key(step.position), step.game.id) for step in found}) == 5
        assert len({step.text.rpartition(".")[0] + step.game.text(step.position) for step in found}) == 5


@pytest.mark.deep
@EVERY_LESSON
def test_won_and_lost_are_as_likely_and_so_are_the_two_kinds(slug: str, naive: Any) -> None:
    exercises = [exercise for found in sets(slug) for exercise in found]
    judged = [naive.wins(step.game, step.position) for step in exercises if step.question is Question.JUDGE]
    assert 0.45 < len(judged) / len(exercises) < 0.55
    assert 0.44 < sum(judged) / len(judged) < 0.56
    places = [found[0].question for found in sets(slug)]
    assert 0.4 < places.count(Question.JUDGE) / len(places) < 0.6


@EVERY_LESSON
def test_the_same_seed_makes_the_same_exercises_and_another_one_others(slug: str) -> None:
    assert sets(slug) == sets(slug)
    assert len(set(sets(slug))) > 0.95 * len(SEEDS)


@EVERY_LESSON
def test_numbers_are_of_a_size_for_the_head(slug: str, naive: Any) -> None:
    largest = {
        "dividers-duel": 120,
        "divisor-duel-subtract": 64,
        "divisor-duel-pool": 20,
        "several-numbers": 60,
        "misere-subtraction": 64,
    }[slug]
    for exercise in (exercise for found in sets(slug) for exercise in found):
        if isinstance(exercise.game, PoolDuel):
            assert exercise.game.high <= largest
            assert exercise.position.picks
            assert 2 <= len(exercise.game.legal_moves(exercise.position)) <= 8, "there is something to think about"
        else:
            numbers = naive.numbers(exercise.position)
            assert max(numbers) <= largest
            assert len(numbers) in ((2, 3) if slug == "several-numbers" else (1,))


@EVERY_LESSON
def test_what_is_said_fits(slug: str) -> None:
    for exercise in (exercise for found in sets(slug)[:100] for exercise in found):
        assert len(textwrap.wrap(exercise.text, 74)) <= 2
        given = [True, False] if exercise.question is Question.JUDGE else exercise.game.legal_moves(exercise.position)
        for answer in given:
            reply = exercise.answer(answer)
            assert len(textwrap.wrap(reply.text, 74)) <= 5, reply.text
            assert reply.text.isprintable()
            assert reply.next_step is None


@pytest.mark.deep
def test_twins_are_missing_exactly_where_somebody_can_win(naive: Any) -> None:
    told = 0
    for exercise in (exercise for found in sets("several-numbers") for exercise in found):
        game, position = exercise.game, exercise.position
        boards = [(position, exercise.answer(True).text)]
        if exercise.question is Question.WIN:
            moves = game.legal_moves(position)
            boards = [(game.play(position, move), exercise.answer(move).text) for move in moves]
        for board, text in boards:
            if game.outcome(board) is not None:
                continue
            assert ("no twin" in text) is naive.wins(game, board), text
            assert ("Every part has a twin." in text) is not naive.wins(game, board), text
            (worths,) = re.findall(r"(?:is|are) worth ([0-9, and]+)\.", text)
            assert list(map(int, re.findall("[0-9]+", worths))) == naive.worths(board), text
            # Each part that stands alone is a power of two that occurs an odd number of times.
            alone = [int(part) for part in re.findall(r"[Oo]ne ([0-9]+)", text)]
            odd = [p for p in (8, 4, 2, 1) if sum(worth & p > 0 for worth in naive.worths(board)) % 2]
            assert alone == odd, text
            told += 1
    assert told > 1000


@pytest.mark.deep
def test_the_three_boards_look_like_this() -> None:
    texts = {slug: {step.text for found in sets(slug) for step in found} for slug in DUELS}
    assert "You face 91. Is that won or lost for you?" in texts["dividers-duel"]
    assert "You face 84. Find a move that wins." in texts["dividers-duel"]
    assert "You face 32. Is that won or lost for you?" in texts["divisor-duel-subtract"]
    assert any(text.startswith("The last pick was ") for text in texts["divisor-duel-pool"])
    assert any(" and " in text for text in texts["several-numbers"])


def test_a_number_to_judge_does_not_give_itself_away_by_its_last_digit() -> None:
    judged = [step for found in sets("dividers-duel") for step in found if step.question is Question.JUDGE]
    assert all(step.position.number % 10 in (1, 3, 7, 9) for step in judged)


def test_powers_of_two_come_up_in_subtraction() -> None:
    numbers = [step.position.number for found in sets("divisor-duel-subtract") for step in found]
    assert {4, 8, 16, 32, 64} <= set(numbers)
    assert 0.05 < sum(number in (4, 8, 16, 32, 64) for number in numbers) / len(numbers) < 0.4


@pytest.mark.sampled(5)
@EVERY_LESSON
@pytest.mark.parametrize("count", [0, 1, 2, 20])
def test_there_are_as_many_as_are_asked_for(slug: str, count: int) -> None:
    for seed in range(20):
        assert len(lesson(slug).exercises(Random(seed), count)) == count


@pytest.mark.parametrize("count", [-1, 21, 10**9])
def test_more_than_there_are_is_refused(count: int) -> None:
    with pytest.raises(InvalidParameter, match="A set has from 0 to 20 exercises, not"):
        lesson("factor-duel").exercises(Random(0), count)


def test_where_chance_finds_no_more_that_is_said() -> None:
    game = FactorDuel(12)
    with pytest.raises(InvalidParameter, match="There are not that many different exercises"):
        compose(lambda *_: (game, game.start()), Random(0), 2)
