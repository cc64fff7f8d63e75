"""The conformance kit: it passes every game of the house, and catches every planted fault."""

import pickle
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, ClassVar

import pytest

from aliquot.core.errors import AliquotError, IllegalMove, InvalidMove, InvalidPosition
from aliquot.core.game import AnyGame
from aliquot.core.outcome import Ending, Outcome, Seat, other
from aliquot.core.view import NumbersView, Options
from aliquot.games import REGISTRY, create, defaults
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.games.number import NumberGame, NumberPosition
from aliquot.testing import NonConformance, check_game

# --- games that keep their promises ---------------------------------------------------------------


@pytest.mark.parametrize("game", defaults(), ids=lambda game: str(game.slug))
def test_every_game_in_the_registry_keeps_every_promise(game: AnyGame) -> None:
    check_game(game)


NUMBER_GAMES: list[type[NumberGame]] = [duel for duel in REGISTRY.values() if issubclass(duel, NumberGame)]
STARTS = [
    *(2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 30, 36, 49, 60, 64, 97, 100, 210, 360, 1024, 5040, 65537),
    *(735_134_400, 963_761_198_400),
    *(2**59, 3**37, 999_999_999_999_999_989, 10**18 - 1, 10**18),
]
"""Primes, prime powers, small and highly composite numbers, and both sides of every bound."""


@pytest.mark.sampled(24)
@pytest.mark.parametrize(
    ("duel", "start"),
    [(duel, start) for duel in NUMBER_GAMES for start in STARTS if start >= duel.smallest],
    ids=lambda value: value if isinstance(value, int) else value.slug,
)
def test_a_number_game_keeps_every_promise_from_any_start(duel: type[NumberGame], start: int) -> None:
    large = start > 10**6
    check_game(create(duel.slug, start=start), positions=25 if large else 60, playouts=2 if large else 5)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "pool", ["1-1", "2-2", "1-2", "2-3", "1-12", "2-10", "2-50", "1-100", "50-100", f"{10**18 - 99}-{10**18}"]
)
def test_the_pool_game_keeps_every_promise_in_any_pool(pool: str) -> None:
    check_game(create("divisor-duel-pool", pool=pool), positions=100, playouts=5)


def test_the_largest_number_of_divisors_and_the_largest_pool_can_be_checked() -> None:
    check_game(create("dividers-duel", start=897_612_484_786_617_600), positions=2, playouts=1)
    check_game(create("divisor-duel-pool", pool="1-1000000"), positions=1, playouts=1)


def test_the_same_seed_visits_the_same_positions() -> None:
    def visited(seed: int) -> list[str]:
        Recorder.texts = []
        check_game(Recorder(5040), seed=seed, positions=20, playouts=3)
        return Recorder.texts

    assert visited(1) == visited(1)
    assert visited(1) != visited(2)


class Recorder(DividersDuel):
    """Keeps all its promises and writes down where it was asked for its moves."""

    texts: ClassVar[list[str]] = []

    def legal_moves(self, p: NumberPosition) -> Sequence[int]:
        self.texts.append(self.text(p))
        return super().legal_moves(p)


# --- games that break one -------------------------------------------------------------------------


class SpaceInId(DividersDuel):
    @property
    def id(self) -> str:
        return f"dividers-duel start {self.number}"


class IdWithoutSlug(DividersDuel):
    @property
    def id(self) -> str:
        return f"duel({self.number})"


class Untitled(DividersDuel):
    title = ""


class VersionZero(DividersDuel):
    version = 0


class UnknownPenalty(DividersDuel):
    penalty = "shame"  # type: ignore[assignment]


class RestlessStart(DividersDuel):
    starts: ClassVar[Iterator[int]] = count(60)

    def start(self) -> NumberPosition:
        return NumberPosition(next(self.starts))


class SecondSeatFirst(DividersDuel):
    def start(self) -> NumberPosition:
        return NumberPosition(self.number, 2)


class NotPicklable(DividersDuel):
    def __reduce__(self) -> str:
        raise pickle.PicklingError("no")


class UnequalAfterPickling(DividersDuel):
    def __eq__(self, game: object) -> bool:
        return self is game

    __hash__ = DividersDuel.__hash__


class UnhashableGame(DividersDuel):
    __hash__ = None  # type: ignore[assignment]


