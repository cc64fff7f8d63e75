"""One encoding for each game: the only module of this package that distinguishes games.

Numbers and sums become rows, a pool becomes a pool, and any other game is enumerated position by position if it is
small enough.

For speed, rows, pools and the kernels restate the moves of Aliquot's own games instead of calling them. They are used
for exactly the registered games; tests/envs/test_against_match.py and test_encoding.py hold every framework and the
batches against `Match`.
"""

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from math import lcm, prod
from typing import Any

import numpy as np

from aliquot.arithmetic import divisors, factorise
from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame
from aliquot.core.outcome import Seat, other
from aliquot.core.text import quote
from aliquot.envs.encoding_base import (
    DECIDED,
    MOST_ACTIONS,
    OPEN,
    UNOPENED,
    Bits,
    Codec,
    EncodedPosition,
    Encoding,
    too_large,
)
from aliquot.envs.pool import PoolEncoding
from aliquot.envs.rows import RowEncoding, reachable
from aliquot.games import REGISTRY, create
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.games.misere import Misere
from aliquot.games.number import NumberGame, NumberPosition
from aliquot.games.sum import Sum, SumPosition
from aliquot.games.swap import Swap, SwapPosition
from aliquot.games.wrapper import Wrapper, unwrap

MOST_POSITIONS = 20_000
"""The most positions of a game that is enumerated."""


def encode(*games: AnyGame | str, **parameters: Any) -> Encoding:
    """Return the encoding of a game, or of several starts of one game to be played side by side.

    Args:
        games: Games, or names of games.
        parameters: The parameters of the named games.

    >>> encode("dividers-duel", start=12).actions
    (2, 3, 4, 6)
    >>> encode("divisor-duel-pool", pool="2-6").planes
    ('the numbers left', 'the last pick')

    Raises:
        UnknownGame: There is no such game.
        InvalidParameter: A parameter is invalid, the game is too large or over at the start, or the starts are not
            of one game.
    """
    if not games:
        raise InvalidParameter("There is no game to encode.")
    instances = tuple(create(game, **parameters) if isinstance(game, str) else game for game in games)
    for game in instances:
        if game.outcome(game.start()) is not None:
            raise InvalidParameter(f"{game.id} is over before the first move: there is nothing to play.")
    return _encode(instances)


@lru_cache(maxsize=32)
def _encode(games: tuple[AnyGame, ...]) -> Encoding:
    inner = [unwrap(game)[0] for game in games]
    kinds = {(_kind(game), game.last_move_wins, isinstance(game, Swap), game.penalty) for game in games}
    if len(kinds) > 1:
        raise InvalidParameter(
            f"{games[0].id} cannot be played side by side with {games[-1].id}: the starts must be of one game."
        )
    first = inner[0]
    is_registered = all(map(_is_registered, games))
    if len(games) > 1 and not (is_registered and isinstance(first, NumberGame | Sum)):
        raise InvalidParameter(f"{games[0].id} has one start; only numbers can be played from several side by side.")
    if not is_registered:
        return _enumerate(games[0])
    if isinstance(first, NumberGame):
        return _encode_numbers(games, [(each,) for each in inner if isinstance(each, NumberGame)])
    if isinstance(first, Sum):
        return _encode_numbers(games, [each.members for each in inner if isinstance(each, Sum)])
    if isinstance(first, PoolDuel):
        pool, swap = range(first.low, first.high + 1), isinstance(games[0], Swap)
        if len(pool) > MOST_ACTIONS:
            raise too_large(games[0], len(pool))
        move = games[0].swap_move if isinstance(games[0], Swap) else None
        return PoolEncoding(Codec(games, _reader(games[0]), _writer(games[0]), swap), pool=pool, swap_move=move)
    return _enumerate(games[0])


