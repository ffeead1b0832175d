"""Rule files on the disk: the folders that have them, which file a name means, and reading one."""

import os
import re
import sys
from collections.abc import Mapping
from itertools import chain
from pathlib import Path

from canasta_score.disk.files import is_existing_file, read_regular_file
from canasta_score.rules.diagnostics import DiagnosticCode, RuleError, build_rule_error, format_suggestion
from canasta_score.rules.schema.limits import TomlError, check_depth
from canasta_score.rules.schema.reader import RawTable
from canasta_score.rules.schema.toml import parse_toml
from canasta_score.rules.text import fold_case, fold_text, join_words

RULE_FILE_SUFFIX = ".toml"
SHOW_ALL_RULES = ("to see all rules", "variants", "list")  # a hint, and the words of its command
_FEW_RULES = 4
MAX_RULE_FILE_SIZE = 1_000_000  # bytes
USER_FOLDER_VARIABLE = "CANASTA_VARIANTS"


def load_toml(path: Path) -> dict[str, object]:
    """Load a rule file as TOML, unchecked; raises RuleError if it is missing, unreadable, too large, or not TOML."""
    try:
        data = read_regular_file(path, MAX_RULE_FILE_SIZE + 1)
    except FileNotFoundError:
        show_all, *command = SHOW_ALL_RULES
        hint, code = f"check the folder; {show_all}", DiagnosticCode.NO_SUCH_FILE
        raise build_rule_error(str(path), "there is no such file", hint, *command, code=code) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise build_rule_error(str(path), f"cannot be read: {reason}", "check the path and the permissions") from None
    if len(data) > MAX_RULE_FILE_SIZE:
        raise build_rule_error(str(path), "is too large for a rule file", "rule files have only a few kilobytes")
    try:
        values = parse_toml(data)
        check_depth(values)
    except TomlError as error:
        raise RuleError(diagnostic.at(str(path)) for diagnostic in error.diagnostics) from None
    return values


def find_rule_file(name_or_path: str, *, whole_names: bool = False) -> Path:
    """Return the rule file that a name, an alias, a title, the beginning of one, or a path means; raises RuleError.

    Neither case nor hyphens and spaces matter. With `whole_names`, only names, aliases and paths count. Whether a path
    leads to a file is not checked.
    """
    if is_rule_file_path(name_or_path):
        if not name_or_path.endswith(RULE_FILE_SUFFIX):
            hint = f"the name of a rule file ends in {RULE_FILE_SUFFIX}"
            raise build_rule_error(name_or_path, "is not a rule file", hint)
        own = get_user_folder() / name_or_path
        is_own = not is_existing_file(Path(name_or_path)) and Path(name_or_path).name == name_or_path
        return own if is_own and is_existing_file(own) else Path(name_or_path)
    for folder in (get_user_folder(), get_shipped_folder()):
        if is_existing_file(path := folder / f"{name_or_path}{RULE_FILE_SUFFIX}"):
            return path
    index = index_rule_files()
    if found := index.get(fold_case(name_or_path)):
        return found
    meant = () if whole_names else _find_meant_files(name_or_path, index)
    if len(meant) == 1:
        return next(iter(meant))
    show_all, *command = SHOW_ALL_RULES
    if meant:
        message = f'"{name_or_path}" could be {join_words(sorted(path.stem for path in meant), "or")}'
        raise build_rule_error("", message, f"enter one of these names; {show_all}", *command)
    hint, code = f"{_suggest_rule_file(name_or_path)} {show_all}".lstrip(), DiagnosticCode.UNKNOWN_RULES
    raise build_rule_error("", f'no rules are called "{name_or_path}"', hint, *command, code=code)


def is_rule_file_path(name_or_path: str) -> bool:
    """Return whether a text is a path instead of a name: it has a separator, or the suffix of a rule file."""
    return name_or_path.endswith(RULE_FILE_SUFFIX) or "/" in name_or_path or os.sep in name_or_path


def collect_rule_files() -> dict[str, Path]:
    """Return all rule files by name: the user's files, and the shipped files with other names."""
    own, shipped = scan_rule_folder(get_user_folder()), scan_rule_folder(get_shipped_folder())
    return own | {name: path for name, path in shipped.items() if name not in own}


