"""A server that gives no help with the positions of live matches without hints."""

from collections.abc import Callable

import pytest

from aliquot.games.boards import Board, board_of
from aliquot.games.positions import locate
from aliquot.games.sum import Sum
from tests.web.conftest import Served, Visitor

LIVE = "live-position"


def board(name: str, text: str | None = None) -> Board:
    return board_of(*locate(name, text))


def size(board: Board) -> int:
    """Return how many numbers of a sum can be moved on."""
    assert isinstance(board.key, tuple)
    return len(board.key)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (("dividers-duel(start=60)", "30"), ("dividers-duel", "30")),
        (("dividers-duel", "30"), ("factor-duel", "30")),
        (("dividers-duel(start=60,swap)", "30~"), ("dividers-duel", "30")),
        (("dividers-duel", "60,84"), ("dividers-duel", "84,60")),
        (("dividers-duel", "60"), ("dividers-duel", "60,7")),
        (("divisor-duel-pool", "2-50/12,6,24,8"), ("divisor-duel-pool(pool=2-50,opening=even)", "2-50/6,12,24,8")),
    ],
)
def test_positions_with_the_same_moves_are_one_board(one: tuple[str, str], two: tuple[str, str]) -> None:
    assert board(*one) == board(*two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (("dividers-duel", "30"), ("divisor-duel-subtract", "30")),
        (("dividers-duel", "30"), ("dividers-duel(start=30,misere)", "30")),
        (("dividers-duel", "30"), ("dividers-duel", "30,30")),
        (("divisor-duel-pool", "2-50/12,6"), ("divisor-duel-pool", "2-50/6,12")),
        (("divisor-duel-pool", "2-50/12"), ("divisor-duel-pool", "2-40/12")),
    ],
)
def test_other_positions_are_other_boards(one: tuple[str, str], two: tuple[str, str]) -> None:
    assert board(*one) != board(*two)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dividers-duel", "60"),
        ("divisor-duel-subtract", "24"),
        ("dividers-duel(start=60,misere)", "60"),
        ("dividers-duel", "60,84,84"),
        ("divisor-duel-pool", "2-50/12,6"),
        ("sum(dividers-duel:60+divisor-duel-subtract:24)", None),
    ],
)
def test_a_board_leads_to_every_position_one_move_on(name: str, text: str | None) -> None:
    game, position = locate(name, text)
    here = board_of(game, position)
    over = Board(("numbers", game.last_move_wins), ())
    children = {board_of(game, game.child(position, move)) for move in game.legal_moves(position)} - {over}
    assert children
    assert all(here.leads_to(child) for child in children)
    assert not here.leads_to(here)
    later = {
        board_of(game, game.child(child, move))
        for first in game.legal_moves(position)[:8]
        for child in [game.child(position, first)]
        for move in game.legal_moves(child)[:8]
    }
    # A number that is gone from a board may have gone at once: that cannot be told apart.
    apart = [each for each in later - children if not isinstance(game, Sum) or size(each) == size(here)]
    assert not any(here.leads_to(each) for each in apart)


def test_no_help_with_a_live_position_without_hints(serve: Callable[..., Served]) -> None:
    served = serve(None, "--no-live-help")
    ada, emmy, third = served.visitor(), served.visitor(), served.visitor()
    match = ada.create("dividers-duel", start="360")
    record = b'[Game "dividers-duel(start=360)"]\n'
    questions = (
        ("GET", "/api/explore?game=dividers-duel&position=360"),
        ("GET", "/api/explore?game=factor-duel(start=360)"),
        ("GET", "/api/explore?game=dividers-duel&position=360,7"),
        ("GET", "/api/explore?game=dividers-duel&position=180"),
        ("GET", "/api/certificate?game=dividers-duel&position=360"),
        ("POST", "/api/review"),
        ("POST", "/api/review/board?ply=0"),
        ("GET", "/explore/dividers-duel/360"),
        ("GET", "/explore/dividers-duel/180?swap=1&start=360"),
    )
    for method, path in questions:
        assert third.http.request(method, path, content=record).status_code == 200, "nobody plays it yet"
    emmy.join(match)
    for method, path in questions:
        answer = third.http.request(method, path, content=record)
        assert answer.status_code == 403, path
        if path.startswith("/api/"):
            assert answer.json()["code"] == LIVE, path
    assert third.http.post("/review", data={"text": record.decode()}).status_code == 403
    own = third.create("dividers-duel", start="360", opponent="device")
    assert third.do(own, "hint", "h")["code"] == LIVE
    assert third.refusal_code(403, "GET", f"/api/matches/{own}/study") == LIVE
    _other_positions_are_answered(third)
    ada.move(match, 0, "360/2")
    assert third.http.get(questions[0][1]).status_code == 200, "it is no longer on the board"
    assert third.refusal_code(403, *questions[3]) == LIVE
    emmy.do(match, "resign", "r")
    for method, path in questions:
        assert third.http.request(method, path, content=record).status_code == 200, "it is over"
    assert third.do(own, "hint", "h")["result"] == "accepted"


def _other_positions_are_answered(visitor: Visitor) -> None:
    for path in (
        "/api/explore?game=dividers-duel&position=720",
        "/api/explore?game=divisor-duel-subtract&position=360",
        "/api/explore?game=dividers-duel(start=360,misere)&position=360",
    ):
        assert visitor.http.get(path).status_code == 200, path


def test_matches_with_hints_are_not_guarded(serve: Callable[..., Served]) -> None:
    served = serve(None, "--no-live-help")
    ada, emmy = served.visitor(), served.visitor()
    emmy.join(ada.create("dividers-duel", start="360", open_book=True))
    ada.create("dividers-duel", start="360", opponent="easy")
    assert emmy.http.get("/api/explore?game=dividers-duel&position=360").status_code == 200
