"""`canasta-score event desk`: a club day at one prompt."""

from typing import NoReturn

import typer

from canasta_score.cli.event.options import EventOption
from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.messages import print_note
from canasta_score.cli.paths import resolve_event_path
from canasta_score.cli.terminal import is_interactive


def desk(context: typer.Context, *, event: EventOption = None) -> None:
    """Run a club day at one prompt: a slip in each line, and every command.

    Type the slips as they come: 14 2875 -145 is table 14, North-South, East-West. Typed again, a slip is verified.
    Enter alone asks for the next table. Commands are typed without "event": status, fix 14 2880 -145, announce. "help"
    lists them, TAB completes them, and Ctrl-D leaves.
    """
    open_desk(context, event)


def open_desk(context: typer.Context, event: str | None, *, proposes_table: bool = False) -> NoReturn:
    """Answer lines until the person leaves, or until the end of a pipe; raises typer.Exit after Ctrl-C."""
    from canasta_score.cli.prompt.clock_screen import EventWatch
    from canasta_score.cli.prompt.desk import Desk, LineReader, PipeReader

    program, watch = context.find_root().command, EventWatch(resolve_event_path(event))
    reader: LineReader = PipeReader()
    if is_interactive():
        from canasta_score.cli.prompt.desk_editor import DeskEditor

        reader = DeskEditor(program, watch)
    try:
        Desk(program, watch, reader).run(proposes_table=proposes_table)
    except EOFError:
        code = ExitCode.SUCCESS
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
    if reader.can_answer:
        print_note(f"you left the desk; everything you entered is saved in {watch.path}")
    raise typer.Exit(code)
