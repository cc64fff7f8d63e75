"""A lesson of 45 minutes, in browsers: join, pairs, one position for all, chain race, worksheet, results."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from .classmates import Classmate
from .conftest import Visit
from .lesson import Lesson
from .test_reach import objections

pytestmark = pytest.mark.deep


def check_wide(page: Page) -> None:
    wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "nothing has to be scrolled sideways"


def check_high(page: Page) -> None:
    high = page.evaluate("() => document.documentElement.scrollHeight - document.documentElement.clientHeight")
    assert high <= 0, "nobody scrolls a projector"


def examine(lesson: Lesson) -> None:
    """Nothing axe objects to, on any of the pages."""
    for person in (lesson.teacher, *lesson.pupils):
        assert objections(person) == []
        check_wide(person.page)
    found = Axe().run(lesson.projector, options={"resultTypes": ["violations"]}).response["violations"]
    assert [one["id"] for one in found] == []
    check_wide(lesson.projector)


def test_a_whole_lesson_works_and_axe_objects_to_nothing(visit: Visit) -> None:
    lesson = Lesson(visit)
    lesson.pairs()
    examine(lesson)
    lesson.stops()
    lesson.asks_all()
    examine(lesson)
    first = lesson.pupils[0].page
    lesson.presses("Eyes to the front")
    expect(first.locator(".eyes")).to_be_visible()
    expect(lesson.projector.get_by_text("Eyes to the front.")).to_be_visible()
    expect(lesson.projector.locator(".bar .why")).to_have_count(2)
    lesson.presses("Go on")
    expect(first.locator(".eyes")).to_be_hidden()
    lesson.stops()
    lesson.races()
    chain = lesson.pupils[1]
    for number in (2, 64):  # 64 fits both ends; the one that is tapped is where it goes.
        chain.touch(chain.page.locator(f'.cells [data-number="{number}"]'))
    expect(chain.page.locator(".strip-of-numbers li").first).to_have_text("64")
    examine(lesson)
    lesson.stops()
    lesson.works()
    examine(lesson)
    lesson.results()
    assert objections(lesson.teacher) == []
    expect(lesson.desk.locator(".discussion .bar")).to_have_count(2)
    lesson.desk.emulate_media(media="print")
    lesson.desk.set_viewport_size({"width": 718, "height": 1047})
    check_wide(lesson.desk)
    assert lesson.desk.pdf(format="A4").count(b"/Type /Page\n") == 1, "the report is one page"


def test_nothing_is_cut_off_the_projector_in_a_class_of_thirty(visit: Visit) -> None:
    lesson = Lesson(visit)
    mates = [Classmate(lesson.teacher.url, lesson.code, number) for number in range(27)]
    path = f"/api/classes/{lesson.code}/teacher"
    lesson.teacher.requests(path, id="a", type="start_pairs", setup={"game": "dividers-duel", "start": "6"})
    lesson.presses("Random")
    over = lesson.projector.get_by_text("Round 1 is over.")
    while not over.is_visible():
        for pupil in lesson.pupils:
            choices = pupil.page.locator("aliquot-match .choices [data-notation]:visible")
            if choices.count():
                pupil.touch(choices.first)
        lesson.projector.wait_for_timeout(200)
    lesson.presses("Eyes to the front")
    expect(lesson.projector.get_by_text("Eyes to the front.")).to_be_visible()
    check_high(lesson.projector)
    assert lesson.projector.locator(".pairs li").count() == 15
    assert lesson.projector.locator(".standings:not(.pairs) li").count() >= 4
    lesson.stops()
    lesson.teacher.requests(path, id="b", type="start_position", game="divisor-duel-subtract", position="945")
    expect(lesson.desk.get_by_text("27 of 30 have answered")).to_be_visible()
    for press in ("Show the answers", "Show which win", "Show why", "Eyes to the front"):
        lesson.presses(press)
    expect(lesson.projector.get_by_text("Eyes to the front.")).to_be_visible()
    check_high(lesson.projector)
    expect(lesson.projector.get_by_text("other answer")).to_be_visible()
    expect(lesson.projector.locator(".remark")).to_be_visible()
    for mate in mates:
        mate.leaves()


def test_a_pupil_reloads_comes_back_elsewhere_and_is_removed(visit: Visit) -> None:
    lesson = Lesson(visit)
    first = lesson.pupils[0]
    name = first.page.locator(".seat .who").inner_text()
    own = first.page.locator(".seat .own").inner_text()
    first.page.reload()
    expect(first.page.locator(".seat .who")).to_have_text(name)
    tab = first.tab()
    tab.goto(f"/class/{lesson.code}")
    expect(tab.locator(".seat .who")).to_have_text(name)
    expect(first.page.get_by_text("open in another tab")).to_be_visible()
    tab.close()
    other = visit()
    other.goes(f"/class/{lesson.code}")
    other.page.get_by_text("I was here on another device").click()
    other.page.get_by_label("Your own code").fill(own)
    other.page.get_by_role("button", name="Come back").click()
    expect(other.page.locator(".seat .who")).to_have_text(name)
    for there, here in ((other.page, first.page), (first.page, other.page)):
        here.get_by_role("button", name="Use it here").click()
        expect(here.locator("[data-lost]")).to_be_hidden()
        expect(here.locator(".seat .who")).to_have_text(name)
        expect(there.get_by_text("open in another tab")).to_be_visible()
    first.foresees("status of 403")
    other.foresees("status of 403")
    lesson.desk.remove_listener("dialog", lesson.teacher._asked)
    lesson.desk.on("dialog", lambda dialog: dialog.accept())
    row = lesson.desk.locator(".pupils li", has_text=name)
    row.get_by_role("textbox").fill("Anna")
    row.get_by_role("textbox").press("Tab")
    row.get_by_role("button", name="Remove").click()
    expect(other.page.get_by_text("Your teacher has removed you")).to_be_visible()
    other.page.get_by_role("button", name="Join again").click()
    expect(other.page.get_by_role("heading", name="You are")).to_be_visible()
