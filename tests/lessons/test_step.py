"""Every step of every lesson, with every answer there is."""

import re
import textwrap
from collections.abc import Iterator
from math import prod
from typing import Any

import pytest

from aliquot.core.errors import IllegalMove
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.number import NumberGame
from aliquot.lessons import LESSONS, Question, Reply, Step, lesson

DUELS = [slug for slug in LESSONS if slug != "longest-chain"]
STEPS = [
    pytest.param(step, id=f"{slug}-{place}")
    for slug, found in LESSONS.items()
    if slug in DUELS
    for place, step in enumerate(found.steps)
]
ASKED = [case for case in STEPS if case.values[0].question is not Question.READ]  # type: ignore[union-attr]
EVERY_STEP = pytest.mark.parametrize("step", STEPS)
EVERY_QUESTION = pytest.mark.parametrize("step", ASKED)
WIDTH, LINES, LONGEST, REPLY_LINES = 74, 4, 240, 5


def answers(step: Step) -> list[Any]:
    """Every answer that makes sense."""
    if step.question is Question.READ:
        return [None]
    return [True, False] if step.question is Question.JUDGE else list(step.game.legal_moves(step.position))


def travels(step: Step) -> Iterator[tuple[Step, Any, Reply]]:
    """Every answer to a step, and to every step that it can go on with."""
    seen, waiting = set(), [step]
    while waiting:
        current = waiting.pop()
        if current.position in seen:
            continue
        seen.add(current.position)
        for given in answers(current):
            reply = current.answer(given)
            yield current, given, reply
            if reply.next_step is not None:
                waiting.append(reply.next_step)


@EVERY_STEP
def test_an_answer_is_accepted_exactly_if_trying_everything_agrees(step: Step, naive: Any) -> None:
    for current, given, reply in travels(step):
        game, position = current.game, current.position
        if current.question is Question.READ:
            assert reply == Reply(True, "", position)
            continue
        if current.question is Question.JUDGE:
            right = given is naive.wins(game, position)
        else:
            right = current.question is Question.MOVE or given in naive.winning(game, position)
        assert reply.accepted is right, (given, reply.text)
        assert reply.text
        if not reply.accepted:
            assert reply.position == position, "the learner tries again on the same board"
            assert reply.next_step is None


@EVERY_STEP
def test_after_an_accepted_move_the_board_shows_it_and_what_the_opponent_answered(step: Step, naive: Any) -> None:
    for current, given, reply in travels(step):
        game = current.game
        if current.question not in (Question.MOVE, Question.WIN) or not reply.accepted:
            assert reply.position == current.position
            continue
        after = game.play(current.position, given)
        if not current.opponent or game.outcome(after) is not None:
            assert reply.position == after
            assert reply.next_step is None
            continue
        replies = [answer for answer in game.legal_moves(after) if game.child(after, answer) == reply.position]
        assert len(replies) == 1
        if naive.wins(game, after):
            assert replies[0] in naive.winning(game, after), "the opponent plays as well as can be"
        assert f"Your opponent answers {game.spell(after, replies[0])}," in reply.text
        assert (reply.next_step is None) is (game.outcome(reply.position) is not None)
        if reply.next_step is not None:
            assert (reply.next_step.question, reply.next_step.position) == (current.question, reply.position)
            assert game.seat(reply.position) == game.seat(current.position)


@EVERY_STEP
def test_a_game_that_is_to_be_won_is_won(step: Step) -> None:
    for current, _, reply in travels(step):
        if current.opponent and reply.accepted and reply.next_step is None:
            won = reply.text.endswith("you have won.")
            assert won or (current.question is Question.MOVE and reply.text.endswith("goes to your opponent."))
            assert current.game.outcome(reply.position) is not None


NONSENSE = [0, 1, -1, 10**30, 2.5, None, [2], (0, 0), (6, 6), (6, 2, 1), "", "x", "1e3", "99", "7/9", "9" * 100_000]


@EVERY_QUESTION
def test_nonsense_is_refused_in_a_sentence(step: Step) -> None:
    for given in NONSENSE:
        reply = step.answer(given)
        assert (reply.accepted, reply.position, reply.next_step) == (False, step.position, None)
        assert reply.text.endswith(".")
        assert reply.text.isprintable()
        assert len(textwrap.wrap(reply.text, WIDTH)) <= LINES


