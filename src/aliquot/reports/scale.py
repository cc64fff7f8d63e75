"""The scale for every player: how far decisions are from perfect play, and the skill they amount to.

A decision *matters* if some legal moves keep the win and others give it away. Of those, *optimality* is the share that
kept the win. *Regret* is the value given away per decision, 2 for a win turned into a loss. *Equivalent skill* is the S
for which the player `skill:S`, who plays perfectly with probability S and at random otherwise, would most likely have
decided like that: with w winning moves among m it keeps the win with probability S + (1 − S)·w/m.

Decisions of one match depend on each other, so intervals are widened by the design effect: the variance between
matches over the variance that independent decisions would have.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from aliquot.core.view import NumbersView, PoolView, View

CONFIDENCE = 0.95
"""The confidence of every interval, unless another is asked for."""
PRECISION = 0.1
"""The half width of an interval for the skill from which on it is called an estimate."""
_STEPS = 40
"""Halvings of an interval, more than enough for every digit that is printed."""
_LEAST = 1e-12
_RARE = 10
"""Fewer right or wrong decisions than this are rare events."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number estimated from decisions, with its interval."""

    value: float
    """The estimate."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end of the interval."""

    def __str__(self) -> str:
        """The estimate with its interval."""
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a player."""

    winning: int
    """The number of winning moves; 0 in a lost position."""
    moves: int
    """The number of legal moves."""
    right: bool
    """True if the move kept the win; False in a lost position."""
    match: str = ""
    """The match it belongs to; decisions of one match may depend on each other."""
    size: int = 0
    """The largest number in the position."""
    phase: str = "middle"
    """The part of the match: `opening`, `middle` or `end`; empty for a single position."""
    legal: bool = True
    readable: bool = True

    @property
    def matters(self) -> bool:
        """True if some moves kept the win and others gave it away."""
        return 0 < self.winning < self.moves

    @property
    def guess(self) -> float:
        """The probability that a random move wins."""
        return self.winning / self.moves if self.moves else 0.0


@dataclass(frozen=True, slots=True)
class Skill:
    """The equivalent skill, and whether there are enough decisions to speak of it."""

    estimate: Estimate
    decisions: int
    """The number of decisions that mattered."""
    matches: int
    """The number of matches they come from."""
    missing: int
    """The number of further decisions that would be needed, about; 0 if there are enough."""
    noun: str = "games"
    """The word for the matches: `games`, `positions` if each has one decision only, or both."""
    curve: tuple[float, ...] = ()
    """The likelihood of the skills 0, 0.01, … 1 relative to the estimate, widened like the interval."""

    @property
    def is_enough(self) -> bool:
        """True if the interval is narrow enough to speak of an estimate."""
        return self.decisions > 0 and self.missing == 0

    @property
    def sentence(self) -> str:
        """The estimate in words, or a plain statement that there are too few decisions."""
        if not self.decisions:
            return "No decision mattered, so nothing can be said about skill."
        count = f"{self.decisions:,} {'decision' if self.decisions == 1 else 'decisions'} that mattered"
        source = f"{count} in {self.matches:,} {self.noun.rstrip('s') if self.matches == 1 else self.noun}"
        value, low, high = self.estimate.value, self.estimate.low, self.estimate.high
        if not self.is_enough:
            return (
                f"Too few decisions to tell: {source} {'allows' if self.decisions == 1 else 'allow'} any skill from "
                f"{low:.2f} to {high:.2f}. "
                f"About {self.missing:,} more are needed to know it to ±{PRECISION}."
            )
        return f"Plays like skill:{value:.2f} (95 % interval {low:.2f} to {high:.2f}), by {source}."


# --- shares -------------------------------------------------------------------------------------------------


def wilson(successes: float, count: float, confidence: float = CONFIDENCE) -> Estimate:
    """Return Wilson's score interval for a share, which is also right near 0 and 1; without decisions, 1 and any."""
    if not count:
        return Estimate(1.0, 0.0, 1.0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, spread = successes / count, z * z / count
    middle = (share + spread / 2) / (1 + spread)
    half = z * (share * (1 - share) / count + spread / (4 * count)) ** 0.5 / (1 + spread)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def regret_of(losses: float, count: float, confidence: float = CONFIDENCE) -> Estimate:
    """Return the value given away per decision: 2 for each win turned into a loss."""
    share = wilson(losses, count, confidence) if count else Estimate(0.0, 0.0, 1.0)
    return Estimate(2 * share.value, 2 * share.low, 2 * share.high)


def optimality(decisions: Iterable[Decision], confidence: float = CONFIDENCE) -> Estimate:
    """Return the share of the decisions that mattered in which the win was kept."""
    values = [(each.match, float(each.right)) for each in decisions if each.matters]
    return _clustered(values, wilson, confidence)


def regret(decisions: Iterable[Decision], confidence: float = CONFIDENCE) -> Estimate:
    """Return the value given away per decision, those in lost positions included."""
    values = [(each.match, float(each.winning > 0 and not each.right)) for each in decisions]
    return _clustered(values, regret_of, confidence)


def _clustered(
    values: Sequence[tuple[str, float]], interval: Callable[[float, float, float], Estimate], confidence: float
) -> Estimate:
    """Return an interval for a share of clustered values: that of fewer, independent ones."""
    count, total = len(values), sum(value for _, value in values)
    if not count:
        return interval(0.0, 0.0, confidence)
    mean = total / count
    effect = design_effect(((match, value - mean) for match, value in values), count * mean * (1 - mean))
    return interval(total / effect, count / effect, confidence)


def design_effect(scores: Iterable[tuple[str, float]], variance: float) -> float:
    """Return the variance of a sum between matches over that of independent terms, at least 1.

    Args:
        scores: The terms, each with its match.
        variance: The variance of the sum, if all terms were independent.
    """
    sums: dict[str, float] = defaultdict(float)
    for match, score in scores:
        sums[match] += score
    count = len(sums)
    if count < 2 or variance <= _LEAST:
        return 1.0
    return max(1.0, sum(each * each for each in sums.values()) / variance * count / (count - 1))


# --- skill --------------------------------------------------------------------------------------------------


def estimate_skill(decisions: Iterable[Decision], confidence: float = CONFIDENCE) -> Skill:
    """Return the skill by maximum likelihood with its profile-likelihood interval; both may reach 0 and 1."""
    chosen = [each for each in decisions if each.matters]
    matches = len({each.match for each in chosen})
    if not chosen:
        return Skill(Estimate(0.0, 0.0, 1.0), 0, 0, 0)
    rows = _tally(chosen)
    best = _maximum(rows)
    effect = _effect(chosen, best)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    # The likelihood of more such decisions falls in proportion to their number.
    drop = _drop(rows, best)
    needed = math.ceil(len(chosen) * z * z / 2 * effect / drop)
    if matches < len(chosen):
        # With few matches the design effect itself is uncertain: Student's quantile in place of the normal one.
        effect *= (1 + (z * z + 1) / (4 * max(1, matches - 1))) ** 2
    limit = z * z / 2 * effect
    low, high = _with_rare_events(rows, _interval(rows, best, limit), effect, confidence)
    width = max(best - low, high - best)
    if limit <= drop:
        # Rare events alone keep the interval wide; it narrows in proportion to the decisions.
        needed = math.ceil(len(chosen) * width / PRECISION)
    missing = max(1, needed - len(chosen)) if width > PRECISION else 0
    highest = _likelihood(rows, best)
    curve = tuple(round(math.exp((_likelihood(rows, place / 100) - highest) / effect), 4) for place in range(101))
    return Skill(Estimate(best, low, high), len(chosen), matches, missing, noun_of(chosen), curve)


def noun_of(decisions: Iterable[Decision]) -> str:
    """Return the word for where decisions come from: games, single positions, or both."""
    single = {not each.phase for each in decisions}
    return "games" if single == {False} else "positions" if single == {True} else "games and positions"


Rows = Sequence[tuple[float, int, int]]
"""The probability of a lucky guess, and the numbers of right and wrong decisions with it."""


def _tally(decisions: Iterable[Decision]) -> Rows:
    """Count decisions with the same probability of a lucky guess: only the counts matter to the likelihood."""
    counts: dict[float, list[int]] = defaultdict(lambda: [0, 0])
    for each in decisions:
        counts[each.guess][0 if each.right else 1] += 1
    return [(guess, right, wrong) for guess, (right, wrong) in sorted(counts.items())]


def _likelihood(rows: Rows, skill: float) -> float:
    """Return the logarithm of the likelihood, which is concave in the skill."""
    total = 0.0
    for guess, right, wrong in rows:
        if right:
            total += right * math.log(skill + (1 - skill) * guess)
        if wrong:
            total += wrong * math.log(max((1 - skill) * (1 - guess), _LEAST))
    return total


def _slope(rows: Rows, skill: float) -> float:
    total = 0.0
    for guess, right, wrong in rows:
        if right:
            total += right * (1 - guess) / (skill + (1 - skill) * guess)
        if wrong:
            total -= wrong / max(1 - skill, _LEAST)
    return total


def _maximum(rows: Rows) -> float:
    if _slope(rows, 0.0) <= 0:
        return 0.0
    if not any(wrong for _, _, wrong in rows):
        return 1.0
    return _bisect(lambda skill: _slope(rows, skill) > 0, 0.0, 1.0)


def _effect(decisions: Sequence[Decision], skill: float) -> float:
    """Return the design effect of the scores, the derivatives of each decision's likelihood."""
    inside = min(max(skill, PRECISION / 2), 1 - PRECISION / 2)
    scores, information = [], 0.0
    for each in decisions:
        chance = inside + (1 - inside) * each.guess
        spread = (1 - each.guess) / (chance * (1 - chance))
        scores.append((each.match, spread * (each.right - chance)))
        information += spread * (1 - each.guess)
    if not 0 < skill < 1:
        # At the ends all decisions deviate to the same side, which would be taken for dependence.
        mean = sum(score for _, score in scores) / len(scores)
        scores = [(match, score - mean) for match, score in scores]
    return design_effect(scores, information)


def _interval(rows: Rows, best: float, limit: float) -> tuple[float, float]:
    """Return where the log-likelihood falls by the limit below its maximum, or the ends if it does not."""
    least = _likelihood(rows, best) - limit

    def fits(skill: float) -> bool:
        return _likelihood(rows, skill) >= least

    low = 0.0 if fits(0.0) else _bisect(lambda skill: not fits(skill), 0.0, best)
    high = 1.0 if best == 1.0 else _bisect(fits, best, 1.0)
    return low, high


def _with_rare_events(rows: Rows, ends: tuple[float, float], effect: float, confidence: float) -> tuple[float, float]:
    """Return an interval widened where right or wrong decisions are rare: likelihood intervals are too short there.

    The number of rare decisions is at most as spread as a Poisson variable, whose exact limit is used.
    """
    low, high = ends
    count = sum(right + wrong for _, right, wrong in rows)
    lucky = sum(guess * (right + wrong) for guess, right, wrong in rows)
    rights, wrongs = sum(right for _, right, _ in rows), sum(wrong for _, _, wrong in rows)
    if wrongs < _RARE:
        low = max(0.0, min(low, 1 - effect * _poisson_limit(wrongs, confidence) / (count - lucky)))
    if rights < _RARE:
        high = min(1.0, max(high, (effect * _poisson_limit(rights, confidence) - lucky) / (count - lucky)))
    return low, high


def _poisson_limit(events: int, confidence: float) -> float:
    """Return the largest mean with which so few events, or fewer, are not too improbable."""

    def is_likely(mean: float) -> bool:
        terms = (math.exp(-mean) * mean**number / math.factorial(number) for number in range(events + 1))
        return sum(terms) > (1 - confidence) / 2

    return _bisect(is_likely, 0.0, 10.0 * (events + 1))


def _drop(rows: Rows, best: float) -> float:
    """Return how far the log-likelihood falls, at the least, from its maximum to `PRECISION` beside it."""
    sides = (side for side in (best - PRECISION, best + PRECISION) if 0 < side < 1)
    return _likelihood(rows, best) - max(_likelihood(rows, side) for side in sides)


def _bisect(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Return where a condition that holds at the lower end ceases to hold."""
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if holds(middle):
            low = middle
        else:
            high = middle
    return (low + high) / 2


# --- a player -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Group:
    """The decisions that mattered and have something in common."""

    label: str
    count: int
    right: int
    """Those in which the win was kept."""
    chance: float
    """The share that a random player would have kept."""

    @property
    def optimality(self) -> float:
        """The share in which the win was kept."""
        return self.right / self.count if self.count else 1.0

    @property
    def blunders(self) -> str:
        """The number of wins given away, in words."""
        return f"{self.label}: {self.count - self.right:,} of {self.count:,}"


@dataclass(frozen=True, slots=True)
class Measure:
    """The measure of a player: all numbers about its decisions."""

    decisions: int
    mattered: int
    """Those in which some moves kept the win and others gave it away."""
    matches: int
    optimality: Estimate
    regret: Estimate
    chance: float
    """The optimality of a random player in the same positions."""
    skill: Skill
    illegal: Estimate
    """The share of illegal choices among all decisions."""
    unreadable: Estimate
    """The share of replies that could not be read."""
    by_winning: tuple[Group, ...]
    """By the number of winning moves."""
    by_size: tuple[Group, ...]
    """By the digits of the largest number."""
    by_phase: tuple[Group, ...]
    """By the part of the match."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The measure in words, for every door."""
        if not self.decisions:
            return ("There is no decision to measure.",)
        wins = round(self.optimality.value * self.mattered)
        lines = [self.skill.sentence]
        if self.mattered:
            lines.append(
                f"Optimality: {self.optimality.value:.0%} ({self.optimality.low:.0%} to {self.optimality.high:.0%}). "
                f"Kept the win in {wins:,} of {self.mattered:,} positions where it could be lost; "
                f"a random player keeps {self.chance:.0%}."
            )
        lines.append(f"Regret: {self.regret.value:.3f} per decision, where 2 is a win turned into a loss.")
        if self.illegal.value or self.unreadable.value:
            lines.append(f"Illegal: {self.illegal.value:.1%}. Unreadable: {self.unreadable.value:.1%}.")
        groups = (("winning moves on offer", self.by_winning), ("size", self.by_size), ("phase", self.by_phase))
        lines += [
            f"Wins given away, by {name}: {'; '.join(group.blunders for group in each)}."
            for name, each in groups
            if len(each) > 1 and any(group.right < group.count for group in each)
        ]
        return tuple(lines)


_WINNING = ((1, "1 winning move"), (2, "2"), (4, "3 to 4"), (9, "5 to 9"))
_SIZES = ((2, "1 to 2 digits"), (3, "3 digits"), (6, "4 to 6 digits"), (12, "7 to 12 digits"))
PHASES = ("opening", "middle", "end")
"""The parts of a match: its thirds by the number of moves."""


def measure(decisions: Iterable[Decision]) -> Measure:
    """Return the measure of all decisions of a player."""
    decisions = list(decisions)
    chosen = [each for each in decisions if each.matters]
    count = len(decisions)
    return Measure(
        decisions=count,
        mattered=len(chosen),
        matches=len({each.match for each in decisions}),
        optimality=optimality(chosen),
        regret=regret(decisions),
        chance=sum(each.guess for each in chosen) / len(chosen) if chosen else 0.0,
        skill=estimate_skill(chosen),
        illegal=_share(sum(each.readable and not each.legal for each in decisions), count),
        unreadable=_share(sum(not each.readable for each in decisions), count),
        by_winning=_groups(chosen, lambda each: _band(each.winning, _WINNING, "10 or more")),
        by_size=_groups(chosen, lambda each: _band(len(str(each.size)), _SIZES, "13 digits or more")),
        by_phase=_groups(chosen, lambda each: (PHASES.index(each.phase), each.phase) if each.phase in PHASES else None),
    )


def phase_of(number: int, total: int) -> str:
    """Return the part of a match that a move is in, given its number from 0 and the number of all moves.

    >>> [phase_of(number, 7) for number in range(7)]
    ['opening', 'opening', 'opening', 'middle', 'middle', 'end', 'end']
    """
    return PHASES[min(2, number * 3 // max(1, total))]


def size_of(view: View) -> int:
    """Return the largest number of a position."""
    if isinstance(view, PoolView):
        return view.high
    return max(view.numbers) if isinstance(view, NumbersView) else 0


def _share(part: int, count: int) -> Estimate:
    return wilson(part, count) if count else Estimate(0.0, 0.0, 1.0)


def _band(value: int, bands: Sequence[tuple[int, str]], rest: str) -> tuple[int, str]:
    return next(((place, text) for place, (most, text) in enumerate(bands) if value <= most), (len(bands), rest))


def _groups(decisions: Iterable[Decision], key: Callable[[Decision], tuple[int, str] | None]) -> tuple[Group, ...]:
    groups: dict[tuple[int, str], list[Decision]] = defaultdict(list)
    for each in decisions:
        if (group := key(each)) is not None:
            groups[group].append(each)
    return tuple(
        Group(label, len(each), sum(one.right for one in each), sum(one.guess for one in each) / len(each))
        for (_, label), each in sorted(groups.items())
    )
