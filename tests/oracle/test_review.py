"""Reviews of random matches, against plain recursion over the rules."""

from random import Random
from typing import Any

import pytest

from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Seat, other
from aliquot.games import REGISTRY, create
from aliquot.oracle.review import SIGNS, Mark, review, weigh

from .brute_force import Known, value

GAMES = {
    "dividers-duel": ["dividers-duel(start=60)", "dividers-duel(start=720)"],
    "divide-and-conquer": ["divide-and-conquer(start=100)", "divide-and-conquer(start=96)"],
    "factor-duel": ["factor-duel(start=30)", "factor-duel(start=210)"],
    "divisor-duel-subtract": [f"divisor-duel-subtract(start={n})" for n in (16, 45, 90, 128)],
    "divisor-duel-pool": ["divisor-duel-pool(pool=2-14)", "divisor-duel-pool(pool=1-11)"],
}
SEATS: tuple[Seat, Seat] = (1, 2)


def random_match(name: str, generator: Random, *, whole: bool = True) -> Match[Any, Any]:
    match: Match[Any, Any] = Match(create(name))
    while match.outcome is None and (whole or not match.turns or generator.random() < 0.7):
        match.play(generator.choice(match.game.legal_moves(match.position)))
    return match


def expected_mark(game: AnyGame, p: Any, move: Any, known: Known) -> Mark:
    (wins, length), (reply_wins, left) = value(game, p, known), value(game, game.child(p, move), known)
    if not wins:
        return Mark.LOST
    if reply_wins:
        return Mark.BLUNDER
    return Mark.BEST if left == length - 1 else Mark.FINE


def test_every_game_is_reviewed_here() -> None:
    assert list(GAMES) == list(REGISTRY)


@pytest.mark.parametrize("slug", GAMES)
def test_every_mark_of_random_matches_is_what_a_search_says(slug: str) -> None:
    generator, marks = Random(slug), set()
    for name in GAMES[slug]:
        known: Known = {}
        for _ in range(40):
            match = random_match(name, generator, whole=generator.random() < 0.8)
            game, found = match.game, review(match)
            assert len(found.judgements) == len(match.turns)
            for number, (turn, judgement) in enumerate(zip(match.turns, found.judgements, strict=True), 1):
                p = turn.before
                winning = [m for m in game.legal_moves(p) if not value(game, game.child(p, m), known)[0]]
                assert (judgement.number, judgement.seat) == (number, turn.seat)
                assert judgement.move == game.spell(p, turn.move)
                assert judgement.mark is expected_mark(game, p, turn.move, known)
                assert judgement.is_choice == (0 < len(winning) < len(game.legal_moves(p)))
                gave_away = judgement.mark is Mark.BLUNDER
                assert judgement.better == (tuple(game.spell(p, m) for m in winning) if gave_away else ())
                kept = judgement.mark in (Mark.BEST, Mark.FINE)
                assert judgement.explanation.text.startswith(f"{judgement.move} {'wins' if kept else 'loses'}. ")
                marks.add(judgement.mark)
    assert Mark.BEST in marks
    if slug.startswith("divisor-duel"):
        assert marks == set(Mark) - {Mark.WINS}


@pytest.mark.parametrize("slug", GAMES)
def test_the_leaders_the_accuracy_and_the_turning_point_follow_from_the_search(slug: str) -> None:
    generator, turned = Random(f"{slug}/2"), 0
    for name in GAMES[slug]:
        known: Known = {}
        for _ in range(40):
            match = random_match(name, generator, whole=generator.random() < 0.8)
            game, found = match.game, review(match)
            positions = [turn.before for turn in match.turns] + [match.position]
            leaders = [game.seat(p) if value(game, p, known)[0] else other(game.seat(p)) for p in positions]
            assert list(found.leaders) == leaders
            changes = [number for number in range(1, len(leaders)) if leaders[number - 1] != leaders[number]]
            assert found.turning_point == (changes[-1] if changes else None)
            turned += bool(changes)
            if match.outcome is not None:
                assert found.leaders[-1] == match.outcome.winner
            for seat in SEATS:
                kept = choices = 0
                for turn in match.turns:
                    after = [value(game, game.child(turn.before, m), known)[0] for m in game.legal_moves(turn.before)]
                    if turn.seat == seat and False in after and True in after:
                        choices += 1
                        kept += not value(game, turn.after, known)[0]
                assert found.accuracy(seat) == (kept, choices)
    assert turned > 5


