"""The list of the variants that can be named, and new rule files in the user's folder."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from canasta_score.disk.atomic import UnsyncedError, write_atomically
from canasta_score.disk.files import read_regular_file
from canasta_score.rules.catalog import files
from canasta_score.rules.catalog.loading import find_parent_files, load_variant
from canasta_score.rules.diagnostics import Diagnostic, RuleError, build_rule_error
from canasta_score.rules.frozen import Value, field, replace
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.toml import parse_toml
from canasta_score.rules.text import fold_case

_MODERN, _CLASSIC = "Modern American Canasta", "Classic Canasta"
_SEQUENCES, _HAND_AND_FOOT, _UNKNOWN = "Canasta with sequences", "Hand and Foot", "Rules with mistakes"
_PACKS_OF_HAND_AND_FOOT = 4  # or more


class VariantListing(Value):
    """What the list says of a rule file: where it is and what it states, or why it cannot be used."""

    name: str
    path: Path
    shipped: bool
    hides_shipped: bool  # a user's file that replaces a shipped one of the same name
    title: str = ""
    aliases: tuple[str, ...] = ()
    source: str = ""
    summary: str = ""
    problems: tuple[Diagnostic, ...] = ()
    plays_by: tuple[str, ...] = ()  # the names of the user's files whose rules a shipped file takes over
    elsewhere: Mapping[str, str] = field(default_factory=dict)  # names in it that find another file, with that


def list_variants() -> list[VariantListing]:
    """Return a listing of every variant that can be named, sorted by name, those with mistakes included."""
    shipped = files.scan_rule_folder(files.get_shipped_folder())
    # Without files of the user every name finds the file that states it.
    index = files.index_rule_files() if files.scan_rule_folder(files.get_user_folder()) else {}
    found = sorted(files.collect_rule_files().items())
    return [_build_listing(name, path, shipped.get(name), index) for name, path in found]


def group_by_family(variants: Sequence[VariantListing]) -> dict[str, list[VariantListing]]:
    """Return listings by what their rules are a form of: that of the first file that they extend."""
    families: dict[str, list[VariantListing]] = {name: [] for name in (_MODERN, _CLASSIC, _SEQUENCES, _HAND_AND_FOOT)}
    by_root: dict[Path, str] = {}
    for listed in variants:
        if listed.problems:
            families.setdefault(_UNKNOWN, []).append(listed)
            continue
        root = [listed.path, *find_parent_files(listed.path)][-1]
        family = by_root.setdefault(root, by_root.get(root) or _find_family(load_variant(root)))
        families[family].append(listed)
    return {family: listings for family, listings in families.items() if listings}


def load_variant_titles() -> dict[str, str]:
    """Return the titles of all variants that can be named, by name; an empty title for one with mistakes."""
    shipped = files.scan_rule_folder(files.get_shipped_folder())
    # Shipped files have no mistakes, so their titles are read without their rules: TAB waits for this.
    return {
        name: _load_stated(path)[0] if path == shipped.get(name) else _build_listing(name, path, None, {}).title
        for name, path in sorted(files.collect_rule_files().items())
    }


def load_title_and_summary(name: str) -> tuple[str, str]:
    """Return the title and the summary of a variant, of a shipped one without its rules; raises RuleError."""
    path = Path(name) if files.is_rule_file_path(name) else files.find_rule_file(name)
    if path.parent == files.get_shipped_folder():
        return _load_stated(path)
    variant = load_variant(path)
    return variant.title, variant.summary


def find_shadowed_names(path: Path, variant: Variant, index: Mapping[str, Path]) -> dict[str, str]:
    """Return the names in a rule file that find another file instead, each with the name of that file."""
    found = {name: index.get(name, index.get(fold_case(name), path)) for name in (variant.name, *variant.aliases)}
    return {name: other.stem for name, other in found.items() if other.resolve() != path.resolve()}


def resolve_extends_value(name_or_path: str) -> str:
    """Return the `extends` of a file in the user's folder for a variant; raises RuleError if a name means none."""
    if not files.is_rule_file_path(name_or_path):
        return files.find_rule_file(name_or_path).stem
    path = Path(name_or_path).resolve()
    return path.stem if path.parent == files.get_user_folder().resolve() else path.as_posix()


def write_rule_file(name: str, text: str, on_written: Callable[[], object] = lambda: None) -> Path:
    """Write a rule file into the user's folder, and return its path; raises RuleError, also if there is one already."""
    path = files.get_user_folder() / f"{name}{files.RULE_FILE_SUFFIX}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text.encode(), overwrite=False, on_written=on_written)
    except UnsyncedError as error:
        message = f"the disk may not keep what was written: {error.strerror}"
        raise build_rule_error(str(path), message, "make a copy on another disk") from None
    except (OSError, ValueError) as error:
        if isinstance(error, FileExistsError) and os.path.lexists(path):
            raise build_rule_error(str(path), "already exists and was not changed", "choose a different name") from None
        reason = getattr(error, "strerror", None) or "the name is not allowed"
        hint = f"check the folder and its permissions, or set {files.USER_FOLDER_VARIABLE} to a different folder"
        raise build_rule_error(str(path), f"cannot be written: {reason}", hint) from None
    return path


def _build_listing(name: str, path: Path, shipped: Path | None, index: Mapping[str, Path]) -> VariantListing:
    """Load a rule file for the list; `shipped` is the shipped file of its name, `index` has the files by every name."""
    is_shipped, hides = path == shipped, shipped is not None and path != shipped
    listing = VariantListing(name=name, path=path, shipped=is_shipped, hides_shipped=hides)
    try:
        variant = load_variant(path)
    except RuleError as error:
        return replace(listing, problems=error.diagnostics)
    elsewhere = find_shadowed_names(path, variant, index)
    parents = find_parent_files(path) if is_shipped and index else []
    return replace(
        listing,
        title=variant.title,
        aliases=tuple(alias for alias in (variant.name, *variant.aliases) if alias not in (name, *elsewhere)),
        source=variant.source,
        summary=variant.summary,
        plays_by=tuple(parent.stem for parent in parents if parent.parent != path.parent),
        elsewhere=elsewhere,
    )


def _load_stated(path: Path) -> tuple[str, str]:
    head = parse_toml(read_regular_file(path, files.MAX_RULE_FILE_SIZE).partition(b"\n[")[0])
    return str(head.get("title", "")), str(head.get("summary", ""))


def _find_family(root: Variant) -> str:
    if root.opening.sequences:
        return _SEQUENCES
    if root.deck.packs >= _PACKS_OF_HAND_AND_FOOT:
        return _HAND_AND_FOOT
    return _MODERN if len(root.threes.colors) > 1 else _CLASSIC
