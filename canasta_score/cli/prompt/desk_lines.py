"""What can be typed at the desk: the words of a line, the command of `event` that they mean, and how they go on."""

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby, takewhile

from canasta_score.cli.completion.candidates import list_candidates
from canasta_score.cli.completion.parsing import CompletionCandidate, build_candidates, filter_candidates
from canasta_score.cli.event.options import TOTALS_ON_SLIP, parse_game, parse_table
from canasta_score.cli.invocation import CommandLineError, usage_error
from canasta_score.cli.options import is_points
from canasta_score.cli.prompt.commands import expand_file_candidates, format_examples, split_line
from canasta_score.cli.registry import EVENT_COMMANDS, EVENT_GROUP, list_summaries
from canasta_score.cli.typer_internals import Command
from canasta_score.event.errors import EventError
from canasta_score.event.event import Event, find_named
from canasta_score.event.seating.rounds import find_seating, find_table
from canasta_score.event.seating.tables import Direction
from canasta_score.report.event.text import format_table_names
from canasta_score.rules.diagnostics import PROGRAM, CanastaError, Diagnostic, Severity
from canasta_score.rules.text import fold_text, name_numbers, split_players

SLIP = "slip"
DESK_SUMMARIES = {"help": "List what you can type here.", "quit": "Leave, like Ctrl-D."}
# With the keys below them and the line that is typed, they fill 24 lines of 80 columns.
_EXAMPLES = (
    ("14 2875 -145", "a slip: table, North-South, East-West"),
    ("14 2875 -145", "the same slip again: it is verified"),
    ("Enter", "ask for what is missing, unverified, then disputed"),
    ("14", "ask for the two totals of table 14"),
    ("14 ns n2 t200 ew h85", "the next hand of table 14 by its items"),
    ("14 done", "after hands by items: table 14 plays no more hands"),
    ("<", "take back the slip that you just typed"),
    ("status", "show which slips are missing, unverified, disputed"),
    ("fix 14 2880 -145", "correct a slip"),
    ("void 14", "take away a slip that was typed for the wrong table"),
    ("swap 14", "exchange sides; East-West of two tables: swap 5 --with 6"),
    ("adjust 7 -100", "take points from pair 7, or give it some"),
    ("late Oz & Pam", "add a late pair; also: withdraw 4, return 4"),
    ("rename 4 Gus & Ida", "put a name right; for a substitute, add --from 2"),
    ("clock start", "start the clock; also: clock add 5 --table 3, clock"),
    ("announce", "close the game and show the ranks"),
    ("round", "show who plays whom; standings shows the ranks"),
    ("undo", "cancel the last entry; redo brings it back"),
    ("help fix", "show the help of a command; event --help lists all"),
    ("quit", "leave, like Ctrl-D; everything is saved"),
)
_PREFIX = rf"({PROGRAM}(\s+|$))?({EVENT_GROUP}(\s+|$))?"
_POINTS = r"([-+\u2212]?[\d,.]+)"
_TOTAL = r"[-+\u2212]?(?:\d{1,3}(?:,\d{3})+|\d+)"
# A comma that cannot be in a number, as in 4525,2505 and 4525, 2505.
_COMMA_BETWEEN_TOTALS = rf"(?<!\S)(?!{_TOTAL}(?!\S))({_TOTAL}),\s?(?={_TOTAL}(?:,?\s|$))"
_TOTALS_OF_FOUR_DIGITS = r"(?<!\S)([1-9]\d{3})([1-9]\d{3})$"  # the only totals that need no space
_NAMED_TOTALS = rf"(ns|ew)[\s=:]*{_POINTS} (ns|ew)[\s=:]*{_POINTS}"
_DIRECTIONS = (*map(str, Direction),)
_SLIP_WORDS = {*_DIRECTIONS, "hand", "--hand", "done", "--done"}  # they begin a slip of the table that is asked for
_WORDS_OF_PLACE = 2  # game and table
_PLAYERS_OF_PAIR = 2
# How many numbers each takes from the game on; the game may be left out.
_NUMBERS_WITH_GAME = {"fix": 4, "void": 2, "swap": 2, "take": 2}
_COMMANDS_WITH_TABLES = {"fix", "void", "swap"}
_COMMANDS_WITH_NAMES = {"late", "withdraw", "return", "rename", "remove", "adjust"}