VARIANTS = [
    *("dividers-duel(start=24,misere)", "dividers-duel(start=12+18)", "factor-duel(start=36,swap)"),
    *("divisor-duel-subtract(start=12+18)", "divisor-duel-pool(pool=2-12,misere)"),
]


@pytest.mark.parametrize("name", [*(name for names in GAMES.values() for name in names), *VARIANTS])
def test_moves_are_weighed_as_the_review_judges_them(name: str) -> None:
    generator, choices = Random(name), 0
    for _ in range(8):
        match = random_match(name, generator, whole=False)
        found = review(match)
        for seat in SEATS:
            wins = [each.keeps_win for each in weigh(match) if each.turn.seat == seat and each.matters]
            assert (sum(wins), len(wins)) == found.accuracy(seat)
        choices += found.accuracy(1)[1] + found.accuracy(2)[1]
    assert choices or name == "divisor-duel-pool(pool=1-11)"


def test_an_illegal_choice_keeps_nothing() -> None:
    match: Match[Any, Any] = Match(create("factor-duel(start=30)"), penalty="forfeit")
    match.play(7)
    (weight,) = weigh(match)
    assert (weight.winning, weight.moves, weight.keeps_win) == (3, 6, False)
    assert review(match).accuracy(1) == (0, 0)


def test_a_match_worked_by_hand() -> None:
    """60/2 gives the win away (60/12, 60/20 and 60/30 leave primes), 30/5 gives it back, 6/3 wins."""
    match: Match[Any, Any] = Match(create("dividers-duel"))
    for move in (2, 5, 3):
        match.play(move)
    found = review(match)
    assert [j.mark for j in found.judgements] == [Mark.BLUNDER, Mark.BLUNDER, Mark.BEST]
    assert found.judgements[0].better == ("60/12", "60/20", "60/30")
    assert found.judgements[1].better == ("30/6", "30/10", "30/15")
    assert found.leaders == (1, 2, 1, 1)
    assert found.turning_point == 2
    assert found.accuracy(1) == (0, 1), "either move from 6 wins, so that one is no choice"
    assert found.accuracy(2) == (0, 1)


def test_a_slower_win_is_fine_and_counts_as_kept() -> None:
    """From 90 subtracting 5 leaves 85 = 5·17, and subtracting 45 leaves 45; both are odd, but not equally far."""
    match: Match[Any, Any] = Match(create("divisor-duel-subtract(start=90)"))
    known: Known = {}
    odd = [m for m in match.game.legal_moves(match.position) if m % 2]
    by_length = sorted(odd, key=lambda m: value(match.game, match.game.child(match.position, m), known)[1])
    marks = {}
    for move in (by_length[0], by_length[-1]):
        again: Match[Any, Any] = Match(match.game)
        again.play(move)
        found = review(again)
        assert found.accuracy(1) == (1, 1)
        assert found.turning_point is None
        marks[move] = found.judgements[0].mark
    assert list(marks.values()) == [Mark.BEST, Mark.FINE]


def test_a_match_without_moves_has_a_leader_and_nothing_else() -> None:
    found = review(Match(create("dividers-duel")))
    assert found.judgements == ()
    assert found.leaders == (1,)
    assert found.turning_point is None
    assert found.accuracy(1) == found.accuracy(2) == (0, 0)


def test_an_illegal_choice_that_lost_is_not_judged_as_a_move() -> None:
    match: Match[Any, Any] = Match(create("dividers-duel"))
    match.play(2)
    match.play(7)
    assert match.outcome is not None
    assert match.outcome.ending is Ending.ILLEGAL_MOVE
    found = review(match)
    assert [j.move for j in found.judgements] == ["60/2"]
    assert found.leaders == (1, 2)
    assert found.turning_point == 1


def test_resigning_a_won_position_is_no_move_either() -> None:
    match: Match[Any, Any] = Match(create("dividers-duel"))
    match.concede(Ending.RESIGNED)
    found = review(match)
    assert found.leaders == (1,)
    assert found.turning_point is None


def test_every_mark_has_its_sign_in_a_record() -> None:
    assert {Mark.BEST: "!", Mark.FINE: "", Mark.WINS: "!", Mark.BLUNDER: "??", Mark.LOST: ""} == SIGNS


def test_where_the_length_of_play_is_not_known_a_winning_move_just_wins() -> None:
    match: Match[Any, Any] = Match(create("divisor-duel-pool(pool=2-50)"))
    match.play(29)
    assert [judgement.mark for judgement in review(match).judgements] == [Mark.WINS]
