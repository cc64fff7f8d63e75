"""Sources of decisions: records of matches, replies to items, logs of harnesses, and manifests.

A reply is a JSON object with the item and the text: `{"item": {...}, "reply": "...", "player": "..."}`. In place of the
item its id may stand, if the items are in the same directory. Logs of Inspect (`.json`, `.eval`) and lines of other
harnesses are read too, where the item is in the metadata of the sample under the name `item`.
"""

import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from aliquot.core import record_json
from aliquot.core.errors import AliquotError, InvalidParameter, MissingExtra
from aliquot.core.match import Match, Turn
from aliquot.core.notation import LARGEST_TEXT
from aliquot.core.outcome import Ending
from aliquot.core.player import HUMAN
from aliquot.core.record import Record, RecordError
from aliquot.core.text import listing, quote, quote_path, shorten
from aliquot.evals.episode import MODEL
from aliquot.evals.item import Item, digest_of
from aliquot.evals.judge import judge
from aliquot.evals.manifest import Row, is_manifest, read_manifest
from aliquot.evals.suites import CROISSANT, SUITE_FILE
from aliquot.games import create
from aliquot.oracle import solve
from aliquot.oracle.review import Weight, weigh
from aliquot.reports.scale import phase_of, size_of
from aliquot.saves.files import read_bytes

SUFFIXES = (".duel", ".json", ".jsonl", ".eval")
"""The files that are looked for in a directory."""
NOT_SOURCES = (SUITE_FILE, CROISSANT)
SETTINGS = "configs"
"""The folder in which verifiers keeps the settings of a run."""
_LARGEST_LOG = 1 << 30
_ZSTANDARD = 93
"""The number of the compression in which Inspect writes its logs."""
Document = dict[str, Any]


def read_sources(paths: Iterable[Path]) -> list[Row]:
    """Read and judge everything in files and directories, in order.

    What is about a game that is unknown or cannot be solved becomes a row that does not count, with the reason.

    Raises:
        InvalidParameter: A file cannot be read or is none of the known kinds, or there are replies to several suites.
    """
    files = [file for path in paths for file in _files(path)]
    items: dict[str, Item] = {}
    rows, replies = list[Row](), list[tuple[str, Document]]()
    for file in files:
        for place, content in _contents(file):
            if isinstance(content, Row):
                rows.append(content)
            elif isinstance(content, Record):
                rows += judge_record(content, place)
            elif (record := _record_of(content)) is not None:
                rows += judge_record(_read_record(record, place), place)
            elif "reply" not in content and "gold" in content:
                item = Item.from_json(content)
                items[item.id] = item
            else:
                replies.append((place, content))
    rows += [_judge_reply(place, document, items) for place, document in replies]
    _check_one_suite(rows)
    return rows


def _check_one_suite(rows: Iterable[Row]) -> None:
    """Raise InvalidParameter if replies are to items of several suites or seeds."""
    sets = sorted({"/".join(row.match.split("/")[:2]) for row in rows if row.item and row.match.count("/") == 3})
    if len(sets) > 1:
        raise InvalidParameter(f"There are replies to {listing(sets, 'and')}; measure one suite and seed at a time.")


# --- files --------------------------------------------------------------------------------------------------


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        files = [
            each
            for each in sorted(path.rglob("*"))
            if each.suffix in SUFFIXES
            and each.name not in NOT_SOURCES
            and SETTINGS not in each.parts
            and not each.name.startswith(".")
        ]
        if not files:
            raise InvalidParameter(f"{quote_path(path)} has no files that end in {listing([*SUFFIXES])}.")
        return [each for each in files if each.is_file()]
    return [path]


