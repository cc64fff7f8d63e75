"""Classes over HTTP: joining and coming back, the four activities, their results, and what is refused."""

import csv
import io
import itertools
import json
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from aliquot import game as create_game
from aliquot.games.longest_chain import Chain
from aliquot.oracle import solve
from aliquot.reports.classroom import csv_cell, write_csv
from aliquot.web.limits import CLASS_SIZE, JOINS_BURST
from tests.effort import PATIENCE

from ..conftest import Served, Visitor, client

POOL = "divisor-duel-pool(pool=1-40,opening=even)"


class Teacher:
    """A teacher with a class."""

    def __init__(self, served: Served) -> None:
        """Creates a class."""
        self.served, self.visitor = served, served.visitor()
        self.made = self.visitor.post("/api/classes")
        self.code: str = self.made["code"]
        self.path = f"/api/classes/{self.code}"
        self._ids = itertools.count()

    def does(self, kind: str, **more: Any) -> int:
        """Leads the class; returns the number of the last event."""
        return int(self.visitor.post(f"{self.path}/teacher", id=f"t{next(self._ids)}", type=kind, **more)["number"])

    def refused(self, status: int, kind: str, **more: Any) -> str:
        """The code with which something is refused."""
        return self.visitor.refusal_code(
            status, "POST", f"{self.path}/teacher", id=f"t{next(self._ids)}", type=kind, **more
        )

    def state(self, role: str = "teacher") -> dict[str, Any]:
        """What a page of the teacher shows."""
        return self.visitor.get(f"{self.path}?role={role}")

    def pupil(self, **more: Any) -> "Pupil":
        """Somebody who joins."""
        return Pupil(self, **more)


class Pupil:
    """A pupil with a seat."""

    def __init__(self, teacher: Teacher, **more: Any) -> None:
        """Joins the class."""
        self.path, self.visitor = teacher.path, teacher.served.visitor()
        self.joined = self.visitor.post(f"{self.path}/join", **more)

    @property
    def task(self) -> dict[str, Any]:
        """What is to be done."""
        task: dict[str, Any] = self.visitor.get(self.path)["task"]
        return task

    def picks(self, move: str, name: str = "p") -> int:
        """Chooses a move; returns the number of the last event."""
        task = self.task
        where = {"activity": task["activity"], "step": task["step"]}
        return int(self.visitor.post(f"{self.path}/picks", id=name, move=move, **where)["number"])


@pytest.fixture
def teacher(server: Served) -> Teacher:
    """A teacher with a class of their own."""
    return Teacher(server)


# --- joining --------------------------------------------------------------------------------------------


def test_a_pupil_gets_a_name_and_the_same_seat_again(teacher: Teacher) -> None:
    pupil = teacher.pupil()
    again = pupil.visitor.post(f"{teacher.path}/join")
    assert (again["name"], again["pupil"]) == (pupil.joined["name"], 1)
    other = teacher.pupil()
    assert other.joined["name"] != pupil.joined["name"]
    assert [row["name"] for row in teacher.state()["pupils"]] == [pupil.joined["name"], other.joined["name"]]


def test_an_own_code_opens_the_seat_on_another_device(teacher: Teacher) -> None:
    pupil = teacher.pupil()
    phone = teacher.pupil(own_code=pupil.joined["own_code"].lower())
    assert phone.joined["pupil"] == pupil.joined["pupil"]
    assert pupil.visitor.refusal_code(403, "GET", teacher.path) == "not-pupil", "the seat has moved"
    stranger = teacher.served.visitor()
    assert stranger.refusal_code(403, "POST", f"{teacher.path}/join", own_code="CCCCC") == "no-pupil"


def test_wrong_codes_locked_classes_and_removed_pupils_are_told_in_a_sentence(teacher: Teacher) -> None:
    stranger = teacher.served.visitor()
    for code in ("CCCCCC", "hello", "%20"):
        assert "no class with the code" in stranger.refusal(404, "GET", f"/api/classes/{code}")
    pupil = teacher.pupil()
    teacher.does("remove", pupils=[1, 99])
    assert pupil.visitor.get(teacher.path)["removed"] is True
    assert "removed you" in pupil.visitor.refusal(403, "POST", f"{teacher.path}/join")
    assert pupil.visitor.refusal_code(403, "POST", f"{teacher.path}/picks", id="a", activity=1, step=1, move="2") == (
        "removed"
    )
    teacher.does("switch", locked=True)
    assert pupil.visitor.refusal_code(403, "POST", f"{teacher.path}/join", again=True) == "locked"
    teacher.does("switch", locked=False)
    assert pupil.visitor.post(f"{teacher.path}/join", again=True)["pupil"] == 2
    teacher.does("end")
    assert stranger.refusal_code(403, "POST", f"{teacher.path}/join") == "class-over"
    assert teacher.refused(403, "switch", locked=True) == "class-over"


