"""Draws the plots of docs/results.md from the sequences: `python -m website.results`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from aliquot.oracle.sequences import SEQUENCES, pool_sizes

FOLDER = Path(__file__).parent.parent / "docs" / "results"
LAST, POINTS = 20_000, 250
BLUE, ORANGE, GREEN, GREY = "#0072b2", "#d55e00", "#009e73", "#777777"


def draw_shares(folder: Path) -> None:
    """Draws the sets of the Gallai-Edmonds decomposition of 1–n as shares of n."""
    sizes = pool_sizes(LAST)
    numbers = sorted({round(20 * (LAST / 20) ** (step / POINTS)) for step in range(POINTS + 1)})
    figure = Figure(figsize=(8, 3.6), layout="constrained")
    axes = figure.add_subplot()
    curves: list[tuple[str, Sequence[int], str]] = [
        ("|D|, winning openings", sizes.inessential, BLUE),
        ("matching number", sizes.matching, GREY),
        ("|C|", sizes.rest, GREEN),
        ("|A|", sizes.barrier, ORANGE),
    ]
    for label, values, colour in curves:
        axes.plot(numbers, [values[n - 1] / n for n in numbers], ".", color=colour, ms=3, label=label)
    axes.set(xscale="log", xlabel="n", ylim=(0, 1), title="The pool 1–n: shares of n")
    figure.legend(frameon=False, ncols=4, loc="outside lower center")
    _save(figure, axes, folder / "shares.svg")


def draw_juniper_green(folder: Path) -> None:
    """Draws the number of winning even openings of 1–n, and the n for which there is none."""
    last = 150
    evens = pool_sizes(last).even_openings
    lost = [n for n in range(2, last + 1) if not evens[n - 1]]
    figure = Figure(figsize=(8, 3.2), layout="constrained")
    axes = figure.add_subplot()
    axes.bar(range(2, last + 1), evens[1:], color=BLUE, width=0.8)
    axes.plot(lost, [-1.5] * len(lost), "|", color=ORANGE, label="lost for the first player")
    axes.set(xlabel="n", title="Juniper Green on 1–n: winning even openings")
    axes.legend(frameon=False, loc="upper left")
    _save(figure, axes, folder / "juniper-green.svg")


def draw_misere(folder: Path) -> None:
    """Draws the number of winning openings of misère pools."""
    terms = list(SEQUENCES["misere-openings"].terms(56, lambda steps: None))
    figure = Figure(figsize=(8, 2.8), layout="constrained")
    axes = figure.add_subplot()
    axes.bar([n for n, _ in terms], [count for _, count in terms], color=GREEN, width=0.8)
    axes.set(xlabel="n", title="The pool 1–n, last pick loses: winning openings")
    _save(figure, axes, folder / "misere-openings.svg")


def _save(figure: Figure, axes: Any, path: Path) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Draws all plots."""
    # Text stays text, and the same data gives the same bytes.
    mpl.rcParams.update({"svg.hashsalt": "aliquot", "svg.fonttype": "none", "font.family": "sans-serif"})
    FOLDER.mkdir(exist_ok=True)
    for draw in (draw_shares, draw_juniper_green, draw_misere):
        draw(FOLDER)


if __name__ == "__main__":
    main()
