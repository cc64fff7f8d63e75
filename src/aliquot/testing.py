"""The conformance kit: checks that a game implements the whole interface.

Run it over a game of your own:

>>> import aliquot
>>> from aliquot.testing import check_game
>>> check_game(aliquot.game("dividers-duel", start=84))
"""

import json
import pickle
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import FrozenInstanceError, fields, is_dataclass
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

from aliquot.core.errors import AliquotError, IllegalMove, InvalidMove, InvalidPosition
from aliquot.core.game import AnyGame
from aliquot.core.outcome import Ending, other
from aliquot.core.text import quote

NOT_MOVES: tuple[object, ...] = ("2", b"2", 2.0, 2 + 0j, True, False, None, [2], (2,), {}, object())
"""Values that no game accepts as a move."""
NOT_TEXTS = ("", " ", "abc", "2.5", "-3", "+2", "２", "²", "\0", "2\0", "1e3", "9" * 100_000)
"""Texts that no game reads as a move."""

_FANOUT = 24
"""The most moves followed from one position, so that huge games can be checked."""


class NonConformance(AliquotError, AssertionError):
    """A game breaks a rule of the interface; the message says which, and where."""


def check_game(game: AnyGame, *, seed: int = 0, positions: int = 300, playouts: int = 20) -> None:
    """Check a game against the whole interface.

    Args:
        game: The game to check.
        seed: Decides which positions are visited and which moves are followed.
        positions: The most positions to check; small games are covered whole.
        playouts: The number of random matches to play to the end.

    Raises:
        NonConformance: The game breaks a rule; the message says which, and where.
    """
    generator = Random(seed)
    _check_identity(game)
    futures: dict[Hashable, tuple[Any, Any]] = {}
    for p in _visit(game, generator, positions):
        moves = game.legal_moves(p)
        _check_position(game, p, moves)
        _check_moves(game, p, moves)
        _check_refusals(game, p, moves)
        _check_text(game, p)
        _check_view(game, p, moves)
        _check_future(game, p, moves, futures)
    for _ in range(playouts):
        _check_length(game, generator)


def _claim(holds: bool | Callable[[], bool], fault: str) -> None:
    """Raise NonConformance unless a condition holds; an error raised by it counts as a failure."""
    try:
        result = holds() if callable(holds) else holds
    except Exception as unexpected:
        raise NonConformance(f"{fault} ({type(unexpected).__name__}: {quote(str(unexpected))})") from unexpected
    if not result:
        raise NonConformance(fault)


def _refuses(error: type[Exception], action: Callable[[], object], call: str) -> None:
    """Raise NonConformance unless a call raises exactly the expected error."""
    try:
        action()
    except error:
        return
    except Exception as unexpected:
        raise NonConformance(f"{call} raises {type(unexpected).__name__} instead of {error.__name__}") from unexpected
    raise NonConformance(f"{call} is accepted; it must raise {error.__name__}")


def _sample_moves(moves: Sequence[Any], generator: Random) -> Sequence[Any]:
    """The moves to follow: all of a short list; the extremes and a sample of a long one."""
    if len(moves) <= _FANOUT:
        return moves
    return [moves[0], moves[-1], *generator.sample(moves, _FANOUT - 2)]


def _visit(game: AnyGame, generator: Random, limit: int) -> Iterator[Any]:
    """Positions reachable from the start, nearest first, then along random matches."""
    queue, seen = [game.start()], {game.start()}
    for p in queue:
        yield p
        for move in _sample_moves(game.legal_moves(p), generator):
            child = game.child(p, move)
            if len(queue) < limit and child not in seen:
                seen.add(child)
                queue.append(child)
    if len(queue) == limit:
        p = game.start()
        for _ in range(limit):
            moves = game.legal_moves(p)
            p = game.child(p, generator.choice(moves)) if moves else game.start()
            yield p