@dataclass(unsafe_hash=True)
class MutablePosition:
    number: int
    seat: Seat = 1


class Mutable(DividersDuel):
    def start(self) -> Any:
        return MutablePosition(self.number)

    def child(self, p: Any, move: int) -> Any:
        return MutablePosition(p.number // move, other(p.seat))


@dataclass(frozen=True)
class ListPosition:
    number: int
    seat: Seat
    past: list[int]


class UnhashablePosition(DividersDuel):
    def start(self) -> Any:
        return ListPosition(self.number, 1, [])

    def child(self, p: Any, move: int) -> Any:
        return ListPosition(p.number // move, other(p.seat), [*p.past, p.number])


class BarePosition(PoolDuel):
    """Positions that are tuples and not dataclasses."""

    def start(self) -> Any:
        return ()

    def _wrapped(self, p: Any) -> PoolPosition:
        return PoolPosition(p)

    def seat(self, p: Any) -> Seat:
        return super().seat(self._wrapped(p))

    def legal_moves(self, p: Any) -> Sequence[int]:
        return super().legal_moves(self._wrapped(p))

    def child(self, p: Any, move: int) -> Any:
        return (*p, move)

    def text(self, p: Any) -> str:
        return super().text(self._wrapped(p))


@dataclass(frozen=True, eq=False)
class LonelyPosition:
    number: int
    seat: Seat = 1


class EqualByIdentity(DividersDuel):
    first: ClassVar[LonelyPosition] = LonelyPosition(60)

    def start(self) -> Any:
        return self.first

    def child(self, p: Any, move: int) -> Any:
        return LonelyPosition(p.number // move, other(p.seat))


class UnhashableKey(DividersDuel):
    def key(self, p: NumberPosition) -> Hashable:
        return [p.number]  # type: ignore[return-value]


class FreshKey(DividersDuel):
    def key(self, p: NumberPosition) -> Hashable:
        return object()


class CoarseKey(DividersDuel):
    def key(self, p: NumberPosition) -> Hashable:
        return p.number % 7


class ForgetfulKey(PoolDuel):
    """The last pick alone, although what was taken before decides what is left."""

    def key(self, p: PoolPosition) -> Hashable:
        return p.picks[-1:]


class ThirdSeat(DividersDuel):
    def seat(self, p: NumberPosition) -> Seat:
        return p.seat if p.number == self.number else 3  # type: ignore[return-value]


class NeverOver(DividersDuel):
    def outcome(self, p: NumberPosition) -> Outcome | None:
        return None


class OverTooSoon(DividersDuel):
    def outcome(self, p: NumberPosition) -> Outcome | None:
        return Outcome(other(p.seat), Ending.NO_MOVES) if p.number < 7 else super().outcome(p)


class WrongWinner(DividersDuel):
    def outcome(self, p: NumberPosition) -> Outcome | None:
        return Outcome(p.seat, Ending.NO_MOVES) if self.is_over(p) else None


class WrongEnding(DividersDuel):
    def outcome(self, p: NumberPosition) -> Outcome | None:
        return Outcome(other(p.seat), Ending.RESIGNED) if self.is_over(p) else None


class Descending(DividersDuel):
    def legal_moves(self, p: NumberPosition) -> Sequence[int]:
        return super().legal_moves(p)[::-1]


class Duplicates(DividersDuel):
    def legal_moves(self, p: NumberPosition) -> Sequence[int]:
        return sorted([*super().legal_moves(p), *super().legal_moves(p)[:1]])


class FickleMoves(DividersDuel):
    asked: ClassVar[Iterator[int]] = count()

    def legal_moves(self, p: NumberPosition) -> Sequence[int]:
        moves = super().legal_moves(p)
        return moves[:1] if next(self.asked) % 2 else moves


class ExtraMove(DividersDuel):
    def legal_moves(self, p: NumberPosition) -> Sequence[int]:
        return sorted({*super().legal_moves(p), 8}) if p.number == 60 else super().legal_moves(p)


class MissingMove(DividersDuel):
    def legal_moves(self, p: NumberPosition) -> Sequence[int]:
        return [move for move in super().legal_moves(p) if move != 3 or p.number == 9]


class MissingDistantMove(DividersDuel):
    """Leaves out 30 of 60, which is not near any other legal move."""

    def legal_moves(self, p: NumberPosition) -> Sequence[int]:
        return [move for move in super().legal_moves(p) if move != 30]


class MissingFirstPick(PoolDuel):
    def legal_moves(self, p: PoolPosition) -> Sequence[int]:
        return [n for n in super().legal_moves(p) if n != 5]

    def count_moves(self, p: PoolPosition) -> int:
        return len(self.legal_moves(p))


class RefusesAListedMove(DividersDuel):
    def is_legal(self, p: NumberPosition, move: int) -> bool:
        return super().is_legal(p, move) and move != 2


class LegalOne(DividersDuel):
    def is_legal(self, p: NumberPosition, move: int) -> bool:
        return move == 1 or super().is_legal(p, move)

    def play(self, p: NumberPosition, move: int) -> NumberPosition:
        if not super().is_legal(p, move):
            raise IllegalMove("no")
        return self.child(p, move)


class CrashingIsLegal(DividersDuel):
    def is_legal(self, p: NumberPosition, move: int) -> bool:
        return 1 < move < p.number and p.number % move == 0 and type(move) is int


class PlayDiffers(DividersDuel):
    def play(self, p: NumberPosition, move: int) -> NumberPosition:
        after = super().play(p, move)
        return NumberPosition(after.number, p.seat)


class PlayRefusesALegalMove(DividersDuel):
    def play(self, p: NumberPosition, move: int) -> NumberPosition:
        if move == 2:
            raise IllegalMove("Two is unlucky.")
        return super().play(p, move)


class NothingHappens(DividersDuel):
    def child(self, p: NumberPosition, move: int) -> NumberPosition:
        return p


class PlaysOne(DividersDuel):
    def play(self, p: NumberPosition, move: int) -> NumberPosition:
        return self.child(p, move) if move == 1 and type(move) is int else super().play(p, move)


class PlaysTheNumberItself(DividersDuel):
    """Not near any legal move of a large number, but always a temptation."""

    def is_legal(self, p: NumberPosition, move: int) -> bool:
        return super().is_legal(p, move) or (type(move) is int and move == p.number)


class PlaysFloats(DividersDuel):
    def play(self, p: NumberPosition, move: int) -> NumberPosition:
        return super().play(p, int(move) if isinstance(move, float) else move)


class PlaysBooleans(DividersDuel):
    def play(self, p: NumberPosition, move: int) -> NumberPosition:
        return p if isinstance(move, bool) else super().play(p, move)


class PlaysText(DividersDuel):
    def play(self, p: NumberPosition, move: int) -> NumberPosition:
        return super().play(p, int(move) if isinstance(move, str) else move)


class BareValueError(DividersDuel):
    def play(self, p: NumberPosition, move: int) -> NumberPosition:
        if not self.is_legal(p, move):
            raise ValueError("no")
        return self.child(p, move)


class WritesHugeNumbersOut(DividersDuel):
    """Builds its objection from the digits of a number too large to have them written."""

    def objection(self, p: NumberPosition, move: int) -> str:
        return f"{move} is not allowed."


class SpellsBadly(DividersDuel):
    def spell(self, p: NumberPosition, move: int) -> str:
        return f"{p.number}/{move // 2 * 2}"


class CannotReadItsSpelling(DividersDuel):
    def spell(self, p: NumberPosition, move: int) -> str:
        return f"{move} of {p.number}"


class ReadsAnyDigits(DividersDuel):
    def parse(self, p: NumberPosition, text: str) -> int:
        if text.strip().isdigit() and len(text) < 20:
            return int(text)  # which full-width digits are, for Python
        return super().parse(p, text)


class ReadsSigns(DividersDuel):
    def parse(self, p: NumberPosition, text: str) -> int:
        return super().parse(p, text.removeprefix("+"))


class RaisesOnBadText(DividersDuel):
    def parse(self, p: NumberPosition, text: str) -> int:
        return int(text.partition("/")[2] or text)


class CallsBadTextIllegal(DividersDuel):
    def parse(self, p: NumberPosition, text: str) -> int:
        try:
            return super().parse(p, text)
        except InvalidMove as error:
            raise IllegalMove(str(error)) from None


class SilentText(DividersDuel):
    def text(self, p: NumberPosition) -> str:
        return ""


class TextOfTwoWords(DividersDuel):
    def text(self, p: NumberPosition) -> str:
        return f"N {p.number}"

    def position(self, text: str) -> NumberPosition:
        return super().position(text.removeprefix("N "))


class TextReadsBackAsAnother(DividersDuel):
    def position(self, text: str) -> NumberPosition:
        return NumberPosition(super().position(text).number + 1)


class TextRefusedByItsOwnGame(DividersDuel):
    def text(self, p: NumberPosition) -> str:
        return f"N={p.number}"


class TextWrittenDifferently(DividersDuel):
    """Writes a leading zero only where it has not read the position itself."""

    def text(self, p: NumberPosition) -> str:
        return f"0{p.number}" if p.seat == 2 else str(p.number)


class ReadsAnyPosition(DividersDuel):
    def position(self, text: str) -> NumberPosition:
        try:
            return super().position(text)
        except InvalidPosition:
            return self.start()


class RaisesOnBadPosition(DividersDuel):
    def position(self, text: str) -> NumberPosition:
        return NumberPosition(int(text))


class TooLong(DividersDuel):
    @property
    def max_length(self) -> int:
        return super().max_length - 1


class TooLongPool(PoolDuel):
    @property
    def max_length(self) -> int:
        return 2


class SameSeatAgain(DividersDuel):
    def child(self, p: NumberPosition, move: int) -> NumberPosition:
        return NumberPosition(p.number // move, p.seat)


class SilentView(DividersDuel):
    def view(self, p: NumberPosition) -> NumbersView:
        return replace(super().view(p), prompt="")


class HidesAMove(DividersDuel):
    def view(self, p: NumberPosition) -> NumbersView:
        view = super().view(p)
        return replace(view, options=Options(view.options.moves[1:], view.options.of))


class WrongTurnInView(DividersDuel):
    def view(self, p: NumberPosition) -> NumbersView:
        return replace(super().view(p), to_move=other(p.seat))


class StuckTooSoon(DividersDuel):
    def view(self, p: NumberPosition) -> NumbersView:
        return replace(super().view(p), no_move_reason="no way on")


class Miscounts(DividersDuel):
    def count_moves(self, p: NumberPosition) -> int:
        return super().count_moves(p) + 1


FAULTS: list[tuple[type[DividersDuel], str]] = [
    (SpaceInId, "the id 'dividers-duel start 60' has a space in it"),
    (IdWithoutSlug, r"the id 'duel\(60\)' does not begin with the slug 'dividers-duel'"),
    (Untitled, "the title is empty"),
    (VersionZero, "the version is 0"),
    (UnknownPenalty, "the penalty is 'shame'"),
    (RestlessStart, r"start\(\) gives two different positions"),
    (SecondSeatFirst, r"seat\(start\(\)\) is 2"),
    (NotPicklable, "not the same after pickling .PicklingError"),
    (UnequalAfterPickling, "the game is not the same after pickling"),
    (UnhashableGame, r"hash\(game\) fails"),
    (Mutable, "setting the position's field number is accepted"),
    (UnhashablePosition, r"hash\(start\(\)\) fails"),
    (EqualByIdentity, "the position is not the same after pickling"),
    (UnhashableKey, r"key\(\) gives \[60\], which has no hash"),
    (FreshKey, r"key\(\) gives <object"),
    (CoarseKey, r"have the same key\(\), but different moves"),
    (ThirdSeat, r"in \d+: seat\(\) is 3"),
    (NeverOver, r"outcome\(\) is None, but there are 0 legal moves"),
    (OverTooSoon, r"outcome\(\) is Outcome.*, but there are 2 legal moves"),
    (WrongWinner, r"outcome\(\) names (\d) as the winner; seat \1 cannot move"),
    (WrongEnding, r"outcome\(\) ends by resigned"),
    (Descending, r"legal_moves\(\) has 30 before 20"),
    (Duplicates, r"legal_moves\(\) has 2 before 2"),
    (FickleMoves, r"legal_moves\(\) gives other moves when it is called again"),
    (ExtraMove, r"in 60: legal_moves\(\) has 8, but is_legal\(\) refuses it"),
    (MissingMove, r"is_legal\(3\) does not say no"),
    (MissingDistantMove, r"is_legal\(30\) does not say no"),
    (Miscounts, r"count_moves\(\) is 11, but legal_moves\(\) has 10"),
    (RefusesAListedMove, r"legal_moves\(\) has 2, but is_legal\(\) refuses it"),
    (LegalOne, r"is_legal\(1\) does not say no"),
    (CrashingIsLegal, r"is_legal\(.*\) does not say no.* .TypeError"),
    (PlayDiffers, r"play\(2\) does not give what child\(2\) gives"),
    (PlayRefusesALegalMove, r"play\(2\) does not give what child\(2\) gives .IllegalMove: 'Two is unlucky"),
    (NothingHappens, r"child\(2\) is the same position again"),
    (PlaysOne, r"play\(1\) is accepted; it must raise IllegalMove"),
    (PlaysTheNumberItself, r"in (\d+): is_legal\(\1\) does not say no"),
    (PlaysFloats, r"play\(2\.0\) is accepted; it must raise IllegalMove"),
    (PlaysBooleans, r"play\((True|False)\) is accepted; it must raise IllegalMove"),
    (PlaysText, r"play\('2'\) is accepted; it must raise IllegalMove"),
    (BareValueError, r"play\(.*\) raises ValueError instead of IllegalMove"),
    (WritesHugeNumbersOut, r"play\(a number that large\) raises ValueError instead of IllegalMove"),
    (SpellsBadly, r"spell\(3\) is '60/2', which parse\(\) does not read back"),
    (CannotReadItsSpelling, r"spell\(2\) is '2 of 60', which parse\(\) does not read back .InvalidMove"),
    (ReadsAnyDigits, r"parse\('２'\) is accepted; it must raise InvalidMove"),
    (ReadsSigns, r"parse\('\+2'\) is accepted; it must raise InvalidMove"),
    (RaisesOnBadText, r"parse\(.*\) raises ValueError instead of InvalidMove"),
    (CallsBadTextIllegal, r"parse\(.*\) raises IllegalMove instead of InvalidMove"),
    (SilentText, r"text\(\) is '', not one printable token"),
    (TextOfTwoWords, r"text\(\) is 'N 60', not one printable token"),
    (TextReadsBackAsAnother, r"position\('60'\) is not the position it was"),
    (TextRefusedByItsOwnGame, r"position\('N=60'\) is not the position it was .InvalidPosition"),
    (TextWrittenDifferently, r"text\(\) of position\('0\d+'\) is '\d+'"),
    (ReadsAnyPosition, r"position\(''\) is accepted; it must raise InvalidPosition"),
    (RaisesOnBadPosition, r"position\(''\) raises ValueError instead of InvalidPosition"),
    (SilentView, r"view\(\)\.prompt is empty"),
    (HidesAMove, r"view\(\) offers \(3, .*, but legal_moves\(\) has \(2, "),
    (WrongTurnInView, r"view\(\) has seat 2 to move"),
    (StuckTooSoon, r"view\(\)\.no_move_reason is 'no way on', but there are 10 moves"),
    (TooLong, "max_length is 2, but .* goes on after 2 moves"),
    (SameSeatAgain, "seat 1 is to move, and has just moved"),
]

POOL_FAULTS: list[tuple[type[PoolDuel], str]] = [
    (BarePosition, "the position is a tuple, no dataclass"),
    (ForgetfulKey, r"have the same key\(\), but different moves"),
    (MissingFirstPick, r"is_legal\(5\) does not say no"),
    (TooLongPool, "max_length is 2, but .* goes on after 2 moves"),
]


@pytest.mark.parametrize(("faulty", "fault"), FAULTS, ids=[faulty.__name__ for faulty, _ in FAULTS])
def test_a_number_game_with_a_fault_is_told_what_and_where(faulty: type[DividersDuel], fault: str) -> None:
    with pytest.raises(NonConformance, match=fault):
        check_game(faulty(60))


@pytest.mark.parametrize(("faulty", "fault"), POOL_FAULTS, ids=[faulty.__name__ for faulty, _ in POOL_FAULTS])
def test_a_pool_game_with_a_fault_is_told_what_and_where(faulty: type[PoolDuel], fault: str) -> None:
    with pytest.raises(NonConformance, match=fault):
        check_game(faulty(2, 12))


def test_a_subclass_that_breaks_nothing_is_not_caught() -> None:
    check_game(Recorder(60))


def test_nonconformance_is_one_of_our_errors_and_fails_a_test_like_an_assertion() -> None:
    assert issubclass(NonConformance, AliquotError)
    assert issubclass(NonConformance, AssertionError)