def test_a_class_that_is_full_says_so(teacher: Teacher) -> None:
    for _ in range(CLASS_SIZE):
        teacher.pupil()
    assert teacher.served.visitor().refusal_code(403, "POST", f"{teacher.path}/join") == "class-full"
    teacher.does("remove", pupils=[7])
    assert teacher.pupil().joined["pupil"] == CLASS_SIZE + 1


@pytest.mark.deep
def test_a_script_that_joins_again_and_again_is_stopped_and_the_lesson_goes_on(
    serve: Callable[..., Served],
) -> None:
    served = serve()
    first, second = Teacher(served), Teacher(served)
    pupil = first.pupil()
    first.does("start_position", game="dividers-duel", position="60")
    statuses = []
    for number in range(JOINS_BURST + 60):
        script = client(served.url)
        script._transport = pupil.visitor.http._transport  # the same address
        path = (first if number % 2 else second).path
        statuses.append(script.post(f"{path}/join", json={}).status_code)
    assert statuses.count(429) >= 30
    assert statuses.count(200) < JOINS_BURST + 20
    assert pupil.picks("2") > 0
    assert first.state()["task"]["answered"] == 1


def test_only_the_teacher_leads_and_the_private_link_works_elsewhere(teacher: Teacher) -> None:
    pupil = teacher.pupil()
    assert pupil.visitor.refusal_code(403, "GET", f"{teacher.path}?role=teacher") == "not-teacher"
    command = {"id": "x", "type": "end"}
    assert pupil.visitor.refusal_code(403, "POST", f"{teacher.path}/teacher", **command) == "not-teacher"
    assert pupil.visitor.refusal_code(403, "GET", f"{teacher.path}/results") == "not-teacher"
    elsewhere = teacher.served.visitor()
    token = teacher.made["private"].partition("#")[2]
    elsewhere.http.headers["authorization"] = f"Bearer {token}"
    assert elsewhere.get(f"{teacher.path}?role=projector")["count"] == 1
    assert elsewhere.get(f"{teacher.path}/link")["private"] == teacher.made["private"]
    assert teacher.visitor.get(f"{teacher.path}/link")["token"] == token
    assert token not in json.dumps(teacher.state())


# --- one position for all -------------------------------------------------------------------------------


def test_every_bar_has_the_verdict_of_the_oracle_and_a_reason(teacher: Teacher) -> None:
    pupils = [teacher.pupil() for _ in range(4)]
    teacher.does("start_position", game=POOL, position="1-40/20")
    for pupil, move in zip(pupils, ("10", "40", "10", "5"), strict=True):
        pupil.picks(move)
    assert pupils[0].task["bars"] == [], "pupils see nothing before it is revealed"
    assert teacher.state("projector")["task"]["bars"] == []
    assert teacher.state()["task"]["bars"][0] == {"move": "10", "count": 2, "wins": None, "text": ""}
    teacher.does("reveal", stage="bars")
    assert [bar["count"] for bar in pupils[0].task["bars"]] == [2, 1, 1]
    late = pupils[3].visitor
    task = pupils[3].task
    assert late.refusal_code(403, "POST", f"{teacher.path}/picks", id="q", activity=1, step=1, move="4") == "too-late"
    assert (task["verdict"], task["reason"]) == ("", "")
    teacher.does("reveal", stage="verdicts")
    rules = create_game("divisor-duel-pool", pool=(1, 40), opening="even")
    winning = solve(rules, rules.position("1-40/20")).winning_moves
    task = pupils[0].task
    assert {bar["move"]: bar["wins"] for bar in task["bars"]} == {
        move: int(move) in winning for move in ("10", "40", "5")
    }
    assert task["verdict"] == "The player to move wins."
    assert all(bar["text"] == "" for bar in task["bars"])
    teacher.does("reveal", stage="reasons")
    assert all(bar["text"] for bar in pupils[0].task["bars"])
    assert not any(bar["text"].startswith(bar["move"]) for bar in pupils[0].task["bars"]), "the page says the verdict"
    assert pupils[0].task["reason"]


