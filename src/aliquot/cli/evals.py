"""`aliquot suite` and `aliquot measure`: questions with exact answers, and the measure of any player."""

import json
from pathlib import Path

import click

from aliquot.cli.options import seed_from
from aliquot.core.errors import InvalidParameter
from aliquot.core.text import quote


@click.command(short_help="Write a suite of questions with exact answers.")
@click.argument("name", metavar="NAME")
@click.option("--out", metavar="DIR", help="Write to a directory, with a dataset card and metadata.")
@click.option("--format", "form", metavar="FORMAT", default="jsonl", show_default=True, help="jsonl or parquet.")
@click.option("--seed", metavar="S", help="The seed of a fresh set; by default that of the published one.")
def suite(name: str, out: str | None, form: str, seed: str | None) -> None:
    """Write the suite NAME, such as v1: questions about the games from easy to hard.

    Without --out the items are printed, one JSON object on each line. The same seed gives the same bytes everywhere.
    """
    from aliquot.evals.suites import FORMATS, find_suite, write_suite

    chosen, number = find_suite(name), seed_from(seed)
    if out is not None:
        done = write_suite(chosen, Path(out), number, form)
        message = f"Wrote {chosen.size:,} items to {out}." if done else f"{out} is complete; nothing was written."
        click.echo(message, err=True)
        return
    if form != FORMATS[0]:
        raise InvalidParameter(f"The format {quote(form)} needs --out DIR.")
    for item in chosen.items(number):
        click.echo(item.line())


@click.command(short_help="Measure players against perfect play.")
@click.argument("sources", metavar="FILES|DIR", nargs=-1, required=True)
@click.option("--player", metavar="NAME", help="Only the player of this name or kind; by default everyone.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead.")
@click.option("--html", metavar="FILE", help="Write a report card.")
@click.option("--manifest", metavar="FILE", help="Write every judged move and reply, to recompute the numbers from.")
def measure(
    sources: tuple[str, ...], player: str | None, as_json: bool, html: str | None, manifest: str | None
) -> None:
    """Measure players: how often they kept the win, and the skill that amounts to.

    FILES are records of games, replies to the items of a suite (JSON Lines), logs of Inspect or verifiers, or
    manifests; a DIR is searched for them.
    """
    from aliquot.core.text import clean, quote_path
    from aliquot.evals.manifest import write_manifest
    from aliquot.evals.measure import measure_rows
    from aliquot.evals.report_card import is_report_card, report_card
    from aliquot.evals.sources import read_sources

    if html is not None and Path(html).is_file() and not is_report_card(Path(html)):
        raise InvalidParameter(f"{quote_path(Path(html))} is there already and is not a report card; choose another.")
    rows = read_sources(Path(source) for source in sources)
    measurements = measure_rows(rows, player)
    if manifest is not None:
        write_manifest(Path(manifest), rows)
    if html is not None:
        try:
            Path(html).write_text(report_card(measurements), encoding="utf-8")
        except OSError as error:
            raise InvalidParameter(f"{quote_path(Path(html))} cannot be written: {error.strerror or error}.") from None
        click.echo(f"Wrote the report card {html}.", err=True)
    if as_json:
        click.echo(json.dumps([each.as_json() for each in measurements], ensure_ascii=False))
    elif html is None:
        for number, each in enumerate(measurements):
            click.echo(("\n" if number else "") + clean(each.player))
            for sentence in each.sentences:
                click.echo(f"  {clean(sentence)}")
