"""`aliquot learn`: the lessons, at the prompt or on the full screen."""

import click

from aliquot.cli.play import at_prompt


@click.command()
@click.argument("lesson", required=False)
@click.option("--exercises", is_flag=True, help="Go straight to a set of exercises.")
def learn(lesson: str | None, exercises: bool) -> int:
    """Take a LESSON at the prompt: dividers-duel, divisor-duel-subtract, divisor-duel-pool, several-numbers.

    Without a name, lists the lessons and how far you have come. The same lessons are on the full screen.
    """
    from aliquot.saves.progress import Progress
    from aliquot.terminal.line import lesson as lessons

    if lesson is None:
        return at_prompt(lessons.choose, leaving="")
    found = lessons.find(lesson)
    if exercises:
        return at_prompt(lambda page, reader: lessons.exercise(found, Progress.load(), page, reader), leaving="")
    return at_prompt(lambda page, reader: lessons.take(found, page, reader), leaving="")
