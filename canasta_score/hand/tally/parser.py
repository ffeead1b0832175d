"""The tally: the words that report a hand, read into each side's facts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from canasta_score.hand.facts import HandFacts, TallyError, find_fact_errors
from canasta_score.hand.tally.amounts import DIGITS, WrongWordError, parse_card_points, parse_integer
from canasta_score.rules.diagnostics import Diagnostic, Location
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.facts import DEFAULT_SIDES, DIRECT_FACTS
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words, split_before

_JOIN_FACT_HINT = "write a fact, = and its number in one, such as red=3"
CardsByFact = Mapping[str, Mapping[Rank, int]]
_TALLY_EXAMPLE = "such as we red=3 natural=2 table=160 they table=60"


@frozen
class ParsedFact(Value):
    """A word of the tally that reports a fact: whose, which, how many, the cards it names, and the word's place."""

    side: str
    fact: str
    number: int
    cards: Mapping[Rank, int] = field(default_factory=dict)
    word: int


def parse_tally(
    variant: Variant, words: Sequence[str], sides: Sequence[str] = DEFAULT_SIDES, *, correcting: bool = False
) -> HandFacts:
    """Read the words of a tally into the facts of each side; a side that is not mentioned has none.

    A tally that corrects another may take back a part given directly and tell its facts: `base=0 red=3`.
    Raises TallyError with every word that cannot be taken, and its place among the words.

    >>> from canasta_score import load_variant
    >>> parse_tally(load_variant("nvso"), "we r3 nat=2 out table=7xK+35 they hand=2xA".split())
    {'we': {'red': 3, 'natural': 2, 'out': 1, 'table': 105}, 'they': {'hand': 40}}
    """
    if not words:
        raise TallyError([Diagnostic(message="the tally is empty", hint=_TALLY_EXAMPLE)])
    facts, refusals = parse_partial_tally(variant, strip_punctuation(words, sides), sides, correcting=correcting)
    if refusals:
        raise TallyError(refusals, words)
    return facts


def parse_partial_tally(
    variant: Variant, words: Sequence[str], sides: Sequence[str] = DEFAULT_SIDES, *, correcting: bool = False
) -> tuple[HandFacts, list[Diagnostic]]:
    """Read what can be taken of a tally, and list why the other words cannot, in their order."""
    if "=" in words:
        apart = Diagnostic(
            message="'=' stands apart", hint=_JOIN_FACT_HINT, location=Location(word_index=words.index("="))
        )
        return {side: {} for side in sides}, [apart]
    facts: dict[str, dict[str, int]] = {side: {} for side in sides}
    taken: list[ParsedFact] = []
    refusals: list[Diagnostic] = []
    for read in _parse_words(variant, words, sides):
        if isinstance(read, Diagnostic):
            refusals.append(read)
        elif read.fact in facts[read.side]:
            message, hint = f"'{read.fact}' of {read.side} is told twice", "tell it once"
            refusals.append(
                Diagnostic(
                    message=message, hint=hint, location=Location(side=read.side, fact=read.fact, word_index=read.word)
                )
            )
        else:
            facts[read.side][read.fact] = read.number
            taken.append(read)
    places = {(read.side, read.fact): read.word for read in taken}
    for side, told in facts.items() if not correcting else ():
        for refusal in find_fact_errors(variant, side, told):
            location = replace(refusal.location, word_index=places[side, refusal.fact])
            refusals.append(replace(refusal, location=location))
    refusals += _find_excess_cards(variant, taken)
    if refusals:
        from canasta_score.hand.tally.suggestions import merge_similar_errors  # noqa: PLC0415 -- only for those who mistype

        in_order = sorted(refusals, key=lambda refusal: refusal.word_index or 0)
        refusals = merge_similar_errors(variant, words, in_order, correcting=correcting)
    return facts, refusals


