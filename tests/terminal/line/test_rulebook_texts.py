from string import Formatter

import pytest

from aliquot.core.game import AnyGame
from aliquot.games import REGISTRY, defaults
from aliquot.terminal.line.rulebook_texts import DEFAULT_TEXTS, TEXTS, RuleBookTexts, facts_of, shorten_texts, texts_of

EVERY_GAME = pytest.mark.parametrize("game", defaults(), ids=lambda game: str(game.slug))


def fields(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field}


def test_every_rule_book_has_a_voice_and_every_voice_a_rule_book() -> None:
    assert list(TEXTS) == list(REGISTRY)


@EVERY_GAME
def test_a_game_speaks_in_the_voice_of_its_rule_book(game: AnyGame) -> None:
    assert texts_of(game) is TEXTS[game.slug]


@EVERY_GAME
def test_a_voice_mentions_only_what_it_is_told(game: AnyGame) -> None:
    voice = texts_of(game)
    facts = set(facts_of(game.view(game.start()))) | {"title"}
    assert fields(voice.turn) <= facts | {"name", "moves"}
    assert fields(voice.opening) <= facts | {"name", "moves"}
    assert fields(voice.welcome) <= facts | {"name", "moves"}
    assert fields(voice.prompt) <= {"name"}
    assert fields(voice.moved) <= {"before", "move", "after"}
    assert fields(voice.stuck) <= facts | {"name", "moves", "loser", "winner"}
    assert fields(voice.wins) == {"winner"}


@EVERY_GAME
def test_a_voice_says_all_that_a_player_needs(game: AnyGame) -> None:
    voice = texts_of(game)
    assert "name" in fields(voice.turn)
    assert "moves" in fields(voice.turn)
    assert {"loser", "winner"} <= fields(voice.stuck)
    assert voice.prompt.endswith(": ")


def test_no_two_rule_books_speak_alike() -> None:
    assert len({voice.turn for voice in TEXTS.values()}) == len(TEXTS)
    assert len({voice.stuck for voice in TEXTS.values()}) == len(TEXTS)


def test_a_stranger_speaks_plainly_and_mentions_only_what_it_is_told() -> None:
    facts = {"position", "moves", "name", "title"}
    assert fields(DEFAULT_TEXTS.turn) | fields(DEFAULT_TEXTS.welcome) <= facts
    assert fields(DEFAULT_TEXTS.stuck) <= facts | {"loser", "winner"}


@EVERY_GAME
def test_what_is_heard_of_a_pool_is_what_has_changed(game: AnyGame) -> None:
    view = game.view(game.start())
    voice = shorten_texts(texts_of(game), view)
    assert (voice == texts_of(game)) == (view.kind != "pool")
    assert "available" not in fields(voice.turn) | fields(voice.opening)
    assert fields(voice.turn) | fields(voice.opening) <= set(facts_of(view)) | {"name"}


@pytest.mark.parametrize("voice", TEXTS.values(), ids=TEXTS.keys())
def test_nobody_congratulates_a_computer_or_tells_it_that_it_has_lost(voice: RuleBookTexts) -> None:
    assert voice.for_result(winner=True, loser=True) == voice
    told = voice.for_result(winner=False, loser=False)
    assert not any(word in told.stuck + told.wins for word in ("You win", "You lose", "Congratulations"))
    assert "{winner}" in told.stuck
