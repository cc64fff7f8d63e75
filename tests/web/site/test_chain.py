"""The longest chain through the server: its page, its reports, its hints and its certificates."""

import json
from typing import Any

import pytest

from aliquot.games.longest_chain import Chain
from aliquot.oracle.chain import ceiling
from aliquot.oracle.verify import verify_text
from aliquot.reports.chain import chain_report

from ..conftest import Served, client
from ..reading import read


def report(server: Served, limit: int, **sent: Any) -> dict[str, Any]:
    answer = client(server.url).post(f"/api/chain/{limit}", json=sent)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize(
    ("path", "limit"), [("/chain", 100), ("/chain/100", 100), ("/chain/30", 30), ("/chain/301", 301)]
)
def test_the_page_has_the_numbers_their_links_and_the_ceiling(server: Served, path: str, limit: int) -> None:
    page = read(client(server.url).get(path))
    data = json.loads(page.one("script", id="data").text)
    assert (data["limit"], data["first"]["ceiling"]) == (limit, ceiling(limit).length)
    links = {(low, high) for low, larger in enumerate(data["links"], 1) for high in larger}
    assert links == {(a, b) for a in range(1, limit + 1) for b in range(2 * a, limit + 1, a)}
    assert data["first"]["sentence"] in page.one("main").words()


@pytest.mark.parametrize("path", ["/chain/1", "/chain/1001", "/chain/x", "/chain/-3", "/chain/1e2"])
def test_a_limit_out_of_bounds_gets_one_sentence(server: Served, path: str) -> None:
    answer = client(server.url).get(path, headers={"accept": "text/html"})
    assert answer.status_code == 422
    assert "from 2 to 1000" in read(answer).one("main").words()


def test_the_report_is_that_of_every_door(server: Served) -> None:
    told = report(server, 100, numbers=[6, 12, 4])
    expected = chain_report(Chain(100, (6, 12, 4)))
    assert told["sentence"] == expected.sentence
    assert (told["left"], told["right"]) == ([*expected.left], [*expected.right])
    assert told["hint"] is None


def test_hints_stay_with_their_plan(server: Served) -> None:
    numbers: list[int] = []
    plan: list[int] = []
    for _ in range(4):
        hint = report(server, 40, numbers=numbers, hint=True, plan=plan)["hint"]
        numbers = [hint["number"], *numbers] if hint["end"] == "left" else [*numbers, hint["number"]]
        assert plan in ([], hint["continuation"])
        plan = hint["continuation"]
    assert len(plan) == ceiling(40).length


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ({"numbers": [4, 6]}, "Neither of 4 and 6 divides the other."),
        ({"numbers": [4, 4]}, "4 is in the chain already."),
        ({"numbers": [101]}, "101 is not one of the numbers 1 to 100."),
        ({"numbers": [1] * 1001}, "The request is invalid"),
        ({"numbers": "12"}, "The request is invalid"),
        ({"numbers": [1.5]}, "The request is invalid"),
    ],
)
def test_what_is_no_chain_is_refused(server: Served, sent: dict[str, Any], reason: str) -> None:
    answer = client(server.url).post("/api/chain/100", json=sent)
    assert answer.status_code == 422
    assert reason in answer.json()["reason"]


def test_a_plan_that_is_nonsense_does_no_harm(server: Served) -> None:
    assert report(server, 20, numbers=[5, 10], hint=True, plan=[7, 5, 10, 9, 9, 0])["hint"]["number"] in (1, 2, 20, 15)


def test_the_certificate_can_be_downloaded_and_checked(server: Served) -> None:
    browser = client(server.url)
    answer = browser.get("/api/chain/100/certificate")
    assert "longest-chain-100.json" in answer.headers["content-disposition"]
    assert verify_text(answer.content).certificate["length"] == 77
    missing = browser.get("/api/chain/301/certificate")
    assert missing.status_code == 404
    assert "not proved" in missing.json()["reason"]


def test_home_and_rules_lead_there(server: Served) -> None:
    browser = client(server.url)
    for path, target in (("/", "/chain"), ("/rules", "/rules/longest-chain"), ("/rules/longest-chain", "/chain")):
        assert target in [link["href"] for link in read(browser.get(path)).one("main").all("a")]
