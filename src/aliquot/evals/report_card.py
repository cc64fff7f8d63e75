"""The report card: a measurement as one HTML file, with its plots drawn as SVG, for light and dark screens."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from aliquot import catalogue
from aliquot.core.text import clean
from aliquot.evals.item import Kind
from aliquot.evals.measure import LABELS, Measurement
from aliquot.reports.scale import Estimate, Group, Measure

_STYLE = """
:root { color-scheme: light dark; --paper: #fbf8f1; --card: #fffdf8; --ink: #1f2533; --soft: #596071; --line: #ddd4c1;
  --gold: #f4b731; --glow: #f4b73155; --bar: #2a9d5c; --tick: #a8201a; --track: #efe8d9; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171f; --card: #1e2430; --ink: #eef0f4; --soft: #a9b1bf;
  --line: #343c4c; --gold: #f4b731; --glow: #f4b73133; --bar: #4fd08a; --tick: #ff9a92; --track: #2a3140; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 100%/1.5 ui-rounded, "SF Pro Rounded", Nunito,
  "Segoe UI", system-ui, -apple-system, Roboto, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums; }
main { max-width: 60rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
header { display: flex; align-items: center; gap: 0.75rem; color: var(--soft); font-weight: 600; }
header svg { width: 2rem; height: 2rem; flex: none; }
h1 { margin: 1.75rem 0 0.25rem; font-size: clamp(1.75rem, 6vw, 2.75rem); line-height: 1.1; letter-spacing: -0.02em;
  overflow-wrap: anywhere; }
h2 { margin: 0 0 0.75rem; font-size: 1rem; }
.lead { margin: 0; max-width: 44rem; font-size: 1.125rem; }
.few { color: var(--soft); }
section, .tile { border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
section { margin-top: 1rem; padding: 1.125rem 1.125rem 1rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.75rem; margin-top: 1rem; }
.tile { padding: 0.75rem 1rem; }
.tile b { display: block; font-size: 1.625rem; line-height: 1.2; letter-spacing: -0.02em; }
.tile span { color: var(--soft); font-size: 0.8125rem; line-height: 1.35; display: block; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 0 1rem; }
.row { display: grid; grid-template-columns: 8.5rem 1fr 5.5rem; gap: 0.625rem; align-items: center;
  font-size: 0.875rem; min-height: 1.75rem; }
.plots .row { grid-template: "label note" "bar bar" / 1fr auto; gap: 0.125rem 0.5rem; margin-bottom: 0.625rem; }
.plots .row svg { grid-area: bar; } .plots .row > :last-child { grid-area: note; }
.row svg { width: 100%; height: 0.875rem; display: block; overflow: visible; }
.row > :last-child { text-align: right; color: var(--soft); white-space: nowrap; }
.scale { width: 100%; height: auto; display: block; overflow: visible; }
.scale text { fill: var(--soft); font-size: 12px; }
.scale .value { fill: var(--ink); font-size: 17px; font-weight: 700; }
.legend { margin: 0.625rem 0 0; color: var(--soft); font-size: 0.8125rem; }
.legend i { display: inline-block; width: 0.1875rem; height: 0.75rem; background: var(--tick);
  vertical-align: -0.1rem; }
footer { margin-top: 2rem; color: var(--soft); font-size: 0.8125rem; overflow-wrap: anywhere; }
hr { border: 0; border-top: 1px solid var(--line); margin: 2.5rem 0 0; }
@media (max-width: 30rem) {
  .row { grid-template: "label note" "bar bar" / 1fr auto; gap: 0.125rem 0.5rem; margin-bottom: 0.625rem; }
  .row svg { grid-area: bar; } .row > :last-child { grid-area: note; }
  .tiles { grid-template-columns: 1fr 1fr; } .tile:last-child:nth-child(odd) { grid-column: 1 / -1; }
  .scale { margin-top: 0.75rem; } .scale text { font-size: 28px; } .scale .value { font-size: 38px; }
  .minor { display: none; } }
@media print { section, .tile { break-inside: avoid; } }
"""
_LOGO = (
    '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#fbf8f1"/><path d="M16 9.5 '
    '9 21.5h14z" fill="none" stroke="#1f2533" stroke-width="1.6"/><circle cx="16" cy="9" r="5" fill="#2f6fde"/><circle '
    'cx="9" cy="22" r="5" fill="#e26f24"/><circle cx="23" cy="22" r="5" fill="#2a9d5c"/></svg>'
)
_MARK = '<meta name="generator" content="aliquot measure">'
_LEFT, _WIDTH, _BASE, _TOP = 14, 692, 120, 34
"""The place of the scale in its drawing of 720 × 172."""


def report_card(measurements: Sequence[Measurement], title: str = "Report card") -> str:
    """Return the report card of one or several players as a complete HTML page."""
    players = "\n<hr>\n".join(_player(each) for each in measurements)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{_MARK}
<title>{_text(title)}: {_text(", ".join(each.player for each in measurements))}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<header>{_LOGO}<span>Aliquot · {_text(title)}</span></header>
{players}
<footer>Every number follows from the manifest {measurements[0].manifest}. Winning moves are exact. Intervals have a
confidence of 95&nbsp;%, and decisions of one game are not taken for independent.</footer>
</main>
</body>
</html>
"""


def is_report_card(path: Path) -> bool:
    """Return whether a file is a report card, which may be written anew."""
    with path.open("rb") as file:
        return _MARK.encode() in file.read(1_000)


def _text(text: str) -> str:
    """Return a text from outside, safe to show."""
    return escape(clean(text))


def _player(measurement: Measurement) -> str:
    numbers = measurement.measure
    parts = [f"<h1>{_text(measurement.player)}</h1>"]
    if numbers.decisions:
        style = "lead" if numbers.skill.is_enough else "lead few"
        parts += [f'<p class="{style}">{_text(numbers.skill.sentence)}</p>', _scale(numbers), _tiles(numbers)]
        plots = [
            _plot("Wins kept, by winning moves on offer", numbers.by_winning),
            _plot("Wins kept, by size of the number", numbers.by_size),
            _plot("Wins kept, by phase of the game", numbers.by_phase),
        ]
        parts.append(f'<div class="plots">{"".join(plots)}</div>')
    if measurement.kinds:
        rows = (
            _row(
                LABELS[Kind(score.kind)].capitalize(),
                score.right,
                score.chance,
                f"{score.right.value:.0%} of {score.count:,}",
            )
            for score in measurement.kinds
        )
        parts.append(
            _section("Right answers, by kind of question", rows, "a blind guess; the thin line is the 95 % interval")
        )
    if measurement.excluded:
        reasons = "".join(f"<li>{count:,}: {_text(reason)}</li>" for reason, count in measurement.excluded)
        parts.append(f"<section><h2>Not counted</h2><ul>{reasons}</ul></section>")
    return "\n".join(parts)


def _scale(numbers: Measure) -> str:
    """Draw the skill from random to perfect: the likelihood as a hill, the interval as a band, and the levels."""
    skill = numbers.skill
    if not skill.decisions:
        return ""
    value, low, high = (_across(each) for each in (skill.estimate.value, skill.estimate.low, skill.estimate.high))
    step = 1 / (len(skill.curve) - 1)
    hill = " ".join(
        f"{_across(place * step):.1f},{_BASE - height * (_BASE - _TOP):.1f}" for place, height in enumerate(skill.curve)
    )
    levels = "".join(
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_BASE + 8}" y2="{_BASE + 15}" stroke="var(--soft)"/>'
        f'<text x="{x:.1f}" y="{_BASE + 34}" text-anchor="{anchor}"{minor}>{label}</text>'
        for x, label, anchor, minor in _levels()
    )
    anchor = "start" if value < 60 else "end" if value > _WIDTH - 40 else "middle"
    return (
        '<section><h2>Equivalent skill</h2><svg class="scale" viewBox="0 0 720 172" role="img" '
        f'aria-label="{_text(skill.sentence)}">'
        f'<polygon points="{_LEFT},{_BASE} {hill} {_LEFT + _WIDTH},{_BASE}" fill="var(--glow)"/>'
        f'<rect x="{_LEFT}" y="{_BASE}" width="{_WIDTH}" height="8" rx="4" fill="var(--track)"/>'
        f'<rect x="{low:.1f}" y="{_BASE}" width="{max(2.0, high - low):.1f}" height="8" rx="4" fill="var(--gold)"/>'
        f'<circle cx="{value:.1f}" cy="{_BASE + 4}" r="9" fill="var(--gold)" stroke="var(--card)" stroke-width="3"/>'
        f'<text class="value" x="{value:.1f}" y="{_TOP - 14}" text-anchor="{anchor}">{skill.estimate.value:.2f}</text>'
        f'{levels}</svg><p class="legend">The higher the hill, the more likely the skill; the bar is the 95 % '
        "interval. Below it: our computer players.</p></section>"
    )


def _across(skill: float) -> float:
    return _LEFT + _WIDTH * skill


def _levels() -> Iterable[tuple[float, str, str, str]]:
    """Yield the levels of the catalogue with their places; the inner ones are left out on small screens."""
    for level in catalogue.LEVELS:
        skill = {"random": 0.0, "perfect": 1.0}.get(level.kind)
        if skill is None:
            yield _across(float(level.kind.partition(":")[2])), level.slug, "middle", ' class="minor"'
        else:
            yield _across(skill), level.slug, "end" if skill else "start", ""


def _tiles(numbers: Measure) -> str:
    matches = f"in {numbers.matches:,} {numbers.skill.noun}"
    tiles = [
        (f"{numbers.optimality.value:.0%}", "optimality", f"a random player: {numbers.chance:.0%}"),
        (f"{numbers.regret.value:.2f}", "regret per decision", "2 is a win thrown away"),
        (f"{numbers.mattered:,}", "decisions that mattered", f"of {numbers.decisions:,}, {matches}"),
        (f"{numbers.illegal.value:.1%}", "illegal", "moves against the rules"),
        (f"{numbers.unreadable.value:.1%}", "unreadable", "not one answer in form"),
    ]
    return '<div class="tiles">{}</div>'.format(
        "".join(f'<div class="tile"><b>{value}</b>{name}<span>{note}</span></div>' for value, name, note in tiles)
    )


def _plot(title: str, groups: Sequence[Group]) -> str:
    if not groups:
        return ""
    rows = (
        _row(group.label, Estimate(group.optimality, 0, 0), group.chance, f"{group.right:,} of {group.count:,}")
        for group in groups
    )
    return _section(title, rows, "a random player")


def _section(title: str, rows: Iterable[str], mark: str) -> str:
    return f'<section><h2>{title}</h2>{"".join(rows)}<p class="legend"><i></i> {mark}</p></section>'


def _row(label: str, share: Estimate, chance: float, note: str) -> str:
    """Draw a share as a bar, with its interval if it has one and a mark at chance."""
    interval = (
        f'<line x1="{100 * share.low:.2f}%" x2="{100 * share.high:.2f}%" y1="7" y2="7" stroke="var(--ink)" '
        'stroke-opacity="0.55" stroke-width="2"/>'
        if share.high
        else ""
    )
    return (
        f'<div class="row"><span>{_text(label)}</span><svg role="img" aria-label="{share.value:.0%}">'
        '<rect width="100%" height="14" rx="7" fill="var(--track)"/>'
        f'<rect width="{100 * share.value:.2f}%" height="14" rx="7" fill="var(--bar)"/>{interval}'
        f'<rect x="{100 * chance:.2f}%" y="-3" width="3" height="20" rx="1.5" fill="var(--tick)"/></svg>'
        f"<span>{note}</span></div>"
    )