def index_rule_files() -> dict[str, Path]:
    """Return all rule files by every name that finds them: names of files, and names and aliases in them."""
    files = collect_rule_files()
    index = {fold_case(name): path for name, path in reversed(files.items())} | files
    for path in files.values():
        for name in _load_stated_texts(path, "name", "aliases"):
            index.setdefault(fold_case(name), path)
    return index


def scan_rule_folder(folder: Path) -> dict[str, Path]:
    """Return the rule files of a folder by name, sorted, without hidden ones; none if there is no such folder."""
    try:
        paths = sorted(folder.glob(f"[!.]*{RULE_FILE_SUFFIX}"), key=lambda path: path.stem)
    except OSError:
        return {}
    return {path.stem: path for path in paths}


def get_shipped_folder() -> Path:
    """Return the folder of the shipped rule files: in the package if installed, beside it in a checkout."""
    package = Path(__file__).parent.parent.parent
    installed = package / "variants"
    return installed if installed.is_dir() else package.parent / "variants"


def get_user_folder() -> Path:
    """Return the folder of the user's own rule files, which need not exist."""
    if folder := os.environ.get(USER_FOLDER_VARIABLE):
        return Path(folder)
    if sys.platform == "linux":  # what platformdirs returns there; to load it takes 4 ms, a twentieth of `score`
        base = os.environ.get("XDG_CONFIG_HOME", "")
        return Path(base if base.startswith("/") else "~/.config").expanduser() / "canasta-score" / "variants"
    from platformdirs import user_config_path

    return user_config_path("canasta-score") / "variants"


def has_ledger_tables(values: RawTable) -> bool:
    """Return whether the values are those of a game file, which has tables for its rules and its sides."""
    return isinstance(values.get("rules"), dict) and isinstance(values.get("sides"), dict)


def is_ledger_file(name_or_path: str) -> bool:
    """Return whether a name or path that was given for a variant is the path of a game file."""
    return name_or_path.endswith(RULE_FILE_SUFFIX) and has_ledger_tables(_load_or_empty(find_rule_file(name_or_path)))


def _find_meant_files(text: str, index: Mapping[str, Path]) -> set[Path]:
    """Return the rule files with this name or title but for hyphens and the like, or else those that begin with it."""
    typed = _fold_words(text)
    titles = [(title, path) for path in collect_rule_files().values() for title in _load_stated_texts(path, "title")]
    for is_meant in (str.__eq__, str.startswith):
        for named in (index.items(), titles):
            if typed and (found := {path for name, path in named if is_meant(_fold_words(name), typed)}):
                return found
    return set()


def _fold_words(text: str) -> str:
    return re.sub(r"[\W_]+", "", fold_text(text))


def _suggest_rule_file(name: str) -> str:
    file = f"{name}{RULE_FILE_SUFFIX}"
    places = get_user_folder() / f"{file}.txt", Path(f"{file}.txt")  # some editors add .txt, and some systems hide it
    if misnamed := next(filter(is_existing_file, places), None):
        return f'rename "{misnamed}" so that its name ends in {RULE_FILE_SUFFIX};'
    if is_existing_file(Path(file)):
        return f"for the file in this folder, enter ./{file};"
    return format_suggestion(name.lower(), collect_rule_files(), fallback=_suggest_rules_with_canastas(name))


def _suggest_rules_with_canastas(text: str) -> str:
    """Return which rules call their canastas by the last word of a text, such as books; empty where many rules do."""
    noun, names = _fold_last_word(text), []
    for name, path in collect_rule_files().items():
        canastas = _load_or_empty(path).get("canastas")
        tables = canastas.values() if isinstance(canastas, dict) else ()
        labels = [str(table.get("label", "")) for table in tables if isinstance(table, dict)]
        if noun and noun in map(_fold_last_word, labels):
            names.append(name)
    has = "has" if len(names) == 1 else "have"
    return f"{join_words(sorted(names))} {has} {noun}s;" if 0 < len(names) <= _FEW_RULES else ""


def _fold_last_word(text: str) -> str:
    return (fold_text(text).split() or [""])[-1].removesuffix("s")


def _load_stated_texts(path: Path, *keys: str) -> list[str]:
    """Return the texts, and those in the lists, that a rule file states for some keys."""
    values = _load_or_empty(path)
    stated = [values.get(key) for key in keys]
    listed = chain.from_iterable(value if isinstance(value, list) else [value] for value in stated)
    return [text for text in listed if isinstance(text, str)]


def _load_or_empty(path: Path) -> RawTable:
    try:
        return load_toml(path)
    except RuleError:
        return {}
