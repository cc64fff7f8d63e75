"""The exported site in a browser, from a plain file server and below a path of its host."""

import json
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import aliquot
from aliquot.reports.study import WINS
from tests.conftest import Command
from tests.effort import PATIENCE

from ..worker.exporting import file_server
from .people import PHONE, Person
from .site import BASE, READY
from .stage import Stage

pytestmark = pytest.mark.deep
STATUS = "#site-status"


class Visitor(Person):
    """Somebody at the exported site."""

    def opens(self, path: str = "/") -> Page:
        """Goes to a page by its file, as from elsewhere, and waits for the worker."""
        self.page.goto(f"{self.url}{BASE}{path}")
        self.page.wait_for_selector(READY, state="attached", timeout=PATIENCE * 1000)
        return self.page


@pytest.fixture
def visitor(stage: Stage, site_host: str) -> Iterator[Visitor]:
    person: Visitor = stage.run(Visitor, stage, site_host, size=PHONE)
    yield person
    troubles = stage.run(person.unforeseen)
    stage.run(person.leaves)
    assert troubles == []


def play(page: Page) -> None:
    """Makes the last move on offer: after the first, 1, a computer can end the game with a large prime."""
    page.locator("main [data-notation]:visible").last.click()


def test_a_game_against_the_perfect_computer_survives_a_reload_without_a_network(
    stage: Stage, visitor: Visitor
) -> None:
    page = visitor.opens("/new/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("select[name=game]").select_option("juniper-green")
    page.locator("input[value=perfect]").check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(f"**{BASE}/g/*")
    play(page)
    expect(page.locator("main [data-notation]:visible").first).to_be_visible()
    page.wait_for_function("() => document.querySelector('aliquot-match').state.ply === 2", timeout=PATIENCE * 1000)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_function("() => document.querySelector('aliquot-match').state.number >= 3", timeout=PATIENCE * 1000)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=PATIENCE * 1000)
    assert all(url.startswith((f"{visitor.url}{BASE}/", "blob:", "data:")) for url in asked), asked
    visitor.context.set_offline(True)
    page.reload()
    page.wait_for_function("() => document.querySelector('aliquot-match')?.state?.ply === 2", timeout=PATIENCE * 1000)
    page.goto(f"{visitor.url}{BASE}/")
    expect(page.locator("#yours")).to_be_visible()
    visitor.context.set_offline(False)


