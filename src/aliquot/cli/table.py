"""`aliquot table`: every verdict up to a limit, as text, CSV, Parquet or a picture."""

import csv
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Any, TextIO

import click

from aliquot.cli.options import complete_game
from aliquot.core.errors import InvalidParameter
from aliquot.core.numerals import parse_whole, quote
from aliquot.games import find
from aliquot.games.rulebook import AnyBook
from aliquot.oracle.survey import Entry, survey

HEADER = ("number", "wins", "grundy", "remoteness")
KINDS = (".csv", ".parquet", ".png")


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--to", "limit", metavar="N", required=True, help="The last number of the table.")
@click.option("--out", metavar="FILE", help="Write to a file ending in .csv, .parquet or .png (a plot).")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead.")
def table(game: str, limit: str, out: str | None, as_json: bool) -> None:
    """Print who wins from every start of GAME up to N, with Grundy value and remoteness.

    For divisor-duel-pool the rows are the openings of the pool 2-N.
    """
    duel, last = find(game), parse_whole(limit)
    if last is None:
        raise InvalidParameter(f"--to takes a whole number, not {quote(limit)}.")
    path = Path(out) if out is not None else None
    if path is not None and path.suffix not in KINDS:
        raise InvalidParameter(f"--out takes a file ending in {', '.join(KINDS)}, not {quote(out)}.")
    entries = _with_progress(survey(duel, last), last)
    if path is not None:
        _write(path, entries, duel, last)
    elif as_json:
        click.echo(json.dumps([asdict(entry) for entry in entries]))
    elif sys.stdout.isatty():
        _print(entries)
    else:
        _write_csv(sys.stdout, entries)


def _with_progress(entries: Iterable[Entry], last: int) -> Iterator[Entry]:
    """Shows how far it is, if somebody is watching and it takes long enough to matter."""
    if not sys.stderr.isatty() or last < 100_000:
        yield from entries
        return
    with click.progressbar(length=last, label="Solving", file=sys.stderr, update_min_steps=last // 200) as bar:
        for entry in entries:
            bar.update(1)
            yield entry


def _print(entries: Iterable[Entry]) -> None:
    click.echo(f"{HEADER[0]:>10}  {HEADER[1]:<5}{HEADER[2]:>8}{HEADER[3]:>12}")
    for entry in entries:
        grundy, remoteness = ("" if value is None else value for value in (entry.grundy, entry.remoteness))
        click.echo(f"{entry.number:>10}  {'won' if entry.wins else 'lost':<5}{grundy:>8}{remoteness:>12}")


def _write(path: Path, entries: Iterable[Entry], duel: AnyBook, last: int) -> None:
    """Writes beside the target first, so that an interrupted run leaves no half a file."""
    partial = path.with_name(f".{path.name}.part")
    try:
        if path.suffix == ".csv":
            with partial.open("w", newline="", encoding="utf-8") as file:
                _write_csv(file, entries)
        elif path.suffix == ".parquet":
            _write_parquet(partial, entries)
        else:
            from aliquot.cli.plot import draw

            draw(
                partial, list(entries), f"{duel.title}, {'openings of 2' if duel.parameter == 'pool' else '1'}–{last:,}"
            )
        partial.replace(path)
    except OSError as error:
        raise InvalidParameter(f"{quote(str(path))} cannot be written: {error.strerror}.") from None
    finally:
        # Where nothing can be written there is nothing to remove either.
        with suppress(OSError):
            partial.unlink()


def _write_csv(file: TextIO, entries: Iterable[Entry]) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(HEADER)
    for number, wins, grundy, remoteness in map(astuple, entries):
        writer.writerow((number, int(wins), grundy, remoteness))


def _write_parquet(path: Path, entries: Iterable[Entry]) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise InvalidParameter("A .parquet file needs the extra 'table': pip install 'aliquot[table]'.") from None
    columns: dict[str, list[Any]] = {name: [] for name in HEADER}
    for entry in entries:
        for name, value in zip(HEADER, astuple(entry), strict=True):
            columns[name].append(value)
    # Opened here, so that a failure is told in the system's words.
    with path.open("wb") as file:
        parquet.write_table(pyarrow.table(columns), file)
