from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aliquot.core import record_rules as rules
from aliquot.core.notation import LARGEST_TEXT, WIDTH, read, write
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.record import Record, RecordedMove, RecordError
from aliquot.core.record_json import from_json, to_json
from tests.effort import tries

GAME = '[Game "x"]\n'
SAMPLE = Record(
    "dividers-duel(start=60)",
    names=('Ada "the" \\ Great', "perfect"),
    kinds=("human", "skill:0.7"),
    date=datetime(2026, 11, 15, 19, 20, tzinfo=UTC),
    round=(2, 3),
    penalty="forfeit",
    seed=7,
    clock="60+2",
    remaining=(timedelta(milliseconds=57_125), timedelta(seconds=60)),
    hints=(0, 2),
    outcome=Outcome(2, Ending.ILLEGAL_MOVE),
    illegal="6/4",
    extra=(("Event", "Tea"), ("event", "again")),
    comment="A short one.",
    moves=(
        RecordedMove("60/2"),
        RecordedMove("30/5", "?", "too greedy", ((RecordedMove("30/6", "!"),), (RecordedMove("30/10", "", "also"),))),
    ),
)
WRITTEN = r"""[Game "dividers-duel(start=60)"]
[Version "1"]
[One "Ada \"the\" \\ Great"]
[Two "perfect"]
[KindOne "human"]
[KindTwo "skill:0.7"]
[Date "2026-11-15T19:20:00Z"]
[Round "2/3"]
[Penalty "forfeit"]
[Seed "7"]
[Clock "60+2"]
[RemainingOne "57.125"]
[RemainingTwo "60.0"]
[HintsTwo "2"]
[Result "2"]
[Termination "illegal_move"]
[Illegal "6/4"]
[Event "Tea"]
[event "again"]

{A short one.} 1. 60/2 30/5? {too greedy} (1... 30/6!) (1... 30/10 {also}) 0-1
"""
HEADER, MOVES = WRITTEN.split("\n\n")


def moves(text: str) -> tuple[RecordedMove, ...]:
    return read(GAME + text).moves


def body(*line: RecordedMove, comment: str = "") -> str:
    return write(Record("x", comment=comment, moves=line)).partition("\n\n")[2]


def test_a_record_is_written_in_one_layout() -> None:
    assert write(SAMPLE) == WRITTEN
    assert read(WRITTEN) == SAMPLE


def test_what_is_not_known_is_not_written() -> None:
    text = write(Record("x"))
    assert text == (
        '[Game "x"]\n[Version "1"]\n[One "Player 1"]\n[Two "Player 2"]\n[KindOne "human"]\n[KindTwo "human"]\n'
        '[Result "*"]\n[Termination "unfinished"]\n\n*\n'
    )
    assert read(text) == Record("x")


def test_moves_are_numbered_by_pairs_and_again_after_an_interruption() -> None:
    a, said = RecordedMove("a"), RecordedMove("a", "", "so")
    assert body(a, a, a, a, a) == "1. a a 2. a a 3. a *\n"
    assert body(said, said, said) == "1. a {so} 1... a {so} 2. a {so} *\n"
    branched = RecordedMove("b", variations=((a, a, RecordedMove("c", variations=((a,),)), a),))
    assert body(a, branched, a) == "1. a b (1... a 2. a c (2... a) 3. a) 2. a *\n"


@pytest.mark.parametrize(
    ("comment", "written"),
    [
        ("one word or more", "{one word or more}"),
        ("{braces} and \\", r"{\{braces\} and \\}"),
        ("two\nlines", r"{two\nlines}"),
        ("a\ttab", r"{a\ttab}"),
        (" edges ", r"{\ edges\ }"),
        ("wide  gap", r"{wide\ \ gap}"),
        ("line \n end", r"{line\ \n\ end}"),
        (" ", r"{\ }"),
        ("\\n; ( [ ) *", r"{\\n; ( [ ) *}"),
    ],
)
def test_comments_keep_every_character(comment: str, written: str) -> None:
    assert body(RecordedMove("a", "", comment)) == f"1. a {written} *\n"
    assert moves(f"a {written}")[0].comment == comment
    assert read(GAME + written).comment == comment


