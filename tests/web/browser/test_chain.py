"""The longest chain in a browser: by finger and by keyboard, with slips, hints, undo and a reload."""

import re

import pytest
from playwright.sync_api import expect

from .conftest import EVERYWHERE, Visit
from .people import PHONE


@pytest.mark.deep
def test_a_chain_by_finger_is_kept_in_the_browser(visit: Visit) -> None:
    ada = visit(size=PHONE)
    ada.goes("/chain/30")
    message, length = ada.page.locator("[data-message]"), ada.page.locator("[data-length]")

    def cell(number: int) -> str:
        return f"aliquot-board [data-key='cell {number}']"

    for number in (6, 12, 4, 18):
        ada.touch(ada.page.locator(cell(number)))
    expect(length).to_have_text("4")
    expect(ada.page.locator("[data-beads] li")).to_have_text([re.compile(str(number)) for number in (18, 6, 12, 4)])
    ada.page.locator(cell(25)).tap(force=True)
    expect(message).to_have_text("25 neither divides 18 or 4 nor is a multiple of one of them.")
    ada.page.locator(cell(12)).tap(force=True)
    expect(message).to_have_text("12 is in the chain already.")
    ada.touch(ada.page.locator("[data-action='undo']"))
    expect(length).to_have_text("3")
    ada.page.reload()
    expect(length).to_have_text("3")
    expect(ada.page.locator("[data-best]")).to_have_text("Your best: 4")
    ada.touch(ada.page.locator("[data-action='hint']"))
    expect(ada.page.locator("[data-hint]")).to_have_text(re.compile(r"\d+ on the (left|right)"))
    ada.touch(ada.page.locator("aliquot-board .hinted"))
    expect(length).to_have_text("4")


@pytest.mark.deep
@EVERYWHERE
def test_a_chain_by_keyboard_is_announced(visit: Visit) -> None:
    emmy = visit()
    emmy.goes("/chain/5")
    announcement = emmy.page.locator("#announcement")
    emmy.page.locator("aliquot-board [data-key='cell 3']").focus()
    emmy.page.keyboard.press("Enter")
    expect(announcement).to_have_text("3. The chain has begun.")
    for number in (1, 2, 4):
        emmy.page.locator(f"aliquot-board [data-key='cell {number}']").focus()
        emmy.page.keyboard.press("Enter")
        expect(emmy.page.locator("[data-length]")).to_have_text(str({1: 2, 2: 3, 4: 4}[number]))
    expect(announcement).to_have_text("4 numbers: no chain of 1–5 is longer, and that is proved.")
    emmy.page.keyboard.press("Backspace")
    expect(emmy.page.locator("[data-length]")).to_have_text("3")
    emmy.page.keyboard.press("u")
    expect(emmy.page.locator("[data-length]")).to_have_text("4")


@pytest.mark.deep
def test_a_large_empty_board_begins_with_its_first_numbers(visit: Visit) -> None:
    someone = visit(size=PHONE)
    someone.goes("/chain/200")
    expect(someone.page.locator('aliquot-board [data-key="cell 1"]')).to_be_in_viewport(ratio=1)
    someone.touch(someone.page.locator('aliquot-board [data-key="cell 2"]'))
    someone.touch(someone.page.locator('.choices [data-notation="4"]'))
    expect(someone.page.locator("aliquot-board .current")).to_be_in_viewport(ratio=1)
