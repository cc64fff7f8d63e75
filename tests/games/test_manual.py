"""The rules as people read them."""

import pytest

from aliquot.core.errors import UnknownGame
from aliquot.games import PRESETS, books, create
from aliquot.games.manual import VARIANTS, preset_title, rules_of, sections


@pytest.mark.parametrize("name", [*books(), *PRESETS, *VARIANTS])
def test_every_game_and_variant_has_rules_under_headings(name: str) -> None:
    title, found = sections(rules_of(name))
    assert title.endswith(".")
    assert found[0].heading == "Rules"
    assert "Theory" in [section.heading for section in found]
    for section in found:
        assert section.paragraphs
        assert all(paragraph and "\n" not in paragraph and "  " not in paragraph for paragraph in section.paragraphs)


@pytest.mark.parametrize("name", [*books(), *PRESETS, *VARIANTS])
def test_nothing_of_the_rules_is_lost_between_the_headings(name: str) -> None:
    title, found = sections(rules_of(name))
    words = " ".join([title, *(" ".join((section.heading, *section.paragraphs)) for section in found)]).split()
    assert words == rules_of(name).split()


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_speaks_of_its_own_pool(name: str) -> None:
    title, found = sections(rules_of(name))
    game = create(name)
    assert title.startswith(preset_title(name))
    assert "All numbers from 1 to 100 lie in a pool." in found[0].paragraphs[0]
    choices = game.legal_moves(game.play(game.start(), 12))
    assert found[0].paragraphs[-1].startswith(f"After 12 the choices are {choices[0]}, {choices[1]}")


def test_a_game_that_is_not_there_has_no_rules() -> None:
    with pytest.raises(UnknownGame):
        rules_of("chess")


def test_a_preset_of_a_duel_without_a_pool_has_the_rules_of_the_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PRESETS, "thirty", ("dividers-duel", {"start": "30"}))
    assert rules_of("thirty") == rules_of("dividers-duel")


def test_rules_of_a_stranger_need_no_headings() -> None:
    title, (only,) = sections("Nim: take away.\n\nTake from\none heap.")
    assert (title, only.heading, only.paragraphs) == ("Nim: take away.", "", ("Take from one heap.",))
