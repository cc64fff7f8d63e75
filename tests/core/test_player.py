from dataclasses import FrozenInstanceError
from datetime import timedelta
from typing import Any

import pytest

from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.player import Choice, Player
from aliquot.games import create, defaults
from aliquot.players import take_turn


class Smallest:
    """All that it takes to be a player."""

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None) -> Choice:
        return Choice(min(game.legal_moves(position)))


def test_a_choice_is_a_move_and_perhaps_a_word_and_cannot_be_changed() -> None:
    choice = Choice(2)
    assert (choice.move, choice.info) == (2, "")
    assert choice == Choice(2, "")
    assert choice != Choice(2, "winning")
    with pytest.raises(FrozenInstanceError):
        choice.move = 3  # type: ignore[misc]


@pytest.mark.parametrize("game", defaults(), ids=lambda game: game.slug)
def test_one_method_is_enough_to_play_every_game_to_the_end(game: AnyGame) -> None:
    player: Player = Smallest()
    match = Match(game)
    while match.outcome is None:
        expected = min(game.legal_moves(match.position))
        assert take_turn(match, player) == Choice(expected)
        assert match.moves[-1] == expected


def test_a_player_is_told_the_game_the_position_and_the_limit() -> None:
    told: list[tuple[object, ...]] = []

    class Listener:
        def choose(self, game: AnyGame, position: Any, limit: timedelta | None) -> Choice:
            told.append((game, position, limit))
            return Choice(2)

    match = Match(create("dividers-duel"))
    start = match.position
    take_turn(match, Listener())
    between = match.position
    take_turn(match, Listener(), timedelta(seconds=60))
    assert told == [(match.game, start, None), (match.game, between, timedelta(seconds=60))]
