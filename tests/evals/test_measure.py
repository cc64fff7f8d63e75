import json
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from aliquot.core.errors import InvalidParameter, MissingExtra
from aliquot.core.notation import write
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.record_json import to_json
from aliquot.evals import Episode, Item, Kind, Recipe, judge
from aliquot.evals.item import as_typed, read_board, wrap
from aliquot.evals.manifest import Row, manifest_text, read_manifest, write_manifest
from aliquot.evals.measure import LABELS, Measurement, measure_rows
from aliquot.evals.report_card import report_card
from aliquot.evals.sources import read_sources
from aliquot.oracle import solve
from aliquot.players import create_player
from tests.evals.recipes import POOL, SUBTRACT

GAMES = ("divisor-duel-pool(pool=2-30)", "divisor-duel-subtract(start=480)", "dividers-duel(start=60+84)")


def play(number: int, skill: str = "skill:0.7") -> Episode:
    episode = Episode(GAMES[number % 3], "skill:0.5", seat=1 if number % 2 else 2, seed=number)
    player = create_player(skill, Random(number))
    assert player is not None
    while episode.outcome is None:
        game, position = episode.match.game, episode.match.position
        episode.step(wrap(as_typed(game, position, player.choose(game, position, None).move)))
    return episode


@pytest.fixture
def games(tmp_path: Path) -> Path:
    for number in range(12):
        record = play(number).record("Ada")
        if number % 2:
            (tmp_path / f"{number}.duel").write_text(write(record))
        else:
            (tmp_path / f"{number}.json").write_text(json.dumps(to_json(record)))
    return tmp_path


def replies(count: int, seed: int = 1, prefix: str = "v1/") -> list[dict[str, Any]]:
    rows = []
    for kind, game in ((Kind.MOVE, POOL), (Kind.WINNER, POOL), (Kind.PROOF, POOL), (Kind.MOVE, SUBTRACT)):
        for item in Recipe(kind, game, 16, 40, share=0.5).items(seed, count, prefix):
            reply = item.reply if item.digest[0] < "a" else "no idea" if item.digest[0] < "d" else wrap("1")
            rows.append({"item": item.as_json(), "reply": reply, "player": "gpt-x"})
    return rows


def write_lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


# --- matches ------------------------------------------------------------------------------------------------


def test_matches_are_measured_by_what_each_move_did(games: Path) -> None:
    rows = read_sources([games])
    assert all(row.included for row in rows)
    by_player = {each.player: each.measure for each in measure_rows(rows)}
    assert set(by_player) == {"Ada", "skill:0.5"}
    stakes = [step for number in range(12) for step in play(number).steps if step.at_stake]
    ada = by_player["Ada"]
    assert ada.mattered == len(stakes)
    assert ada.optimality.value == pytest.approx(sum(step.reward for step in stakes) / len(stakes))
    assert ada.matches <= 12
    assert sum(group.count for group in ada.by_phase) == ada.mattered


def test_each_row_agrees_with_the_oracle(games: Path) -> None:
    for row in read_sources([games]):
        game, position = read_board(row.game, row.position)
        verdict = solve(game, position)
        assert row.moves == len(game.legal_moves(position))
        assert row.winning == (len(verdict.winning_moves) if verdict.wins else 0)
        assert not row.right or row.winning


@pytest.mark.parametrize(("reply", "readable"), [("I resign.", False), (wrap("7"), True)])
def test_a_reply_that_loses_the_match_counts_as_a_wrong_decision(tmp_path: Path, reply: str, readable: bool) -> None:
    episode = Episode(GAMES[1], "perfect", seed=1)
    assert episode.step(reply).at_stake
    (tmp_path / "a.duel").write_text(write(episode.record("gpt-x")))
    (measurement,) = measure_rows(read_sources([tmp_path]), "gpt-x")
    measure = measurement.measure
    assert (measure.mattered, measure.optimality.value) == (1, 0.0)
    assert (measure.illegal.value, measure.unreadable.value) == (float(readable), float(not readable))


def test_people_who_leave_have_not_decided(tmp_path: Path) -> None:
    record = replace(Episode(GAMES[1], "perfect").record("Ada"), kinds=("human", "perfect"))
    left = replace(record, outcome=Outcome(2, Ending.ABANDONED))
    (tmp_path / "a.duel").write_text(write(left))
    assert read_sources([tmp_path]) == []


