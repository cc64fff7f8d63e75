"""Every page and every board fits every screen: nothing is hidden, nothing overlaps, nothing is cut."""

import json
from collections.abc import Iterable
from itertools import cycle
from random import Random
from typing import Any

import pytest

from tests.effort import deep

from ..conftest import Served
from .conftest import EVERYWHERE, ON_SITE, Visit
from .layout import SIZES, ZOOMED, faults
from .line import Line
from .people import CUT, Person
from .places import BOARD, PLACES, Place, begun
from .playing import after, agrees, joins, moves_of, sets_up, truth
from .test_play import KINDS, Kind
from .test_reach import MISSING, objections

PICKS = ("50", "25", "75", "15", "90", "45", "9", "27", "81", "3", "30", "10", "60")
FULL = {
    "hundred": Place(begin=begun("juniper-green", *PICKS, pool="1-100"), waits_for=BOARD),
    "sixty nodes": Place(begin=begun("divide-and-conquer", "5040/12", start="5040"), waits_for=".lattice .node"),
}
"""The largest boards that are seen whole."""


def far_right(person: Person) -> str:
    """A game of two on one device, with a number at the edge of a lattice that is wider than a phone."""
    made = sets_up(person, "dividers-duel", opponent="device", start="720720")
    person.requests(f"/api/matches/{made}/moves", id="m0", ply=0, move="6")
    return f"/g/{made}"


WIDE = Place(begin=far_right, waits_for=".lattice .node.current")
MANY = Place(begin=begun("dividers-duel", start="60,84,90,64,36,100,48,30"), waits_for=BOARD)
LARGER = {
    "three hundred": Place(begin=begun("divisor-duel-pool", "60", "120", pool="1-300"), waits_for=BOARD),
    "huge": PLACES["number-huge"],
    "wide": WIDE,
    "many": MANY,
}
"""Boards that are scrolled inside their own frame, or searched."""
PLAYED = {
    **KINDS,
    "hundred": Kind("juniper-green", {"pool": "1-100"}),
    "hidden": Kind("divisor-duel-pool", {"pool": "2-50", "choices": "hidden"}),
    "hidden number": Kind("dividers-duel", {"start": "360", "choices": "hidden"}),
}
GAMES = {
    "number",
    "small",
    "subtraction",
    "misère",
    "pool",
    "swap",
    "sum",
    "mixed-sum",
    "over",
    "computer",
    "waiting",
    "offered",
    "chain",
    "number-huge",
    "series",
    "lesson",
    "daily",
}
"""Pages of which the whole board is seen; others are longer than a screen."""


def look(person: Person, sizes: Iterable[tuple[int, int]], *, whole: bool) -> None:
    """Looks at a page on screens of several sizes; on none of them is anything wrong."""
    found = [fault for size in sizes for fault in faults(person, size, whole=whole and size in SIZES)]
    assert not found, "\n".join(found)


def visit_place(visit: Visit, place: Place, sizes: Iterable[tuple[int, int]], *, whole: bool) -> Person:
    ada = visit()
    ada.foresees(MISSING)
    place.visit(ada)
    ada.page.keyboard.press("Escape")
    look(ada, sizes, whole=whole)
    return ada


@pytest.mark.parametrize(("width", "height"), [(320, 568), (640, 360), *deep(*SIZES, *ZOOMED)])
@pytest.mark.parametrize("name", ["hundred", *deep("sixty nodes")])
def test_the_largest_boards_are_seen_whole(visit: Visit, name: str, width: int, height: int) -> None:
    visit_place(visit, FULL[name], [(width, height)], whole=True)


@pytest.mark.deep
@pytest.mark.parametrize("name", LARGER)
def test_a_larger_board_hides_neither_the_sentence_nor_the_buttons(visit: Visit, name: str) -> None:
    visit_place(visit, LARGER[name], [*SIZES, *ZOOMED], whole=False)


@pytest.mark.parametrize("name", ["number", *deep(*(name for name in PLACES if name != "number"))])
def test_every_page_fits_every_screen(visit: Visit, name: str) -> None:
    sizes = [*SIZES, *ZOOMED] if name != "number" else [(360, 640), (1366, 620), (640, 400)]
    visit_place(visit, PLACES[name], sizes, whole=name in GAMES)


@ON_SITE
@pytest.mark.parametrize(
    "name",
    [
        *("home", "new", "number", "sum", "over", "computer", "review", "explore-number", "rules-pool"),
        *("lesson", "daily", "worksheet", "challenge", "teachers", "no-game"),
    ],
)
def test_pages_of_the_site_fit_and_axe_objects_to_nothing(visit: Visit, name: str) -> None:
    ada = visit_place(visit, PLACES[name], [(360, 640), (640, 360), (1280, 800)], whole=name in GAMES)
    assert objections(ada) == []


