import pytest

from aliquot.core.errors import InvalidParameter
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Outcome
from aliquot.games.factor_duel import FactorDuel


def test_the_rule_book_is_named_and_set_up_as_it_says() -> None:
    game = FactorDuel.create()
    assert (game.slug, game.title, game.id) == ("factor-duel", "Factor Duel", "factor-duel(start=30)")
    assert game.penalty == "forfeit"
    assert game.version == 1
    assert tuple(game.legal_moves(game.start())) == (2, 3, 5, 6, 10, 15)


@pytest.mark.parametrize("moves", [(5, 2), (2, 5)])
def test_the_books_examples_are_won_by_player_two_at_the_prime_three(moves: tuple[int, int]) -> None:
    match = Match(FactorDuel.create())
    for move in moves:
        assert match.outcome is None
        match.play(move)
    assert match.position.number == 3
    assert match.outcome == Outcome(2, Ending.NO_MOVES)


def test_the_smallest_start_is_three() -> None:
    assert Match(FactorDuel(3)).outcome == Outcome(2, Ending.NO_MOVES)
    with pytest.raises(InvalidParameter, match="greater than 2"):
        FactorDuel(2)