def test_moves_are_folded_between_words() -> None:
    line = [RecordedMove("60/2", "!", "a remark of several words", ((RecordedMove("60/3"),),))] * 30
    text = body(*line)
    lines = text.splitlines()
    assert len(lines) > 10
    assert max(map(len, lines)) <= WIDTH
    assert all(len(f"{row} {after.split()[0]}") > WIDTH - len("10... ") for row, after in pairwise(lines))
    assert not any(row.endswith(".") for row in lines), "a number stays with its move"
    assert moves(text) == tuple(line)


def test_a_line_may_be_exactly_as_wide_as_allowed() -> None:
    for width, rows in ((95, 1), (96, 2)):
        text = body(RecordedMove("9" * width))
        assert len(text.splitlines()) == rows


def test_a_word_too_long_for_a_line_has_one_to_itself() -> None:
    text = body(RecordedMove("1"), RecordedMove("9" * 200), RecordedMove("2"), comment="x" * 150)
    assert text.splitlines() == ["{" + "x" * 150 + "}", "1. 1", "9" * 200, "2. 2 *"]


@pytest.mark.parametrize(
    ("text", "seconds"), [("0.0", "0.0"), ("57", "57.0"), ("57.05", "57.05"), ("1.0019", "1.001"), ("007.10", "7.1")]
)
def test_seconds_have_one_to_three_decimals(text: str, seconds: str) -> None:
    assert f'[RemainingOne "{seconds}"]\n' in write(read(f'{GAME}[RemainingOne "{text}"]'))


@pytest.mark.parametrize(
    "text",
    [
        WRITTEN.replace("\n", "\r\n"),
        WRITTEN.replace("\n", "\r"),
        "\ufeff" + WRITTEN,
        WRITTEN.replace("\n", "\n\n \t\n") + "\n\n",
        WRITTEN.strip(),
        WRITTEN.replace("]\n[", "] ["),
        HEADER.replace("[", " [ ").replace(' "', '  \t"').replace("]", " ] ") + "\n" + MOVES.replace(" ", "  "),
        "\n".join([*reversed(HEADER.splitlines()), MOVES]),
        WRITTEN.replace("[Game", "[gAME").replace("[HintsTwo", "[hintstwo"),
        WRITTEN.replace("1. ", "").replace("1... ", ""),
        WRITTEN.replace("1. ", "17.").replace("1... ", "4..."),
        WRITTEN.replace("30/5? ", "1... 30/5 ?"),
        WRITTEN.replace("{too greedy}", "; too   greedy \n"),
        WRITTEN.replace("{too greedy}", "{\n too\n\n greedy }"),
        WRITTEN.replace("{too greedy}", "{too}{}{greedy}"),
        WRITTEN.replace("{too greedy} (1... 30/6!)", "{too} (1... 30/6!) {greedy}"),
        WRITTEN.replace("30/10 {also}", "{also} 30/10"),
        WRITTEN.replace("0-1\n", ""),
        WRITTEN.replace('[Result "2"]\n', ""),
        WRITTEN.replace('[Result "2"]', '[Result "0-1"]'),
        WRITTEN.replace('[Version "1"]\n', "").replace('[KindOne "human"]\n', ""),
        "; A\n{short}" + WRITTEN.replace("{A short one.}", "{one.}"),
        WRITTEN.replace("2026-11-15T19:20:00Z", "2026-11-15T20:20:00.5+01:00"),
    ],
)
def test_much_is_forgiven(text: str) -> None:
    def ordered(record: Record) -> Record:
        return replace(record, extra=tuple(sorted(record.extra)))

    assert ordered(read(text)) == ordered(SAMPLE)
    assert ordered(read(text.encode())) == ordered(SAMPLE)


def test_comments_may_follow_the_result() -> None:
    record = read(f"{GAME}1. a 1-0 {{well}} ; played")
    assert record.moves == (RecordedMove("a", "", "well played"),)
    assert read(f"{GAME} * {{nothing}}").comment == "nothing"


def test_a_backslash_before_anything_else_is_a_backslash() -> None:
    assert moves(r"a {C:\x \" \}}")[0].comment == r"C:\x \" }"
    assert read(r'[Game "a\b\{"]').game == r"a\b\{"
    assert moves("a {\\\n}")[0].comment == "\\"


