"""`aliquot table` and `dataset`: exact verdicts as text, CSV, Parquet or a picture; positions with exact labels."""

import sys
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from operator import add
from pathlib import Path
from typing import Any, TextIO

import click

from aliquot.cli.options import GameCommand, complete_game, nonempty, seed_from, variant_options
from aliquot.core.errors import InvalidParameter, MissingExtra
from aliquot.core.game import AnyGame
from aliquot.core.text import parse_whole, quote, quote_path
from aliquot.core.view import NumbersView, PoolView
from aliquot.games import create
from aliquot.oracle.survey import Survey, survey

KINDS = (".csv", ".parquet", ".png")
BLOCK = 1 << 16
"""The number of rows written at once."""
LONG = 100_000
"""The number of rows from which on progress is shown."""
LABELS = {"grundy": "Grundy value", "remoteness": "moves to the end"}
HEADING, OPENINGS_HEADING = "{title}, {first}–{last:,}", "{title}, openings of {first}–{last:,}"
WON, LOST, PAPER, INK = "#0b6e8f", "#e0872b", "#fbfaf7", "#2b2b2b"
_WRITTEN = "{count:,} positions are in {path}, described in {card}."
_NOTHING_TO_DO = "Nothing to do: {count:,} positions are in {path}, described in {card}."


@click.command(cls=GameCommand, short_help="Print who wins from every start.")
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--to", "limit", metavar="N", help="The last number; by default the game's start, or the end of its pool."
)
@variant_options
@click.option("--out", metavar="FILE", help="Write to a file ending in .csv, .parquet or .png (a plot).")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead.")
def table(game: str, limit: str | None, out: str | None, as_json: bool, **variant: Any) -> None:
    """Print who wins (W) and who loses (L) from every start of GAME up to N, with Grundy value and remoteness.

    For a pool, the rows are its openings. The pool is 2-N unless GAME has another, as juniper-green does.
    """
    played = create(game, **nonempty(variant))
    last = parse_whole(limit) if limit is not None else _last(played)
    if last is None:
        raise InvalidParameter(f"--to takes a whole number, not {quote(limit)}.")
    path = Path(out) if out is not None else None
    if path is not None and path.suffix not in KINDS:
        raise InvalidParameter(f"--out takes a file ending in {', '.join(KINDS)}, not {quote(out)}.")
    verdicts = survey(played, last)
    if path is not None:
        _write(path, verdicts, played.title)
    elif as_json:
        _write_json(sys.stdout, verdicts)
    elif sys.stdout.isatty():
        _print(verdicts)
    else:
        _write_csv(sys.stdout, verdicts)


def _last(game: AnyGame) -> int:
    """Return the last number of the game's start or pool; 0 if it has neither."""
    match game.view(game.start()):
        case PoolView(high=high):
            return high
        case NumbersView(heaps=(heap,)):
            return heap.number
    return 0


def _columns(verdicts: Survey) -> list[str]:
    """Return the names of the columns besides number and verdict."""
    return [name for name in ("grundy", "remoteness") if getattr(verdicts, name) is not None]


def _blocks(verdicts: Survey, number: Callable[[int], str], rest: Callable[..., str]) -> Iterator[str]:
    """Yield the rows as text, many at a time. The text after the number is cached, since many rows share it."""
    columns: list[Any] = [verdicts.wins, *(getattr(verdicts, name) for name in _columns(verdicts))]
    ending = cache(rest)
    for start in range(0, len(verdicts), BLOCK):
        block = slice(start, start + BLOCK)
        yield "".join(
            map(add, map(number, verdicts.numbers[block]), map(ending, *(column[block] for column in columns)))
        )


def _with_progress(blocks: Iterator[str], rows: int) -> Iterator[str]:
    """Show progress on stderr, if that is a terminal and there are many rows."""
    if not sys.stderr.isatty() or rows < LONG:
        yield from blocks
        return
    with click.progressbar(length=rows, label="Writing", file=sys.stderr) as bar:
        for block in blocks:
            yield block
            bar.update(BLOCK)


