"""The lesson of Divide and Conquer: choose where you want to end up, and work backwards."""

from random import Random

from aliquot.games.divide_and_conquer import DivideAndConquer
from aliquot.lessons.division import at, draw_number, factored
from aliquot.lessons.step import Board, Question, Step, judge, play, read, try_out, win
from aliquot.lessons.telling import moves, odds, wins_by

LARGEST = 200
"""The largest number of an exercise."""


def steps() -> tuple[Step, ...]:
    """From the rules to the start of the rule book."""

    def n(number: int) -> Board:
        return at(DivideAndConquer, number)

    return (
        read(
            n(100),
            "Two players share one number, N. On your turn you divide N by any of its divisors except 1 and N, and "
            "your opponent faces the new N. Whoever has nothing to divide by loses.",
        ),
        try_out(
            n(18),
            f"Let N be 18. Divide it by {moves(*n(18))}: anything goes, and your opponent answers. "
            "If you like, try 4 or 18 first and see what you are told.",
        ),
        judge(
            n(13),
            "N is 13, and it is your turn. Which divisors could you choose? Is that won or lost for you?",
            moral="So 13 is a fine number to leave to somebody else.",
        ),
        judge(n(9), f"N is 9. You have one move: divide by {moves(*n(9))}. Is that won or lost for you?", plain=True),
        win(n(27), f"N is 27. {odds(*n(27))}. Try them in your head first.", plain=True),
        win(n(28), f"N is 28. {odds(*n(28))}. Find one, and look at the new N.", plain=True),
        read(
            n(28),
            f"{wins_by(*n(28))}: both times a prime is left. So work backwards. Choose a prime that goes into N, and "
            "ask: N divided by what is that prime?",
        ),
        win(n(45), "N is 45. Choose the prime you want to leave, then find the divisor that gets you there."),
        win(
            n(66),
            f"{factored(66)} has three different primes. You can leave any of them, so {odds(*n(66))}. Find one.",
        ),
        win(n(64), f"{factored(64)} has only one prime to leave. So only {odds(*n(64))}. Which one?"),
        judge(
            n(91),
            "N is 91. It looks like a prime, but try 2, 3, 5 and 7 before you decide. Is it won or lost for you?",
        ),
        play(n(100), f"The rule book starts at 100, and you go first. {odds(*n(100))}. End it in one move!"),
        read(
            n(100),
            "The rule book also dreams of reaching exactly 1. That never happens: you would have to divide N by N, "
            "which is not allowed. Primes decide every game, and now you know how.",
        ),
    )


def draw(generator: Random, question: Question) -> Board:
    """A number for an exercise."""
    return draw_number(DivideAndConquer, generator, question, LARGEST)