def play(person: Person, state: dict[str, Any], notation: str) -> dict[str, Any]:
    """Makes a move on the page, by its chip or in its place, or by typing it."""
    agrees(person.page, state)
    item = person.page.locator(f"[data-notation={json.dumps(notation)}]").first
    if item.count() > 0:
        item.dispatch_event("click")
    else:
        person.page.locator(".find input").fill(notation)
        person.page.locator(".find input").press("Enter")
    return after(person, state)


def play_through(visit: Visit, kind: Kind, most: int = 500) -> None:
    """Plays a game at one table, with hints and study open in its middle, and looks at it all the time."""
    ada = visit()
    game = sets_up(ada, kind.game, opponent="device", **kind.settings)
    ada.goes(f"/g/{game}")
    state, generator = truth(ada, game), Random(0)
    every = [*SIZES, *ZOOMED]
    turning = cycle(every)
    whole = kind.game not in ("factors-and-multiples",)
    look(ada, every, whole=whole)
    while state["outcome"] is None and len(state["turns"]) < most:
        state = play(ada, state, generator.choice(moves_of(state)))
        agrees(ada.page, state)
        look(ada, [next(turning), next(turning)], whole=whole)
        if len(state["turns"]) == 3 and state["outcome"] is None:
            for action in ("hint", "study"):
                ada.page.locator(f"[data-action={action}]").first.dispatch_event("click")
            ada.page.locator(".side > .note:not(:empty)").wait_for()
            # A note takes its room from the board first; what is left is reached by scrolling the page.
            look(ada, every, whole=False)
            ada.page.locator("[data-action=study]").dispatch_event("click")
    look(ada, every, whole=False)


@pytest.mark.deep
@EVERYWHERE
def test_a_whole_game_fits_every_screen(visit: Visit) -> None:
    play_through(visit, KINDS["conquer"], most=2)


@pytest.mark.deep
@pytest.mark.parametrize("kind", PLAYED)
def test_whole_games_of_every_kind_fit_every_screen(visit: Visit, kind: str) -> None:
    play_through(visit, PLAYED[kind])


@ON_SITE
def test_a_game_on_the_site_with_hints_and_study_fits_every_screen(visit: Visit) -> None:
    play_through(visit, KINDS["pool"], most=5)


@pytest.mark.deep
def test_offers_questions_and_a_lost_connection_have_their_own_place(visit: Visit, server: Served) -> None:
    with Line() as line:
        line.target = int(server.url.rsplit(":", 1)[1])
        ada, emmy = visit(line.url), visit()
        for person in (ada, emmy):
            person.foresees(CUT)
        game = sets_up(ada, "juniper-green", pool="1-100", name="Ada")
        joins(emmy, game, "Emmy")
        for person in (ada, emmy):
            person.goes(f"/g/{game}")
        state = play(ada, truth(server.url, game), "50")
        state = play(emmy, state, "25")
        agrees(ada.page, state)
        emmy.page.locator("[data-action=take_back]").click()
        ada.page.locator(".offer.take_back").wait_for()
        look(ada, [*SIZES, *ZOOMED], whole=False)
        ada.page.locator("[data-action=resign]").dispatch_event("click")
        ada.page.locator(".offer.sure").wait_for()
        look(ada, [*SIZES, *ZOOMED], whole=False)
        ada.page.locator("[data-action=moves]").dispatch_event("click")
        ada.page.locator(".panel .turns").wait_for()
        look(ada, [*SIZES, *ZOOMED], whole=False)
        line.take_away()
        ada.page.locator(".lost:visible").wait_for()
        look(ada, [*SIZES, *ZOOMED], whole=False)
        line.bring_back()


@pytest.mark.deep
def test_a_name_is_read_beside_a_clock_while_its_player_is_away(visit: Visit) -> None:
    ada = visit()
    PLACES["series"].visit(ada)
    ada.page.locator(".player .away").wait_for()
    look(ada, [*SIZES, *ZOOMED], whole=True)


def test_the_current_number_of_a_wide_lattice_is_in_sight(visit: Visit) -> None:
    ada = visit(size=(320, 568))
    WIDE.visit(ada)
    frame, current = (ada.page.locator(f"aliquot-board {one}").bounding_box() for one in (".lattice", ".current"))
    assert frame is not None
    assert current is not None
    assert frame["x"] <= current["x"]
    assert current["x"] + current["width"] <= frame["x"] + frame["width"]
    assert frame["y"] <= current["y"]
    assert current["y"] + current["height"] <= frame["y"] + frame["height"]


def test_the_cards_of_many_numbers_are_as_high_as_what_they_say(visit: Visit) -> None:
    ada = visit(size=(320, 568))
    MANY.visit(ada)
    cards = ada.page.locator("aliquot-board .heap")
    assert cards.count() == 8
    for card in cards.all():
        whole, text = card.bounding_box(), card.locator(".figure").bounding_box()
        assert whole is not None
        assert text is not None
        assert text["height"] <= whole["height"]