def test_the_teacher_chooses_whose_reason_the_projector_shows_until_the_position_changes(teacher: Teacher) -> None:
    pupil = teacher.pupil()
    teacher.does("start_position", game=POOL, position="1-40/20")
    pupil.picks("10")
    teacher.does("project", match=None, names=False, move="40")
    assert teacher.state("projector")["move"] == "40"
    assert teacher.state()["projection"] == {"match": None, "names": False, "move": "40"}
    teacher.does("play_on", step=1)
    assert teacher.state("projector")["move"] == ""


def test_the_majority_plays_on_and_a_step_back_asks_again(teacher: Teacher) -> None:
    pupils = [teacher.pupil() for _ in range(3)]
    teacher.does("start_position", game="dividers-duel", position="60")
    assert teacher.refused(422, "play_on", step=1) == "no-picks"
    for pupil, move in zip(pupils, ("2", "12", "2"), strict=True):
        pupil.picks(move)
    teacher.does("play_on", step=1)
    task = pupils[0].task
    assert task["step"] == 2
    assert task["pick"] is None
    assert task["board"]["turns"][0]["move"] == "60/2"
    assert len(task["board"]["turns"]) == 2, "the computer answers"
    teacher.does("step_back", step=2)
    task = pupils[0].task
    assert (task["step"], task["board"]["turns"]) == (3, [])
    assert teacher.refused(403, "play_on", step=1) == "too-late"
    results = teacher.visitor.get(f"{teacher.path}/results")
    assert results["discussions"][0]["missed"] == 2, "two chose a move that loses although one wins"


def test_a_pick_counts_once_and_can_be_changed(teacher: Teacher) -> None:
    pupil = teacher.pupil()
    teacher.does("start_position", game="dividers-duel", position="60")
    number = pupil.picks("2", "one")
    assert pupil.picks("2", "one") == number, "sent twice, carried out once"
    assert pupil.picks("3", "one") == number, "an id means one command"
    assert pupil.picks("12", "two") == number + 1
    assert teacher.state()["task"]["bars"] == [{"move": "60/12", "count": 1, "wins": None, "text": ""}]
    illegal = {"id": "z", "activity": 1, "step": 1, "move": "7"}
    assert pupil.visitor.refusal_code(422, "POST", f"{teacher.path}/picks", **illegal) == "illegal-move"


def test_the_move_of_a_removed_pupil_is_not_counted(teacher: Teacher) -> None:
    joker, pupil = teacher.pupil(), teacher.pupil()
    teacher.does("start_position", game="dividers-duel", position="60")
    joker.picks("2")
    pupil.picks("12")
    teacher.does("remove", pupils=[joker.joined["pupil"]])
    task = teacher.state()["task"]
    assert (task["answered"], task["best"], len(task["bars"])) == (1, "60/12", 1)


@pytest.mark.parametrize(
    ("game", "position"),
    [("dividers-duel", "7"), ("dividers-duel", "nonsense"), ("chess", ""), ("divisor-duel-pool", "2-500")],
)
def test_a_position_nobody_can_choose_in_is_refused(teacher: Teacher, game: str, position: str) -> None:
    assert teacher.visitor.refusal(
        422, "POST", f"{teacher.path}/teacher", id="a", type="start_position", game=game, position=position
    )
    assert teacher.state()["task"] is None


def test_eyes_to_the_front_stops_everything_until_it_goes_on(teacher: Teacher) -> None:
    pupil = teacher.pupil()
    teacher.does("start_position", game="dividers-duel", position="60")
    teacher.does("switch", paused=True)
    assert pupil.visitor.get(teacher.path)["paused"] is True
    command = {"id": "a", "activity": 1, "step": 1, "move": "2"}
    assert pupil.visitor.refusal_code(403, "POST", f"{teacher.path}/picks", **command) == "paused"
    teacher.does("switch", paused=False)
    pupil.picks("2")
    teacher.does("stop")
    assert pupil.visitor.get(teacher.path)["task"] is None


# --- pairs ----------------------------------------------------------------------------------------------


