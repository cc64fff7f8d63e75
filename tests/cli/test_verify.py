"""`aliquot verify`: valid or not, and why, by exit code and in a line."""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from aliquot import solve
from aliquot.games import find
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.oracle.verify import LARGEST_FILE
from aliquot.reports.study import Study

if TYPE_CHECKING:
    from tests.conftest import Command, Finished

CERTIFICATE = json.dumps(solve(find("factor-duel").create(start=30)).certificate)


def assert_not_valid(done: "Finished", why: str = "") -> None:
    assert (done.code, done.err) == (1, ""), done
    assert done.out.startswith(f"not valid: {why}")
    assert done.out.count("\n") == 1
    assert done.out[:-1].isprintable()
    assert len(done.out) < 250


@pytest.mark.parametrize(
    ("slug", "position", "told"),
    [
        ("factor-duel", "30", "factor-duel 30 is won for the player to move, by 6, 10 or 15 and no other move"),
        ("dividers-duel", "7", "dividers-duel 7 is lost for the player to move"),
        (
            "divisor-duel-subtract",
            "16",
            "divisor-duel-subtract 16 is won for the player to move, by 8 and no other move",
        ),
        ("divisor-duel-pool", "2-50/12", "divisor-duel-pool 2-50/12 is lost for the player to move"),
        (
            "divisor-duel-pool",
            "2-50/",
            "divisor-duel-pool 2-50/ is won for the player to move, by 2, 3, 4, 6, 8, 9, 10, 11 or 35 others and no "
            "other move",
        ),
    ],
)
def test_what_solve_prints_is_valid_from_a_file_and_from_a_pipe(
    slug: str, position: str, told: str, command: "Command"
) -> None:
    printed = command("solve", slug, position, "--json").out
    Path(command.home, "answer.json").write_text(printed, "utf-8")
    Path(command.home, "certificate.json").write_text(json.dumps(json.loads(printed)["certificate"]), "utf-8")
    for name, typed in (("answer.json", ""), ("certificate.json", ""), ("-", printed)):
        done = command("verify", name, typed=typed)
        sentence, *unchecked = done.out.splitlines()
        assert (done.code, sentence, done.err) == (0, f"valid: {told}", "")
        assert bool(unchecked) is (name != "certificate.json")
        assert all(line.startswith("not checked: ") and "reason" in line for line in unchecked)


def test_a_verdict_without_a_certificate_is_told_so(command: "Command") -> None:
    printed = command("solve", "divisor-duel-subtract", "16,9", "--misere", "--json").out
    done = command("verify", "-", typed=printed)
    told = "this verdict comes without a certificate, so nothing in it was checked"
    assert (done.code, done.out, done.err) == (1, f"not proved: {told}\n", "")
    assert json.loads(command("verify", "-", "--json", typed=printed).out) == {"valid": None, "reason": told}


def test_as_json(command: "Command") -> None:
    valid = command("verify", "-", "--json", typed=CERTIFICATE)
    assert (valid.code, valid.err) == (0, "")
    reason = "factor-duel 30 is won for the player to move, by 6, 10 or 15 and no other move"
    assert json.loads(valid.out) == {"valid": True, "reason": reason, "checked": [], "not_checked": []}
    wrong = command("verify", "-", "--json", typed=CERTIFICATE.replace("[6, 10, 15]", "[6, 10]"))
    assert (wrong.code, wrong.err) == (1, "")
    assert json.loads(wrong.out) == {"valid": False, "reason": "15 wins too, and is not listed"}
    answer = command("solve", "factor-duel", "30", "--json").out
    fields = json.loads(command("verify", "-", "--json", typed=answer).out)
    assert fields["checked"] == ["game", "position", "wins", "winning_moves", "grundy", "remoteness"]
    assert fields["not_checked"] == [
        name for name in json.loads(answer) if name not in (*fields["checked"], "certificate")
    ]
    assert {"to_move", "reason"} <= {*fields["not_checked"]}


