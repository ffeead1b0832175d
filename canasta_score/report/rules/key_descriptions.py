"""What each key of a rule file means, in the few words beside it in a new rule file."""

from collections.abc import Mapping

_FACT_KEYS = {
    "label": "its name on the score sheet",
    "short": "a one-letter short name",
    "about": "a short explanation",
}
_COUNTED_FACT_KEYS = {**_FACT_KEYS, "max": "the most that one side can have in a hand"}
_JOKERS_DESCRIPTION = "fewest and most jokers among them"


def _prefix_keys(table: str, meanings: Mapping[str, str]) -> dict[str, str]:
    return {f"{table}.{key}": meaning for key, meaning in meanings.items()}


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
    "target": "the game ends at this total (or use hands)",
    "hands": "the game ends after this many hands (or use target)",
    "tie": 'if tied: "play-on" for another hand, or "shared"',
}
_NEED_KEYS = {
    "by": 'depends on the side\'s "total" or the "hand" number',
    "steps": "at_least: from this total on; over: above this total",
    "steps.need": "points needed on this step",
    "steps.canasta": "a canasta that is also needed: this kind or a better one",
    "steps.at_least": "from this total or hand on",
    "steps.over": "above this total or after this hand",
    "failed_attempt": "points added in this hand when an opening falls short",
}
_OPENING_KEYS = {
    "group": "fewest and most cards in a group",
    "naturals": "fewest natural cards in a group",
    "wilds": "most wild cards in a group",
    "wilds_up_to_naturals": "never more wild cards than natural cards",
    "wilds_below_naturals": "always more natural cards than wild cards",
    "mixed_canasta": "a full group may have wild cards",
    "repeated_ranks": "several groups may have the same rank",
    "natural_only": 'ranks without wild cards, such as ["7"]',
    "natural_group": "one group must have no wild cards",
    "wild_groups": "most groups of only wild cards",
    "wild_groups_alone": "wild cards alone can open",
    "wilds_together": "all wild cards go on a wild group until it is full",
    "sequences": "a group can be a sequence in one suit",
    "natural_canasta": "a natural canasta is always enough",
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
    "turning": "the colors that sign applies to",
    "short.red": "a one-letter short name",
    "short.black": "a one-letter short name",
}
_CANASTA_KEYS = {
    **_COUNTED_FACT_KEYS,
    "points": "the bonus for each",
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
    **_COUNTED_FACT_KEYS,
    "points": "points each time",
    "one_side": "only one side can have it in a hand",
    "ends_play": "it ends the hand, as going out does",
    "always": "scored even with a special hand",
    "needs.*": "how many canastas are needed: needs.canastas for any kind, or the name of one kind; 0 for none",
    "forbids": "penalties that a side cannot have with it",
    "beside": "another bonus that the side must have too",
}
_PENALTY_KEYS = {
    **_COUNTED_FACT_KEYS,
    "points": "points subtracted each time",
    "counted_in": 'what you enter: "times" or "points"',
    "where": 'where the cards are: "table" or "hand"',
    "of": 'the cards: a rank, "wild", "three", "red three" or "black three"',
    "cards": "at least how many of these cards",
    "jokers": _JOKERS_DESCRIPTION,
    "not_with": "items that a side cannot have with it",
    "min": "the fewest points, if counted in points",
    "first_meld": "only for cards of the first meld",
    "players": "how many players of a side can have it, each once",
}
_SPECIALS_KEYS = {
    "opponents": 'the other sides: "score" as usual, or "nothing"',
    "beside_melds": "a side that has melded can still have one",
}
_SPECIAL_HAND_KEYS = {
    **_COUNTED_FACT_KEYS,
    "points": "what it is worth",
    "wins_game": "it wins the game",
    "cards": 'cards that it certainly has, such as ["2xA", "4xnatural", "JK"]',
}

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
