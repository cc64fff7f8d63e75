"""`aliquot serve`: live games for browsers and bots."""

import click

from aliquot.core.errors import InvalidParameter
from aliquot.core.text import parse_whole, quote


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, metavar="H", help="The address to listen at.")
@click.option("--port", default="8000", show_default=True, metavar="P", help="The port; 0 takes any that is free.")
@click.option("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME; by default SQLite.")
@click.option("--url", metavar="URL", help="The address people use, if there is another server before this one.")
def serve(host: str, port: str, database: str | None, url: str | None) -> int:
    """Serve live games on this machine, or for a school.

    Without --database the games are kept with SQLite in your data folder. Stop it with Ctrl-C.
    """
    number = parse_whole(port)
    if number is None or number > 65_535:
        raise InvalidParameter(f"--port takes a number from 0 to 65535, not {quote(port)}.")
    if url is not None and not url.startswith(("http://", "https://")):
        raise InvalidParameter(f"--url takes an address such as https://duels.example, not {quote(url)}.")
    try:
        from aliquot.web.store.database import Database, default_url

        # Opened first: what is refused is refused before anything large is loaded.
        opened = Database(database or default_url())
        from aliquot.web.server.run import serve as run
    except ModuleNotFoundError as missing:
        raise InvalidParameter(
            f"The server needs packages that are not installed ({missing.name}): pip install 'aliquot[web]'."
        ) from None
    return run(host, number, opened, url)
