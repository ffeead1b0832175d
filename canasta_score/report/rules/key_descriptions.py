"""What each key of a rule file means, in the few words beside it in a new rule file."""

from collections.abc import Mapping

_FACT_KEYS = {
    "label": "what the score sheet calls it",
    "short": "a letter for it",
    "about": "a line that explains it",
}
_COUNTED_FACT_KEYS = {**_FACT_KEYS, "max": "how often one side can have it in a hand"}
_JOKERS_DESCRIPTION = "fewest and most jokers among them"


def _prefix_keys(table: str, meanings: Mapping[str, str]) -> dict[str, str]:
    return {f"{table}.{key}": meaning for key, meaning in meanings.items()}


TOP_LEVEL_KEYS = {
    "without": "what you do not play, by full names",
    "title": "the name as it is shown",
    "aliases": "other names you may type for it",
    "source": "where the rules come from",
    "summary": "the rules in one line, for the list of variants",
}
_DECK_KEYS = {"packs": "packs of 52 cards", "jokers": "jokers, in all packs together"}
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
    "target": "over when a side has this total; in place of hands",
    "hands": "over after this many hands; in place of target",
    "tie": 'equal totals: "play-on", another hand, or "shared"',
}
_NEED_KEYS = {
    "by": 'by the side\'s "total", or by the number of the "hand"',
    "steps": "from where on (at_least) or above what (over)",
    "steps.need": "points it takes on this step",
    "steps.canasta": "a canasta it takes, too: this kind or a better one",
    "steps.at_least": "from this total, or this hand, on",
    "steps.over": "above this total, or after this hand",
    "failed_attempt": "points added for the hand by an opening that fell short",
}
_OPENING_KEYS = {
    "group": "fewest and most cards of a group",
    "naturals": "fewest natural cards in a group",
    "wilds": "most wild cards in a group",
    "wilds_up_to_naturals": "no more wild cards than natural ones",
    "natural_only": 'ranks that take no wild card, such as ["7"]',
    "natural_group": "one group must be without a wild card",
    "wild_groups": "most groups of wild cards alone",
    "wild_groups_alone": "they may open without a natural group",
    "wilds_together": "beside one that is not full no other wild cards",
    "sequences": "groups may be of one suit in a row, too",
    "natural_canasta": "a natural canasta opens whatever the need",
    "pile": 'what counts of a pile: "all", "pair", "nothing"; or "never"',
}
_THREES_KEYS = {
    "red": "points of one, two, three … red threes",
    "black": "of black threes",
    "all": "points of holding every three, in place of what the colours give",
    "sign_by": '"canastas", the name of one kind, or "melded"',
    "sign": 'with none, one …: "minus", "nothing" or "plus"',
    "minus": "points of each where they count minus",
    "turning": "the colours that count as sign says",
    "short.red": "a letter for it",
    "short.black": "a letter for it",
}
_CANASTA_KEYS = {
    **_COUNTED_FACT_KEYS,
    "points": "the bonus for one of them",
    "counts_as": "the kind as which it also counts",
    "counted": "one of the canastas that going out needs",
    "scores_with": "scored only by a side with this bonus",
    "cards": "how many cards make it",
    "ranks": "the ranks it can be made of",
    "wilds": "fewest and most wild cards in it",
    "jokers": _JOKERS_DESCRIPTION,
    "sequence": "of one suit in a row, none wild",
}
_SET_KEYS = {
    "label": "what the score sheet calls it",
    "about": "a line that explains it",
    "points": "points of the set",
    "canastas.*": "how many it takes: canastas.canastas of any kind, or of one by its name",
    "gives_way_to": "sets beside which it is not scored",
}
_COUNT_KEYS = {
    "no_canasta": 'with no canasta: "plus", "nothing" or "minus"',
    "short.table": "a letter for the points on the table",
    "short.hand": "a letter for the points left in hand",
}
_BONUS_KEYS = {
    **_COUNTED_FACT_KEYS,
    "points": "points, each time",
    "one_side": "only one side can have it in a hand",
    "ends_play": "it ends the hand, as going out does",
    "always": "scored even beside a special hand",
    "needs.*": "how many canastas it takes: needs.canastas of any kind, or of one by its name; 0 for none",
    "forbids": "penalties that a side may not have beside it",
    "beside": "another bonus, without which no side has it",
}
_PENALTY_KEYS = {
    **_COUNTED_FACT_KEYS,
    "points": "points taken off, each time",
    "counted_in": 'what you enter: "times", or the "points" to take off',
    "where": 'where the cards lie: "table" or "hand"',
    "of": 'the cards: a rank, "wild", "three", "red three" or "black three"',
    "cards": "how many of them there are at least",
    "jokers": _JOKERS_DESCRIPTION,
    "not_with": "what a side cannot have beside it",
}
_SPECIALS_KEYS = {"opponents": 'what the other sides do: "score" as usual, or "nothing"'}
_SPECIAL_HAND_KEYS = {**_COUNTED_FACT_KEYS, "points": "what it is worth", "wins_game": "it wins the game"}

TABLE_KEYS: Mapping[str, Mapping[str, str]] = {
    "deck": _DECK_KEYS,
    "cards": _CARD_KEYS,
    "game": _GAME_KEYS,
    "need": _NEED_KEYS,
    "opening": _OPENING_KEYS,
    "threes": _THREES_KEYS,
    "canastas": _prefix_keys("*", _CANASTA_KEYS),
    "sets": _prefix_keys("*", _SET_KEYS),
    "count": _COUNT_KEYS,
    "bonuses": _prefix_keys("*", _BONUS_KEYS),
    "penalties": _prefix_keys("*", _PENALTY_KEYS),
    "specials": {**_SPECIALS_KEYS, **_prefix_keys("*", _SPECIAL_HAND_KEYS)},
}
TABLE_TITLES: Mapping[str, str] = {
    "deck": "the cards you play with",
    "cards": "what one card is worth",
    "game": "when the game is over",
    "need": "the points it takes to open",
    "opening": "what an opening looks like",
    "threes": "threes on the table",
    "canastas": "the kinds of canastas",
    "sets": "sets of canastas that earn points by themselves",
    "count": "the points of the cards",
    "bonuses": "going out, the exact cut and the like",
    "penalties": "what is taken off",
    "specials": "special hands",
}
