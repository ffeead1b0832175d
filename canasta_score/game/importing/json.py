"""A game as JSON that `export` wrote: its rules and entries are checked as strictly as those of a game file."""

from collections import Counter
from collections.abc import Iterator, Sequence

from canasta_score.game.entries import LedgerError, ledger_error, parse_timestamp
from canasta_score.game.storage.entry_format import RESERVED_KEYS, TEXT_KEYS, parse_entry_kind
from canasta_score.game.storage.ledger_reader import ParsedLedger, check_ledger_format, parse_ledger_keys
from canasta_score.rules.diagnostics import DiagnosticCode, build_file_diagnostic
from canasta_score.rules.frozen import replace
from canasta_score.rules.schema.limits import is_too_deep
from canasta_score.rules.schema.reader import RawTable

_REQUIRED_GAME_KEYS = ("format", "variant", "sides", "rules", "entries")
_HEAD_KEYS = ("format", "variant", "house", "start", "seats", "rules")  # in a game file as they are in JSON
FIRST_RULES_KEY = "first_rules"  # the rules of the start, if they were changed since
_DERIVED_ENTRY_KEYS = ("entry", "stands", "facts")  # they follow from others, or are read apart
_EXPORT_HINT = "make the file with export -f json"


def parse_game_json(data: bytes, file: str) -> ParsedLedger:
    """Parse a game from its rules and entries, which the hands follow from; raises LedgerError with every mistake."""
    value = _parse_json(data, file)
    if missing := [key for key in _REQUIRED_GAME_KEYS if key not in value]:
        raise ledger_error(file, f'is not an exported game: it has no "{missing[0]}"', _EXPORT_HINT)
    check_ledger_format(value, file)
    first_rules = value.get(FIRST_RULES_KEY)
    if isinstance(first_rules, dict):  # the hands are scored by these up to the entry that changes them
        value = {**value, **first_rules}
    entries = value["entries"] if isinstance(value["entries"], list) else []
    changed_rules = {
        f"entry {number}, rules": entry["rules"]
        for number, entry in enumerate(entries, 1)
        if isinstance(entry, dict) and "rules" in entry
    }
    places = {"rules": value["rules"], **changed_rules}
    if nulls := [path for place, rules in places.items() for path in _find_nulls(rules, place)]:
        hint = "enter a value, or remove the key"
        raise LedgerError(build_file_diagnostic(file, path, "has no value", hint) for path in nulls)
    parsed = parse_ledger_keys(_convert_game(value), file)
    if parsed.diagnostics:
        raise LedgerError(
            replace(diagnostic, hint=_EXPORT_HINT) if diagnostic.code is DiagnosticCode.TOTAL_MISMATCH else diagnostic
            for diagnostic in parsed.diagnostics
        )
    return parsed


def _parse_json(data: bytes, file: str) -> RawTable:
    value = None
    try:
        import json

        value = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_reject_duplicate_keys)
        json.dumps(value, ensure_ascii=False).encode()  # raises for half a surrogate pair, and for numbers too long
    except UnicodeError:
        raise ledger_error(file, "is not UTF-8 text", "save the file as UTF-8 text") from None
    except json.JSONDecodeError as error:
        reason = f"{error.msg[:1].lower()}{error.msg[1:]} (line {error.lineno}, column {error.colno})"
        raise ledger_error(file, f"is not JSON: {reason}", _EXPORT_HINT) from None
    except KeyError as error:
        raise ledger_error(file, f'has "{error.args[0]}" twice in one place', "remove one") from None
    except ValueError:
        raise ledger_error(file, "has a number that is too long", "use at most seven digits") from None
    except RecursionError:
        value = None
    if not isinstance(value, dict) or is_too_deep(value):
        raise ledger_error(file, "is not an exported game", _EXPORT_HINT)
    return value


def _reject_duplicate_keys(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise KeyError(next(key for key, count in counts.items() if count > 1))
    return table


def _find_nulls(value: object, path: str) -> Iterator[str]:
    if value is None:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner_value in inner:
        yield from _find_nulls(inner_value, f"{path}.{key}")


def _convert_game(value: RawTable) -> RawTable:
    started, sides, entries = value.get("started"), value["sides"], value["entries"]
    if isinstance(sides, dict):
        sides = {word: side.get("name", "") if isinstance(side, dict) else side for word, side in sides.items()}
    return {
        **{key: value[key] for key in _HEAD_KEYS if key in value},
        **({} if started is None else {"started": _convert_time(started)}),
        "sides": sides,
        "entry": [_convert_entry(entry) for entry in entries] if isinstance(entries, list) else entries,
    }


def _convert_entry(entry: object) -> object:
    """Return the keys that an entry would have in a game file, where empty values are left out."""
    if not isinstance(entry, dict):
        return entry
    kind, facts = parse_entry_kind(entry.get("what")), entry.get("facts", {})
    text_key = TEXT_KEYS.get(kind, "text") if kind else "text"
    keys = {
        text_key if key == "text" else key: _convert_time(value) if key == "at" else value
        for key, value in entry.items()
        if key not in _DERIVED_ENTRY_KEYS and not (value is None or value is False or value == "")
    }
    for side, numbers in facts.items() if isinstance(facts, dict) else [("facts", facts)]:
        keys[f"facts.{side}" if side in RESERVED_KEYS else side] = numbers
    return keys


def _convert_time(value: object) -> object:
    return (parse_timestamp(value) or value) if isinstance(value, str) else value
