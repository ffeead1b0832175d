"""Finding rule files: by path, in the user's folder, among the shipped ones. The only room of the rules with a disk."""

import os
from collections.abc import Sequence
from dataclasses import replace
from errno import EINVAL
from itertools import accumulate
from pathlib import Path

from canasta_score.rules.diagnostics import Diagnostic, RuleError, build_file_diagnostic, format_suggestion
from canasta_score.rules.model.variant import Variant, read_rule_tables, read_variant
from canasta_score.rules.schema.inheritance import (
    RawRules,
    build_raw_rules,
    iter_key_paths,
    merge_inherited,
    remove_key,
)
from canasta_score.rules.schema.reader import (
    SET_OPTION,
    UNKNOWN_KEY,
    WRONG_TYPE_PREFIX,
    DiagnosticCollector,
    RawTable,
    TableReader,
    find_key_path,
)
from canasta_score.rules.schema.toml import NoTomlError, check_depth, parse_toml

RULE_FILE_SUFFIX = ".toml"
USER_FOLDER_VARIABLE = "CANASTA_VARIANTS"
MAX_RULE_FILE_SIZE = 1_000_000
_MAX_INHERITANCE_DEPTH = 20  # of files that extend one another
_INHERITANCE_KEYS = ("extends", "without")


def load_variant(name_or_path: str | os.PathLike[str]) -> Variant:
    """Load a variant by its name, by an alias, or from the path of a rule file.

    Raises RuleError when there is none or when it has mistakes, with all of them.

    >>> load_variant("nvso").title
    'NVSO Canasta'
    >>> load_variant("wca").facts["out"].points
    200
    """
    path, stated = load_raw_rules(name_or_path)
    return read_variant(stated.values, path.name, stated.origins)


def load_variants(names: Sequence[str]) -> list[Variant]:
    """Load the variants of some names; raises RuleError with the mistakes of all of them, each once."""
    problems: dict[Diagnostic, None] = {}
    loaded: list[Variant] = []
    for name in names:
        try:
            loaded.append(load_variant(name))
        except RuleError as error:
            problems |= dict.fromkeys(error.problems)
    if problems:
        raise RuleError(problems)
    return loaded


def load_with_overrides(name_or_path: str | os.PathLike[str], house: Sequence[str] = ()) -> tuple[RawTable, Variant]:
    """Load a variant with a table's house rules, such as `game.target=5000`; give also all its keys, as played.

    Raises RuleError when there is no such variant, or when it or a house rule has mistakes, with all of them.
    """
    path, stated = load_raw_rules(name_or_path)
    file = path.name
    if house:
        from canasta_score.rules.schema.overrides import apply_overrides  # noqa: PLC0415 -- few have any

        stated, file = apply_overrides(stated, house), SET_OPTION
    variant = read_variant(stated.values, file, stated.origins)
    return {key: value for key, value in stated.values.items() if key not in _INHERITANCE_KEYS}, variant


def read_with_overrides(rules: RawTable, house: Sequence[str]) -> tuple[RawTable, Variant]:
    """Lay house rules over rules as they were played; give all their keys, as played now, and what they read to.

    Raises RuleError when a house rule has mistakes.
    """
    from canasta_score.rules.schema.overrides import apply_overrides  # noqa: PLC0415 -- few have any

    stated = apply_overrides(RawRules(values=rules), house)
    return stated.values, read_variant(stated.values, SET_OPTION, stated.origins)


def load_raw_rules(name_or_path: str | os.PathLike[str]) -> tuple[Path, RawRules]:
    """Find a rule file and read what it says together with its parents; its name is the file's unless it states one."""
    path = find_rule_file(os.fspath(name_or_path))
    slips: list[Diagnostic] = []
    try:
        stated = load_with_parents(path, (), slips)
    except RuleError as error:
        raise RuleError(dict.fromkeys([*slips, *error.problems, *_find_own_problems(path)])) from None
    if slips:
        raise RuleError([*slips, *_find_merged_problems(stated, path)])
    return path, replace(stated, values={"name": path.stem, **stated.values, **_build_title(path, stated)})


def _build_title(path: Path, stated: RawRules) -> RawTable:
    """Give the title of a rule file that states none: that of the rules it takes over, with its own name."""
    title = stated.values.get("title")
    if not isinstance(title, str) or stated.origins.get("title") == path.name:
        return {}
    return {"title": f"{title} ({stated.values.get('name', path.stem)})"}


