"""A new rule file: the variant that it extends, and each of its rules in a comment, ready to be changed.

Headings are not in comments: a heading alone changes nothing. Each key below a heading has its whole path, such as
`out.points = 200` below `[bonuses]`, so that a line is valid as soon as its `# ` is deleted.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from shlex import quote

import tomli_w

from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import RawTable
from canasta_score.rules.text import escape_unprintable

_COMMENT_COLUMN = 34
_MAX_COMMENTED_WIDTH = 56
_EACH_NAME_PREFIX = "*."
_INTRODUCTION = """\
{name}: the rules of {parent}, with your changes.

Nothing is changed yet. Every line below that starts with # is a rule as it is
now. Lines that start with ## are explanations. To change a rule:

  1. Delete the # at the start of its line. Do not change lines in [brackets].
  2. Change the value after the = sign. Numbers have no commas; words keep
     their "quotes". You can leave the explanation at the end of the line.
  3. Save the file. Then check it and see what is different:

         canasta-score variants check {name}
         canasta-score variants diff {extends} {name}

A game keeps the rules it was started with."""
_FACT_KEYS = {
    "label": "its name on the score sheet",
    "short": "a one-letter short name",
    "about": "a short explanation",
    "max": "the most that one side can have in a hand",
}
_JOKERS_DESCRIPTION = "fewest and most jokers among them"
TOP_LEVEL_KEYS = {
    "without": "rules you do not play, by full names",
    "title": "the name that is shown",
    "aliases": "other names you can type for it",
    "source": "where the rules come from",
    "summary": "one line for the list of rules",
}
_DECK_KEYS = {"packs": "packs of 52 cards", "jokers": "jokers in all packs together"}
_CARD_KEYS = {
    "JK": "points of a joker",
    "2": "of a two",
    "A": "of an ace",
    "K": "of a king",
    "Q": "of a queen",
    "J": "of a jack",
    "10": "of a ten",
    "9": "of a nine",
    "8": "of an eight",
    "7": "of a seven",
    "6": "of a six",
    "5": "of a five",
    "4": "of a four",
    "3": "of a black three",
}
_GAME_KEYS = {
    "target": "the game ends at this total",
    "hands": "the game ends after this many hands; with target, whichever comes first",
    "tie": 'if tied: "play-on" for another hand, or "shared"',
    "wins": 'the total that wins: "highest" or "lowest"',
    "partners": '"fixed", or "by hand": two of three players may be partners in one hand',
}
_NEED_KEYS = {
    "by": 'the side\'s "total", the "hand" number, or the "higher" of both',
    "steps": "at_least: from this total on; over: above this total",
    "steps.need": "points needed on this step",
    "steps.canasta": "a canasta that is also needed: this kind or a better one",
    "steps.at_least": "from this total or hand on",
    "steps.over": "above this total or after this hand",
    "hand_steps": 'with "higher": steps that start at hands, in the form of steps',
    "failed_attempt": "points added in this hand when an opening falls short",
}
_OPENING_KEYS = {
    "group": "fewest and most cards in a group",
    "naturals": "fewest natural cards in a group",
    "wilds": "most wild cards in a group",
    "wilds_up_to_naturals": "never more wild cards than natural cards",
    "wilds_below_naturals": "always more natural cards than wild cards",
    "wilds_per_natural": "most wild cards for so many natural cards: [1, 2] is one for two",
    "mixed_canasta": "a full group may have wild cards, or be all wild",
    "repeated_ranks": "several groups may have the same rank",
    "natural_only": 'ranks without wild cards, such as ["7"]',
    "natural_group": "one group must have no wild cards",
    "wild_groups": "most groups of only wild cards",
    "wild_groups_alone": "wild cards alone can open",
    "wilds_together": "all wild cards go on a wild group until it is full",
    "sequences": "a group can be a sequence in one suit",
    "natural_canasta": "a natural canasta is always enough",
    "wild_canasta": "a canasta of wild cards is always enough",
    "pile": 'what counts from the pile: "all", "pair", "nothing" or "never"',
    "keep": "cards that must stay in your hand after opening",
    "keep_late": "cards that must stay once the turn card is gone",
}
_THREES_KEYS = {
    "red": "points for 1, 2, 3 … red threes, all together",
    "black": "points for 1, 2, 3 … black threes, all together",
    "all": "points for all threes in the deck, instead of points by color",
    "sign_by": 'what decides the sign: "canastas", one kind of canasta, or "melded"',
    "sign": 'with none, 1, 2 …: "minus", "nothing" or "plus"',
    "minus": "points for each three that is subtracted",
    "from_pile": "the colors that count only with a pile that the side took",
    "turning": "the colors that sign applies to",
    "short.red": "a one-letter short name",
    "short.black": "a one-letter short name",
}
_CANASTA_KEYS = {
    **_FACT_KEYS,
    "points": "the bonus for each, or a list: for one, two, three together",
    "counts_as": "another kind that it also counts as",
    "counted": "counts as one of the canastas needed to go out",
    "scores_with": "scored only for a side with this bonus",
    "cards": "how many cards it has",
    "ranks": "the ranks it can have",
    "wilds": "fewest and most wild cards in it",
    "jokers": _JOKERS_DESCRIPTION,
    "sequence": "a sequence of natural cards in one suit",
}
_SET_KEYS = {
    "label": "its name on the score sheet",
    "about": "a short explanation",
    "points": "points for the set",
    "canastas.*": "how many are needed: canastas.canastas for any kind, or the name of one kind",
    "gives_way_to": "better sets; with one of them this set is not scored",
}
_COUNT_KEYS = {
    "no_canasta": 'with no canasta: "plus", "nothing" or "minus"',
    "short.table": "short name for the points on the table",
    "short.hand": "short name for the points left in hand",
}
_BONUS_KEYS = {
    **_FACT_KEYS,
    "points": "points each time",
    "one_side": "only one side can have it in a hand",
    "ends_play": "it ends the hand, as going out does",
    "always": "scored even with a special hand",
    "needs.*": "how many canastas are needed: needs.canastas for any kind, or the name of one kind; 0 for none",
    "forbids": "penalties that a side cannot have with it",
    "beside": "another bonus that the side must have too",
    "opens_at_any_need": "a side that has it needs no points to open",
    "exactly": "how many cards someone took to earn it",
}
_PENALTY_KEYS = {
    **_FACT_KEYS,
    "points": "points subtracted each time",
    "counted_in": 'what you enter: "times" or "points"',
    "where": 'where the cards are: "table" or "hand"',
    "of": 'the cards: a rank, "wild", "three", "red three" or "black three"',
    "cards": "at least how many of these cards",
    "jokers": _JOKERS_DESCRIPTION,
    "not_with": "items that a side cannot have with it",
    "min": "the fewest points, if counted in points",
    "first_meld": "only for cards of the first meld",
    "when_out": "only when a side goes out",
    "players": "how many players of a side can have it, each once",
}
_SPECIALS_KEYS = {
    "opponents": 'the other sides: "score" as usual, or "nothing"',
    "beside_melds": "a side that has melded can still have one",
}
_SPECIAL_HAND_KEYS = {
    **_FACT_KEYS,
    "points": "what it is worth",
    "own": 'what else its side scores: "nothing", or "score" for everything',
    "wins_game": "it wins the game",
    "cards": 'all its cards, such as ["2xA", "4xnatural", "2xwild", "three"]',
}


def _prefix_keys(meanings: Mapping[str, str]) -> dict[str, str]:
    return {f"{_EACH_NAME_PREFIX}{key}": meaning for key, meaning in meanings.items()}


TABLE_KEYS: Mapping[str, Mapping[str, str]] = {
    "deck": _DECK_KEYS,
    "cards": _CARD_KEYS,
    "game": _GAME_KEYS,
    "need": _NEED_KEYS,
    "opening": _OPENING_KEYS,
    "threes": _THREES_KEYS,
    "canastas": _prefix_keys(_CANASTA_KEYS),
    "sets": _prefix_keys(_SET_KEYS),
    "count": _COUNT_KEYS,
    "bonuses": _prefix_keys(_BONUS_KEYS),
    "penalties": _prefix_keys(_PENALTY_KEYS),
    "specials": {**_SPECIALS_KEYS, **_prefix_keys(_SPECIAL_HAND_KEYS)},
}
TABLE_TITLES: Mapping[str, str] = {
    "deck": "the cards you play with",
    "cards": "what each card is worth",
    "game": "when the game ends",
    "need": "the points needed to open",
    "opening": "which groups can open",
    "threes": "threes on the table",
    "canastas": "the kinds of canastas",
    "sets": "sets of canastas with a bonus of their own",
    "count": "the points of the cards",
    "bonuses": "going out, exact cut and other bonuses",
    "penalties": "points that are subtracted",
    "specials": "special hands",
}


def render_rule_file(name: str, extends: str, values: RawTable, parent: Variant) -> str:
    """Return the text of a new rule file; `values` are all keys of the parent, which it extends."""
    words = {"name": name, "parent": f"{parent.title} ({extends})", "extends": quote(extends)}
    blocks = [
        _format_comments(escape_unprintable(line.format(**words)) for line in _INTRODUCTION.split("\n")),
        [f"extends = {format_toml_value(extends)}"],
        list(_iter_top_level_lines(parent)),
        *(list(_iter_section_lines(table, values, parent)) for table in TABLE_KEYS),
    ]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def format_toml_value(value: object) -> str:
    """Return a value as people write it in a rule file: a list on one line, a step in braces."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return tomli_w.dumps({"key": str(value)}).removeprefix("key = ").rstrip("\n")
        case dict():
            return f"{{ {', '.join(f'{key} = {format_toml_value(item)}' for key, item in value.items())} }}"
        case list() | tuple():
            return f"[{', '.join(map(format_toml_value, value))}]"
    return str(value)


