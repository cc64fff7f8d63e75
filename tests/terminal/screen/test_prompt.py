"""The foot of the duel: what is asked, what is said, and what is typed, exactly as it is."""

import pytest
from textual.content import Content
from textual.widgets import Static

from aliquot.terminal.screen.move_input import Prompt

from .host import shown, staged


def parts(prompt: Prompt) -> dict[str, str]:
    """What each part shows; nothing for one that is not there."""
    return {
        name: str(prompt.query_one(f"#{name}", Static).visual) if prompt.query_one(f"#{name}").display else ""
        for name in ("message", "question", "choice")
    }


@staged
async def test_only_what_there_is_takes_a_line() -> None:
    prompt = Prompt()
    async with shown(prompt) as stage:
        prompt.question = Content("Ada: choose.")
        await stage.settle()
        assert [line.strip() for line in stage.lines[:3]] == ["Ada: choose.", "", ""]
        prompt.accepts_input = True
        await stage.settle()
        assert [line.strip() for line in stage.lines[:3]] == ["Ada: choose.", "› ▏", ""]
        prompt.message = "Taken back."
        await stage.settle()
        assert [line.strip() for line in stage.lines[:3]] == ["Taken back.", "Ada: choose.", "› ▏"]
        prompt.message, prompt.accepts_input = "", False
        await stage.settle()
        assert [line.strip() for line in stage.lines[:3]] == ["Ada: choose.", "", ""]


@staged
async def test_what_is_typed_stands_before_what_it_would_do() -> None:
    prompt = Prompt()
    async with shown(prompt) as stage:
        prompt.accepts_input, prompt.typed, prompt.preview = True, "12", "   Enter plays 60/12, which leaves 5"
        await stage.settle()
        assert "› 12▏   Enter plays 60/12, which leaves 5" in stage.text


@staged
async def test_what_was_said_before_it_is_mounted_is_shown() -> None:
    prompt = Prompt()
    prompt.set_reactive(Prompt.message, "Welcome.")
    prompt.set_reactive(Prompt.question, Content("Well?"))
    async with shown(prompt) as stage:
        assert [line.strip() for line in stage.lines[:2]] == ["Welcome.", "Well?"]


@pytest.mark.parametrize("text", ["[bold]A[/bold]", "[/]", "[@click=app.quit]x[/]", "$primary", "a [ b", "\\[x]"])
@staged
async def test_nothing_that_is_said_or_typed_is_taken_for_markup(text: str) -> None:
    prompt = Prompt()
    async with shown(prompt) as stage:
        prompt.message, prompt.typed, prompt.preview, prompt.accepts_input = (
            f"Said {text}",
            f"typed {text}",
            f"does {text}",
            True,
        )
        prompt.question = Content(f"asked {text}")
        await stage.settle()
        for said in (f"Said {text}", f"typed {text}", f"does {text}", f"asked {text}"):
            assert said in stage.text


@pytest.mark.parametrize("tone", ["", "warning", "good"])
@staged
async def test_a_message_has_its_tone_and_only_that(tone: str) -> None:
    prompt = Prompt()
    async with shown(prompt) as stage:
        message = prompt.query_one("#message", Static)
        colours = set()
        for one in ("warning", "good", "", tone):
            prompt.message, prompt.tone = "Hear, hear.", one
            await stage.settle()
            colours.add(message.styles.color.hex)
            classes = {name for name in message.classes if name.startswith("-")}
            assert classes == ({f"-{one}"} if one else set())
        assert len(colours) == 3


@staged
async def test_a_long_message_is_wrapped_and_leaves_room_for_the_rest() -> None:
    prompt = Prompt()
    async with shown(prompt, size=(64, 20)) as stage:
        prompt.message, prompt.question, prompt.accepts_input = "word " * 200, Content("Well?"), True
        await stage.settle()
        assert prompt.query_one("#message").region.height == 5
        assert "Well?" in stage.lines[5]
        assert "›" in stage.lines[6]
