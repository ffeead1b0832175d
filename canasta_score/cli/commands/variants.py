"""`canasta-score variants`: the commands about rule files."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from canasta_score.cli import messages, paths, terminal
from canasta_score.cli.invocation import ExitCode, get_invocation, usage_error
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.options import DEFAULT_VARIANT, TYPER_SETTINGS, JsonOption, Metavar, value_option, word_argument
from canasta_score.cli.terminal import is_interactive
from canasta_score.disk.files import is_device_name
from canasta_score.game.storage.ledger_files import inspect_ledger
from canasta_score.report.labels import list_house_rules
from canasta_score.report.rules.card import CARD_WIDTH, format_rule_card
from canasta_score.report.rules.differences import compare_rules, format_rule_comparison
from canasta_score.report.rules.listing import format_variants, iter_shadowed_names
from canasta_score.report.rules.template import render_rule_file
from canasta_score.rules.catalog import files as rule_files
from canasta_score.rules.catalog import listing, loading
from canasta_score.rules.diagnostics import PROGRAM, Diagnostic, RuleError, Severity
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.inheritance import OPEN_TABLES
from canasta_score.rules.text import TYPO_SIMILARITY, escape_unprintable, find_closest, fold_text, format_count

variants = typer.Typer(name="variants", cls=LazyGroup, **TYPER_SETTINGS)


@variants.callback()
def _variants_callback() -> None:
    """List, show, check and compare rules, and write your own."""


def list_(*, json: JsonOption = False) -> None:
    """List the rules you can play by."""
    variants = listing.list_variants()
    if json:
        listed = [terminal.json_report.build_listed_variant_json(variant) for variant in variants]
        terminal.print_json({"variants": listed})
    else:
        terminal.print_result(format_variants(variants, terminal.get_terminal_width(), messages.format_command))


def show(
    name: Annotated[
        str | None,
        word_argument(
            f"[{Metavar.VARIANT}]", f"Rules, or a file (default: the game in this folder, or {DEFAULT_VARIANT})."
        ),
    ] = None,
    *,
    json: JsonOption = False,
) -> None:
    """Show a rule card to put on the table.

    For a game file, it shows the rules of that game with its house rules. To print a card, write it to a file:
    canasta-score variants show wca > card.txt
    """
    name = name or (str(paths.get_ledger_path(None)) if paths.has_current_ledger() else DEFAULT_VARIANT)
    game = inspect_ledger(name).state if rule_files.is_ledger_file(name) else None
    variant = game.variant if game else loading.load_variant(name)
    if json:
        terminal.print_json(terminal.json_report.build_variant_json(variant))
        return
    card = format_rule_card(variant, min(terminal.get_terminal_width(), CARD_WIDTH))
    if game and game.house_rules:
        house_rules = list_house_rules(variant, game.house_rules)
        sentence = f"House rules, in the figures above: {', '.join(house_rules)}"
        card += f"\n\n{terminal.wrap_to_terminal(sentence)}"
    if not (get_invocation().is_at_prompt and is_interactive()):
        terminal.print_result(card)
        return
    from canasta_score.cli.prompt.questions import read_terminal_line, show_in_pages

    if reply := show_in_pages(read_terminal_line, card, "Press Enter for more: "):
        messages.print_note(f'the card ends here; "{reply}" is not read')


_USUAL_KEYS = ("points", "needs", "label", "short", "about", "max")


def check(
    files: Annotated[
        list[str] | None, word_argument("VARIANT...", "Rule files or names (default: all files in your folder).")
    ] = None,
    *,
    json: JsonOption = False,
) -> None:
    """Check rule files for mistakes.

    The exit code is 5 if there are mistakes.
    """
    files = files or [str(path) for path in rule_files.scan_rule_folder(rule_files.get_user_folder()).values()]
    errors: dict[str, RuleError] = {}
    notes: dict[Path, Sequence[Diagnostic]] = {}
    for file in files:
        try:
            notes[Path(file)] = list(_iter_notes(file, loading.load_variant(file)))
            messages.print_diagnostics(notes[Path(file)])
        except RuleError as error:
            errors[file] = error
    if json:
        problems = {Path(file): errors[file].diagnostics if file in errors else () for file in files}
        terminal.print_json(terminal.json_report.build_rule_check_json(problems, notes))
    for file_error in errors.values():
        messages.print_error(file_error)
    if errors:
        raise typer.Exit(ExitCode.INVALID_RULES)
    if not files:
        typer.echo(f"No rule files in {rule_files.get_user_folder()}.", err=json)
    elif not json:
        checked = files[0] if len(files) == 1 else format_count(len(files), "rule file")
        terminal.print_result(f"No problems found in {checked}.")


def _iter_notes(file: str, variant: Variant) -> Iterator[Diagnostic]:
    """Yield what is no mistake in a rule file, but may not be meant."""
    # A name that finds another file: the person may wonder why the own file is not used.
    path = rule_files.find_rule_file(file).resolve()
    if path.parent == rule_files.get_user_folder().resolve():
        for sentence in iter_shadowed_names(listing.find_shadowed_names(path, variant, rule_files.index_rule_files())):
            yield Diagnostic(severity=Severity.NOTE, file=path.name, message=sentence)
    for message, hint in loading.iter_doubts(file, variant):
        yield Diagnostic(severity=Severity.NOTE, file=file, message=message, hint=hint)
    for table, item in loading.find_new_items(file):
        message, hint = f"a new {OPEN_TABLES[table]}, which no other rules have", ""
        owner, _, key = item.rpartition("-")
        if key in _USUAL_KEYS:  # out-points for out.points
            hint = f"if you meant the key {key} of {owner}, enter {owner}.{key}"
        elif near := find_closest(item, variant.facts.keys() - {item}, min_similarity=TYPO_SIMILARITY):
            hint = f"if you meant {near}, correct the name"
        yield Diagnostic(severity=Severity.NOTE, file=file, where=f"{table}.{item}", message=message, hint=hint)


def diff(
    name: Annotated[str, word_argument("VARIANT", "The name of the rules, a rule file, or a game file.")],
    other: Annotated[str, word_argument("VARIANT", "The rules to compare them with.")],
    *,
    json: JsonOption = False,
) -> None:
    """Compare two sets of rules.

    It lists only what is different, in the words of the rule card. A game file has the rules of its game.
    """
    if rule_files.is_ledger_file(name) or rule_files.is_ledger_file(other):
        first, second = (
            inspect_ledger(each).state.variant if rule_files.is_ledger_file(each) else loading.load_variant(each)
            for each in (name, other)
        )
    else:
        first, second = loading.load_variants((name, other))  # with the mistakes of both
    differences = compare_rules(first, second)
    if json:
        terminal.print_json(terminal.json_report.build_rule_comparison_json(first, second, differences))
        return
    names = (first.name, second.name) if first.name != second.name else (name, other)
    titles = (first.title, second.title)
    terminal.print_result(format_rule_comparison(differences, names, titles, terminal.get_terminal_width()))


_EXAMPLE_NAME = "our-club"


def new(
    name: Annotated[str, word_argument("NAME", f"A name in small letters, such as {_EXAMPLE_NAME}")],
    *,
    extends: Annotated[
        str | None, value_option("--extends", "VARIANT", "The rules to start from: a name, or a rule file.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Write a rule file of your own.

    The file has every rule that you start from as a comment, ready to be changed. It is saved in your own folder,
    so you can use it by its name. An existing file is never replaced.
    """
    name = _parse_new_name(name)
    if not extends:
        command = ("variants", "new", name, "--extends", DEFAULT_VARIANT)
        raise usage_error("the rules to start from are missing", "for example", *command)
    rules, parent = loading.load_with_overrides(extends)
    stated_parent = listing.resolve_extends_value(extends)
    text = render_rule_file(name, stated_parent, rules, parent)
    invocation = get_invocation()
    path = listing.write_rule_file(name, text, lambda: invocation.mark_done(f"Your rules '{name}' are written"))
    if json:
        terminal.print_json({"name": name, "path": str(path), "extends": stated_parent})
        return
    explanation = f"They start as the rules of {parent.title}. Open the file in a text editor to change them. Then:"
    terminal.print_result(f"Your rules are in\n    {escape_unprintable(str(path))}")
    terminal.print_result(terminal.wrap_to_terminal(explanation))
    for words in (["check", name], ["diff", stated_parent, name], ["show", name]):
        terminal.print_result(f"    {messages.format_command('variants', *words)}")
    terminal.print_result(f"    {PROGRAM} new -v {name}")


def _parse_new_name(typed: str) -> str:
    """Return the name of new rules; raises a usage error for one that is no name, or is taken."""
    name = typed.removesuffix(rule_files.RULE_FILE_SUFFIX)
    if is_device_name(Path(name)):
        raise usage_error(f'on Windows no file can be called "{name}"', "choose a different name")
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        nearest = re.sub(r"[^a-z0-9]+", "-", fold_text(name)).strip("-") or _EXAMPLE_NAME
        hint = f"use small letters, digits and hyphens, such as {nearest}"
        raise usage_error(f'"{typed}" cannot be the name of rules', hint)
    try:
        path = rule_files.find_rule_file(name, whole_names=True)
    except RuleError:
        return name
    if path == rule_files.get_user_folder() / f"{name}{rule_files.RULE_FILE_SUFFIX}":
        raise usage_error(f'you already have rules named "{name}"', f"change {path}, or choose another name")
    raise usage_error(f'"{name}" is already the name of the rules {path.stem}', "choose another name")
