"""Games that have been played: listed, resumed, replayed, exported, reviewed and counted at the command line."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from aliquot.cli import history
from aliquot.cli.history import ProgressLine
from aliquot.cli.play import UNFINISHED as UNFINISHED_AND_NOT_SAVED
from aliquot.core.notation import read, write
from aliquot.core.record_json import from_json
from aliquot.games import REGISTRY
from aliquot.play.session import HINTS_OFF
from aliquot.saves.archive import load
from tests.sentences import refusal

if TYPE_CHECKING:
    from tests.conftest import Command, Finished


class Desk:
    """The command with a data folder of its own, and that folder."""

    def __init__(self, command: "Command") -> None:
        self._command = command
        self.home = command.home
        self.data = command.home / "data"
        self.games = self.data / "aliquot" / "games"

    def __call__(self, *arguments: str, typed: str = "") -> "Finished":
        done = self._command(*arguments, typed=typed, XDG_DATA_HOME=str(self.data))
        assert "Traceback" not in done.err
        return done

    def files(self) -> list[Path]:
        return sorted(path for path in self.games.glob("*.duel") if not path.name.startswith("."))

    def keep(self, name: str, text: str) -> Path:
        """Puts a file in the data folder."""
        self.games.mkdir(parents=True, exist_ok=True)
        path = self.games / name
        path.write_text(text)
        return path

    def play(self, *arguments: str, typed: str = "") -> str:
        """Plays a game and returns its id."""
        before = set(self.files())
        self(*arguments, typed=typed)
        (path,) = set(self.files()) - before
        return path.stem.rpartition("-")[2]


@pytest.fixture
def desk(command: "Command") -> Desk:
    return Desk(command)


FINISHED = """[Game "dividers-duel(start=60)"]
[Version "1"]
[One "Ada"]
[Two "Emmy"]
[KindOne "human"]
[KindTwo "human"]
[Date "2026-11-15T19:20:00Z"]
[Penalty "forfeit"]
[Result "1"]
[Termination "no_moves"]

