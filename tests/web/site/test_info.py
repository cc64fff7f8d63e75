"""The pages for teachers, about and privacy, and empty boards to print."""

import pytest

from ..conftest import Served, client
from ..reading import read


@pytest.mark.parametrize("path", ["/teachers", "/about", "/privacy"])
def test_every_footer_leads_there(server: Served, path: str) -> None:
    browser = client(server.url)
    foot = read(browser.get("/")).one("footer", "foot")
    assert path in [link["href"] for link in foot.all("a")]
    assert read(browser.get(path)).one("h1").words()


@pytest.mark.deep
def test_everything_the_page_for_teachers_links_to_is_there(server: Served) -> None:
    browser = client(server.url)
    main = read(browser.get("/teachers")).one("main")
    links = {link["href"] for link in main.all("a")}
    assert {"/board?pool=1-40", "/board?pool=1-100"} <= links
    for link in links:
        assert browser.get(link, follow_redirects=True).status_code == 200, link


@pytest.mark.parametrize(("pool", "count"), [("1-40", 40), ("1-100", 100), ("nonsense", 100)])
def test_an_empty_board_has_every_number_once(server: Served, pool: str, count: int) -> None:
    table = read(client(server.url).get("/board", params={"pool": pool})).one("table", "squares")
    assert [int(cell.words()) for cell in table.all("td")] == list(range(1, count + 1))


def test_the_plan_of_the_lesson_takes_45_minutes(server: Served) -> None:
    plan = read(client(server.url).get("/teachers")).all("ol")[0]
    assert sum(int(step.all("strong")[0].words().split()[0]) for step in plan.all("li")) == 45
