"""`canasta-score check`: what is wrong with game files."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from canasta_score.cli import game_files, messages, options, paths, terminal
from canasta_score.cli.invocation import ExitCode, get_invocation, usage_error
from canasta_score.disk.files import is_folder, path_exists
from canasta_score.game.audit import find_hand_problems
from canasta_score.game.entries import LedgerError, ledger_error
from canasta_score.game.storage.discovery import find_conflicted_copies, find_ledgers, is_pattern
from canasta_score.game.storage.ledger_files import inspect_ledger
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode
from canasta_score.rules.frozen import Value
from canasta_score.rules.text import format_count


class _CheckResult(Value):
    """What is wrong in one game file; `has_only_total_mismatches` if accepting its totals would mend it."""

    file: str
    diagnostics: Sequence[Diagnostic]
    is_readable: bool
    has_only_total_mismatches: bool = False


def check(
    files: Annotated[
        list[str] | None,
        options.word_argument(
            f"[{options.Metavar.FILE}...]",
            "Game files, folders, or patterns such as 'season/*.toml' (default: the game in this folder).",
        ),
    ] = None,
    *,
    ledger: options.LedgerOption = None,
    strict: Annotated[bool, typer.Option("--strict", help="Also list what is against the rules.")] = False,
    restate_totals: Annotated[bool, typer.Option("--restate", help="Accept the totals that the items give.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing if there are no problems.")] = False,
    json: options.JsonOption = False,
) -> None:
    """Check game files for mistakes.

    It finds totals that do not add up, impossible hands, and entries that make no sense. Hands that were recorded with
    --anyway are not listed. The exit code is 1 for problems in a game. It is 4 for a file without a usable game, such
    as a rule file.
    """
    if files and ledger:
        raise usage_error("game files are named twice", "name them alone, or use --ledger alone")
    names = files or [str(game_files.resolve_ledger_path(ledger))]
    results = [result for name in names for result in _check_named(name, strict=strict)]
    if not results:  # a folder with other TOML files alone: a check of nothing is not passed
        code = DiagnosticCode.NO_SUCH_GAME if is_folder(Path(names[0])) else DiagnosticCode.OTHER  # of a pattern
        hint = "enter game files, or another folder"
        raise ledger_error(names[0], "there is no game in this folder", hint, code=code)
    if restate_totals:
        results = [_restate_totals(result, strict=strict, quiet=json or quiet) for result in results]
    problems: dict[str, Sequence[Diagnostic]] = {}
    for result in results:
        paths.remember_ledger(result.file)
        messages.print_diagnostics(result.diagnostics)
        problems[result.file] = messages.complete_for_json(result.diagnostics)
    if json:
        readable = [result.file for result in results if result.is_readable]
        terminal.print_json(terminal.json_report.build_ledger_check_json(problems, readable))
    if not all(result.is_readable for result in results):
        raise typer.Exit(ExitCode.INVALID_LEDGER)
    if any(result.diagnostics for result in results):
        raise typer.Exit(ExitCode.FAILURE)
    if not (quiet or json):
        terminal.print_result(f"No problems found in {format_count(len(results), 'game')}.")


def _check_named(name: str, *, strict: bool) -> Iterator[_CheckResult]:
    """Yield what is wrong in a game file, or in those that a folder or a pattern stands for."""
    path = Path(name)
    if not (is_folder(path) or (is_pattern(name) and not path_exists(path))):
        yield _check_ledger(str(path), strict=strict)  # as the problems in it name the file
        return
    found = find_ledgers([name])
    for diagnostic in found.diagnostics:
        yield _CheckResult(file=diagnostic.file, diagnostics=[diagnostic], is_readable=False)
    for path in found.paths:
        result = _check_ledger(str(path), strict=strict)
        if not found.is_other_file(path, result.diagnostics):
            yield result


def _check_ledger(file: str, *, strict: bool) -> _CheckResult:
    try:
        parsed = inspect_ledger(file)
    except LedgerError as error:
        return _CheckResult(file=file, diagnostics=error.diagnostics, is_readable=False)
    mismatches_only = all(problem.code is DiagnosticCode.TOTAL_MISMATCH for problem in parsed.diagnostics)
    # With other mistakes in the file, the facts of its hands may be wrong too.
    hand_problems = find_hand_problems(parsed.state, strict=strict) if mismatches_only else ()
    return _CheckResult(
        file=file,
        diagnostics=[*parsed.diagnostics, *hand_problems, *find_conflicted_copies(Path(file), parsed.state)],
        is_readable=True,
        has_only_total_mismatches=mismatches_only and bool(parsed.diagnostics),
    )


def _restate_totals(result: _CheckResult, *, strict: bool, quiet: bool) -> _CheckResult:
    if not result.is_readable:
        return result
    if not result.has_only_total_mismatches:
        reason = "correct the other mistakes first" if result.diagnostics else "every total is right"
        messages.print_note(f"{result.file}: no totals accepted; {reason}")
        return result
    from canasta_score.cli.recording import open_game
    from canasta_score.recording.games import RESTATEMENT, accept_totals

    try:
        recorder = open_game(Path(result.file), "Totals accepted", accepted={DiagnosticCode.TOTAL_MISMATCH})
        game = recorder.record(accept_totals()).after
    except LedgerError as error:
        if get_invocation().done:
            raise
        return _CheckResult(file=result.file, diagnostics=error.diagnostics, is_readable=True)
    if not quiet:
        from canasta_score.report.text.standing import format_standing

        terminal.print_result(f"{result.file}: {RESTATEMENT}.\n")
        terminal.print_table(format_standing(game.variant, game.standing(), terminal.get_terminal_width()))
    # Not read again: what could fail now would hide that the totals are accepted.
    diagnostics = [*find_hand_problems(game, strict=strict), *find_conflicted_copies(Path(result.file), game)]
    return _CheckResult(file=result.file, diagnostics=diagnostics, is_readable=True)