def _print(verdicts: Survey) -> None:
    names = _columns(verdicts)

    def rest(wins: int, *measures: int) -> str:
        return f"{'W' if wins else 'L':>9}{''.join(f'{each:>12}' for each in measures)}\n"

    click.echo(f"{'number':>10}{'verdict':>9}{''.join(f'{name:>12}' for name in names)}")
    for block in _blocks(verdicts, "{:>10}".format, rest):
        click.echo(block, nl=False)


def _write_csv(file: TextIO, verdicts: Survey) -> None:
    file.write(f"{','.join(['number', 'verdict', *_columns(verdicts)])}\n")

    def rest(wins: int, *measures: int) -> str:
        return f",{','.join(['W' if wins else 'L', *map(str, measures)])}\n"

    for block in _with_progress(_blocks(verdicts, str, rest), len(verdicts)):
        file.write(block)


def _write_json(file: TextIO, verdicts: Survey) -> None:
    names = _columns(verdicts)

    def rest(wins: int, *measures: int) -> str:
        fields = "".join(f', "{name}": {value}' for name, value in zip(names, measures, strict=True))
        return f', "wins": {"true" if wins else "false"}{fields}}}'

    separator = "["
    for block in _with_progress(_blocks(verdicts, ', {{"number": {}'.format, rest), len(verdicts)):
        file.write(separator + block.removeprefix(", ") if separator == "[" else block)
        separator = ""
    file.write("]\n")


def _write(path: Path, verdicts: Survey, title: str) -> None:
    """Write beside the target first, so that an interrupted run leaves no partial file."""
    partial = path.with_name(f".{path.name}.part")
    try:
        if path.suffix == ".csv":
            with partial.open("w", newline="", encoding="utf-8") as file:
                _write_csv(file, verdicts)
        elif path.suffix == ".parquet":
            _write_parquet(partial, verdicts)
        else:
            heading = HEADING if _columns(verdicts) else OPENINGS_HEADING
            _draw(partial, verdicts, heading.format(title=title, first=verdicts.numbers[0], last=verdicts.numbers[-1]))
        partial.replace(path)
    except OSError as error:
        raise InvalidParameter(f"{quote_path(path)} cannot be written: {error.strerror}.") from None
    finally:
        # If nothing could be written, there is nothing to remove.
        with suppress(OSError):
            partial.unlink()


def _write_parquet(path: Path, verdicts: Survey) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtra("A .parquet file needs", "table") from None

    def column(values: "array[int]", kind: Any) -> Any:
        return pyarrow.Array.from_buffers(kind, len(verdicts), [None, pyarrow.py_buffer(values.tobytes())])

    whole = pyarrow.int32()
    columns = {
        "number": column(array("i", verdicts.numbers), whole),
        "wins": column(array("b", iter(verdicts.wins)), pyarrow.int8()).cast(pyarrow.bool_()),
        **{name: column(array("i", iter(getattr(verdicts, name))), whole) for name in _columns(verdicts)},
    }
    # Opened here, so that an error has the message of the operating system.
    with path.open("wb") as file:
        parquet.write_table(pyarrow.table(columns), file)


# --- plots -----------------------------------------------------------------------------------------------


def _draw(path: Path, verdicts: Survey, title: str) -> None:
    """Draw a survey: Grundy value and remoteness against the number, or a grid of openings.

    Raises:
        MissingExtra: matplotlib is not installed.
    """
    try:
        import matplotlib
    except ImportError:
        raise MissingExtra("A .png file needs", "table") from None
    matplotlib.use("agg")
    from matplotlib import pyplot

    with pyplot.rc_context({"font.family": "DejaVu Sans", "text.color": INK, "axes.edgecolor": INK}):
        names = [name for name in LABELS if getattr(verdicts, name) is not None]
        figure = _scatter(pyplot, verdicts, names) if names else _grid(pyplot, verdicts)
        won = sum(verdicts.wins)
        figure.suptitle(title, fontsize=16, x=0.06, ha="left", weight="bold")
        figure.text(0.06, 0.915, f"{won:,} won", color=WON, fontsize=11, weight="bold")
        figure.text(
            0.06 + 0.012 * len(f"{won:,} won  "),
            0.915,
            f"{len(verdicts) - won:,} lost",
            color=LOST,
            fontsize=11,
            weight="bold",
        )
        figure.savefig(path, format="png", dpi=150, facecolor=PAPER)
        pyplot.close(figure)


