"""The oracle as a page, read without a script: its verdict, its moves, its certificate, what it refuses."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qs, quote, unquote, urlsplit

import pytest

from aliquot.arithmetic import factorise
from aliquot.core.errors import AliquotError
from aliquot.core.game import AnyGame
from aliquot.core.outcome import Seat
from aliquot.games import create, flags
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.positions import locate
from aliquot.games.rulebook import RuleBook
from aliquot.oracle import solve
from aliquot.reports.study import NOT_SEARCHED, OVER, study
from aliquot.web.server.processes import TOO_SLOW
from aliquot.web.site.explore import PositionAddress, _budget, address_of, explore_position
from aliquot.web.site.rendering import typeset
from tests.plugins import plugins

from ..conftest import Served, client
from ..reading import Element, data, read

LARGE = "897612484786617600"
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7 * 7 }}",
    "</script><script>alert(1)</script>",
    "60\x00",
    "\u202e06",
    "javascript:alert(1)",
    "%00",
    "'; DROP TABLE games; --",
)


def page(server: Served, path: str, status: int = 200) -> Element:
    """A page as it is read."""
    answer = server.visitor().http.get(path)
    assert answer.status_code == status, answer.text
    return read(answer)


def listed(found: Element) -> dict[str, tuple[str, str]]:
    """The moves of a page: each with its letter, if it has one, and its address."""
    links = [link for each in found.all("ul", "moves") for link in each.all("a")]
    return {link["data-move"]: ("".join(b.text for b in link.all("b")), link["href"]) for link in links}


def expected(game: AnyGame, position: Any) -> dict[str, str]:
    """Which letter the oracle gives each move."""
    winning = set(solve(game, position).winning_moves)
    return {game.spell(position, move): "✓" if move in winning else "✗" for move in game.legal_moves(position)}


PLACES: tuple[tuple[str, str, str | None, dict[str, Any]], ...] = (
    ("/explore/dividers-duel/60", "dividers-duel", "60", {}),
    ("/explore/factor-duel/60,84", "factor-duel", "60,84", {}),
    ("/explore/divisor-duel-subtract/16", "divisor-duel-subtract", "16", {}),
    ("/explore/divisor-duel-subtract/16?misere=1", "divisor-duel-subtract", "16", {"misere": True}),
    ("/explore/divisor-duel-pool/1-40?opening=even", "divisor-duel-pool", "1-40", {"opening": "even"}),
    ("/explore/juniper-green/1-100/12,6", "juniper-green", "1-100/12,6", {}),
    ("/explore/factors-and-multiples", "factors-and-multiples", None, {}),
    ("/explore/dividers-duel/30~?start=60&swap=1", "dividers-duel(start=60,swap)", "30~", {}),
    (
        "/explore/sum(dividers-duel:60+divisor-duel-subtract:16)",
        "sum(dividers-duel:60+divisor-duel-subtract:16)",
        None,
        {},
    ),
    ("/explore/dividers-duel/7", "dividers-duel", "7", {}),
    ("/explore/dividers-duel/7?misere=1", "dividers-duel", "7", {"misere": True}),
)


@pytest.mark.parametrize(("path", "name", "text", "variant"), PLACES, ids=[place[0] for place in PLACES])
def test_a_page_says_what_the_oracle_says(
    server: Served, path: str, name: str, text: str | None, variant: dict[str, Any]
) -> None:
    game, position = locate(name, text, **variant)
    verdict = solve(game, position)
    found = page(server, path)
    assert found.one("main").one("p", "verdict").one("b").text == ("✓" if verdict.wins else "✗")
    assert found.one("p", "reason").words() == typeset(" ".join(str(verdict.reason).split()))
    assert {notation: letter for notation, (letter, _) in listed(found).items()} == expected(game, position)
    over = game.outcome(position)
    ending = None if over is None else OVER.format(name=f"player {over.winner}")
    assert ending is None or ending in found.one("p", "verdict").words()
    assert (OVER.partition("{")[0] in found.one("p", "verdict").words()) is (over is not None)
    script = data(found)
    assert script["view"] == json.loads(json.dumps(game.view(position).as_json()))
    assert script["winning"] == [game.spell(position, move) for move in verdict.winning_moves]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("path", "name", "text", "variant"), PLACES, ids=[place[0] for place in PLACES])
def test_the_api_gives_the_study_that_the_page_shows(
    server: Served, path: str, name: str, text: str | None, variant: dict[str, Any]
) -> None:
    game, position = locate(name, text, **variant)
    document = (
        server.visitor().http.get("/api/explore", params={"game": game.id, "position": game.text(position)}).json()
    )
    expected = json.loads(json.dumps(asdict(study(game, position, certificate=True))))
    assert document == {**expected, "game": document["game"]}
    assert document["game"].partition("(")[0] == game.slug
    assert found_verdict(page(server, path)) == document["wins"]


def found_verdict(found: Element) -> bool:
    return found.one("main").one("p", "verdict").one("b").text == "✓"


def test_the_api_says_what_is_not_searched(server: Served) -> None:
    document = server.visitor().get("/api/explore?game=divisor-duel-pool(pool=1-400,misere)")
    assert (document["wins"], document["summary"], document["winning_moves"]) == (None, NOT_SEARCHED, [])
    assert document["reason"].endswith(".")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", [place[0] for place in PLACES[:-2]])
def test_every_move_is_a_link_to_the_page_of_what_it_leaves(server: Served, path: str) -> None:
    visitor = server.visitor()
    links = listed(page(server, path))
    assert links
    for notation, (letter, href) in list(links.items())[:12]:
        answer = visitor.http.get(href)
        assert answer.status_code == 200, (notation, href)
        left = read(answer)
        # Who wins by a move has left a position that is lost to move from.
        swapped = notation == "swap"
        assert left.one("p", "verdict").one("b").text == ("✗" if letter == "✓" else "✓"), (notation, swapped)


def test_a_walk_through_links_ends_where_nobody_can_move(server: Served) -> None:
    path, steps = "/explore/dividers-duel/720?misere=1", 0
    while moves := listed(found := page(server, path)):
        path = min(moves.values(), key=lambda move: len(move[1]))[1]
        steps += 1
    assert steps > 0
    assert OVER.partition("{")[0].strip() in found.one("p", "verdict").words()
    assert found.one("p", "verdict").one("b").text == "✓"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", [place[0] for place in PLACES])
def test_the_certificate_that_is_downloaded_is_accepted_as_it_is(server: Served, path: str, tmp_path: Path) -> None:
    links = [link for link in page(server, path).all("a") if link["href"].startswith("/api/certificate")]
    if not links:
        assert "divisor-duel-subtract/16?misere" in path, "only what rests on a table or a search has none"
        return
    answer = server.visitor().http.get(links[0]["href"])
    assert answer.headers["content-disposition"].startswith('attachment; filename="')
    file = tmp_path / "certificate.json"
    file.write_bytes(answer.content)
    command = [sys.executable, "-m", "aliquot", "verify", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.startswith("valid: ")


def test_a_number_with_a_hundred_thousand_divisors_is_a_page_to_read(server: Served) -> None:
    found = page(server, f"/explore/dividers-duel/{LARGE}")
    moves = listed(found)
    game, position = locate("dividers-duel", LARGE)
    winning = {game.spell(position, move) for move in solve(game, position).winning_moves}
    assert len(moves) == 1_000
    assert {notation for notation, (letter, _) in moves.items() if letter == "✓"} == winning
    assert "Showing 1,000 of 103,678 moves." in found.one("section", "list").words()
    assert "Winning moves: 12 of 103,678." in found.one("p", "verdict").words()
    many = listed(page(server, f"/explore/divisor-duel-subtract/{LARGE}"))
    assert len(many) == 1_000
    assert [letter for letter, _ in many.values()].count("✓") == 500


def test_what_is_not_searched_is_said_and_can_still_be_walked_through(server: Served) -> None:
    found = page(server, "/explore/divisor-duel-pool/1-400?misere=1")
    assert found.one("p", "verdict").words() == NOT_SEARCHED
    assert found.one("p", "reason").words().endswith(".")
    moves = listed(found)
    assert len(moves) == 400
    assert {letter for letter, _ in moves.values()} == {""}
    assert "misere=1" in moves["30"][1]


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/explore/nonsense", 404, "There is no game called 'nonsense'"),
        ("/explore/dividers-duel/abc", 422, "not 'abc'"),
        ("/explore/dividers-duel/1000000000000000001", 422, "from 1 to 10^18"),
        ("/explore/divisor-duel-pool/1-40/30,7", 422, "7 is neither a divisor nor a multiple of 30"),
        ("/explore/divisor-duel-pool/1-2000", 422, "at most 1,000 numbers"),
        ("/explore/dividers-duel/60?misere=perhaps", 422, "misere must be 0 or 1, not 'perhaps'."),
        ("/explore/dividers-duel/60?opening=even", 422, "'opening'"),
        ("/explore?game=dividers-duel&swap=2", 422, "swap must be 0 or 1"),
        (f"/explore/dividers-duel/{'9' * 10_001}", 422, "at most 10,000 characters"),
    ],
    ids=["name", "text", "large", "pick", "pool", "flag", "variant", "form", "long"],
)
def test_what_is_refused_is_a_page_with_a_way_on(server: Served, path: str, status: int, said: str) -> None:
    found = page(server, path, status)
    assert said in found.one("p", "problem").words()
    assert found.one("form", "ask")["action"] == "/explore"
    assert found.all("ul", "cards")


@pytest.mark.deep
def test_what_takes_too_long_is_said_with_a_way_on(serve: Callable[..., Served]) -> None:
    """No machine is so fast that nothing takes too long; which of the two answers comes depends on it."""
    answer = serve().visitor().http.get(f"/explore/divisor-duel-subtract/{LARGE},720?misere=1")
    found = read(answer)
    if answer.status_code == 503:
        assert found.one("p", "problem").words().startswith(TOO_SLOW)
        assert found.one("form", "ask")["action"] == "/explore"
    else:
        assert answer.status_code == 200
        assert found.one("p", "verdict").words() == NOT_SEARCHED


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_positions_are_text_and_nothing_else(server: Served, text: str) -> None:
    for path in (f"/explore/dividers-duel/{quote(text, safe='')}", f"/explore/{quote(text, safe='')}"):
        answer = server.visitor().http.get(path)
        assert 400 <= answer.status_code < 500
        if not answer.headers["content-type"].startswith("text/html"):
            # A name with a slash in it is no address of a page.
            continue
        found = read(answer)
        scripts = [each for each in found.all("script") if "src" not in each.attributes]
        assert scripts == []
        assert not [each for each in found.all() if any(name.startswith("on") for name in each.attributes)]
        assert found.all("img") == []
        assert "49" not in found.one("p", "problem").words()


def test_the_form_leads_to_the_address(server: Served) -> None:
    asked = {"game": "divisor-duel-pool", "position": " 1-40/30 ", "opening": "even", "misere": "on"}
    answer = server.visitor().http.get("/explore", params=asked)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/explore/divisor-duel-pool/1-40/30?opening=even&misere=1"
    assert page(server, "/explore/divisor-duel-pool/30").one("span", "position").text == "30"


@pytest.mark.deep
def test_pools_for_a_class_say_how_many_openings_win(server: Served) -> None:
    found = page(server, "/explore")
    rows = {row.one("th").words(): [cell.words() for cell in row.all("td")] for row in found.one("tbody").all("tr")}
    assert rows["1–100"][2] == "23 of 24"
    assert rows["1–40"][1] == "2 of 20"
    assert list(rows) == ["1–24", "1–36", "1–40", "1–50", "1–100"]
    for link in [*found.one("tbody").all("a"), *found.one("ul", "cards").all("a")]:
        assert server.visitor().http.get(link["href"]).status_code == 200
    for name, cells in rows.items():
        for opening, cell in zip(("any", "even", "even-below-50"), cells, strict=True):
            game = create("divisor-duel-pool", pool=name.replace("–", "-"), opening=opening)
            assert cell == f"{len(solve(game).winning_moves)} of {len(game.legal_moves(game.start()))}"


def test_what_is_played_from_here_begins_here(server: Served) -> None:
    for path, left in (
        ("/explore/dividers-duel/60", "60"),
        ("/explore/factor-duel/60,84?misere=1", "60, 84"),
        ("/explore/sum(dividers-duel:60+divisor-duel-subtract:16)/30,16", "30, 16"),
    ):
        asked = data(page(server, path))["play"]
        visitor = server.visitor()
        game = visitor.create(asked.pop("game"), opponent="device", name="Ada", **asked)
        state = visitor.state(game)
        assert (state["view"]["summary"], state["view"]["to_move"]) == (left, 1)
        assert ("misere" in state["game"]["id"]) is ("misere" in path)


def test_what_is_played_from_a_pool_begins_with_its_picks(server: Served) -> None:
    play = data(page(server, "/explore/divisor-duel-pool/1-40/30?opening=even"))["play"]
    assert play == {"game": "divisor-duel-pool(pool=1-40,opening=even)", "first": "they", "moves": ["30"]}
    play = data(page(server, "/explore/dividers-duel/30~?start=60&swap=1"))["play"]
    assert play == {"game": "dividers-duel(start=60,swap)", "first": "they", "moves": ["60/2"]}
    assert data(page(server, "/explore/dividers-duel/15?start=60&swap=1"))["play"]["game"] == "dividers-duel(start=15)"
    assert data(page(server, "/explore/dividers-duel/7"))["play"] is None
    assert data(page(server, "/explore/dividers-duel/2,60"))["play"] is None, "2 is too small to start from"


def test_a_page_that_is_printed_asks_before_it_answers(server: Served) -> None:
    sheet = page(server, "/explore/divisor-duel-pool/1-40/30").one("section", "sheet")
    assert [each.words() for each in sheet.one("ul", "choices").all("li")] == ["1", "2", "3", "5", "6", "10", "15"]
    cells = sheet.one("ul", "cells").all("li")
    assert [cell.words() for cell in cells] == [str(number) for number in range(1, 41)]
    assert [cell.words() for cell in cells if "current" in cell.attributes.get("class", "")] == ["30"]


@pytest.mark.parametrize("numbers", [(60, 84), (60, 84, 90), (7, 64, 12), (2, 3)])
def test_several_numbers_are_stacked_by_what_they_are_worth(server: Served, numbers: tuple[int, ...]) -> None:
    found = page(server, f"/explore/dividers-duel/{','.join(map(str, numbers))}")
    worths = [sum(exponent for _, exponent in factorise(number)) - 1 for number in numbers]
    if not any(worths):
        assert found.all("section", "stacks") == []
        return
    table = found.one("section", "stacks").one("table")
    for row, number, worth in zip(table.one("tbody").all("tr"), numbers, worths, strict=True):
        assert row.one("th").words() == str(number)
        assert sum(int(brick.words()) for brick in row.all("span", "brick")) == worth
    counts = [cell.words() for cell in table.one("tfoot").all("td")]
    assert all(count.endswith("even") for count in counts) is (found.one("p", "verdict").one("b").text == "✗")


STARTS = (
    PositionAddress("dividers-duel", "60"),
    PositionAddress("factor-duel", "60,84"),
    PositionAddress("divisor-duel-subtract", "16", variants=("misere",)),
    PositionAddress("divisor-duel-pool", "1-12", "even"),
    PositionAddress("juniper-green", "1-100/12,6"),
    PositionAddress("dividers-duel", "24", variants=("swap",)),
    PositionAddress("dividers-duel", "6,10", variants=("misere", "swap")),
    PositionAddress("divisor-duel-pool", "1-6", variants=("swap",)),
    PositionAddress("sum(dividers-duel:12+divisor-duel-subtract:8)"),
    PositionAddress("dividers-duel(start=30,misere,swap)"),
    PositionAddress("divide-and-conquer"),
)


def followed(path: str) -> PositionAddress:
    """The address that a server sees when somebody follows an address."""
    parts = urlsplit(path)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    _, _, name, *rest = unquote(parts.path).split("/", 3)
    return PositionAddress(
        name,
        "".join(rest) or query.get("position", ""),
        query.get("opening", ""),
        tuple(slug for slug in flags() if query.get(slug) == "1"),
        query.get("start", ""),
    )


@pytest.mark.parametrize("address", STARTS, ids=lambda address: address.path)
def test_every_position_that_can_be_reached_has_an_address_that_leads_back_to_it(address: PositionAddress) -> None:
    game, position = address.locate()
    waiting, seen = [position], set[object]()
    while waiting and len(seen) < 300:
        p = waiting.pop()
        if game.key(p) in seen:
            continue
        seen.add(game.key(p))
        for other in (address.at(game, p), address_of(game, p)):
            assert re.fullmatch(r"/explore/[!-~]+", other.path)
            found, at = followed(other.path).locate()
            assert (found.text(at), found.title) == (game.text(p), game.title)
            assert [found.spell(at, move) for move in found.legal_moves(at)] == [
                game.spell(p, move) for move in game.legal_moves(p)
            ]
        waiting += [game.child(p, move) for move in game.legal_moves(p)]
    assert len(seen) > 3


class Odd(DividersDuel):
    """A stranger's duel, with a sign and a parameter of its own."""

    __slots__ = ()
    slug, title, sign, parameter = "odd-duel", "Odd Duel", ":", "height"