def test_records_of_unknown_games_do_not_count(games: Path) -> None:
    (games / "strange.duel").write_text('[Game "chess(start=1)"]\n[One "Ada"]\n\n1. e4 *\n')
    (measurement,) = measure_rows(read_sources([games]), "ada")
    ((reason, count),) = measurement.excluded
    assert "no game called 'chess'" in reason
    assert count == 1
    assert any("not counted" in sentence for sentence in measurement.sentences)
    with pytest.raises(InvalidParameter, match="chess"):
        measure_rows(read_sources([games / "strange.duel"]))
    with pytest.raises(InvalidParameter, match="Players: "):
        measure_rows(read_sources([games]), "Nobody")


# --- replies ------------------------------------------------------------------------------------------------


def test_replies_are_judged_and_counted_by_kind(tmp_path: Path) -> None:
    rows = replies(20)
    (measurement,) = measure_rows(read_sources([write_lines(tmp_path / "replies.jsonl", rows)]))
    judgements = [(Item.from_json(row["item"]), judge(Item.from_json(row["item"]), row["reply"])) for row in rows]
    for score in measurement.kinds:
        right = [judgement.right for item, judgement in judgements if item.kind == score.kind]
        assert score.count == len(right)
        assert score.right.value == pytest.approx(sum(right) / len(right))
        assert any(sentence.startswith(f"Questions ({LABELS[Kind(score.kind)]})") for sentence in measurement.sentences)
    assert "A winning move<" in report_card([measurement])
    moves = [judgement for item, judgement in judgements if item.kind is Kind.MOVE]
    assert measurement.measure.decisions == len(moves)
    assert measurement.measure.unreadable.value == pytest.approx(sum(not each.parsed for each in moves) / len(moves))


def test_half_a_character_in_a_reply_does_no_harm(tmp_path: Path) -> None:
    row = {**replies(1)[0], "reply": "\ud800", "player": "gpt\ud800"}
    rows = read_sources([write_lines(tmp_path / "replies.jsonl", [row])])
    write_manifest(tmp_path / "manifest.jsonl", rows)
    assert read_sources([tmp_path / "manifest.jsonl"]) == rows


def test_replies_may_name_items_beside_them(tmp_path: Path) -> None:
    rows = replies(3)
    write_lines(tmp_path / "items.jsonl", [row["item"] for row in rows])
    named = [{"item": row["item"]["id"], "reply": row["reply"], "player": "gpt-x"} for row in rows]
    write_lines(tmp_path / "replies.jsonl", named)
    (found,) = measure_rows(read_sources([tmp_path]))
    (whole,) = measure_rows(read_sources([write_lines(tmp_path / "whole.jsonl", rows)]))
    assert (found.measure, found.kinds) == (whole.measure, whole.kinds)
    with pytest.raises(InvalidParameter, match="must be beside the replies"):
        measure_rows(read_sources([tmp_path / "replies.jsonl"]))


def test_logs_of_harnesses_are_read(tmp_path: Path) -> None:
    rows = replies(3)
    (expected,) = measure_rows(read_sources([write_lines(tmp_path / "replies.jsonl", rows)]))
    samples = [{"id": 1, "metadata": {"item": row["item"]}, "output": {"completion": row["reply"]}} for row in rows]
    log = {"version": 2, "eval": {"model": "gpt-x"}, "samples": samples}
    (tmp_path / "log.json").write_text(json.dumps(log))
    with zipfile.ZipFile(tmp_path / "log.eval", "w") as archive:
        archive.writestr("header.json", json.dumps({"eval": {"model": "gpt-x"}}))
        for number, sample in enumerate(samples):
            archive.writestr(f"samples/{number:03}_epoch_1.json", json.dumps(sample))
    messages = [
        {"info": {"item": json.dumps(row["item"])}, "model": "gpt-x", "completion": [{"content": row["reply"]}]}
        for row in rows
    ]
    write_lines(tmp_path / "results.jsonl", messages)
    for name in ("log.json", "log.eval", "results.jsonl"):
        (found,) = measure_rows(read_sources([tmp_path / name]))
        assert (found.player, found.measure, found.kinds) == ("gpt-x", expected.measure, expected.kinds), name


