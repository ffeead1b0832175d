"""Rule files to variants: load a file with the files it extends, override single keys, and read the rules."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from canasta_score.disk.files import is_existing_file
from canasta_score.rules.catalog import files
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, RuleError, build_rule_error
from canasta_score.rules.frozen import replace
from canasta_score.rules.model.variant import Variant, read_rule_tables, read_variant
from canasta_score.rules.schema import reader
from canasta_score.rules.schema.reader import RawRules, RawTable
from canasta_score.rules.text import join_words

FilePath = str | os.PathLike[str]
_MAX_INHERITANCE_DEPTH = 20  # files that extend one another


def load_variant(name_or_path: FilePath) -> Variant:
    """Load a variant by its name, by an alias, or from the path of a rule file; raises RuleError with all mistakes."""
    return load_with_overrides(name_or_path)[1]


def load_variants(names: Sequence[str]) -> list[Variant]:
    """Load several variants; raises RuleError with the mistakes of all of them, each once."""
    diagnostics: dict[Diagnostic, None] = {}
    variants: list[Variant] = []
    for name in names:
        try:
            variants.append(load_variant(name))
        except RuleError as error:
            diagnostics |= dict.fromkeys(error.diagnostics)
    if diagnostics:
        raise RuleError(diagnostics)
    return variants


def load_with_overrides(name_or_path: FilePath, overrides: Sequence[str] = ()) -> tuple[RawTable, Variant]:
    """Load a variant with house rules; return all keys as played, and it; raises RuleError with all mistakes."""
    try:
        path, rules = load_raw_rules(name_or_path)
        file = path.name
        if overrides:
            from canasta_score.rules.schema.inheritance import apply_overrides

            rules, file = apply_overrides(rules, overrides), reader.SET_OPTION
        variant = read_variant(rules.values, file, rules.origins)
    except RuleError as error:
        from canasta_score.rules.catalog.line_numbers import number_lines

        raise RuleError(number_lines(error.diagnostics, files.find_rule_file(os.fspath(name_or_path)))) from None
    return {key: value for key, value in rules.values.items() if key not in reader.INHERITANCE_KEYS}, variant


def read_with_overrides(values: RawTable, overrides: Sequence[str]) -> tuple[RawTable, Variant]:
    """Apply house rules to rules that were played, and return all keys and the variant; raises RuleError."""
    from canasta_score.rules.schema.inheritance import apply_overrides

    rules = apply_overrides(RawRules(values=values), overrides)
    return rules.values, read_variant(rules.values, reader.SET_OPTION, rules.origins)


def load_raw_rules(name_or_path: FilePath) -> tuple[Path, RawRules]:
    """Find a rule file and load it merged over the files it extends; raises RuleError with all mistakes so far."""
    path = files.find_rule_file(os.fspath(name_or_path))
    try:
        (root, root_values), *children = reversed(_load_chain(path).items())
    except RuleError as error:
        raise RuleError(dict.fromkeys([*error.diagnostics, *_find_own_mistakes(path)])) from None
    rules = reader.build_raw_rules(root_values, root.name)
    diagnostics: list[Diagnostic] = []
    for child, stated in children:
        from canasta_score.rules.schema.inheritance import extend_rules

        rules, mistakes = extend_rules(rules, stated, child.name)
        diagnostics += mistakes
    values = {"name": path.stem, **rules.values}
    if diagnostics:
        try:
            read_variant(values, path.name, rules.origins)
        except RuleError as error:
            diagnostics += error.diagnostics
        raise RuleError(diagnostics)
    # An addition to an inherited title and source tells these rules from the rules that they extend.
    name = values["name"] if isinstance(values["name"], str) else path.stem
    for key, mark in (("title", f" ({name})"), ("source", f"; changed in {path.name}")):
        if isinstance(text := values.get(key), str) and rules.origins.get(key) != path.name:
            values[key] = f"{text}{mark}"
    return path, replace(rules, values=values)


def find_parent_files(path: Path) -> list[Path]:
    """Return the files whose rules a rule file takes over, the nearest first; raises RuleError as loading does."""
    return [*_load_chain(path)][1:]


def find_new_items(name_or_path: FilePath) -> list[tuple[str, str]]:
    """Return the items of a rule file that no shipped rules and no parents have, each with its table and its name."""
    from canasta_score.rules.schema.inheritance import find_new_names

    path, rules = load_raw_rules(name_or_path)
    items = find_new_names({}, rules.values)
    own = [item for item in items if rules.origins.get(".".join(item)) == path.name]
    parents = find_parent_files(path)
    if not own or not parents:
        return []
    others = (*parents, *files.scan_rule_folder(files.get_shipped_folder()).values())
    known = {item for other in others for item in find_new_names({}, _load_rule_table(other))}
    return [item for item in own if item not in known]


def iter_doubts(name_or_path: FilePath, variant: Variant) -> Iterator[tuple[str, str]]:
    """Yield what a valid rule file may have without intent, each with what to do: rules it replaces, equal labels."""
    from canasta_score.rules.schema.inheritance import GAME_END_KEYS, GAME_ENDS, find_new_names

    path = files.find_rule_file(os.fspath(name_or_path))
    if parents := find_parent_files(path):
        own, parent = files.load_toml(path), load_variant(parents[0])
        removed, game = own.get("without"), own.get("game")
        for item in map(".".join, find_new_names({}, own)):
            if isinstance(removed, list) and item in removed:
                message = f"{item} is in without and written anew, so it keeps nothing of {parent.name}"
                yield message, "to change only some of its keys, remove it from without"
        ends = game if isinstance(game, dict) else {}
        stated = [f"{key} = {ends[key]}" for key in GAME_ENDS if key in ends]
        before = {key: getattr(parent.game, key) for key in GAME_END_KEYS if key not in ends}
        lost = {key: value for key, value in before.items() if value not in (None, getattr(variant.game, key))}
        if stated and lost:
            written = (f'{key} = "{value}"' if key == "tie" else f"{key} = {value}" for key, value in lost.items())
            replaced = join_words(written)
            hint = f"to keep {'it' if len(lost) == 1 else 'them'}, write {replaced} below [game], too"
            yield f"{join_words(stated)} replaces {replaced} of {parent.name}", hint
    names_by_label: dict[str, str] = {}
    for fact in variant.facts.values():
        if (other := names_by_label.setdefault(fact.label.casefold(), fact.name)) != fact.name:
            yield f'{other} and {fact.name} have the same label "{fact.label}"', "give each its own label"


def _find_own_mistakes(path: Path) -> list[Diagnostic]:
    """Return the mistakes in a file that are certain even if the rules that it extends are unknown."""
    try:
        values = _load_rule_table(path)
    except RuleError:
        return []
    collector = reader.DiagnosticCollector(path.name, {})
    read_rule_tables(reader.TableReader(values, collector))
    wrong_types = [found for found in collector.diagnostics if found.code is DiagnosticCode.WRONG_TYPE]
    unknown_keys = [found for found in collector.diagnostics if found.code is DiagnosticCode.UNKNOWN_KEY]
    # An inherited canasta may be the last part of `bonuses.out.needs.natural` or of `sets.five.canastas.natural`.
    with_canastas = ["bonuses", "needs"], ["sets", "canastas"]
    return wrong_types + [found for found in unknown_keys if found.where.split(".")[:-1:2] not in with_canastas]


def _load_chain(path: Path) -> dict[Path, RawTable]:
    """Load a rule file, the file it extends, and so on; the file itself comes first."""
    chain = {path: _load_rule_table(path)}
    while isinstance(parent := chain[path].get("extends"), str):
        if len(chain) > _MAX_INHERITANCE_DEPTH:
            message = f"more than {_MAX_INHERITANCE_DEPTH} files extend one another"
            raise build_rule_error(next(iter(chain)).name, message, "remove extends from one of them", where="extends")
        parent_path = _find_parent_file(path, parent)
        if parent_path.resolve() in [link.resolve() for link in chain]:
            message = f"leads back to itself: {' -> '.join(link.stem for link in (*chain, parent_path))}"
            raise build_rule_error(path.name, message, "extend other rules, such as nvso", where="extends")
        path = parent_path
        chain[path] = _load_rule_table(path)
    root = chain[path]
    if root.get("extends") is not None:
        hint = 'for example extends = "nvso"'
        raise build_rule_error(path.name, "must be the name of other rules, in quotes", hint, where="extends")
    if "without" in root:
        hint = "add extends, or remove without"
        raise build_rule_error(path.name, "can be used only with extends", hint, where="without")
    return chain


def _load_rule_table(path: Path) -> RawTable:
    values = files.load_toml(path)
    if files.has_ledger_tables(values):
        hint, message = "to start a game with its rules", "is a game file, not a rule file"
        raise build_rule_error(str(path), message, hint, "new", "--like", str(path))
    return values


def _find_parent_file(path: Path, parent: str) -> Path:
    """Return the file that another one extends; a path starts from the folder of the extending file."""
    shipped = files.get_shipped_folder() / f"{parent}{files.RULE_FILE_SUFFIX}"
    # A user's file that extends its own name means the shipped file that it hides.
    if parent == path.stem and shipped.is_file() and shipped.resolve() != path.resolve():
        return shipped
    try:
        name = str(path.parent / parent) if files.is_rule_file_path(parent) else parent
        # A beginning could fit more rules one day.
        parent_path = files.find_rule_file(name, whole_names=True)
    except RuleError as error:
        raise RuleError(diagnostic.at(path.name, "extends") for diagnostic in error.diagnostics) from None
    if not is_existing_file(parent_path):
        hint = 'for built-in rules, enter the name alone: "nvso"; a path starts from the folder of this file'
        raise build_rule_error(path.name, f'there is no file "{parent}"', hint, where="extends")
    return parent_path
