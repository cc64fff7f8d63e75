"""Every page there is, and how to get there."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..conftest import client
from .people import Person
from .playing import sets_up


@dataclass(frozen=True, slots=True)
class Place:
    """A page worth looking at."""

    path: str = ""
    """Where it is, if that is known beforehand."""
    begin: Callable[[Person], str] | None = None
    """Makes it, otherwise, and says where it is."""
    then: Callable[[Person], object] | None = None
    """What is done there before it is looked at."""
    status: int = 200
    """What it answers."""
    waits_for: str = "h1"
    """What must be there."""
    shown: str = ""
    """The size and the theme in which the docs show it, if they do."""

    def visit(self, person: Person) -> None:
        """Goes there."""
        person.goes(self.begin(person) if self.begin is not None else self.path, statuses=(self.status,))
        person.page.locator(self.waits_for).first.wait_for()
        if self.then is not None:
            self.then(person)
        person.page.wait_for_load_state("networkidle")


def begun(game: str, *moves: str, **settings: Any) -> Callable[[Person], str]:
    """A game between Ada, who looks, and Emmy, with some moves made; on one device where Ada is alone."""

    def begin(person: Person) -> str:
        if person.is_alone:
            made = sets_up(person, game, opponent="device", **settings)
            for ply, move in enumerate(moves):
                _, told = person.requests(f"/api/matches/{made}/moves", id=f"m{ply}", ply=ply, move=move)
                assert told["result"] == "accepted", told
            return f"/g/{made}"
        made = sets_up(person, game, name="Ada", **settings)
        join = client(person.url)
        token = join.post(f"/api/matches/{made}/join", json={"name": "Emmy"}).json()["token"]
        for ply, move in enumerate(moves):
            asked = {"id": f"m{ply}", "ply": ply, "move": move}
            path = f"/api/matches/{made}/moves"
            if ply % 2 == 0:
                told = person.context.request.post(path, data=asked).json()
            else:
                told = join.post(path, json=asked, headers={"authorization": f"Bearer {token}"}).json()
            assert told["result"] == "accepted", told
        return f"/g/{made}"

    return begin


def against(level: str, game: str, **settings: Any) -> Callable[[Person], str]:
    """A game against a computer."""
    return lambda person: f"/g/{sets_up(person, game, name='Ada', opponent=level, **settings)}"


def waiting(person: Person) -> str:
    """A game nobody has joined yet."""
    return f"/g/{sets_up(person, name='Ada')}"


def offered(person: Person) -> str:
    """A game somebody else has set up, with a seat free."""
    made = client(person.url).post("/api/matches", json={"game": "dividers-duel", "name": "Emmy"}).json()["match"]
    return f"/g/{made}"


def chained(person: Person) -> None:
    """Writes a chain, as far as the board is in the way of nothing."""
    for number in (50, 25, 75, 15, 90, 45, 9, 27, 81, 3, 30, 10, 60, 12, 84, 42, 100, 20):
        person.page.locator(f"aliquot-board [data-key='cell {number}'][data-notation]").click()


def reviewed(game: str, *moves: str, **settings: Any) -> Callable[[Person], str]:
    """The review of a game between Ada and Emmy."""
    begin = begun(game, *moves, **settings)
    return lambda person: begin(person) + "/review"


BOARD = "aliquot-board .board-shell"
POOL = ("12", "6", "18", "9", "3")
PLACES = {
    "home": Place("/", waits_for=BOARD, shown="desktop light"),
    "new": Place("/new", shown="desktop light"),
    "number": Place(begin=begun("dividers-duel", "2", start="360"), waits_for=BOARD, shown="desktop light"),
    "number-huge": Place(begin=begun("factor-duel", start="897612484786617600"), waits_for=BOARD),
    "subtraction": Place(begin=begun("divisor-duel-subtract", "6", start="60"), waits_for=BOARD),
    "pool": Place(begin=begun("divisor-duel-pool", *POOL, pool="2-50"), waits_for=BOARD, shown="phone light"),
    "small": Place(begin=begun("dividers-duel", start="12"), waits_for=".lattice .node"),
    "misère": Place(begin=begun("divisor-duel-subtract", start="20", variants=["misere"]), waits_for=BOARD),
    "series": Place(
        begin=begun("divisor-duel-pool", pool="1-100", best_of=3, clock="300+5", penalty="forfeit"), waits_for=BOARD
    ),
    "swap": Place(begin=begun("divisor-duel-pool", "12", pool="1-24", variants=["swap"]), waits_for=BOARD),
    "mixed-sum": Place(begin=begun("sum(dividers-duel:60+divisor-duel-subtract:16)"), waits_for=BOARD),
    "sum": Place(begin=begun("dividers-duel", "84/2", start="60,84,90"), waits_for=BOARD, shown="desktop dark"),
    "waiting": Place(begin=waiting, waits_for=BOARD),
    "offered": Place(begin=offered, waits_for=BOARD),
    "over": Place(begin=begun("dividers-duel", "2", "10", start="60"), waits_for=BOARD),
    "computer": Place(begin=against("medium", "juniper-green", pool="1-40"), waits_for=BOARD),
    "review": Place(begin=reviewed("dividers-duel", "2", "10", start="60"), shown="desktop light"),
    "review-open": Place("/review"),
    "explore": Place("/explore"),
    "explore-number": Place("/explore/dividers-duel/60", shown="projector light"),
    "explore-huge": Place("/explore/factor-duel/897612484786617600"),
    "rules": Place("/rules"),
    "rules-pool": Place("/rules/divisor-duel-pool"),
    "worksheet": Place("/worksheet"),
    "learn": Place("/learn"),
    "lesson": Place("/learn/dividers-duel"),
    "daily": Place("/daily", waits_for=BOARD, shown="phone dark"),
    "chain": Place("/chain", waits_for=BOARD, then=chained, shown="phone light"),
    "archive": Place("/daily/archive"),
    "challenge": Place("/challenge?game=divisor-duel-pool(pool=1-100,opening=even)&moves=5&level=medium"),
    "class": Place("/class"),
    "teachers": Place("/teachers"),
    "blank-board": Place("/board"),
    "blank-board-small": Place("/board?pool=1-40"),
    "about": Place("/about"),
    "privacy": Place("/privacy"),
    "lost": Place("/nowhere", status=404),
    "no-game": Place("/g/nothing", status=404),
}
"""By name."""
