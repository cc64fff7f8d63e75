"""Sentences as the product builds them, for tests of what passes them on.

The wording is asserted once: rules and objections in tests/games, endings in tests/reports/test_sentences.py.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from aliquot.core.errors import AliquotError
from aliquot.core.game import Penalty
from aliquot.core.match import Match
from aliquot.games import create
from aliquot.reports.sentences import result_sentence
from aliquot.reports.study import WINS_BY_NAME


def played(name: str, *moves: str, penalty: Penalty | None = None, **rules: Any) -> Match[Any, Any]:
    """A match of a game after some moves, as they are typed."""
    match: Match[Any, Any] = Match(create(name, **rules), penalty=penalty)
    for text in moves:
        match.play(match.game.parse(match.position, text))
    return match


def refusal(text: str, game: str, *moves: str) -> str:
    """The sentence with which a game refuses what somebody enters after some moves."""
    match = played(game, *moves)
    with pytest.raises(AliquotError) as refused:
        match.game.play(match.position, match.game.parse(match.position, text))
    return str(refused.value)


def question(number: int, name: str = "", game: str = "dividers-duel") -> str:
    """The question put to somebody whose turn it is at a number."""
    match = played(game, start=number)
    prompt = match.game.view(match.position).prompt
    return f"{name}: {prompt}" if name else prompt


def ending(game: str, moves: Sequence[str], names: tuple[str, str] = ("Ada", "Emmy"), **rules: Any) -> str:
    """The sentence with which a match ends after these moves."""
    return result_sentence(played(game, *moves, **rules), names)


def wins(name: str) -> str:
    """The verdict that somebody wins from here."""
    return WINS_BY_NAME.format(name=name)