def test_pairs_play_rounds_and_their_results_are_counted(teacher: Teacher) -> None:
    pupils = {pupil.joined["pupil"]: pupil for pupil in (teacher.pupil() for _ in range(3))}
    assert teacher.refused(403, "pair") == "no-pairs"
    teacher.does("start_pairs", setup={"game": "dividers-duel", "start": "6", "opponent": "beginner"})
    teacher.does("pair")
    tasks = {number: pupil.task for number, pupil in pupils.items()}
    (alone,) = [number for number, task in tasks.items() if task["opponent"] == "Computer"]
    one, two = (number for number in tasks if number != alone)
    assert tasks[one]["match"] == tasks[two]["match"]
    match = tasks[one]["match"]
    tokens = {number: {"authorization": f"Bearer {tasks[number]['token']}"} for number in (one, two)}
    state = pupils[one].visitor.http.get(f"/api/matches/{match}", headers=tokens[one]).json()
    assert (state["classroom"], state["hints"]) == (teacher.code, False)
    assert {player["name"] for player in state["players"]} == {pupils[n].joined["name"] for n in (one, two)}
    mover = one if state["you"] == [1] else two
    teacher.does("switch", paused=True)

    def move(name: str) -> dict[str, Any]:
        body = {"id": name, "ply": 0, "move": "2"}
        answer: dict[str, Any] = (
            pupils[mover].visitor.http.post(f"/api/matches/{match}/moves", json=body, headers=tokens[mover]).json()
        )
        return answer

    assert move("a")["code"] == "paused"
    teacher.does("switch", paused=False)
    assert move("b")["result"] == "accepted"
    rows = wait_for(lambda: {row["pupil"]: row for row in teacher.state()["pupils"]}, lambda rows: rows[one]["played"])
    assert [rows[n]["won"] for n in (mover, one + two - mover)] == [1, 0]
    again = pupils[one].visitor.http.post(f"/api/matches/{match}/again", json={"id": "x"}, headers=tokens[one]).json()
    assert again["code"] == "class-game", "the teacher starts the next one"
    late = teacher.pupil()
    assert late.task["match"] is None
    teacher.does("pair", fill=True)
    assert late.task["opponent"] == "Computer"
    teacher.does("pair", how="winners")
    assert late.task["round"] == 2
    report = teacher.visitor.get(f"{teacher.path}/results")
    assert report["columns"][:4] == ["1. Round 1", "1. Round 1: against", "1. Round 2", "1. Round 2: against"]
    assert report["details"] == [2, 4], "the printed table leaves the opponents out"
    assert report["rows"][mover - 1][1:3] == ["won", pupils[one + two - mover].joined["name"]]
    assert report["rows"][alone - 1][2] == "Computer"
    tile = teacher.state()["tiles"][0]
    teacher.does("project", match=tile["id"], names=False)
    board = teacher.state("projector")["board"]
    assert board["names"] == ["Player 1", "Player 2"]
    assert teacher.refused(422, "project", match="nothing") == "invalid-parameter"


def test_whoever_played_a_removed_pupil_can_be_paired_again_in_the_same_round(teacher: Teacher) -> None:
    pupils = {pupil.joined["pupil"]: pupil for pupil in (teacher.pupil(), teacher.pupil())}
    teacher.does("start_pairs", setup={"game": "dividers-duel", "start": "balanced:2"})
    teacher.does("pair")
    left = pupils[1].task["match"]
    teacher.does("project", match=left, names=True)
    teacher.does("remove", pupils=[2])
    assert pupils[1].task["match"] is None
    state = teacher.state()
    assert (state["tiles"], state["projection"]["match"], state["task"]["games"]) == ([], None, 0)
    assert state["pupils"][0]["note"] == "no game in this round"
    teacher.does("pair", fill=True)
    task = pupils[1].task
    assert (task["opponent"], task["round"]) == ("Computer", 1)
    assert task["match"] not in (None, left)
    assert teacher.visitor.get(f"{teacher.path}/results")["rows"][0][2] == "Computer"


def wait_for(ask: Callable[[], Any], wanted: Callable[[Any], Any]) -> Any:
    """Asks until something holds."""
    end = time.monotonic() + PATIENCE
    while not wanted(found := ask()):
        assert time.monotonic() < end, found
        time.sleep(0.02)
    return found


