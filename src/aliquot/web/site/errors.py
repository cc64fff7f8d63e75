"""What cannot be had: a page with a way on for whoever reads, one sentence of JSON for programs."""

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from aliquot.web.site.rendering import render

_HEADINGS = {403: "Not for you", 404: "Not here", 405: "Not like that", 429: "One moment", 503: "One moment"}


def refused(request: Request, reason: str, status: int) -> Response:
    """The answer to a request that is refused."""
    again = {"retry-after": "2"} if status in (429, 503) else {}
    if not reads_pages(request):
        return JSONResponse({"reason": reason}, status, again)
    answer = render(
        request,
        "refused.html",
        status=status,
        heading=_HEADINGS.get(status, "That did not work"),
        reason=reason,
        again=str(request.url.path) if again and request.method == "GET" else "",
    )
    answer.headers.update(again)
    return answer


def reads_pages(request: Request) -> bool:
    """Whether a person with a browser has come for a page."""
    for_programs = request.url.path.startswith(("/api/", "/static/")) or request.url.path == "/api"
    return not for_programs and "text/html" in request.headers.get("accept", "")
