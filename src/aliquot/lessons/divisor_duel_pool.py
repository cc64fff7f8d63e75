"""The lesson about the pool: pair the numbers, and answer with the partner."""

from random import Random

from aliquot.core.text import listing
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.lessons.feedback import moves, odds
from aliquot.lessons.step import Board, Question, Step, judge, play, read, try_out, win
from aliquot.oracle import solve
from aliquot.oracle.pool import PoolVerdict

_POOLS = ((2, 10), (2, 12), (2, 12), (2, 15), (2, 20))
"""The pools of the exercises."""
_MOST_PAIRS = 4
"""The most pairs in an exercise; more would be too hard to keep in mind."""


def at(high: int, *picks: int) -> Board:
    """Return the board of the pool from 2 up to a number after some picks."""
    game = PoolDuel(2, high)
    position = game.start()
    for pick in picks:
        position = game.play(position, pick)
    return game, position


def _answers(high: int) -> dict[int, int]:
    """Return the winning answer to each first pick that has one."""
    answers_by_pick = {pick: solve(*at(high, pick)).winning_moves for pick in range(2, high + 1)}
    return {pick: answers[0] for pick, answers in answers_by_pick.items() if answers}


def _pairs(high: int) -> str:
    return listing([f"{a}–{b}" for a, b in _answers(high).items() if a < b], "and")


def _alone(high: int) -> list[str]:
    """List the numbers of a pool after which nothing can be picked."""
    game, start = at(high)
    return [str(pick) for pick in game.legal_moves(start) if game.outcome(game.child(start, pick))]


def steps() -> tuple[Step, ...]:
    """Return the steps from the rules to a whole match."""
    return (*_rules(), *_pairing(), *_left_over())


def _rules() -> tuple[Step, ...]:
    return (
        read(
            at(12),
            "The numbers from 2 to 12 lie in a pool. The first player picks any of them. After that you pick a "
            "divisor or a multiple of the last pick, if it is still there. Whoever has nothing to pick loses.",
        ),
        try_out(
            at(10, 6),
            f"The pool from 2 to 10. The last pick was 6, so you may take {moves(*at(10, 6))}: anything goes, and your "
            "opponent answers. If you like, try 4, 6 or 12 first and see what you are told.",
        ),
        judge(
            at(12, 7),
            "The last pick was 7, and it is your turn. Look for divisors and multiples of 7. Won or lost for you?",
            moral="What a pick!",
        ),
    )


def _pairing() -> tuple[Step, ...]:
    answers = listing([f"after {pick} pick {answer}" for pick, answer in _answers(6).items()], "and")
    return (
        win(
            at(6, 2),
            f"A small pool, from 2 to 6. The last pick was 2. Take {moves(*at(6, 2))}? {odds(*at(6, 2))}.",
            plain=True,
        ),
        win(at(6, 6), f"The same pool, but the last pick was 6. Take {moves(*at(6, 6))}?", plain=True),
        judge(
            at(6, 4),
            f"And if the last pick was 4? You can only take {moves(*at(6, 4))}. Play on in your head. Won or lost for "
            f"you?",
            plain=True,
        ),
        read(
            at(6),
            f"Look at the good answers: {answers}. The numbers come in pairs: {_pairs(6)}. Answer each pick with its "
            "partner, and you always have an answer.",
        ),
        win(
            at(6),
            f"Now you pick first. Your opponent knows the pairs {_pairs(6)}, too. Which number has no partner?",
        ),
        win(
            at(10, 3),
            f"The pool from 2 to 10 has the pairs {_pairs(10)}. The last pick was 3. What is your answer?",
        ),
        play(at(10, 8), "Same pool, same pairs. The last pick was 8. Play it to the end, always with the partner."),
    )


def _left_over() -> tuple[Step, ...]:
    return (
        judge(
            at(8, 2),
            f"The pool from 2 to 8, and the last pick was 2. You may take {moves(*at(8, 2))}. "
            "Has your opponent an answer to each of them? Won or lost for you?",
            plain=True,
            moral="This time the partners are your opponent's.",
        ),
        read(
            at(8, 2),
            "So make as many pairs as you can, the last pick included; in a pair, one number divides the other. Can "
            "you do it with the last pick left over? Then you lose. If not, take its partner, and you win.",
        ),
        judge(
            at(12, 12),
            f"The pool from 2 to 12, and the last pick was 12. You may take {moves(*at(12, 12))}. Make pairs of what "
            "is left. Won or lost for you?",
        ),
        play(
            at(15, 4),
            "A whole game: the pool from 2 to 15, and the last pick was 4. Make pairs first: only "
            f"{listing([*map(str, solve(*at(15)).winning_moves)], 'and')} have no partner. Then win it!",
        ),
        read(
            at(50),
            "The rule book's pool goes from 2 to 50. There you can win with your very first pick: "
            f"{listing(_alone(50), 'and')} have no divisor and no multiple in it. After any other pick, make pairs.",
        ),
    )


def draw(generator: Random, question: Question) -> Board:
    """Draw a pool after some random picks, with a choice to make and few pairs."""
    while True:
        game = PoolDuel(*generator.choice(_POOLS))
        position = game.start()
        for _ in range(generator.randint(1, 6)):
            if picks := game.legal_moves(position):
                position = game.child(position, generator.choice(picks))
        if len(game.legal_moves(position)) > 1 and len(PoolVerdict(game, position).pairs) <= _MOST_PAIRS:
            return game, position
