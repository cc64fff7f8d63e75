from random import Random
from typing import Any

import pytest

from aliquot.core.errors import IllegalMove
from aliquot.core.game import AnyGame
from aliquot.core.match import Match, Turn
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.prefix import Prefix
from aliquot.games import defaults
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.number import NumberPosition


def forfeiting(start: int = 60) -> Match[NumberPosition, int]:
    return Match(DividersDuel(start))


def retrying(start: int = 16) -> Match[NumberPosition, int]:
    return Match(SubtractionDuel(start))


def test_a_match_begins_at_the_start_with_seat_one_to_move_and_no_outcome() -> None:
    match = forfeiting()
    assert match.position == NumberPosition(60, 1)
    assert match.seat == 1
    assert match.outcome is None
    assert match.turns == ()
    assert match.moves == ()


def test_a_turn_tells_who_moved_what_and_between_which_positions() -> None:
    match = forfeiting()
    assert match.play(2) == Turn(1, 2, NumberPosition(60, 1), NumberPosition(30, 2), None)
    assert match.position == NumberPosition(30, 2)
    assert match.seat == 2
    assert match.moves == (2,)


def test_how_many_turns_there_were_and_the_last_of_them_are_known_at_once() -> None:
    match = forfeiting()
    assert (match.ply, match.last) == (0, None)
    turns = [match.play(2), match.play(5)]
    assert (match.ply, match.last) == (2, turns[1])
    match.undo()
    assert (match.ply, match.last, match.position) == (1, turns[0], NumberPosition(30, 2))
    match.undo()
    assert (match.ply, match.last, match.position) == (0, None, NumberPosition(60, 1))


def test_the_turn_that_leaves_no_move_carries_the_outcome() -> None:
    match = forfeiting()
    match.play(2)
    match.play(5)
    last = match.play(3)
    assert last.outcome == match.outcome == Outcome(1, Ending.NO_MOVES)
    assert last.objection == ""
    assert match.moves == (2, 5, 3)
    assert [turn.seat for turn in match.turns] == [1, 2, 1]


def test_a_match_from_a_prime_is_over_before_the_first_move() -> None:
    match = forfeiting(7)
    assert match.outcome == Outcome(2, Ending.NO_MOVES)
    with pytest.raises(IllegalMove, match="The match is over"):
        match.play(7)
    assert match.turns == ()


def test_under_forfeit_an_illegal_choice_is_a_turn_that_loses() -> None:
    match = forfeiting()
    match.play(2)
    turn = match.play(7)
    assert turn == Turn(
        2,
        7,
        NumberPosition(30, 2),
        None,
        Outcome(1, Ending.ILLEGAL_MOVE),
        "7 does not divide 30: it leaves a remainder of 2.",
    )
    assert match.outcome == Outcome(1, Ending.ILLEGAL_MOVE)
    assert match.moves == (2, 7)


def test_an_illegal_choice_leaves_the_board_as_it_was() -> None:
    match = forfeiting()
    match.play(1)
    assert match.position == NumberPosition(60, 1)
    assert match.seat == 1


def test_under_retry_an_illegal_choice_is_refused_and_the_match_goes_on() -> None:
    match = retrying()
    with pytest.raises(IllegalMove, match="3 does not divide 16"):
        match.play(3)
    assert match.outcome is None
    assert match.turns == ()
    assert match.play(8).seat == 1


def test_the_rule_book_decides_the_penalty_unless_the_players_do() -> None:
    assert forfeiting().penalty == "forfeit"
    assert retrying().penalty == "retry"
    lenient = Match(DividersDuel(60), penalty="retry")
    with pytest.raises(IllegalMove):
        lenient.play(7)
    assert lenient.outcome is None
    strict = Match(SubtractionDuel(16), penalty="forfeit")
    assert strict.play(3).outcome == Outcome(2, Ending.ILLEGAL_MOVE)


def test_the_penalty_can_be_another_for_a_single_choice() -> None:
    match = forfeiting()
    with pytest.raises(IllegalMove):
        match.play(7, penalty="retry")
    assert match.outcome is None
    assert match.play(7).outcome == Outcome(2, Ending.ILLEGAL_MOVE)
    assert retrying().play(3, penalty="forfeit").outcome == Outcome(2, Ending.ILLEGAL_MOVE)


@pytest.mark.parametrize("move", [2, 7])
def test_nothing_is_played_after_the_end(move: int) -> None:
    match = forfeiting(4)
    match.play(2)
    with pytest.raises(IllegalMove, match=r"^The match is over\.$"):
        match.play(move)
    assert match.moves == (2,)


def test_the_seat_to_move_concedes_unless_another_is_named() -> None:
    match = forfeiting()
    match.play(2)
    assert match.concede(Ending.RESIGNED) == Outcome(1, Ending.RESIGNED)
    assert match.outcome == Outcome(1, Ending.RESIGNED)
    other = forfeiting()
    other.play(2)
    assert other.concede(Ending.OUT_OF_TIME, 1) == Outcome(2, Ending.OUT_OF_TIME)


