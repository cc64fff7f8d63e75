"""From a template to an answer."""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from aliquot import __version__
from aliquot.web.site.assets import address, imported

_FOLDER = Path(__file__).parent / "templates"
_PACKED_FROM = 600
"""Bytes below which packing a page gains nothing."""


@cache
def _templates() -> Environment:
    found = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals |= {"asset": address, "imported": imported, "version": __version__}
    found.filters["data"] = _data
    return found


def _data(facts: Any) -> Markup:
    """Facts as JSON inside a script element that holds data: nothing in them can end it."""
    written = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        written = written.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(written)


def render(request: Request, template: str, *, status: int = 200, **facts: Any) -> Response:
    """A page.

    Args:
        request: Who asks: whether they can unpack.
        template: The file in `templates`.
        status: What the answer says it is.
        facts: What the template names.
    """
    body = _templates().get_template(template).render(path=request.url.path, **facts).encode()
    headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
    if len(body) >= _PACKED_FROM and "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, 6, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, status, headers, "text/html; charset=utf-8")
