import pytest

from aliquot.core.errors import InvalidParameter
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Outcome
from aliquot.games.dividers_duel import DividersDuel


def test_the_rule_book_is_named_and_set_up_as_it_says() -> None:
    game = DividersDuel.create()
    assert (game.slug, game.title, game.id) == ("dividers-duel", "Divider's Duel", "dividers-duel(start=60)")
    assert game.penalty == "forfeit"
    assert game.version == 1


def test_the_books_example_is_played_as_the_book_plays_it() -> None:
    match = Match(DividersDuel.create())
    seen = []
    for move in (2, 5, 3):
        seen.append((match.seat, tuple(match.game.legal_moves(match.position))))
        match.play(move)
    assert seen == [
        (1, (2, 3, 4, 5, 6, 10, 12, 15, 20, 30)),
        (2, (2, 3, 5, 6, 10, 15)),
        (1, (2, 3)),
    ]
    assert match.position.number == 2
    assert match.outcome == Outcome(1, Ending.NO_MOVES)


def test_the_smallest_start_is_three() -> None:
    assert Match(DividersDuel(3)).outcome == Outcome(2, Ending.NO_MOVES)
    with pytest.raises(InvalidParameter, match="greater than 2"):
        DividersDuel(2)
