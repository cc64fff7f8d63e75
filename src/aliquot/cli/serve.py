"""`aliquot serve`: the server for browsers and bots."""

import click

from aliquot.core.errors import InvalidParameter, MissingExtra
from aliquot.core.text import parse_whole, quote


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, metavar="H", help="The address to listen on.")
@click.option("--port", default="8000", show_default=True, metavar="P", help="The port; 0 picks a free one.")
@click.option("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME; by default SQLite.")
@click.option("--url", metavar="URL", help="The public address, if the server is behind a proxy.")
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="The address or network of a proxy whose X-Forwarded-For and -Proto are believed; may be repeated.",
)
@click.option("--no-oracle", is_flag=True, help="Give no help with positions: no exploring, no hints, no study.")
@click.option("--no-live-help", is_flag=True, help="Give no help with positions of live games without hints.")
def serve(
    host: str,
    port: str,
    database: str | None,
    url: str | None,
    proxies: tuple[str, ...],
    no_oracle: bool,
    no_live_help: bool,
) -> int:
    """Serve live games on this machine, or for a school.

    Without --database, the games are stored with SQLite in your data folder. Stop the server with Ctrl-C.
    """
    number = parse_whole(port)
    if number is None or number > 65_535:
        raise InvalidParameter(f"--port takes a number from 0 to 65535, not {quote(port)}.")
    if url is not None and not url.startswith(("http://", "https://")):
        raise InvalidParameter(f"--url takes an address such as https://duels.example, not {quote(url)}.")
    try:
        from aliquot.web.store.database import Database, default_url

        # Opened first, so that a refusal comes before the large imports.
        opened = Database(database or default_url())
        from aliquot.web.run import serve as run
    except ModuleNotFoundError as missing:
        raise MissingExtra(
            f"The server needs packages that are not installed ({missing.name}). They are in", "web"
        ) from None
    return run(host, number, opened, url, proxies, has_oracle=not no_oracle, has_live_help=not no_live_help)