def _contents(path: Path) -> Iterator[tuple[str, Row | Record | Document]]:
    """Yield what a file holds, each with its place."""
    name = str(path)
    try:
        if path.suffix == ".eval" and path.is_file():
            yield from _archive(path)
            return
        limit = _LARGEST_LOG if path.suffix in (".jsonl", ".json") else LARGEST_TEXT
        data = read_bytes(path, limit)
    except (OSError, zipfile.BadZipFile) as error:
        reason = getattr(error, "strerror", None) or error
        raise InvalidParameter(f"{quote_path(path)} cannot be read: {reason}.") from None
    if len(data) > limit:
        raise InvalidParameter(f"{quote_path(path)} is too large to be read.")
    if path.suffix == ".jsonl":
        yield from _lines(name, data)
    elif path.suffix == ".json" and isinstance(log := _parse(data), dict) and isinstance(log.get("samples"), list):
        model = str(_inner(log, "eval").get("model", MODEL))
        for number, sample in enumerate(log["samples"], 1):
            yield f"{name}#{number}", {"player": model, **_object(sample, name, number)}
    else:
        yield name, _read_record(data, name)


def _read_record(data: bytes, name: str) -> Record:
    try:
        return record_json.read(data)
    except RecordError as error:
        raise InvalidParameter(f"{quote_path(Path(name))} is not a valid record: {error}") from None


def _lines(name: str, data: bytes) -> Iterator[tuple[str, Row | Document]]:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise InvalidParameter(f"{quote_path(Path(name))} is not UTF-8 text.") from None
    lines = text.split("\n")
    if is_manifest(_parse(lines[0].encode())):
        yield from ((row.source, row) for row in read_manifest(name, text))
        return
    for number, line in enumerate(lines, 1):
        if line.strip():
            document = _object(_parse(line.encode()), name, number)
            for trace in _traces(document):
                yield f"{name}#{number}", trace


def _inner(document: Any, key: str) -> Document:
    """Return the object under a key; an empty one if there is none."""
    value = document.get(key) if isinstance(document, dict) else None
    return value if isinstance(value, dict) else {}


def _traces(document: Document) -> list[Document]:
    """Return the traces of an episode of verifiers, each with its player and its last reply; else the document."""
    traces = document.get("traces")
    if not isinstance(traces, list):
        return [document]
    samples = []
    for trace in traces:
        if not isinstance(trace, dict):
            continue
        nodes = trace.get("nodes")
        messages = [_inner(node, "message") for node in nodes] if isinstance(nodes, list) else []
        replies = [message.get("content") for message in messages if message.get("role") == "assistant"]
        reply = {"reply": replies[-1]} if replies else {}
        model = _inner(_inner(trace, "agent"), "config").get("model")
        samples.append({"player": str(model or MODEL), **reply, **trace})
    return samples


def _archive(path: Path) -> Iterator[tuple[str, Document]]:
    """Yield the samples of an Inspect log in its own format, a zip archive."""
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        header = _member(archive, "header.json", path) if "header.json" in names else None
        model = str(_inner(header, "eval").get("model", MODEL))
        for number, name in enumerate(sorted(each for each in names if each.startswith("samples/")), 1):
            yield f"{path}#{name}", {"player": model, **_object(_member(archive, name, path), str(path), number)}


def _member(archive: zipfile.ZipFile, name: str, path: Path) -> Any:
    """Return the JSON of a member of an archive, or None if it is none."""
    info = archive.getinfo(name)
    if info.file_size > LARGEST_TEXT * 4:
        raise InvalidParameter(f"{quote(name)} in {quote_path(path)} is too large to be read.")
    if info.compress_type == _ZSTANDARD and not hasattr(zipfile, "ZIP_ZSTANDARD"):
        # Python reads this compression from 3.14 on; before, Inspect brings a package that adds it to `zipfile`.
        try:
            import_module("zipfile_zstd")
        except ImportError:
            raise MissingExtra("This log of Inspect needs", "inspect") from None
    try:
        return _parse(archive.read(name))
    except (RuntimeError, EOFError, zlib.error) as error:
        raise InvalidParameter(f"{quote(name)} in {quote_path(path)} cannot be read: {error}.") from None