@EVERY_QUESTION
def test_an_illegal_move_is_explained_in_the_games_own_words(step: Step) -> None:
    if step.question is Question.JUDGE:
        return
    illegal = [(n, d) for n in range(1, 20) for d in range(1, 9)] if hasattr(step.position, "numbers") else range(70)
    for move in illegal:
        if step.game.is_legal(step.position, move):
            continue
        with pytest.raises(IllegalMove) as refusal:
            step.game.play(step.position, move)
        told = step.answer(move).text
        assert told.startswith(str(refusal.value))
        assert told.endswith("In a real duel that loses at once. Here you try again.") is (
            step.game.penalty == "forfeit"
        )


@EVERY_QUESTION
def test_a_move_may_be_given_as_it_is_typed(step: Step) -> None:
    if step.question is not Question.JUDGE:
        for move in step.game.legal_moves(step.position):
            assert step.answer(f" {step.game.spell(step.position, move)} ") == step.answer(move)


@pytest.mark.parametrize("slug", DUELS)
def test_a_losing_move_and_a_wrong_judgement_are_told_with_what_the_opponent_answers(slug: str, naive: Any) -> None:
    told = 0
    for step in lesson(slug).steps:
        for current, given, reply in travels(step):
            if reply.accepted or current.question is Question.JUDGE:
                continue
            after = current.game.play(current.position, given)
            answers = naive.winning(current.game, after)
            if current.game.outcome(after) is not None:
                assert re.search(r"your opponent (?:cannot move and wins|has won)\.$", reply.text)
                continue
            texts = {current.game.spell(after, answer) for answer in answers} | {str(answer) for answer in answers}
            assert texts & set(re.findall(r"[0-9]+(?:[/-][0-9]+)?", reply.text)), reply.text
            told += 1
    assert told > 3


def test_without_an_opponent_a_move_is_just_made() -> None:
    game = SubtractionDuel(12)
    step = Step("Move.", game, game.start(), Question.MOVE, moral="Well done.")
    assert step.answer(3) == Reply(True, "12-3 leaves 9. Well done.", game.play(game.start(), 3), moves=(3,))


# --- the words ---------------------------------------------------------------------------------------


def everything_said(step: Step) -> Iterator[tuple[Step, str]]:
    """All the texts of a step, each with the board it is said about."""
    yield step, step.text
    for current, _, reply in travels(step):
        yield current, reply.text
        if reply.next_step is not None:
            yield reply.next_step, reply.next_step.text


@EVERY_STEP
def test_texts_are_short_enough_to_be_read(step: Step) -> None:
    for current, text in everything_said(step):
        assert text.isprintable()
        assert "  " not in text
        assert not re.search(r"[.?!][.?!]|[ ][.,]", text)
        is_reply = text not in (step.text, current.text)
        assert len(textwrap.wrap(text, WIDTH)) <= (REPLY_LINES if is_reply else LINES), text
        assert is_reply or len(text) <= LONGEST, text
        assert not text or text.endswith((".", "?", "!"))


def listed(text: str) -> list[int]:
    return [int(number) for number in re.findall("[0-9]+", text)]


SOME = r"((?:[0-9]+, )*(?:[0-9]+ (?:or|and) )?[0-9]+)"


@EVERY_STEP
def test_what_is_said_of_the_board_is_what_the_board_shows(step: Step, naive: Any) -> None:
    for current, text in everything_said(step):
        if text != current.text:
            continue
        game, position = current.game, current.position
        for found in re.findall(
            rf"(?:[Yy]ou face|N is|Let N be|Here is|Here are|starts at|Again|game:) {SOME}[,. ]", text
        ):
            assert listed(found) == list(naive.numbers(position)), text
        for found in re.findall(r"last pick was ([0-9]+)", text):
            assert int(found) == position.picks[-1], text
        for found in re.findall(r"from 2 to ([0-9]+)", text):
            assert not isinstance(game, PoolDuel) or int(found) == game.high, text
        for found in re.findall(
            rf"(?:may take|can (?:only )?(?:take|subtract)|Take|(?<!Try to )[Dd]ivide it by|Pick) {SOME}[.:?]", text
        ):
            assert listed(found) == naive.legal(game, position), text
        for winning, legal, verb in re.findall(r"([0-9]+) of your ([0-9]+) moves (wins?)", text):
            assert int(winning) == len(naive.winning(game, position)), text
            assert int(legal) == len(naive.legal(game, position)), text
            assert (verb == "wins") is (winning == "1")
        for found in re.findall(rf"(?<!is )worth {SOME}\.", text):
            assert listed(found) == naive.worths(position), text
        for found in re.findall(r"try ([^.]*?) first and", text):
            tried = found.replace(" or ", ", ").split(", ")
            assert len(tried) >= 2
            assert not any(current.answer(one).accepted for one in tried)
        if text.startswith("The rule book starts"):
            assert isinstance(game, NumberGame)
            assert game.value == game.example


