"""Tables as TOML gives them, before anything is checked."""

from collections.abc import Iterator, Mapping

RawTable = Mapping[str, object]

MAX_NUMBER = 9_999_999
MAX_ORDINAL = 999_999  # the number of a hand, a game or a table


def iter_key_paths(values: RawTable, path: str = "") -> Iterator[str]:
    """Yield the paths of all keys, such as `bonuses.out.points`, each table before the keys in it."""
    for key, value in values.items():
        key_path = f"{path}.{key}" if path else key
        yield key_path
        if isinstance(value, dict):
            yield from iter_key_paths(value, key_path)


def iter_parent_paths(key_path: str) -> Iterator[str]:
    """Yield the paths of the tables and lists around a key, the outermost first."""
    return (key_path[:index] for index, char in enumerate(key_path) if char in ".[")


def find_named_value(rules: RawTable, word: str, *, skip_table: str = "") -> tuple[str, object]:
    """Return the path and the value of the thing with this name or label in a table of the rules, or `("", None)`."""
    name_meant = _hyphenate(word)
    for table, values in rules.items():
        if table == skip_table or not isinstance(values, dict):
            continue
        if name := collect_names_and_labels(values).get(name_meant):
            return f"{table}.{name}", values[name]
    return "", None


def collect_names_and_labels(table: RawTable) -> dict[str, str]:
    """Return the names of a table, each also by its label, such as `exact-cut` for `cut`."""
    labels = {name: value.get("label") for name, value in table.items() if isinstance(value, dict)}
    by_label = {_hyphenate(label): name for name, label in labels.items() if isinstance(label, str)}
    return by_label | {name: name for name in table}


def _hyphenate(text: str) -> str:
    return "-".join(text.replace("_", " ").lower().split())


def describe_value(value: object) -> str:
    """Describe a value of the wrong type or size, as a message names it."""
    match value:
        case bool():
            return str(value).lower()
        case int() if abs(value) > MAX_NUMBER**2:  # Python refuses to print thousands of digits
            return "a very long number"
        case str():
            return f'the text "{value}"'
        case dict():
            return "a group of keys"
        case list():
            return "a list"
    return str(value)
