"""The rules of every game, duel by duel and variant by variant, each with a board that shows the start."""

from fastapi import APIRouter, Request, Response

from aliquot.catalogue import PUZZLES, GameChoice, example_of
from aliquot.core.errors import UnknownGame
from aliquot.core.text import listing
from aliquot.core.view import NumbersView, Option, View
from aliquot.games import PRESETS, book_of, books, create, longest_chain, rules_of, variants
from aliquot.games.rulebook import RuleText
from aliquot.lessons import LESSONS, SHARED
from aliquot.web.site.explore import address_of
from aliquot.web.site.new import new_path
from aliquot.web.site.rendering import render

router = APIRouter()


@router.get("/rules")
async def every(request: Request) -> Response:
    """List every game and variant."""
    return render(
        request,
        "rules.html",
        duels=books().values(),
        presets=PRESETS.values(),
        variants=variants().values(),
        puzzles=PUZZLES,
    )


@router.get("/rules/{name}")
async def rules(name: str, request: Request) -> Response:
    """Show the rules of a duel, a preset or a variant."""
    try:
        text = rules_of(name)
    except UnknownGame as problem:
        duels = books().values()
        nothing: dict[str, list[str]] = {"presets": [], "variants": [], "puzzles": []}
        return render(request, "rules.html", status=404, problem=str(problem), duels=duels, **nothing)
    if name == longest_chain.SLUG:
        return _chain(request, text)
    variant, preset = variants().get(name), PRESETS.get(name)
    if variant is not None:
        choice = example_of(variant)
    elif preset is not None:
        choice = GameChoice(preset.slug, preset.title, preset.tagline)
    else:
        book = book_of(name)
        choice = GameChoice(book.slug, book.title, book.tagline)
    game = create(choice.game, **choice.parameters)
    start = game.start()
    view = game.view(start)
    several = isinstance(view, NumbersView) and len(view.heaps) > 1
    lesson = "several-numbers" if several else SHARED.get(game.slug, game.slug)
    return render(
        request,
        "rules_of.html",
        heading=choice.title,
        line=choice.line,
        sections=text.sections,
        example=_example(view),
        explore=address_of(game, start).path,
        play=new_path(choice),
        lesson=lesson if lesson in LESSONS else "",
        data={"view": view.as_json()},
    )


def _chain(request: Request, text: RuleText) -> Response:
    """Show the rules of the longest chain, which is no duel: it has a page of its own, and nothing to explore."""
    return render(
        request,
        "rules_of.html",
        heading=longest_chain.TITLE,
        line=longest_chain.TAGLINE,
        sections=text.sections,
        example="",
        explore="",
        play="/chain",
        lesson=longest_chain.SLUG if longest_chain.SLUG in LESSONS else "",
        data=None,
    )


def _example(view: View) -> str:
    """Describe the legal moves at the start."""
    options: list[Option] = view.options[:12]
    if not options:
        return ""
    more = len(view.options) - len(options)
    labels = [option.notation if option.leaves else option.label for option in options]
    choices = f"{', '.join(labels)} and {more:,} more" if more else listing(labels, "and")
    leaves = f" {options[0].notation} leaves {options[0].leaves}." if options[0].leaves else ""
    before = f"Start: {view.summary}. " if view.summary else ""
    return f"{before}The first player has {len(view.options):,} moves: {choices}.{leaves}"
