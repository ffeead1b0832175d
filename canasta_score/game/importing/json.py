"""A game from its JSON: what `export` wrote, its rules and entries read as strictly as those of a ledger."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from canasta_score.game.entries import ENTRY_KEY_TYPES, ENTRY_KINDS_BY_NAME, TEXT_KEYS, TOTALS_KEY, EntryKind
from canasta_score.game.errors import LedgerError, ledger_error
from canasta_score.game.storage.reader import ParsedLedger, check_ledger_format, parse_ledger_keys
from canasta_score.game.storage.writer import normalize_utc_offset
from canasta_score.rules.diagnostics import DiagnosticCode, build_file_diagnostic
from canasta_score.rules.schema.raw_tables import RawTable
from canasta_score.rules.schema.toml import is_too_deep

_REQUIRED_GAME_KEYS = ("format", "variant", "sides", "rules", "entries")
_DERIVED_ENTRY_KEYS = ("entry", "stands", "facts")  # keys of an entry that follow from the others, or are read apart
_EXPORT_HINT = "write it with canasta-score export -f json"
_NULL_HINT = "give it a value, or take the key out"


def parse_game_json(data: bytes, file: str) -> ParsedLedger:
    """Read a game from its rules and entries; the sheet, which follows from them, is passed over.

    Raises LedgerError for what is no such game, with every mistake.
    """
    value = _parse_json(data, file)
    lacking = [key for key in _REQUIRED_GAME_KEYS if key not in value]
    if lacking:
        raise ledger_error(file, f"is no exported game: it has no '{lacking[0]}'", _EXPORT_HINT)
    check_ledger_format(value, file)
    if empty := [*_find_nulls(value["rules"], "rules")]:
        raise LedgerError(build_file_diagnostic(file, key, "is null", _NULL_HINT) for key in empty)
    reading = parse_ledger_keys(_convert_game(value), file)
    if reading.problems:
        raise LedgerError(
            replace(one, hint=_EXPORT_HINT) if one.code is DiagnosticCode.TOTAL_MISMATCH else one
            for one in reading.problems
        )
    return reading


def _parse_json(data: bytes, file: str) -> RawTable:
    """Read JSON; raises LedgerError for what is none, or is not one object."""
    import json  # noqa: PLC0415 -- start-up

    try:
        value = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_reject_duplicate_keys)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeError:
        raise ledger_error(file, "is not UTF-8", "save it as UTF-8 text") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise ledger_error(
            file, f"is no JSON: {error.msg[:1].lower()}{error.msg[1:]} ({place})", _EXPORT_HINT
        ) from None
    except KeyError as error:
        raise ledger_error(file, f"has the key '{error.args[0]}' twice in one place", "take one out") from None
    except ValueError:
        raise ledger_error(file, "holds a number of many digits", "write numbers of at most seven digits") from None
    except RecursionError:
        value = None
    if not isinstance(value, dict) or is_too_deep(value):
        raise ledger_error(file, "is no exported game", _EXPORT_HINT)
    return value


def _reject_duplicate_keys(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Give the keys and values of an object; raises KeyError for a key that is there twice."""
    values = dict(pairs)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        raise KeyError(next(key for key in keys if keys.count(key) > 1))
    return values


def _find_nulls(value: object, path: str) -> Iterator[str]:
    """Go through the places where a null stands, which no ledger can hold."""
    if value is None:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from _find_nulls(one, f"{path}.{key}")


def _convert_game(value: RawTable) -> RawTable:
    """Give the keys of a ledger as the game would have them in its own file."""
    head = {key: value[key] for key in ("format", "variant", "house", "start", "rules") if key in value}
    entries, sides = value["entries"], value["sides"]
    return {
        **head,
        **({"started": _parse_time(value["started"])} if value.get("started") is not None else {}),
        "sides": {side: _get_side_name(one) for side, one in sides.items()} if isinstance(sides, dict) else sides,
        "entry": [_convert_entry(one) for one in entries] if isinstance(entries, list) else entries,
    }


def _get_side_name(side: object) -> object:
    """Give the name of a side, which stands beside what follows from the entries."""
    return side.get("name", "") if isinstance(side, dict) else side


def _convert_entry(entry: object) -> object:
    """Give the keys of an entry as a ledger has them, where facts and words stand among the others.

    What the JSON of an entry says where it has nothing is left out; whatever else is there stays, to be told.
    """
    if not isinstance(entry, dict):
        return entry
    what, facts = entry.get("what"), entry.get("facts", {})
    words = TEXT_KEYS.get(
        ENTRY_KINDS_BY_NAME.get(what, EntryKind.NOTE) if isinstance(what, str) else EntryKind.NOTE, "text"
    )
    keys = {words if key == "text" else key: value for key, value in entry.items() if key not in _DERIVED_ENTRY_KEYS}
    keys = {key: value for key, value in keys.items() if not (value is None or value is False or value == "")}
    told = facts if isinstance(facts, dict) else {"facts": facts}
    return {
        **keys,
        **({"at": _parse_time(keys["at"])} if "at" in keys else {}),
        **{
            f"facts.{side}" if side in (*ENTRY_KEY_TYPES, TOTALS_KEY) else side: numbers
            for side, numbers in told.items()
        },
    }


def _parse_time(value: object) -> object:
    """Give the time that a text says, or whatever stands there in place of one."""
    try:
        return normalize_utc_offset(datetime.fromisoformat(value)) if isinstance(value, str) else value
    except (ValueError, OverflowError):
        return value
