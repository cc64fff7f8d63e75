"""The theory of the pool: pair the numbers, and answer with the partner.

The player to move at c wins exactly if every maximum matching of the remaining numbers and c covers c. The winning
picks are the neighbours of c that some maximum matching of the remaining numbers misses: those in the Gallai-Edmonds
set D. Proof: docs/games/divisor-duel-pool.md.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache

from aliquot.games.divisor_duel_pool import OPENINGS, Opening, PoolDuel, PoolPosition
from aliquot.oracle.graph import Graph, divisor_graph
from aliquot.oracle.matching import DynamicMatching, decompose
from aliquot.oracle.parts import parts_of
from aliquot.oracle.pool_search import exact_value
from aliquot.oracle.reasons import Claim, Reason, Side
from aliquot.oracle.search import Cache, Value
from aliquot.oracle.verdict import Certificate, Verdict, certify, has_verifier

Pairs = tuple[tuple[int, int], ...]

CERTIFICATE_SIZE = 200_000
"""The size of the largest pool with a certificate; the verifier reads no larger ones."""

_LONGEST_LIST = 16
"""The most pairs a reason lists in full; of more it lists a few fewer and counts the others."""


@dataclass(frozen=True, slots=True)
class NothingLeft(Claim):
    """No divisor or multiple of the last pick remains."""

    current: int

    def words(self, mover: Side, other: Side) -> str:
        """Name the last pick and the winner."""
        return f"No divisor and no multiple of {self.current} is left. Nobody can move, so {other.does('have')} won."


@dataclass(frozen=True, slots=True)
class NoNeighbour(Claim):
    """Picking this number leaves the opponent nothing to pick."""

    move: int

    def words(self, mover: Side, other: Side) -> str:
        """Name the number."""
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
        """Name the pick and the pairs."""
        return (
            f"Pair the numbers like this: {_list(self.pairs)}. After {self.move}, every number {other.subject} can "
            f"reach has a free partner, and {mover.does('answer')} with it."
        )


@dataclass(frozen=True, slots=True)
class OpeningRule(Claim):
    """The first pick must be of a kind: only such openings are meant."""

    opening: Opening

    def words(self, mover: Side, other: Side) -> str:
        """Name the kind."""
        return f"The first pick must be {OPENINGS[self.opening]}."


@dataclass(frozen=True, slots=True)
class PartnerLoss(Claim):
    """Every number the mover can ever reach has a free partner for the opponent to answer with."""

    current: int | None
    pairs: Pairs

    def words(self, mover: Side, other: Side) -> str:
        """Name the pairs."""
        which = "the numbers" if self.current is None else "the numbers that are left"
        return (
            f"Pair {which} like this: {_list(self.pairs)}. Every number {mover.subject} can reach has a free partner, "
            f"and {other.does('answer')} with it."
        )


def _list(pairs: Pairs) -> str:
    first = pairs if len(pairs) <= _LONGEST_LIST else pairs[: _LONGEST_LIST - 4]
    text = ", ".join(f"{a}–{b}" for a, b in first)
    return text if first is pairs else f"{text} and {len(pairs) - len(first):,} more pairs"


_graph = lru_cache(maxsize=2)(divisor_graph)

_MOST_REPAIRS = 6
"""The most numbers by which a cached matching may differ from a position to be repaired, not computed anew."""


@dataclass(frozen=True, slots=True)
class _CacheEntry:
    """A maximum matching of the numbers that are not used."""

    matching: DynamicMatching
    used: frozenset[int]


_matchings: Cache[tuple[int, int], _CacheEntry] = Cache(2)


@contextmanager
def _matching_at(game: PoolDuel, picks: Iterable[int]) -> Iterator[DynamicMatching]:
    """A maximum matching of the remaining numbers: a cached one of a similar position, repaired, or a new one.

    Queries change a matching too, so it is taken out of the cache meanwhile, and put back unless an error occurs.
    """
    pool, used = (game.low, game.high), frozenset(picks)
    entry = _matchings.take(pool)
    if entry is None or len(entry.used ^ used) > _MOST_REPAIRS:
        matching = DynamicMatching(_graph(*pool), used)
    else:
        matching = entry.matching
        for number in entry.used - used:
            matching.restore(number)
        for number in used - entry.used:
            matching.remove(number)
    yield matching
    _matchings.put(pool, _CacheEntry(matching, used))


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
        """True if some pick wins."""
        picks = self.position.picks
        if not picks:
            return bool(self.winning_moves)
        with _matching_at(self.game, picks) as matching:
            return matching.wins(picks[-1])

    @cached_property
    def winning_moves(self) -> tuple[int, ...]:
        """The legal picks that some maximum matching of the remaining numbers misses."""
        picks = self.position.picks
        with _matching_at(self.game, picks) as matching:
            if picks:
                return matching.winning_replies(picks[-1])
            openings = matching.winning_openings()
        allowed = self.game.legal_moves(self.position)
        return tuple(move for move in openings if move in allowed)

    @cached_property
    def _value(self) -> Value | None:
        """The value by search of a small position: a matching only gives the winner."""
        return exact_value(self.game, self.position, self.budget)

    @property
    def grundy(self) -> int | None:
        """The Grundy value of a small position, by search."""
        return None if self._value is None else self._value.grundy

    @property
    def remoteness(self) -> int | None:
        """The length of play of a small position, by search."""
        return None if self._value is None else self._value.remoteness

    @cached_property
    def key_move(self) -> int | None:
        """The winning pick with the shortest reason: the one with the fewest replies."""
        graph, used = self._graph, set(self.position.picks)
        if not used:
            # There may be a million openings, so their neighbours are counted and not listed.
            return min(self.winning_moves, key=graph.degree, default=None)

        def replies(move: int) -> int:
            return sum(number not in used for number in graph.neighbours(move))

        return min(self.winning_moves, key=replies, default=None)

    @cached_property
    def _partner(self) -> Mapping[int, int]:
        """A maximum matching of the remaining numbers that misses the key move, if there is one."""
        missed = () if self.key_move is None else (self.key_move,)
        return decompose(self._graph, (*self.position.picks, *missed)).partners

    @cached_property
    def pairs(self) -> Pairs:
        """The pairs that matter: those reachable from the winning move, or by the mover in a lost position.

        The loser always moves from a number the winner answered with to a number that has a partner. Either number of
        a pair may be the one the loser reaches. Here, unlike in the game, a walk may come back to an earlier number:
        so no pair is missing, a few more may be listed, and a number without a partner, which only such a walk can
        reach, leads nowhere.
        """
        picks = self.position.picks
        used, reached, queue = set(picks), dict[int, int](), list[int]()

        def answer(step: int) -> None:
            partner = self._partner.get(step)
            if partner is not None:
                reached[step] = partner
                queue.append(partner)

        if self.key_move is not None:
            used.add(self.key_move)
            queue.append(self.key_move)
        elif picks:
            queue.append(picks[-1])
        else:
            for opening in self.game.legal_moves(self.position):
                answer(opening)
        for origin in queue:
            for step in self.game.neighbours(origin):
                if step not in used and step not in reached:
                    answer(step)
        return _ascending({n: partner for pair in reached.items() for n, partner in (pair, pair[::-1])})

    @property
    def reason(self) -> Reason:
        """The partner rule with its pairs; at the first pick after the rule about openings, if there is one."""
        picks, opening = self.position.picks, self.game.opening
        if not picks and opening != "any":
            return Reason((OpeningRule(opening), self._main_claim))
        return Reason((self._main_claim,))

    @property
    def _main_claim(self) -> Claim:
        picks = self.position.picks
        if (move := self.key_move) is not None:
            return PartnerWin(move, self.pairs) if self.pairs else NoNeighbour(move)
        if picks and not self.pairs:
            return NothingLeft(picks[-1])
        return PartnerLoss(picks[-1] if picks else None, self.pairs)

    @property
    def nudge(self) -> str:
        """A hint where the win lies."""
        if not self.pairs:
            return "One of your picks leaves your opponent nothing to pick."
        return "Pair the numbers up. After one of your picks, every answer of your opponent's has a free partner."

    @property
    def certificate(self) -> Certificate | None:
        """A matching of the remaining numbers, and proofs that it is maximum and which numbers it can miss."""
        if not self.is_proved:
            return None
        matching = decompose(self._graph, self.position.picks)
        parts, steps = parts_of(self._graph, matching)
        proof = {
            "pairs": [list(pair) for pair in _ascending(matching.partners)],
            "barrier": list(matching.barrier),
            "parts": [[part.root, *part.ears] for part in parts],
            "steps": [list(step) for step in steps],
        }
        return certify(self, proof)

    @property
    def is_proved(self) -> bool:
        """True if there is a certificate: the verifier knows the game, and the pool is not too large for it."""
        return len(self._graph) <= CERTIFICATE_SIZE and has_verifier(self.game)


def _ascending(partner: Mapping[int, int]) -> Pairs:
    """Each pair once, smaller number first."""
    return tuple(sorted((a, b) for a, b in partner.items() if a < b))
