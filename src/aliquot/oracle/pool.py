"""Pool solved: pair the numbers, and answer with the partner.

The mover at c wins exactly if every maximum matching of the numbers left, c included, covers c. The winning
picks are the neighbours of c that some maximum matching of the numbers left does without: those in the
Gallai-Edmonds set D. Proof: docs/games/divisor-duel-pool.md.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache

from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.oracle.cache import Shelf
from aliquot.oracle.graph import Graph, divisor_graph
from aliquot.oracle.matching import KeptMatching, decompose
from aliquot.oracle.parts import parts_of
from aliquot.oracle.reasons import Claim, Reason, Side
from aliquot.oracle.search import Value, searched_value
from aliquot.oracle.verdict import Certificate, Verdict, certify

Pairs = tuple[tuple[int, int], ...]

SEARCHED = 14
"""Grundy value and length of play are searched for where at most so many numbers can be reached."""
PROVABLE = 200_000
"""How many numbers a pool may have for a certificate; the verifier reads no larger ones."""

_LONGEST_LIST = 16
"""How many pairs a reason names; of a longer list it names a few less and says how many more there are."""


@dataclass(frozen=True, slots=True)
class NothingLeft(Claim):
    """No divisor or multiple of the last pick is left."""

    current: int

    def words(self, mover: Side, other: Side) -> str:
        """Names the last pick and who has won."""
        return f"No divisor and no multiple of {self.current} is left. Nobody can move, so {other.does('have')} won."


@dataclass(frozen=True, slots=True)
class NoNeighbour(Claim):
    """Picking this number leaves the opponent nothing to pick."""

    move: int

    def words(self, mover: Side, other: Side) -> str:
        """Names the number."""
        return (
            f"By picking {self.move} {mover.does('win')} at once: "
            f"no other divisor or multiple of it is left, so {other.does('have')} no move."
        )


@dataclass(frozen=True, slots=True)
class PartnerWin(Claim):
    """After this pick, every number the opponent can ever reach has a free partner."""

    move: int
    pairs: Pairs

    def words(self, mover: Side, other: Side) -> str:
        """Names the pick and the pairs."""
        return (
            f"Pair the numbers like this: {_list(self.pairs)}. After {self.move}, every number {other.subject} can "
            f"reach has a free partner, and {mover.does('answer')} with it."
        )


@dataclass(frozen=True, slots=True)
class PartnerLoss(Claim):
    """Every number the mover can ever reach has a free partner for the opponent to answer with."""

    current: int | None
    pairs: Pairs

    def words(self, mover: Side, other: Side) -> str:
        """Names the pairs."""
        which = "the numbers" if self.current is None else "the numbers that are left"
        return (
            f"Pair {which} like this: {_list(self.pairs)}. Every number {mover.subject} can reach has a free partner, "
            f"and {other.does('answer')} with it."
        )


def _list(pairs: Pairs) -> str:
    named = pairs if len(pairs) <= _LONGEST_LIST else pairs[: _LONGEST_LIST - 4]
    shown = ", ".join(f"{a}–{b}" for a, b in named)
    return shown if named is pairs else f"{shown} and {len(pairs) - len(named):,} more pairs"


_graph = lru_cache(maxsize=2)(divisor_graph)

_FAR = 6
"""How many numbers two positions may differ by for a kept matching to be repaired, not built anew."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A maximum matching of the numbers that are left when some are used."""

    matching: KeptMatching
    used: frozenset[int]


_kept: Shelf[tuple[int, int], _Kept] = Shelf(2)


@contextmanager
def _matching_at(game: PoolDuel, picks: Iterable[int]) -> Iterator[KeptMatching]:
    """A maximum matching of the numbers left: a kept one, repaired, if there is one of a position nearby.

    A matching changes even while it is asked, so it is off the shelf for as long as that takes, and comes back only
    if all went well.
    """
    pool, used = (game.low, game.high), frozenset(picks)
    kept = _kept.take(pool)
    if kept is None or len(kept.used ^ used) > _FAR:
        matching = KeptMatching(_graph(*pool), used)
    else:
        matching = kept.matching
        for number in kept.used - used:
            matching.restore(number)
        for number in used - kept.used:
            matching.remove(number)
    yield matching
    _kept.put(pool, _Kept(matching, used))