class Steps(RuleBook[int, int]):
    """A stranger's game with a plain board: climb one step or two, and be the last."""

    __slots__ = ("height",)
    slug, title, tagline, penalty = "steps", "Steps", "Climb one step or two.", "retry"
    parameter, example, bounds = "height", "5", "a number of steps"

    def __init__(self, height: int) -> None:
        self.height = height

    @classmethod
    def from_value(cls, value: object) -> Self:
        return cls(int(str(value)))

    @property
    def value(self) -> str:
        return str(self.height)

    @property
    def max_length(self) -> int:
        return self.height

    def start(self) -> int:
        return 0

    def seat(self, p: int) -> Seat:
        return 1

    def legal_moves(self, p: int) -> Sequence[int]:
        return range(1, min(2, self.height - p) + 1)

    def is_legal(self, p: int, move: int) -> bool:
        return move in self.legal_moves(p)

    def is_over(self, p: int) -> bool:
        return p == self.height

    def child(self, p: int, move: int) -> int:
        return p + move

    def objection(self, p: int, move: Any) -> str:
        return f"Nobody climbs {move} steps."

    def key(self, p: int) -> Hashable:
        return p

    def text(self, p: int) -> str:
        return f"{p}/of/{self.height}"

    def position(self, text: str) -> int:
        return int(text.partition("/")[0])

    def spell(self, p: int, move: int) -> str:
        return f"+{move}"

    def parse(self, p: int, text: str) -> int:
        return int(text)


