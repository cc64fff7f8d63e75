r"""The `.duel` file: a record as text that people can read, in the spirit of chess's PGN.

Writing is strict, so that equal records are equal bytes; reading is lenient. docs/records.md has the grammar and
the list of what is tolerated.

>>> record = read('[Game "dividers-duel(start=60)"] 60/2 30/5 {too greedy} 6/3! (6/2 {also wins}) 1-0')
>>> record.moves[1].comment
'too greedy'
>>> print(write(record).partition("\n\n")[2], end="")
1. 60/2 30/5 {too greedy} 2. 6/3! (2. 6/2 {also wins}) 1-0
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import islice
from operator import itemgetter
from typing import Literal, NamedTuple, NoReturn, TypeAlias, TypeVar

from aliquot.core import record_rules as rules
from aliquot.core.game import Penalty
from aliquot.core.outcome import Ending, Outcome, Seat
from aliquot.core.record import Record, RecordedMove, RecordError, Rule, format_date, parse_date, split_tags
from aliquot.core.text import parse_whole, quote, shorten

WIDTH = 100
"""The width at which moves are folded."""
UNFINISHED = "unfinished"
"""The termination of a match that is not over."""
ESCAPED = {"\\": "\\", "{": "{", "}": "}", "n": "\n", "t": "\t", " ": " "}
"""The escapes in a comment: the character after a backslash, and its meaning."""

_RESULTS: dict[Seat | None, str] = {1: "1-0", 2: "0-1", None: "*"}
_ESCAPES = str.maketrans({char: f"\\{letter}" for letter, char in ESCAPED.items()})
_FOLD = re.compile(r"(?<=[^ \t\n]) (?=[^ \t\n])")
LARGEST_TEXT = rules.LARGEST_TEXT
"""The most bytes a record may have."""
TERMINATION = Rule(f"{', '.join(Ending)} or {UNFINISHED}", lambda value: value in (*Ending, UNFINISHED))

T = TypeVar("T")
D = TypeVar("D")
_Winner: TypeAlias = Literal[0, 1, 2]
"""The winner's seat, or 0 while there is none."""

_WINNERS: dict[str, _Winner] = {"1": 1, "2": 2, "1-0": 1, "0-1": 2, "*": 0}
_PENALTIES: dict[str, Penalty] = {"forfeit": "forfeit", "retry": "retry"}
_RESULT = Rule("1, 2 or *", lambda value: value in (0, 1, 2))

_SECONDS = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,3})[0-9]*)?")
_IN_COMMENT = re.compile(r"\\([\\{}nt ])|[ \t\n]+")
_TAG_NAME = re.compile(r"[ \t]*([A-Za-z][A-Za-z0-9_]*)[ \t]*")
_TAG_VALUE = re.compile(r'"([^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+)"[ \t]*')
_TOKEN = re.compile(
    r"""[ \t\n]*+ (?:
        (?P<comment> \{ [^\\}]*+ (?: \\. [^\\}]*+ )*+ \})
      | (?P<remark> ; [^\n]*)
      | (?P<number> [0-9]++ \.+)
      | (?P<result> (?: 1-0 | 0-1 | \* ) (?! [0-9a-z/+-]))
      | (?P<move> [0-9a-z/+-]+)
      | (?P<annotation> [!?]+)
      | (?P<open> \()
      | (?P<close> \))
      | (?P<tag> \[) )""",
    re.VERBOSE | re.DOTALL,
)
_MOVES = re.compile(
    r"""\{ [^\\}]*+ (?: \\. [^\\}]*+ )*+ \}? | ;[^\n]* | "[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"? | \[[ \t]*[A-Za-z0-9_]*
      | [0-9]++\.+ | (?:1-0|0-1)(?![0-9a-z/+-]) | ([0-9a-z/+-]+)""",
    re.VERBOSE | re.DOTALL,
)
"""Moves, and everything else that may contain words, closed or not, so that no text is scanned twice."""
_STRAY = {
    "{": "this comment is never closed.",
    "}": "there is no open comment to close.",
}


def read(data: str | bytes) -> Record:
    """Read a record from the text or the bytes of a `.duel` file.

    Raises:
        RecordError: It is not a record; the message says where and why.
    """
    return _Reader(_decode(data)).record()


def _decode(data: str | bytes) -> str:
    """Return the text with one kind of line end; bytes that are not UTF-8 become lone surrogates."""
    if isinstance(data, str):
        data = data[: LARGEST_TEXT + 1].encode("utf-8", "surrogatepass")
    if len(data) > LARGEST_TEXT:
        raise RecordError(f"A record must not be larger than {LARGEST_TEXT // 1024**2} MiB.")
    text = data.decode("utf-8", "surrogateescape")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _parse_seconds(text: str) -> timedelta | None:
    match = _SECONDS.fullmatch(text)
    return timedelta(seconds=int(match[1]), milliseconds=int(f"{match[2] or 0:0<3}")) if match else None


