import pytest

from aliquot.core.errors import InvalidParameter
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Outcome
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.number import NumberPosition

SMALL = 2000


def test_the_rule_book_is_named_and_set_up_as_it_says() -> None:
    game = SubtractionDuel.create()
    assert game.id == "divisor-duel-subtract(start=16)"
    assert game.title == "Divisor Duel: Subtraction"
    assert game.penalty == "retry"
    assert game.version == 1


def test_the_books_example_is_played_as_the_book_plays_it() -> None:
    match = Match(SubtractionDuel.create())
    seen = []
    for move in (8, 4, 2):
        seen.append((match.seat, tuple(match.game.legal_moves(match.position))))
        match.play(move)
    assert seen == [(1, (2, 4, 8)), (2, (2, 4)), (1, (2,))]
    assert match.position.number == 2
    assert match.outcome == Outcome(1, Ending.NO_MOVES)


def test_a_move_leaves_the_difference_for_every_small_number() -> None:
    game = SubtractionDuel(16)
    for n in range(2, SMALL + 1):
        p = NumberPosition(n, 2)
        differences = [n - d for d in range(2, n) if n % d == 0]
        assert [game.child(p, move) for move in game.legal_moves(p)] == [NumberPosition(m, 1) for m in differences]


def test_subtracting_never_goes_below_two() -> None:
    game = SubtractionDuel(16)
    for n in range(2, SMALL + 1):
        p = NumberPosition(n)
        assert all(game.child(p, move).number >= 2 for move in game.legal_moves(p))


@pytest.mark.parametrize(
    ("start", "matches"),
    [(2, 1), (3, 1), (4, 1), (6, 2), (8, 3), (9, 2), (10, 4), (12, 11), (14, 12), (16, 26)],
)
def test_the_number_of_different_matches_is_the_one_counted_by_hand(start: int, matches: int) -> None:
    """From 8: to 6 (then 2 ways) and to 4 (1), so 3. From 16: to 14 (12), to 12 (11), to 8 (3), so 26."""
    game = SubtractionDuel(start)

    def count(p: NumberPosition) -> int:
        return 1 if game.is_over(p) else sum(count(game.child(p, move)) for move in game.legal_moves(p))

    assert count(game.start()) == matches


def test_a_match_is_at_most_half_as_long_as_the_number() -> None:
    assert [SubtractionDuel(n).max_length for n in (2, 3, 4, 5, 6, 16)] == [0, 0, 1, 1, 2, 7]
    game = SubtractionDuel(16)
    p, played = game.start(), 0
    while not game.is_over(p):
        p, played = game.play(p, 2), played + 1
    assert played == game.max_length


def test_the_theory_holds_for_every_small_number() -> None:
    """Lost exactly at odd numbers, at powers of two with an odd exponent, and at 1."""
    game, wins = SubtractionDuel(16), {1: False}
    for n in range(2, SMALL + 1):
        p = NumberPosition(n)
        wins[n] = any(not wins[game.child(p, move).number] for move in game.legal_moves(p))
        odd_power_of_two = n & (n - 1) == 0 and n.bit_length() % 2 == 0
        assert wins[n] == (n % 2 == 0 and not odd_power_of_two)


def test_the_smallest_start_is_two() -> None:
    assert Match(SubtractionDuel(2)).outcome == Outcome(2, Ending.NO_MOVES)
    with pytest.raises(InvalidParameter, match="greater than 1"):
        SubtractionDuel(1)
