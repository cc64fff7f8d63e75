"""The files a page needs, for ever."""

from fastapi import APIRouter, Request, Response

from aliquot.web.errors import NotFound
from aliquot.web.site.assets import Asset, address, assets, digest

router = APIRouter()
_FOR_EVER = "public, max-age=31536000, immutable"


@router.get("/static/{version}/{name:path}")
async def static(version: str, name: str, request: Request) -> Response:
    """A file. A page of an older version gets today's, and is told not to keep it under yesterday's name."""
    asset = assets().get(name)
    if asset is None:
        raise NotFound("There is no such file.")
    return _sent(asset, request, _FOR_EVER if version == digest() else "no-store")


@router.get("/favicon.ico")
async def icon(request: Request) -> Response:
    """The sign on a tab, where a browser looks for it by itself."""
    return Response(status_code=308, headers={"location": address("icon.svg")})


def _sent(asset: Asset, request: Request, keep: str) -> Response:
    headers = {"cache-control": keep, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(asset.packed, media_type=asset.media_type, headers=headers)
    return Response(asset.content, media_type=asset.media_type, headers=headers)