def _parse_round(text: str) -> tuple[int, int] | None:
    number, of = map(parse_whole, text.partition("/")[::2])
    return None if number is None or of is None else (number, of)


def _comment_text(body: str) -> str:
    """Return the text of a comment between braces, with single spaces and none at either end."""

    def plain(match: re.Match[str]) -> str:
        if match[1]:
            return ESCAPED[match[1]]
        return " " if match.start() > 0 and match.end() < len(body) else ""

    return _IN_COMMENT.sub(plain, body)


class _Tag(NamedTuple):
    value: str
    offset: int


@dataclass(slots=True)
class _Draft:
    """A move being read."""

    text: str
    comments: list[str]
    annotation: str = ""
    variations: list[tuple[RecordedMove, ...]] = field(default_factory=list)
    length: int = 0
    """The length of all its comments."""


@dataclass(slots=True)
class _Line:
    """A line of moves being read: the match itself, or a variation."""

    offset: int
    moves: list[_Draft] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    length: int = 0

    def finish(self) -> tuple[RecordedMove, ...]:
        return tuple(
            RecordedMove(move.text, move.annotation, " ".join(move.comments), tuple(move.variations))
            for move in self.moves
        )


class _Reader:
    """A reader of one text. A stack holds the lines of moves that are open."""

    def __init__(self, text: str) -> None:
        self.text = text.rstrip(" \t\n")
        self.offset = 0
        self.tags: dict[str, _Tag] = {}
        self.extra: list[tuple[str, str]] = []
        self.lines = [_Line(0)]
        self.result: _Tag | None = None
        self.takers = {"move": self.move, "annotation": self.annotate, "result": self.end, "tag": self.tag}
        self.takers |= {"open": self.open, "close": self.close}

    def fail(self, offset: int, message: str) -> NoReturn:
        line = self.text.count("\n", 0, offset) + 1
        raise RecordError(message, line, offset - self.text.rfind("\n", 0, offset))

    def record(self) -> Record:
        if match := rules.UNFIT.search(self.text):
            code = ord(match[0])
            if code == 0 or code >= 0xD800:
                self.fail(match.start(), "this is binary data or text in another encoding, not a record in UTF-8.")
            self.fail(match.start(), f"the control character U+{code:04X} is not allowed in a record.")
        self.count_moves()
        while self.offset < len(self.text):
            self.take(_TOKEN.match(self.text, self.offset))
        if len(self.lines) > 1:
            self.fail(self.lines[-1].offset, "this variation is never closed.")
        return self.build()

    def count_moves(self) -> None:
        """Refuse too many moves before any is read, so that refusing does not take longer than reading."""
        if len(self.text) > rules.MOST_MOVES:
            moves = filter(itemgetter(1), _MOVES.finditer(self.text))
            if (match := next(islice(moves, rules.MOST_MOVES, None), None)) is not None:
                self.fail(match.start(1), f"a record must not have more than {rules.MOST_MOVES:,} moves.")

    def take(self, token: re.Match[str] | None) -> None:
        """Process the next token. Move numbers are ignored."""
        if token is None or token.lastgroup is None:
            rest = self.text[self.offset :].lstrip(" \t\n")
            self.fail(len(self.text) - len(rest), _STRAY.get(rest[0], f"{quote(rest[0])} is not allowed here."))
        kind, text, offset = token.lastgroup, token[token.lastgroup], token.start(token.lastgroup)
        self.offset = token.end()
        if kind == "comment":
            self.comment(_comment_text(text[1:-1]), offset)
        elif kind == "remark":
            self.comment(re.sub(r"[ \t]+", " ", text[1:]).strip(" "), offset)
        elif self.result:
            self.fail(offset, "nothing but comments may follow the result.")
        elif kind != "number":
            self.takers[kind](text, offset)

    def comment(self, text: str, offset: int) -> None:
        line = self.lines[-1]
        if text:
            about = line.moves[-1] if line.moves else line
            # Several become one, with spaces between them.
            about.length += len(text) + bool(about.comments)
            if about.length > rules.LONGEST_COMMENT:
                self.fail(offset, rules.COMMENT.refusal("a comment", "more"))
            about.comments.append(rules.tidy_comment(text))

    def move(self, text: str, offset: int) -> None:
        if len(text) > rules.LONGEST_MOVE:
            self.fail(offset, rules.MOVE.refusal("a move", quote(text)))
        line = self.lines[-1]
        # A comment before the first move is about the match; in a variation, about that move.
        leads = not line.moves and len(self.lines) > 1
        line.moves.append(_Draft(text, line.comments, length=line.length) if leads else _Draft(text, []))

    def end(self, text: str, offset: int) -> None:
        if len(self.lines) > 1:
            self.fail(offset, "a variation cannot have a result.")
        self.result = _Tag(text, offset)

    def annotate(self, text: str, offset: int) -> None:
        moves = self.lines[-1].moves
        if not moves:
            self.fail(offset, f"{shorten(text)} must follow a move.")
        if not rules.ANNOTATION.holds(text):
            self.fail(offset, rules.ANNOTATION.refusal("an annotation", shorten(text)))
        if moves[-1].annotation:
            self.fail(offset, f"the move {shorten(moves[-1].text)} has a second annotation.")
        moves[-1].annotation = text

    def open(self, text: str, offset: int) -> None:
        if not self.lines[-1].moves:
            self.fail(offset, "a variation must follow the move it replaces.")
        if len(self.lines) > rules.DEEPEST:
            self.fail(offset, f"variations are nested more than {rules.DEEPEST} deep.")
        self.lines.append(_Line(offset))

    def close(self, text: str, offset: int) -> None:
        if len(self.lines) == 1:
            self.fail(offset, "there is no open variation to close.")
        variation = self.lines.pop()
        if not variation.moves:
            self.fail(variation.offset, "this variation has no move.")
        self.lines[-1].moves[-1].variations.append(variation.finish())

    def tag(self, text: str, offset: int) -> None:
        if self.lines[-1].moves:
            self.fail(offset, "tags must come before the moves.")
        name = _TAG_NAME.match(self.text, offset + 1)
        if name is None:
            self.fail(offset, "the name of a tag must follow this bracket.")
        value = _TAG_VALUE.match(self.text, name.end())
        if value is None:
            if self.text.startswith('"', name.end()):
                self.fail(name.end(), f"the value of {shorten(name[1])} must be closed on the same line.")
            self.fail(name.end(), f"the value of {shorten(name[1])} must follow here in quotation marks.")
        if not self.text.startswith("]", value.end()):
            self.fail(value.end(), f"the tag {shorten(name[1])} must be closed here with a bracket.")
        self.offset = value.end() + 1
        self.keep(name[1], _Tag(rules.tidy_line(re.sub(r'\\(["\\])', r"\1", value[1])), value.start()), offset)

    def keep(self, name: str, tag: _Tag, offset: int) -> None:
        if not rules.LINE.holds(tag.value):
            self.fail(tag.offset, rules.LINE.refusal(shorten(name), quote(tag.value)))
        if rules.TAG.holds(name):
            if len(self.extra) == rules.MOST_TAGS:
                self.fail(offset, f"a record must not have more than {rules.MOST_TAGS} tags of its own.")
            self.extra.append((name, tag.value))
        elif name.lower() not in map(str.lower, rules.TAGS):
            self.fail(offset, rules.TAG.refusal("the name of a tag", quote(name)))
        elif self.tags.setdefault(name.lower(), tag) is not tag:
            self.fail(offset, f"the tag {name} appears a second time.")

    def get(self, name: str, rule: Rule, convert: Callable[[str], T | None], default: D) -> T | D:
        """Return the value of a tag, or the default if the tag is missing."""
        tag = self.tags.get(name.lower())
        if tag is None:
            return default
        value = convert(tag.value)
        if value is None or not rule.holds(value):
            self.fail(tag.offset, rule.refusal(name, quote(tag.value)))
        return value

    def pair(
        self, name: str, rule: Rule, convert: Callable[[str], T | None], defaults: tuple[D, D]
    ) -> tuple[T | D, T | D]:
        """Return the values of a tag for seat 1 and for seat 2."""
        one, two = defaults
        return self.get(f"{name}One", rule, convert, one), self.get(f"{name}Two", rule, convert, two)

    def build(self) -> Record:
        """Return the record, once everything is read."""
        game = self.get("Game", rules.GAME, str, None)
        if game is None:
            self.fail(0, "the tag Game, which names the game, is missing.")
        further = split_tags(self.extra)
        return Record(
            game=game,
            version=self.get("Version", rules.VERSION, parse_whole, 1),
            names=self.pair("", rules.NAME, rules.tidy_name, rules.NAMES),
            kinds=self.pair("Kind", rules.KIND, str, rules.KINDS),
            date=self.get("Date", rules.DATE, parse_date, None),
            round=self.get("Round", rules.ROUND, _parse_round, None),
            penalty=self.get("Penalty", rules.PENALTY, _PENALTIES.get, None),
            seed=self.get("Seed", rules.SEED, parse_whole, None),
            clock=self.get("Clock", rules.CLOCK, str, None),
            remaining=self.pair("Remaining", rules.REMAINING, _parse_seconds, (None, None)),
            hints=self.pair("Hints", rules.HINTS, parse_whole, (0, 0)),
            outcome=(outcome := self.outcome()),
            illegal=self.illegal(outcome),
            score=further.score,
            hints_allowed=further.hints_allowed,
            extra=further.extra,
            comment=" ".join(self.lines[0].comments),
            moves=self.lines[0].finish(),
        )

    def outcome(self) -> Outcome | None:
        """Return the result, from the tags and from the end of the moves, which must agree."""
        closing: _Winner | None = _WINNERS[self.result.value] if self.result else None
        stated: _Winner | None = self.get("Result", _RESULT, _WINNERS.get, closing)
        if self.result and closing != stated:
            self.fail(self.result.offset, f"the moves end with {self.result.value}, but the tag Result says otherwise.")
        termination = self.get("Termination", TERMINATION, str, Ending.NO_MOVES if stated else UNFINISHED)
        if bool(stated) == (termination == UNFINISHED):
            no_winner = f"Termination says {termination}, but there is no winner."
            message = f"Termination says {termination}, but player {stated} is the winner." if stated else no_winner
            self.fail(self.tags["termination"].offset, message)
        return Outcome(stated, Ending(termination)) if stated else None

    def illegal(self, outcome: Outcome | None) -> str:
        """Return the illegal move that lost the match."""
        choice = self.get("Illegal", rules.LINE, str, "")
        if choice and (outcome is None or outcome.ending is not Ending.ILLEGAL_MOVE):
            self.fail(self.tags["illegal"].offset, "there is an illegal choice, but Termination is not illegal_move.")
        return choice