@pytest.fixture
def installed() -> Iterator[None]:
    """A machine on which another package names these as games."""
    with plugins(games={"odd": Odd, "steps": Steps}):
        yield


@pytest.mark.parametrize("name", ["odd-duel", "odd-duel(height=720)", "steps", "steps(height=9)"])
def test_the_games_of_strangers_are_walked_through_like_ours(installed: None, name: str) -> None:
    address = PositionAddress(name)
    while (page := explore_position(address)).moves:
        game, position = address.locate()
        winning = {game.spell(position, move) for move in solve(game, position).winning_moves}
        assert {move.text for move in page.moves if move.wins} == winning
        address = followed(page.moves[-1].href)
    assert page.is_over
    assert page.study.wins is False


def test_addresses_are_short() -> None:
    assert PositionAddress("dividers-duel", "60").path == "/explore/dividers-duel/60"
    assert PositionAddress("factor-duel", "60,84").path == "/explore/factor-duel/60,84"
    assert PositionAddress("juniper-green", "1-100/12,6").path == "/explore/juniper-green/1-100/12,6"
    game = create("divisor-duel-pool", pool="1-40", opening="even", misere=True)
    assert address_of(game, game.start()).path == "/explore/divisor-duel-pool/1-40?opening=even&misere=1"


def test_picks_alone_are_picks_from_the_pool_of_the_rule_book() -> None:
    game, position = PositionAddress("divisor-duel-pool", "12, 6").locate()
    assert game.text(position) == "2-50/12,6"
    game, position = PositionAddress("juniper-green", "12").locate()
    assert game.text(position) == "1-100/12"