def test_a_win_without_a_termination_is_a_win_on_the_board() -> None:
    assert read(f"{GAME}a 1-0").outcome == Outcome(1, Ending.NO_MOVES)
    assert read(f'{GAME}[Result "2"]').outcome == Outcome(2, Ending.NO_MOVES)
    assert read(f'{GAME}[Termination "resigned"] a 0-1').outcome == Outcome(2, Ending.RESIGNED)
    assert read(f'{GAME}[Termination "unfinished"] a').outcome is None
    assert read(f"{GAME}a *").outcome is None


def test_moves_are_opaque() -> None:
    assert [move.text for move in moves("12 16-8 swap 60/2 60+84/7 1-01 10-1 1-0/ -")] == (
        ["12", "16-8", "swap", "60/2", "60+84/7", "1-01", "10-1", "1-0/", "-"]
    )


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "the tag Game, which names the game, is missing."),
        ("1. 60/2", 1, 1, "the tag Game, which names the game, is missing."),
        ('[Game ""]', 1, 7, "Game must be a game's id such as dividers-duel(start=60), not ''."),
        (GAME + "\n60/2 {so", 3, 6, "this comment is never closed."),
        (GAME + "\n60/2 {so\\}", 3, 6, "this comment is never closed."),
        (GAME + "60/2 so}", 2, 8, "there is no open comment to close."),
        (GAME + "60/2 \n  SWAP", 3, 3, "'S' is not allowed here."),
        (GAME + "12 . 6", 2, 4, "'.' is not allowed here."),
        (GAME + "12 (6 (3)", 2, 4, "this variation is never closed."),
        (GAME + "12 (6 (3", 2, 7, "this variation is never closed."),
        (GAME + "12 (6))", 2, 7, "there is no open variation to close."),
        (GAME + "12 (6 {x} ) ()", 2, 13, "this variation has no move."),
        (GAME + "(6) 12", 2, 1, "a variation must follow the move it replaces."),
        (GAME + "12 ((6))", 2, 5, "a variation must follow the move it replaces."),
        (GAME + "12 (6 1-0)", 2, 7, "a variation cannot have a result."),
        (GAME + "12 * 6", 2, 6, "nothing but comments may follow the result."),
        (GAME + "12 * 2.", 2, 6, "nothing but comments may follow the result."),
        (GAME + "12 *\n\n" + GAME, 4, 1, "nothing but comments may follow the result."),
        (GAME + "! 12", 2, 1, "! must follow a move."),
        (GAME + "12!!!", 2, 3, "an annotation must be one of ! ? !! ?? !? ?!, not !!!."),
        (GAME + "12! {x} ?", 2, 9, "the move 12 has a second annotation."),
        (GAME + '12 [One "Ada"]', 2, 4, "tags must come before the moves."),
        (GAME + '[1 "Ada"]', 2, 1, "the name of a tag must follow this bracket."),
        (GAME + "[One Ada]", 2, 6, "the value of One must follow here in quotation marks."),
        (GAME + '[One "Ada]\n"', 2, 6, "the value of One must be closed on the same line."),
        (GAME + '[One "Ada\\"]', 2, 6, "the value of One must be closed on the same line."),
        (GAME + '[One "Ada" ', 2, 11, "the tag One must be closed here with a bracket."),
        (GAME + '[One "Ada" x]', 2, 12, "the tag One must be closed here with a bracket."),
        (GAME + '[One "a"]\n [one "b"]', 3, 2, "the tag one appears a second time."),
        (
            GAME + '[One "a\tb"]',
            2,
            6,
            "One must be one line of text without control characters, at most 2,000 long, not 'a�b'.",
        ),
        (
            GAME + '[Odd "a\tb"]',
            2,
            6,
            "Odd must be one line of text without control characters, at most 2,000 long, not 'a�b'.",
        ),
        (GAME + '[One "a\x1b[2J"]', 2, 8, "the control character U+001B is not allowed in a record."),
        (GAME + "12 {a\x85}", 2, 6, "the control character U+0085 is not allowed in a record."),
        (GAME + "12\0", 2, 3, "this is binary data or text in another encoding, not a record in UTF-8."),
        (GAME + "12 {\ud800}", 2, 5, "this is binary data or text in another encoding, not a record in UTF-8."),
        ("\ufeff" + "[One 1]", 1, 6, "the value of One must follow here in quotation marks."),
        (GAME + "\r\n\r12 }", 4, 4, "there is no open comment to close."),
        (GAME + '[Version "one"]', 2, 10, "Version must be a whole number from 1 to 999999999, not 'one'."),
        (GAME + '[Version "0"]', 2, 10, "Version must be a whole number from 1 to 999999999, not '0'."),
        (GAME + '[KindTwo " "]', 2, 10, "KindTwo must be who plays, such as human or skill:0.7, not ' '."),
        (GAME + '[Date "now"]', 2, 7, "Date must be a date and time in UTC such as 2026-11-15T19:20:00Z, not 'now'."),
        (GAME + '[Round "3/2"]', 2, 8, "Round must be the number of a game and of how many, such as 2/3, not '3/2'."),
        (GAME + '[Round "3"]', 2, 8, "Round must be the number of a game and of how many, such as 2/3, not '3'."),
        (GAME + '[Penalty "none"]', 2, 10, "Penalty must be forfeit or retry, not 'none'."),
        (GAME + '[Seed "-1"]', 2, 7, "Seed must be a whole number of at most 19 digits, not '-1'."),
        (GAME + '[Clock "1h"]', 2, 8, "Clock must be seconds and increment such as 60+2, not '1h'."),
        (
            GAME + '[RemainingOne "1000000000"]',
            *(2, 15, "RemainingOne must be seconds such as 57.5, fewer than a billion, not '1000000000'."),
        ),
        (GAME + '[HintsTwo "many"]', 2, 11, "HintsTwo must be a whole number from 0 to 999999999, not 'many'."),
        (GAME + '[Result "3"]', 2, 9, "Result must be 1, 2 or *, not '3'."),
        (
            GAME + '[Termination "bored"]',
            *(
                2,
                14,
                "Termination must be no_moves, illegal_move, resigned, out_of_time, abandoned or unfinished, "
                "not 'bored'.",
            ),
        ),
        (GAME + '[Result "1"]\n12 0-1', 3, 4, "the moves end with 0-1, but the tag Result says otherwise."),
        (GAME + '[Result "*"]\n12 1-0', 3, 4, "the moves end with 1-0, but the tag Result says otherwise."),
        (GAME + '[Termination "resigned"]', 2, 14, "Termination says resigned, but there is no winner."),
        (
            GAME + '[Termination "unfinished"] 1-0',
            2,
            14,
            "Termination says unfinished, but player 1 is the winner.",
        ),
        (GAME + '[Illegal "7"]', 2, 10, "there is an illegal choice, but Termination is not illegal_move."),
        (GAME + '[Illegal "7"] 1-0', 2, 10, "there is an illegal choice, but Termination is not illegal_move."),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(text)
    assert (caught.value.message, caught.value.line, caught.value.column) == (message, line, column)
    assert str(caught.value) == f"line {line}, column {column}: {message}"