# --- writing -------------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """Return a record as text, always in the same layout."""
    winner = record.outcome.winner if record.outcome else None
    escaped = str.maketrans({"\\": "\\\\", '"': '\\"'})
    lines = [f'[{name} "{value.translate(escaped)}"]' for name, value in _header(record) if value is not None]
    words = _braced(record.comment)
    _lay_out(record.moves, 0, words)
    return "\n".join([*lines, "", *_folded([*words, _RESULTS[winner]]), ""])


def _header(record: Record) -> list[tuple[str, str | None]]:
    """Return all tags in the order of the file; None for those that are omitted."""
    outcome, (left_one, left_two) = record.outcome, record.remaining
    values = (
        *(record.game, str(record.version), *record.names, *record.kinds),
        None if record.date is None else format_date(record.date),
        None if record.round is None else "{}/{}".format(*record.round),
        record.penalty,
        None if record.seed is None else str(record.seed),
        record.clock,
        *(_format_seconds(left_one), _format_seconds(left_two)),
        *(str(hints) if hints else None for hints in record.hints),
        str(outcome.winner) if outcome else "*",
        outcome.ending.value if outcome else UNFINISHED,
        record.illegal or None,
    )
    return [*zip(rules.TAGS, values, strict=True), *record.further_tags]