def test_what_is_in_the_browser_is_not_counted_as_it_comes(stage: Stage, visitor: Visitor) -> None:
    told: list[str] = []
    page = visitor.opens("/about/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=PATIENCE * 1000)
    page.expose_function("tell", lambda text: told.append(text))
    # Counting goes through the answers, and then the browser compiles Pyodide anew on every visit.
    page.add_init_script(
        "new MutationObserver(() => tell(document.getElementById('site-status')?.textContent ?? ''))"
        ".observe(document, { childList: true, subtree: true, characterData: true });"
    )
    visitor.opens("/about/")
    assert any("Loading" in text for text in told)
    assert [text for text in told if "%" in text] == []


def test_a_position_is_explored_and_its_certificate_holds(
    stage: Stage, visitor: Visitor, command: Command, tmp_path: Path
) -> None:
    page = visitor.opens("/explore/")
    page.get_by_role("textbox", name="Position").fill("60")
    page.get_by_role("button", name="Explore").click()
    page.wait_for_url(f"**{BASE}/explore/dividers-duel/60")
    expect(page.locator(".verdict")).to_contain_text(WINS)
    with page.expect_download() as download:
        page.get_by_role("link", name="Certificate").click()
    path = tmp_path / "certificate.json"
    download.value.save_as(path)
    assert command("verify", str(path)).code == 0
    expect(page.get_by_role("button", name="Play on one device")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("textbox", name="Position")).to_be_visible()


def test_lessons_the_daily_duel_and_reviews_work(stage: Stage, visitor: Visitor) -> None:
    page = visitor.opens("/learn/")
    page.locator("main a[href$='/learn/dividers-duel']").first.click()
    page.wait_for_url(f"**{BASE}/learn/dividers-duel*")
    page.get_by_role("button", name=re.compile("Next|Continue")).first.click()
    page.wait_for_url("**#2")
    page.locator("a.name").click()
    page.wait_for_url(f"**{BASE}/")
    page.locator("#day a").click()
    expect(page.locator("aliquot-board .board-shell")).to_be_visible()
    page.evaluate(f"navigation.navigate('{BASE}/review')")
    page.locator("textarea").fill('[Game "dividers-duel(start=60)"]\n\n1. 60/2 30/10 0-1\n')
    page.get_by_role("button", name="Review").click()
    expect(page.locator("[data-go]").first).to_be_visible()


def test_a_first_move_waits_for_the_worker_and_says_so(stage: Stage, visitor: Visitor) -> None:
    held: list[Any] = []
    visitor.context.route("**/bundle.zip", lambda route: held.append(route))
    page = visitor.page
    page.goto(f"{visitor.url}{BASE}/")
    play(page)
    expect(page.locator(STATUS)).to_contain_text("Your move is kept")
    page.wait_for_timeout(100)
    for route in held:
        route.continue_()
    page.locator("aliquot-match").wait_for(timeout=PATIENCE * 1000)
    expect(page.locator(STATUS)).to_have_count(0)


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (
            "LockManager.prototype.request = () => Promise.reject(new DOMException('', 'SecurityError'));"
            "IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError'); };",
            "does not let the page",
        ),
        (
            "IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); };",
            "The storage of this browser is full",
        ),
    ],
    ids=["forbidden", "full"],
)
def test_games_go_on_where_nothing_can_be_stored(
    stage: Stage, visitor: Visitor, site_folder: Path, trouble: str, sentence: str
) -> None:
    (worker,) = site_folder.glob("**/worker.js")
    # Imports come first wherever they are written.
    script = worker.read_text() + trouble
    visitor.context.route("**/worker.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))
    page = visitor.opens()
    play(page)
    page.locator("aliquot-match").wait_for(timeout=PATIENCE * 1000)
    expect(page.locator(STATUS)).to_contain_text(sentence)
    play(page)
    page.wait_for_function("() => document.querySelector('aliquot-match').state.ply >= 4", timeout=PATIENCE * 1000)


def test_a_runtime_that_does_not_come_leaves_the_board(stage: Stage, visitor: Visitor) -> None:
    visitor.foresees(re.compile("bundle.zip|ERR_FAILED|Failed to fetch|TypeError"))
    visitor.context.route("**/bundle.zip", lambda route: route.abort())
    page = visitor.page
    page.goto(f"{visitor.url}{BASE}/")
    expect(page.locator(STATUS)).to_contain_text("could not be loaded")
    expect(page.locator("aliquot-board .board-shell")).to_be_visible()


def test_a_worker_that_dies_is_started_again_at_once(stage: Stage, visitor: Visitor) -> None:
    # With a clock that stands still, no silence is long enough to notice it.
    visitor.context.add_init_script("Date.now = () => 0")
    page = visitor.opens()
    page.workers[0].evaluate("() => { self.close(); }")
    expect(page.locator(STATUS)).to_contain_text("has been started again", timeout=PATIENCE * 1000)
    play(page)
    page.locator("aliquot-match").wait_for(timeout=PATIENCE * 1000)
    page.locator(STATUS).get_by_role("button", name="Close").click()
    expect(page.locator(STATUS)).to_have_count(0)


def test_a_request_that_ends_two_workers_is_not_asked_again(stage: Stage, visitor: Visitor, site_folder: Path) -> None:
    (worker,) = site_folder.glob("**/worker.js")
    weak = "const answer = self.onmessage; self.onmessage = (e) => e.data.target === '/g/x' ? close() : answer(e);"
    visitor.context.route(
        "**/worker.js",
        lambda route: route.fulfill(body=f"{worker.read_text()}\n{weak}", content_type="text/javascript"),
    )
    page = visitor.opens()
    asked = "() => aliquotSite.ask({ method: 'GET', target: '/g/x' }).catch((error) => error.message)"
    assert "The worker behind this page stopped" in page.evaluate(asked)
    page.wait_for_selector(READY, state="attached")


def test_a_browser_that_forbids_service_workers_plays(stage: Stage, visitor: Visitor) -> None:
    visitor.context.add_init_script(
        "Object.defineProperty(navigator, 'serviceWorker', { get() { throw new DOMException('', 'SecurityError'); } });"
    )
    page = visitor.opens()
    play(page)
    page.locator("aliquot-match").wait_for(timeout=PATIENCE * 1000)


def test_without_https_a_game_is_there_after_a_reload_and_what_is_shared_leads_to_the_site(
    stage: Stage, visitor: Visitor
) -> None:
    visitor.context.add_init_script(
        "delete Navigator.prototype.serviceWorker; navigator.share = async ({ url }) => { window.shared = url; };"
    )
    page = visitor.opens("/new/")
    page.locator("select[name=game]").select_option("juniper-green")
    page.locator("input[value=perfect]").check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    # No file has the address of the game, and nothing but the host answers a reload.
    page.wait_for_url(f"**{BASE}/go/?to=/g/*")
    play(page)
    has_two = "() => document.querySelector('aliquot-match')?.state?.ply === 2"
    page.wait_for_function(has_two, timeout=PATIENCE * 1000)
    page.reload()
    page.wait_for_function(has_two, timeout=PATIENCE * 1000)
    page.evaluate("location.assign('/chain/30')")
    page.locator("aliquot-board [data-key='cell 6']").click()
    page.locator("[data-action='share']").click()
    assert page.evaluate("shared") == f"{visitor.url}{BASE}/chain/30"
    page.go_back()
    page.wait_for_function(has_two, timeout=PATIENCE * 1000)


def test_other_pages_of_the_host_stay_where_they_are(stage: Stage, site_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(site_folder, tmp_path / "host")
    page_of_school = tmp_path / "host" / BASE.strip("/") / "homework" / "index.html"
    page_of_school.parent.mkdir()
    page_of_school.write_text("<title>Homework</title>")
    with file_server(tmp_path / "host") as url:
        person = Visitor(stage, url)
        page = person.opens()
        page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=PATIENCE * 1000)
        page.goto(f"{url}{BASE}/homework/")
        expect(page).to_have_title("Homework")
        page.goto(f"{url}{BASE}/explore/dividers-duel/60")
        expect(page.locator(".verdict")).to_contain_text(WINS, timeout=PATIENCE * 1000)
        person.leaves()


def test_a_new_version_takes_the_place_of_the_old_one(stage: Stage, site_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(site_folder, tmp_path / "host")
    site = tmp_path / "host" / BASE.strip("/")
    with file_server(tmp_path / "host") as url:
        person = Visitor(stage, url)
        first = person.opens()
        first.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=PATIENCE * 1000)
        page = person.tab()
        page.goto(first.url)
        for name in ("index.html", "sw.js"):
            text = (site / name).read_text()
            (site / name).write_text(
                text.replace("Play on one device", "Play here").replace('VERSION = "', 'VERSION = "n')
            )
        page.reload()
        for each in (page, first):
            expect(each.locator(STATUS)).to_contain_text("A new version is ready", timeout=PATIENCE * 1000)
            expect(each.get_by_role("button", name="Play on one device")).to_be_visible()
        page.locator(STATUS).get_by_role("button", name="Reload").click()
        for each in (page, first):
            expect(each.get_by_role("button", name="Play here")).to_be_visible(timeout=PATIENCE * 1000)
        caches = page.evaluate("caches.keys()")
        assert len(caches) == 1, caches
        person.leaves()


def positions(count: int) -> list[tuple[str, str]]:
    """Games and positions of every kind, the same in every run."""
    chance, slugs = random.Random(26), [book.slug for book in aliquot.games()]
    result = []
    for _ in range(count):
        slug = chance.choice(slugs)
        if slug == "divisor-duel-pool":
            result.append((slug, f"{chance.randint(1, 3)}-{chance.randint(6, 16)}"))
        else:
            result.append((slug, str(chance.randint(3, 10 ** chance.randint(1, 9)))))
    return result


JUDGE = """\
import aliquot, json
from aliquot.games.positions import locate
def judge(slug, text):
    game, position = locate(slug, text)
    verdict = aliquot.solve(game, position)
    return [verdict.wins, list(map(str, verdict.winning_moves)), verdict.grundy]
"""


def test_ten_thousand_verdicts_are_the_same_in_the_worker_and_here(stage: Stage, visitor: Visitor) -> None:
    page = visitor.opens("/about/")
    here: dict[str, Any] = {}
    exec(JUDGE, here)  # The same few lines, here and there.
    asked = positions(10_000)
    for start in range(0, len(asked), 200):
        part = asked[start : start + 200]
        text = f"{JUDGE}\nprint(json.dumps([judge(*each) for each in {part!r}]))"
        told = page.evaluate("(text) => aliquotSite.run('python', text)", text.replace("\ndef", "\n\ndef"))
        assert json.loads(told) == [here["judge"](*each) for each in part], start