def _is_registered(game: AnyGame) -> bool:
    """Return whether a game is one of ours, with no other variants than ours."""
    while isinstance(game, Wrapper):
        if type(game) not in (Misere, Swap):
            return False
        game = game.game
    if isinstance(game, Sum):
        return all(map(_is_registered, game.members))
    return type(game) in REGISTRY.values()


def _kind(game: AnyGame) -> Hashable:
    """The properties that starts must share to be played side by side."""
    inner = unwrap(game)[0]
    if isinstance(inner, NumberGame):
        return inner.sign
    if isinstance(inner, Sum):
        return tuple(member.sign for member in inner.members), inner.is_uniform
    return inner.id


# --- reading and writing positions ------------------------------------------------------------------


def _reader(game: AnyGame, signs: Sequence[int] = (1,)) -> Any:
    def read(position: Any) -> EncodedPosition:
        inner, phase, swapped = position, UNOPENED, False
        if isinstance(position, SwapPosition):
            phase = DECIDED if position.decided else OPEN if position.opened else UNOPENED
            inner, swapped = position.inner, position.swapped
        match inner:
            case NumberPosition(number):
                content: tuple[int, ...] = (number,)
            case SumPosition(numbers):
                content = tuple(sign * number for sign, number in zip(signs, numbers, strict=True))
            case PoolPosition(picks):
                content = tuple(picks)
            case _:
                raise InvalidParameter(f"{quote(position)} is not a position of {game.id}.")
        return EncodedPosition(content, game.seat(position), phase, swapped)

    return read


def _writer(game: AnyGame) -> Any:
    base = unwrap(game)[0]

    def write(encoded: EncodedPosition) -> Any:
        seat: Seat = other(encoded.seat) if encoded.swapped else encoded.seat
        inner: Any
        if isinstance(base, PoolDuel):
            inner = PoolPosition(encoded.content)
        elif isinstance(base, Sum):
            inner = SumPosition(tuple(map(abs, encoded.content)), seat)
        else:
            inner = NumberPosition(encoded.content[0], seat)
        if not isinstance(game, Swap):
            return inner
        return SwapPosition(inner, encoded.phase > UNOPENED, encoded.phase == DECIDED, encoded.swapped)

    return write


# --- numbers ----------------------------------------------------------------------------------------