def parse_named_cards(
    variant: Variant, words: Sequence[str], sides: Sequence[str] = DEFAULT_SIDES
) -> dict[str, CardsByFact]:
    """Give the cards of each side's facts that are told card by card alone, with no figures beside them.

    >>> from canasta_score import load_variant
    >>> parse_named_cards(load_variant("nvso"), "we table=7xK+35 they table=60 hand=2xA".split())["they"]["hand"]
    {<Rank.ACE: 'A'>: 2}
    """
    named: dict[str, dict[str, Mapping[Rank, int]]] = {side: {} for side in sides}
    for read in _parse_words(variant, strip_punctuation(words, sides), sides):
        if isinstance(read, ParsedFact) and read.cards and read.number == variant.deck.sum_points(read.cards):
            named[read.side][read.fact] = read.cards
    return {**named}


def _find_excess_cards(variant: Variant, taken: Sequence[ParsedFact]) -> Iterator[Diagnostic]:
    """Go through the card tallies that name more cards of a rank, all words together, than the deck holds."""
    named: dict[Rank, int] = {}
    for read in taken:
        for rank, count in read.cards.items():
            named[rank] = named.get(rank, 0) + count
            if named[rank] > variant.deck.count_rank(rank):
                message = f"the card tallies name {named[rank]} cards of rank {rank}"
                hint = f"the deck holds {variant.deck.count_rank(rank)}"
                yield Diagnostic(
                    message=message, hint=hint, location=Location(side=read.side, fact=read.fact, word_index=read.word)
                )


def _parse_words(variant: Variant, words: Sequence[str], sides: Sequence[str]) -> Iterator[ParsedFact | Diagnostic]:
    """Read word after word; a side's word starts that side's facts.

    Behind a word that may have been meant for a side, facts are nobody's until the next side.
    """
    side, before, given = "", "", ""
    for place, word in enumerate(words):
        try:
            name, number = (
                parse_word(variant, word, sides, before, given) if place else (resolve_first_side(word, sides), "")
            )
            if name in sides:
                side = name
            elif side:
                amount, cards = parse_amount(variant, name, number)
                yield ParsedFact(side=side, fact=name, number=amount, cards=cards, word=place)
            before, given = name, number if any(char in DIGITS for char in word) else ""
        except WrongWordError as wrong:
            yield Diagnostic(
                message=wrong.message, hint=wrong.hint, location=Location(side=side, fact="", word_index=place)
            )
            side = side if "=" in word or word[:1] in DIGITS else ""
            before, given = "", ""


def strip_punctuation(words: Sequence[str], sides: Sequence[str]) -> list[str]:
    """Give words without the signs that a list on paper has: a comma behind a word, a colon behind a side.

    >>> strip_punctuation("We: red=3, they, t: table=1,200 ,".split(), ["we", "they"])
    ['We', 'red=3', 'they', 't:', 'table=1,200', ',']
    """
    without_comma = [word.removesuffix(",") or word for word in words]
    return [side if (side := word.removesuffix(":")).lower() in sides else word for word in without_comma]


def resolve_first_side(word: str, sides: Sequence[str]) -> str:
    """Give the side that a tally begins with: in full, or by a beginning that fits no other side."""
    fitting = match_names(word, sides)
    if len(fitting) == 1 and (word.lower() not in DEFAULT_SIDES or word.lower() in sides):
        return fitting[0]
    raise WrongWordError(f"a tally begins with a side, not with '{word}'", f"begin with {join_words(sides, 'or')}")


def parse_word(variant: Variant, word: str, sides: Sequence[str], before: str, given: str = "") -> tuple[str, str]:
    """Read a word into the full name of a side or a fact, and its number as written; a name alone means 1.

    `before` is the name before it, and `given` the number of that.
    """
    if word.lower() in sides:
        return word.lower(), "1"
    name, sign, number = word.partition("=")
    if sign and name:
        return resolve_name(variant, name, ()), number
    name, number = split_before(word, DIGITS)
    if not name or sign:
        fact = before if before in (*variant.facts, *DIRECT_FACTS) else "red"
        is_sum = given and fact in variant.facts and variant.facts[fact].is_in_points
        example = f"{fact}={f'{given}+' if is_sum else ''}{number if number.isdecimal() else 3}"
        raise WrongWordError(f"'{word}' names no fact", f"write a fact, = and its number in one, such as {example}")
    if not number:
        return resolve_name(variant, word, sides), "1"
    if name.lower() in variant.short_names:
        return variant.short_names[name.lower()], number
    if colour := find_unscored_color(variant, name.lower()):
        raise _build_unscored_three_error(variant, word, colour)
    from canasta_score.hand.tally.suggestions import suggest_equals_sign  # noqa: PLC0415 -- only for those who mistype

    raise WrongWordError(f"'{word}' has a number but no =", suggest_equals_sign(variant, name, number))