1. 60/2 30/5 {too greedy} 2. 6/3 1-0
"""
UNFINISHED = '[Game "divisor-duel-subtract(start=16)"]\n[Date "2026-11-{:02}T10:00:00Z"]\n\n1. 16-8 *\n'
ILLEGAL = '[Game "dividers-duel(start=60)"]\n[Penalty "forfeit"]\n\n1. 60/2 30/5 2. 6/4 6/2 *\n'
VIEWERS = ("replay", "export", "review")


# history


def test_before_the_first_game_there_is_no_history(desk: Desk) -> None:
    done = desk("history")
    assert (done.code, done.out, done.err) == (0, "", "No games yet.\n")
    assert json.loads(desk("history", "--json").out) == []
    assert not desk.data.exists(), "looking makes nothing"


def test_history_is_a_table_with_the_newest_game_first(desk: Desk) -> None:
    desk.keep("a-aa11.duel", FINISHED)
    desk.keep("b-bb22.duel", UNFINISHED.format(16))
    desk.keep("c-cc33.duel", UNFINISHED.format(14))
    done = desk("history")
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "id    date              game                             players              moves  result\n"
        "bb22  2026-11-16 10:00  divisor-duel-subtract(start=16)  Player 1 – Player 2  1      unfinished\n"
        "aa11  2026-11-15 19:20  dividers-duel(start=60)          Ada – Emmy           3      Ada won (no moves)\n"
        "cc33  2026-11-14 10:00  divisor-duel-subtract(start=16)  Player 1 – Player 2  1      unfinished\n"
    )


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        (("--game", "dividers-duel"), ["aa11"]),
        (("--game", "factor-duel"), []),
        (("--player", "Ada"), ["aa11"]),
        (("--player", "human"), ["bb22", "aa11"]),
        (("--player", "Nobody"), []),
        (("--unfinished",), ["bb22"]),
        (("--unfinished", "--game", "dividers-duel"), []),
    ],
    ids=" ".join,
)
def test_history_is_filtered_by_game_player_and_state(filters: tuple[str, ...], ids: list[str], desk: Desk) -> None:
    desk.keep("a-aa11.duel", FINISHED)
    desk.keep("b-bb22.duel", UNFINISHED.format(16))
    done = desk("history", *filters)
    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()[1:]] == ids
    assert done.err == ("" if ids else "No such games.\n")
    assert [row["id"] for row in json.loads(desk("history", *filters, "--json").out)] == ids


def test_history_as_json_is_the_twin_of_every_record(desk: Desk) -> None:
    path = desk.keep("a-aa11.duel", FINISHED)
    (row,) = json.loads(desk("history", "--json").out)
    assert (row.pop("id"), row.pop("file")) == ("aa11", str(path))
    assert from_json(row) == read(FINISHED)


def test_a_game_that_was_played_is_in_the_history(desk: Desk) -> None:
    game_id = desk.play("play", "factor-duel", "--one", "perfect", "--seed", "1", typed="")
    (row,) = json.loads(desk("history", "--json").out)
    assert row["id"] == game_id
    assert [player["kind"] for player in row["players"]] == ["perfect", "human"]
    assert row["seed"] == 1
    assert row["termination"] == "no_moves"


def test_a_game_that_is_not_to_be_saved_is_not(desk: Desk) -> None:
    assert desk("play", "dividers-duel", "--no-save", typed="2\n5\n3\n").code == 0
    assert not desk.data.exists()


# resume


def test_the_newest_unfinished_game_is_resumed_and_finished(desk: Desk) -> None:
    older = desk.keep("a-aa11.duel", UNFINISHED.format(14))
    newer = desk.keep("b-bb22.duel", UNFINISHED.format(16))
    desk.keep("c-cc33.duel", FINISHED)
    done = desk("resume", typed="4\n2\n")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Resumed after move 1.\n\nPlayer 2's Turn\n")
    assert done.out.endswith("Player 1 wins the game.\n")
    assert load(newer).outcome is not None
    assert older.read_text() == UNFINISHED.format(14)


def test_a_game_is_resumed_by_the_beginning_of_its_id_or_by_its_file(desk: Desk) -> None:
    one = desk.keep("a-aa11.duel", UNFINISHED.format(14))
    two = desk.keep("b-bb22.duel", UNFINISHED.format(16))
    assert desk("resume", "aa", typed="4\n").code == 1, "the input ended before the game did"
    assert (len(load(one).moves), len(load(two).moves)) == (2, 1)
    assert desk("resume", str(two), typed="4\nresign\n").code == 0
    outcome = load(two).outcome
    assert outcome is not None
    assert outcome.ending == "resigned"


def test_a_game_elsewhere_is_resumed_and_kept_where_it_is(desk: Desk) -> None:
    path = desk.home / "mine.duel"
    path.write_text(UNFINISHED.format(14))
    assert desk("resume", "mine.duel", typed="4\n2\n").code == 0
    assert load(path).outcome is not None
    assert desk.files() == []
    assert not path.with_name(".mine.duel.lock").exists()


def test_without_an_unfinished_game_there_is_nothing_to_resume(desk: Desk) -> None:
    assert desk("resume").refusal() == "aliquot: There is no unfinished game to resume."
    desk.keep("a-aa11.duel", FINISHED)
    assert desk("resume").refusal() == "aliquot: There is no unfinished game to resume."


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ("zz", "There is no saved game with the id 'zz'. List your games with 'aliquot history'."),
        ("", "'.' is a folder, not a record."),
        ("a", "2 games have an id that begins with 'a'; type more of the id."),
        ("a3", "'{games}/c-a3.duel' is finished. Review it with 'aliquot review'."),
        ("missing.duel", "'missing.duel' cannot be read: No such file or directory."),
    ],
)
def test_what_cannot_be_resumed_is_refused_in_one_sentence(wanted: str, sentence: str, desk: Desk) -> None:
    texts = {"x-aa11.duel": UNFINISHED.format(14), "y-aa22.duel": UNFINISHED.format(15), "c-a3.duel": FINISHED}
    if wanted == "a":
        texts["c-b3.duel"] = texts.pop("c-a3.duel")
    for name, text in texts.items():
        desk.keep(name, text)
    assert desk("resume", wanted).refusal() == f"aliquot: {sentence.format(games=desk.games)}"
    assert {path.name: path.read_text() for path in desk.games.iterdir()} == texts, "nothing is changed or left behind"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (ILLEGAL, "move 3 (6/4): "),
        (FINISHED.replace('"1"]\n[One', '"7"]\n[One'), "uses version 7 of the rules of dividers-duel(start=60)"),
        ('[Game "chess(start=60)"] 1. 60/2 *', "There is no game called 'chess'."),
        ('[Game "dividers-dual(start=60)"] 1. 60/2 *', "Did you mean 'dividers-duel'?"),
        ('[Game "dividers-duel(start=1)"] *', "must be a whole number greater than 2"),
        ('[Game "dividers-duel(pool=2-50)"] *', "takes the parameter 'start', not 'pool'"),
        ('[Game "divisor-duel-subtract(start=16)"] [KindTwo "deep-thought"] 16-8 *', "There is no player called"),
        ('[Game "divisor-duel-subtract(start=16)"] [Clock "0+3"] 16-8 *', "Clock must be seconds and increment"),
    ],
    ids=["illegal", "version", "game", "near game", "start", "parameter", "player", "clock"],
)
def test_a_record_that_cannot_be_played_is_not_resumed(text: str, problem: str, desk: Desk) -> None:
    path = desk.home / "strange.duel"
    path.write_text(text)
    assert problem in desk("resume", "strange.duel").refusal()
    assert path.read_text() == text
    assert not path.with_name(".strange.duel.lock").exists()


def test_hints_and_serious_games_are_as_they_were_when_resumed(desk: Desk) -> None:
    desk("play", "dividers-duel", "--no-hints", typed="hint\n2\n")
    done = desk("resume", typed="hint\nresign\n")
    assert f"{HINTS_OFF}\n" in done.out
    assert load(desk.files()[0]).hints == (0, 0)


def test_hints_are_counted_across_a_resume(desk: Desk) -> None:
    desk("play", "dividers-duel", typed="hint\n2\nhint\nhint\n")
    assert load(desk.files()[0]).hints == (1, 2), "also those taken since the last move"
    desk("resume", typed="hint\n5\nresign\n")
    assert load(desk.files()[0]).hints == (1, 3)


def test_a_computer_plays_on_after_a_resume_as_it_would_have(desk: Desk) -> None:
    flags = ("play", "divisor-duel-subtract", "--start", "90", "--two", "random", "--seed", "11")
    whole = desk.play(*flags, typed="2\n2\n2\nresign\n")
    parts = desk.play(*flags, typed="2\n")
    for move in ("2\n", "2\n", "resign\n"):
        desk("resume", parts, typed=move)
    moves = [load(next(p for p in desk.files() if p.stem.endswith(name))).moves for name in (whole, parts)]
    assert moves[0] == moves[1]


# hints and take-back at the prompt


def typed(desk: Desk, *arguments: str, lines: str) -> str:
    done = desk("play", *arguments, typed=lines.replace(" ", "\n") + "\n")
    assert done.err == "" or "unfinished" in done.err
    return done.out


def test_a_hint_teaches_in_three_steps_and_starts_again_after_a_move(desk: Desk) -> None:
    out = typed(desk, "dividers-duel", lines="hint hint hint 2 hint resign")
    steps = [
        "One of your moves leaves a prime.",
        "60/12 wins.",
        "60 = 2·2·3·5 is not prime, so you can divide it down to a prime: by 12, 20 or 30.",
        "60 divided by 2 is 30.",
        "One of your moves leaves a prime.",
        "Player 2 resigns.",
    ]
    assert re.search(".*".join(map(re.escape, steps)), out, re.DOTALL)
    assert load(desk.files()[0]).hints == (3, 1)


@pytest.mark.parametrize("slug", REGISTRY)
def test_hints_are_given_in_every_game(slug: str, desk: Desk) -> None:
    out = typed(desk, slug, lines="hint hint hint hint resign")
    assert " wins.\n" in out
    assert load(desk.files()[0]).hints == (4, 0)


def test_in_a_lost_position_a_hint_is_kind_and_names_the_longest_resistance(desk: Desk) -> None:
    out = typed(desk, "divisor-duel-subtract", "--start", "15", lines="hint hint hint resign")
    assert "No move wins by force from here. Make it hard: your opponent may slip.\n" in out
    assert "15-3 resists longest.\n" in out
    assert "15 is odd, and so are its divisors" in out


def test_in_a_serious_game_there_are_no_hints(desk: Desk) -> None:
    out = typed(desk, "dividers-duel", "--no-hints", lines="hint hint resign")
    assert out.count(HINTS_OFF) == 2
    assert "prime" not in out.partition("Proper Divisors")[2]
    assert load(desk.files()[0]).hints == (0, 0)
    assert not load(desk.files()[0]).hints_allowed


def test_a_game_in_a_read_only_folder_is_resumed_unsaved_and_that_is_said(command: "Command") -> None:
    command("play", "dividers-duel", typed="2\nquit\n")
    mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
    own_mounts = ["unshare", "--map-root-user", "--mount", "sh", "-c", mount, str(command.home)]
    if shutil.which("unshare") is None or subprocess.run([*own_mounts, "true"], check=False).returncode:
        pytest.skip("this system lets nobody mount a disk of their own")
    done = subprocess.run(
        [*own_mounts, sys.executable, "-m", "aliquot", "resume"],
        input="3\nquit\n",
        capture_output=True,
        text=True,
        check=False,
        env=command.environment(),
        cwd=command.home,
    )
    assert done.stdout.startswith("Resumed after move 1.")
    warning, end = done.stderr.splitlines()
    assert warning.startswith("aliquot: This game is not being saved: ")
    assert "Read-only" in warning
    assert (end, done.returncode) == (UNFINISHED_AND_NOT_SAVED, 0)
    (record,) = json.loads(command("history", "--json").out)
    assert len(record["moves"]) == 1


def test_against_a_computer_a_move_is_taken_back_at_once(desk: Desk) -> None:
    out = typed(desk, "divisor-duel-subtract", "--start", "90", "--two", "random", lines="2 undo 3 resign")
    assert "Taken back." in out
    assert "do you agree" not in out
    assert out.count("Available divisors of 90:") == 2
    moves = [move.text for move in load(desk.files()[0]).moves]
    assert moves[0] == "90-3"
    assert len(moves) == 2


def test_a_computer_that_moved_first_is_taken_back_to_ones_own_turn(desk: Desk) -> None:
    flags = ("divisor-duel-subtract", "--start", "90", "--one", "random", "--seed", "2")
    out = typed(desk, *flags, lines="undo quit")
    assert "There is no move to take back yet." in out
    opening = load(desk.files()[0]).moves
    assert len(opening) == 1
    assert re.search(r"random chooses \d+, which leaves \d+\.", out)


def test_between_people_the_other_must_agree(desk: Desk) -> None:
    flags = ("divisor-duel-subtract", "--start", "90", "--names", "Ada,Emmy")
    out = typed(desk, *flags, lines="2 2 undo n undo y undo y 3 resign")
    assert out.count("Ada, may Emmy take back that last move? (y/n): ") == 2
    assert out.count("Emmy, may Ada take back that last move? (y/n): ") == 1
    assert "Ada does not agree." in out
    assert out.count("Taken back.") == 2
    assert [move.text for move in load(desk.files()[0]).moves] == ["90-3"]


@pytest.mark.parametrize("answer", ["n", "no", "", "maybe", "Y E S"])
def test_anything_but_a_yes_is_a_refusal(answer: str, desk: Desk) -> None:
    done = desk("play", "divisor-duel-subtract", "--start", "90", typed=f"2\n2\nundo\n{answer}\nresign\n")
    assert "does not agree." in done.out
    assert len(load(desk.files()[0]).moves) == 2


def test_at_the_beginning_there_is_nothing_to_take_back(desk: Desk) -> None:
    out = typed(desk, "divisor-duel-subtract", lines="undo 8 undo y undo resign")
    assert out.count("There is no move to take back yet.") == 2


def test_the_record_on_disk_follows_a_take_back_before_the_next_move(desk: Desk) -> None:
    typed(desk, "divisor-duel-subtract", "--start", "90", lines="2 2 2 2 undo y")
    assert [move.text for move in load(desk.files()[0]).moves] == ["90-2", "88-2", "86-2"]


def test_the_time_that_was_left_is_shown_and_kept_when_a_game_is_resumed(desk: Desk) -> None:
    path = desk.keep(
        "a-aa11.duel",
        '[Game "divisor-duel-subtract(start=90)"][Clock "60+5"][RemainingOne "9.5"][RemainingTwo "75.25"] 90-2 *',
    )
    done = desk("resume", "aa11", typed="2\n")
    assert "Time left: Player 1 0:09.5, Player 2 1:15\n" in done.out
    one, two = (left.total_seconds() for left in load(path).remaining if left is not None)
    assert one <= 9.5, "whose clock ran when the input ended"
    assert 75.25 < two <= 80.25, "who moved and was given the increment"


# replay


def test_replay_steps_through_with_comments_to_the_result(desk: Desk) -> None:
    desk.keep("a-aa11.duel", FINISHED)
    done = desk("replay", "aa11")
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "Divider's Duel: Ada against Emmy\n"
        "Start: 60\n"
        "  1. Ada: 60/2 → 30\n"
        "  2. Emmy: 30/5 → 6  {too greedy}\n"
        "  3. Ada: 6/3 → 2\n"
        "Ada won (no moves).\n"
    )
    assert from_json(json.loads(desk("replay", "aa11", "--json").out)) == read(FINISHED)


def test_replay_of_a_pool_tells_what_was_picked_and_how_much_that_leaves(desk: Desk) -> None:
    desk.keep("a-aa11.duel", '[Game "divisor-duel-pool(pool=2-12)"] 12 6 3 9 0-1')
    assert desk("replay", "aa11").out == (
        "Divisor Duel: Pool: Player 1 against Player 2\n"
        "Start: 2-12/\n"
        "  1. Player 1: 12 → 4 choices\n"
        "  2. Player 2: 6 → 2 choices\n"
        "  3. Player 1: 3 → 1 choice\n"
        "  4. Player 2: 9 → 0 choices\n"
        "Player 2 won (no moves).\n"
    )


def test_the_legal_part_is_replayed_and_the_rest_reported_with_the_number_of_the_move(desk: Desk) -> None:
    (desk.home / "odd.duel").write_text(ILLEGAL)
    done = desk("replay", "odd.duel")
    assert done.code == 1
    assert done.out == (
        "Divider's Duel: Player 1 against Player 2\nStart: 60\n"
        "  1. Player 1: 60/2 → 30\n  2. Player 2: 30/5 → 6\nUnfinished.\n"
    )
    assert done.err == f"aliquot: move 3 (6/4): {refusal('4', 'dividers-duel', '2', '5')}\n"
    assert (desk.home / "odd.duel").read_text() == ILLEGAL


def test_a_result_that_the_moves_do_not_show_is_reported(desk: Desk) -> None:
    (desk.home / "odd.duel").write_text(FINISHED.replace('"1"]\n[Term', '"2"]\n[Term').replace("1-0", "0-1"))
    done = desk("replay", "odd.duel")
    assert done.code == 1
    assert done.err == (
        "aliquot: The record says player 2 won by no_moves, but the moves say player 1 won by no_moves.\n"
    )


def test_a_game_lost_by_an_illegal_choice_is_replayed(desk: Desk) -> None:
    game_id = desk.play("play", "dividers-duel", typed="2\n7\n")
    done = desk("replay", game_id)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("Player 1 won (illegal move).\n")


# export


def test_export_prints_the_canonical_text_or_its_twin(desk: Desk, root: Path) -> None:
    (desk.home / "loose.duel").write_text('[game "dividers-duel(start=60)"]\r\n60/2 ; fine\n30/5 6/3 1-0')
    done = desk("export", "loose.duel")
    assert done.code == 0
    assert done.out == write(read(done.out))
    assert "1. 60/2 {fine} 1... 30/5 2. 6/3 1-0\n" in done.out
    twin = json.loads(desk("export", "loose.duel", "--json").out)
    assert from_json(twin) == read(done.out)
    Draft202012Validator(json.loads((root / "docs" / "record.schema.json").read_text())).validate(twin)


def test_export_writes_a_new_file_and_never_over_another(desk: Desk) -> None:
    desk.keep("a-aa11.duel", FINISHED)
    assert desk("export", "aa11", "--out", "new.duel").code == 0
    assert (desk.home / "new.duel").read_text() == FINISHED
    assert desk("export", "aa11", "--out", "new.json", "--json").code == 0
    assert from_json(json.loads((desk.home / "new.json").read_text())) == read(FINISHED)
    (desk.home / "taken.duel").write_text("something else")
    for target in ("taken.duel", "new.duel", "."):
        assert desk("export", "aa11", "--out", target).refusal() == (
            f"aliquot: '{target}' already exists; choose another name."
        )
    assert (desk.home / "taken.duel").read_text() == "something else"


def test_export_that_cannot_be_written_is_refused(desk: Desk) -> None:
    desk.keep("a-aa11.duel", FINISHED)
    (desk.home / "file").write_text("in the way")
    assert "cannot be written" in desk("export", "aa11", "--out", "file/new.duel").refusal()
    assert "cannot be written" in desk("export", "aa11", "--out", "9" * 5000).refusal()


# review


def test_review_marks_every_move_and_names_the_turning_point(desk: Desk) -> None:
    desk.keep("a-aa11.duel", FINISHED)
    done = desk("review", "aa11")
    assert (done.code, done.err) == (0, "")
    for line in (
        "  1. Ada: 60/2?? (blunder)",
        "  3. Ada: 6/3! (best)",
        "Ada   █·██",
        "Emmy  ·█··",
        "The turning point was move 2: Emmy played 30/5, but 30/6, 30/10 or 30/15 would have won.",
        "Ada kept the win in 0 of 1 positions where it could be lost (0%).",
    ):
        assert f"{line}\n" in done.out
    assert "Winning moves: 60/12, 60/20 and 60/30.\n" in done.out
    assert desk.files()[0].read_text() == FINISHED


def test_review_as_json_says_the_same(desk: Desk) -> None:
    desk.keep("a-aa11.duel", FINISHED)
    found: dict[str, Any] = json.loads(desk("review", "aa11", "--json").out)
    assert [turn["mark"] for turn in found["turns"]] == ["blunder", "blunder", "best"]
    assert found["turns"][0]["better"] == ["60/12", "60/20", "60/30"]
    assert found["leaders"] == [1, 2, 1, 1]
    assert found["turning_point"] == 2
    assert [(each["wins"], each["choices"]) for each in found["accuracy"]] == [(0, 1), (0, 1)]


def test_annotations_are_written_once_and_keep_what_was_said(desk: Desk) -> None:
    path = desk.keep("a-aa11.duel", FINISHED.replace("30/5 {", "30/5? (1... 30/15 {wins}) {"))
    assert desk("review", "aa11", "--annotate").code == 0
    once = path.read_bytes()
    record = load(path)
    assert [move.annotation for move in record.moves] == ["??", "??", "!"]
    assert record.moves[1].comment.startswith("too greedy 30/5 loses. ")
    assert record.moves[1].variations[0][0].comment == "wins"
    assert record.moves[2].comment == ""
    for _ in range(2):
        assert desk("review", "aa11", "--annotate", "--json").code == 0
        assert path.read_bytes() == once
    assert [p.name for p in desk.games.iterdir()] == ["a-aa11.duel"]


def test_annotations_survive_being_resumed(desk: Desk) -> None:
    desk("play", "divisor-duel-subtract", "--start", "90", typed="2\n2\n")
    (path,) = desk.files()
    desk("review", str(path), "--annotate")
    annotated = load(path).moves
    assert annotated[0].annotation == "??"
    desk("resume", typed="2\n")
    assert load(path).moves[:2] == annotated


def test_a_record_with_illegal_moves_is_not_reviewed_and_not_annotated(desk: Desk) -> None:
    path = desk.keep("a-aa11.duel", ILLEGAL)
    assert "move 3 (6/4): " in desk("review", "aa11", "--annotate").refusal()
    assert path.read_text() == ILLEGAL


# stats


def test_without_finished_games_there_are_no_stats(desk: Desk) -> None:
    done = desk("stats")
    assert (done.code, done.out, done.err) == (0, "", "No finished games yet.\n")


def test_stats_count_results_by_opponent_and_game_and_show_accuracy_over_time(desk: Desk) -> None:
    desk("play", "dividers-duel", "--two", "random", "--seed", "1", typed="30\n")
    desk("play", "dividers-duel", "--two", "perfect", "--seed", "1", typed="hint\n2\n")
    desk("play", "factor-duel", "--two", "random", "--seed", "1", typed="15\n")
    desk("play", "factor-duel", "--one", "random", "--two", "random", "--seed", "1")
    done = desk("stats")
    assert (done.code, done.err) == (0, "")
    rows = {line.split()[0]: line.split()[1:] for line in done.out.splitlines() if " game" in line}
    assert rows["all"] == ["3", "games", "2", "won", "1", "lost", "67%"]
    assert rows["random"][:3] == ["2", "games", "2"]
    assert rows["perfect"] == ["1", "game", "0", "won", "1", "lost", "0%"]
    assert rows["dividers-duel"][:1] == ["2"]
    assert "Hints taken: 1." in done.out
    assert "67% on average" in done.out
    assert "\nAccuracy: 67% on average\n" in desk("stats", "--plain").out
    found = json.loads(desk("stats", "--json").out)
    assert found["total"] == {"won": 2, "lost": 1}
    assert sorted(found["accuracies"]) == [0, 1, 1]
    assert found["by_game"] == {"dividers-duel": {"won": 1, "lost": 1}, "factor-duel": {"won": 1, "lost": 0}}


def test_stats_of_one_person(desk: Desk) -> None:
    assert desk("stats").err == "No finished games yet.\n"
    desk.keep("a-aa11.duel", FINISHED)
    assert "all                             1 game      1 won     0 lost   100%" in desk("stats").out, (
        "people count too"
    )
    assert json.loads(desk("stats", "--player", "emmy", "--json").out)["total"] == {"won": 0, "lost": 1}
    assert json.loads(desk("stats", "--player", "Ada", "--json").out)["total"] == {"won": 1, "lost": 0}


# bad input


@pytest.mark.parametrize("seat", ["--one", "--two"])
def test_an_unknown_player_is_answered_with_the_nearest(seat: str, desk: Desk) -> None:
    sentence = desk("play", "dividers-duel", seat, "perfekt").refusal()
    assert sentence == "aliquot: There is no player called 'perfekt'. Did you mean 'perfect'?"


@pytest.mark.parametrize("skill", ["1.5", "-1", "nan", "inf", "1e5", "", "9" * 1000])
def test_a_skill_outside_0_to_1_is_refused(skill: str, desk: Desk) -> None:
    sentence = desk("play", "dividers-duel", "--two", f"skill:{skill}").refusal()
    assert sentence.startswith("aliquot: A skill is a number from 0 to 1, as in skill:0.7, not ")


@pytest.mark.parametrize("clock", ["", "x", "0", "0+2", "-1", "60+", "+2", "1e3", "60+2+2", "nan", "9" * 1000])
def test_a_clock_of_nonsense_is_refused(clock: str, desk: Desk) -> None:
    sentence = desk("play", "dividers-duel", f"--clock={clock}").refusal()
    assert sentence.startswith("aliquot: A clock is seconds for each player and seconds added per move, as in 60+2, ")


@pytest.mark.parametrize("pace", ["x", "-1", "nan", "inf", "3601", "1e9", "."])
def test_a_pace_of_nonsense_is_refused(pace: str, desk: Desk) -> None:
    sentence = desk("play", "dividers-duel", f"--pace={pace}").refusal()
    assert sentence.startswith("aliquot: --pace takes a number of seconds, at most 3600, not ")


@pytest.mark.parametrize("verb", [*VIEWERS, "resume"])
def test_a_file_that_is_a_folder_missing_binary_huge_or_damaged_is_refused_in_one_sentence(
    verb: str, desk: Desk
) -> None:
    (desk.home / "folder.duel").mkdir()
    (desk.home / "binary.duel").write_bytes(bytes(range(256)) * 100)
    with (desk.home / "huge.duel").open("wb") as file:
        file.truncate(1 << 30)
    (desk.home / "damaged.duel").write_text('[Game "dividers-duel(start=60)"]\n\n1. 60/2 (2. oops')
    (desk.home / "empty.duel").touch()
    expected = {
        "folder.duel": "is a folder, not a record.",
        "missing.duel": "cannot be read: No such file or directory.",
        "binary.duel": "'binary.duel' is not a valid record: line 1, column 1: ",
        "huge.duel": "A record must not be larger than 16 MiB.",
        "damaged.duel": "line 3, column 9: ",
        "empty.duel": "the tag Game, which names the game, is missing.",
    }
    for name, problem in expected.items():
        assert problem in desk(verb, name).refusal(), name
    assert {path.name for path in desk.home.iterdir()} == set(expected) - {"missing.duel"}
    assert (desk.home / "huge.duel").stat().st_size == 1 << 30


@pytest.mark.parametrize("verb", ["replay", "review"])
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[Game "chess(start=60)"] *', "There is no game called 'chess'"),
        ('[Game "dividers-duel(start=60)"] [Version "9"] 60/2 *', "uses version 9 of the rules"),
        ('[Game "dividers-duel(start=9999999999999999999)"] *', "must be a whole number greater than 2"),
    ],
    ids=["game", "version", "parameter"],
)
def test_a_record_of_another_game_or_version_is_refused(verb: str, text: str, problem: str, desk: Desk) -> None:
    (desk.home / "strange.duel").write_text(text)
    assert problem in desk(verb, "strange.duel").refusal()
    assert (desk.home / "strange.duel").read_text() == text


@pytest.mark.sampled(6)
@pytest.mark.parametrize("verb", [*VIEWERS, "resume"])
@pytest.mark.parametrize(
    "name", ["9" * 5000, "9" * 5000 + ".duel", "a\nb", "\x1b[31m", "no-such-id"], ids=lambda n: ascii(n)[:9]
)
def test_a_name_that_is_no_file_and_no_id_is_refused_and_not_echoed_whole(verb: str, name: str, desk: Desk) -> None:
    desk(verb, name).refusal()


@pytest.mark.parametrize("verb", VIEWERS)
def test_a_file_must_be_named(verb: str, desk: Desk) -> None:
    assert "Missing argument 'FILE'" in desk(verb).refusal()


class Stream(io.StringIO):
    """Standard error that may be a terminal."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "_DELAY", 0)
    monkeypatch.setattr(history, "_INTERVAL", 0)