def _format_comments(lines: Iterable[str]) -> list[str]:
    return [f"## {line}".rstrip() for line in lines]


def _iter_top_level_lines(parent: Variant) -> Iterator[str]:
    current: RawTable = {"without": (), "title": parent.title, "aliases": (), "source": parent.source, "summary": ""}
    names = [f"specials.{hand.name}" for hand in parent.specials.hands]
    names += [f"bonuses.{bonus.name}" for bonus in parent.bonuses]
    names += [f"penalties.{penalty.name}" for penalty in parent.penalties]
    for key, meaning in TOP_LEVEL_KEYS.items():
        example = f", such as [{format_toml_value(names[0])}]" if key == "without" and names else ""
        yield from _iter_rule_lines(key, current[key], meaning + example)


def _iter_section_lines(table: str, values: RawTable, parent: Variant) -> Iterator[str]:
    stated = values.get(table)
    leaves = dict(_iter_leaf_values(stated)) if isinstance(stated, dict) else {}
    meanings = TABLE_KEYS[table]
    yield f"[{table}]{' ' * (_COMMENT_COLUMN - len(table) - 2)}# {TABLE_TITLES[table]}"
    own_keys = [key for key in meanings if not key.startswith(_EACH_NAME_PREFIX)]
    # The fields of a variant are named as the keys of a rule file, where a single value can be stated.
    rules = getattr(parent, table, None)
    current = {key: leaves.get(key, getattr(rules, key, None)) for key in own_keys}
    for key, value in current.items():
        if value is not None:
            yield from _iter_rule_lines(key, value, meanings[key])
    addable = [key for key, value in current.items() if value is None and key.rpartition(".")[0] not in current]
    if addable:
        yield from _iter_key_help_lines("You can add:", {key: meanings[key] for key in addable})
    if len(own_keys) < len(meanings):
        yield from _iter_named_rule_lines(leaves, meanings)


