import io
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.arithmetic import divisors
from aliquot.terminal.line import output as page_module
from aliquot.terminal.line.output import Name, Output
from aliquot.terminal.text import layout_list

WIDTHS = range(20, 201)
LABEL = "Divisors: "
MORE = re.compile(r"… ([\d,]+) more")
LISTS = [
    range(2, 3),
    range(2, 12),
    range(2, 51),
    range(1, 101),
    range(1, 1001),
    range(1, 1_000_001),
    *(divisors(n)[1:-1] for n in (60, 5040, 735_134_400, 963_761_198_400, 10**18, 2**59, 2**58, 3**37, 7**21)),
    *(divisors(n)[1:-1] for n in (6 * 999_999_999_989, 30 * 2**54, 2**20 * 3**20, 2**10 * 10**14)),
    range(10**18 - 99, 10**18 + 1),
    (2, 10**17),
]


def shown(lines: list[str]) -> list[int]:
    """The numbers printed, without the label and the summary."""
    body = "\n".join(line for line in lines if not MORE.search(line)).removeprefix(LABEL.strip())
    return [int(number) for number in re.findall(r"\d+", body)]


@pytest.mark.parametrize("numbers", LISTS, ids=lambda numbers: f"{len(numbers)} up to {numbers[-1]}")
def test_no_row_of_numbers_is_wider_than_the_page_at_any_width(numbers: tuple[int, ...]) -> None:
    for width in WIDTHS:
        for line in layout_list(LABEL, numbers, "", width):
            assert MORE.search(line) or len(line) <= max(width, len(str(numbers[-1])) + 2), (width, line)


def test_the_line_that_sums_up_is_no_wider_than_the_page_either() -> None:
    for numbers in (range(1, 1001), range(1, 1_000_001), divisors(735_134_400)):
        for width in WIDTHS:
            lines = layout_list(LABEL, numbers, "", width)
            assert any("more" in line for line in lines)
            assert max(map(len, lines)) <= width, (width, lines)


@pytest.mark.parametrize("numbers", LISTS, ids=lambda numbers: f"{len(numbers)} up to {numbers[-1]}")
def test_what_is_shown_and_what_is_summed_up_is_the_whole_list(numbers: tuple[int, ...]) -> None:
    members = numbers if isinstance(numbers, range) else frozenset(numbers)
    for width in WIDTHS:
        lines = layout_list(LABEL, numbers, "", width)
        printed, summary = shown(lines), MORE.search("\n".join(lines))
        hidden = int(summary[1].replace(",", "")) if summary else 0
        assert (hidden > 0) == (summary is not None)
        assert len(printed) + hidden == len(numbers), width
        if summary is None:
            assert printed == list(numbers)
        else:
            assert printed[0] == numbers[0]
            assert printed[-1] == numbers[-1]
            assert all(a < b for a, b in pairwise(printed))
            assert all(number in members for number in printed)


def test_a_short_list_stands_behind_its_label() -> None:
    assert layout_list("Divisors: [", [2, 4, 8], "]", 40) == ["Divisors: [2, 4, 8]"]
    assert layout_list("Divisors: ", [2, 4, 8], "", 17) == ["Divisors: 2, 4, 8"]


def test_a_list_that_does_not_fit_behind_its_label_stands_below_it_in_columns() -> None:
    assert layout_list("Divisors: [", list(range(2, 12)), "]", 24) == [
        "Divisors:",
        "   2   3   4   5   6   7",
        "   8   9  10  11",
    ]


def test_few_numbers_are_all_shown_at_every_width() -> None:
    for width in WIDTHS:
        assert shown(layout_list(LABEL, range(2, 42), "", width)) == list(range(2, 42))
    for width in range(28, 201):  # where eight rows of seven fit
        assert shown(layout_list(LABEL, range(2, 51), "", width)) == list(range(2, 51))


def test_a_page_of_numbers_never_fills_more_than_a_small_screen() -> None:
    for numbers in LISTS:
        for width in WIDTHS:
            assert len(layout_list(LABEL, numbers, "", width)) <= 10


@given(
    st.lists(st.integers(1, 10**18), min_size=1, max_size=400, unique=True).map(sorted),
    st.integers(20, 200),
)
def test_any_list_of_numbers_can_be_set(numbers: list[int], width: int) -> None:
    lines = layout_list(LABEL, numbers, "", width)
    summary = MORE.search("\n".join(lines))
    assert len(shown(lines)) + (int(summary[1].replace(",", "")) if summary else 0) == len(numbers)


