"""Where the divisors of a number lie when they are drawn: the same places as in the terminal."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from aliquot.arithmetic import factorise, omega, product
from aliquot.core.errors import InvalidParameter
from aliquot.core.text import LARGEST
from aliquot.lattice import lay_out
from aliquot.reports.live import VERSION

router = APIRouter(prefix="/api")
_A_DAY = "public, max-age=86400"

Number = Annotated[int, Path(ge=1, le=LARGEST)]


@router.get("/lattice/{start}")
async def lattice(
    start: Number,
    response: Response,
    at: Annotated[int | None, Query(ge=1, le=LARGEST, description="The divisor in the middle of it all.")] = None,
) -> dict[str, Any]:
    """The divisors of a number laid out in ranks, or the neighbourhood of one of them where they are many."""
    at = start if at is None else at
    if start % at:
        raise InvalidParameter(f"{at} is no divisor of {start}.")
    laid = lay_out(start, at)
    places = {number: place for place, number in enumerate(laid.places)}
    response.headers["cache-control"] = _A_DAY
    return {
        "v": VERSION,
        "start": str(start),
        "at": str(at),
        "whole": laid.is_whole,
        "gap": round(laid.gap, 4),
        "nodes": [
            {"text": str(number), "rank": omega(number), "x": round(x, 4), "factors": product(factorise(number))}
            for number, x in laid.places.items()
        ],
        "edges": [[places[a], places[b]] for a, b in laid.edges],
    }
