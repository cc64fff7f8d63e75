"""The conformance kit: what anything that calls itself a game must keep to.

Run it over a game of your own:

>>> import aliquot
>>> from aliquot.testing import check_game
>>> check_game(aliquot.game("dividers-duel", start=84))
"""

import pickle
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import FrozenInstanceError, fields, is_dataclass
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

from aliquot.core.errors import AliquotError, IllegalMove, InvalidMove, InvalidPosition
from aliquot.core.game import AnyGame
from aliquot.core.numerals import quote
from aliquot.core.outcome import Ending, other

NOT_MOVES: tuple[object, ...] = ("2", b"2", 2.0, 2 + 0j, True, False, None, [2], (2,), {}, object())
"""What no game accepts as a move."""
NOT_TEXTS = ("", " ", "abc", "2.5", "-3", "+2", "２", "²", "\0", "2\0", "1e3", "9" * 100_000)
"""What no game reads as a move."""

_FANOUT = 24
"""How many moves are followed from one position, so that huge games stay checkable."""


class NonConformance(AliquotError, AssertionError):
    """A promise that the game under test does not keep."""


def check_game(game: AnyGame, *, seed: int = 0, positions: int = 300, playouts: int = 20) -> None:
    """Checks a game against the whole interface.

    Args:
        game: The game to check.
        seed: Fixes which positions are visited and which moves are followed.
        positions: How many positions to check at most; small games are covered whole.
        playouts: How many random matches to play to the end.

    Raises:
        NonConformance: The game breaks a promise; the message says which and where.
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
        _check_future(game, p, moves, futures)
    for _ in range(playouts):
        _check_length(game, generator)


def _claim(holds: bool | Callable[[], bool], message: str) -> None:
    """Claims that something holds; to raise an error instead of answering does not do."""
    try:
        kept = holds() if callable(holds) else holds
    except Exception as unexpected:
        raise NonConformance(f"{message}; got {type(unexpected).__name__}") from unexpected
    if not kept:
        raise NonConformance(message)


def _refuses(error: type[Exception], action: Callable[[], object], message: str) -> None:
    """Claims that an action raises exactly the error it should."""
    try:
        action()
    except error:
        return
    except Exception as unexpected:
        raise NonConformance(f"{message}; got {type(unexpected).__name__}") from unexpected
    raise NonConformance(f"{message}; it was accepted")


def _lost(game: AnyGame) -> str:
    return "lost" if game.last_move_wins else "won"


def _followed(moves: Sequence[Any], generator: Random) -> Sequence[Any]:
    """All the moves, or the extremes and a sample of a long list of them."""
    if len(moves) <= _FANOUT:
        return moves
    return [moves[0], moves[-1], *generator.sample(moves, _FANOUT - 2)]


def _visit(game: AnyGame, generator: Random, limit: int) -> Iterator[Any]:
    """Positions reachable from the start, nearest first, then along random matches."""
    queue, seen = [game.start()], {game.start()}
    for p in queue:
        yield p
        for move in _followed(game.legal_moves(p), generator):
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
    _claim(game.id.startswith(game.slug) and " " not in game.id, f"the id {game.id!r} is one token, the slug first")
    _claim(bool(game.title), "a game has a title")
    _claim(type(game.version) is int and game.version >= 1, "a version is a whole number from 1")
    _claim(game.penalty in ("forfeit", "retry"), f"{game.penalty!r} is not a penalty")
    _claim(game.start() == game.start(), "a game always starts from the same position")
    _claim(game.seat(game.start()) == 1, "seat 1 moves first")
    _claim(lambda: hash(game) == hash(game), "a game is hashable")
    _claim(lambda: _twin(game) == game and _twin(game).id == game.id, "a game survives pickling")
    _claim(lambda: hash(game.start()) == hash(game.start()), "a position is hashable")


def _twin(thing: Any) -> Any:
    """The thing after a journey to another process."""
    return pickle.loads(pickle.dumps(thing))


def _check_position(game: AnyGame, p: Any, moves: Sequence[Any]) -> None:
    where = f"in {game.text(p)}"
    _claim(is_dataclass(p) and not isinstance(p, type), f"{where}: a position is a dataclass")
    for field in fields(p):
        _refuses(
            FrozenInstanceError,
            partial(setattr, p, field.name, getattr(p, field.name)),
            f"{where}: the position's field {field.name} cannot be changed",
        )
    _claim(
        lambda: _twin(p) == p and hash(_twin(p)) == hash(p), f"{where}: a position survives pickling, equal by value"
    )
    _claim(
        lambda: game.key(_twin(p)) == game.key(p) and hash(game.key(p)) == hash(game.key(p)),
        f"{where}: a position's key is hashable and stable",
    )
    _claim(game.seat(p) in (1, 2), f"{where}: the seat is 1 or 2")
    outcome = game.outcome(p)
    _claim((outcome is None) == (len(moves) > 0), f"{where}: the game is over exactly when there is no move")
    if outcome is not None:
        stuck = game.seat(p)
        winner = other(stuck) if game.last_move_wins else stuck
        _claim(outcome.winner == winner, f"{where}: the mover who cannot move has {_lost(game)}")
        _claim(outcome.ending is Ending.NO_MOVES, f"{where}: the rules end a game by no_moves only")


def _check_moves(game: AnyGame, p: Any, moves: Sequence[Any]) -> None:
    where = f"in {game.text(p)}"
    _claim(
        all(a < b for a, b in pairwise(moves)),
        f"{where}: legal moves are ascending and distinct",
    )
    _claim(moves == game.legal_moves(p), f"{where}: legal moves are the same when asked again")
    for move in _followed(moves, Random(0)):
        _check_move(game, p, move, where)


def _check_move(game: AnyGame, p: Any, move: Any, where: str) -> None:
    child = game.child(p, move)
    _claim(lambda: game.is_legal(p, move), f"{where}: the listed move {move!r} is legal")
    _claim(lambda: game.play(p, move) == child, f"{where}: play and child agree on {move!r}")
    _claim(lambda: child != p, f"{where}: the move {move!r} changes the position")
    spelt = game.spell(p, move)
    _claim(lambda: game.parse(p, spelt) == move, f"{where}: {spelt!r} reads back as {move!r}")


def _near(move: Any) -> Iterator[Any]:
    """Values of the same kind as a move and close to it."""
    if isinstance(move, tuple):
        for i, part in enumerate(move):
            yield from ((*move[:i], changed, *move[i + 1 :]) for changed in _near(part))
    else:
        yield from (move - 2, move - 1, move + 1, move + 2, -move, 0, 1, 10**18 + 1, 10**5000)


def _check_refusals(game: AnyGame, p: Any, moves: Sequence[Any]) -> None:
    where, followed = f"in {game.text(p)}", _followed(moves, Random(0))
    suspects = {candidate for move in followed for candidate in _near(move)}
    suspects |= {candidate for move in game.legal_moves(game.start())[:3] for candidate in _near(move)}
    if not any(isinstance(move, tuple) for move in followed):
        suspects.update(range(-2, 101))
    wrong = suspects.difference(moves)
    for candidate in (*wrong, *NOT_MOVES):
        shown = quote(candidate)
        _claim(lambda: not game.is_legal(p, candidate), f"{where}: {shown} is not legal")  # noqa: B023, called at once
        _refuses(
            IllegalMove,
            partial(game.play, p, candidate),
            f"{where}: play refuses {shown} with IllegalMove",
        )
    for text in NOT_TEXTS:
        _refuses(InvalidMove, partial(game.parse, p, text), f"{where}: {text[:9]!r} is no move: InvalidMove")


def _check_text(game: AnyGame, p: Any) -> None:
    text = game.text(p)
    _claim(text != "" and text.isprintable() and " " not in text, f"{text!r} is one printable token")
    _claim(lambda: game.key(game.position(text)) == game.key(p), f"in {text}: the text reads back as the same position")
    _claim(lambda: game.text(game.position(text)) == text, f"in {text}: the text read and written again is the same")
    for bad in ("", "abc", text + "x", "x" + text, "9" * 100_000):
        _refuses(InvalidPosition, partial(game.position, bad), f"{bad[:9]!r} is no position: InvalidPosition")


def _check_future(game: AnyGame, p: Any, moves: Sequence[Any], futures: dict[Hashable, tuple[Any, Any]]) -> None:
    """Positions with equal keys must agree on their moves and on the keys of what follows."""
    future = tuple((move, game.key(game.child(p, move))) for move in _followed(moves, Random(0)))
    known = futures.setdefault(game.key(p), (p, future))
    _claim(
        known[1] == future,
        f"{game.text(known[0])} and {game.text(p)} have equal keys, so they must have equal futures",
    )


def _check_length(game: AnyGame, generator: Random) -> None:
    """Plays one random match. A match of millions of moves is followed only part of the way."""
    p = game.start()
    for played in range(min(game.max_length, 2_000) + 1):
        moves = game.legal_moves(p)
        if not moves:
            return
        _claim(played < game.max_length, f"no match is longer than {game.max_length}, but {game.text(p)} goes on")
        seat, p = game.seat(p), game.child(p, generator.choice(moves))
        _claim(game.seat(p) == other(seat), f"in {game.text(p)}: the seats move in turn")