@dataclass(frozen=True)
class PoolVerdict(Verdict):
    """A verdict by matching."""

    game: PoolDuel
    position: PoolPosition

    @property
    def _graph(self) -> Graph:
        return _graph(self.game.low, self.game.high)

    @cached_property
    def wins(self) -> bool:
        """Whether some pick wins."""
        picks = self.position.picks
        if not picks:
            return bool(self.winning_moves)
        with _matching_at(self.game, picks) as matching:
            return matching.wins(picks[-1])

    @cached_property
    def winning_moves(self) -> tuple[int, ...]:
        """The legal picks that some maximum matching of the numbers left does without."""
        picks = self.position.picks
        with _matching_at(self.game, picks) as matching:
            if picks:
                return matching.winning_replies(picks[-1])
            openings = matching.winning_openings()
        allowed = self.game.legal_moves(self.position)
        return tuple(move for move in openings if move in allowed)

    @cached_property
    def _searched(self) -> Value | None:
        """What a search finds out, for the matching says who wins and nothing else."""
        return searched_value(self.game, self.position, self.budget) if self._is_small else None

    @property
    def _is_small(self) -> bool:
        """Whether few enough numbers can still be reached for a search to be worth beginning."""
        game, picks = self.game, self.position.picks
        if not picks:
            return len(self._graph) <= SEARCHED
        seen, queue = set(picks), [picks[-1]]
        for number in queue:
            for other in game.neighbours(number):
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
                    if len(queue) > SEARCHED:
                        return False
        return True

    @property
    def grundy(self) -> int | None:
        """Known where a search finishes."""
        return None if self._searched is None else self._searched.grundy

    @property
    def remoteness(self) -> int | None:
        """Known where a search finishes."""
        return None if self._searched is None else self._searched.remoteness

    @cached_property
    def key_move(self) -> int | None:
        """The winning pick whose reason is shortest: the one with the fewest numbers left to go to."""
        graph, taken = self._graph, set(self.position.picks)
        if not taken:
            # There may be a million openings, so their neighbours are counted and not looked at.
            return min(self.winning_moves, key=graph.degree, default=None)

        def ways(move: int) -> int:
            return sum(number not in taken for number in graph.neighbours(move))

        return min(self.winning_moves, key=ways, default=None)

    @cached_property
    def _partner(self) -> Mapping[int, int]:
        """A maximum matching of what is left that does without the winning move, if there is one."""
        missed = () if self.key_move is None else (self.key_move,)
        return decompose(self._graph, (*self.position.picks, *missed)).partners

    @cached_property
    def pairs(self) -> Pairs:
        """The pairs that can ever matter: those within reach of the winning move, or of the mover if lost.

        The loser can only ever move from a number the winner answered with, to a number that has a partner. Either
        number of a pair may be the one the loser reaches. Here, unlike in the game, a walk may come back to where it
        was: so none of those pairs is missing, a few more may be among them, and a number without a partner, which
        only such a walk can reach, leads nowhere.
        """
        picks = self.position.picks
        gone, reached, queue = set(picks), dict[int, int](), list[int]()

        def answer(step: int) -> None:
            partner = self._partner.get(step)
            if partner is not None:
                reached[step] = partner
                queue.append(partner)

        if self.key_move is not None:
            gone.add(self.key_move)
            queue.append(self.key_move)
        elif picks:
            queue.append(picks[-1])
        else:
            for opening in self.game.legal_moves(self.position):
                answer(opening)
        for origin in queue:
            for step in self.game.neighbours(origin):
                if step not in gone and step not in reached:
                    answer(step)
        return _ascending({n: partner for pair in reached.items() for n, partner in (pair, pair[::-1])})

    @property
    def reason(self) -> Reason:
        """The partner rule, with the pairs to play it by."""
        picks = self.position.picks
        if (move := self.key_move) is not None:
            return Reason((PartnerWin(move, self.pairs) if self.pairs else NoNeighbour(move),))
        if picks and not self.pairs:
            return Reason((NothingLeft(picks[-1]),))
        return Reason((PartnerLoss(picks[-1] if picks else None, self.pairs),))

    @property
    def nudge(self) -> str:
        """Where the win lies."""
        if not self.pairs:
            return "One of your picks leaves your opponent nothing to pick."
        return "Pair the numbers up. After one of your picks, every answer of your opponent's has a free partner."

    @property
    def certificate(self) -> Certificate | None:
        """A matching of what is left, what proves it maximum, and what proves which numbers it could leave out."""
        if len(self._graph) > PROVABLE:
            return None
        found = decompose(self._graph, self.position.picks)
        parts, steps = parts_of(self._graph, found)
        proof = {
            "pairs": [list(pair) for pair in _ascending(found.partners)],
            "barrier": list(found.barrier),
            "parts": [[part.root, *part.ears] for part in parts],
            "steps": [list(step) for step in steps],
        }
        return certify(self, proof)


def _ascending(partner: Mapping[int, int]) -> Pairs:
    """Each pair once, smaller number first."""
    return tuple(sorted((a, b) for a, b in partner.items() if a < b))