def _encode_numbers(games: tuple[AnyGame, ...], tables: Sequence[Sequence[NumberGame]]) -> Encoding:
    """Encode one number or several under division or subtraction.

    In a sum of both rules the key of a number to subtract from is negative.
    """
    game, members = games[0], tables[0]
    base = unwrap(game)[0]
    single = not isinstance(base, Sum)
    mixed = isinstance(base, Sum) and not base.is_uniform
    signs = [-1 if mixed and member.sign == "-" else 1 for member in members]
    subtracts = {sign * 1: member.sign == "-" for sign, member in zip(signs, members, strict=True)}
    starts = [[sign * member.number for sign, member in zip(signs, table, strict=True)] for table in tables]

    def options(key: int) -> Iterable[tuple[Any, int]]:
        number, sign = abs(key), 1 if key > 0 else -1
        proper = divisors(number)[1:-1]
        for divisor in proper if sign > 0 else reversed(proper):
            child = number - divisor if subtracts[sign] else number // divisor
            yield (divisor if single else (number, sign * divisor)), sign * child

    powers, width = _features(starts, subtracts)

    def features(key: int) -> Bits:
        number = abs(key)
        plane = np.zeros(width, np.int8)
        if subtracts[1 if key > 0 else -1]:
            for bit in range(number.bit_length()):
                plane[bit] = number >> bit & 1
        else:
            plane[: len(powers)] = [number % power == 0 for power in powers]
        return plane

    def rank(key: int) -> tuple[int, bool]:
        return abs(key), key > 0

    swap = isinstance(game, Swap)
    codec = Codec(games, _reader(game, signs), _writer(game), swap)
    encoding = RowEncoding(codec, options=options, features=features, rank=rank)
    if single and not subtracts[1]:
        exponents = [[exponent for _, exponent in factorise(start[0])] for start in starts]
        encoding.edges = max(prod((e + 1) * (e + 2) // 2 for e in each) for each in exponents)
    if single:
        actions = _divisor_actions(game, [start[0] for start in starts], subtracts[1])
    else:
        keys = reachable([key for start in starts for key in start], options, MOST_ACTIONS, too_large(game))
        actions = sorted({move for key in keys for move, _ in options(key)})
    planes = ("the number",) if single else tuple(f"number {place}" for place in range(1, len(members) + 1))
    encoding.set_actions(actions, game.swap_move if isinstance(game, Swap) else None, planes, width)
    return encoding


def _features(starts: Sequence[Sequence[int]], subtracts: dict[int, bool]) -> tuple[list[int], int]:
    """The prime powers that show a number under division, and the width of a plane.

    Under division a number is shown by the prime powers of the starts that divide it, under subtraction by its binary
    digits, the ones first.
    """
    keys = [key for start in starts for key in start]
    divided = [abs(key) for key in keys if not subtracts[1 if key > 0 else -1]]
    bits = [abs(key).bit_length() for key in keys if subtracts[1 if key > 0 else -1]]
    factors = factorise(lcm(*divided)) if divided else ()
    powers = [prime**exponent for prime, most in factors for exponent in range(1, most + 1)]
    return powers, max(len(powers), *bits, 1)


def _divisor_actions(game: AnyGame, starts: Sequence[int], subtracts: bool) -> Sequence[int]:
    """All divisors that can occur: those of the starts, or with subtraction of any smaller number."""
    if subtracts:
        if max(starts) // 2 - 1 > MOST_ACTIONS:
            raise too_large(game, max(starts) // 2 - 1)
        return range(2, max(starts) // 2 + 1)
    return sorted({divisor for start in starts for divisor in divisors(start)[1:-1]})


# --- anything else ----------------------------------------------------------------------------------


def _enumerate(game: AnyGame) -> Encoding:
    """Encode a game by enumerating its positions.

    A position is an index of the list of all positions, children first, distinct by key and seat; it is shown by the
    binary digits of that index.
    """
    order: list[Any] = []
    place: dict[Hashable, int] = {}
    stack = [game.start()]
    seen = {_identity(game, stack[0])}
    while stack:
        p = stack[-1]
        children = [game.child(p, move) for move in game.legal_moves(p)]
        fresh = {_identity(game, c): c for c in children if _identity(game, c) not in seen}
        if fresh:
            seen.update(fresh)
            stack += fresh.values()
            if len(seen) > MOST_POSITIONS:
                raise InvalidParameter(
                    f"{game.id} is too large to encode: only its interface is known, and it has more than "
                    f"{MOST_POSITIONS:,} positions."
                )
            continue
        stack.pop()
        if all(_identity(game, c) in place for c in children):
            place[_identity(game, p)] = len(order)
            order.append(p)
        else:
            stack += [p, *(c for c in children if _identity(game, c) not in place)]
    moves = [[(move, place[_identity(game, game.child(p, move))]) for move in game.legal_moves(p)] for p in order]
    width = len(order).bit_length()

    def features(key: int) -> Bits:
        return np.array([key + 1 >> bit & 1 for bit in range(width)], np.int8)

    codec = Codec(
        (game,),
        lambda position: EncodedPosition((place[_identity(game, position)],), game.seat(position)),
        lambda encoded: order[encoded.content[0]],
    )
    encoding = RowEncoding(codec, options=lambda key: moves[key], features=features, rank=lambda key: key)
    actions = sorted({move for row in moves for move, _ in row})
    encoding.set_actions(actions, None, ("the position",), width)
    return encoding


def _identity(game: AnyGame, p: Any) -> Hashable:
    return game.key(p), game.seat(p)