def test_a_conceded_match_keeps_its_turns_and_takes_no_more() -> None:
    match = forfeiting()
    match.play(2)
    match.concede(Ending.ABANDONED)
    assert match.moves == (2,)
    with pytest.raises(IllegalMove, match="over"):
        match.play(5)
    with pytest.raises(IllegalMove, match="over"):
        match.concede(Ending.RESIGNED)
    assert match.outcome == Outcome(1, Ending.ABANDONED)


def test_undo_takes_back_the_last_turn() -> None:
    match = forfeiting()
    match.play(2)
    match.play(5)
    match.undo()
    assert match.position == NumberPosition(30, 2)
    assert match.moves == (2,)
    assert match.play(3).before == NumberPosition(30, 2)
    assert [turn.move for turn in match.turns] == [2, 3]


def test_undo_takes_back_several_turns_at_once() -> None:
    match = forfeiting()
    match.play(2)
    match.play(5)
    match.undo(2)
    assert match.position == NumberPosition(60, 1)
    assert match.turns == ()


def test_undo_takes_back_what_ended_the_match() -> None:
    match = forfeiting(4)
    match.play(2)
    match.undo()
    assert match.outcome is None
    assert match.play(3).outcome == Outcome(2, Ending.ILLEGAL_MOVE)
    match.undo()
    assert match.outcome is None
    assert match.position == NumberPosition(4, 1)
    match.play(2)
    assert match.outcome == Outcome(1, Ending.NO_MOVES)


def test_undo_revives_a_conceded_match() -> None:
    match = forfeiting()
    match.play(2)
    match.concede(Ending.RESIGNED)
    match.undo()
    assert match.outcome is None
    assert match.seat == 1


@pytest.mark.parametrize("turns", [-1, 0, 2, 100])
def test_undo_refuses_turns_that_were_not_taken(turns: int) -> None:
    match = forfeiting()
    match.play(2)
    with pytest.raises(IllegalMove, match="not that many turns"):
        match.undo(turns)
    assert match.moves == (2,)


def test_undo_refuses_before_the_first_turn_and_leaves_the_outcome() -> None:
    match = forfeiting(7)
    with pytest.raises(IllegalMove, match="not that many turns"):
        match.undo()
    assert match.outcome == Outcome(2, Ending.NO_MOVES)


def test_the_turns_handed_out_are_not_the_matchs_own() -> None:
    match = forfeiting()
    before = match.turns
    match.play(2)
    assert before == ()
    assert len(match.turns) == 1


def test_a_match_describes_itself_by_its_game_and_its_moves() -> None:
    match = forfeiting()
    assert repr(match) == "<Match dividers-duel(start=60): no moves yet>"
    match.play(2)
    match.play(5)
    assert repr(match) == "<Match dividers-duel(start=60): 60/2, 30/5>"


@pytest.mark.parametrize(
    "move", ["2", 2.0, True, None, 10**5000, (10**5000,), -2], ids=lambda move: type(move).__name__
)
def test_a_choice_of_any_kind_is_judged_and_never_crashes(move: Any) -> None:
    with pytest.raises(IllegalMove):
        retrying().play(move)
    assert forfeiting().play(move).outcome == Outcome(2, Ending.ILLEGAL_MOVE)


@pytest.mark.parametrize("game", defaults(), ids=lambda game: str(game.slug))
def test_random_matches_alternate_and_are_won_by_whoever_moved_last(game: AnyGame) -> None:
    generator = Random(game.slug)
    for _ in range(50):
        match: Match[Any, Any] = Match(game)
        while match.outcome is None:
            assert match.seat == (1, 2)[len(match.turns) % 2]
            match.play(generator.choice(game.legal_moves(match.position)))
        assert match.outcome == Outcome(match.turns[-1].seat, Ending.NO_MOVES)
        p = game.start()
        for move in match.moves:
            p = game.play(p, move)
        assert p == match.position
        assert len(match.moves) <= game.max_length


@pytest.mark.parametrize("game", defaults(), ids=lambda game: str(game.slug))
def test_undoing_every_turn_leads_back_through_the_same_positions(game: AnyGame) -> None:
    generator, match = Random(1), Match[Any, Any](game)
    positions = [match.position]
    while match.outcome is None:
        match.play(generator.choice(game.legal_moves(match.position)))
        positions.append(match.position)
    while match.turns:
        assert match.position == positions.pop()
        match.undo()
    assert [match.position] == positions


def test_the_turns_handed_out_stay_as_they_were_when_the_match_goes_another_way() -> None:
    match = forfeiting()
    match.play(2)
    match.play(5)
    turns, moves = match.turns, match.moves
    match.undo()
    match.play(3)
    assert moves == (2, 5)
    assert [turn.move for turn in turns] == [2, 5]
    assert match.moves == (2, 3)


def test_to_look_at_the_turns_copies_nothing() -> None:
    match = forfeiting()
    match.play(2)
    for view, kept in ((match.turns, match._turns), (match.moves, match._moves)):
        assert isinstance(view, Prefix)
        assert view._items is kept
