"""Answering browsers: pages from templates, refusals, and the forms they send."""

import asyncio
import gzip
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
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
from aliquot.web.live.auth import base_url
from aliquot.web.live.protocol import encode
from aliquot.web.site.assets import address, imported

ALONE = False
"""True in a browser's own copy of the server, to which nobody else can come. Set it before the first page is drawn."""
_FOLDER = Path(__file__).parent / "templates"
_COMPRESSED_FROM = 600
"""Bytes below which compressing a page gains nothing."""
_HEADINGS = {
    403: "Not allowed",
    404: "Page not found",
    405: "Not supported",
    413: "That is too much",
    429: "Please wait a moment",
    503: "Please wait a moment",
}
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_PAGES = ThreadPoolExecutor(1, "pages")
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
    environment.globals |= {"asset": address, "imported": imported, "version": __version__, "alone": ALONE}
    environment.filters |= {"data": _data, "typeset": typeset}
    return environment


def load_templates() -> None:
    """Compile every template, so that the first visitor of a page does not wait for it."""
    environment = _templates()
    for name in environment.list_templates():
        environment.get_template(name)


def typeset(text: str) -> str:
    """Return a sentence with long numbers in groups of digits, powers raised and pairs on one line, as the scripts do.

    >>> typeset("1000 and 10000 = 2^4·5^4")
    '1000 and 10\u202f000 = 2⁴·5⁴'
    >>> typeset("2–26, 5–25")
    '2–\u206026, 5–\u206025'
    """
    spaced = re.sub(r"\d{5,}", lambda digits: f"{int(digits[0]):,}".replace(",", "\u202f"), text)
    raised = re.sub(r"(?<=\d)\^(\d+)", lambda power: power[1].translate(_SUPERSCRIPTS), spaced)
    paired = re.sub(r"(?<=\d)–(?=\d)", "–\u2060", raised)
    # A product of many factors may go on in the next line after any of them.
    return re.sub(r"(?:[^\s·]+·){5,}", lambda product: product[0].replace("·", "·\u200b"), paired)


def _data(value: Any) -> Markup:
    """Return a value, or its JSON, as JSON for a script element: nothing in it can end the element."""
    text = (value if isinstance(value, bytes) else encode(value)).decode()
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


@dataclass(frozen=True, slots=True)
class Page:
    """A page, ready to be sent."""

    body: bytes
    is_compressed: bool

    def response(self, status: int = 200) -> Response:
        """Return the answer to a request."""
        headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
        if self.is_compressed:
            headers["content-encoding"] = "gzip"
        return Response(self.body, status, headers, "text/html; charset=utf-8")


@dataclass(frozen=True, slots=True)
class Browser:
    """The place a page is for. Workers can be given it, to draw pages that are long."""

    path: str
    """The path of the page."""
    accepts_compressed: bool
    base: str = ""
    """The address of the server for others, which previews need."""

    @classmethod
    def of(cls, request: Request) -> "Browser":
        """Return the browser that sent a request."""
        return cls(request.url.path, _accepts_compressed(request), base_url(request))

    def draw(self, template: str, **context: Any) -> Page:
        """Return a page, compressed if the browser accepts that.

        Args:
            template: A file in `templates`.
            context: The variables of the template.
        """
        places = {"path": self.path, "base": self.base, "preview": "/preview.png"}
        body = _templates().get_template(template).render({**places, **context}).encode()
        is_compressed = self.accepts_compressed and len(body) >= _COMPRESSED_FROM
        return Page(gzip.compress(body, 6, mtime=0) if is_compressed else body, is_compressed)

    def draw_refusal(self, status: int, reason: str, again: str = "") -> Page:
        """Return the page of a refusal.

        Args:
            status: The status of the answer.
            reason: The sentence that says why.
            again: The path to try again, if that may help.
        """
        heading = _HEADINGS.get(status, "Something went wrong")
        return self.draw("refused.html", heading=heading, reason=reason, again=again)


def render(request: Request, template: str, *, status: int = 200, **context: Any) -> Response:
    """Draw a short page and return it as the answer to a request; a worker should draw a long one.

    Args:
        request: The request that is answered.
        template: A file in `templates`.
        status: The status of the answer.
        context: The variables of the template.
    """
    return Browser.of(request).draw(template, **context).response(status)


async def render_in_thread(request: Request, template: str, **context: Any) -> Response:
    """Draw a long page, as `render` does a short one, without delaying others. One is drawn at a time."""
    draw = partial(Browser.of(request).draw, template, **context)
    return (await asyncio.get_running_loop().run_in_executor(_PAGES, draw)).response()


def refuse(request: Request, status: int, code: str, reason: str) -> Response:
    """Return a refusal: a page for people, JSON with a code and a sentence for programs."""
    again = {"retry-after": "2"} if status in (429, 503) else {}
    if not accepts_pages(request):
        return JSONResponse({"code": code, "reason": reason}, status, again)
    path = str(request.url.path) if again and request.method == "GET" else ""
    browser = Browser(str(request.url.path), _accepts_compressed(request))
    response = browser.draw_refusal(status, reason, path).response(status)
    response.headers.update(again)
    return response


def refusal_page(status: int, reason: str, path: str) -> bytes:
    """Return the page of a request that never reached the application."""
    return Browser(path, accepts_compressed=False).draw_refusal(status, reason, path if status == 429 else "").body


def _accepts_compressed(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


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
