"""What a stranger reads: an invitation, a slip, the result, the tab, and what would have won."""

import re

import pytest
from playwright.sync_api import expect

from aliquot.lessons import LESSONS, Question

from ..conftest import Served
from .conftest import EVERYWHERE, Visit
from .people import PHONE, Theme
from .places import PLACES
from .playing import agrees, clicks, joins, sets_up, truth


def test_a_friend_game_from_an_invitation_to_its_end(visit: Visit, server: Served) -> None:
    ada, emmy = visit(), visit(size=PHONE)
    host = server.visitor()
    game = host.create("divisor-duel-pool", pool="1-10", name="Ada")
    emmy.goes(f"/g/{game}")
    expect(emmy.page.locator(".join")).to_contain_text("Ada invites you to Divisor Duel: Pool.")
    expect(emmy.page.locator(".join")).to_contain_text("If you cannot, you lose.")
    emmy.page.locator(".join input").fill("Emmy")
    emmy.touch(emmy.page.locator(".join button"))
    expect(emmy.page.locator(".sentence")).to_have_text("Ada is to move.")
    expect(emmy.page.locator(".goal a")).to_have_attribute("href", re.compile("^/rules/"))
    host.move(game, 0, "5")
    expect(emmy.page).to_have_title(re.compile("^● Your move"))
    emmy.page.locator("aliquot-board [data-key='cell 7']").tap(force=True)
    expect(emmy.page.locator("p.note")).to_have_text("7 is neither a divisor nor a multiple of 5.")
    emmy.touch(emmy.page.locator("aliquot-board [data-key='cell 1']"))
    expect(emmy.page.locator(".sentence")).to_have_text("Ada is to move.")
    host.move(game, 2, "7")
    expect(emmy.page.locator(".sentence")).to_have_text(re.compile(r"^You lose\. .*you cannot move\.$"))
    expect(emmy.page.locator("p.note")).to_contain_text("10 would have won instead of 1.")
    expect(emmy.page.locator("aliquot-board .missed")).to_have_attribute(
        "aria-label", re.compile("^10,.* would have won$")
    )
    expect(emmy.page.locator("aliquot-board .missed .mark")).to_have_text("★")
    ada.goes(f"/g/{game}")
    expect(ada.page.locator(".sentence")).to_contain_text("Ada wins!")
    assert not ada.page.locator("form.command").is_visible(), "a watcher has nothing to type"


@pytest.mark.deep
def test_a_player_whose_page_is_closed_is_away_until_they_are_back(visit: Visit, server: Served) -> None:
    ada, emmy = visit(), visit(size=PHONE)
    game = sets_up(ada, "juniper-green", name="Ada")
    joins(emmy, game, "Emmy")
    for person in (ada, emmy):
        person.goes(f"/g/{game}")
        agrees(person.page, truth(server.url, game))
    expect(ada.page.locator(".player .away")).to_have_count(0)
    emmy.page.goto("about:blank")
    expect(ada.page.locator(".player.two .away")).to_have_text("away")
    expect(ada.page.locator("#announcement")).to_have_text("Emmy is away.")
    emmy.goes(f"/g/{game}")
    expect(ada.page.locator(".player .away")).to_have_count(0)
    expect(ada.page.locator("#announcement")).to_have_text("Emmy is back.")


@EVERYWHERE
def test_a_choice_that_would_lose_at_once_is_asked_about_first(visit: Visit) -> None:
    ada = visit()
    ada.goes("/new?game=dividers-duel&opponent=device&penalty=forfeit")
    ada.page.get_by_role("button", name="Play", exact=True).click()
    ada.page.wait_for_url("**/g/*")
    expect(ada.page.locator(".goal")).to_contain_text("An illegal choice loses the game.")
    ada.page.locator("form.command input").fill("7")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("p.note")).to_contain_text("7 is not a legal move, and an illegal choice loses this game.")
    expect(ada.page.locator(".sentence")).not_to_contain_text("wins")


