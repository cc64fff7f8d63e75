"""What a new user does: plays at once, plays a friend, learns, solves the duel of the day, loses and looks why."""

import re

import pytest
from playwright.sync_api import expect

from aliquot.catalogue import LEVELS
from aliquot.lessons import LESSONS, Question
from aliquot.oracle import solve
from aliquot.reports.daily import duel
from tests.effort import deep

from ..conftest import Served
from ..site.test_daily import after as placed
from ..site.test_learn import right
from .conftest import EVERYWHERE, ON_SITE, Visit
from .people import DESKTOP, PHONE, Person
from .playing import after, agrees, clicks, moves_of, plays_out, sets_up, truth
from .test_play import is_told


def id_of(person: Person) -> str:
    """The game on somebody's page."""
    return person.page.url.partition("#")[0].rsplit("/", 1)[1]


@EVERYWHERE
@pytest.mark.parametrize("size", [PHONE, *deep((DESKTOP,))], ids=["phone", "desktop"])
def test_one_click_on_arriving_is_a_move_and_the_game_goes_on_after_a_reload(
    visit: Visit, size: tuple[int, int]
) -> None:
    ada = visit(size=size)
    ada.goes("/")
    expect(ada.page.get_by_role("heading", level=1)).to_contain_text("The computer took 30. Your move.")
    clicks(ada, "15")
    ada.page.locator("aliquot-match").wait_for()
    game = ada.asks("() => localStorage.getItem('aliquot-home-game') ?? localStorage.getItem('home-game')")
    assert game
    for _ in range(4):
        state = truth(ada, game)
        while state["outcome"] is None and state["view"]["to_move"] == 1:
            state = after(ada, state)
        agrees(ada.page, state)
        if state["outcome"] is not None:
            break
        ada.page.reload()
        ada.page.locator("aliquot-match").wait_for()
        agrees(ada.page, state)
        clicks(ada, moves_of(state)[0])
        state = after(ada, state)
    assert len(state["turns"]) > 3


@pytest.mark.deep
def test_a_friend_is_invited_with_one_button_and_both_play(visit: Visit, server: Served) -> None:
    ada, emmy = visit(size=PHONE), visit()
    ada.goes("/")
    ada.page.get_by_role("button", name="Play a friend").tap()
    ada.page.wait_for_url("**/g/*")
    dialog = ada.page.get_by_role("dialog")
    link = dialog.get_by_label("Link to this game").input_value()
    picture = dialog.get_by_role("img", name="QR code")
    assert picture.evaluate("async (picture) => { await picture.decode(); return picture.naturalWidth > 0; }")
    emmy.goes(link)
    emmy.page.get_by_label("Your name").fill("Emmy")
    emmy.page.locator(".join button").click()
    dialog.wait_for(state="hidden")
    game = id_of(ada)
    # A coin has decided who begins.
    begins = truth(server.url, game)["players"][0]["name"] == "Emmy"
    state = plays_out(game, [(person, clicks) for person in ((emmy, ada) if begins else (ada, emmy))], [])
    for person in (ada, emmy):
        is_told(person, state)
    emmy.touch(emmy.page.get_by_role("button", name="Play again"))
    agree = ada.page.get_by_role("button", name="Agree")
    expect(agree).to_be_visible()
    expect(ada.page.get_by_role("button", name="Play again")).to_have_count(0)
    ada.touch(agree)
    ada.page.wait_for_url(lambda url: not url.endswith(game))
    emmy.page.wait_for_url(ada.page.url)
    following = truth(server.url, id_of(ada))
    for person in (ada, emmy):
        agrees(person.page, following)
    assert (following["players"][0]["name"] == "Emmy") != begins, "the seats are swapped"


@pytest.mark.deep
def test_a_private_link_opens_ones_seat_on_another_device(visit: Visit, server: Served) -> None:
    ada, phone = visit(), visit(size=PHONE)
    ada.goes("/new")
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_role("button", name="Play", exact=True).click()
    ada.page.wait_for_url("**/g/*")
    seat = ada.context.request.get(f"/api/matches/{id_of(ada)}/seat").json()
    phone.goes(f"/g/{id_of(ada)}#{seat['token']}")
    expect(phone.page.locator(".player").filter(has_text="You")).to_have_count(1)
    assert seat["token"] not in phone.page.url, "the secret is taken out of the address"
    assert truth(server.url, id_of(ada))["players"][0]["name"] == "Ada"


@EVERYWHERE
@pytest.mark.deep
def test_a_game_is_set_up_lost_to_perfect_and_reviewed_on_a_phone(visit: Visit) -> None:
    ada = visit(size=PHONE)
    ada.goes("/new")
    ada.page.get_by_label("Duel").select_option("juniper-green")
    ada.page.get_by_role("combobox", name="Pool", exact=True).fill("1-40")
    ada.page.get_by_label("Computer: perfect").check()
    ada.page.get_by_label("Your name").fill("Ada")
    ada.touch(ada.page.get_by_role("button", name="Play", exact=True))
    ada.page.wait_for_url("**/g/*")
    game = id_of(ada)
    state = truth(ada, game)
    while state["outcome"] is None:
        if state["view"]["to_move"] == 1:
            agrees(ada.page, state)
            clicks(ada, moves_of(state)[0])
        state = after(ada, state)
    is_told(ada, state)
    assert state["outcome"]["winner"] == 2, "perfect takes what it is offered"
    ada.touch(ada.page.get_by_role("link", name="Why it was"))
    ada.page.wait_for_url(f"**/g/{game}/review")
    expect(ada.page.locator("main")).to_contain_text("turning point")
    ada.page.get_by_role("slider", name="Move").wait_for()


