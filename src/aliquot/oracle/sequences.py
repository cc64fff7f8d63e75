"""Integer sequences that the theories of the games give: sizes of pools, and the starts that are lost.

Those about the pools 1–n come from one maximum matching, to which one number after the other is added.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from aliquot.core.errors import InvalidParameter
from aliquot.core.text import listing
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.misere import Misere
from aliquot.oracle import solve
from aliquot.oracle.budget import Budget
from aliquot.oracle.chain import ALL_PROVED_TO, ceiling
from aliquot.oracle.forest import GONE, Sizes, add_vertices, bare_forest
from aliquot.oracle.graph import divisor_graph
from aliquot.oracle.kernel import compiler_installed, runner, slots
from aliquot.oracle.matching import decompose
from aliquot.oracle.verdict import Certificate

Progress = Callable[[int], object]
"""Called with the number of further steps done."""
Terms = Iterable[tuple[int, int]]
"""Indices and values, ascending."""

_COMPILE_FROM = 1_000
"""The pool from which on compiled kernels pay."""
_SLICE = 100
"""Numbers added between two reports of progress."""
_MOST_POSITIONS = 10_000_000
MOST_CERTIFICATES = 2_000
"""The largest n up to which all certificates are written: their size grows with its square."""
LARGEST_SINGLE = 1_000_000
"""The largest n for which a single term can be computed."""


@dataclass(frozen=True, slots=True)
class PoolSizes:
    """The sizes of the pools 1–1, 1–2, 1–3 and so on."""

    matching: list[int]
    """The most pairs of a number and a multiple of it."""
    inessential: list[int]
    """The size of D: numbers that some maximum matching misses, which are the winning openings."""
    barrier: list[int]
    """The size of A: the other neighbours of those."""
    even_openings: list[int]
    """Winning openings that are even."""

    @property
    def rest(self) -> list[int]:
        """The size of C: numbers in neither of the two sets."""
        pairs = zip(self.inessential, self.barrier, strict=True)
        return [n - outer - inner for n, (outer, inner) in enumerate(pairs, 1)]


def pool_sizes(limit: int, progress: Progress | None = None, *, compiled: bool | None = None) -> PoolSizes:
    """Compute the sizes of all pools 1–n up to a limit.

    Args:
        limit: The last n.
        progress: Called with the number of pools done since the last call.
        compiled: Use compiled kernels or not; by default if there are many pools and numba is installed.
    """
    if compiled is None:
        compiled = limit >= _COMPILE_FROM and compiler_installed()
    graph, forest = divisor_graph(1, limit, compiled=compiled), bare_forest(limit, compiled=compiled)
    for vertex in range(limit):
        forest.base[vertex] = GONE
    sizes = Sizes(*(slots(limit, 0, compiled=compiled) for _ in range(4)))
    state, add = slots(5, 0, compiled=compiled), runner(add_vertices, compiled)
    for start in range(0, limit, _SLICE):
        stop = min(start + _SLICE, limit)
        add(graph.offsets, graph.targets, forest, stop, state, sizes)
        if progress is not None:
            progress(stop - start)
    edges, outer, inner, odd = ([int(each) for each in column] for column in sizes)
    return PoolSizes(edges, outer, inner, odd)


def _matching(limit: int, progress: Progress) -> Terms:
    return enumerate(pool_sizes(limit, progress).matching, 1)


def _openings(limit: int, progress: Progress) -> Terms:
    return enumerate(pool_sizes(limit, progress).inessential, 1)


def _barrier(limit: int, progress: Progress) -> Terms:
    return enumerate(pool_sizes(limit, progress).barrier, 1)


def _rest(limit: int, progress: Progress) -> Terms:
    return enumerate(pool_sizes(limit, progress).rest, 1)


def _rest_of(n: int) -> int:
    parts = decompose(divisor_graph(1, n))
    return n - parts.labels.count(0) - len(parts.barrier)


def _juniper_green(limit: int, progress: Progress) -> Terms:
    evens = pool_sizes(limit, progress).even_openings
    return enumerate((n for n in range(2, limit + 1) if not evens[n - 1]), 1)


def _misere_openings(limit: int, progress: Progress) -> Iterator[tuple[int, int]]:
    for n in range(1, limit + 1):
        yield n, len(solve(Misere(PoolDuel(1, n)), None, Budget(_MOST_POSITIONS)).winning_moves)
        progress(1)


def _misere_subtraction(limit: int, progress: Progress) -> Terms:
    from aliquot.oracle.misere_subtraction_table import lost_numbers

    lost = lost_numbers(limit)
    progress(limit)
    return enumerate((n for n in range(1, limit + 1) if lost[n]), 1)


def _longest_chain(limit: int, progress: Progress) -> Iterator[tuple[int, int]]:
    for n in range(1, limit + 1):
        yield n, ceiling(n).length if n > 1 else 1
        progress(1)


def _prove_juniper_green(n: int) -> Certificate | None:
    return solve(PoolDuel(1, n, "even")).certificate


def _prove_longest_chain(n: int) -> Certificate | None:
    return ceiling(n).certificate


@dataclass(frozen=True, slots=True)
class IntegerSequence:
    """A sequence that can be written to a file."""

    name: str
    title: str
    """The definition, in one line."""
    basis: str
    """The reason to believe the terms: a theorem, or a search."""
    check: str
    """A way to check the terms without this program."""
    terms: Callable[[int, Progress], Terms]
    """Returns the terms up to a limit: of the index, or of the values if the sequence is a list of numbers."""
    default: int
    """The limit by default."""
    most: int
    """The largest limit."""
    single: Callable[[int], int] | None = None
    """Returns a single term."""
    oeis: str = ""
    """The number of the sequence in the OEIS, if it is there."""
    certificate: Callable[[int], Certificate | None] | None = None
    """Returns the certificate about an index from 2 on."""

    def check_limit(self, limit: int) -> None:
        """Check a limit.

        Raises:
            InvalidParameter: It is out of range.
        """
        if not 1 <= limit <= self.most:
            raise InvalidParameter(f"The sequence {self.name} can end at 1 to {self.most:,}, not at {limit:,}.")

    def term(self, n: int) -> int:
        """Compute a single term.

        Raises:
            InvalidParameter: It is out of range, or the sequence has no quick way to a single term.
        """
        if self.single is None:
            named = listing([each.name for each in SEQUENCES.values() if each.single is not None], "and")
            raise InvalidParameter(f"A single term can be computed of {named}, not of {self.name}.")
        if not 1 <= n <= LARGEST_SINGLE:
            raise InvalidParameter(f"A single term can have an index from 1 to {LARGEST_SINGLE:,}, not {n:,}.")
        return int(self.single(n))

    def certificates(self, limit: int) -> Iterator[Certificate]:
        """Return the certificates for every n from 2 to the limit.

        Raises:
            InvalidParameter: The limit is out of range, or the sequence has no certificates.
        """
        if self.certificate is None:
            named = listing([each.name for each in SEQUENCES.values() if each.certificate is not None], "and")
            raise InvalidParameter(f"Certificates can be written of {named}, not of {self.name}.")
        if not 2 <= limit <= MOST_CERTIFICATES:
            raise InvalidParameter(f"Certificates can end at 2 to {MOST_CERTIFICATES:,}, not at {limit:,}.")
        return filter(None, map(self.certificate, range(2, limit + 1)))


_BY_MATCHING = "computed; it rests on a proved theorem about matchings"
_RECOMPUTE = (
    "build the graph on 1..n that joins each number to its multiples, and compute a maximum matching with any library; "
)

SEQUENCES = {
    each.name: each
    for each in (
        IntegerSequence(
            "matching",
            "Matching number of the divisor graph of {1,...,n}.",
            "computed with Edmonds' algorithm, one number after the other",
            f"{_RECOMPUTE}its size is a(n). The OEIS has the first 8,000 terms.",
            _matching,
            1_000,
            100_000,
            lambda n: decompose(divisor_graph(1, n)).edges,
            "A344497",
        ),
        IntegerSequence(
            "openings",
            "Number of winning openings of the pool 1-n: |D| of the Gallai-Edmonds decomposition of its divisor graph.",
            _BY_MATCHING,
            f"{_RECOMPUTE}v wins exactly if the matching number stays the same without v.",
            _openings,
            1_000,
            100_000,
            lambda n: decompose(divisor_graph(1, n)).labels.count(0),
        ),
        IntegerSequence(
            "barrier",
            "|A| of the Gallai-Edmonds decomposition of the divisor graph of {1,...,n}.",
            _BY_MATCHING,
            f"{_RECOMPUTE}A has the neighbours of winning openings that do not win themselves.",
            _barrier,
            1_000,
            100_000,
            lambda n: len(decompose(divisor_graph(1, n)).barrier),
        ),
        IntegerSequence(
            "rest",
            "|C| of the Gallai-Edmonds decomposition of the divisor graph of {1,...,n}.",
            _BY_MATCHING,
            f"{_RECOMPUTE}C has the numbers that are neither winning openings nor neighbours of one.",
            _rest,
            1_000,
            100_000,
            _rest_of,
        ),
        IntegerSequence(
            "juniper-green",
            "Numbers n > 1 for which the first player loses Juniper Green on 1-n, opening with an even number.",
            _BY_MATCHING,
            "--certificates FILE writes a proof for every n, which aliquot verify --lines or a verifier of your "
            "own can check.",
            _juniper_green,
            1_000,
            100_000,
            certificate=_prove_juniper_green,
        ),
        IntegerSequence(
            "longest-chain",
            "Longest chain of different numbers from 1 to n in which neighbours divide one another.",
            "proved; each length has a certificate, checked by arithmetic",
            "--certificates FILE writes a chain and a proof that none is longer for every n, which aliquot verify "
            "--lines or a verifier of your own can check.",
            _longest_chain,
            100,
            ALL_PROVED_TO,
            oeis="A337125",
            certificate=_prove_longest_chain,
        ),
        IntegerSequence(
            "misere-openings",
            "Number of winning openings of the pool 1-n if the last pick loses.",
            "computed by exhaustive search",
            "repeat the search: a position is the last pick and the numbers that can be reached from it.",
            _misere_openings,
            40,
            56,
        ),
        IntegerSequence(
            "misere-subtraction",
            "Numbers that are lost for the player to move in Subtraction if the last move loses.",
            "proved",
            "work up from 1: N is lost if it has a divisor d with 1 < d < N and every N - d is won.",
            _misere_subtraction,
            1_000,
            10_000_000,
        ),
    )
}
"""Every sequence by name."""