def test_many_certificates_are_checked_line_by_line(command: "Command") -> None:
    command("sequence", "juniper-green", "--to", "6", "--certificates", "proofs.jsonl")
    done = command("verify", "--lines", "proofs.jsonl")
    assert (done.code, done.err, done.out.count("\n")) == (0, "", 5)
    assert all(
        line.startswith(f"valid: divisor-duel-pool(opening=even) 1-{n}/ is ")
        for n, line in enumerate(done.out.splitlines(), 2)
    )
    proofs = Path(command.home, "proofs.jsonl").read_text("utf-8")
    wrong = command("verify", "--lines", "-", "--json", typed=proofs.replace('"wins": false', '"wins": true', 1))
    assert (wrong.code, wrong.err) == (1, "")
    assert [json.loads(line)["valid"] for line in wrong.out.splitlines()] == [False, True, True, True, True]
    assert_not_valid(command("verify", "--lines", "-"), "it is not a JSON document")


def test_an_oversized_file_of_lines_is_refused(command: "Command") -> None:
    with Path(command.home, "huge.jsonl").open("wb") as file:
        file.truncate(5 * LARGEST_FILE)
    assert "at most 67,108,864 bytes" in command("verify", "--lines", "huge.jsonl").refusal()


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("[6, 10, 15]", "[2, 6, 10, 15]", "2 does not win"),
        ("[6, 10, 15]", f"[{'9' * 5000}]", "a number is too large"),
        ("[6, 10, 15]", "[NaN]", "NaN is not a number"),
        ('"wins": true', '"wins": false', "the position is won"),
        ('"wins": true', '"wins": true, "wins": true', "a field is given twice"),
        ('"30"', '"42"', "the factors multiply to something else"),
        ('"30"', '"\\u001b[31m30"', "the position is not a number"),
        ("factor-duel", "divisor-duel-subtract", "3 wins too, and is not listed"),
        ("}", "", "it is not a JSON document"),
        ("{", "[" * 100_000 + "{", "it is not a JSON document"),
    ],
)
def test_a_tampered_certificate_is_not_valid(before: str, after: str, why: str, command: "Command") -> None:
    assert before in CERTIFICATE
    assert_not_valid(command("verify", "-", typed=CERTIFICATE.replace(before, after, 1)), why)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("wins", True),
        ("position", "2-50/"),
        ("game", "dividers-duel(start=30)"),
        ("game", "divisor-duel-pool(pool=2-49)"),
        ("winning_moves", [24]),
    ],
)
def test_an_answer_at_odds_with_its_certificate_is_not_valid(field: str, value: object, command: "Command") -> None:
    answer = asdict(Study.of(PoolDuel(2, 50), PoolPosition((12,)), certificate=True))
    assert_not_valid(command("verify", "-", typed=json.dumps({**answer, field: value})), "the ")


@pytest.mark.parametrize("length", [0, len(CERTIFICATE) - 1])
def test_a_truncated_certificate_is_not_valid(length: int, command: "Command") -> None:
    Path(command.home, "half.json").write_text(CERTIFICATE[:length], "utf-8")
    assert_not_valid(command("verify", "half.json"), "it is not a JSON document")


@pytest.mark.parametrize("typed", [b"\xff\xfe\x00", b"{" * 1_000_000, b'{"a":' * 300_000, b"null"])
def test_what_is_no_certificate_is_not_valid(typed: bytes, command: "Command") -> None:
    assert_not_valid(command("verify", "-", typed=typed))


def test_an_oversized_file_is_not_valid_and_not_read_to_its_end(command: "Command") -> None:
    with Path(command.home, "huge.json").open("wb") as file:
        file.truncate(100 * LARGEST_FILE)  # a hole: it takes no room
    assert_not_valid(command("verify", "huge.json"), "the document is too large")


def test_a_file_that_is_not_there_is_refused(command: "Command") -> None:
    assert "nowhere.json" in command("verify", "nowhere.json").refusal()
    assert "--help" in command("verify").refusal()


def test_a_folder_is_refused(command: "Command") -> None:
    Path(command.home, "folder").mkdir()
    sentence = command("verify", "folder").refusal()
    assert "folder" in sentence
    assert "is a folder, not a certificate" in sentence


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_by_name_or_a_device_is_not_opened(command: "Command") -> None:
    os.mkfifo(Path(command.home, "pipe.json"))
    for name in ("pipe.json", os.devnull):
        assert "is not a regular file" in command("verify", name).refusal()


def test_the_name_of_a_file_is_quoted_like_any_foreign_text(command: "Command") -> None:
    sentence = command("verify", "a\x1b]0;title\x07\u202eb.json").refusal()
    assert sentence.isprintable()
    assert "a\ufffd]0;title\ufffd\ufffdb.json" in sentence