def _lay_out(line: Iterable[RecordedMove], ply: int, words: list[str]) -> None:
    """Add a line of moves to the words. A record is at most 64 lines deep, so this may recurse."""
    interrupted = True
    for move in line:
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else f"{ply // 2 + 1}... " if interrupted else ""
        words.append(f"{number}{move.text}{move.annotation}")
        words += _braced(move.comment)
        for variation in move.variations:
            first = len(words)
            _lay_out(variation, ply, words)
            words[first] = f"({words[first]}"
            words[-1] += ")"
        interrupted = bool(move.comment or move.variations)
        ply += 1


def _braced(comment: str) -> list[str]:
    """Split a comment into words at single spaces; any other white space is escaped."""
    if not comment:
        return []
    words = [word.translate(_ESCAPES) for word in _FOLD.split(comment)]
    words[0] = f"{{{words[0]}"
    words[-1] += "}"
    return words


def _folded(words: list[str]) -> list[str]:
    """Fold words into lines; only a single long word makes a line too long."""
    lines: list[list[str]] = [[]]
    width = -1
    for word in words:
        width += 1 + len(word)
        if width > WIDTH and lines[-1]:
            lines.append([])
            width = len(word)
        lines[-1].append(word)
    return [" ".join(line) for line in lines]


def _format_seconds(time: timedelta | None) -> str | None:
    if time is None:
        return None
    seconds, milliseconds = divmod(time // timedelta(milliseconds=1), 1000)
    return f"{seconds}.{f'{milliseconds:03}'.rstrip('0') or 0}"
