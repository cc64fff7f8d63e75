"""Players that cheat, stall and crash: they lose, the record says how, and nothing breaks."""

import sys
from collections.abc import Callable
from datetime import timedelta
from threading import Event
from typing import Any

import pytest

from aliquot.core.errors import IllegalMove
from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.notation import read, write
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.player import Choice, Player
from aliquot.core.record import Record
from aliquot.core.record_json import from_json, to_json
from aliquot.games import create, defaults
from aliquot.players import Scripted, settle, take_turn, think

LIMITS = [None, timedelta(seconds=60)]
GAMES = pytest.mark.parametrize("game", defaults(), ids=lambda game: game.slug)


class Unspeakable:
    """A move that cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")


class Answering:
    """Answers with whatever it is made with."""

    def __init__(self, answer: Callable[[], Any]) -> None:
        self._answer = answer

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None) -> Any:
        return self._answer()


def fail(error: BaseException) -> Any:
    raise error


def kept(match: Match[Any, Any]) -> Record:
    """The record of a match, after it has been through both of its written forms and been replayed."""
    record = Record.of(match)
    assert read(write(record)) == record
    assert from_json(to_json(record)) == record
    again = record.replay(match.game)
    assert again.outcome == match.outcome
    assert again.moves[: len(record.moves)] == match.moves[: len(record.moves)]
    return record


@GAMES
@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize(
    "move",
    [
        0,
        1,
        -2,
        7919,
        10**30,
        10**10_000,
        True,
        2.0,
        float("nan"),
        b"2",
        None,
        (2,),
        [2],
        {},
        object(),
        "a\nb\x1b[31m",
    ],
    ids=lambda move: ascii(move if type(move) is not object else "object")[:12] if move != 10**10_000 else "huge",
)
def test_an_illegal_move_of_whatever_kind_loses(game: AnyGame, limit: timedelta | None, move: Any) -> None:
    match = Match(game, penalty="retry")
    result = take_turn(match, Scripted([move]), limit)
    assert result == match.outcome == Outcome(2, Ending.ILLEGAL_MOVE)
    assert match.turns[-1].objection
    record = kept(match)
    assert record.illegal
    assert record.illegal.isprintable()
    assert record.moves == ()


@pytest.mark.parametrize("limit", LIMITS)
def test_a_move_that_cannot_be_shown_is_an_abandoned_match(limit: timedelta | None) -> None:
    match = Match(create("dividers-duel"))
    assert take_turn(match, Scripted([Unspeakable()]), limit) == Outcome(2, Ending.ABANDONED)
    kept(match)


@GAMES
@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize(
    "answer",
    [None, 2, "2", (2, "winning"), Choice, object(), [], ValueError("not raised")],
    ids=lambda answer: type(answer).__name__,
)
def test_an_answer_that_is_no_choice_is_an_abandoned_match(game: AnyGame, limit: timedelta | None, answer: Any) -> None:
    match = Match(game)
    player: Player = Answering(lambda: answer)
    assert take_turn(match, player, limit) == match.outcome == Outcome(2, Ending.ABANDONED)
    assert kept(match).moves == ()


@GAMES
@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize(
    "error",
    [ValueError("oops"), StopIteration(), RecursionError(), MemoryError(), TimeoutError(), KeyError(3)],
    ids=lambda error: type(error).__name__,
)
def test_raising_an_error_is_an_abandoned_match(game: AnyGame, limit: timedelta | None, error: Exception) -> None:
    match = Match(game)
    assert take_turn(match, Answering(lambda: fail(error)), limit) == match.outcome == Outcome(2, Ending.ABANDONED)
    kept(match)


def test_recursing_without_end_is_an_abandoned_match() -> None:
    def recurse() -> Any:
        return recurse()

    match = Match(create("dividers-duel"))
    assert take_turn(match, Answering(recurse)) == Outcome(2, Ending.ABANDONED)


@pytest.mark.parametrize("leave", [sys.exit, lambda: fail(KeyboardInterrupt())], ids=["exit", "interrupt"])
def test_a_player_under_a_limit_cannot_end_the_program(leave: Callable[[], Any]) -> None:
    match = Match(create("dividers-duel"))
    assert take_turn(match, Answering(leave), timedelta(seconds=60)) == Outcome(2, Ending.ABANDONED)


def test_an_interrupt_from_the_keyboard_is_not_the_players_fault() -> None:
    match = Match(create("dividers-duel"))
    with pytest.raises(KeyboardInterrupt):
        take_turn(match, Answering(lambda: fail(KeyboardInterrupt())))
    assert match.outcome is None


@GAMES
def test_stalling_beyond_the_limit_is_out_of_time(game: AnyGame) -> None:
    release = Event()
    try:
        match = Match(game)
        player = Answering(lambda: Choice(2) if release.wait() else None)
        assert take_turn(match, player, timedelta(milliseconds=20)) == match.outcome == Outcome(2, Ending.OUT_OF_TIME)
        assert kept(match).moves == ()
    finally:
        release.set()


@pytest.mark.parametrize("limit", [timedelta(), timedelta(seconds=-1)])
def test_without_any_time_left_there_is_no_waiting(limit: timedelta) -> None:
    release = Event()
    try:
        match = Match(create("dividers-duel"))
        assert take_turn(match, Answering(release.wait), limit) == Outcome(2, Ending.OUT_OF_TIME)
    finally:
        release.set()


def test_an_answer_that_comes_too_late_changes_nothing() -> None:
    release, answered = Event(), Event()

    def answer() -> Choice:
        release.wait()
        answered.set()
        return Choice(2)

    match = Match(create("dividers-duel"))
    take_turn(match, Answering(answer), timedelta(milliseconds=10))
    release.set()
    assert answered.wait(60)
    assert match.moves == ()
    assert match.outcome == Outcome(2, Ending.OUT_OF_TIME)


@GAMES
def test_the_second_player_loses_by_misbehaving_just_like_the_first(game: AnyGame) -> None:
    opening = next(m for m in game.legal_moves(game.start()) if game.legal_moves(game.child(game.start(), m)))
    for player, ending in ((Scripted([1]), Ending.ILLEGAL_MOVE), (Scripted([]), Ending.ABANDONED)):
        match = Match(game)
        match.play(opening)
        assert take_turn(match, player) == Outcome(1, ending)
        record = kept(match)
        assert [move.text for move in record.moves] == [game.spell(game.start(), opening)]
        assert f'[Termination "{ending}"]' in write(record)
        assert '[Result "1"]' in write(record)


@GAMES
@pytest.mark.parametrize("limit", LIMITS)
def test_a_player_that_behaves_moves_and_is_quoted(game: AnyGame, limit: timedelta | None) -> None:
    match, move = Match(game), game.legal_moves(game.start())[-1]
    assert take_turn(match, Scripted([move]), limit) == Choice(move, "as written")
    assert match.moves == (move,)


@GAMES
def test_a_choice_of_the_wrong_type_is_recorded_so_that_it_reads_back(game: AnyGame) -> None:
    match = Match(game)
    take_turn(match, Scripted(["2"]))
    assert match.outcome == Outcome(2, Ending.ILLEGAL_MOVE)
    kept(match)


# --- thinking and settling apart --------------------------------------------------------------------


@GAMES
@pytest.mark.parametrize("limit", LIMITS)
def test_thinking_touches_nothing_and_settling_makes_the_move(game: AnyGame, limit: timedelta | None) -> None:
    match, move = Match(game), game.legal_moves(game.start())[-1]
    thought = think(game, match.position, Scripted([move]), limit)
    assert thought == Choice(move, "as written")
    assert (match.turns, match.outcome, match.position) == ((), None, game.start())
    assert settle(match, thought) == thought
    assert match.moves == (move,)


@GAMES
@pytest.mark.parametrize(
    ("player", "ending"),
    [
        (Answering(lambda: fail(ValueError("oops"))), Ending.ABANDONED),
        (Answering(lambda: 2), Ending.ABANDONED),
        (Scripted([]), Ending.ABANDONED),
    ],
    ids=["raises", "no choice", "nothing left"],
)
def test_a_thought_that_fails_is_an_ending_and_the_match_ends_when_it_is_settled(
    player: Player, ending: Ending, game: AnyGame
) -> None:
    match = Match(game)
    thought = think(game, match.position, player)
    assert thought is ending
    assert match.outcome is None
    assert settle(match, thought) == match.outcome == Outcome(2, ending)


@pytest.mark.parametrize("limit", [timedelta(), timedelta(seconds=-1)])
def test_a_thought_without_time_is_out_of_time(limit: timedelta) -> None:
    game = create("dividers-duel")
    assert think(game, game.start(), Scripted([2]), limit) is Ending.OUT_OF_TIME


def test_an_illegal_thought_is_a_choice_until_it_is_settled() -> None:
    match = Match(create("dividers-duel"), penalty="retry")
    thought = think(match.game, match.position, Scripted([7]))
    assert thought == Choice(7, "as written")
    assert settle(match, thought) == Outcome(2, Ending.ILLEGAL_MOVE)


@pytest.mark.parametrize(
    "thought",
    [Choice(2), Choice(7), Choice(Unspeakable()), *Ending],
    ids=lambda thought: str(thought) if isinstance(thought, Ending) else type(thought.move).__name__,
)
def test_after_the_match_nothing_can_be_settled_and_its_outcome_stays(thought: Choice | Ending) -> None:
    match = Match(create("dividers-duel"))
    match.concede(Ending.RESIGNED)
    with pytest.raises(IllegalMove, match="The match is over"):
        settle(match, thought)
    assert match.outcome == Outcome(2, Ending.RESIGNED)
    assert match.turns == ()
