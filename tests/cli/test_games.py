import json
from typing import TYPE_CHECKING

import pytest

from aliquot.games import REGISTRY

if TYPE_CHECKING:
    from tests.conftest import Command


def test_games_lists_every_game_with_its_title_and_what_it_is(command: "Command") -> None:
    done = command("games")
    assert (done.code, done.err) == (0, "")
    for duel in REGISTRY.values():
        assert f"{duel.slug:<24}{duel.title} (--{duel.parameter} {duel.example})\n" in done.out
        assert f"{duel.tagline}\n" in done.out


def test_games_as_json_says_all_that_is_needed_to_set_one_up(command: "Command") -> None:
    listed = json.loads(command("games", "--json").out)
    assert [game["slug"] for game in listed] == list(REGISTRY)
    for game in listed:
        assert set(game) == {"slug", "title", "tagline", "version", "penalty", "parameter", "default", "bounds"}
    assert listed[0] == {
        "slug": "dividers-duel",
        "title": "Divider's Duel",
        "tagline": "Divide the number by a proper divisor. Whoever faces a prime loses.",
        "version": 1,
        "penalty": "forfeit",
        "parameter": "start",
        "default": "60",
        "bounds": "a whole number greater than 2 and at most 10^18",
    }


@pytest.mark.parametrize("slug", REGISTRY)
def test_what_the_json_says_sets_a_game_up(slug: str, command: "Command") -> None:
    facts = next(game for game in json.loads(command("games", "--json").out) if game["slug"] == slug)
    done = command("play", facts["slug"], f"--{facts['parameter']}", facts["default"], typed="resign\n")
    assert done.code == 0


@pytest.mark.parametrize("slug", REGISTRY)
def test_rules_prints_the_rules_in_our_words_and_the_siblings(slug: str, command: "Command") -> None:
    done = command("rules", slug)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(REGISTRY[slug].rules.text() + "\n")
    assert "\nRules\n" in done.out
    assert "\nHow it differs\n" in done.out


def test_no_two_games_have_the_same_rules(command: "Command") -> None:
    assert len({command("rules", slug).out for slug in REGISTRY}) == len(REGISTRY)
