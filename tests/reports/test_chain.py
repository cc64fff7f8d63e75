"""The report on a chain says where it can grow, how far it is, and never more than is proved."""

import json
from dataclasses import asdict

from aliquot.games.longest_chain import LEFT, RIGHT, Chain
from aliquot.oracle.chain import ceiling
from aliquot.oracle.verify import verify_text
from aliquot.reports import chain as sentences
from aliquot.reports.chain import chain_report


def test_the_report_has_the_chain_and_where_it_can_grow() -> None:
    chain = Chain(30, (6, 12, 4))
    report = chain_report(chain)
    assert (report.game, report.position, report.length) == ("longest-chain(limit=30)", "1-30/6,12,4", 3)
    assert (report.left, report.right) == (chain.extensions(LEFT), chain.extensions(RIGHT))
    assert (report.ceiling, report.proved, report.over, report.hint, report.certificate) == (
        26,
        True,
        False,
        None,
        None,
    )
    assert report.sentence.startswith("3 numbers; the longest chain has 26.")
    assert report.story


def test_each_state_has_its_sentence() -> None:
    longest, known = ceiling(100).chain, ceiling(301)
    cases = {
        Chain(100): "The longest chain has 77 numbers. Choose any number from 1 to 100 to begin.",
        Chain(100, (97, 1, 89)): f"3 numbers; the longest chain has 77. {sentences.NO_HINT}",
        Chain(100, longest): "77 numbers: no chain of 1–100 is longer, and that is proved.",
        Chain(100, longest[1:]): "76 numbers; the longest chain has 77.",
        Chain(100, (1, 97)): "2 numbers; the longest chain has 77. From here at most MOST are possible.",
        Chain(2, (1,)): "1 number; the longest chain has 2.",
    }
    for chain, sentence in cases.items():
        report = chain_report(chain)
        assert report.sentence == sentence.replace("MOST", str(report.at_most))
    assert not known.proved
    assert "longest chain known" in chain_report(Chain(301)).sentence
    assert "longest chain known" in chain_report(Chain(301, (2, 4))).sentence
    assert "not proved" in chain_report(Chain(301, known.chain)).sentence


def test_a_hint_is_called_exact_only_if_it_is() -> None:
    exact = chain_report(Chain(20, (5, 10)), with_hint=True).hint
    assert exact is not None
    assert exact.exact == (exact.at_least == exact.at_most)
    assert exact.sentence.startswith("Add ")
    # A chain about which neither the certificate nor the search knows everything.
    good = chain_report(Chain(60, (7, 49, 1, 30, 2, 58)), with_hint=True).hint
    assert good is not None
    assert not good.exact
    assert good.sentence.startswith("A good continuation: ")
    first = chain_report(Chain(30), with_hint=True).hint
    assert first is not None
    assert first.sentence.startswith("Begin with ")
    assert chain_report(Chain(100, (97, 1, 89)), with_hint=True).hint is None


def test_the_report_as_json_is_checked_by_the_verifier() -> None:
    document = json.dumps(asdict(chain_report(Chain(40, (8, 4)), with_hint=True, certificate=True)))
    assert verify_text(document).checked == ("game", "limit", "ceiling", "proved")
