import json
import subprocess
import sys
from collections import Counter
from datetime import date
from random import Random

import pytest

from aliquot.core.errors import AliquotError, IllegalMove, InvalidParameter
from aliquot.oracle import solve
from aliquot.oracle.chain import ALL_PROVED_TO
from aliquot.oracle.verify import verify
from aliquot.players import create_player
from aliquot.reports import daily
from aliquot.reports.daily import (
    FEWEST_MOVES,
    LAST,
    OWN_MOVES,
    SHARE,
    DailyDuel,
    Draws,
    chain_limit,
    describe_duel,
    describe_try,
    duel,
    number_of,
    obvious_moves,
    reply,
)


def test_the_chain_of_the_day_is_proved_and_grows_with_the_week() -> None:
    limits = [chain_limit(number) for number in range(1, 400)]
    assert all(10 <= limit <= ALL_PROVED_TO for limit in limits)
    assert len(set(limits)) > 50
    mondays, sundays = ([chain_limit(number_of(date(2026, 1, day + 7 * week))) for week in range(3)] for day in (5, 11))
    assert max(mondays) < min(sundays)


def playthrough(found: DailyDuel) -> list[str]:
    """The moves of a try in which every move is right."""
    game, position, moves = found.game, found.position, list[str]()
    while game.outcome(position) is None:
        if game.seat(position) == found.you:
            move = game.spell(position, solve(game, position).winning_moves[0])
        else:
            answer = reply(found, moves)
            assert answer is not None
            move = answer
        moves.append(move)
        position = game.play(position, game.parse(position, move))
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.winner == found.you
    return moves


def check(number: int) -> None:
    found = duel(number)
    game, position = found.game, found.position
    verdict = solve(game, position)
    legal = game.legal_moves(position)
    winning = set(verdict.winning_moves)
    assert verdict.wins
    assert len(legal) >= FEWEST_MOVES
    assert 1 <= len(winning) <= len(legal) / SHARE
    if verdict.certificate is not None:
        verify(verdict.certificate)
    ideas = obvious_moves(game, position)
    assert ideas
    for idea in ideas:
        assert solve(game, game.child(position, idea)).wins, f"in duel {number} the first idea {idea} wins"
    assert (len(playthrough(found)) + 1) // 2 >= OWN_MOVES


@pytest.mark.sampled(1)
@pytest.mark.parametrize("first", [1, 15])
def test_the_first_idea_loses_and_another_wins(first: int) -> None:
    for number in range(first, first + 14):
        check(number)


@pytest.mark.deep
@pytest.mark.parametrize("first", range(29, 429, 40))
def test_the_first_idea_loses_on_four_hundred_more_days(first: int) -> None:
    for number in range(first, first + 40):
        check(number)


def test_the_obvious_moves_are_those_of_the_greedy_player() -> None:
    found = duel(2)
    player = create_player("greedy", Random(1))
    assert player is not None
    assert player.choose(found.game, found.position, None).move in obvious_moves(found.game, found.position)


@pytest.mark.parametrize(
    ("number", "game", "opening"),
    [
        (1, "divide-and-conquer(start=64+99+135)", ()),
        (2, "divisor-duel-pool(pool=1-56)", ("44", "4", "12", "1", "2", "8")),
        (3, "divisor-duel-subtract(start=50+116)", ()),
        (42, "divisor-duel-pool(pool=1-50)", ("6", "24", "4", "16", "2", "10")),
        (320, "divide-and-conquer(start=18+72+88,misere)", ()),
    ],
)
def test_a_duel_never_changes(number: int, game: str, opening: tuple[str, ...]) -> None:
    """If this fails, people all over the world would no longer talk about the same duel."""
    found = duel(number)
    assert (found.game.id, found.opening) == (game, opening)


def test_replies_never_change() -> None:
    assert playthrough(duel(42)) == ["30", "15", "45", "5", "35", "7", "49", "1", "29"]


