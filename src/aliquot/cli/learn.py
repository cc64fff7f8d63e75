"""`aliquot learn`: the lessons in line mode."""

import click

from aliquot.cli.play import at_prompt


@click.command()
@click.argument("lesson", required=False)
@click.option("--exercises", is_flag=True, help="Go directly to the exercises.")
def learn(lesson: str | None, exercises: bool) -> int:
    """Take a LESSON in line mode: dividers-duel, divisor-duel-subtract, divisor-duel-pool, several-numbers.

    Without a name, lists the lessons and your progress. The full screen has the same lessons.
    """
    from aliquot.lessons import lesson as find_lesson
    from aliquot.saves.progress import Progress
    from aliquot.terminal.line import lesson as lessons

    if lesson is None:
        return at_prompt(lessons.choose, leaving="")
    found = find_lesson(lesson)
    if exercises:
        return at_prompt(lambda page, reader: lessons.exercise(found, Progress.load(), page, reader), leaving="")
    return at_prompt(lambda page, reader: lessons.take(found, page, reader), leaving="")