def test_study_and_explore_are_off_for_pupils_of_a_class_at_work(teacher: Teacher) -> None:
    pupil, path = teacher.pupil(), "/api/explore?game=dividers-duel&position=60"
    assert pupil.visitor.get(path)["wins"] is True, "nothing goes on"
    teacher.does("start_position", game="dividers-duel", position="60")
    assert pupil.visitor.refusal_code(403, "GET", path) == "help-off"
    assert pupil.visitor.http.get("/explore/dividers-duel/60").status_code == 403
    assert pupil.visitor.refusal_code(403, "GET", "/api/chain/100/certificate") == "help-off"
    made = pupil.visitor.post("/api/matches", game="dividers-duel", opponent="medium", first="you")
    hint = f"/api/matches/{made['match']}/hint"
    assert pupil.visitor.post(hint, id="a")["code"] == "help-off", "in games of their own, too"
    assert teacher.visitor.get(path)["wins"] is True
    teacher.does("switch", help=True)
    assert pupil.visitor.get(path)["wins"] is True
    assert pupil.visitor.post(hint, id="b")["result"] == "accepted"


# --- the chain, the worksheet, the results --------------------------------------------------------------


def test_the_longest_chain_of_the_class_is_known_and_the_ceiling_only_when_revealed(teacher: Teacher) -> None:
    one, two = teacher.pupil(), teacher.pupil()
    teacher.does("start_chain", high=30)

    def sends(pupil: Pupil, name: str, *chain: int) -> None:
        pupil.visitor.post(f"{teacher.path}/chains", id=name, activity=1, chain=list(chain))

    sends(one, "a", 2, 4, 8)
    sends(one, "b", 2)
    sends(two, "a", 5, 10, 30, 15, 3)
    assert one.visitor.refusal(422, "POST", f"{teacher.path}/chains", id="c", activity=1, chain=[2, 3])
    assert (one.task["chain"], one.task["own"], one.task["best"]) == ([2], 3, 5)
    assert one.task["ceiling"] is None
    assert [row["won"] for row in teacher.state("projector")["standings"]] == [5, 3]
    joker = teacher.pupil()
    sends(joker, "a", 5, 10, 30, 15, 3, 9)
    assert teacher.state("projector")["task"]["best"] == 6
    teacher.does("remove", pupils=[joker.joined["pupil"]])
    assert teacher.state("projector")["task"]["chain"] == [5, 10, 30, 15, 3]
    teacher.does("reveal", stage="bars")
    assert one.task["ceiling"] == 26


def test_two_pupils_write_one_chain_and_the_odd_one_writes_alone(teacher: Teacher) -> None:
    pupils = [teacher.pupil() for _ in range(3)]
    teacher.does("start_chain", high=30, pairs=True)
    names = {pupil.joined["name"]: pupil for pupil in pupils}
    (alone,) = [pupil for pupil in pupils if not pupil.task["partner"]]
    one, two = (pupil for pupil in pupils if pupil is not alone)
    assert names[one.task["partner"]] is two
    assert names[two.task["partner"]] is one
    one.visitor.post(f"{teacher.path}/chains", id="a", activity=1, chain=[4, 8])
    two.visitor.post(f"{teacher.path}/chains", id="a", activity=1, chain=[2, 4, 8])
    alone.visitor.post(f"{teacher.path}/chains", id="a", activity=1, chain=[7])
    assert [pupil.task["chain"] for pupil in (one, two, alone)] == [[2, 4, 8], [2, 4, 8], [7]]
    best, other = teacher.state("projector")["standings"]
    assert {*best["name"].split(" and ")} == {one.joined["name"], two.joined["name"]}
    assert (best["won"], other["name"], other["won"]) == (3, alone.joined["name"], 1)
    assert one.task["longest"] == []
    teacher.does("reveal", stage="bars")
    longest = one.task["longest"]
    assert len(longest) == one.task["ceiling"] == len(Chain(30, tuple(longest)).numbers)
    late = teacher.pupil()
    assert late.task["partner"] == ""


def test_a_pupil_needs_help_since_the_last_move_and_a_tile_says_who_is_not_here(teacher: Teacher) -> None:
    pupils = [teacher.pupil() for _ in range(2)]
    teacher.does("start_pairs", setup={"game": "dividers-duel", "start": "60"})
    teacher.does("pair")
    before = teacher.state()
    assert (before["tiles"][0]["here"], before["tiles"][0]["status"]) == ([False, False], "away")
    for pupil in pupils:
        headers = {"authorization": f"Bearer {pupil.task['token']}"}
        body = {"id": "m", "ply": 0, "move": "2"}
        pupil.visitor.http.post(f"/api/matches/{pupil.task['match']}/moves", json=body, headers=headers)
    after = teacher.state()
    assert after["tiles"][0]["ply"] == 1
    assert [row["since"] for row in after["pupils"]] == [after["tiles"][0]["since"]] * 2
    assert after["tiles"][0]["since"] > before["pupils"][0]["since"]


