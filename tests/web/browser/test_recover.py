"""What may happen in the middle of a game: a browser closed, a server killed, a network gone, a move refused."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute

from ..conftest import Served
from .conftest import Visit
from .line import Line
from .people import CUT, PHONE, Person
from .playing import after, agrees, clicks, joins, moves_of, plays_out, sets_up, truth
from .test_play import is_told


def one_move(people: list[Person], game: str, url: str) -> dict[str, Any]:
    """The next move, by whoever's turn it is; everybody sees it."""
    state = truth(url, game)
    clicks(people[state["view"]["to_move"] - 1], moves_of(state)[0])
    state = after(url, state)
    for person in people:
        agrees(person.page, state)
    return state


@pytest.mark.deep
def test_a_game_by_link_goes_on_when_a_browser_is_closed_and_the_server_killed(
    visit: Visit, serve: Callable[..., Served]
) -> None:
    served = serve()
    ada, emmy = visit(served.url), visit(served.url, size=PHONE)
    game = sets_up(ada, "divisor-duel-subtract", start="60", name="Ada")
    joins(emmy, game, "Emmy")
    people = [ada, emmy]
    for person in people:
        person.foresees(CUT)
        person.goes(f"/g/{game}")
    one_move(people, game, served.url)
    emmy.page.close()
    state = truth(served.url, game)
    served.kill()
    emmy.page = emmy.tab()
    served = serve(served.database, port=served.port)
    emmy.goes(f"/g/{game}")
    for person in people:
        agrees(person.page, state)
    one_move(people, game, served.url)
    served.kill()
    served = serve(served.database, port=served.port)
    state = plays_out(game, [(ada, clicks), (emmy, clicks)], [])
    for person in people:
        is_told(person, state)


@pytest.mark.deep
def test_a_lost_connection_is_shown_and_the_truth_comes_back_with_it(
    visit: Visit, serve: Callable[..., Served]
) -> None:
    with Line() as line:
        served = serve()
        line.target = served.port
        ada, emmy = visit(line.url), visit(served.url)
        ada.foresees(CUT)
        game = sets_up(ada, "divisor-duel-subtract", start="1000", name="Ada")
        joins(emmy, game, "Emmy")
        for person in (ada, emmy):
            person.goes(f"/g/{game}")
        one_move([ada, emmy], game, served.url)
        lost = ada.page.locator("#main").get_by_text("The connection is lost")
        for lose, find in ((line.hold, line.let_go), (line.take_away, line.bring_back)):
            lose()
            lost.wait_for()
            state = truth(served.url, game)
            if state["view"]["to_move"] == 2:
                clicks(emmy, moves_of(state)[0])
                state = after(served.url, state)
            find()
            agrees(ada.page, state)
            lost.wait_for(state="hidden")
            one_move([ada, emmy], game, served.url)


@pytest.mark.deep
def test_a_move_that_is_refused_is_taken_off_the_board_again(visit: Visit, server: Served) -> None:
    ada, emmy = visit(), visit()

    def spoil(route: WebSocketRoute) -> None:
        """Has the next move arrive as one that is illegal."""
        far = route.connect_to_server()

        def send(text: "str | bytes") -> None:
            told = json.loads(text)
            far.send(json.dumps({**told, "move": "60/7"} if told["type"] == "move" else told))

        route.on_message(send)

    ada.page.route_web_socket(re.compile("/live$"), spoil)
    game = sets_up(ada, "dividers-duel", start="60", name="Ada", penalty="retry")
    joins(emmy, game, "Emmy")
    for person in (ada, emmy):
        person.goes(f"/g/{game}")
    state = truth(server.url, game)
    agrees(ada.page, state)
    clicks(ada, "60/2")
    ada.page.get_by_text("7").first.wait_for()
    agrees(ada.page, state)
    assert truth(server.url, game)["ply"] == 0
    assert ada.page.locator("aliquot-board [data-notation]").count() > 0


@pytest.mark.deep
def test_a_reload_and_a_second_tab_change_nothing(visit: Visit, server: Served) -> None:
    ada, emmy = visit(), visit()
    game = sets_up(ada, "divisor-duel-subtract", start="100", name="Ada")
    joins(emmy, game, "Emmy")
    for person in (ada, emmy):
        person.goes(f"/g/{game}")
    one_move([ada, emmy], game, server.url)
    second = ada.tab()
    ada.goes(f"/g/{game}", second)
    ada.page.reload()
    state = truth(server.url, game)
    agrees(second, state)
    agrees(ada.page, state)
    one_move([ada, emmy], game, server.url)
    state = one_move([ada, emmy], game, server.url)
    agrees(second, state)


@pytest.mark.deep
def test_a_network_that_lets_no_websocket_through_does_not_keep_anybody_from_playing(
    visit: Visit, serve: Callable[..., Served]
) -> None:
    served = serve()
    ada, emmy, watcher = visit(served.url), visit(served.url, size=PHONE), visit(served.url)
    game = sets_up(ada, "divisor-duel-subtract", start="60", name="Ada", penalty="retry")
    joins(emmy, game, "Emmy")
    for person in (ada, watcher):
        person.page.route_web_socket(re.compile("/live$"), lambda route: route.close())
    for person in (ada, emmy, watcher):
        person.foresees(CUT)
        person.goes(f"/g/{game}")
    for _ in range(3):
        one_move([ada, emmy, watcher], game, served.url)
    state = truth(served.url, game)
    ada.touch(ada.page.get_by_role("button", name="Take back"))
    state = after(served.url, state)
    emmy.touch(emmy.page.get_by_role("button", name="Agree"))
    state = after(served.url, state)
    assert state["ply"] == 2
    agrees(ada.page, state)
    served.kill()
    served = serve(served.database, port=served.port)
    state = plays_out(game, [(ada, clicks), (emmy, clicks)], [watcher])
    for person in (ada, emmy, watcher):
        is_told(person, state)
