"""Proofs that a pool is won or lost: a pairing of the numbers that are left.

Whoever does not have to move at a number answers each pick with its partner. The pairing is a proof exactly if no line
of play reaches a number without a partner that is still there: theorems `partner_rule` and `partner_rule_mover` of
proofs/Partner.v say that the right pairings never fail, and a search for an alternating path finds the line that
refutes any other. So every right pairing is accepted, whether or not it is ours, and no wrong one.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from aliquot.core.text import parse_whole, plain_dashes
from aliquot.core.view import PoolView
from aliquot.oracle.forest import GONE, NONE, bare_forest, search
from aliquot.oracle.graph import Graph, divisor_graph
from aliquot.oracle.verdict import Verdict

Pairs = Sequence[tuple[int, int]]

_CLAIM = re.compile(r"\s*(?:lost|won\s+(?P<move>[0-9]{1,19}))\s*(?::(?P<pairs>[^:]*))?", re.ASCII)
_SHOWN = 12
"""The most picks of a refutation that a sentence names."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim about a pool, and the pairing that is to prove it."""

    move: int | None
    """The first pick of the winner; None if the claim is that the position is lost."""
    pairs: tuple[tuple[int, int], ...]

    @property
    def text(self) -> str:
        """The proof as a reply writes it, such as `won 9: 6-12, 4-8`."""
        claim = "lost" if self.move is None else f"won {self.move}"
        return f"{claim}: {', '.join(f'{a}-{b}' for a, b in self.pairs)}".rstrip(" ")


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of checking a proof."""

    is_legal: bool
    """True if the first pick is legal and the pairs are pairs of numbers that are left."""
    is_right: bool
    reason: str = ""
    """The first fault; empty if the proof is right."""
    refutation: tuple[int, ...] = ()
    """Picks that reach a number without a partner, if that is the fault."""


def read_proof(text: str) -> Proof | None:
    """Read a proof, or return None if the text is not in the form of one.

    >>> read_proof("won 9: 6-12, 4-8")
    Proof(move=9, pairs=((6, 12), (4, 8)))
    """
    match = _CLAIM.fullmatch(plain_dashes(text))
    if match is None:
        return None
    pairs = []
    for part in (match["pairs"] or "").split(",") if (match["pairs"] or "").strip() else ():
        a, dash, b = part.partition("-")
        first, second = parse_whole(a), parse_whole(b)
        if not dash or first is None or second is None:
            return None
        pairs.append((first, second))
    return Proof(None if match["move"] is None else int(match["move"]), tuple(pairs))


def proof_of(verdict: Verdict) -> Proof:
    """Return the oracle's own proof of its verdict about a pool."""
    return Proof(getattr(verdict, "key_move", None), verdict.pairs)


def check_proof(view: PoolView, proof: Proof) -> Finding:
    """Check a proof about a position in which there is a move.

    Args:
        view: The position; the last move must win.
        proof: The claim and the pairing.
    """
    left = set(view.available)
    legal = view.options.moves
    if proof.move is not None:
        if proof.move not in legal:
            return Finding(False, False, f"{proof.move} is not a legal pick.")
        left.remove(proof.move)
    mate: dict[int, int] = {}
    for a, b in proof.pairs:
        if fault := _fault(a, b, left, mate):
            return Finding(False, False, fault)
        mate[a], mate[b] = b, a
    for root, before in _roots(view, proof, legal, mate):
        line = _refute(_graph(view.low, view.high), left.difference(before), mate, root)
        if line:
            picks = (*before, *line)
            names = ", ".join(map(str, picks[:_SHOWN])) + (", …" if len(picks) > _SHOWN else "")
            return Finding(True, False, f"After {names} the last number picked has no partner left.", picks)
    return Finding(True, True)


def _fault(a: int, b: int, left: set[int], mate: dict[int, int]) -> str:
    """Return what is wrong with a pair, or nothing."""
    for number in (a, b):
        if number not in left:
            return f"{number} is not a number that is left."
        if number in mate:
            return f"{number} is in two pairs."
    if a == b:
        return f"{a} cannot be its own partner."
    if a % b and b % a:
        return f"{a} and {b} cannot be a pair: neither divides the other."
    return ""


def _roots(
    view: PoolView, proof: Proof, legal: Sequence[int], mate: dict[int, int]
) -> Iterable[tuple[int, tuple[int, ...]]]:
    """Yield the numbers the loser has to move at, each with the picks that lead there."""
    if proof.move is not None:
        yield proof.move, (proof.move,)
    elif view.current is not None:
        yield view.current, ()
    else:
        for opening in legal:
            # An opening without a partner is its own refutation: the search from it ends where it begins.
            yield (mate[opening], (opening, mate[opening])) if opening in mate else (opening, ())


def _refute(graph: Graph, left: set[int], mate: dict[int, int], root: int) -> tuple[int, ...]:
    """Return a line of play from the root to a number without a partner, or nothing if there is none.

    The loser picks any number, the winner its partner: an alternating path. Edmonds' search finds one if there is one.
    """
    first = graph.first
    if root in left:
        return (root,)
    forest = bare_forest(len(graph), compiled=False)
    base, mates = forest.base, forest.mate
    for vertex in range(len(graph)):
        number = vertex + first
        if number in left:
            partner = mate.get(number)
            mates[vertex] = NONE if partner is None else partner - first
        elif number != root:
            base[vertex] = GONE
    search(graph.offsets, graph.targets, forest, root - first, 0)
    line = []
    here = root
    while (step := mates[here - first]) != NONE:
        line.append(step + first)
        if (partner := mate.get(step + first)) is None:
            break
        line.append(here := partner)
    return tuple(line)


@lru_cache(maxsize=16)
def _graph(low: int, high: int) -> Graph:
    return divisor_graph(low, high, compiled=False)
