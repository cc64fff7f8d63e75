"""The lesson about the three duels in which a number is divided.

It begins with Divider's Duel. Divide and Conquer and Factor Duel have the same moves and come last, each with its own
way to look at them: to work backwards, and to take prime factors away.
"""

from random import Random

from aliquot.games.divide_and_conquer import DivideAndConquer
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.factor_duel import FactorDuel
from aliquot.games.number import DivisionGame
from aliquot.lessons.feedback import factored, moves, odds, winning_moves
from aliquot.lessons.step import Board, Question, Step, judge, play, read, try_out, win

LARGEST = 120
"""The largest number of an exercise."""


def steps() -> tuple[Step, ...]:
    """Return the rules, the trick and the two other duels."""
    return (*_rules(), *_trick(), *_divide_and_conquer(), *_factor_duel())


def _rules() -> tuple[Step, ...]:
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
    )


def _trick() -> tuple[Step, ...]:
    def n(number: int) -> Board:
        return at(DividersDuel, number)

    return (
        read(
            n(20),
            f"Do you see it? Every winning move leaves a prime: {winning_moves(*n(20))}. Pick a prime that divides "
            "your number, and divide by all the rest.",
        ),
        judge(n(35), "You face 35. Is there a prime that you can leave? Say whether it is won or lost for you."),
        judge(
            n(37),
            "You face 37. Try to divide it by 2, 3 and 5. If none of them fits, no number does, because 7 times 7 is "
            "more than 37. Won or lost for you?",
        ),
        play(n(60), f"The rule book starts at 60, and you go first. {odds(*n(60))}. End it in one move!"),
    )


def _divide_and_conquer() -> tuple[Step, ...]:
    def n(number: int) -> Board:
        return at(DivideAndConquer, number)

    return (
        read(
            n(100),
            "Divide and Conquer has the same moves and starts at 100. It dreams of reaching exactly 1, which nobody "
            "can: that would be N divided by N. So work backwards: choose the prime you want to leave. N divided by "
            "what is that prime?",
        ),
        win(n(45), "N is 45. Choose the prime you want to leave, then find the divisor that gets you there."),
        judge(
            n(91),
            "N is 91. It looks like a prime, but try 2, 3, 5 and 7 before you decide. Is it won or lost for you?",
        ),
    )


def _factor_duel() -> tuple[Step, ...]:
    def n(number: int) -> Board:
        return at(FactorDuel, number)

    return (
        read(
            n(30),
            "Factor Duel has the same moves, too, and starts at 30. It says: pick a factor, and whoever makes N prime "
            "has won. A prime has a single prime factor. So take all of them but one in one pick: multiply those you "
            "take, and that is your move.",
        ),
        win(
            n(84), f"{factored(84)} has four prime factors. Choose three of them and multiply them: that is your pick."
        ),
        play(n(30), "The rule book starts at 30, and you go first. Win!"),
        read(
            n(30),
            "That is the whole secret of three duels: every number that is not prime is won in one move. It gets deep "
            "when several numbers lie on the table. There is a lesson for that, too.",
        ),
    )


def draw(generator: Random, question: Question) -> Board:
    """Draw a number for an exercise; it would be the same in all three duels."""
    return draw_number(DividersDuel, generator, question, LARGEST)


def at(duel: type[DivisionGame], number: int) -> Board:
    """Return the board of one number in a division duel."""
    game = duel(number)
    return game, game.start()


def draw_number(duel: type[DivisionGame], generator: Random, question: Question, largest: int) -> Board:
    """Draw a number to move on, or one to judge whose last digit does not show that it is not prime."""
    if question is Question.WIN:
        return at(duel, generator.randint(12, largest))
    return at(duel, generator.choice([number for number in range(21, largest + 1) if number % 2 and number % 5]))
