"""`aliquot sequence`: integer sequences about the games as b-file, CSV, JSON or Parquet."""

import json
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aliquot import __version__
from aliquot.core.errors import InvalidParameter, MissingExtra
from aliquot.core.text import parse_whole, quote, quote_path

if TYPE_CHECKING:
    from aliquot.oracle.sequences import IntegerSequence

FORMATS = ("bfile", "csv", "json", "parquet")
_MADE_BY = "aliquot {version}"


@click.command(short_help="Write integer sequences about the games.")
@click.argument("name", required=False)
@click.option("--to", "limit", metavar="N", help="The last n, or the largest number of a list.")
@click.option("--at", "index", metavar="N", help="Print only the term with this index, up to 1,000,000.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="bfile", show_default=True, help="The format.")
@click.option("--out", metavar="FILE", help="Write to a file instead of standard output.")
@click.option(
    "--certificates",
    metavar="FILE",
    help="Also write a certificate for every n, one on each line; of juniper-green, up to 2,000, and longest-chain.",
)
def sequence(
    name: str | None, limit: str | None, index: str | None, form: str, out: str | None, certificates: str | None
) -> None:
    """Write the sequence NAME; without NAME, list the sequences.

    Every file says how it was made, and the same command gives the same bytes.
    """
    from aliquot.oracle.sequences import SEQUENCES

    if name is None:
        _list()
        return
    if name not in SEQUENCES:
        _list(err=True)
        near = get_close_matches(name.lower()[:32], SEQUENCES, n=1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        raise InvalidParameter(f"There is no sequence called {quote(name)}.{hint}")
    chosen = SEQUENCES[name]
    if index is not None:
        click.echo(chosen.term(_whole(index, "--at")))
        return
    last = chosen.default if limit is None else _whole(limit, "--to")
    chosen.check_limit(last)
    if certificates is not None:
        documents = chosen.certificates(last)
        _write(Path(certificates), (f"{json.dumps(each)}\n".encode() for each in documents))
    if form == "parquet" and out is None and sys.stdout.isatty():
        raise InvalidParameter("Parquet is not text: name a file with --out.")
    content = _format(form, _about(chosen, last, form), _terms(chosen, last))
    if out is None:
        sys.stdout.buffer.write(content)
    else:
        _write(Path(out), [content])


def _list(*, err: bool = False) -> None:
    from aliquot.oracle.sequences import SEQUENCES

    for each in SEQUENCES.values():
        click.echo(f"{each.name:<20}{each.title}{f' ({each.oeis})' if each.oeis else ''}", err=err)


def _whole(text: str, option: str) -> int:
    number = parse_whole(text)
    if number is None:
        raise InvalidParameter(f"{option} takes a whole number, not {quote(text)}.")
    return number


def _terms(chosen: "IntegerSequence", last: int) -> list[tuple[int, int]]:
    """Compute the terms, with progress on stderr if that is a terminal."""
    if not sys.stderr.isatty():
        return list(chosen.terms(last, lambda steps: None))
    with click.progressbar(length=last, label="Computing", file=sys.stderr) as bar:
        return list(chosen.terms(last, bar.update))


def _about(chosen: "IntegerSequence", last: int, form: str) -> dict[str, str]:
    """Return what a file says about itself. It names no date and no machine, so that it can be made again."""
    return {
        "sequence": f"{chosen.name}{f' ({chosen.oeis})' if chosen.oeis else ''}",
        "title": chosen.title,
        "basis": chosen.basis,
        "check": chosen.check,
        "made_by": _MADE_BY.format(version=__version__),
        "command": f"aliquot sequence {chosen.name} --to {last} --format {form}",
    }


def _format(form: str, about: dict[str, str], terms: Sequence[tuple[int, int]]) -> bytes:
    match form:
        case "bfile":
            lines = [*_comments(about), *(f"{n} {value}" for n, value in terms)]
        case "csv":
            lines = [*_comments(about), "n,a", *(f"{n},{value}" for n, value in terms)]
        case "json":
            return f"{json.dumps({**about, 'terms': [list(term) for term in terms]}, indent=1)}\n".encode()
        case _:
            return _parquet(about, terms)
    return "".join(f"{line}\n" for line in lines).encode()


def _comments(about: dict[str, str]) -> Iterable[str]:
    return (f"# {key}: {value}" for key, value in about.items())


def _parquet(about: dict[str, str], terms: Sequence[tuple[int, int]]) -> bytes:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtra("A Parquet file needs", "table") from None
    columns = {name: pyarrow.array([term[place] for term in terms], "int64") for place, name in enumerate(("n", "a"))}
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table(columns).replace_schema_metadata(about), sink)
    return bytes(sink.getvalue())


def _write(path: Path, blocks: Iterable[bytes]) -> None:
    """Write beside the target first, so that an interrupted run leaves no partial file.

    Raises:
        InvalidParameter: The file cannot be written.
    """
    partial = path.with_name(f".{path.name}.part")
    try:
        with partial.open("wb") as file:
            file.writelines(blocks)
        partial.replace(path)
    except OSError as error:
        raise InvalidParameter(f"{quote_path(path)} cannot be written: {error.strerror}.") from None
    finally:
        with suppress(OSError):
            partial.unlink()
