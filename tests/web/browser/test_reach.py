"""For everyone: nothing axe objects to, moves announced, the focus seen, nothing jumps, and nothing weighs much."""

import json
import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.effort import deep

from ..conftest import Served
from .conftest import EVERYWHERE, Visit
from .people import DESKTOP, PHONE, Person, Theme
from .places import PLACES, begun
from .playing import after, agrees, choice, clicks, joins, sets_up, truth

MISSING = re.compile("status of (403|404)")


def objections(person: Person) -> list[str]:
    """What axe finds wrong with the page: the rule, and the first places where it is broken."""
    found = Axe().run(person.page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in found]


def examine(visit: Visit, name: str, theme: Theme, size: tuple[int, int]) -> None:
    person = visit(theme=theme, size=size)
    person.foresees(MISSING)
    PLACES[name].visit(person)
    assert objections(person) == []
    wide = person.asks("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "nothing has to be scrolled sideways"


@pytest.mark.parametrize("name", ["home", "number", "pool", *deep("explore-huge")])
def test_axe_objects_to_nothing(visit: Visit, name: str) -> None:
    place = sorted(PLACES).index(name)
    examine(visit, name, ("light", "dark", "contrast")[place % 3], (PHONE, DESKTOP)[place % 2])


@pytest.mark.deep
@pytest.mark.parametrize("size", [(320, 568), PHONE, DESKTOP], ids=["small", "phone", "desktop"])
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("name", [name for name in PLACES if name != "explore-huge"])
def test_axe_objects_to_nothing_in_any_theme(visit: Visit, name: str, theme: Theme, size: tuple[int, int]) -> None:
    examine(visit, name, theme, size)


def heard(person: Person) -> str:
    """What the live region says, as the accessibility tree has it."""
    tree = person.context.new_cdp_session(person.page).send("Accessibility.getFullAXTree")
    nodes = {node["nodeId"]: node for node in tree["nodes"]}

    def text(node: dict[str, Any]) -> str:
        name = node.get("name", {}).get("value", "") if node["role"]["value"] == "StaticText" else ""
        return str(name) + "".join(text(nodes[child]) for child in node.get("childIds", ()) if child in nodes)

    regions = [node for node in tree["nodes"] if node["role"]["value"] == "status" and not node.get("ignored")]
    live = [node for node in regions if {"live", "polite"} <= _values(node)]
    return " ".join(map(text, live)).strip()


def _values(node: dict[str, Any]) -> set[str]:
    found = {prop["name"] for prop in node.get("properties", ())}
    return found | {str(prop["value"].get("value")) for prop in node.get("properties", ())}


def test_moves_are_announced(visit: Visit, server: Served) -> None:
    ada, emmy = visit(), visit()
    game = sets_up(ada, "dividers-duel", start="60", name="Ada")
    joins(emmy, game, "Emmy")
    for person in (ada, emmy):
        person.goes(f"/g/{game}")
        agrees(person.page, truth(server.url, game))
    assert heard(ada) == "", "nothing is said on arriving"
    clicks(ada, "60/2")
    agrees(emmy.page, after(server.url, {"match": game, "number": 1}))
    emmy.page.locator("#announcement:not(:empty)").wait_for(state="attached")
    assert re.search(r"Ada.*60/2.*30", heard(emmy)), heard(emmy)


@EVERYWHERE
def test_the_focus_is_seen_and_what_has_it_says_what_it_is(visit: Visit) -> None:
    ada = visit()
    ada.goes(begun("divisor-duel-pool", "30", pool="1-40")(ada))
    agrees(ada.page, truth(ada, ada.page.url.rsplit("/", 1)[1]))
    bare = []
    for _ in range(40):
        ada.page.keyboard.press("Tab")
        told = ada.asks(
            """() => {
              const at = document.activeElement;
              if (at === null || at === document.body) return null;
              const style = getComputedStyle(at);
              const ring = parseFloat(style.outlineWidth) > 0 && style.outlineStyle !== "none";
              return [ring || style.boxShadow !== "none", at.outerHTML.slice(0, 120)];
            }"""
        )
        if told is None:
            break
        if not told[0]:
            bare.append(told[1])
    assert bare == []


def test_what_one_may_choose_is_said_whole(visit: Visit) -> None:
    ada = visit()
    ada.goes(begun("divisor-duel-pool", "30", "15", pool="1-40")(ada))
    choice(ada.page, "5").wait_for()
    for name in ("5, prime, a divisor of 15, free", "30, taken by Ada at turn 1"):
        assert ada.page.get_by_role("gridcell", name=name).or_(ada.page.get_by_label(name)).count() > 0, name


SHIFT = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("size", [PHONE, *deep((DESKTOP,))], ids=["phone", "desktop"])
@pytest.mark.parametrize("name", ["number", *deep("home", "pool")])
def test_nothing_jumps_while_a_page_comes(visit: Visit, name: str, size: tuple[int, int]) -> None:
    ada = visit(size=size)
    ada.context.add_init_script(SHIFT)
    PLACES[name].visit(ada)
    assert ada.asks("() => window.shifted") < 0.01


def weigh(person: Person) -> dict[str, int]:
    """What is loaded from now on, in bytes as they come over the line, by address."""
    session = person.context.new_cdp_session(person.page)
    loaded: dict[str, int] = {}
    named: dict[str, str] = {}

    def sent(told: dict[str, Any]) -> None:
        named[told["requestId"]] = told["request"]["url"]

    def finished(told: dict[str, Any]) -> None:
        loaded[named.get(told["requestId"], "?")] = int(told["encodedDataLength"])

    session.send("Network.enable")
    session.on("Network.requestWillBeSent", sent)
    session.on("Network.loadingFinished", finished)
    return loaded


@pytest.mark.deep
def test_the_first_visit_of_a_game_is_light(visit: Visit) -> None:
    host = visit()
    path = begun("divisor-duel-pool", "30", pool="1-40")(host)
    ada = visit()
    loaded = weigh(ada)
    ada.goes(path)
    ada.page.locator("aliquot-board [data-item]").first.wait_for()
    ada.page.wait_for_load_state("networkidle")
    told = json.dumps(loaded, indent=1)
    assert sum(loaded.values()) <= 70_000, told
    assert len(loaded) <= 36, told
    foreign = [url for url in loaded if not url.startswith(ada.url)]
    assert foreign == []
    again = weigh(ada)
    ada.goes(path)
    ada.page.locator("aliquot-board [data-item]").first.wait_for()
    ada.page.wait_for_load_state("networkidle")
    kept = [url for url, size in again.items() if "/static/" in url and size > 0]
    assert kept == [], "what is named by its content is asked for once"