@EVERYWHERE
def test_the_first_move_by_keyboard_keeps_the_focus_and_is_announced(visit: Visit) -> None:
    ada = visit()
    ada.goes("/")
    ada.page.locator("aliquot-board [data-key='cell 15']").focus()
    ada.page.keyboard.press("Enter")
    ada.page.locator("aliquot-match").wait_for()
    expect(ada.page.locator("#announcement")).to_contain_text("Computer played")
    ada.page.wait_for_function("document.activeElement?.closest('aliquot-board') !== null")
    expect(ada.page.locator("aliquot-board [data-key='cell 15']")).to_have_attribute("aria-label", re.compile("by You"))


def test_a_name_given_while_waiting_is_kept_in_the_next_game(visit: Visit, server: Served) -> None:
    ada, emmy = server.visitor(), server.visitor()
    game = ada.create("dividers-duel", start="6")
    assert ada.state(game)["players"][0]["name"] == "Player 1"
    ada.join(game, name="Ada")
    emmy.join(game, name="Emmy")
    ada.move(game, 0, "2")
    for visitor, what in ((ada, "again"), (emmy, "again")):
        visitor.do(game, what, what)
    following = ada.state(game)["next"]
    page = visit()
    page.goes(f"/g/{following}")
    expect(page.page.locator(".player")).to_have_text([re.compile("Emmy"), re.compile("Ada")])


@pytest.mark.parametrize("theme", ["dark", "contrast"])
def test_legal_numbers_have_an_outline_in_every_theme(visit: Visit, theme: Theme) -> None:
    ada = visit(theme=theme)
    ada.goes("/")
    shadow = ada.page.locator("aliquot-board .number.open").first.evaluate("(cell) => getComputedStyle(cell).boxShadow")
    assert "inset" in shadow


@EVERYWHERE
def test_a_tap_on_a_step_that_asks_for_a_judgement_is_answered(visit: Visit) -> None:
    ada = visit(size=PHONE)
    ada.goes("/learn/divisor-duel-pool")
    judged = [step.question for step in LESSONS["divisor-duel-pool"].steps].index(Question.JUDGE) + 1
    ada.asks("(number) => { location.hash = `#${number}`; }", judged)
    expect(ada.page.locator("[data-won]")).to_be_visible()
    ada.page.locator("aliquot-board [data-item]").first.tap(force=True)
    expect(ada.page.locator("[data-reply]")).to_have_text(re.compile("say whether the position is won or lost"))


@EVERYWHERE
def test_a_worksheet_prints_without_an_empty_page(visit: Visit) -> None:
    ada = visit()
    ada.goes("/worksheet?game=dividers-duel&count=3&seed=5")
    assert re.findall(rb"/Count (\d+)", ada.page.pdf(format="A4")) == [b"2"], "exercises, and their answers"
    ada.goes("/board?pool=1-100")
    assert re.findall(rb"/Count (\d+)", ada.page.pdf(format="A4")) == [b"1"]
    ada.goes("/worksheet?game=dividers-duel&count=20&seed=5")
    assert re.findall(rb"/Count (\d+)", ada.page.pdf(format="A4")) == [b"3"], "ten exercises fit on a page"
    ada.goes("/worksheet?game=several-numbers&count=20&seed=5")
    assert re.findall(rb"/Count (\d+)", ada.page.pdf(format="A4")) == [b"3"], "and twenty answers of two lines"
    ada.page.emulate_media(media="print")
    left = ada.asks("() => parseFloat(getComputedStyle(document.querySelector('.exercises')).paddingLeft)")
    assert left >= 2 * 14, "two digits and a point fit before an exercise"


@EVERYWHERE
def test_an_illegal_first_choice_is_answered(visit: Visit) -> None:
    ada = visit(size=PHONE)
    ada.goes("/")
    ada.page.locator("aliquot-board [data-key='cell 22']").tap(force=True)
    expect(ada.page.locator(".sentence")).to_have_text("22 is neither a divisor nor a multiple of 30.")
    expect(ada.page.locator("#announcement")).to_have_text("22 is neither a divisor nor a multiple of 30.")
    ada.goes("/daily/322")
    ada.page.locator("aliquot-board [data-key='cell 17']").tap(force=True)
    expect(ada.page.locator("[data-message]")).to_have_text("17 has already been taken.")


