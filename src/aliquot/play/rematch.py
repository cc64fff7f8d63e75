"""What to play next: a rematch that is not over before somebody has moved, and what goes deeper."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.core.player import HUMAN
from aliquot.core.view import NumbersView
from aliquot.games import book_of, create, options_of
from aliquot.play.setup import Setup, arrange, fresh_seed


@dataclass(frozen=True, slots=True)
class Offer:
    """Something else to play, between the same players."""

    title: str
    line: str
    """What it is, in a line."""
    setup: Setup


def can_end_at_once(game: AnyGame) -> bool:
    """Whether the very first move can end a game.

    >>> can_end_at_once(create("dividers-duel")), can_end_at_once(create("dividers-duel(start=60+84+90)"))
    (True, False)
    """
    start = game.start()
    # The last ones first: the largest divisors leave primes, and the largest numbers of a pool have no company.
    return any(game.outcome(game.child(start, move)) is not None for move in reversed(game.legal_moves(start)))


def liven(setup: Setup) -> tuple[Setup, str]:
    """What to play where the computer has the first move, and what is different about it, if anything is.

    Where its first move could end the game, the person would not get to play at all: so it is played with several
    numbers, or opened with an even one.
    """
    if not (setup.kinds[0] != HUMAN == setup.kinds[1]) or not can_end_at_once(setup.game):
        return setup, ""
    rules = _rules(setup.game)
    book = book_of(setup.game.id)
    if book.is_summable:
        game = arrange(book.slug, setup.seed, **{**rules, "start": "balanced:3"})
        told = "Three numbers this time: with one, the first move can end the game."
    elif "pool" in rules:
        game = create(book.slug, **{**rules, "opening": "even"})
        told = "The first pick must be even this time: otherwise it can end the game."
    else:
        return setup, ""
    return (replace(setup, game=game), told) if not can_end_at_once(game) else (setup, "")


def is_shallow(game: AnyGame) -> bool:
    """Whether a game is of one number that is divided, which is won in one move by whoever knows the trick."""
    view = game.view(game.start())
    single = isinstance(view, NumbersView) and len(view.heaps) == 1 and view.heaps[0].sign == "/"
    return single and book_of(game.id).is_summable


def offers(setup: Setup) -> tuple[Offer, ...]:
    """What goes deeper than a shallow game, between the same players."""
    book, seed = book_of(setup.game.id), fresh_seed()
    again = replace(setup, seed=seed, toss=False)
    start = "balanced:3" if Random(seed).random() < 0.5 else "balanced:2"
    return (
        Offer(
            "Several numbers",
            "Divide any one of them: an old game in disguise.",
            replace(again, game=arrange(book.slug, seed, start=start)),
        ),
        Offer(
            "Subtraction",
            "Take a divisor away instead of dividing by it.",
            replace(again, game=create("divisor-duel-subtract"), penalty=None),
        ),
        Offer(
            "The pool",
            "Pick divisors and multiples from 2 to 50.",
            replace(again, game=create("divisor-duel-pool"), penalty=None),
        ),
    )


def _rules(game: AnyGame) -> dict[str, Any]:
    """What a game was set up with, as `create` takes it."""
    pairs = (option.partition("=") for option in options_of(game.id))
    return {name: value if sign else True for name, sign, value in pairs}
