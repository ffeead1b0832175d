"""`canasta-score variants new`: a rule file of your own, to be changed where your table plays otherwise."""

import re
from pathlib import Path
from shlex import quote
from textwrap import fill
from typing import Annotated

import typer

from canasta_score.cli.options import JsonOption
from canasta_score.cli.terminal import PROGRAM, build_usage_error, get_terminal_width, print_json, print_result
from canasta_score.rules.catalog.lookup import (
    RULE_FILE_SUFFIX,
    find_rule_file,
    get_user_folder,
    load_with_overrides,
    resolve_extends_value,
    write_rule_file,
)
from canasta_score.rules.diagnostics import RuleError

_VARIANT_NAME_PATTERN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_INVALID_CHARACTERS_PATTERN = re.compile(r"[^a-z0-9]+")
_EXAMPLE_VARIANT_NAME = "our-club"
_NewVariantArgument = Annotated[
    str,
    typer.Argument(
        metavar="NAME", help=f"What your variant is called: small letters, figures, hyphens: {_EXAMPLE_VARIANT_NAME}"
    ),
]
_ExtendsOption = Annotated[
    str | None,
    typer.Option("--extends", metavar="VARIANT", help="Whose rules it takes over: a name, or a rule file."),
]


def new(name: _NewVariantArgument, *, extends: _ExtendsOption = None, json: JsonOption = False) -> None:
    """Write your own rule file, on top of another variant.

    It takes over that variant's rules, and shows each of them, to be changed where your table plays otherwise. It goes
    into your own folder of variants, so that its name will do. A file that is there is never overwritten.
    """
    own = _parse_variant_name(name)
    if not extends:
        raise build_usage_error(
            f"say whose rules '{own}' takes over: a name that 'variants list' shows, or a rule file", "--extends"
        )
    rules, parent = load_with_overrides(extends)
    _check_variant_name_is_free(own)
    from canasta_score.report.rules.template import render_rule_file  # noqa: PLC0415 -- start-up

    stated = resolve_extends_value(extends)
    path = write_rule_file(own, render_rule_file(own, stated, rules, parent))
    if json:
        print_json({"name": own, "path": str(path), "extends": stated})
        return
    _print_edit_instructions(own, path, parent.title, quote(stated))


def _print_edit_instructions(own: str, path: Path, title: str, stated: str) -> None:
    """Say where a new rule file is, how to go on, and the commands for it."""
    text = f"So far they are those of {title}. Open the file in a text editor: it says how to change them. Then:"
    print_result(f"Your rules are in\n    {path}\n{fill(text, get_terminal_width())}")
    for command in (f"check {own}", f"diff {stated} {own}", f"show {own}"):
        print_result(f"    {PROGRAM} variants {command}")
    print_result(f"    {PROGRAM} new -v {own}")


def _parse_variant_name(name: str) -> str:
    """Give the name of a new variant, without the ending of its file; refuses what is no name."""
    own = name.removesuffix(RULE_FILE_SUFFIX)
    if _VARIANT_NAME_PATTERN.fullmatch(own):
        return own
    nearest = _INVALID_CHARACTERS_PATTERN.sub("-", own.lower()).strip("-") or _EXAMPLE_VARIANT_NAME
    hint = f"use small letters, figures and hyphens, such as '{nearest}'"
    raise build_usage_error(f"'{name}' is no name for a variant; {hint}", "NAME")


def _check_variant_name_is_free(own: str) -> None:
    """Refuse a name that already means a variant."""
    try:
        path = find_rule_file(own)
    except RuleError:
        return
    if path == get_user_folder() / f"{own}{RULE_FILE_SUFFIX}":
        raise build_usage_error(f"'{own}' is there already: change {path}, or take another name", "NAME")
    raise build_usage_error(f"'{own}' already means the variant '{path.stem}'; take another name", "NAME")