def test_another_process_finds_the_same_duels_and_plays_the_same() -> None:
    program = (
        "import json\nfrom aliquot.reports.daily import duel, reply\n"
        "found = [duel(number) for number in range(1, 8)]\n"
        "def first(one):\n    view = one.game.view(one.position)\n    return view.options[0].notation\n"
        "print(json.dumps([[one.game.id, one.opening, reply(one, [first(one)])] for one in found]))"
    )
    told = [
        json.loads(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, env=env).stdout)
        for env in ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2"})
    ]
    assert told[0] == told[1]
    here = [(one, one.game.view(one.position).options[0].notation) for one in map(duel, range(1, 8))]
    assert told[0] == [[one.game.id, list(one.opening), reply(one, [first])] for one, first in here]


def test_a_week_has_every_kind() -> None:
    kinds = Counter(
        "misere" if "misere" in one.game.id else one.game.slug if one.opening or "sum" in one.game.slug else "numbers"
        for one in map(duel, range(1, 8))
    )
    assert kinds == {"numbers": 2, "divisor-duel-pool": 3, "misere": 1, "sum": 1}


def test_days_are_numbered_from_the_first() -> None:
    assert number_of(date(2026, 1, 1)) == 1
    assert duel(1).day == date(2026, 1, 1)
    assert number_of(date(2027, 1, 1)) == 366
    assert duel(366).day == date(2027, 1, 1)


def test_a_search_that_is_interrupted_continues_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    examined: list[daily.DailyDuel] = []
    judge = daily._is_suitable

    def interrupted(candidate: daily.DailyDuel) -> bool:
        examined.append(candidate)
        if len(examined) == 100:
            raise TimeoutError
        return judge(candidate)

    monkeypatch.setattr(daily, "_is_suitable", interrupted)
    daily.duel.cache_clear()
    daily._candidate.cache_clear()
    with pytest.raises(TimeoutError):
        duel(317)
    assert duel(317) == examined[-1]
    assert len(examined) == 167, "the 166 candidates of that day, and one of them twice"


@pytest.mark.parametrize("number", [0, -1, LAST + 1])
def test_there_is_no_duel_before_the_first_or_after_the_last(number: int) -> None:
    with pytest.raises(InvalidParameter, match="numbered from 1"):
        duel(number)


def test_a_reply_is_given_to_legal_moves_only() -> None:
    found = duel(1)
    with pytest.raises(IllegalMove, match="your turn"):
        reply(found, [])
    for wrong in ("64/64", "65/5", "nothing"):
        with pytest.raises(AliquotError):
            reply(found, [wrong])


def test_the_same_position_is_answered_alike_however_it_was_reached() -> None:
    found = duel(1)
    ways = (["64/2", "99/3", "135/3"], ["135/3", "99/3", "64/2"])
    assert len({reply(found, way) for way in ways}) == 1


def test_there_is_no_reply_where_the_game_is_over() -> None:
    found = duel(42)
    assert reply(found, playthrough(found)) is None


def test_draws_are_even_and_the_same_for_the_same_text() -> None:
    assert [Draws("a").below(10) for _ in range(3)] == [Draws("a").below(10)] * 3
    draws = Draws("b")
    counts = Counter(draws.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert min(counts.values()) > 850


def test_the_difficulty_follows_the_week() -> None:
    week = [duel(number_of(date(2026, 11, 23)) + day) for day in range(7)]
    assert [each.difficulty for each in week] == ["gentle", "easy", "moderate", "moderate", "tricky", "hard", "hard"]
    assert week[0].game.max_length <= 30, "Monday's pool is small"
    assert duel(1).difficulty == "", "the first duels stay what they were"
    for each in week:
        check(each.number)


def test_the_reason_is_told_once_it_is_solved() -> None:
    found = duel(2)
    moves = playthrough(found)
    report = describe_try(2, moves[:-1] if len(moves) % 2 == 0 else moves)
    assert report.won
    assert report.reason.startswith("Of ")
    assert describe_duel(2).reason == ""
