"""Arriving."""

from fastapi import APIRouter, Request, Response

from aliquot.web.pages.rendering import render

router = APIRouter()


@router.get("/")
async def home(request: Request) -> Response:
    """What Aliquot is, and where to go from here."""
    return render(request, "home.html")
