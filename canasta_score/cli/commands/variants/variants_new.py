"""`canasta-score variants new`: a rule file of your own, to be changed where your table plays otherwise."""

import re
from pathlib import Path
from shlex import quote
from textwrap import fill
from typing import Annotated

import typer

from canasta_score.cli.options import AsJson
from canasta_score.cli.terminal import PROGRAM, say, say_json, width, wrong_use
from canasta_score.rules.catalog.lookup import ENDING, extended_as, find, load_as_played, user_folder, write_rule_file
from canasta_score.rules.diagnostics import RuleError

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
OTHER_SIGNS = re.compile(r"[^a-z0-9]+")
AN_EXAMPLE = "our-club"
OwnName = Annotated[
    str,
    typer.Argument(metavar="NAME", help=f"What your variant is called: small letters, figures, hyphens: {AN_EXAMPLE}"),
]
Extends = Annotated[
    str | None,
    typer.Option("--extends", metavar="VARIANT", help="Whose rules it takes over: a name, or a rule file."),
]


def new(name: OwnName, *, extends: Extends = None, json: AsJson = False) -> None:
    """Write your own rule file, on top of another variant.

    It takes over that variant's rules, and shows each of them, to be changed where your table plays otherwise. It goes
    into your own folder of variants, so that its name will do. A file that is there is never overwritten.
    """
    own = checked_name(name)
    if not extends:
        raise wrong_use(
            f"say whose rules '{own}' takes over: a name that 'variants list' shows, or a rule file", "--extends"
        )
    rules, parent = load_as_played(extends)
    check_not_taken(own)
    from canasta_score.report.rules.template import new_rule_file  # noqa: PLC0415 -- start-up

    stated = extended_as(extends)
    path = write_rule_file(own, new_rule_file(own, stated, rules, parent))
    if json:
        say_json({"name": own, "path": str(path), "extends": stated})
        return
    say_what_to_do(own, path, parent.title, quote(stated))


def say_what_to_do(own: str, path: Path, title: str, stated: str) -> None:
    """Say where a new rule file is, how to go on, and the commands for it."""
    text = f"So far they are those of {title}. Open the file in a text editor: it says how to change them. Then:"
    say(f"Your rules are in\n    {path}\n{fill(text, width())}")
    for command in (f"check {own}", f"diff {stated} {own}", f"show {own}"):
        say(f"    {PROGRAM} variants {command}")
    say(f"    {PROGRAM} new -v {own}")


def checked_name(name: str) -> str:
    """Give the name of a new variant, without the ending of its file; refuses what is no name."""
    own = name.removesuffix(ENDING)
    if NAME.fullmatch(own):
        return own
    nearest = OTHER_SIGNS.sub("-", own.lower()).strip("-") or AN_EXAMPLE
    hint = f"use small letters, figures and hyphens, such as '{nearest}'"
    raise wrong_use(f"'{name}' is no name for a variant; {hint}", "NAME")


def check_not_taken(own: str) -> None:
    """Refuse a name that already means a variant."""
    try:
        path = find(own)
    except RuleError:
        return
    if path == user_folder() / f"{own}{ENDING}":
        raise wrong_use(f"'{own}' is there already: change {path}, or take another name", "NAME")
    raise wrong_use(f"'{own}' already means the variant '{path.stem}'; take another name", "NAME")
