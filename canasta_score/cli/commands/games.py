"""`canasta-score games`: the games of this folder, and those played lately elsewhere."""

from contextlib import suppress
from pathlib import Path

from canasta_score.cli import options, paths, terminal
from canasta_score.cli.invocation import get_invocation
from canasta_score.cli.messages import print_hint, print_warning
from canasta_score.disk.files import is_same_file
from canasta_score.game.storage.recent_games import find_games
from canasta_score.report.text.games import format_games


def games(*, json: options.JsonOption = False) -> None:
    """List the games of this folder and those played lately elsewhere.

    The newest is first. The program remembers the last twenty games that "new" or "play" used.
    """
    found, diagnostics = find_games()
    for file, message in {diagnostic.file: diagnostic.message for diagnostic in reversed(diagnostics)}.items():
        print_warning(f"{file} is not listed: {message}", "to see every mistake", "check", file)
    if json:
        terminal.print_json(terminal.json_report.build_games_json(found))
        return
    if not found:
        terminal.print_result("No games in this folder, and none played lately elsewhere.")
        print_hint("to start one", "new")
        return
    home = ""
    with suppress(RuntimeError):  # of a user without one
        home = str(Path.home())
    terminal.print_result(format_games(found, terminal.get_terminal_width(), home))
    unfinished = next((each.game.file for each in found if not each.game.standing().over), "")
    if unfinished and not get_invocation().is_at_prompt:
        is_current = is_same_file(Path(unfinished), paths.get_ledger_path(None))
        print_hint("to continue the newest game that is not over", "play", *([] if is_current else ["-l", unfinished]))