def _parse(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _object(document: Any, name: str, number: int) -> Document:
    if not isinstance(document, dict):
        raise InvalidParameter(f"Line {number} of {quote_path(Path(name))} is not a JSON object.")
    return document


# --- judging ------------------------------------------------------------------------------------------------


def judge_record(record: Record, source: str) -> list[Row]:
    """Return a row for each move of a recorded match, of both players."""
    players = [name if kind in (HUMAN, MODEL) else kind for name, kind in zip(record.names, record.kinds, strict=True)]
    base = Row(source=source, player=players[0], match=source, game=record.game)
    try:
        match = record.replay(create(record.game))
        weights = [*weigh(match)]
        abandoned = _abandoned(match, record)
        total = len(weights) + len(abandoned)
        rows = []
        for number, weight in enumerate((*weights, *abandoned)):
            turn = weight.turn
            row = replace(
                base,
                source=f"{source}#{number + 1}",
                player=players[turn.seat - 1],
                position=match.game.text(turn.before),
                readable=number < len(weights),
                legal=turn.after is not None,
                right=weight.keeps_win,
                winning=weight.winning,
                moves=weight.moves,
                size=size_of(match.game.view(turn.before)),
                phase=phase_of(number, total),
                chance=round(weight.winning / max(1, weight.moves), 6),
            )
            rows.append(row)
        return rows
    except AliquotError as error:
        return [replace(base, player=player, problem=str(error)) for player in dict.fromkeys(players)]


def _abandoned(match: Match[Any, Any], record: Record) -> list[Weight]:
    """Return the decision in which a model lost the match by a reply that could not be read, if there is one."""
    outcome = match.outcome
    if outcome is None or outcome.ending is not Ending.ABANDONED or record.kinds[outcome.loser - 1] != MODEL:
        return []
    position = match.position
    verdict = solve(match.game, position)
    turn = Turn(outcome.loser, None, position, None, outcome)
    return [Weight(turn, len(verdict.winning_moves) if verdict.wins else 0, match.game.count_moves(position), False)]


def _judge_reply(source: str, document: Document, items: dict[str, Item]) -> Row:
    name = str(document.get("player") or document.get("model") or MODEL)
    player, text = name.encode(errors="replace").decode(), _reply_of(document)
    row = Row(source=source, player=player, reply=digest_of(text if isinstance(text, str) else ""))
    try:
        item = _item_of(document, items)
        row = replace(row, kind=item.kind, match=item.id, game=item.game, position=item.position)
        row = replace(row, item=item.digest, prompt=digest_of(item.prompt), chance=item.chance)
        if _MISSING is text:
            return replace(row, problem="There is no reply.")
        judgement = judge(item, text)
    except AliquotError as error:
        return replace(row, problem=str(error))
    return replace(
        row,
        readable=judgement.parsed,
        legal=judgement.legal,
        right=judgement.right,
        winning=item.difficulty.winning,
        moves=item.difficulty.moves,
        size=item.difficulty.size,
    )


_MISSING = object()


def _values(document: Document, key: str) -> Iterator[Any]:
    """Yield what a sample holds under a key, in itself or where harnesses keep what belongs to a task."""
    task = _inner(document, "task")
    for holder in (document, _inner(document, "metadata"), _inner(document, "info"), task, _inner(task, "data")):
        if holder.get(key) is not None:
            yield holder[key]


def _record_of(document: Document) -> bytes | None:
    """Return the record of a whole match in a sample, if there is one."""
    return next((value.encode() for value in _values(document, "record") if isinstance(value, str)), None)


def _item_of(document: Document, items: dict[str, Item]) -> Item:
    """Return the item of a reply: in it, in its metadata, or by its id."""
    for value in _values(document, "item"):
        if isinstance(value, str) and value.startswith("{"):
            value = _parse(value.encode())
        if isinstance(value, dict):
            return Item.from_json(value)
        if isinstance(value, str):
            if value not in items:
                raise InvalidParameter(
                    f"The item '{shorten(value, 80)}' is not here; the items must be beside the replies."
                )
            return items[value]
    raise InvalidParameter("There is no item.")


def _reply_of(document: Document) -> object:
    """Return the text of a reply, wherever a harness puts it."""
    if "reply" in document:
        return document["reply"]
    output = document.get("output")
    if isinstance(output, dict) and "completion" in output:
        return output["completion"]
    completion = document.get("completion", _MISSING)
    if isinstance(completion, list):
        last = completion[-1] if completion else {}
        return last.get("content", "") if isinstance(last, dict) else ""
    return completion
