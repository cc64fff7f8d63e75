"""What the pages of the oracle say, worked out in a process of its own: plain functions, plain data."""

from datetime import timedelta
from typing import Any

from aliquot.core.errors import Unsolved
from aliquot.core.game import AnyGame
from aliquot.core.view import Option, PoolView, View
from aliquot.web.limits import ORACLE_SECONDS
from aliquot.web.site.explore_url import Place

MOST_MOVES = 1_000
"""How many moves a page lists: half of them winning ones, if there are so many."""
_MOST_PRINTED = 60
"""How many moves a printed page asks about."""
_MOST_PICKS = 20
"""How many of the last picks a page names."""
_MOST_CELLS = 120
"""How many numbers a printed pool has."""
POOLS = ("1-24", "1-36", "1-40", "1-50", "1-100")
"""The pools of classrooms."""


def explored(place: Place) -> dict[str, Any]:
    """Everything a page says about a position.

    Raises:
        AliquotError: There is no such position.
    """
    game, position = place.find()
    view = game.view(position)
    outcome = game.outcome(position)
    told: dict[str, Any] = {
        "game": game.id,
        "slug": game.slug,
        "title": game.title,
        "tagline": game.tagline,
        "position": game.text(position),
        "path": place.at(game, position).path,
        "first": place.at(game, game.start()).path,
        "to_move": view.to_move,
        "over": None if outcome is None else outcome.winner == view.to_move,
        "headline": headline(game, position),
        "context": _context(view),
        "cells": cells(view),
        "view": view.as_json(),
        "play": _play(game, position) if outcome is None else None,
        **_judged(game, position),
    }
    return {**told, **_moves(place, game, position, view, told.pop("winners"))}


def headline(game: AnyGame, position: Any) -> str:
    """What a class reads from the last row: the number faced, or the pool."""
    view = game.view(position)
    if isinstance(view, PoolView):
        return f"{view.low}–{view.high}" if view.current is None else str(view.current)
    return view.left or game.text(position)


def _context(view: View) -> str:
    """What else there is to know about a pool, in few words."""
    if not isinstance(view, PoolView) or view.current is None:
        return ""
    picks = sorted(view.turns, key=view.turns.__getitem__)
    named = ", ".join(map(str, picks[-_MOST_PICKS:]))
    earlier = f"{len(picks) - _MOST_PICKS} picks, then " if len(picks) > _MOST_PICKS else ""
    return f"pool {view.low}–{view.high}, picked: {earlier}{named}"


def cells(view: View) -> list[dict[str, Any]]:
    """The numbers of a pool that fits on paper, and what became of them."""
    if not isinstance(view, PoolView) or view.high - view.low >= _MOST_CELLS:
        return []
    return [
        {"number": number, "taken": number in view.turns, "current": number == view.current}
        for number in range(view.low, view.high + 1)
    ]


def _judged(game: AnyGame, position: Any) -> dict[str, Any]:
    """The verdict; where there is none, the sentence that says why."""
    from aliquot.oracle import solve
    from aliquot.oracle.budget import Budget

    try:
        # Some time is left to write down what has been found, or that nothing has.
        verdict = solve(game, position, Budget(time=timedelta(seconds=ORACLE_SECONDS * 0.6)))
        return {
            "problem": "",
            "wins": verdict.wins,
            "winners": frozenset(verdict.winning_moves),
            "reason": str(verdict.reason),
            "grundy": verdict.grundy,
            "remoteness": verdict.remoteness,
            "pairs": [list(pair) for pair in verdict.pairs],
            "proved": verdict.certificate is not None,
            "stacks": _stacks(verdict),
        }
    except Unsolved as problem:
        unknown = dict.fromkeys(("wins", "winners", "grundy", "remoteness"))
        return {**unknown, "problem": str(problem), "reason": "", "pairs": [], "proved": False, "stacks": None}


def _stacks(verdict: Any) -> dict[str, Any] | None:
    """What each of several numbers is worth, in powers of two, and how often each power occurs."""
    from aliquot.oracle.nim import SumVerdict, powers

    if not isinstance(verdict, SumVerdict):
        return None
    columns = powers((1 << max(verdict.values).bit_length()) - 1)
    rows = [
        {"number": str(number), "worth": worth, "has": [bool(worth & power) for power in columns]}
        for number, worth in zip(verdict.position.numbers, verdict.values, strict=True)
    ]
    counts = [sum(bool(worth & power) for worth in verdict.values) for power in columns]
    return {"powers": columns, "rows": rows, "counts": counts} if columns else None


def _moves(place: Place, game: AnyGame, position: Any, view: View, winners: frozenset[Any] | None) -> dict[str, Any]:
    """The moves as a list to read, the winning ones first, each with the address of what it leaves."""
    every = [*([] if view.swap is None else [view.swap.move]), *view.options.moves]
    winning = [move for move in every if winners and move in winners]
    others = [move for move in every if not winners or move not in winners]
    first = winning[: max(MOST_MOVES // 2, MOST_MOVES - len(others))]
    listed = [*first, *others[: MOST_MOVES - len(first)]]

    def tell(move: Any) -> dict[str, Any]:
        option: Option = view.option(move)
        return {
            "label": option.label,
            "spelt": option.spelt,
            "leaves": option.leaves,
            "wins": None if winners is None else move in winners,
            "href": place.at(game, game.child(position, move)).path,
        }

    sheet = [view.option(move).spelt for move in every[:_MOST_PRINTED]]
    return {"moves": [tell(move) for move in listed], "count": len(every), "winning": len(winning), "sheet": sheet}


def _play(game: AnyGame, position: Any) -> dict[str, Any] | None:
    """What to ask for in order to play on from a position, with whoever asks to move; None if it cannot be played."""
    from aliquot.games.positions import lead_to

    led = lead_to(game, position)
    if led is None:
        return None
    name, moves = led
    return {"game": name, "first": "they" if len(moves) % 2 else "you", **({"moves": moves} if moves else {})}


def certificate(game: str, position: str) -> tuple[str, dict[str, Any]]:
    """The proof of a verdict as a document, and a name for its file.

    Raises:
        Unsolved: The verdict is not known, or nothing short proves it.
        AliquotError: There is no such position.
    """
    import re

    from aliquot.oracle import solve
    from aliquot.oracle.budget import Budget

    found, at = Place(game, position).find()
    proof = solve(found, at, Budget(time=timedelta(seconds=ORACLE_SECONDS))).certificate
    if proof is None:
        raise Unsolved("This verdict was found by searching, and nothing shorter than the search proves it.")
    return f"{re.sub(r'[^A-Za-z0-9]+', '-', f'{found.slug} {found.text(at)}').strip('-')[:80]}.json", proof


def openings() -> list[dict[str, Any]]:
    """How many openings win, for each pool that classrooms use and each rule for the first pick."""
    from aliquot.games import create
    from aliquot.games.divisor_duel_pool import OPENINGS, PoolDuel
    from aliquot.oracle import solve

    room = []
    for pool in POOLS:
        cells = []
        for opening in OPENINGS:
            game = create(PoolDuel.slug, pool=pool, opening=opening)
            place = Place(PoolDuel.slug, pool, "" if opening == "any" else opening)
            allowed = game.count_moves(game.start())
            cells.append({"wins": len(solve(game).winning_moves), "of": allowed, "href": place.path})
        room.append({"pool": pool.replace("-", "–"), "cells": cells})
    return room