def _find_own_problems(path: Path) -> list[Diagnostic]:
    """List the unknown keys and wrong types of a file, which can be told though the rules it extends are not there."""
    try:
        values = load_toml(path)
    except RuleError:
        return []
    if has_ledger_tables(values):
        return []
    notes = DiagnosticCollector(path.name, {})
    read_rule_tables(TableReader(values, notes))
    unknown = [one for one in notes.problems if one.message == UNKNOWN_KEY and not _is_canasta_requirement(one.where)]
    return [*(one for one in notes.problems if one.message.startswith(WRONG_TYPE_PREFIX)), *unknown]


def _is_canasta_requirement(where: str) -> bool:
    """Tell whether a key is the name of a kind of canasta, which may be one of the rules taken over."""
    tables = where.split(".")[:-1:2]
    return tables in (["bonuses", "needs"], ["sets", "canastas"])


def _find_merged_problems(stated: RawRules, path: Path) -> tuple[Diagnostic, ...]:
    """List the mistakes in what a file and its parents say, so far as they could be put together."""
    try:
        read_variant({"name": path.stem, **stated.values}, path.name, stated.origins)
    except RuleError as error:
        return error.problems
    return ()


def find_rule_file(name: str) -> Path:
    """Find the rule file that a name, an alias or a path means; raises RuleError when there is none."""
    if is_rule_file_path(name):
        if not name.endswith(RULE_FILE_SUFFIX):
            raise build_rule_error(name, "is not the path of a rule file", f"its name must end in {RULE_FILE_SUFFIX}")
        return Path(name)
    for folder in (get_user_folder(), get_shipped_folder()):
        if is_existing_file(path := folder / f"{name}{RULE_FILE_SUFFIX}"):
            return path
    known = collect_rule_files()
    for file, path in known.items():
        if name.lower() == file.lower():
            return path
    for path in known.values():
        if name.lower() in _load_stated_names(path):
            return path
    if misnamed := find_misnamed_file(get_user_folder() / f"{name}{RULE_FILE_SUFFIX}"):
        raise build_rule_error(
            "", f"unknown variant '{name}'", f"{format_misnamed_hint(misnamed)} (variants list shows all)"
        )
    here = f"{name}{RULE_FILE_SUFFIX}"
    hint = (
        f"did you mean the file '{here}'?" if is_existing_file(Path(here)) else format_suggestion(name.lower(), known)
    )
    raise build_rule_error("", f"unknown variant '{name}'", f"{hint} (variants list shows all)")


def find_misnamed_file(path: Path) -> Path | None:
    """Give the file that was saved in the place of a rule file under another ending, which some systems hide."""
    return next((other for other in (Path(f"{path}.txt"), path.with_suffix(".txt")) if is_existing_file(other)), None)


def format_misnamed_hint(path: Path) -> str:
    """Say that a file is there and how its name must end."""
    return f"there is '{path}', and its name must end in {RULE_FILE_SUFFIX}"


def is_rule_file_path(name: str) -> bool:
    """Tell a path from a name: it has a separator or ends like a rule file."""
    return name.endswith(RULE_FILE_SUFFIX) or "/" in name or os.sep in name


def collect_rule_files() -> dict[str, Path]:
    """Give the rule files that can be named: the user's, then the shipped ones that those do not hide."""
    own, shipped = scan_rule_folder(get_user_folder()), scan_rule_folder(get_shipped_folder())
    return own | {name: path for name, path in shipped.items() if name not in own}


def index_rule_files() -> dict[str, Path]:
    """Give the rule files by every name that finds them: those of the files first, then what they state."""
    files = collect_rule_files()
    names = {name.lower(): path for name, path in reversed(files.items())} | files
    for path in files.values():
        for other in _load_stated_names(path):
            names.setdefault(other, path)
    return names


def scan_rule_folder(folder: Path) -> dict[str, Path]:
    """Give the rule files of a folder by their names, in order, but for hidden ones; none where there is no folder."""
    try:
        paths = sorted(folder.glob(f"[!.]*{RULE_FILE_SUFFIX}"), key=lambda path: path.stem)
    except OSError:
        return {}
    return {path.stem: path for path in paths}


