"""Answering browsers: pages from templates, refusals, and the forms they send."""

import gzip
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from aliquot import __version__
from aliquot.core.errors import InvalidParameter
from aliquot.web.limits import BODY, FORM_FIELDS
from aliquot.web.live.protocol import encode
from aliquot.web.site.assets import address, imported

_FOLDER = Path(__file__).parent / "templates"
_COMPRESSED_FROM = 600
"""Bytes below which compressing a page gains nothing."""
_HEADINGS = {
    403: "Not allowed",
    404: "Page not found",
    405: "Not supported",
    429: "Please wait a moment",
    503: "Please wait a moment",
}
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"asset": address, "imported": imported, "version": __version__}
    environment.filters["data"] = _data
    return environment


def _data(value: Any) -> Markup:
    """Return a value as JSON for a script element: nothing in it can end the element."""
    text = encode(value).decode()
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


def render(request: Request, template: str, *, status: int = 200, **context: Any) -> Response:
    """Return a page, compressed if the browser accepts that.

    Args:
        request: The request that is answered.
        template: A file in `templates`.
        status: The status of the answer.
        context: The variables of the template.
    """
    body = _templates().get_template(template).render(path=request.url.path, **context).encode()
    headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
    if len(body) >= _COMPRESSED_FROM and "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, 6, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, status, headers, "text/html; charset=utf-8")


def refuse(request: Request, status: int, code: str, reason: str) -> Response:
    """Return a refusal: a page for people, JSON with a code and a sentence for programs."""
    again = {"retry-after": "2"} if status in (429, 503) else {}
    if not accepts_pages(request):
        return JSONResponse({"code": code, "reason": reason}, status, again)
    response = render(
        request,
        "refused.html",
        status=status,
        heading=_HEADINGS.get(status, "Something went wrong"),
        reason=reason,
        again=str(request.url.path) if again and request.method == "GET" else "",
    )
    response.headers.update(again)
    return response


def accepts_pages(request: Request) -> bool:
    """Return whether a browser asks for a page."""
    is_for_programs = request.url.path.startswith(("/api/", "/static/")) or request.url.path == "/api"
    return not is_for_programs and "text/html" in request.headers.get("accept", "")


async def read_form(request: Request) -> dict[str, bytes]:
    """Return the fields of a form, files included, without those that are empty; of equal names the first counts.

    Raises:
        InvalidParameter: The request is not a form.
    """
    if not request.headers.get("content-type", "").startswith(_FORMS):
        raise InvalidParameter("This address only accepts forms.")
    fields: dict[str, bytes] = {}
    try:
        async with request.form(max_files=1, max_fields=FORM_FIELDS, max_part_size=BODY) as form:
            for name, value in form.multi_items():
                content = await value.read() if isinstance(value, UploadFile) else value.encode()
                if content.strip():
                    fields.setdefault(name, content)
    except (HTTPException, ValueError):
        raise InvalidParameter("The form cannot be read.") from None
    return fields