def _scatter(pyplot: Any, verdicts: Survey, names: list[str]) -> Any:
    figure, panels = pyplot.subplots(len(names), 1, sharex=True, figsize=(11, 8), facecolor=PAPER, squeeze=False)
    figure.subplots_adjust(left=0.06, right=0.98, top=0.89, bottom=0.07, hspace=0.08)
    colours = [WON if wins else LOST for wins in verdicts.wins]
    size = max(0.3, min(14.0, 9000 / len(verdicts)))
    for (panel,), name in zip(panels, names, strict=True):
        panel.set_facecolor(PAPER)
        panel.scatter(verdicts.numbers, list(getattr(verdicts, name)), s=size, c=colours, linewidths=0)
        panel.set_ylabel(LABELS[name])
        panel.yaxis.get_major_locator().set_params(integer=True)
        panel.spines[["top", "right"]].set_visible(False)
        panel.grid(axis="y", color=INK, alpha=0.08)
        panel.margins(x=0.01)
    panels[-1][0].set_xlabel("number")
    return figure


def _grid(pyplot: Any, verdicts: Survey) -> Any:
    from matplotlib.colors import ListedColormap

    columns = next(
        width for width in (10, 50, 100, 200, 500, 1000) if len(verdicts) <= 2 * width * width or width == 1000
    )
    first, last = verdicts.numbers[0] // columns, verdicts.numbers[-1] // columns
    rows = [[float("nan")] * columns for _ in range(first, last + 1)]
    for number, wins in zip(verdicts.numbers, verdicts.wins, strict=True):
        rows[number // columns - first][number % columns] = float(wins)
    figure, panel = pyplot.subplots(figsize=(11, 8), facecolor=PAPER)
    figure.subplots_adjust(left=0.06, right=0.98, top=0.88, bottom=0.07)
    panel.set_facecolor(PAPER)
    panel.imshow(rows, cmap=ListedColormap([LOST, WON]), vmin=0, vmax=1, aspect="auto", interpolation="nearest")
    panel.set_xlabel(f"number modulo {columns}")
    panel.set_ylabel(f"rows of {columns}")
    panel.spines[["top", "right"]].set_visible(False)
    return figure


@click.command(cls=GameCommand, short_help="Write positions with exact labels.")
@click.argument("game", shell_complete=complete_game)
@click.option("--start", metavar="N", help="The starting number, or several separated by commas.")
@click.option("--pool", metavar="LO-HI", help="The pool of divisor-duel-pool.")
@variant_options
@click.option("--count", metavar="N", required=True, help="The number of positions.")
@click.option("--seed", metavar="S", required=True, help="The seed; the same seed gives the same file.")
@click.option("--out", metavar="FILE", required=True, help="A file ending in .parquet; its data card is FILE.md.")
@click.option(
    "--from",
    "scheme",
    metavar="SCHEME",
    default="random",
    show_default=True,
    help="The source of positions: random (random play), uniform (every ply equally likely), or skill:S.",
)
def dataset(game: str, count: str, seed: str, out: str, scheme: str, **flags: Any) -> None:
    """Write positions of GAME with encodings, masks, values and optimal moves.

    Run the same command again to continue an interrupted run.
    """
    path, positions = Path(out), parse_whole(count)
    if positions is None:
        raise InvalidParameter(f"--count takes a whole number, not {quote(count)}.")
    if path.suffix != ".parquet":
        raise InvalidParameter(f"--out takes a file ending in .parquet, not {quote(out)}.")
    chosen = create(game, **nonempty(flags))
    try:
        from aliquot.envs.dataset import Plan, write
    except ImportError:
        raise MissingExtra("A dataset needs", "envs") from None
    plan = Plan(chosen.id, positions, seed_from(seed) or 0, scheme)
    if sys.stderr.isatty():
        with click.progressbar(length=plan.count, label="Labelling", file=sys.stderr) as bar:
            done = write(plan, path, bar.update)
    else:
        done = write(plan, path)
    template = _WRITTEN if done else _NOTHING_TO_DO
    click.echo(template.format(count=plan.count, path=path, card=f"{path.name}.md"), err=True)