@pytest.mark.parametrize("text", [".", "..", "a/../b", "//", "/x", "60/", "?", "#", "%2F", "<b>", "é"])
def test_texts_that_no_path_carries_survive_their_address(text: str) -> None:
    address = PositionAddress("dividers-duel", text)
    assert followed(address.path).position == text.removesuffix("/")


@pytest.mark.parametrize(
    "address",
    [
        PositionAddress("nonsense"),
        PositionAddress("x" * 301),
        PositionAddress("dividers-duel", "9" * 10_001),
        PositionAddress("dividers-duel", "60", start="60(swap"),
        PositionAddress("dividers-duel", "60", opening="even"),
        PositionAddress("divisor-duel-pool", "1-1001"),
        PositionAddress("dividers-duel", ",".join(["60"] * 9)),
        PositionAddress("dividers-duel", "61", start="60", variants=("swap",), opening="x"),
    ],
    ids=lambda address: address.name[:20] + address.position[:10],
)
def test_what_is_no_position_is_refused_in_a_sentence(address: PositionAddress) -> None:
    with pytest.raises(AliquotError) as refused:
        address.locate()
    assert str(refused.value).endswith((".", "?"))
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("game", ["sum", "dividers-duel", "divisor-duel-pool"])
def test_numbers_under_different_rules_can_be_typed(server: Served, game: str) -> None:
    answer = client(server.url).get(
        "/explore", params={"game": game, "position": "60, 84/, 48-"}, follow_redirects=True
    )
    assert answer.status_code == 200
    assert "sum(dividers-duel:60+dividers-duel:84+divisor-duel-subtract:48)" in answer.text
    refused = client(server.url).get("/explore", params={"game": "sum", "position": "60, x"})
    assert refused.status_code == 422
    assert "one to subtract from ends in -" in refused.text


def test_a_busy_server_gives_the_same_answers() -> None:
    budget = _budget(0.2)
    time.sleep(0.4)
    budget.check()