def test_the_projector_lists_the_pairs_unless_names_are_hidden(teacher: Teacher) -> None:
    names = {teacher.pupil().joined["name"] for _ in range(2)}
    teacher.does("start_pairs", setup={"game": "dividers-duel", "start": "60", "choices": "hidden"})
    assert teacher.state("projector")["pairs"] == []
    assert teacher.state("projector")["task"]["choices"] == "hidden", "the projector gives no legal moves away"
    teacher.does("pair")
    (pair,) = teacher.state("projector")["pairs"]
    assert ({*pair["names"]}, pair["winner"]) == (names, 0)
    teacher.does("project", match=None, names=False)
    assert teacher.state("projector")["pairs"] == []


def test_a_removed_pupil_keeps_a_row_of_results_if_they_have_done_anything(teacher: Teacher) -> None:
    worker, idler, third = (teacher.pupil() for _ in range(3))
    teacher.does("start_position", game="divisor-duel-pool(pool=1-40,opening=even)", position="1-40/20")
    worker.picks("10")
    teacher.does("stop")
    teacher.does("remove", pupils=[worker.joined["pupil"], idler.joined["pupil"]])
    report = teacher.visitor.get(f"{teacher.path}/results")
    assert [row[0] for row in report["rows"]] == [f"{worker.joined['name']} (removed)", third.joined["name"]]
    assert report["summary"][0] == "2 pupils took part."
    assert report["discussions"][0]["title"] == "Juniper Green 1–40, after 20"


def test_a_worksheet_is_judged_and_counted(teacher: Teacher) -> None:
    pupil = teacher.pupil()
    teacher.does("start_worksheet", lesson="dividers-duel")
    task = pupil.task
    exercises = [
        pupil.visitor.get(f"/api/lessons/{task['lesson']}/exercises/{task['seed']}/{number}")
        for number in range(1, task["total"] + 1)
    ]
    number = next(one["number"] for one in exercises if one["question"] == "judge")
    assert all(one["title"] and one["goal"] for one in exercises), "a pupil is told which game it is, and its goal"

    def answers(name: str, answer: object) -> dict[str, Any]:
        return pupil.visitor.post(f"{teacher.path}/answers", id=name, activity=1, number=number, answer=answer)

    replies = {answer: answers(f"a{answer}", answer) for answer in (True, False)}
    assert {reply["accepted"] for reply in replies.values()} == {True, False}
    answers("again", True)
    task = pupil.task
    assert task["solved"].count(True) == 1
    assert task["tries"][number - 1] == (1 if replies[True]["accepted"] else 2)
    assert teacher.state()["pupils"][0]["note"] == f"1 of {task['total']}"
    assert teacher.state("projector")["task"]["finished"] == 1
    other, is_won = teacher.pupil(), replies[True]["accepted"]
    other.visitor.post(f"{teacher.path}/answers", id="no", activity=1, number=number, answer=not is_won)
    discussions = teacher.visitor.get(f"{teacher.path}/results")["discussions"]
    report = teacher.visitor.get(f"{teacher.path}/results")
    assert report["columns"][:2] == [f"1. Worksheet: solved of {task['total']}", "1. Worksheet: at the first try"]
    assert report["rows"][0][1:3] == ["1", "1" if is_won else "0"]
    (one,) = discussions
    assert exercises[number - 1]["text"] in one["title"]
    assert (one["answers"], one["missed"]) == (2, 1 if is_won else 2)
    assert one["verdict"].startswith("Won. " if is_won else "Lost. ")


