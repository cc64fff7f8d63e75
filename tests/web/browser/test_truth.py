"""Explore, certificates, review, records and worksheets, as somebody with a browser meets them."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from aliquot.core import notation, record_json
from aliquot.reports.study import OVER, WINS
from tests.effort import deep

from .conftest import EVERYWHERE, Visit
from .payloads import PAYLOADS
from .people import PHONE
from .places import PLACES, begun
from .test_hostile import QUICK, nothing_runs

RECORD = """\
[Game "dividers-duel(start=60)"]
[One {one}]
[Two {two}]
[Site {site}]

{{{comment}}} 1. 60/2 {{{comment}}} 30/10 0-1
"""


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", " ") + '"'


def braced(text: str) -> str:
    return re.sub(r"([\\{}])", r"\\\1", text)


@EVERYWHERE
def test_a_position_is_explored_and_its_certificate_holds(
    visit: Visit, command: Callable[..., object], tmp_path: Path
) -> None:
    ada = visit()
    ada.goes("/explore")
    ada.page.get_by_role("textbox", name="Position").fill("60")
    ada.page.get_by_role("button", name="Explore").click()
    ada.page.wait_for_url("**/explore/dividers-duel/60")
    expect(ada.page.locator(".verdict")).to_contain_text(WINS)
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Certificate").click()
    path = tmp_path / "certificate.json"
    download.value.save_as(path)
    done = command("verify", str(path))
    assert done.code == 0, done  # type: ignore[attr-defined]


@EVERYWHERE
@pytest.mark.deep
def test_a_lesson_is_a_walk_through_links(visit: Visit) -> None:
    ada = visit(size=PHONE)
    ada.goes("/explore/dividers-duel/60")
    ada.touch(ada.page.locator("aliquot-board a[href$='/explore/dividers-duel/5']:visible").first)
    ada.page.wait_for_url("**/explore/dividers-duel/5")
    expect(ada.page.locator(".verdict")).to_contain_text(OVER.format(name="player 2"))
    ada.page.go_back()
    expect(ada.page.locator(".verdict")).to_contain_text("wins")


@pytest.mark.parametrize(
    "path",
    [
        "/explore/dividers-duel/60",
        *deep("/explore/divisor-duel-pool/1-40", "/rules", "/rules/juniper-green", "/explore", "/worksheet"),
    ],
)
def test_without_a_script_pages_can_be_read(visit: Visit, path: str) -> None:
    ada = visit(script=False)
    ada.goes(path)
    assert len(ada.page.locator("main").inner_text()) > 200
    assert ada.page.locator("a[href]").count() > 6


def test_a_game_is_reviewed_with_arrow_keys_and_its_record_downloaded(visit: Visit, tmp_path: Path) -> None:
    ada = visit()
    PLACES["review"].visit(ada)
    step = ada.page.get_by_role("slider", name="Move")
    expect(step).to_have_value("2")
    ada.page.keyboard.press("ArrowLeft")
    expect(step).to_have_value("1")
    ada.page.keyboard.press("Home")
    expect(step).to_have_value("0")
    expect(ada.page.locator("aliquot-board .figure .number")).to_have_text("60")
    found = []
    for name in ("Download as text", "Download as JSON"):
        with ada.page.expect_download() as download:
            ada.page.get_by_role("link", name=name).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        found.append(path.read_text(encoding="utf-8"))
    assert notation.read(found[0]) == record_json.from_json(json.loads(found[1]))


@pytest.mark.deep
def test_a_review_can_be_read_without_a_script(visit: Visit) -> None:
    ada = visit()
    path = begun("dividers-duel", "2", "10", start="60")(ada)
    emmy = visit(script=False)
    emmy.goes(path + "/review")
    told = emmy.page.locator("main").inner_text()
    assert "Ada" in told
    assert "60/2" in told
    assert "turning point" in told


def open_records(visit: Visit, texts: list[str]) -> None:
    """Records in which everything that can be foreign is, and files that are no records at all."""
    person = visit()
    person.foresees("status of 4[0-9][0-9]")
    for place, text in enumerate(texts):
        record = RECORD.format(one=quoted(text), two=quoted(text[::-1]), site=quoted(text), comment=braced(text))
        for given in (record, text, f'{{"game": {json.dumps(text)}}}'):
            person.goes("/review")
            with person.page.expect_navigation():
                if place % 2:
                    person.page.get_by_label("Or paste its text").fill(given)
                    person.page.get_by_role("button", name="Review", exact=True).click()
                else:
                    file = {"name": "x.duel", "mimeType": "text/plain", "buffer": given.encode()}
                    person.page.get_by_label("Record file").set_input_files(file)  # type: ignore[arg-type]
            nothing_runs(person)


@pytest.mark.deep
def test_records_are_only_ever_text(visit: Visit) -> None:
    open_records(visit, PAYLOADS[QUICK][:2])


@pytest.mark.deep
@pytest.mark.parametrize("part", range(4))
def test_every_record_is_only_ever_text(visit: Visit, part: int) -> None:
    open_records(visit, PAYLOADS[part::4])


@EVERYWHERE
def test_a_record_is_opened_and_reviewed(visit: Visit) -> None:
    ada = visit()
    text = RECORD.format(one='"Ada"', two='"Emmy"', site='"x"', comment="A game.")
    ada.goes("/review")
    ada.page.get_by_label("Or paste its text").fill(text)
    ada.page.get_by_role("button", name="Review", exact=True).click()
    ada.page.get_by_role("heading", name=re.compile("Ada against .*Emmy")).wait_for()
    expect(ada.page.get_by_role("slider", name="Move")).to_have_value("2")


@EVERYWHERE
def test_a_worksheet_is_printed_with_its_answers_on_a_page_of_their_own(visit: Visit, tmp_path: Path) -> None:
    ada = visit()
    ada.goes("/worksheet?game=dividers-duel&count=4&seed=7")
    ada.page.emulate_media(media="print")
    path = tmp_path / "worksheet.pdf"
    ada.page.pdf(path=path, format="A4")
    pages = len(re.findall(rb"/Type\s*/Page\b", path.read_bytes()))
    assert pages >= 2