def _iter_leaf_values(values: RawTable, prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _iter_leaf_values(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _iter_named_rule_lines(leaves: RawTable, meanings: Mapping[str, str]) -> Iterator[str]:
    yield "##"
    of_each = {
        key.removeprefix(_EACH_NAME_PREFIX): meaning
        for key, meaning in meanings.items()
        if key.startswith(_EACH_NAME_PREFIX)
    }
    yield from _iter_key_help_lines("Each line starts with the name you type, then a dot, then one of these:", of_each)
    yield from _format_comments(["To add something new, give it a name: our-own.points = 500"])
    named = [key for key in leaves if "." in key]
    for _, keys in groupby(named, key=lambda key: key.partition(".")[0]):
        yield ""
        yield from (f"# {key} = {format_toml_value(leaves[key])}" for key in keys)


def _iter_key_help_lines(title: str, meanings: Mapping[str, str]) -> Iterator[str]:
    width = max(map(len, meanings)) + 2
    yield from _format_comments([title, *(f"  {key:<{width}}{meaning}" for key, meaning in meanings.items())])


def _iter_rule_lines(key: str, value: object, meaning: str) -> Iterator[str]:
    line = f"# {key} = {format_toml_value(value)}"
    if len(line) > _MAX_COMMENTED_WIDTH:
        yield from _format_comments([f"{key}: {meaning}"])
        yield line
    else:
        yield f"{line + '  ':<{_COMMENT_COLUMN}}# {meaning}"
