"""The report of a review: its turns, its sentences and its JSON."""

import json
from dataclasses import asdict, replace
from random import Random
from typing import Any

import pytest

from aliquot.core.match import Match
from aliquot.core.outcome import Ending
from aliquot.core.record import Record
from aliquot.games import REGISTRY, create
from aliquot.oracle.review import SIGNS, Mark, review
from aliquot.reports.review import (
    HOPELESS,
    NO_LEGAL_MOVE,
    NO_TURNING_POINT,
    UNFINISHED,
    ReviewReport,
    describe_record,
    review_match,
    review_record,
)
from tests.sentences import refusal

NAMES = ("Ada", "Emmy")


def played(name: str, *moves: int, ending: Ending | None = None, **settings: Any) -> Match[Any, Any]:
    match: Match[Any, Any] = Match(create(name), **settings)
    for move in moves:
        match.play(move)
    if ending is not None:
        match.concede(ending)
    return match


def reviewed(name: str, *moves: int, ending: Ending | None = None, **settings: Any) -> ReviewReport:
    return review_match(played(name, *moves, ending=ending, **settings), NAMES)


def random_match(name: str) -> Match[Any, Any]:
    match, generator = played(name), Random(name)
    while match.outcome is None:
        match.play(generator.choice(match.game.legal_moves(match.position)))
    return match


@pytest.mark.parametrize("name", [*REGISTRY, "dividers-duel(start=12+18)", "factor-duel(start=36,swap)"])
def test_a_report_holds_the_judgements_of_the_oracle(name: str) -> None:
    match = random_match(name)
    report, judged = review_match(match, NAMES), review(match)
    assert (report.leaders, report.turning_point) == (judged.leaders, judged.turning_point)
    assert [(each.wins, each.choices) for each in report.accuracy] == [judged.accuracy(1), judged.accuracy(2)]
    assert len(report.turns) == len(judged.judgements)
    for turn, judgement in zip(report.turns, judged.judgements, strict=True):
        assert (turn.number, turn.seat, turn.move) == (judgement.number, judgement.seat, judgement.move)
        assert (turn.mark, turn.sign, turn.better) == (judgement.mark, SIGNS[judgement.mark], judgement.better)
        assert " you" not in turn.sentence.casefold(), "the players have names"
        assert "opponent" not in turn.sentence
    assert report.result.endswith(f"{NAMES[judged.leaders[-1] - 1]} wins!")


def test_a_blunder_is_explained_with_the_winning_moves() -> None:
    report = reviewed("dividers-duel", 2, 5, 3)
    assert [turn.sentence for turn in report.turns] == [
        "60/2 loses. 30 = 2·3·5 is not prime, so Emmy can divide it down to a prime: by 6, 10 or 15. "
        "Winning moves: 60/12, 60/20 and 60/30.",
        "30/5 loses. 6 = 2·3 is not prime, so Ada can divide it down to a prime: by 2 or 3. "
        "Winning moves: 30/6, 30/10 and 30/15.",
        "6/3 wins. 2 is prime and has no proper divisor. Nobody can move, so Ada has won.",
    ]
    assert [turn.leaves for turn in report.turns] == ["30", "6", "2"]
    assert report.summary == "The turning point was move 2: Emmy played 30/5, but 30/6, 30/10 or 30/15 would have won."


def test_of_many_winning_moves_the_first_are_named() -> None:
    report = reviewed("divisor-duel-pool(pool=2-50)", 50)
    assert len(report.turns[0].better) == 43
    assert report.turns[0].sentence.endswith("Winning moves: 2, 3, 4, 6, 8, 9 and 37 more.")


def test_a_hopeless_move_says_so() -> None:
    turn = reviewed("divisor-duel-subtract", 8, 4).turns[1]
    assert (turn.mark, turn.sentence) == (Mark.LOST, HOPELESS)


def test_without_a_turning_point_the_leader_is_named() -> None:
    report = reviewed("divisor-duel-subtract", 8, 4, 2)
    assert report.summary == "No move gave the win away: Ada was winning from the start."
    assert [each.sentence for each in report.accuracy] == [
        "Ada kept the win in 1 of 1 positions where it could be lost (100%).",
        "Emmy never had a choice that mattered.",
    ]