def told(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> str:
    stream = Stream(terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    with ProgressLine("Looking: {done:,} of {total:,}.") as line:
        for done in (999, 1000):
            line.update(done, 2000)
    return stream.getvalue()


def test_a_terminal_is_told_and_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (f"Looking: {done} of 2,000." for done in ("999", "1,000"))
    assert told(monkeypatch, terminal=True) == f"\r{first}\r{second}\r{' ' * len(second)}\r"


def test_a_pipe_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, terminal=False) == ""


def test_what_is_quick_is_not_mentioned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "_DELAY", 3600)
    assert told(monkeypatch, terminal=True) == ""


@pytest.mark.parametrize("columns", [40, 60, 80, 120, 200])
def test_a_table_on_a_terminal_takes_only_the_room_there_is(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "sys", SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True)))
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((columns, 24)))
    wanted = [6, 16, 36, 24, 5, 30]
    widths = history._fit(list(wanted))
    assert sum(widths) + 2 * (len(widths) - 1) <= max(columns, 6 + 5 + 4 * 8 + 10)
    assert all(width <= most for width, most in zip(widths, wanted, strict=True))
    assert widths == wanted or sum(widths) + 10 in (columns, 6 + 5 + 4 * 8 + 10)


def test_a_pipe_gets_every_column_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "sys", SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: False)))
    assert history._fit([6, 16, 300, 24]) == [6, 16, 300, 24]