def _check_identity(game: AnyGame) -> None:
    _claim(game.id.startswith(game.slug), f"the id {game.id!r} does not begin with the slug {game.slug!r}")
    _claim(" " not in game.id, f"the id {game.id!r} has a space in it")
    _claim(bool(game.title), "the title is empty")
    _claim(bool(game.tagline), "the tagline is empty")
    version, penalty = game.version, game.penalty
    _claim(type(version) is int and version >= 1, f"the version is {version!r}, not a whole number from 1")
    _claim(penalty in ("forfeit", "retry"), f"the penalty is {penalty!r}, not 'forfeit' or 'retry'")
    _claim(game.start() == game.start(), "start() gives two different positions when it is called twice")
    _claim(game.seat(game.start()) == 1, f"seat(start()) is {game.seat(game.start())!r}: seat 1 moves first")
    _claim(lambda: hash(game) == hash(game), "hash(game) fails")
    _claim(lambda: _twin(game) == game and _twin(game).id == game.id, "the game is not the same after pickling")
    _claim(lambda: hash(game.start()) == hash(game.start()), "hash(start()) fails or changes")


def _twin(value: Any) -> Any:
    """A pickled and unpickled copy."""
    return pickle.loads(pickle.dumps(value))


def _check_position(game: AnyGame, p: Any, moves: Sequence[Any]) -> None:
    where = f"in {game.text(p)}"
    _claim(is_dataclass(p) and not isinstance(p, type), f"{where}: the position is a {type(p).__name__}, no dataclass")
    for field in fields(p):
        _refuses(
            FrozenInstanceError,
            partial(setattr, p, field.name, getattr(p, field.name)),
            f"{where}: setting the position's field {field.name}",
        )
    _claim(lambda: _twin(p) == p and hash(_twin(p)) == hash(p), f"{where}: the position is not the same after pickling")
    _claim(
        lambda: game.key(_twin(p)) == game.key(p) and hash(game.key(p)) == hash(game.key(p)),
        f"{where}: key() gives {quote(game.key(p))}, which has no hash or is not the same for an equal position",
    )
    seat, outcome = game.seat(p), game.outcome(p)
    _claim(seat in (1, 2), f"{where}: seat() is {seat!r}, not 1 or 2")
    _claim(
        (outcome is None) == (len(moves) > 0),
        f"{where}: outcome() is {outcome}, but there are {len(moves):,} legal moves",
    )
    if outcome is not None:
        winner = other(seat) if game.last_move_wins else seat
        _claim(
            outcome.winner == winner,
            f"{where}: outcome() names {outcome.winner} as the winner; seat {seat} cannot move, so it must be {winner}",
        )
        _claim(outcome.ending is Ending.NO_MOVES, f"{where}: outcome() ends by {outcome.ending}, not by no_moves")


def _check_moves(game: AnyGame, p: Any, moves: Sequence[Any]) -> None:
    where = f"in {game.text(p)}"
    for a, b in pairwise(moves):
        _claim(a < b, f"{where}: legal_moves() has {a!r} before {b!r}; moves are ascending and distinct")
    _claim(moves == game.legal_moves(p), f"{where}: legal_moves() gives other moves when it is called again")
    count = game.count_moves(p)
    _claim(count == len(moves), f"{where}: count_moves() is {count!r}, but legal_moves() has {len(moves):,}")
    for move in _sample_moves(moves, Random(0)):
        _check_move(game, p, move, where)


def _check_move(game: AnyGame, p: Any, move: Any, where: str) -> None:
    child = game.child(p, move)
    _claim(lambda: game.is_legal(p, move), f"{where}: legal_moves() has {move!r}, but is_legal() refuses it")
    _claim(lambda: game.play(p, move) == child, f"{where}: play({move!r}) does not give what child({move!r}) gives")
    _claim(lambda: child != p, f"{where}: child({move!r}) is the same position again")
    notation = game.spell(p, move)
    _claim(
        lambda: game.parse(p, notation) == move,
        f"{where}: spell({move!r}) is {notation!r}, which parse() does not read back",
    )


def _near(move: Any) -> Iterator[Any]:
    """Values of the same type as a move and close to it."""
    if isinstance(move, tuple):
        for i, part in enumerate(move):
            yield from ((*move[:i], changed, *move[i + 1 :]) for changed in _near(part))
    else:
        yield from (move - 2, move - 1, move + 1, move + 2, -move, 0, 1, 10**18 + 1, 10**5000)


