"""Measurements: what the rows of a manifest say about each player."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from aliquot.core.errors import InvalidParameter
from aliquot.core.text import listing, quote
from aliquot.evals.item import Kind, digest_of
from aliquot.evals.manifest import Row, manifest_text
from aliquot.reports.scale import Estimate, Measure, measure, wilson

LABELS = {
    Kind.MOVE: "a winning move",
    Kind.MOVES: "all winning moves",
    Kind.WINNER: "who wins",
    Kind.GRUNDY: "Grundy value",
    Kind.LINE: "line of play",
    Kind.PROOF: "proof",
    Kind.CHAIN: "longest chain",
}
"""What the kinds of item ask for, in words."""


@dataclass(frozen=True, slots=True)
class KindScore:
    """The answers to one kind of item."""

    kind: str
    count: int
    right: Estimate
    """The share of right answers."""
    chance: float
    """The share that blind guesses would get right."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """Everything about one player."""

    player: str
    measure: Measure
    """The decisions: moves of matches, and replies that name one move."""
    kinds: tuple[KindScore, ...]
    """The answers to items of each kind; empty if there were only matches."""
    excluded: tuple[tuple[str, int], ...]
    """The reasons why rows do not count, each with their number."""
    manifest: str
    """The hash of the manifest the numbers follow from."""

    def as_json(self) -> dict[str, Any]:
        """Return the measurement in the types of JSON, with its sentences."""
        return {**asdict(self), "sentences": list(self.sentences)}

    @property
    def sentences(self) -> tuple[str, ...]:
        """The measurement in words."""
        lines = list(self.measure.sentences) if self.measure.decisions or not self.kinds else []
        for score in self.kinds:
            lines.append(
                f"Questions ({LABELS[Kind(score.kind)]}): {score.right.value:.0%} of {score.count:,} right "
                f"({score.right.low:.0%} to {score.right.high:.0%}; chance {score.chance:.0%})."
            )
        lines += [f"{count:,} not counted: {reason}" for reason, count in self.excluded]
        return tuple(lines)


def measure_rows(rows: Sequence[Row], player: str | None = None) -> list[Measurement]:
    """Measure each player in the rows, or the one of that name.

    Raises:
        InvalidParameter: There is no such player, or no row counts.
    """
    manifest = digest_of(manifest_text(rows))
    names = list(dict.fromkeys(row.player for row in rows))
    if player is not None:
        chosen = [name for name in names if name.casefold() == player.casefold()]
        if not chosen:
            raise InvalidParameter(f"There is no player {quote(player)}. Players: {listing(names[:8], 'and')}.")
        names = chosen
    if not any(row.included for row in rows if row.player in names):
        problem = next((row.problem for row in rows if row.player in names), "There is nothing to measure.")
        raise InvalidParameter(problem)
    return [_measure([row for row in rows if row.player == name], name, manifest) for name in names]


def _measure(rows: Sequence[Row], player: str, manifest: str) -> Measurement:
    counted = [row for row in rows if row.included]
    problems: dict[str, int] = {}
    for row in rows:
        if row.problem:
            problems[row.problem] = problems.get(row.problem, 0) + 1
    return Measurement(
        player=player,
        measure=measure(row.decision for row in counted if row.kind == Kind.MOVE),
        kinds=tuple(_scores(row for row in counted if row.item)),
        excluded=tuple(problems.items()),
        manifest=manifest,
    )


def _scores(rows: Iterable[Row]) -> Iterable[KindScore]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.kind, []).append(row)
    for kind in Kind:
        if each := groups.get(kind):
            right = wilson(sum(row.right for row in each), len(each))
            yield KindScore(kind, len(each), right, sum(row.chance for row in each) / len(each))