def test_history_finds_games_by_the_short_name_of_a_duel_or_by_a_preset(desk: Desk) -> None:
    pool = desk.play("play", "pool", "2–12", "--one", "random", "--two", "random")
    green = desk.play("play", "juniper-green", "--one", "random", "--two", "random")
    assert {row.split()[0] for row in desk("history", "--game", "pool").out.splitlines()[1:]} == {pool, green}
    assert [row.split()[0] for row in desk("history", "--game", "juniper").out.splitlines()[1:]] == [green]
    assert "There is no game called 'nope'" in desk("history", "--game", "nope").refusal()


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_record_in_either_format_is_read_from_standard_input(desk: Desk, form: tuple[str, ...]) -> None:
    game = desk.play("play", "subtract", "16", "--one", "perfect", "--two", "perfect")
    record = desk("export", game, *form).out
    assert desk("export", "-", *form, typed=record).out == record
    assert desk("review", "-", typed=record).out == desk("review", game).out
    assert desk("replay", "-", typed=record).out == desk("replay", game).out
    assert "--annotate writes into a record file" in desk("review", "-", "--annotate", typed=record).refusal()
    assert "The input is not a valid record" in desk("review", "-", typed="x").err


def test_the_review_of_a_match_lost_by_an_illegal_choice_names_the_choice(desk: Desk) -> None:
    game = desk.play("play", "dividers-duel", "60", "--forfeit", "--names", "Ada,Emmy", typed="7\n")
    text = desk("review", game).out
    assert "1. Ada: 60/7 (illegal)" in text
    assert "7 does not divide 60: it leaves a remainder of 4. Ada made an illegal choice and loses. Emmy wins!" in text


def test_plain_output_has_no_drawing(desk: Desk) -> None:
    game = desk.play("play", "dividers-duel", "60", "--one", "perfect", "--two", "perfect")
    assert "█" in desk("review", game).out
    assert "█" not in desk("review", game, "--plain").out
    assert "60\n" in desk("solve", "dividers-duel", "60").out
    assert "60\n" not in desk("solve", "dividers-duel", "60", "--plain").out
