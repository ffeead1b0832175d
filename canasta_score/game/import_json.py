"""A game from its JSON: what `export` wrote, read as strictly as a ledger."""

from collections.abc import Mapping
from datetime import datetime

from canasta_score.game.entries import KINDS, TOTALS, WORDS, Keys, What
from canasta_score.game.errors import LedgerError, refusal
from canasta_score.game.reading import Reading, check_format, read_ledger_keys
from canasta_score.game.writing import in_whole_minutes
from canasta_score.rules.toml_text import DEEPEST, is_deeper

MUST = ("format", "variant", "sides", "rules", "entries")
EXPORT_IT = "write it with canasta-score export -f json"


def read_game_json(data: bytes, file: str) -> Reading:
    """Read a game; what only follows from the entries, such as the sheet, is passed over.

    Raises LedgerError for what is no such game, with every mistake.
    """
    value = json_value(data, file)
    lacking = [key for key in MUST if key not in value]
    if lacking:
        raise refusal(file, f"is no exported game: it has no '{lacking[0]}'", EXPORT_IT)
    check_format(value, file)
    reading = read_ledger_keys(ledger_keys(value), file)
    if reading.problems:
        raise LedgerError(reading.problems)
    return reading


def json_value(data: bytes, file: str) -> Keys:
    """Read JSON; raises LedgerError for what is none, or is not one object."""
    import json  # noqa: PLC0415 -- start-up

    try:
        value = json.loads(data.decode("utf-8-sig"))
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeError:
        raise refusal(file, "is not UTF-8", "save it as UTF-8 text") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise refusal(file, f"is no JSON: {error.msg[:1].lower()}{error.msg[1:]} ({place})", EXPORT_IT) from None
    except ValueError:
        raise refusal(file, "holds a number of many digits", "write numbers of at most seven digits") from None
    except RecursionError:
        value = None
    if not isinstance(value, dict) or is_deeper(value, DEEPEST):
        raise refusal(file, "is no exported game", EXPORT_IT)
    return value


def ledger_keys(value: Keys) -> Keys:
    """Give the keys of a ledger as the game would have them in its own file."""
    head = {key: value[key] for key in ("format", "variant", "house", "start", "rules") if key in value}
    entries, sides = value["entries"], value["sides"]
    return {
        **head,
        **({"started": moment(value["started"])} if value.get("started") is not None else {}),
        "sides": {side: name_of(one) for side, one in sides.items()} if isinstance(sides, dict) else sides,
        "entry": [entry_keys(one) for one in entries] if isinstance(entries, list) else entries,
    }


def name_of(side: object) -> object:
    """Give the name of a side, which stands beside what follows from the entries."""
    return side.get("name", "") if isinstance(side, dict) else side


def entry_keys(entry: object) -> object:
    """Give the keys of an entry as a ledger has them, where facts and words stand among the others."""
    if not isinstance(entry, dict):
        return entry
    what, facts = entry.get("what"), entry.get("facts") or {}
    kind = KINDS.get(what, What.NOTE) if isinstance(what, str) else What.NOTE
    keys = {
        "at": moment(entry.get("at")),
        "what": what,
        "hand": entry.get("hand"),
        WORDS.get(kind, "text"): entry.get("text") or None,
        "anyway": entry.get("anyway") or None,
        "restate": entry.get("restate") or None,
        **(facts if isinstance(facts, Mapping) else {"facts": facts}),
        TOTALS: entry.get(TOTALS),
    }
    return {key: value for key, value in keys.items() if value is not None}


def moment(value: object) -> object:
    """Give the time that a text says, or whatever stands there in place of one."""
    try:
        return in_whole_minutes(datetime.fromisoformat(value)) if isinstance(value, str) else value
    except (ValueError, OverflowError):
        return value