def get_shipped_folder() -> Path:
    """Give the folder of the shipped rule files: in the package when installed, beside it in a checkout."""
    package = Path(__file__).parent.parent.parent
    inside = package / "variants"
    return inside if inside.is_dir() else package.parent / "variants"


def get_user_folder() -> Path:
    """Give the folder of the user's own rule files, which need not exist."""
    named = os.environ.get(USER_FOLDER_VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_config_path  # noqa: PLC0415 -- start-up

    return user_config_path("canasta-score") / "variants"


def resolve_extends_value(named: str) -> str:
    """Give what a file in the user's folder says to extend the rules that a name, an alias or a path means.

    Raises RuleError where a name means none.
    """
    if not is_rule_file_path(named):
        return find_rule_file(named).stem
    path = Path(named).resolve()
    return path.stem if path.parent == get_user_folder().resolve() else path.as_posix()


def write_rule_file(name: str, text: str) -> Path:
    """Write a new rule file into the user's folder, which is made where there is none, and give its path.

    Raises RuleError where one of that name is there, which stays as it is, and where the disk refuses it.
    """
    path = get_user_folder() / f"{name}{RULE_FILE_SUFFIX}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_new_file(path, text.encode())
    except (OSError, ValueError) as error:
        if os.path.lexists(path):
            raise build_rule_error(str(path), "is there already and stays as it is", "take another name") from None
        reason = getattr(error, "strerror", None) or "a name in it cannot be written"
        hint = f"check the folder and its permissions, or name another one with {USER_FOLDER_VARIABLE}"
        raise build_rule_error(str(path), f"cannot be written: {reason}", hint) from None
    return path


def _write_new_file(path: Path, data: bytes) -> None:
    """Write a file that is not there yet; where the disk refuses it, none is left. Raises OSError."""
    path.touch(exist_ok=False)
    try:
        path.write_bytes(data)
    except OSError:
        path.unlink()
        raise


def _load_stated_names(path: Path) -> tuple[str, ...]:
    """Give the name and the aliases a rule file states, in small letters; none where it cannot be read."""
    try:
        values = load_toml(path)
    except RuleError:
        return ()
    aliases = values.get("aliases")
    names = (values.get("name"), *(aliases if isinstance(aliases, list) else ()))
    return tuple(name.lower() for name in names if isinstance(name, str))


def load_with_parents(path: Path, children: tuple[Path, ...], slips: list[Diagnostic]) -> RawRules:
    """Read a rule file laid over the files it extends; a circle is refused and shown as a chain.

    What a file cannot go without is noted among the `slips`, and reading goes on.
    """
    values = load_toml(path)
    if has_ledger_tables(values):
        from shlex import quote  # noqa: PLC0415 -- start-up

        hint = f"to begin a game like it: canasta-score new --like {quote(str(path))} -l FILE"
        raise build_rule_error(str(path), "is a ledger, not a rule file", hint)
    own = build_raw_rules(values, path.name)
    parent = values.get("extends")
    if not isinstance(parent, str):
        return _check_standalone(own, path, parent)
    chain = (*children, path)
    if len(chain) > _MAX_INHERITANCE_DEPTH:
        message = f"more than {_MAX_INHERITANCE_DEPTH} files extend one another"
        raise build_rule_error(chain[0].name, message, "let one of them stand on its own", "extends")
    parent_path = _find_parent_file(path, parent)
    if parent_path.resolve() in [link.resolve() for link in chain]:
        circle = " -> ".join(link.stem for link in (*chain, parent_path))
        raise build_rule_error(path.name, f"runs in a circle: {circle}", "let one of them stand on its own", "extends")
    extended = load_with_parents(parent_path, chain, slips)
    return merge_inherited(remove_inherited_keys(extended, values.get("without"), path, slips), own)


def find_parent_files(path: Path) -> list[Path]:
    """List the files whose rules a sound rule file takes over, the nearest first."""
    files: list[Path] = []
    while isinstance(parent := load_toml(path).get("extends"), str):
        path = _find_parent_file(path, parent)
        files.append(path)
    return files


def _check_standalone(own: RawRules, path: Path, parent: object) -> RawRules:
    """Give a file that extends nothing; it can neither extend what is no name nor leave anything out."""
    if parent is not None:
        raise build_rule_error(
            path.name, "must be the name of a variant in quotes", 'such as extends = "nvso"', "extends"
        )
    if "without" in own.values:
        raise build_rule_error(path.name, "leaves something out of nothing", "it goes with extends", "without")
    return own


def _find_parent_file(path: Path, parent: str) -> Path:
    """Find the file that another one extends; a path is taken from the folder of the extending file.

    A user's file that extends its own name means the shipped one that it hides.
    """
    shipped = get_shipped_folder() / f"{parent}{RULE_FILE_SUFFIX}"
    if parent == path.stem and shipped.is_file() and shipped.resolve() != path.resolve():
        return shipped
    try:
        found = find_rule_file(str(path.parent / parent) if is_rule_file_path(parent) else parent)
    except RuleError as error:
        problem = error.problems[0]
        raise build_rule_error(path.name, problem.message, problem.hint, "extends") from None
    if not is_existing_file(found):
        raise build_rule_error(
            path.name, f"there is no file '{parent}'", "a path starts from this file's folder", "extends"
        )
    return found


def is_existing_file(path: Path) -> bool:
    """Tell whether there is a file at a path; there is none where the path is too long to be one."""
    try:
        return path.is_file()
    except OSError:
        return False


def remove_inherited_keys(parent: RawRules, paths: object, path: Path, slips: list[Diagnostic]) -> RawRules:
    """Take out the keys of the parent that a rule file says it goes without; what is missing then is missing there."""
    if paths is None:
        return parent
    if not (isinstance(paths, list) and all(isinstance(key, str) for key in paths)):
        message, hint = "must be a list of key paths", 'such as without = ["specials.straight"]'
        slips.append(build_file_diagnostic(path.name, "without", message, hint))
        return parent
    values = parent.values
    for key in paths:
        fewer = remove_key(values, key)
        if fewer is None:
            message = f"'{key}' is not in the rules it extends"
            place = find_key_path(values, key)
            hint = f"did you mean '{place}'?" if place else "name a key that is"
            slips.append(build_file_diagnostic(path.name, "without", message, hint))
        else:
            values = fewer
    left = set(iter_key_paths(values))
    changed = {table for key in paths for table in accumulate(key.split("."), "{}.{}".format)}
    origins = {key: file for key, file in parent.origins.items() if key in left}
    return RawRules(values=values, origins={**origins, **dict.fromkeys(changed, path.name)})


def has_ledger_tables(values: RawTable) -> bool:
    """Tell whether a file is the ledger of a game, which has its rules in a table and its sides beside them."""
    return isinstance(values.get("rules"), dict) and isinstance(values.get("sides"), dict)


def is_ledger_file(named: str) -> bool:
    """Tell whether what stands in the place of a variant is the path of a ledger."""
    try:
        return is_rule_file_path(named) and has_ledger_tables(load_toml(find_rule_file(named)))
    except RuleError:
        return False


def load_toml(path: Path) -> dict[str, object]:
    """Read a rule file as TOML; raises RuleError with the line and column of what is no TOML."""
    try:
        data = read_regular_file(path, MAX_RULE_FILE_SIZE + 1)
    except FileNotFoundError:
        misnamed = find_misnamed_file(path)
        hint = format_misnamed_hint(misnamed) if misnamed else "variants list shows the names that can be used"
        raise build_rule_error(str(path), "there is no such file", hint) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise build_rule_error(str(path), f"cannot be read: {reason}", "check the path and its permissions") from None
    if len(data) > MAX_RULE_FILE_SIZE:
        raise build_rule_error(str(path), "is too large for a rule file", "a rule file has a few kilobytes")
    try:
        values = parse_toml(data)
        check_depth(values)
    except NoTomlError as error:
        raise build_rule_error(str(path), error.message, error.hint) from None
    return values


def load_stated_title(path: Path) -> str:
    """Give the title that a sound rule file states at its top, without reading what stands below."""
    title = parse_toml(read_regular_file(path, MAX_RULE_FILE_SIZE).partition(b"\n[")[0]).get("title")
    return title if isinstance(title, str) else ""


def read_regular_file(path: Path, most: int) -> bytes:
    """Read a file up to so many bytes; a pipe or a device is not waited for. Raises OSError, ValueError for no path."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(EINVAL, "it is a pipe or a device, not a file")
    with path.open("rb") as file:
        return file.read(most)


def build_rule_error(file: str, message: str, hint: str, where: str = "") -> RuleError:
    """Make the error of a rule file that cannot even be read as rules."""
    return RuleError([build_file_diagnostic(file, where, message, hint)])
