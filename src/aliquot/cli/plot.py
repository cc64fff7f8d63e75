"""The picture of a survey: what the numbers look like from far away."""

from pathlib import Path
from typing import Any

from aliquot.core.errors import InvalidParameter
from aliquot.oracle.survey import Survey

LABELS = {"grundy": "Grundy value", "remoteness": "moves to the end"}
WON, LOST, PAPER, INK = "#0b6e8f", "#e0872b", "#fbfaf7", "#2b2b2b"


def draw(path: Path, found: Survey, title: str) -> None:
    """Draws a survey: Grundy value and remoteness against the number, or a grid of openings.

    Raises:
        InvalidParameter: matplotlib is not installed.
    """
    try:
        import matplotlib
    except ImportError:
        raise InvalidParameter("A .png file needs the extra 'table': pip install 'aliquot[table]'.") from None
    matplotlib.use("agg")
    from matplotlib import pyplot

    with pyplot.rc_context({"font.family": "DejaVu Sans", "text.color": INK, "axes.edgecolor": INK}):
        names = [name for name in LABELS if getattr(found, name) is not None]
        figure = _scatter(pyplot, found, names) if names else _grid(pyplot, found)
        won = sum(found.wins)
        figure.suptitle(title, fontsize=16, x=0.06, ha="left", weight="bold")
        figure.text(0.06, 0.915, f"{won:,} won", color=WON, fontsize=11, weight="bold")
        figure.text(
            0.06 + 0.012 * len(f"{won:,} won  "),
            0.915,
            f"{len(found) - won:,} lost",
            color=LOST,
            fontsize=11,
            weight="bold",
        )
        figure.savefig(path, format="png", dpi=150, facecolor=PAPER)
        pyplot.close(figure)


def _scatter(pyplot: Any, found: Survey, names: list[str]) -> Any:
    figure, panels = pyplot.subplots(len(names), 1, sharex=True, figsize=(11, 8), facecolor=PAPER, squeeze=False)
    figure.subplots_adjust(left=0.06, right=0.98, top=0.89, bottom=0.07, hspace=0.08)
    colours = [WON if wins else LOST for wins in found.wins]
    size = max(0.3, min(14.0, 9000 / len(found)))
    for (panel,), name in zip(panels, names, strict=True):
        panel.set_facecolor(PAPER)
        panel.scatter(found.numbers, list(getattr(found, name)), s=size, c=colours, linewidths=0)
        panel.set_ylabel(LABELS[name])
        panel.yaxis.get_major_locator().set_params(integer=True)
        panel.spines[["top", "right"]].set_visible(False)
        panel.grid(axis="y", color=INK, alpha=0.08)
        panel.margins(x=0.01)
    panels[-1][0].set_xlabel("number")
    return figure


def _grid(pyplot: Any, found: Survey) -> Any:
    from matplotlib.colors import ListedColormap

    columns = next(width for width in (10, 50, 100, 200, 500, 1000) if len(found) <= 2 * width * width or width == 1000)
    first, last = found.numbers[0] // columns, found.numbers[-1] // columns
    rows = [[float("nan")] * columns for _ in range(first, last + 1)]
    for number, wins in zip(found.numbers, found.wins, strict=True):
        rows[number // columns - first][number % columns] = float(wins)
    figure, panel = pyplot.subplots(figsize=(11, 8), facecolor=PAPER)
    figure.subplots_adjust(left=0.06, right=0.98, top=0.88, bottom=0.07)
    panel.set_facecolor(PAPER)
    panel.imshow(rows, cmap=ListedColormap([LOST, WON]), vmin=0, vmax=1, aspect="auto", interpolation="nearest")
    panel.set_xlabel(f"number modulo {columns}")
    panel.set_ylabel(f"rows of {columns}")
    panel.spines[["top", "right"]].set_visible(False)
    return figure