def _check_refusals(game: AnyGame, p: Any, moves: Sequence[Any]) -> None:
    where, sample = f"in {game.text(p)}", _sample_moves(moves, Random(0))
    suspects = {candidate for move in sample for candidate in _near(move)}
    suspects |= {candidate for move in game.legal_moves(game.start())[:3] for candidate in _near(move)}
    if not any(isinstance(move, tuple) for move in sample):
        suspects.update(range(-2, 101))
    wrong = suspects.difference(moves)
    for candidate in (*wrong, *NOT_MOVES):
        text = quote(candidate)
        _claim(
            lambda: not game.is_legal(p, candidate),  # noqa: B023, called at once
            f"{where}: is_legal({text}) does not say no, though legal_moves() does not have it",
        )
        _refuses(IllegalMove, partial(game.play, p, candidate), f"{where}: play({text})")
    for text in NOT_TEXTS:
        _refuses(InvalidMove, partial(game.parse, p, text), f"{where}: parse({text[:9]!r})")


def _check_text(game: AnyGame, p: Any) -> None:
    text = game.text(p)
    _claim(text != "" and text.isprintable() and " " not in text, f"text() is {text!r}, not one printable token")
    _claim(
        lambda: game.key(game.position(text)) == game.key(p),
        f"in {text}: position({text!r}) is not the position it was",
    )
    again = game.text(game.position(text))
    _claim(again == text, f"in {text}: text() of position({text!r}) is {again!r}")
    for bad in ("", "abc", text + "x", "x" + text, "9" * 100_000):
        _refuses(InvalidPosition, partial(game.position, bad), f"position({bad[:9]!r})")


def _check_view(game: AnyGame, p: Any, moves: Sequence[Any]) -> None:
    """Check that a view offers exactly the legal moves, and gives a reason where there are none."""
    where, view = f"in {game.text(p)}", game.view(p)
    swaps = () if view.swap is None else (view.swap.move,)
    offered = tuple(sorted((*swaps, *view.options.moves)))
    _claim(
        offered == tuple(moves), f"{where}: view() offers {quote(offered)}, but legal_moves() has {quote(tuple(moves))}"
    )
    _claim(view.to_move == game.seat(p), f"{where}: view() has seat {view.to_move!r} to move, seat() says otherwise")
    is_stuck = not view.options.moves
    _claim(
        bool(view.no_move_reason) == is_stuck,
        f"{where}: view().no_move_reason is {view.no_move_reason!r}, but there are {len(view.options.moves):,} moves "
        "besides a swap",
    )
    _claim(bool(view.prompt), f"{where}: view().prompt is empty")
    for option in [*view.options[:_FANOUT], *(() if view.swap is None else (view.swap,))]:
        notation = game.spell(p, option.move)
        _claim(
            option.notation == notation,
            f"{where}: view() spells {option.move!r} {option.notation!r}, spell() says {notation!r}",
        )
        _claim(bool(option.label), f"{where}: view() has no label for {option.move!r}")
    _claim(lambda: bool(json.dumps(view.as_json())), f"{where}: view().as_json() cannot be written as JSON")


def _check_future(game: AnyGame, p: Any, moves: Sequence[Any], futures: dict[Hashable, tuple[Any, Any]]) -> None:
    """Check that positions with equal keys agree on their moves and on the keys of their children."""
    future = tuple((move, game.key(game.child(p, move))) for move in _sample_moves(moves, Random(0)))
    earlier = futures.setdefault(game.key(p), (p, future))
    _claim(
        earlier[1] == future,
        f"{game.text(earlier[0])} and {game.text(p)} have the same key(), but different moves or keys follow them",
    )


def _check_length(game: AnyGame, generator: Random) -> None:
    """Play one random match, or its first 2,000 moves, and check `max_length` and the turns."""
    p = game.start()
    for played in range(min(game.max_length, 2_000) + 1):
        moves = game.legal_moves(p)
        if not moves:
            return
        _claim(
            played < game.max_length,
            f"max_length is {game.max_length:,}, but {game.text(p)} goes on after {played:,} moves",
        )
        seat, p = game.seat(p), game.child(p, generator.choice(moves))
        _claim(game.seat(p) == other(seat), f"in {game.text(p)}: seat {seat} is to move, and has just moved")