def normalize_word(word: str) -> str:
    """Give a word as names are written, whatever the size of its letters, and with a hyphen for _."""
    return word.lower().replace("_", "-")


def match_names(word: str, names: Iterable[str]) -> list[str]:
    """List the name that a word says in full, else all those that it begins."""
    begun = normalize_word(word)
    fitting = [name for name in names if name.startswith(begun)]
    return [begun] if begun in fitting else fitting


def unique_match(word: str, fitting: Sequence[str]) -> str:
    """Give the only name that a word fits; raises WrongWordError where it could be several."""
    if len(fitting) > 1:
        raise WrongWordError(f"'{word}' could be {' or '.join(fitting)}", "write more of the name")
    return fitting[0]


def resolve_name(variant: Variant, word: str, sides: Sequence[str]) -> str:
    """Give the side or fact that a word means: in full, by its short name, or by a beginning that fits no other."""
    name = normalize_word(word)
    if sides and name in DEFAULT_SIDES and name not in sides:
        raise WrongWordError(f"'{word}' is no side of this game", f"its sides are {join_words(sides)}")
    names = (*sides, *variant.facts, *DIRECT_FACTS)
    fitting = match_names(word, names)
    if name not in fitting and name in variant.short_names:
        return variant.short_names[name]
    colour = find_unscored_color(variant, name)
    if colour and name not in fitting and not any(side.startswith(name) for side in sides):
        raise _build_unscored_three_error(variant, word, colour)
    if fitting:
        return unique_match(word, fitting)
    from canasta_score.hand.tally.suggestions import suggest_fact  # noqa: PLC0415 -- only for those who mistype

    kind = "word" if sides else "fact"
    raise WrongWordError(f"unknown {kind} '{word}'", suggest_fact(variant, name, names))


def find_unscored_color(variant: Variant, name: str) -> Color | None:
    """Give the colour of threes that a name says in full, or by its letter where only threes left in hand begin so."""
    others = (colour for colour in Color if colour not in variant.facts and name not in variant.short_names)
    colour = next((colour for colour in others if name in (colour, colour[0])), None)
    of_threes = {penalty.name for penalty in variant.penalties if penalty.threes}
    begun = {fact for fact in variant.facts if fact.startswith(name)}
    return colour if colour == name or (begun and begun <= of_threes) else None


def _build_unscored_three_error(variant: Variant, word: str, colour: Color) -> WrongWordError:
    """Make the error of threes on the table where they count nothing."""
    from canasta_score.hand.tally.suggestions import explain_unscored_threes, suggest_leaving_out  # noqa: PLC0415 -- as above

    return WrongWordError(
        f"'{word}': {explain_unscored_threes(variant, colour)}", suggest_leaving_out(variant, word, colour)
    )


def parse_amount(variant: Variant, name: str, text: str) -> tuple[int, Mapping[Rank, int]]:
    """Read the number of a fact, with the cards it names where it is points of cards."""
    fact = variant.facts.get(name)
    if fact and fact.is_in_points:
        points, cards = parse_card_points(variant.deck, name, text)
        if Rank.THREE in cards and not variant.deck.points[Rank.THREE]:
            raise _build_pointless_three_error(variant, name)
        return points, cards
    return parse_integer(name, text, negative=name in DIRECT_FACTS), {}


def _build_pointless_three_error(variant: Variant, name: str) -> WrongWordError:
    """Make the error of threes among cards where they have no card points."""
    from canasta_score.hand.tally.suggestions import suggest_facts_for_threes  # noqa: PLC0415 -- only for those who mistype

    return WrongWordError(f"'{Rank.THREE}' has no card points by these rules", suggest_facts_for_threes(variant, name))
