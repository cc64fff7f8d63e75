"""The lesson about Subtraction: odd numbers first, then the powers of two."""

from random import Random

from aliquot.core.text import listing
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.lessons.feedback import factored, moves, odds
from aliquot.lessons.step import Board, Question, Step, judge, play, read, try_out, win
from aliquot.oracle import solve

LARGEST = 64
"""The largest number of an exercise."""
_POWERS = (4, 8, 16, 32, 64)
"""Numbers that exercises use more often than chance would."""


def at(number: int) -> Board:
    """Return the board of one number."""
    game = SubtractionDuel(number)
    return game, game.start()


def _lost(numbers: range) -> list[str]:
    return [str(number) for number in numbers if not solve(*at(number)).wins]


def steps() -> tuple[Step, ...]:
    """Return the steps from the rules to a whole match."""
    return (*_rules(), *_odd(), *_powers())


def _rules() -> tuple[Step, ...]:
    return (
        read(
            at(16),
            "Two players share one number. On your turn you choose one of its divisors, any but 1 and the number "
            "itself, and subtract it. Your opponent faces the rest. Whoever cannot move loses.",
        ),
        try_out(
            at(12),
            f"Here is 12. Subtract {moves(*at(12))}: anything goes, and your opponent answers. "
            "If you like, try 5 or 12 first and see what you are told.",
        ),
        judge(
            at(7),
            "You face 7. Only 1 and 7 divide it, and neither is allowed. Is that won or lost for you?",
            moral="Primes are lost. Are there others?",
        ),
    )


def _odd() -> tuple[Step, ...]:
    return (
        win(at(6), f"You face 6. {odds(*at(6))}. Subtract {moves(*at(6))}?", plain=True),
        judge(at(9), f"You face 9, and can only subtract {moves(*at(9))}. Is that won or lost for you?", plain=True),
        win(at(14), f"You face 14. {odds(*at(14))}. Look at what is left.", plain=True),
        judge(
            at(15),
            f"You face 15. You can subtract {moves(*at(15))}. Look at what your opponent could do then. "
            "Is it won or lost for you?",
            plain=True,
        ),
        win(at(18), f"You face 18. {odds(*at(18))}. Perhaps you remember a number that is lost.", plain=True),
        read(
            at(15),
            f"Have you noticed? From 2 to 15 the lost numbers are {listing(_lost(range(2, 16)), 'and')}. Every odd "
            f"number is there! And also {listing(_lost(range(2, 16, 2)), 'and')}: we come to them in a moment.",
        ),
        read(
            at(15),
            "Why odd? The divisors of an odd number are odd, and odd minus odd is even. Your divisor still goes into "
            "what is left, so your opponent subtracts it too, and you face an odd number again. In the end it is a "
            "prime.",
        ),
        win(at(20), f"You face 20. {odds(*at(20))}. Make the number odd.", plain=True),
        win(
            at(44),
            "You face 44. Which odd number above 1 divides it? Subtract it.",
            plain=True,
            moral="You made it odd.",
        ),
    )


def _powers() -> tuple[Step, ...]:
    turns = ", ".join(f"{n} is {'won' if solve(*at(n)).wins else 'lost'}" for n in (2, 4, 8, 16))
    return (
        judge(
            at(4),
            "Now the powers of two: 2, 4, 8, 16 and so on, each twice the one before. No odd number above 1 divides "
            f"them. You face 4, and can only subtract {moves(*at(4))}. Won or lost for you?",
            plain=True,
        ),
        judge(at(8), f"You face 8. You can subtract {moves(*at(8))}. Won or lost for you?", plain=True),
        win(at(16), f"You face 16. {odds(*at(16))}. You have just seen a number worth leaving.", plain=True),
        read(
            at(16),
            f"From a power of two only halving can win. So lost and won take turns: {turns}. Count the twos: "
            f"{factored(8)}, or 2^3 for short. With an odd number of them it is lost.",
        ),
        judge(at(32), "You face 32. How many twos are in it? Won or lost for you?"),
        play(at(64), "Now a whole game. You face 64, and your opponent resists as long as possible. Win it!"),
        read(
            at(64),
            f"Now you know it all: leave an odd number, or {listing(_lost(range(2, 101, 2)))}. Up to 100 no other even "
            "number is lost. Most people only ever find half of this.",
        ),
    )


def draw(generator: Random, question: Question) -> Board:
    """Draw a number for an exercise, rather often a power of two."""
    if generator.random() < 0.25:
        return at(generator.choice(_POWERS))
    return at(generator.randint(6, LARGEST))