def parse_desk_line(event: Event, table: int | None, line: str) -> list[str]:
    """Return the words after `event` that a line means, where a `table` may be asked for; raises a usage error."""
    text = re.sub(f"^{_PREFIX}", "", line.strip())
    if text[:1].isdigit():
        text = re.sub(r"(?<=\d)(?=[-\u2212]\d)", " ", text)  # 2875-145
        text = re.sub(_TOTALS_OF_FOUR_DIGITS, r"\1 \2", text)  # 28752505
    if not text.lower().startswith("note"):
        text = re.sub(_COMMA_BETWEEN_TOTALS, r"\1 ", text)
    command, *arguments = [word for word in split_line(text) if word] or ["help"]
    command = command.lower()
    names, totals = [command, *arguments[:-TOTALS_ON_SLIP]], arguments[-TOTALS_ON_SLIP:]
    is_named = len(totals) == TOTALS_ON_SLIP and all(map(is_points, totals)) and not any(map(_is_number, names))
    if is_named and command not in {*EVENT_COMMANDS, *_SLIP_WORDS} and (named := find_named_table(event, names)):
        return _parse_slip(event, table, [str(named), *totals])
    slip = arguments if command == SLIP else [command, *arguments]
    if slip and (_is_number(slip[0]) or (table is not None and command in _SLIP_WORDS)):
        return _parse_slip(event, table, slip)
    if command in _COMMANDS_WITH_TABLES:
        arguments = _number_tables(event, arguments)
    if command in _NUMBERS_WITH_GAME and _count_numbers(arguments) == _NUMBERS_WITH_GAME[command] - 1:
        arguments = [str(event.current_game), *arguments]
    if '"' in text:
        return [command, *arguments]
    if command == "pair" and not any(word.startswith("-") for word in arguments):
        arguments = [name.strip() for name in " ".join(arguments).split(",")]
    if command == "rename" and any(word[0].isalpha() for word in arguments[:1]):
        return [command, *_split_at_new_name(event, arguments)]
    return [command, *(_join_names(arguments) if command in _COMMANDS_WITH_NAMES else arguments)]


def _number_tables(event: Event, words: Sequence[str]) -> list[str]:
    """Return the words of a command with the numbers of tables in place of names at them, as far as they are known."""
    numbered = list[str]()
    end = words.index("--why") if "--why" in words else len(words)
    for word in _join_names(words[:end]):
        table = None if word.startswith("-") or _is_number(word) else find_named_table(event, [word])
        numbered.append(str(table or word))
    return [*numbered, *words[end:]]


def _split_at_new_name(event: Event, words: Sequence[str]) -> list[str]:
    """Return what names a pair, which is as much as is in its old name, and the new name that follows."""
    known = [f" {fold_text(pair.name)}" for pair in event.pairs.values()]
    end = 1
    while end < len(words) and any(f" {fold_text(' '.join(words[: end + 1]))}" in name for name in known):
        end += 1
    new, *options = _join_names(words[end:]) or [""]
    old = " ".join(words[:end])
    if len(split_players(new)) < _PLAYERS_OF_PAIR:
        raise usage_error("name the pair, then its new name", "for example: rename 4 Gus & Ida")
    return [old, new, *options]


def _is_number(word: str) -> bool:
    return is_points(word.partition("/")[0].rstrip(":"))


def _count_numbers(words: Sequence[str]) -> int:
    return len([*takewhile(_is_number, words)])


