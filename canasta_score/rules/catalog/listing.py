"""The list of the variants that can be named."""

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from canasta_score.rules.catalog.lookup import (
    collect_rule_files,
    find_parent_files,
    get_shipped_folder,
    get_user_folder,
    index_rule_files,
    load_stated_title,
    load_variant,
    scan_rule_folder,
)
from canasta_score.rules.diagnostics import Diagnostic, RuleError
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.variant import Variant


@frozen
class VariantListing(Value):
    """What the list says of a rule file: where it lies and what it states, or why it cannot be used.

    `hides_shipped`: it is the user's own and stands in place of a shipped one of the same name. `plays_by`: it is a
    shipped one that takes over the rules of such files, by their names. `elsewhere`: names that it states and by which
    another one is found, each with the name of that one.
    """

    name: str
    path: Path
    shipped: bool
    hides_shipped: bool
    title: str = ""
    aliases: tuple[str, ...] = ()
    source: str = ""
    summary: str = ""
    problems: tuple[Diagnostic, ...] = ()
    plays_by: tuple[str, ...] = ()
    elsewhere: Mapping[str, str] = field(default_factory=dict)


def list_variants() -> list[VariantListing]:
    """List all variants that can be named, by their names; one with mistakes is listed with them."""
    shipped = scan_rule_folder(get_shipped_folder())
    known = index_rule_files() if scan_rule_folder(get_user_folder()) else {}
    return [_build_listing(name, path, shipped.get(name), known) for name, path in sorted(collect_rule_files().items())]


def load_variant_titles() -> dict[str, str]:
    """Give the titles of all variants that can be named, by their names; none for one with mistakes.

    Those of the shipped ones are read without their rules, which are sound: TAB waits for this.
    """
    shipped = scan_rule_folder(get_shipped_folder())
    return {
        name: load_stated_title(path) if path == shipped.get(name) else _build_listing(name, path, None, {}).title
        for name, path in sorted(collect_rule_files().items())
    }


def _build_listing(name: str, path: Path, shipped: Path | None, known: Mapping[str, Path]) -> VariantListing:
    """Load a rule file for the list; `shipped` is the shipped one of its name, if there is one.

    `known` has the files by every name, where the user has files of their own.
    """
    is_shipped, hides = path == shipped, shipped is not None and path != shipped
    try:
        variant = load_variant(path)
    except RuleError as error:
        return VariantListing(name=name, path=path, shipped=is_shipped, hides_shipped=hides, problems=error.problems)
    elsewhere = find_shadowed_names(path, variant, known)
    parents = find_parent_files(path) if is_shipped and known else []
    return VariantListing(
        name=name,
        path=path,
        shipped=is_shipped,
        hides_shipped=hides,
        title=variant.title,
        aliases=tuple(other for other in (variant.name, *variant.aliases) if other not in (name, *elsewhere)),
        source=variant.source,
        summary=variant.summary,
        plays_by=tuple(parent.stem for parent in parents if parent.parent != path.parent),
        elsewhere=elsewhere,
    )


def find_shadowed_names(path: Path, variant: Variant, known: Mapping[str, Path]) -> dict[str, str]:
    """Give the names that a rule file states and by which another one is found, each with the name of that one."""
    named = {name: known.get(name, known.get(name.lower(), path)) for name in (variant.name, *variant.aliases)}
    return {name: other.stem for name, other in named.items() if other.resolve() != path.resolve()}
