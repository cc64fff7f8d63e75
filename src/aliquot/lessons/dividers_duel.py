"""The lesson of Divider's Duel: what to leave your opponent."""

from random import Random

from aliquot.games.dividers_duel import DividersDuel
from aliquot.lessons.division import at, draw_number
from aliquot.lessons.step import Board, Question, Step, judge, play, read, try_out, win
from aliquot.lessons.telling import moves, odds, wins_by

LARGEST = 120
"""The largest number of an exercise."""


def steps() -> tuple[Step, ...]:
    """From the rules to the start of the rule book."""

    def n(number: int) -> Board:
        return at(DividersDuel, number)

    return (
        read(
            n(60),
            "Two players share one number. On your turn you divide it by one of its divisors, any but 1 and the number "
            "itself. Your opponent faces the result. Whoever cannot move loses.",
        ),
        try_out(
            n(12),
            f"Here is 12. Divide it by {moves(*n(12))}: anything goes, and your opponent answers. "
            "If you like, try 5 or 12 first and see what you are told.",
        ),
        judge(
            n(7),
            "You face 7. Only 1 and 7 divide it, and neither is allowed. Is that won or lost for you?",
            moral="A prime is a dead end.",
        ),
        judge(n(6), f"Now you face 6. You can divide it by {moves(*n(6))}. Is that won or lost for you?", plain=True),
        win(n(8), f"You face 8. {odds(*n(8))}. What would your opponent hate to see?", plain=True),
        win(n(12), f"Back to 12. {odds(*n(12))}. Find one, and look closely at what it leaves.", plain=True),
        win(n(20), f"One more: 20. {odds(*n(20))}. Find one.", plain=True),
        read(
            n(20),
            f"Do you see it? Every winning move leaves a prime: {wins_by(*n(20))}. Pick a prime that divides your "
            "number, and divide by all the rest.",
        ),
        judge(n(35), "You face 35. Is there a prime that you can leave? Say whether it is won or lost for you."),
        judge(
            n(37),
            "You face 37. Try to divide it by 2, 3 and 5. If none of them fits, no number does, because 7 times 7 is "
            "more than 37. Won or lost for you?",
        ),
        play(n(60), f"The rule book starts at 60, and you go first. {odds(*n(60))}. End it in one move!"),
        read(
            n(60),
            "That is the whole secret: every number that is not prime is won in one move. It gets deep when several "
            "numbers lie on the table. There is a lesson for that, too.",
        ),
    )


def draw(generator: Random, question: Question) -> Board:
    """A number for an exercise."""
    return draw_number(DividersDuel, generator, question, LARGEST)
