"""The results of a class: a row for each pupil, and the positions to talk about."""

from typing import Any, TypeAlias

from aliquot.core.match import Match
from aliquot.core.text import listing
from aliquot.core.view import PoolView
from aliquot.games import title_of
from aliquot.reports.classroom import Bar, Discussion, Results, position_after
from aliquot.web.live.class_state import Activity, ClassRecord, Pupil, Step
from aliquot.web.live.classroom import Classroom
from aliquot.web.live.pairing import COMPUTER
from aliquot.web.live.settings import COMPUTER as COMPUTER_NAME

Part: TypeAlias = tuple[str, dict[int, str], bool]
"""A column: its heading, its cells by pupil, and whether a printed table leaves it out."""

_TITLES = {
    "pairs": "games in pairs",
    "position": "one position for all",
    "worksheet": "a worksheet",
    "chain": "the longest chain",
}


def results_of(room: Classroom) -> Results:
    """Return the results of a class. Call it with the lock of the classroom held."""
    record = room.record
    columns: list[str] = []
    details: list[int] = []
    parts = [part for activity in record.activities for part in _columns(record, activity)]
    rows = {pupil.number: [_name(pupil)] for pupil in record.pupils.values() if _took_part(pupil, parts)}
    for heading, cells, is_detail in parts:
        columns.append(heading)
        if is_detail:
            details.append(len(columns))
        for number, row in rows.items():
            row.append(cells.get(number, ""))
    scores = record.scores()
    columns += ["Games won", "Games played"]
    for number, row in rows.items():
        score = scores.get(number)
        row += ["0", "0"] if score is None else [str(score.won), str(score.played)]
    discussions = [
        discussion
        for activity in record.activities
        for step in activity.steps
        if (discussion := _discussion(activity, step)) is not None
    ]
    return Results(
        code=record.code,
        created=room.created,
        columns=columns,
        details=details,
        pupils=list(rows),
        rows=list(rows.values()),
        summary=_summary(record, len(rows)),
        discussions=sorted(discussions, key=by_missed),
    )


def _took_part(pupil: Pupil, parts: list[Part]) -> bool:
    """Return whether a pupil has a row: whoever has done something keeps it when they are removed."""
    return not pupil.is_removed or any(pupil.number in cells for _, cells, _ in parts)


def _name(pupil: Pupil) -> str:
    return f"{pupil.name} (removed)" if pupil.is_removed else pupil.name


def _columns(record: ClassRecord, activity: Activity) -> list[Part]:
    """Return the columns of an activity."""
    match activity.kind:
        case "pairs":
            rounds = range(1, len(activity.rounds) + 1)
            return [part for place in rounds for part in _round(record, activity, place)]
        case "position":
            steps = [step for step in activity.steps if step.picks]
            return [
                (f"{activity.number}. Position {place}", {pupil: _verdict(step, pupil) for pupil in step.picks}, False)
                for place, step in enumerate(steps, 1)
            ]
        case "chain":
            lengths = {pupil: str(len(chain)) for pupil, chain in activity.longest.items()}
            return [(f"{activity.number}. Longest chain 1–{activity.settings['high']}", lengths, False)]
    heading, total = f"{activity.number}. Worksheet", activity.settings["total"]
    solved = {pupil: str(sum(map(any, answers.values()))) for pupil, answers in activity.answers.items()}
    at_once = {
        pupil: str(sum(bool(tries) and tries[0] for tries in answers.values()))
        for pupil, answers in activity.answers.items()
    }
    return [(f"{heading}: solved of {total}", solved, False), (f"{heading}: at the first try", at_once, True)]


def _round(record: ClassRecord, activity: Activity, number: int) -> list[Part]:
    """Return a column with the results of a round, and one with the opponents."""
    results: dict[int, str] = {}
    opponents: dict[int, str] = {}
    for game in activity.rounds[number - 1]:
        for pupil in game.pupils:
            if pupil == COMPUTER:
                continue
            other = sum(game.pupils) - pupil
            opponents[pupil] = COMPUTER_NAME if other == COMPUTER else record.pupils[other].name
            results[pupil] = "not finished" if game.winner is None else "won" if game.winner == pupil else "lost"
    heading = f"{activity.number}. Round {number}"
    return [(heading, results, False), (f"{heading}: against", opponents, True)]