def plain() -> tuple[Output, io.StringIO]:
    out = io.StringIO()
    return Output(out, on_terminal=False), out


def coloured(*, colour: bool = True) -> tuple[Output, io.StringIO]:
    out = io.StringIO()
    return Output(out, on_terminal=True, colour=colour), out


def test_a_plain_page_prints_templates_as_they_are() -> None:
    page, out = plain()
    page.say("{name}'s turn.\nDivisors: [{moves}]", {"name": Name("Ada", "first"), "moves": [2, 4, 8]})
    page.gap()
    page.ask("{name} selects: ", {"name": Name("Ada", "first")})
    page.echo("2")
    page.note("Well done. " * 30, "warn")
    assert out.getvalue() == f"Ada's turn.\nDivisors: [2, 4, 8]\n\nAda selects: 2\n{'Well done. ' * 30}\n"


def test_a_plain_page_is_never_coloured() -> None:
    out = io.StringIO()
    page = Output(out, on_terminal=False, colour=True)
    page.say("{name} {number}", {"name": Name("Ada", "first"), "number": 60})
    page.note("Careful.", "warn")
    assert out.getvalue() == "Ada 60\nCareful.\n"


def test_a_terminal_page_has_a_margin_and_colour() -> None:
    page, out = coloured()
    page.say("{name} faces {number}.", {"name": Name("Ada", "first"), "number": 60})
    assert out.getvalue() == "  \x1b[1;36mAda\x1b[0m faces \x1b[1m60\x1b[0m.\n"


def test_a_terminal_page_without_colour_has_the_margin_alone() -> None:
    page, out = coloured(colour=False)
    page.say("{name} faces {number}.", {"name": Name("Ada", "first"), "number": 60})
    page.note("Careful.", "warn")
    assert out.getvalue() == "  Ada faces 60.\n  Careful.\n"


def test_colour_is_never_the_only_signal() -> None:
    (with_colour, one), (without, other) = coloured(), coloured(colour=False)
    for page in (with_colour, without):
        page.say("Current: {number}\nDivisors of {number}: [{moves}]", {"number": 60, "moves": list(range(2, 90))})
        page.note("Careful.", "warn")
    assert re.sub(r"\x1b\[[0-9;]*m", "", one.getvalue()) == other.getvalue()
    assert one.getvalue() != other.getvalue()


def test_a_list_is_set_to_the_width_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (22, 40, 80, 120, 200):
        monkeypatch.setenv("COLUMNS", str(columns))
        page, out = coloured()
        page.say("Divisors: {moves}", {"moves": divisors(5040)[1:-1]})
        page.note("A sentence that is rather long and therefore folded where the page is narrow.")
        lines = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()).splitlines()
        assert all(len(line) <= columns for line in lines if "more" not in line or columns > 50)


def test_what_should_be_a_list_and_is_not_is_a_fault_of_ours() -> None:
    page, _ = plain()
    with pytest.raises(TypeError, match="moves must be a sequence of numbers"):
        page.say("Divisors: {moves}", {"moves": 7})


class Stream(io.StringIO):
    """A stream that claims to be a terminal, or not."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


@pytest.mark.parametrize("stdin", [True, False])
@pytest.mark.parametrize("stdout", [True, False])
def test_a_page_is_set_for_a_person_only_if_both_streams_are_terminals(stdin: bool, stdout: bool) -> None:
    page = Output.for_streams(Stream(is_terminal=stdin), Stream(is_terminal=stdout))
    assert page.on_terminal == (stdin and stdout)


@pytest.mark.parametrize(
    ("no_color", "term", "expected"),
    [(None, "xterm", True), ("1", "xterm", False), ("", "xterm", True), (None, "dumb", False), (None, None, True)],
)
def test_no_color_and_a_dumb_terminal_are_honoured(
    no_color: str | None, term: str | None, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("NO_COLOR", no_color), ("TERM", term)):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    page = Output.for_streams(Stream(is_terminal=True), Stream(is_terminal=True))
    assert (page.paint("60", "number") != "60") == expected


def test_every_style_a_template_may_name_is_a_colour_and_no_style_is_none() -> None:
    page, _ = coloured()
    for style in page_module._STYLES:
        assert page.paint("x", style) == f"\x1b[{page_module._STYLES[style]}mx\x1b[0m"
    assert page.paint("x", "") == "x"
    assert page.paint("", "warn") == ""
