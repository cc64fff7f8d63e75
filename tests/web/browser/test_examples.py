"""The examples of the docs, run where they are read: each that is offered prints what its page shows."""

import doctest
import html
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.effort import PATIENCE
from tests.test_docs import SHOWN, Block, agrees, blocks, commands
from website.pages import ASSETS, as_page

from ..worker.exporting import file_server
from .people import PHONE, Person
from .stage import Stage

pytestmark = pytest.mark.deep
PAGES = {path.stem: path for path in SHOWN if path.name != "pypi.md"}
OFFERED = ("README", "faq", "records", "write-a-bot", "evaluate", "results", "variants", "longest-chain")
"""Pages that certainly have an example to try."""


def shown(path: Path) -> list[Block]:
    return [block for block in blocks(as_page(path)) if block.language in ("console", "pycon")]


@pytest.fixture(scope="module")
def docs(site_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the examples, marked up as the builder of the docs does, with the worker of the exported site."""
    folder = tmp_path_factory.mktemp("docs")
    (worker,) = site_folder.glob("**/worker.js")
    shutil.copytree(worker.parent, folder / "try")
    size = sum(path.stat().st_size for path in worker.parent.iterdir() if path.suffix != ".js")
    (folder / "try" / "runtime.json").write_text(json.dumps({"bytes": size}))
    shutil.copytree(ASSETS, folder / "assets")
    for name, path in PAGES.items():
        body = "".join(
            f'<div class="language-{block.language}"><pre><code>{html.escape(block.body)}</code></pre></div>'
            for block in shown(path)
        )
        start = (
            '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script src="assets/try.js"></script>'
        )
        (folder / f"{name}.html").write_text(start + body, encoding="utf-8")
    with file_server(folder) as url:
        yield url


@pytest.fixture
def reader(stage: Stage, docs: str) -> Iterator[Person]:
    person: Person = stage.run(Person, stage, docs, size=PHONE)
    yield person
    troubles = stage.run(person.unforeseen)
    stage.run(person.leaves)
    assert troubles == []


def expected(block: Block, typed: str) -> list[str]:
    """What a block shows for the part of it that was offered."""
    if block.language == "pycon":
        wanted = "".join(example.want for example in doctest.DocTestParser().get_examples(block.body))
        return wanted.replace(doctest.BLANKLINE_MARKER, "").splitlines()
    printed = dict(commands(block.body))
    return [line for command in typed.splitlines() for line in printed[command]]


def result(page: Page, index: int) -> str:
    """Run an example and return what it prints."""
    example = page.locator("div").nth(index)
    example.locator("xpath=following-sibling::*[1]").click()
    output = example.locator("xpath=following-sibling::pre[1]")
    expect(example.locator("xpath=following-sibling::button[1]")).to_be_enabled(timeout=PATIENCE * 1000)
    return output.text_content() or ""


@pytest.mark.parametrize("name", PAGES)
def test_each_example_on_offer_prints_what_its_page_shows(name: str, reader: Person) -> None:
    page, examples = reader.page, shown(PAGES[name])
    page.goto(f"{reader.url}/{name}.html")
    offered = page.evaluate(
        "[...document.querySelectorAll('div')].map((div) => div.nextElementSibling?.matches('button') ?? false)"
    )
    assert any(offered) or name not in OFFERED
    # The last one first: it brings what it builds on.
    for index in sorted((index for index, is_offered in enumerate(offered) if is_offered), reverse=True):
        printed = result(page, index)
        typed = page.locator("div").nth(index).locator("xpath=following-sibling::textarea[1]").input_value()
        wanted = expected(examples[index], typed)
        assert agrees(wanted, printed.splitlines()), f"{typed}\nshould print {wanted}\nbut prints {printed}"


def test_an_example_is_changed_and_run_again(reader: Person) -> None:
    page = reader.page
    page.goto(f"{reader.url}/write-a-bot.html")
    assert "30/6" in result(page, 0)
    page.locator("textarea").fill("aliquot.solve(aliquot.game('factor-duel', start=30)).winning_moves")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("pre.try")).to_have_text("(6, 10, 15)\n")


def test_an_example_without_end_is_stopped_and_the_next_one_runs(reader: Person) -> None:
    page = reader.page
    page.goto(f"{reader.url}/write-a-bot.html")
    assert "30/6" in result(page, 0)
    page.locator("textarea").fill("while True: pass")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("pre.try")).to_have_text("Running …")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("pre.try")).to_have_text("Stopped.\n")
    page.locator("textarea").fill("6 * 7")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("pre.try")).to_have_text("42\n", timeout=PATIENCE * 1000)
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