def test_results_are_a_table_that_no_spreadsheet_takes_for_formulas(teacher: Teacher) -> None:
    pupil = teacher.pupil()
    teacher.does("start_position", game="dividers-duel", position="60")
    pupil.picks("12")
    teacher.does("stop")
    answer = teacher.visitor.http.get(f"{teacher.path}/results.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    head, row = csv.reader(io.StringIO(answer.text.removeprefix("\ufeff")))
    assert head[:2] == ["Pupil", "1. Position 1"]
    assert row[:2] == [pupil.joined["name"], "60/12 wins"]
    report = teacher.visitor.get(f"{teacher.path}/results")
    assert report["discussions"][0]["missed"] == 0
    assert report["summary"][0] == "1 pupil took part."
    for text in ("=1+1", "+1", "-1", "@x", "\tx", "\rx"):
        assert csv_cell(text) == f"'{text}"
    assert write_csv(["a"], [["=cmd|' /C calc'!A0"], ['say "hi", x']]) == (
        '\ufeffa\r\n\'=cmd|\' /C calc\'!A0\r\n"say ""hi"", x"\r\n'
    )


def test_a_class_can_be_deleted_at_once_with_its_games(teacher: Teacher) -> None:
    pupil = teacher.pupil()
    teacher.does("start_pairs", setup={"game": "dividers-duel", "start": "60"})
    teacher.does("pair")
    task = pupil.task
    with pupil.visitor.live(task["match"]) as game:
        assert teacher.visitor.http.delete(teacher.path).status_code == 200
        with pytest.raises(ConnectionClosed) as closed:
            game.until(lambda _: False)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4404, "This game has been deleted.")
    assert pupil.visitor.http.get(f"/api/matches/{task['match']}").status_code == 404
    assert "no class" in pupil.visitor.refusal(404, "GET", teacher.path)


# --- following ------------------------------------------------------------------------------------------


def states(visitor: Visitor, path: str) -> Generator[dict[str, Any], None, None]:
    """The messages of a stream."""
    with visitor.http.stream("GET", path) as answer:
        for line in answer.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


def test_a_stream_and_a_long_poll_tell_of_every_change(teacher: Teacher) -> None:
    pupil = teacher.pupil()
    stream = states(pupil.visitor, f"{teacher.path}/stream?tab=a")
    assert next(stream)["task"] is None
    wait_for(lambda: teacher.state()["pupils"][0]["here"], bool)
    version = teacher.state()["version"]
    teacher.does("start_position", game="dividers-duel", position="60")
    assert next(stream)["task"]["kind"] == "position"
    polled = teacher.visitor.get(f"{teacher.path}?role=teacher&since={version}&wait=20")
    assert polled["task"]["kind"] == "position"
    assert polled["version"] != version
    stream.close()


@pytest.mark.deep
def test_a_stopping_server_answers_long_polls(serve: Callable[..., Served]) -> None:
    served = serve()
    teacher = Teacher(served)
    pupil = teacher.pupil()
    match = pupil.visitor.post("/api/matches", game="dividers-duel")
    number = match["state"]["number"]
    waits = (
        f"{teacher.path}?since={pupil.joined['version']}&wait=25",
        f"/api/matches/{match['match']}/events?since={number}&wait=25",
    )
    with ThreadPoolExecutor(2) as both:
        answers = [both.submit(pupil.visitor.http.get, path) for path in waits]
        wait_for(lambda: teacher.state()["pupils"][0]["here"], bool)
        time.sleep(0.5)
        assert served.stop() == 0
        assert [answer.result().status_code for answer in answers] == [200, 200]
    assert served.faults() == []


def test_of_two_tabs_of_one_pupil_the_newer_one_follows(teacher: Teacher) -> None:
    pupil = teacher.pupil()
    first = states(pupil.visitor, f"{teacher.path}/stream?tab=a")
    assert next(first)["type"] == "pupil"
    second = states(pupil.visitor, f"{teacher.path}/stream?tab=b")
    assert next(second)["type"] == "pupil"
    assert [message["type"] for message in first] == ["elsewhere"]
    teacher.does("switch", paused=True)
    assert next(second)["paused"] is True
    second.close()


def test_the_pages_of_a_class_are_there(teacher: Teacher) -> None:
    page = teacher.visitor.http
    html = {"accept": "text/html"}
    assert "Join your class" in page.get("/class", headers=html).text
    assert page.get(f"/class?code={teacher.code.lower()}").headers["location"] == f"/class/{teacher.code}"
    for path in ("", "/teacher", "/projector", "/results"):
        assert page.get(f"/class/{teacher.code}{path}", headers=html).status_code == 200
    wrong = page.get("/class/CCCCCC", headers=html)
    assert wrong.status_code == 404
    assert "no class with the code CCCCCC" in wrong.text
    assert page.get(f"/class/{teacher.code}/qr.svg").headers["content-type"] == "image/svg+xml"
    made = teacher.served.visitor().http.post("/class", data={"start": "1"})
    assert made.status_code == 303
    assert made.headers["location"].endswith("/teacher")
