"""Questions and sheets: answered by keys and clicks, and shown exactly as they are."""

import pytest
from textual.content import Content

from aliquot.terminal.screen import texts
from aliquot.terminal.screen.dialogs import ConfirmDialog, TextDialog, key_table

from .host import Stage, shown, staged


async def put(stage: Stage, *question: str) -> list[bool | None]:
    answers: list[bool | None] = []
    stage.app.push_screen(ConfirmDialog(*question), answers.append)
    await stage.settle()
    return answers


@pytest.mark.parametrize(("key", "answer"), [("y", True), ("n", False), ("escape", False)])
@staged
async def test_keys_answer_a_question(key: str, answer: bool) -> None:
    async with shown() as stage:
        answers = await put(stage, "Ada, do you want to resign?", "resign", "play on")
        assert "Ada, do you want to resign?" in stage.text
        assert "y resign     n play on" in stage.text
        await stage.press(key)
        assert answers == [answer]
        assert "Ada" not in stage.text


@pytest.mark.parametrize(
    ("word", "answer"), [("resign", True), ("play on", False), ("y resign", True), ("n play", False)]
)
@staged
async def test_clicks_answer_a_question(word: str, answer: bool) -> None:
    async with shown() as stage:
        answers = await put(stage, "Is this the end?", "resign", "play on")
        await stage.click_text(word)
        assert answers == [answer]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("key", ["x", "q", "space", "tab", "enter", "1"])
@staged
async def test_other_keys_and_clicks_answer_nothing(key: str) -> None:
    async with shown() as stage:
        answers = await put(stage, "Really?")
        await stage.press(key)
        await stage.click_text("Really?")
        assert answers == []
        assert "y yes     n no" in stage.text


@pytest.mark.parametrize("text", ["[bold]x[/bold]", "[/]", "$primary", "[@click=bell]", "a [ b"])
@staged
async def test_nothing_in_a_question_is_taken_for_markup(text: str) -> None:
    async with shown() as stage:
        answers = await put(stage, f"{text}, do you agree?", f"yes {text}", f"no {text}")
        for said in (f"{text}, do you agree?", f"yes {text}", f"no {text}"):
            assert said in stage.text
        await stage.press("y")
        assert answers == [True]


@staged
async def test_a_long_question_is_wrapped_in_the_smallest_terminal() -> None:
    async with shown(size=(64, 20)) as stage:
        await put(stage, "word " * 40)
        assert stage.text.count("word") == 40
        assert "y yes     n no" in stage.text


@pytest.mark.parametrize("key", ["escape", "question_mark", "q", "enter"])
@staged
async def test_a_sheet_is_closed_by_its_keys(key: str) -> None:
    async with shown() as stage:
        stage.app.push_screen(TextDialog("Rules", Content("Divide.")))
        await stage.settle()
        for part in ("Rules", "Divide.", texts.CLOSE):
            assert part in stage.text
        await stage.press(key)
        assert "Divide." not in stage.text


@staged
async def test_a_long_sheet_is_scrolled() -> None:
    async with shown() as stage:
        stage.app.push_screen(TextDialog("Many", Content("\n".join(f"line {number}" for number in range(100)))))
        await stage.settle()
        assert "line 0" in stage.text
        assert "line 99" not in stage.text
        await stage.press("end")
        await stage.until(lambda: "line 99" in stage.text)
        await stage.press("home")
        await stage.until(lambda: "line 0\n" in stage.text or "line 0 " in stage.text)


def test_keys_stand_before_what_they_do_one_to_the_line() -> None:
    sheet = key_table([("h", "Hint"), ("Enter", "[b]Play[/b] the choice")])
    assert sheet.plain == "h               Hint\nEnter           [b]Play[/b] the choice"
    assert key_table([]).plain == ""