@EVERYWHERE
@pytest.mark.deep
@pytest.mark.parametrize("level", [level.slug for level in LEVELS])
def test_every_level_plays_to_the_end(visit: Visit, level: str) -> None:
    ada = visit(size=PHONE)
    game = sets_up(ada, "divisor-duel-subtract", start="24", opponent=level, name="Ada")
    ada.goes(f"/g/{game}")
    state = truth(ada, game)
    while state["outcome"] is None:
        if state["view"]["to_move"] in state["you"]:
            agrees(ada.page, state)
            clicks(ada, moves_of(state)[0])
        state = after(ada, state)
    is_told(ada, state)


@EVERYWHERE
def test_bad_settings_are_answered_beside_the_field(visit: Visit) -> None:
    ada = visit()
    ada.foresees("status of 422")
    ada.goes("/new")
    ada.page.get_by_role("combobox", name="Start", exact=True).fill("<b>7</b>")
    ada.page.get_by_role("button", name="Play", exact=True).click()
    field = ada.page.locator("input[name=value]")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(ada.page.locator("#value-problem")).not_to_be_empty()
    assert field.input_value() == "<b>7</b>", "what was typed is not lost"


def learn(visit: Visit, slug: str, size: tuple[int, int]) -> None:
    """Walks through a lesson, always right, by keys on a desktop and by touch on a phone."""
    ada = visit(size=size)
    ada.goes(f"/learn/{slug}")
    onward = ada.page.get_by_role("button", name="Next")
    steps = LESSONS[slug].steps
    for number, step in enumerate(steps, 1):
        expect(ada.page.locator("[data-place]")).to_have_text(f"step {number} of {len(steps)}")
        expect(ada.page.locator("[data-text]")).to_have_text(step.text)
        made: list[str] = []
        while not onward.is_visible():
            given = right(step, made)
            if step.question is Question.JUDGE:
                button = ada.page.get_by_role("button", name="Won" if given else "Lost", exact=True)
                if ada.touches:
                    button.tap()
                else:
                    ada.page.keyboard.press("w" if given else "l")
                onward.wait_for()
            else:
                assert isinstance(given, str)
                made.append(given)
                clicks(ada, given)
                ada.page.wait_for_function(
                    "(least) => document.querySelector('aliquot-board').turns.length >= least",
                    arg=2 * len(made) - 1 if step.opponent else len(made),
                )
        ada.touch(onward)
    expect(ada.page.locator("[data-reply]")).to_contain_text("That was the lesson.")
    ada.goes("/learn")
    expect(ada.page.locator(f"[data-lesson={slug}] [data-progress]")).not_to_have_text(f"{len(steps)} steps")


@pytest.mark.deep
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("slug", LESSONS)
def test_every_lesson_is_learnt_to_its_end(visit: Visit, slug: str, size: tuple[int, int]) -> None:
    learn(visit, slug, size)


@ON_SITE
def test_a_lesson_is_learnt_on_the_site(visit: Visit) -> None:
    learn(visit, "divisor-duel-pool", PHONE)


SHOWS_MOVE = "(notation) => document.querySelector(`main [data-notation='${notation}']`) !== null"
"""Whether a move is among the choices, seen or behind the button that opens them all."""


SPARKLES = """
() => new MutationObserver(() => { window.sparkled ||= document.querySelector(".sparks") !== null; })
  .observe(document.body, { childList: true, subtree: true })
"""
"""Notes whether the joy of a win is shown, however short it is."""


def solve_the_day(visit: Visit, path: str) -> None:
    """Fails once, then solves the duel, with the oracle's help."""
    ada = visit(size=PHONE, still=False)
    ada.goes(path)
    ada.asks(SPARKLES)
    number = int(re.findall(r"\d+", ada.page.get_by_role("heading", level=1).inner_text())[0])
    found = duel(number)
    tries = ada.page.locator("[data-tries]")
    for is_right in (False, True):
        moves: list[str] = []
        while True:
            position = placed(found, moves)
            winning = {found.game.spell(position, move) for move in solve(found.game, position).winning_moves}
            legal = [found.game.spell(position, move) for move in found.game.legal_moves(position)]
            best = [move for move in legal if (move in winning) == is_right] or legal
            ada.page.wait_for_function(SHOWS_MOVE, arg=best[0])
            clicks(ada, best[0])
            ada.page.wait_for_function(
                """(least) => {
                  const board = document.querySelector("aliquot-board");
                  return board.turns.length > least;
                }""",
                arg=len(found.opening) + len(moves),
            )
            turns = ada.asks("() => document.querySelector('aliquot-board').turns.map((turn) => turn.move)")
            moves = turns[len(found.opening) :]
            if not found.game.legal_moves(placed(found, moves)):
                break
        if not is_right:
            expect(tries).to_contain_text("1st try")
            expect(ada.page.locator("[data-message]")).to_have_class("message wrong")
            assert not ada.asks("() => window.sparkled === true")
            ada.touch(ada.page.get_by_role("button", name="Try again"))
    expect(tries).to_contain_text("solved at the 2nd try")
    expect(ada.page.locator("[data-message]")).to_have_class("message right")
    ada.page.wait_for_function("() => window.sparkled === true")
    ada.page.reload()
    expect(tries).to_contain_text("solved at the 2nd try")


@EVERYWHERE
@pytest.mark.deep
def test_the_duel_of_the_day_is_solved(visit: Visit) -> None:
    solve_the_day(visit, "/daily")


@pytest.mark.deep
@pytest.mark.parametrize("number", range(1, 8))
def test_every_duel_of_a_week_is_solved(visit: Visit, number: int) -> None:
    solve_the_day(visit, f"/daily/{number}")
