"""The rules, read without a script."""

import pytest

from aliquot.games import PRESETS, REGISTRY, VARIANTS, rules_of
from aliquot.lessons import LESSONS

from ..conftest import Served
from ..reading import read


@pytest.mark.parametrize("name", [*REGISTRY, *PRESETS, *VARIANTS])
def test_the_page_of_a_game_says_its_rules_and_leads_on(server: Served, name: str) -> None:
    http = server.visitor().http
    page = read(http.get(f"/rules/{name}"))
    said = page.one("main").words()
    assert all(paragraph in said for section in rules_of(name).sections for paragraph in section.paragraphs)
    assert "docs/" not in said
    assert "aliquot." not in said
    links = {link.words(): link["href"] for link in page.one("p", "acts").all("a")}
    assert links["Play"].startswith("/new?game=")
    assert links["Learn"].removeprefix("/learn/") in LESSONS
    assert http.get(links["Explore"]).status_code == 200


def test_all_rules_are_listed_and_found(server: Served) -> None:
    http = server.visitor().http
    page = read(http.get("/rules"))
    links = [link["href"] for each in page.all("ul", "cards") for link in each.all("a")]
    assert links == [f"/rules/{name}" for name in (*REGISTRY, *PRESETS, *VARIANTS, "longest-chain")]
    assert {http.get(link).status_code for link in links} == {200}


def test_an_unknown_game_is_answered_with_those_there_are(server: Served) -> None:
    answer = server.visitor().http.get("/rules/<b>chess")
    assert answer.status_code == 404
    page = read(answer)
    assert page.one("p", "problem").words().startswith("There is no game called '<b>chess'.")
    assert len(page.one("ul", "cards").all("a")) >= len(REGISTRY)