def _verdict(step: Step, pupil: int) -> str:
    move = step.picks[pupil]
    wins = step.judgement.get("moves", {}).get(move, {}).get("wins")
    return move if wins is None else f"{move} {'wins' if wins else 'loses'}"


def _discussion(activity: Activity, step: Step) -> Discussion | None:
    """Return a position to talk about; None if nobody has chosen a move in it."""
    if not step.picks:
        return None
    judged = step.judgement.get("moves", {})
    bars = [
        Bar(move=move, count=count, wins=(one := judged.get(move, {})).get("wins"), text=one.get("text", ""))
        for move, count in step.counts
    ]
    match = position_after(activity.settings["game"], step.moves)
    can_win = step.judgement.get("wins") is True
    return Discussion(
        title=_title(match),
        answers=len(step.picks),
        missed=sum(bar.count for bar in bars if bar.wins is False) if can_win else 0,
        verdict=step.judgement.get("verdict", ""),
        reason=step.judgement.get("reason", ""),
        bars=bars,
    )


def missed_exercises(record: ClassRecord) -> list[tuple[str, int, int, int, int]]:
    """Return the exercises whose first answer was wrong for somebody, as `discuss_exercises` takes them."""
    missed = []
    for activity in record.activities:
        if activity.kind == "worksheet":
            slug, seed = activity.settings["lesson"], activity.settings["seed"]
            for number in range(1, activity.settings["total"] + 1):
                firsts = [answers[number][0] for answers in activity.answers.values() if number in answers]
                if not all(firsts):
                    missed.append((slug, seed, number, len(firsts), firsts.count(False)))
    return missed


def by_missed(discussion: Discussion) -> float:
    """Return a key that sorts what most pupils missed to the front."""
    return -discussion.missed / discussion.answers


def _title(match: Match[Any, Any]) -> str:
    """Return the game and the position in few words."""
    view = match.game.view(match.position)
    if not isinstance(view, PoolView):
        return f"{title_of(match.game)}: {view.summary}"
    last = "the first pick" if view.current is None else f"after {view.current}"
    title, pool = title_of(match.game), f"{view.low}–{view.high}"
    return f"{title}, {last}" if title.endswith(pool) else f"{title} {pool}, {last}"


def _summary(record: ClassRecord, count: int) -> list[str]:
    """Return the lesson of so many pupils in a few sentences."""
    sentences = [f"{count} {'pupil' if count == 1 else 'pupils'} took part."]
    if record.activities:
        done = listing(list(dict.fromkeys(_TITLES[activity.kind] for activity in record.activities)), "and")
        sentences.append(f"The class did {done}.")
    games = [game for activity in record.activities for game in activity.games]
    if games:
        over = sum(game.winner is not None for game in games)
        sentences.append(f"{over} of {len(games)} games were finished.")
    for activity in record.activities:
        if activity.kind == "chain" and activity.longest:
            best, settings = max(map(len, activity.longest.values())), activity.settings
            goal = "there is" if settings["proved"] else "known"
            sentences.append(
                f"The longest chain of 1–{settings['high']} had {best} numbers; the longest {goal} has "
                f"{settings['ceiling']}."
            )
        if activity.kind == "worksheet":
            count = len(activity.answers)
            solved = sum(any(tries) for answers in activity.answers.values() for tries in answers.values())
            who = f"{count} {'pupil' if count == 1 else 'pupils'}"
            what = "1 exercise" if solved == 1 else f"{solved} exercises"
            who, what = (who, what) if solved else ("Nobody", "an exercise")
            sentences.append(f"{who} solved {what} of the worksheet “{activity.settings['title']}”.")
    return sentences
