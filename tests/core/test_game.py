"""The interface as someone outside the house would meet it: a game written from `core` alone."""

from collections.abc import Hashable
from dataclasses import dataclass

import pytest

from aliquot.core.errors import IllegalMove, InvalidMove, InvalidPosition
from aliquot.core.game import Game, Penalty
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Outcome, Seat, other
from aliquot.core.view import View, plain_view
from aliquot.testing import check_game

Move = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Heaps:
    heaps: tuple[int, ...]
    seat: Seat = 1


@dataclass(frozen=True)
class Nim:
    """Take counters from one of several heaps. A move is a pair: which heap, and how many."""

    heaps: tuple[int, ...]

    slug = "nim"
    title = "Nim"
    tagline = "Take counters from a heap. Whoever takes the last one wins."
    version = 1
    penalty: Penalty = "retry"
    last_move_wins = True

    @property
    def id(self) -> str:
        return f"nim(heaps={'+'.join(map(str, self.heaps))})"

    @property
    def max_length(self) -> int:
        return sum(self.heaps)

    def start(self) -> Heaps:
        return Heaps(self.heaps)

    def seat(self, p: Heaps) -> Seat:
        return p.seat

    def legal_moves(self, p: Heaps) -> tuple[Move, ...]:
        return tuple((i, n) for i, heap in enumerate(p.heaps, 1) for n in range(1, heap + 1))

    def count_moves(self, p: Heaps) -> int:
        return sum(p.heaps)

    def view(self, p: Heaps) -> View:
        return plain_view(self, p)

    def is_legal(self, p: Heaps, move: Move) -> bool:
        match move:
            case (int(i), int(n)) if type(i) is type(n) is int:
                return 1 <= i <= len(p.heaps) and 1 <= n <= p.heaps[i - 1]
        return False

    def child(self, p: Heaps, move: Move) -> Heaps:
        i, n = move
        return Heaps((*p.heaps[: i - 1], p.heaps[i - 1] - n, *p.heaps[i:]), other(p.seat))

    def play(self, p: Heaps, move: Move) -> Heaps:
        if not self.is_legal(p, move):
            raise IllegalMove("There are not that many counters in such a heap.")
        return self.child(p, move)

    def outcome(self, p: Heaps) -> Outcome | None:
        return None if any(p.heaps) else Outcome(other(p.seat), Ending.NO_MOVES)

    def key(self, p: Heaps) -> Hashable:
        return p.heaps

    def text(self, p: Heaps) -> str:
        return "+".join(map(str, p.heaps))

    def position(self, text: str) -> Heaps:
        heaps = text.split("+")
        if len(heaps) != len(self.heaps) or not all(heap in map(str, range(100)) for heap in heaps):
            raise InvalidPosition("Heaps look like 3+4+5.")
        return Heaps(tuple(map(int, heaps)))

    def spell(self, p: Heaps, move: Move) -> str:
        return f"{move[0]}:{move[1]}"

    def parse(self, p: Heaps, text: str) -> Move:
        heap, _, counters = text.partition(":")
        small = [str(n) for n in range(100)]
        if heap not in small or counters not in small:
            raise InvalidMove("A move looks like 1:2.")
        return int(heap), int(counters)


def test_a_game_of_pairs_written_from_core_alone_keeps_every_promise() -> None:
    game: Game[Heaps, Move] = Nim((1, 2, 3))
    check_game(game)


@pytest.mark.parametrize("heaps", [(0,), (1,), (4,), (2, 2), (30, 40)])
def test_it_keeps_them_whatever_its_parameters(heaps: tuple[int, ...]) -> None:
    check_game(Nim(heaps), positions=60, playouts=5)


def test_such_a_game_is_played_by_the_same_match() -> None:
    match = Match(Nim((1, 2)))
    match.play((2, 1))
    with pytest.raises(IllegalMove):
        match.play((2, 2))
    match.play((1, 1))
    match.play((2, 1))
    assert match.outcome == Outcome(1, Ending.NO_MOVES)
    assert repr(match) == "<Match nim(heaps=1+2): 2:1, 1:1, 2:1>"
