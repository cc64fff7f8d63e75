"""The lesson of Factor Duel: a number is its prime factors, and a move takes some of them away."""

from random import Random

from aliquot.games.factor_duel import FactorDuel
from aliquot.lessons.division import at, draw_number, factored
from aliquot.lessons.step import Board, Question, Step, judge, play, read, try_out, win
from aliquot.lessons.telling import moves, odds, wins_by

LARGEST = 150
"""The largest number of an exercise."""


def steps() -> tuple[Step, ...]:
    """From the rules to the start of the rule book."""

    def n(number: int) -> Board:
        return at(FactorDuel, number)

    return (
        read(
            n(30),
            "Two players share one number, N. On your turn you pick a factor of N other than 1 and N, and N is divided "
            "by it. Whoever makes N prime has won.",
        ),
        try_out(
            n(20),
            f"Let N be 20. Pick {moves(*n(20))}: anything goes, and your opponent answers. "
            "If you like, try 8 or 20 first and see what you are told.",
        ),
        judge(
            n(11),
            "N is 11, and it is your turn. Look for a factor to pick. Is that won or lost for you?",
            moral="Your opponent made N prime, and won by it.",
        ),
        win(
            n(8),
            f"{factored(8)}. Picking 2 takes one of the twos away, picking 4 takes two of them. Make N prime.",
            plain=True,
        ),
        win(n(30), f"{factored(30)}. {odds(*n(30))}. Which factors does a winning pick take away?", plain=True),
        judge(n(25), f"{factored(25)}. You have one pick. Is that won or lost for you?", plain=True),
        win(n(50), f"{factored(50)}. {odds(*n(50))}. How many prime factors should be left?", plain=True),
        read(
            n(50),
            f"{wins_by(*n(50))}. A prime is a number with a single prime factor. So take all of them but one, in one "
            "pick: multiply those you take, and that is your move.",
        ),
        win(
            n(84), f"{factored(84)} has four prime factors. Choose three of them and multiply them: that is your pick."
        ),
        judge(n(51), "N is 51. Has it more than one prime factor? Try 2, 3, 5 and 7. Won or lost for you?"),
        judge(n(53), "N is 53. Try 2, 3, 5 and 7 again. Won or lost for you?"),
        win(n(90), f"N is 90. Split it into primes yourself this time. {odds(*n(90))}."),
        play(n(30), "The rule book starts at 30, and you go first. You have seen it before. Win!"),
        read(
            n(30),
            "Now you can take any number apart. Every pick takes at least one prime factor away and leaves at least "
            "one. Keep that in mind: it is the key to the lesson Several numbers.",
        ),
    )


def draw(generator: Random, question: Question) -> Board:
    """A number for an exercise."""
    return draw_number(FactorDuel, generator, question, LARGEST)
