"""`aliquot export-site`: the page as files for any web host."""

from pathlib import Path

import click

from aliquot.core.errors import InvalidParameter
from aliquot.core.text import quote


@click.command("export-site")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--base", default="/", show_default=True, metavar="PATH", help="The path of the site on its host.")
@click.option(
    "--pyodide",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The folder with Pyodide's files; by default they are fetched with npm and kept in your cache folder.",
)
def export_site(folder: Path, base: str, pyodide: Path | None) -> int:
    """Write the page into FOLDER as static files, for any web host.

    The site plays, explains and teaches without a server: Aliquot itself runs in the visitor's browser, also offline.
    Only playing by link and classes need `aliquot serve`.
    """
    if not base.startswith("/") or "//" in base or any(character in base for character in '?#"<>&\\ '):
        raise InvalidParameter(f"--base takes a path such as /aliquot/, not {quote(base)}.")
    try:
        from aliquot.web.worker import stand_ins

        # The pages are drawn by the server that draws the others in the browser.
        stand_ins.install()
        from aliquot.web.worker import export
    except ModuleNotFoundError as missing:
        raise InvalidParameter(
            f"The site needs packages that are not installed ({missing.name}). "
            "They are in the extra 'web': pip install \"aliquot-games[web]\"."
        ) from None
    if pyodide is None:
        from platformdirs import user_cache_path

        pyodide = user_cache_path("aliquot", appauthor=False) / f"pyodide-{export.PYODIDE}"
    site = export.export_site(folder, base.rstrip("/"), pyodide)
    place = base.rstrip("/")
    click.echo(
        f"The site is in {folder}: {site.files} files, {site.compressed / 1e6:.1f} MB compressed. "
        + (
            f"Its pages work below {place}/ of a host."
            if place
            else f"Try it: python3 -m http.server --directory {folder}"
        ),
        err=True,
    )
    return 0
