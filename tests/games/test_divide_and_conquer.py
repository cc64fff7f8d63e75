import pytest

from aliquot.core.errors import InvalidParameter
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Outcome
from aliquot.games.divide_and_conquer import DivideAndConquer


def test_the_rule_book_is_named_and_set_up_as_it_says() -> None:
    game = DivideAndConquer.create()
    assert game.id == "divide-and-conquer(start=100)"
    assert game.title == "Divide and Conquer"
    assert game.penalty == "forfeit"
    assert game.version == 1


@pytest.mark.parametrize(
    ("start", "moves", "winner"),
    [
        (100, (50,), 1),
        (30, (2, 5), 2),
        (60, (30,), 1),
        (36, (18,), 1),
        (36, (2, 9), 2),
    ],
)
def test_the_books_examples_end_as_the_book_says(start: int, moves: tuple[int, ...], winner: int) -> None:
    match = Match(DivideAndConquer(start))
    for move in moves:
        assert match.outcome is None
        match.play(move)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.ending) == (winner, Ending.NO_MOVES)


def test_the_books_divisors_of_a_hundred_are_the_choices() -> None:
    game = DivideAndConquer.create()
    assert tuple(game.legal_moves(game.start())) == (2, 4, 5, 10, 20, 25, 50)


def test_the_smallest_start_is_two() -> None:
    assert Match(DivideAndConquer(2)).outcome == Outcome(2, Ending.NO_MOVES)
    with pytest.raises(InvalidParameter, match="greater than 1"):
        DivideAndConquer(1)
