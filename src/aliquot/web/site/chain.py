"""The longest chain: its page and its API. The server stores no chain: a request contains all its numbers."""

import json
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import Field

from aliquot import catalogue
from aliquot.games.longest_chain import AIM, LARGEST, SLUG, SMALLEST, TASK, TITLE, USUAL, Chain, parse_limit
from aliquot.oracle.chain import ceiling
from aliquot.reports.chain import NO_CERTIFICATE, ChainReport, chain_report, links
from aliquot.web.errors import NotFound
from aliquot.web.live.api import REFUSALS, Ask, require_oracle
from aliquot.web.live.protocol import Model
from aliquot.web.site.rendering import Browser, Page

router = APIRouter()
api = APIRouter(prefix="/api", responses=REFUSALS)

Limit = Annotated[int, Path(ge=SMALLEST, le=LARGEST)]
Numbers = Annotated[list[int], Field(max_length=LARGEST)]


class ChainSent(Model):
    """A chain, from its left end to its right end."""

    numbers: Numbers = Field(default=[], description="The chain.")
    hint: bool = Field(default=False, description="Whether to look for a good continuation.")
    plan: Numbers = Field(default=[], description="The continuation of an earlier hint, to stay with it.")


# --- in worker processes --------------------------------------------------------------------------------


def draw_page(browser: Browser, limit: int) -> Page:
    """Return the page of the numbers 1 to a limit."""
    report = chain_report(Chain(limit))
    choices = catalogue.CHAIN_LIMITS
    if str(limit) not in {choice.value for choice in choices}:
        choices = (*choices, catalogue.Choice(str(limit), f"1–{limit}"))
    first = {**asdict(report), "left": (), "right": ()}
    return browser.draw(
        "chain.html",
        report=report,
        title=TITLE,
        slug=SLUG,
        goal=f"{TASK} {AIM}",
        limits=choices,
        data={"limit": limit, "links": links(limit), "first": first},
    )


def report_chain(limit: int, numbers: list[int], hint: bool, plan: list[int]) -> ChainReport:
    """Return the report on a chain that a client has sent."""
    return chain_report(Chain(limit, tuple(numbers)), with_hint=hint, plan=plan)


def certificate_of(limit: int) -> bytes:
    """Return the certificate of a limit as JSON.

    Raises:
        NotFound: It has none.
    """
    document = ceiling(limit).certificate
    if document is None:
        raise NotFound(NO_CERTIFICATE.format(limit=limit))
    return json.dumps(document, ensure_ascii=False).encode()


# --- the pages and the API ------------------------------------------------------------------------------


@router.get("/chain")
async def usual_page(request: Request, ask: Ask) -> Response:
    """Show the numbers 1 to 100."""
    return (await ask(draw_page, Browser.of(request), USUAL)).response()


@router.get("/chain/{limit}")
async def page(limit: str, request: Request, ask: Ask) -> Response:
    """Show the numbers 1 to a limit, and take up the chain that the browser has stored."""
    return (await ask(draw_page, Browser.of(request), parse_limit(limit))).response()


@api.post("/chain/{limit}")
async def report(limit: Limit, sent: ChainSent, request: Request, ask: Ask) -> ChainReport:
    """Return where a chain can grow, how far it is from the longest, and a hint if one is asked for."""
    if sent.hint:
        require_oracle(request)
    return await ask(report_chain, limit, sent.numbers, sent.hint, sent.plan)


@api.get("/chain/{limit}/certificate", dependencies=[Depends(require_oracle)])
async def certificate(limit: Limit, ask: Ask) -> Response:
    """Return the certificate that no chain is longer, as a file that `aliquot verify` accepts."""
    headers = {"content-disposition": f'attachment; filename="longest-chain-{limit}.json"'}
    return Response(await ask(certificate_of, limit), media_type="application/json", headers=headers)
