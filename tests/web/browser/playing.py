"""Playing on the page: what is clicked, and what must be seen then."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page

from ..conftest import client
from .people import Person

SHOWS = """
([view, ply]) => {
  const board = document.querySelector("aliquot-board");
  return board !== null && board.view !== null && board.turns.length === ply
    && JSON.stringify(board.view) === JSON.stringify(JSON.parse(view));
}
"""
"""Whether the board holds what the server holds. Both texts were written by the same server, in the same order."""


def _reads(place: str | Person, path: str) -> Any:
    """What the server at an address answers, or the one that somebody's page asks."""
    return place.requests(path)[1] if isinstance(place, Person) else client(place).get(path).json()


def truth(place: str | Person, game: str) -> dict[str, Any]:
    """How a game stands, as the server says."""
    found: dict[str, Any] = _reads(place, f"/api/matches/{game}")
    return found


def after(place: str | Person, state: dict[str, Any]) -> dict[str, Any]:
    """How a game stands when something has happened to it."""
    for _ in range(4):
        asked = f"/api/matches/{state['match']}/events?since={state['number']}&wait=20"
        if _reads(place, asked)["last"] > state["number"]:
            return truth(place, state["match"])
    raise AssertionError("nothing has happened")


def sets_up(person: Person, game: str = "dividers-duel", **settings: Any) -> str:
    """Has the server set up a game for whoever sits at that browser; returns its id."""
    status, seated = person.requests("/api/matches", game=game, **settings)
    assert status == 201, seated
    return str(seated["match"])


def joins(person: Person, game: str, name: str) -> None:
    """Takes the free seat for whoever sits at that browser."""
    answer = person.context.request.post(f"/api/matches/{game}/join", data={"name": name})
    assert answer.status == 200, answer.text()


def agrees(page: Page, state: dict[str, Any]) -> None:
    """Waits until a page shows a state of a game."""
    page.wait_for_function(SHOWS, arg=[json.dumps(state["view"]), state["ply"]])


def choice(page: Page, notation: str) -> Locator:
    """What one touches to make a move."""
    return page.locator(f"main [data-notation={json.dumps(notation)}]:visible").first


def seeks(person: Person, notation: str) -> None:
    """Opens all choices where some are hidden, and types a divisor where there are so many that not all are drawn."""
    person.page.locator("main [data-notation]:visible").first.wait_for()
    more = person.page.locator("main [data-more][aria-expanded=false]:visible").first
    if choice(person.page, notation).count() == 0 and more.count() > 0:
        person.touch(more)
    field = person.page.locator("main [data-search]").first
    if choice(person.page, notation).count() == 0 and field.count() > 0:
        for _ in range(60):
            if field.evaluate("(field) => field === document.activeElement"):
                break
            person.page.keyboard.press("Tab")
        person.page.keyboard.type(re.split("[/-]", notation)[-1])
        choice(person.page, notation).wait_for()


def clicks(person: Person, notation: str) -> None:
    """Makes a move with the mouse, or with a finger."""
    seeks(person, notation)
    person.touch(choice(person.page, notation))


def presses(person: Person, notation: str) -> None:
    """Makes a move with nothing but the keyboard: Tab to the board, arrows to the move, Enter."""
    seeks(person, notation)
    keyboard = person.page.keyboard
    wanted = json.dumps(notation)
    for _ in range(60):
        at = person.asks("() => document.activeElement?.closest('[data-grid]')?.getAttribute('data-grid') ?? ''")
        if at and person.asks(
            "([grid, move]) => document.querySelector(`[data-grid='${grid}'] [data-notation=${move}]`) !== null",
            [at, wanted],
        ):
            break
        if person.asks("(notation) => document.activeElement?.dataset.notation === notation", notation):
            break
        keyboard.press("Tab")
    for _ in range(1000):
        place = person.asks(
            """(notation) => {
              const here = document.activeElement;
              const all = [...(here.closest("[data-grid]") ?? here.parentElement).querySelectorAll("[data-item]")];
              const there = all.findIndex((item) => item.dataset.notation === notation);
              return there - all.indexOf(here);
            }""",
            notation,
        )
        if place == 0:
            break
        keyboard.press("ArrowRight" if place > 0 else "ArrowLeft")
    assert person.asks("() => document.activeElement.dataset.notation") == notation
    keyboard.press("Enter")


Way = Callable[[Person, str], None]


def moves_of(state: dict[str, Any]) -> list[str]:
    """Everything that can be chosen, the swap included."""
    swap = state["view"]["swap"]
    return [option["notation"] for option in state["view"]["options"]] + ([swap["notation"]] if swap else [])


def plays_out(
    game: str, players: list[tuple[Person, Way]], watchers: list[Person], seed: int = 0, swaps: bool = False
) -> dict[str, Any]:
    """Plays a game to its end, whoever's turn it is in their own browser; everybody sees every move.

    Args:
        game: Its id.
        players: Those in the first and second seat, and how they choose.
        watchers: Who else looks on.
        seed: Which moves are made.
        swaps: Whether the pie rule is used when it can be.
    """
    generator = Random(seed)
    everybody = [person for person, _ in players] + watchers
    url = everybody[0].url
    state = truth(url, game)
    for _ in range(500):
        for person in everybody:
            agrees(person.page, state)
        if state["outcome"] is not None:
            return state
        person, way = players[state["view"]["to_move"] - 1]
        moves = moves_of(state)
        can_swap = state["view"]["swap"] is not None
        way(person, moves[-1] if swaps and can_swap else generator.choice(moves))
        state = after(url, state)
    raise AssertionError("the game goes on and on")
