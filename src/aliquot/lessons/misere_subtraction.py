"""The lesson about Subtraction where the last move loses: twice a prime, odd numbers, and a power of two."""

from random import Random

from aliquot.core.text import listing
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.misere import Misere
from aliquot.lessons.feedback import factored, moves, odds
from aliquot.lessons.step import Board, Question, Step, judge, play, read, try_out, win
from aliquot.oracle import solve

LARGEST = 64
"""The largest number of an exercise."""


def at(number: int) -> Board:
    """Return the board of one number."""
    game = Misere(SubtractionDuel(number))
    return game, game.start()


def _lost(numbers: range) -> list[str]:
    return [str(number) for number in numbers if not solve(*at(number)).wins]


def steps() -> tuple[Step, ...]:
    """Return the steps from the rules to a whole match."""
    return (*_rules(), *_twice_a_prime(), *_odd(), *_exceptions())


def _rules() -> tuple[Step, ...]:
    return (
        read(
            at(16),
            "You know Subtraction: choose a divisor of the number, any but 1 and the number itself, and subtract it. "
            "Here one thing is turned round: the last move loses. Whoever cannot move has won.",
        ),
        try_out(
            at(12),
            f"Here is 12. Subtract {moves(*at(12))}: anything goes, and your opponent answers. "
            "Remember that you do not want to make the last move.",
        ),
        judge(
            at(7),
            "You face 7. Only 1 and 7 divide it, so you cannot move. Is that won or lost for you?",
            moral="Here it is good to face a prime, and bad to leave one.",
        ),
    )


def _twice_a_prime() -> tuple[Step, ...]:
    return (
        judge(at(4), f"You face 4, and can only subtract {moves(*at(4))}. Won or lost for you?", plain=True),
        win(at(6), f"You face 6. {odds(*at(6))}. Perhaps you remember a number that is lost.", plain=True),
        win(at(8), f"You face 8. {odds(*at(8))}. Look at what is left.", plain=True),
        judge(at(10), f"You face 10. You can subtract {moves(*at(10))}. Won or lost for you?", plain=True),
        read(
            at(14),
            f"Have you noticed? {factored(4)}, {factored(10)} and {factored(14)}: each is twice a prime. From 14 there "
            "are only two moves. One leaves the prime, and your opponent cannot move and wins. The other subtracts 2.",
        ),
        win(at(16), f"You face 16. {odds(*at(16))}. Leave twice a prime.", plain=True),
    )


def _odd() -> tuple[Step, ...]:
    return (
        judge(at(9), f"Now an odd number. You face 9, and can only subtract {moves(*at(9))}. Won or lost?", plain=True),
        judge(at(25), f"You face 25, and can only subtract {moves(*at(25))}. Won or lost for you?", plain=True),
        win(at(20), f"You face 20. {odds(*at(20))}. Can you leave an odd number that is not prime?", plain=True),
        read(
            at(25),
            "Why odd? Odd minus odd is even, so from an odd number you always leave an even one. From there your "
            "opponent can leave an odd number that is not prime, or twice a prime: and you are in trouble again.",
        ),
    )


def _exceptions() -> tuple[Step, ...]:
    return (
        win(
            at(15), f"Careful: not every odd number is lost. You face {factored(15)}. Leave twice a prime.", plain=True
        ),
        read(
            at(15),
            "Three times a prime above 3 is nearly always won: subtract the prime, and you leave twice the prime. "
            f"Up to 40 the lost numbers are {listing(_lost(range(2, 41)), 'and')}.",
        ),
        win(at(36), f"You face 36. {odds(*at(36))}. Do not leave three times a prime."),
        judge(at(32), "One number on the list is neither odd nor twice a prime: 32. Is it won or lost for you?"),
        win(at(34), f"{factored(34)} is twice a prime, and yet it is won: for one of its moves leaves 32. Find it."),
        play(at(60), "Now a whole game. You face 60, and your opponent resists as long as possible. Win it!"),
        read(
            at(60),
            "Now you know it: leave an odd number that is not prime, or twice a prime. Watch out for three times a "
            "prime, and remember 32; the next such powers of two are 128 and 512. Few people know any of this.",
        ),
    )


def draw(generator: Random, question: Question) -> Board:
    """Draw a number for an exercise."""
    return at(generator.randint(6, LARGEST))
