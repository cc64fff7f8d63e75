"""The rules of every game, the same text as at the command line, each with a board to look at."""

import re
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request, Response

from aliquot.core.errors import UnknownGame
from aliquot.core.text import listing
from aliquot.core.view import Option, View
from aliquot.games import PRESETS, book_of, books, create
from aliquot.games.manual import VARIANTS, Section, preset_title, rules_of, sections
from aliquot.lessons import LESSONS, SHARED
from aliquot.web.site.explore import address_of
from aliquot.web.site.rendering import render

router = APIRouter()
_NAMES = {"sum": "Several numbers", "misere": "Misère", "swap": "The pie rule"}
_EXAMPLES: dict[str, dict[str, Any]] = {
    "sum": {"name": "dividers-duel", "start": "60,84"},
    "misere": {"name": "dividers-duel", "misere": True},
    "swap": {"name": "dividers-duel", "swap": True},
}
"""What shows a variant."""
_POINTER = re.compile(r"\s*(?:Proof: docs/\S+\.md|See aliquot\.[a-z.]+[a-z])\.")
"""Where a rule book points to files that a visitor of the page does not have."""


@router.get("/rules")
async def every(request: Request) -> Response:
    """Every game there is."""
    presets = [(name, preset_title(name), _first_line(name)) for name in PRESETS]
    variants = [(name, _NAMES[name], _first_line(name)) for name in VARIANTS]
    return render(request, "rules.html", duels=list(books().values()), presets=presets, variants=variants)


@router.get("/rules/{name}")
async def rules(name: str, request: Request) -> Response:
    """The rules of one."""
    try:
        title, parts = sections(rules_of(name))
        if name not in VARIANTS and name not in PRESETS:
            name = book_of(name).slug
    except UnknownGame as problem:
        duels = list(books().values())
        return render(request, "rules.html", status=404, problem=str(problem), duels=duels, presets=[], variants=[])
    game = create(**_EXAMPLES.get(name, {"name": name}))
    start = game.start()
    view = game.view(start)
    heading, _, told = title.partition(": ")
    lesson = "several-numbers" if name == "sum" else SHARED.get(game.slug, game.slug)
    return render(
        request,
        "rules_of.html",
        name=name,
        heading=_NAMES.get(name) or (heading if name in PRESETS else book_of(name).title),
        told=told[:1].upper() + told[1:],
        sections=[_without_pointers(part) for part in parts],
        example=_example(view),
        explore=address_of(game, start).path,
        play=f"/new?game={_EXAMPLES.get(name, {'name': name})['name']}",
        lesson=lesson if lesson in LESSONS else "",
        data={"view": view.as_json(), "position": game.text(start)},
    )


def _first_line(name: str) -> str:
    told = sections(rules_of(name))[0].partition(": ")[2]
    return told[:1].upper() + told[1:]


def _without_pointers(part: Section) -> Section:
    told = (_POINTER.sub("", paragraph).strip() for paragraph in part.paragraphs)
    return replace(part, paragraphs=tuple(filter(None, told)))


def _example(view: View) -> str:
    """What may be done at the start, in a sentence or two."""
    options: list[Option] = view.options[:12]
    if not options:
        return ""
    more = len(view.options) - len(options)
    labels = [option.spelt if option.leaves else option.label for option in options]
    choices = f"{', '.join(labels)} and {more:,} more" if more else listing(labels, "and")
    leaves = f" {options[0].spelt} leaves {options[0].leaves}." if options[0].leaves else ""
    before = f"{view.left} lies on the table. " if view.left else ""
    return f"{before}The first player may choose from {len(view.options):,}: {choices}.{leaves}"
