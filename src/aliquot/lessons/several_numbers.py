"""The lesson about several numbers at once: equal ones first, then worth, parts and twins. It is Nim in disguise."""

from random import Random

from aliquot.core.text import listing
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.sum import Sum
from aliquot.lessons.feedback import factored, odds, twins
from aliquot.lessons.step import Board, Question, Step, judge, play, read, try_out, win
from aliquot.oracle.nim import worth

LARGEST = 60
"""The largest number of an exercise."""


def at(*numbers: int) -> Board:
    """Return the board of some numbers in Divider's Duel."""
    game = Sum.of(DividersDuel, numbers)
    return game, game.start()


def _values(*numbers: int) -> tuple[int, ...]:
    return tuple(worth(DividersDuel(number), number) for number in numbers)


def _worths(*numbers: int) -> str:
    return listing([*map(str, _values(*numbers))], "and")


def steps() -> tuple[Step, ...]:
    """Return the steps from the rules to Nim."""
    return (*_copying(), *_worth(), *_parts())


def _copying() -> tuple[Step, ...]:
    return (
        read(
            at(6, 10),
            "Now two numbers lie on the table. On your turn choose one of them and divide it by a proper divisor, as "
            "in Divider's Duel. The other stays as it is. Whoever cannot move on either of them loses.",
        ),
        try_out(
            at(6, 10),
            "Here are 6 and 10. Divide one of them: 6/2, say, or 10/5. Anything goes, and your opponent answers. "
            "If you like, try 6/5 or 10/10 first and see what you are told.",
        ),
        judge(
            at(6, 10),
            "Again 6 and 10. Whatever you do to one of them, your opponent does to the other. Won or lost for you?",
            plain=True,
        ),
        judge(at(6, 7), "Now 6 and 7. Remember that nobody can move on a prime. Won or lost for you?", plain=True),
        win(
            at(6, 8),
            f"Here are 6 and 8. One move uses 6 up, but 8 can last for two. {odds(*at(6, 8))}. Find it.",
            plain=True,
        ),
        read(
            at(6, 4),
            "Did you see? You made the two last equally long, and then you can copy: whatever your opponent does to "
            "one, you do to the other. So you always have an answer.",
        ),
        play(at(12, 16), "Try it in a whole game. Here are 12 and 16. Make them last equally long, then copy."),
    )


def _worth() -> tuple[Step, ...]:
    return (
        read(
            at(12, 16),
            f"How long can a number last? Count its prime factors, less one. {factored(12)} is worth "
            f"{worth(DividersDuel(12), 12)}, and {factored(16)} is worth {worth(DividersDuel(16), 16)}. "
            "A move can lower the worth as far as you like.",
        ),
        win(at(18, 40), f"{factored(18)} and {factored(40)}. What are they worth? Make them equal.", plain=True),
        judge(
            at(6, 10, 14),
            f"Three numbers, worth {_worths(6, 10, 14)}. Two that are equal cancel out, because they can be copied. "
            "Which one remains? Won or lost for you?",
            plain=True,
            moral="Two cancel out, and the third is yours.",
        ),
        win(
            at(8, 9, 20),
            f"Here are 8, 9 and 20, worth {_worths(8, 9, 20)}. {odds(*at(8, 9, 20))}. Find it.",
            plain=True,
        ),
    )


def _parts() -> tuple[Step, ...]:
    return (
        judge(
            at(6, 12, 24),
            f"Here are 6, 12 and 24, worth {_worths(6, 12, 24)}. No two are equal. Guess: won or lost for you?",
            plain=True,
        ),
        read(
            at(6, 12, 24),
            "Here is the secret. Split each worth into parts of 1, 2, 4 and so on, each at most once. If every part "
            f"has a twin, whoever moves loses. Now look at {_worths(6, 12, 24)}. {twins(_values(6, 12, 24))}",
        ),
        read(
            at(6, 12, 24),
            "Whatever is done then leaves some part without a twin, and one move can always put that right. Charles "
            "Bouton proved it in 1901, for a game with piles of counters called Nim.",
        ),
        win(
            at(6, 12, 32),
            f"Here are 6, 12 and 32, worth {_worths(6, 12, 32)}. Give every part a twin: what should 32 be worth?",
        ),
        play(at(6, 8, 48), f"A whole game: 6, 8 and 48, worth {_worths(6, 8, 48)}. Leave twins every time, and win!"),
        read(
            at(6, 8, 48),
            "You can play Nim now, and any number of numbers at once. Count prime factors, take one off, split into "
            "parts, and look for twins. Hardly anybody you meet will know it.",
        ),
    )


def draw(generator: Random, question: Question) -> Board:
    """Draw two or three numbers that are not prime."""
    composites = [number for number in range(4, LARGEST + 1) if worth(DividersDuel(number), number)]
    return at(*sorted(generator.sample(composites, generator.choice((2, 3)))))