def test_logs_in_the_compression_of_inspect_need_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "log.eval", "w") as archive:
        archive.writestr("header.json", "{}")
    data, stored, zstandard = (tmp_path / "log.eval").read_bytes(), b"\x00\x00", b"\x5d\x00"
    for signature, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        at = data.index(signature) + place
        assert data[at : at + 2] == stored
        data = data[:at] + zstandard + data[at + 2 :]
    (tmp_path / "log.eval").write_bytes(data)
    monkeypatch.delattr(zipfile, "ZIP_ZSTANDARD", raising=False)
    monkeypatch.setitem(sys.modules, "zipfile_zstd", None)
    with pytest.raises(MissingExtra, match=r"aliquot-games\[inspect\]"):
        read_sources([tmp_path])


def test_replies_to_two_suites_are_not_mixed(tmp_path: Path) -> None:
    write_lines(tmp_path / "one.jsonl", replies(2))
    write_lines(tmp_path / "two.jsonl", replies(2, seed=2))
    with pytest.raises(InvalidParameter, match="replies to v1/1 and v1/2"):
        read_sources([tmp_path])


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.duel", b"no record"),
        ("a.json", b"{"),
        ("a.json", b"[]"),
        ("a.jsonl", b"[1]\n"),
        ("a.jsonl", b"\xff\xfe"),
        ("a.jsonl", b"nonsense\n"),
        ("a.jsonl", b'{"kind": "move", "gold": "2"}\n'),
        ("a.eval", b"no archive"),
        ("a.txt", b"hello"),
    ],
)
def test_files_of_no_known_kind_are_refused_in_one_sentence(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InvalidParameter) as caught:
        read_sources([tmp_path / name])
    assert "\n" not in str(caught.value)


def test_nothing_to_measure(tmp_path: Path) -> None:
    with pytest.raises(InvalidParameter, match="has no files"):
        read_sources([tmp_path])
    with pytest.raises(InvalidParameter, match="cannot be read"):
        read_sources([tmp_path / "nothing.duel"])
    write_lines(tmp_path / "a.jsonl", [{"reply": "hello"}])
    with pytest.raises(InvalidParameter, match="There is no item"):
        measure_rows(read_sources([tmp_path]))


# --- manifest -----------------------------------------------------------------------------------------------


def numbers(measurements: list[Measurement]) -> list[dict[str, Any]]:
    return [each.as_json() for each in measurements]


def test_everything_can_be_recomputed_from_the_manifest(games: Path) -> None:
    write_lines(games / "replies.jsonl", replies(4))
    rows = read_sources([games])
    path = games.parent / f"{games.name}-manifest.jsonl"
    write_manifest(path, rows)
    assert read_sources([path]) == rows
    assert numbers(measure_rows(read_sources([path]))) == numbers(measure_rows(rows))
    assert manifest_text(read_sources([games])) == path.read_text(), "the directory gives the same manifest again"
    write_manifest(path, rows)
    with pytest.raises(InvalidParameter, match="already exists"):
        write_manifest(path, rows[1:])
    assert read_sources([path]) == rows


def test_damaged_manifests_are_noticed() -> None:
    text = manifest_text([Row(source="a", player="Ada", winning=1, moves=3), Row(source="b", player="Ada")])
    assert len(list(read_manifest("m", text))) == 2
    damaged = [
        text.replace('"winning":1', '"winning":2'),
        text[: len(text) // 2],
        text.replace('"rows": 2', '"rows": 3'),
        text + '{"source":"c","player":"Ada"}\n',
        text.replace('"version": 1', '"version": 2'),
        text.replace('"moves":3', '"moves":"3"'),
        "\n".join(reversed(text.splitlines())),
    ]
    for each in damaged:
        with pytest.raises(InvalidParameter):
            list(read_manifest("m", each))


# --- report card --------------------------------------------------------------------------------------------


def test_the_report_card_is_one_file_that_loads_nothing(games: Path) -> None:
    write_lines(games / "replies.jsonl", replies(4))
    measurements = measure_rows(read_sources([games]))
    page = report_card(measurements)
    assert "http" not in page
    assert "<script" not in page
    for each in measurements:
        assert f"<h1>{each.player}</h1>" in page
        assert each.measure.skill.sentence in page or each.player == "gpt-x"
    assert page.count("<svg") == page.count("</svg>") > 5


def test_names_from_files_cannot_break_the_card() -> None:
    rows = [
        Row(source="a", player="<script>alert(1)</script>", winning=1, moves=3, match="a", phase="end"),
        Row(source="b", player="<script>alert(1)</script>", problem="<b>bad</b> & worse"),
    ]
    page = report_card(measure_rows(rows))
    assert "<script" not in page
    assert "<b>bad" not in page
    assert "&lt;script&gt;" in page