def test_a_message_never_echoes_much() -> None:
    for text in (
        "[" + "x" * 10**6,
        '[Version "' + "9" * 10**6 + '"]',
        "a" * 10**6 + "!" * 10**6,
        "a! " + "a" * 10**6 + "!!?",
    ):
        with pytest.raises(RecordError) as caught:
            read(GAME + text)
        assert len(str(caught.value)) < 200
        assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", 1, 1),
        (b'[Game "x"]\r\n[One "Andr\xe9"]', 2, 11),
        ('[Game "x"]'.encode("utf-16"), 1, 1),
        (b"\0" * 100, 1, 1),
    ],
)
def test_binary_data_is_refused(data: bytes, line: int, column: int) -> None:
    with pytest.raises(RecordError, match="binary data or text in another encoding") as caught:
        read(data)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_text_that_is_too_large_is_refused() -> None:
    for data in ("x" * (LARGEST_TEXT + 1), "é" * (LARGEST_TEXT // 2 + 1), b" " * (LARGEST_TEXT + 1)):
        with pytest.raises(RecordError) as caught:
            read(data)
        assert str(caught.value) == "A record must not be larger than 16 MiB."


def test_comments_tags_and_moves_have_limits_that_are_the_same_for_reading_and_writing() -> None:
    longest = read(GAME + "{" + "x" * 10_000 + "} a {" + "\\n" * 10_000 + "}")
    assert (len(longest.comment), len(longest.moves[0].comment)) == (10_000, 10_000)
    assert read(write(longest)) == longest
    for text in ("{" + "x" * 10_001 + "}", "a {" + "x" * 5000 + "} {" + "x" * 5000 + "}", "a;" + "x" * 10_001):
        with pytest.raises(RecordError, match="comment must be text without control characters, at most 10,000 long"):
            read(GAME + text)
    tags = "".join(f'[T{i} "{"x" * 2000}"]' for i in range(100))
    assert read(write(read(GAME + tags + "a"))).extra[99] == ("T99", "x" * 2000)
    for text, problem in (
        (tags + '[One_more ""]', "not have more than 100 tags of its own"),
        (f'[T "{"x" * 2001}"]', "at most 2,000 long"),
        (f'[{"T" * 65} "x"]', "at most 64 long"),
        ("9" * 201, "a move must be a move such as"),
    ):
        with pytest.raises(RecordError, match=problem):
            read(GAME + text)


@pytest.mark.deep
def test_a_record_that_would_be_too_large_when_written_is_not_read() -> None:
    """Numbers and escapes make a record longer; so near the limit it is the written form that counts."""
    line = "a" * 150 + " "
    with pytest.raises(RecordError, match="not have more than 16 MiB when written"):
        read(GAME + line * 110_000)
    record = read(GAME + line * 105_000)
    assert len(write(record)) < LARGEST_TEXT


def test_a_name_that_is_too_long_is_cut_and_what_cannot_be_seen_is_replaced() -> None:
    record = read(GAME + f'[One "{"Ada" * 20}"] [Two "E\u202emmy\u200b"] [Event "a\u2028b\U000e0041"] a {{x\u2066y}}')
    assert record.names == ("Ada" * 10 + "A…", "E\ufffdmmy\ufffd")
    assert (record.extra, record.moves[0].comment) == ((("Event", "a\ufffdb\ufffd"),), "x\ufffdy")
    assert read(write(record)) == record
    assert from_json(to_json(record)) == record
    unfit: list[dict[str, Any]] = [{"names": ("x" * 33, "y")}, {"names": ("\u200b", "y")}, {"comment": "\u202e"}]
    for change in unfit:
        with pytest.raises(RecordError):
            replace(record, **change)


def test_variations_are_read_64_deep_and_no_deeper() -> None:
    def nest(depth: int) -> str:
        return GAME + "a (" * depth + "a" + ")" * depth

    deep = read(nest(64))
    assert read(write(deep)) == deep
    with pytest.raises(RecordError) as caught:
        read(nest(65))
    assert str(caught.value) == f"line 2, column {3 * 65}: variations are nested more than 64 deep."
    with pytest.raises(RecordError, match="nested more than 64 deep"):
        read(GAME + "a (" * 100_000)


def test_no_more_moves_are_read_than_a_record_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_MOVES", 3)
    assert len(moves("{c c c c} a (1. b {c c c})  1... c ; c c c\n 1-0")) == 2
    assert len(moves("a (b) c")) == 2
    with pytest.raises(RecordError) as caught:
        moves("a (b) c d")
    assert str(caught.value) == "line 2, column 9: a record must not have more than 3 moves."


def is_read_or_refused(data: str | bytes) -> None:
    refusal = ""
    try:
        record = read(data)
    except RecordError as error:
        refusal = str(error)
    else:
        assert read(write(record)) == record
    assert refusal.isprintable()
    assert len(refusal) < 300


@settings(max_examples=tries(300))
@given(st.text() | st.binary())
def test_anything_at_all_is_read_or_refused(data: str | bytes) -> None:
    is_read_or_refused(data)


PIECES = st.sampled_from(
    [
        *'[]{}()"\\;*!?. \n\t\r/-+',
        "1-0",
        "0-1",
        "12",
        "1.",
        "2...",
        "60/2",
        "swap",
        "Game",
        "Date",
        '[One "a"]',
        "\ufeff",
        "é",
        "\0",
    ]
)


@settings(max_examples=tries(500))
@given(st.lists(PIECES | st.text(max_size=3), max_size=30).map("".join), st.booleans())
def test_anything_that_looks_like_a_record_is_read_or_refused(text: str, named: bool) -> None:
    is_read_or_refused(GAME + text if named else text)


@settings(max_examples=tries(300))
@given(st.integers(0, len(WRITTEN)), st.integers(0, 20), st.text(max_size=5) | PIECES)
def test_a_damaged_record_is_read_or_refused(at: int, length: int, patch: str) -> None:
    is_read_or_refused(WRITTEN[:at] + patch + WRITTEN[at + length :])
