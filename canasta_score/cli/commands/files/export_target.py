"""Files that are written for others: where they may be put, and what the ending of their name says."""

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from canasta_score.cli.invocation import mark_done
from canasta_score.cli.messages import add_option, get_typed_words, print_warning
from canasta_score.cli.options import FILE_METAVAR
from canasta_score.cli.paths.expansion import expand_path
from canasta_score.cli.terminal import print_file_text, print_result
from canasta_score.cli.usage_errors import usage_error
from canasta_score.game.storage.files import is_folder, is_occupied, is_same_file
from canasta_score.game.storage.replacement import write_file
from canasta_score.rules.text import escape_unprintable, join_words

_STDOUT_NAME = "-"
TEXT_PAGE_WIDTH = 80
_OUTPUT_FLAG = "-o"
_SPREADSHEET = "csv"
_UTF_8, _UTF_8_WITH_MARK = "utf-8", "utf-8-sig"
_SUFFIX_ALIASES = {"markdown": "md", "htm": "html", "text": "txt"}
_FormatT = TypeVar("_FormatT", bound=StrEnum)

OUTPUT_OPTION = typer.Option(
    "--output", _OUTPUT_FLAG, metavar=FILE_METAVAR, help="The file to write; its ending chooses the format."
)
OutputOption = Annotated[str | None, OUTPUT_OPTION]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace an existing file.")]


def check_export_target(target: Path, source: Path, source_noun: str, *, force: bool) -> None:
    """Raise a usage error if a file may not be written there: over a folder, over its source, or over another file."""
    if is_folder(target):
        raise usage_error(f'"{target}" is a folder', "name a file in it", option=_OUTPUT_FLAG)
    if is_same_file(target, source):
        raise usage_error(f'"{target}" is {source_noun}', "choose another file", option=_OUTPUT_FLAG)
    if is_occupied(target) and not force:
        command = add_option(get_typed_words(), "--force")
        raise usage_error(f'"{target}" already exists', "to replace it", *command, option=_OUTPUT_FLAG)


def _detect_format(target: Path, formats: type[_FormatT]) -> _FormatT:
    suffix = target.suffix.removeprefix(".").lower()
    form = _SUFFIX_ALIASES.get(suffix, suffix)
    if form in list(formats):
        return formats(form)
    known = join_words((f".{form}" for form in formats), "or")
    message = f'"{target}" does not end in a known format'
    raise usage_error(message, f"end the name in {known}", option=_OUTPUT_FLAG)


def write_text_file(target: Path, text: str, *, is_spreadsheet: bool = False, force: bool) -> None:
    """Write a text and print where it is; a spreadsheet recognizes UTF-8 by the mark before it."""
    encoding = _UTF_8_WITH_MARK if is_spreadsheet and not text.isascii() else _UTF_8
    written = f"Written to {escape_unprintable(str(target))}"
    write_file(
        target, text.encode(encoding), overwrite=force, notify=print_warning, on_written=lambda: mark_done(written)
    )
    print_result(f"{written}.")


def export_text(
    render: Callable[[_FormatT], str],
    source: Path,
    source_noun: str,
    *,
    output: str | None,
    form: _FormatT | None,
    default: _FormatT,
    force: bool,
) -> None:
    """Write what `render` makes of a format to a file, or print it in the default format if no file is named."""
    if output is None or output == _STDOUT_NAME:
        print_file_text(render(form or default))
        return
    target = expand_path(output)
    check_export_target(target, source, source_noun, force=force)
    form = form or _detect_format(target, type(default))
    write_text_file(target, render(form), is_spreadsheet=form == _SPREADSHEET, force=force)