def _parse_slip(event: Event, table: int | None, words: Sequence[str]) -> list[str]:
    """Return the words of the command for the totals or a hand of a table, with the game and the table before them."""
    leading = _count_numbers(words)
    numbers = [number for word in words[:leading] for number in word.rstrip(":").split("/")]
    named = re.fullmatch(_NAMED_TOTALS, " ".join(words[leading:]), re.IGNORECASE)
    if named and named[1].lower() != named[3].lower():
        totals = {named[1].lower(): named[2], named[3].lower(): named[4]}
        place, rest = numbers, [totals[direction] for direction in _DIRECTIONS]
    elif leading < len(words) or len(numbers) == 1:
        place, rest = numbers, list(words[leading:])
    else:
        place, rest = numbers[:-2], numbers[-2:]
    if not place and table is not None:
        place = [str(table)]
    if len(place) == 1:
        place = [str(event.current_game), *place]
    if len(place) != _WORDS_OF_PLACE or any(word[0].isdigit() for word in words[leading : leading + 1]):
        raise usage_error("a slip is a table and two totals", "for example: 14 2875 -145")
    if rest and rest[0].lower() in {"hand", "done"}:
        rest[0] = f"--{rest[0].lower()}"
    elif rest and not rest[0].startswith("-") and not all(map(is_points, rest)):
        result = event.get_result(parse_game(place[0]), parse_table(place[1]))
        rest = ["--hand", str(result.next_hand), *rest]
    return [SLIP, *place, *rest]


def _join_names(words: Sequence[str]) -> list[str]:
    """Return the words with those of each name in one, which numbers and options end."""
    joined: list[str] = []
    for is_name, group in groupby(words, lambda word: not (word.startswith("-") or is_points(word))):
        run = list(group)
        joined += [" ".join(run)] if is_name else run
    return joined


def format_desk_help(width: int) -> str:
    """Return the list of what can be typed, within a width."""
    return format_examples(_EXAMPLES, "TAB completes commands, tables and names. Up brings back a line.", width)


def list_desk_candidates(
    program: Command, event: Event, words: Sequence[str], current: str
) -> list[CompletionCandidate]:
    """Return what the current word can become, after the whole words of a line."""
    commands = list_summaries(EVENT_COMMANDS) | DESK_SUMMARIES
    if not words:
        names = _name_tables(event)
        begun = {table for table in names if current and str(table).startswith(current)}
        tables = sorted(begun.union(find_named(names, current)))
        labels = {str(table): names[table] for table in tables}
        return [*build_candidates(labels), *filter_candidates(build_candidates(commands), current)]
    if words[0] == "help":
        return filter_candidates(build_candidates(commands), current)
    if words[0] in _COMMANDS_WITH_NAMES and current[:1].isalpha():
        names = {number: pair.name for number, pair in event.pairs.items()}
        return [*build_candidates({names[number]: f"pair {number}" for number in find_named(names, current)})]
    command = list(words)
    with suppress(CommandLineError, CanastaError):
        command = parse_desk_line(event, None, " ".join(words))
    if len(words) <= _NUMBERS_WITH_GAME.get(words[0], 0) - 1 and len(command) == len(words):
        command.insert(1, str(event.current_game))
    return expand_file_candidates(list_candidates(program, [EVENT_GROUP, *command], current), current)


def find_named_table(event: Event, words: Sequence[str]) -> int | None:
    """Return the table of the running game whose pairs have names with these words; raises EventError for several."""
    tables, game = find_named(_name_tables(event), " ".join(words)), event.current_game
    if len(tables) <= 1:
        return tables[0] if tables else None
    there = {table: format_table_names(event, game, find_table(event, game, table)) for table in tables}
    notes = [Diagnostic(severity=Severity.NOTE, message=f"table {table} is {names}") for table, names in there.items()]
    hint = "type more of it, or the number of the table"
    raise EventError([*notes, Diagnostic(message=f"this name is at {name_numbers('table', tables)}", hint=hint)])


def _name_tables(event: Event) -> dict[int, str]:
    with suppress(CanastaError):  # before the draw
        game = event.current_game
        tables = [table for table in find_seating(event, game) if table.is_played]
        return {table.number: " / ".join(event.get_name(pair, game) for pair in table.pairs) for table in tables}
    return {}