OFF_THE_BOARD = [
    (Ending.RESIGNED, "Ada had a winning position but resigned."),
    (Ending.OUT_OF_TIME, "Ada had a winning position but lost on time."),
    (Ending.ABANDONED, "Ada had a winning position but abandoned the game."),
    (Ending.ILLEGAL_MOVE, "Ada had a winning position but made an illegal choice."),
]


@pytest.mark.parametrize(("ending", "sentence"), OFF_THE_BOARD)
def test_a_winning_position_lost_off_the_board_has_its_sentence(ending: Ending, sentence: str) -> None:
    assert reviewed("dividers-duel", ending=ending).summary == f"{NO_LEGAL_MOVE} {sentence}"
    after = reviewed("divisor-duel-subtract", 8, 4, ending=ending)
    assert after.summary == f"{NO_TURNING_POINT} {sentence}", "nothing says that the loser won"
    turned = reviewed("dividers-duel", 2, 5, ending=ending)
    assert turned.summary.startswith("The turning point was move 2: ")
    assert turned.summary.endswith(sentence)


def test_every_ending_off_the_board_is_covered() -> None:
    assert {ending for ending, _ in OFF_THE_BOARD} == set(Ending) - {Ending.NO_MOVES}


def test_a_lost_position_lost_off_the_board_needs_no_such_sentence() -> None:
    assert "had a winning position" not in reviewed("divisor-duel-subtract", 8, ending=Ending.RESIGNED).summary


def test_an_illegal_choice_is_a_turn_with_its_objection() -> None:
    report = reviewed("dividers-duel", 2, 7)
    assert [turn.mark for turn in report.turns] == [Mark.BLUNDER, None]
    assert refusal("7", "dividers-duel", "2") in report.turns[1].sentence
    assert report.leaders == (1, 2)


def test_a_record_brings_its_names_comments_and_date() -> None:
    match = played("dividers-duel", 2)
    record = Record.of(match, names=NAMES)
    record = replace(record, moves=(replace(record.moves[0], comment="too\ngreedy"),))
    report = review_record(record, match.game)
    assert (report.names, report.turns[0].comment, report.date) == (NAMES, "too greedy", "")
    assert (report.result, report.start, report.start_text) == (UNFINISHED, "60", "60")


def test_without_the_oracle_only_the_moves_are_reported() -> None:
    match = random_match("juniper-green")
    record = Record.of(match, names=NAMES)
    plain, judged = describe_record(record, match.game, "Too slow."), review_record(record, match.game)
    assert [turn.move for turn in plain.turns] == [move.text for move in record.moves]
    assert plain.result == judged.result
    assert (plain.problem, plain.leaders, plain.summary, plain.accuracy) == ("Too slow.", (), "", ())


def test_a_report_is_plain_json() -> None:
    written = json.loads(json.dumps(asdict(reviewed("dividers-duel", 30))))
    assert written["leaders"] == [1, 1]
    assert written["accuracy"][0]["wins"] == written["accuracy"][0]["choices"] == 1
    assert written["turns"][0]["mark"] == "best"


def test_a_win_on_time_is_no_win_from_the_start() -> None:
    match = played("dividers-duel(start=720)", ending=Ending.OUT_OF_TIME)
    report = review_match(match, NAMES)
    assert report.result == "Ada has run out of time. Emmy wins!"
    assert report.summary == f"{NO_LEGAL_MOVE} Ada had a winning position but lost on time."


def test_the_turning_point_names_the_move_the_player_and_what_would_have_won() -> None:
    report = reviewed("divisor-duel-pool(pool=1-40)", 30, 5, 25, ending=Ending.RESIGNED)
    assert report.missed is not None
    assert (report.missed.number, report.missed.seat, report.missed.move) == (2, 2, "5")
    assert report.missed.better == ("15",)
    assert report.missed.sentence.startswith(
        "15 would have won instead of 5. Pair the numbers that are left like this: "
    )
    assert "Every number your opponent can reach has a free partner" in report.missed.sentence
    assert "The turning point was move 2: Emmy played 5, but 15 would have won." in report.summary


def test_where_nobody_gave_the_win_away_nothing_was_missed() -> None:
    assert reviewed("dividers-duel(start=12)", 6).missed is None