def test_a_tap_on_a_number_that_is_no_move_says_why(visit: Visit) -> None:
    ada = visit()
    note = ada.page.locator("p.note")
    ada.goes(f"/g/{sets_up(ada, 'dividers-duel', opponent='device', start='60')}")
    for key in ("node 60", "node 1"):
        ada.page.locator(f"aliquot-board [data-key='{key}']").click(force=True)
        expect(note).to_have_text("Choose a divisor between 1 and 60.")
    ada.goes(f"/g/{sets_up(ada, 'dividers-duel', opponent='device', start='60,84,7')}")
    clicks(ada, "84/2")
    second, third = (ada.page.locator(f"aliquot-board [data-grid='lattice {place}']") for place in (1, 2))
    second.locator("[data-key='node 12']").click(force=True)
    expect(note).to_have_text("12 is not a divisor of 42.")
    third.locator("[data-key='node 7']").click(force=True)
    expect(note).to_have_text("No move is left on 7: choose another number.")


def test_a_number_that_the_lesson_invites_to_try_is_answered(visit: Visit) -> None:
    ada = visit(size=PHONE)
    ada.goes("/learn/divisor-duel-pool#2")
    expect(ada.page.locator("[data-text]")).to_contain_text("try 4, 6 or 12 first")
    ada.page.locator("aliquot-board [data-key='cell 4']").tap(force=True)
    expect(ada.page.locator("[data-reply]")).to_have_text("4 is neither a divisor nor a multiple of 6.")
    ada.page.locator("aliquot-board [data-key='cell 6']").tap(force=True)
    expect(ada.page.locator("[data-reply]")).to_have_text("6 has already been taken.")


def test_after_a_loss_the_board_marks_what_would_have_won(visit: Visit) -> None:
    ada = visit(size=PHONE)
    PLACES["over"].visit(ada)
    marked = ada.page.locator("aliquot-board .missed")
    expect(marked.first).to_have_text(re.compile("★"))
    assert all("would have won" in (one.get_attribute("aria-label") or "") for one in marked.all())
    expect(ada.page.locator(".side > .note")).to_contain_text("★ marks every move that would have won.")


def test_a_study_is_read_even_after_a_hint(visit: Visit) -> None:
    ada = visit(size=PHONE)
    ada.goes(f"/g/{sets_up(ada, 'juniper-green', opponent='easy', pool='1-40')}")
    note = ada.page.locator(".side > .note")
    ada.touch(ada.page.locator("[data-action=hint]"))
    expect(note).to_contain_text("Pair the numbers up")
    ada.touch(ada.page.locator("[data-action=study]"))
    expect(note).to_contain_text("You win from here.")
    # The winning picks are the first chips: there is no room for all of them.
    expect(ada.page.locator(".choices .key").first).to_have_class(re.compile("wins"))


@EVERYWHERE
def test_play_is_in_reach_among_the_settings(visit: Visit) -> None:
    ada = visit(size=PHONE)
    ada.goes("/new")
    expect(ada.page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)


def test_each_of_several_numbers_stands_beside_its_first_move(visit: Visit) -> None:
    ada = visit(size=(768, 1024))
    PLACES["mixed-sum"].visit(ada)
    for first in ada.page.locator(".choices .first").all():
        number, chip = (first.locator(part).bounding_box() for part in (".of", ".key"))
        assert number is not None
        assert chip is not None
        assert abs(number["y"] + number["height"] / 2 - chip["y"] - chip["height"] / 2) < 2
    expect(ada.page.locator(".choices .first .of")).to_have_text(["60", "16"])


def test_the_line_says_whose_turn_it_is_wherever_the_pointer_rests(visit: Visit) -> None:
    ada = visit()
    PLACES["pool"].visit(ada)
    ada.page.locator("aliquot-board [data-key='cell 15']").hover()
    ada.page.locator("aliquot-board .pointed, aliquot-board :hover").first.wait_for()
    expect(ada.page.locator(".sentence")).to_have_text("Emmy is to move.")


def test_the_link_to_send_is_in_reach_on_a_lying_phone(visit: Visit) -> None:
    ada = visit(size=(640, 360))
    PLACES["waiting"].visit(ada)
    expect(ada.page.locator(".share .row button")).to_be_in_viewport(ratio=1)
