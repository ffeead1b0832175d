"""`canasta-score variants new`: a rule file of your own, to change where your table plays differently."""

import re
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from canasta_score.cli.invocation import mark_done
from canasta_score.cli.messages import format_command
from canasta_score.cli.options import DEFAULT_VARIANT, JsonOption
from canasta_score.cli.terminal import get_terminal_width, print_json, print_result
from canasta_score.cli.usage_errors import usage_error
from canasta_score.report.rules.template import render_rule_file
from canasta_score.rules.catalog.files import RULE_FILE_SUFFIX, is_device_name
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.catalog.lookup import find_rule_file, get_user_folder
from canasta_score.rules.catalog.writing import resolve_extends_value, write_rule_file
from canasta_score.rules.diagnostics import PROGRAM, RuleError
from canasta_score.rules.text import fold_text

_VARIANT_NAME_PATTERN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_INVALID_CHARACTERS_PATTERN = re.compile(r"[^a-z0-9]+")
_EXAMPLE_NAME = "our-club"
_NewVariantArgument = Annotated[
    str, typer.Argument(metavar="NAME", help=f"A name in small letters, such as {_EXAMPLE_NAME}")
]
_ExtendsOption = Annotated[
    str | None, typer.Option("--extends", metavar="VARIANT", help="The rules to start from: a name, or a rule file.")
]


def new(name: _NewVariantArgument, *, extends: _ExtendsOption = None, json: JsonOption = False) -> None:
    """Write a rule file of your own.

    The file has every rule that you start from as a comment, ready to be changed. It is saved in your own folder,
    so you can use it by its name. An existing file is never replaced.
    """
    name = _parse_variant_name(name)
    _check_variant_name_is_free(name)
    if not extends:
        command = ("variants", "new", name, "--extends", DEFAULT_VARIANT)
        raise usage_error("the rules to start from are missing", "for example", *command)
    rules, parent = load_with_overrides(extends)
    stated_parent = resolve_extends_value(extends)
    text = render_rule_file(name, stated_parent, rules, parent)
    path = write_rule_file(name, text, lambda: mark_done(f"Your rules '{name}' are written"))
    if json:
        print_json({"name": name, "path": str(path), "extends": stated_parent})
    else:
        _print_edit_instructions(name, path, parent.title, stated_parent)


def _parse_variant_name(name: str) -> str:
    stem = name.removesuffix(RULE_FILE_SUFFIX)
    if is_device_name(Path(stem)):
        raise usage_error(f'on Windows no file can be called "{stem}"', "choose a different name")
    if _VARIANT_NAME_PATTERN.fullmatch(stem):
        return stem
    nearest = _INVALID_CHARACTERS_PATTERN.sub("-", fold_text(stem)).strip("-") or _EXAMPLE_NAME
    hint = f"use small letters, digits and hyphens, such as {nearest}"
    raise usage_error(f'"{name}" cannot be the name of rules', hint)


def _check_variant_name_is_free(name: str) -> None:
    try:
        path = find_rule_file(name)
    except RuleError:
        return
    if path == get_user_folder() / f"{name}{RULE_FILE_SUFFIX}":
        raise usage_error(f'you already have rules named "{name}"', f"change {path}, or choose another name")
    raise usage_error(f'"{name}" is already the name of the rules {path.stem}', "choose another name")


def _print_edit_instructions(name: str, path: Path, parent_title: str, parent: str) -> None:
    text = f"They start as the rules of {parent_title}. Open the file in a text editor to change them. Then:"
    print_result(f"Your rules are in\n    {path}\n{fill(text, get_terminal_width())}")
    for command in (("check", name), ("diff", parent, name), ("show", name)):
        print_result(f"    {format_command('variants', *command)}")
    print_result(f"    {PROGRAM} new -v {name}")