@EVERY_STEP
def test_what_is_said_of_numbers_is_true(step: Step, naive: Any) -> None:
    for current, text in everything_said(step):
        game = current.game
        for number, sign, divisor, left in re.findall(
            r"([0-9]+)([/-])([0-9]+) leaves ([0-9]+)(?![0-9]*(?:,| and) [0-9])", text
        ):
            result = int(number) - int(divisor) if sign == "-" else int(number) // int(divisor)
            if not hasattr(current.position, "numbers"):
                assert (int(number) % int(divisor), result) == (0, int(left)), text
        for number, factors in re.findall(r"([0-9]+) = ([0-9]+(?:·[0-9]+)+)", text):
            assert prod(listed(factors)) == int(number), text
            assert all(is_prime(factor) for factor in listed(factors)), text
        for number, power, exponent in re.findall(r"([0-9]+) (?:=|is) ([0-9]+)\^([0-9]+)", text):
            assert int(power) ** int(exponent) == int(number), text
        for number in re.findall(r"([0-9]+) is prime", text):
            assert is_prime(int(number)), text
        for number in re.findall(r"([0-9]+) = [0-9·]+ is not prime", text):
            assert not is_prime(int(number)), text
        for number, what in re.findall(r"([0-9]+) is (won|lost)", text):
            assert (what == "won") is naive.wins(game, game.position(number)), text
        for one, other in re.findall(r"([0-9]+)–([0-9]+)", text):
            assert int(other) % int(one) == 0, text


def is_prime(number: int) -> bool:
    return number > 1 and all(number % d for d in range(2, number))


def factors(number: int) -> list[int]:
    """The prime factors, by trial."""
    for divisor in range(2, number + 1):
        if number % divisor == 0:
            return [divisor, *factors(number // divisor)]
    return []


WORDS = {"only one": 1, "three": 3, "four": 4}


def test_the_claims_that_are_made_only_once_are_true(naive: Any) -> None:
    told = " ".join(step.text for found in LESSONS.values() for step in found.steps)
    for number, count in re.findall(r"([0-9]+) = [0-9·]+ has (only one|three) (?:different )?prime", told):
        assert len(set(factors(int(number)))) == WORDS[count]
    for number, count in re.findall(r"([0-9]+) = [0-9·]+ has (four) prime factors", told):
        assert len(factors(int(number))) == WORDS[count]
    for number, worth in re.findall(r"([0-9]+) = [0-9·]+ is worth ([0-9]+)", told):
        assert len(factors(int(number))) - 1 == int(worth)

    subtraction = lesson("divisor-duel-subtract").steps[0].game
    lost = [n for n in range(2, 101) if not naive.wins(subtraction, subtraction.position(str(n)))]
    assert f"From 2 to 15 the lost numbers are {', '.join(str(n) for n in lost if n < 15)} and 15." in told
    assert "leave an odd number, or 2, 8 or 32. Up to 100 no other even number is lost." in told
    assert [n for n in lost if n % 2 == 0] == [2, 8, 32]
    assert [n for n in range(2, 101) if n % 2 and n not in lost] == []

    for high, pairs in ((6, "2–4 and 3–6"), (10, "2–6, 3–9, 4–8 and 5–10")):
        assert pairs in told
        pool = PoolDuel(2, high)
        for one, other in (listed(pair) for pair in re.split(", | and ", pairs)):
            for pick, answer in ((one, other), (other, one)):
                assert naive.winning(pool, pool.position(f"2-{high}/{pick}")) == [answer]
    for pick, answer in re.findall(r"after ([0-9]) pick ([0-9])", told):
        assert naive.winning(PoolDuel(2, 6), PoolDuel(2, 6).position(f"2-6/{pick}")) == [int(answer)]
    assert "only 11 and 13 have no partner" in told
    fifteen = PoolDuel(2, 15)
    assert naive.winning(fifteen, fifteen.start()) == [11, 13]
    alone = [n for n in range(2, 51) if is_prime(n) and 2 * n > 50]
    assert f"{', '.join(map(str, alone[:-1]))} and {alone[-1]} have no divisor and no multiple in it" in told
