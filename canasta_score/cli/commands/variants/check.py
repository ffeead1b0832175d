"""`canasta-score variants check`: every mistake in rule files."""

from collections.abc import Sequence
from typing import Annotated

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.messages import print_error, print_note
from canasta_score.cli.options import JsonOption
from canasta_score.cli.terminal import print_json, print_result
from canasta_score.report.json.rules import build_rule_check_json
from canasta_score.report.rules.listing import iter_shadowed_names
from canasta_score.rules.catalog.listing import find_shadowed_names
from canasta_score.rules.catalog.loading import find_new_items, load_variant
from canasta_score.rules.catalog.lookup import find_rule_file, get_user_folder, index_rule_files, scan_rule_folder
from canasta_score.rules.diagnostics import RuleError
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.overrides import OPEN_TABLES
from canasta_score.rules.text import TYPO_SIMILARITY, find_closest, format_count

_USUAL_KEYS = ("points", "needs", "label", "short", "about", "max")
_RuleFilesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="VARIANT...", help="Rule files or names (default: all files in your folder).", show_default=False
    ),
]


def check(files: _RuleFilesArgument = None, *, json: JsonOption = False) -> None:
    """Check rule files for mistakes.

    The exit code is 5 if there are mistakes.
    """
    files = files or [str(path) for path in scan_rule_folder(get_user_folder()).values()]
    errors: dict[str, RuleError] = {}
    for file in files:
        try:
            variant = load_variant(file)
            _warn_about_shadowed_names(file, variant)
            _warn_about_new_items(file, variant)
        except RuleError as error:
            errors[file] = error
    if json:
        print_json(build_rule_check_json(files, {file: file_error.diagnostics for file, file_error in errors.items()}))
    for file_error in errors.values():
        print_error(file_error)
    if errors:
        raise typer.Exit(ExitCode.INVALID_RULES)
    if not json:
        print_result(_format_success(files))


def _format_success(files: Sequence[str]) -> str:
    if not files:
        return f"No rule files in {get_user_folder()}."
    return f"No problems found in {files[0] if len(files) == 1 else format_count(len(files), 'rule file')}."


def _warn_about_new_items(file: str, variant: Variant) -> None:
    for table, name in find_new_items(file):
        message = f"{file}: {name} is a new {OPEN_TABLES[table]}, which no other rules have"
        print_note(message, _suggest_item_meant(name, variant))


def _suggest_item_meant(name: str, variant: Variant) -> str:
    """Format the hint for a name that may be a mistake: out-points for out.points, or naturals for natural."""
    owner, _, key = name.rpartition("-")
    if key in _USUAL_KEYS:
        return f"if you meant the key {key} of {owner}, enter {owner}.{key}"
    near = find_closest(name, variant.facts.keys() - {name}, min_similarity=TYPO_SIMILARITY)
    return f"if you meant {near}, correct the name" if near else ""


def _warn_about_shadowed_names(file: str, variant: Variant) -> None:
    # A name that finds another file is no mistake, but the person may wonder why the own file is not used.
    path = find_rule_file(file).resolve()
    if path.parent == get_user_folder().resolve():
        for sentence in iter_shadowed_names(find_shadowed_names(path, variant, index_rule_files())):
            print_note(f"{path.name}: {sentence}")
