"""The tally: the words that enter a hand, parsed into the facts of each side."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from canasta_score.hand.amounts import is_cards, is_points, parse_card_points, parse_integer, remove_separators
from canasta_score.hand.facts import PAIR_SIGN, HandFacts, NamedPoints, TallyError, WordError, find_fact_errors
from canasta_score.hand.partners import NUMBER_OF_SIDES, find_partner_errors, name_holder
from canasta_score.hand.tally import names, suggestions
from canasta_score.hand.tally.tokens import (
    ARTICLES,
    FILLERS,
    JOKERS,
    NOTHING_WORDS,
    THREES,
    WORD_BEFORE_CARDS,
    YES_NO_WORDS,
    Token,
    find_spoken_card,
    is_amount,
    split_at_commas,
    split_number,
    split_tokens,
    tokenize,
)
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, format_known_names
from canasta_score.rules.frozen import Value, field, replace
from canasta_score.rules.model.canastas import ALL_CANASTAS
from canasta_score.rules.model.cards import HAND_FACT, TABLE_FACT, Rank, format_rank_count
from canasta_score.rules.model.facts import DEFAULT_SIDES, DIRECT_FACTS, TOTAL
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import DIGITS, fold_text, join_words, split_before

_MAX_WORDS = 300  # eight sides with twelve items each, and the numbers apart; each unknown word takes some milliseconds
_TALLY_EXAMPLE = "enter each side and what it has, such as we red=3 natural=2 table=160 they table=60"
_ALL = "all"  # says nothing before a number, as in all four red threes
_MINUS_WORDS = ("minus", "less")  # between the points of the cards on the table and those left in hand
_FOOT = "foot"
_PILES = (HAND_FACT, _FOOT)  # of one player; what is left in both counts together
_MAX_NAME_WORDS = 8  # of an item typed with spaces: red threes left in the hand or foot
_WORDS_FOR_PAIR_SIGN = ("and", "&")
_NEGATIONS = (("no",), ("not",), ("nothing",), ("nobody",), ("did", "not"), ("didn't",), ("didnt",))  # before an item


class ParsedFact(Value):
    """A word of the tally that enters a fact; `cards` are those it names, `word_index` is its place among the words."""

    side: str
    fact: str
    amount: int
    cards: Mapping[Rank, int] = field(default_factory=dict)
    word_index: int


class ParsedTally(Value):
    """The facts that a tally enters, and what is wrong with its other words, in their order."""

    facts: HandFacts
    errors: Sequence[Diagnostic] = ()
    named_sides: Sequence[str] = ()  # the last one last
    last_index: int = 0  # the place of the word or words that may still be typed on
    feet: Sequence[str] = ()  # the sides of which only a foot is named as what is left in hand


def parse_tally(
    variant: Variant, words: Sequence[str], sides: names.Sides = DEFAULT_SIDES, *, correcting: bool = False
) -> HandFacts:
    """Parse the words of a tally into the facts of each side; a side that is not mentioned has none.

    With the names of `sides`, these can be typed too. A tally that corrects a hand may replace a part entered as one
    figure by its facts: `base=0 red=3`. Raises TallyError with every word that cannot be used, and its place.

    >>> from canasta_score import load_variant
    >>> parse_tally(load_variant("nvso"), "we r3 nat=2 out table=7xK+35 they open sevens hand: 40".split())
    {'we': {'red': 3, 'natural': 2, 'out': 1, 'table': 105}, 'they': {'open-sevens': 1, 'hand': 40}}
    """
    parsed = parse_partial_tally(variant, words, sides, correcting=correcting)
    if parsed.errors:
        raise TallyError(parsed.errors, words)
    if not parsed.named_sides:
        raise TallyError([Diagnostic(message="nothing was entered", hint=_TALLY_EXAMPLE)])
    return parsed.facts


def parse_partial_tally(
    variant: Variant, words: Sequence[str], sides: names.Sides = DEFAULT_SIDES, *, correcting: bool = False
) -> ParsedTally:
    """Parse what can be used of a tally, and list why the other words cannot."""
    return parse_tokens(variant, tokenize(words), words, sides, correcting=correcting)


def parse_tokens(
    variant: Variant, tokens: Sequence[Token], words: Sequence[str], sides: names.Sides, *, correcting: bool = False
) -> ParsedTally:
    """Parse what can be used of the tokens of a tally, made of some words; of too many, nothing."""
    if len(words) > _MAX_WORDS:
        message = f"{len(words):,} words are too many for one hand"
        return ParsedTally(facts={}, errors=[Diagnostic(message=message, hint=f"enter at most {_MAX_WORDS}")])
    parser = _TallyParser(variant, sides)
    parser.parse_tokens(list(split_tokens(variant, tokens, sides)))
    errors = [*parser.errors, *(() if correcting else parser.find_fact_errors())]
    errors += _find_excess_cards(variant, parser.parsed_facts)
    return ParsedTally(
        facts=parser.facts,
        errors=suggestions.merge_unknown_words(words, sorted(errors, key=lambda error: error.word_index or 0)),
        named_sides=parser.named_sides,
        last_index=tokens[-1].index if tokens else 0,
        feet=[side for (side, fact), (pile, _) in parser.piles.items() if (fact, pile) == (HAND_FACT, _FOOT)],
    )


def guess_sides(variant: Variant, words: Sequence[str]) -> Mapping[str, str]:
    """Return the players that a tally names, by ids, where no game says who plays: its first word, and unknown ones."""
    tokens = tokenize(words)
    sides: dict[str, str] = {}
    players = _split_players(words[0]) if words else []
    while players and len(sides) < NUMBER_OF_SIDES:
        sides |= {fold_text(player): player[:1].upper() + player[1:] for player in players}
        errors = parse_tokens(variant, tokens, words, sides).errors
        unclear = [error for error in errors if not (error.fact or error.choices)]
        # An item may lack its number: penalty points.
        unknown = [error for error in unclear if not names.is_full_name(variant, words[error.first_word_index or 0])]
        # An unknown word with a number after it is meant for an item.
        indexes = [error.word_index or 0 for error in unknown]
        typed = [words[index] for index in indexes if not is_amount(" ".join(words[index + 1 : index + 2]))]
        others = ([player for player in _split_players(name) if fold_text(player) not in sides] for name in typed)
        players = next(filter(None, others), [])
    return sides


def parse_amount(variant: Variant, name: str, text: str) -> tuple[int, Mapping[Rank, int]]:
    """Parse the amount of a fact; return it with the cards that it names, if any are. Raises WordError."""
    fact = variant.facts.get(name)
    if fact and fact.most == 1 and text.lower() in YES_NO_WORDS:
        return YES_NO_WORDS[text.lower()], {}
    if not fact or not fact.is_in_points:
        return parse_integer(name, text, negative=name in DIRECT_FACTS), {}
    if not text:
        message, hint = f"a number is missing for {name}", f"enter it after the name, such as {name}=345"
        raise WordError(message, hint, code=DiagnosticCode.INCOMPLETE_ITEM)
    points, cards = parse_card_points(variant.deck, name, text)
    if Rank.THREE in cards:
        suggestions.check_named_threes(variant, name)
    is_all_named = cards and points == variant.deck.sum_points(cards)
    return NamedPoints(points, cards) if is_all_named else points, cards


def _split_players(word: str) -> list[str]:
    return [player for player in word.removesuffix(":").split(PAIR_SIGN) if player.isalpha()]


def _find_excess_cards(variant: Variant, parsed_facts: Sequence[ParsedFact]) -> Iterator[Diagnostic]:
    totals: dict[Rank, int] = {}
    for parsed in parsed_facts:
        for rank, count in parsed.cards.items():
            totals[rank] = totals.get(rank, 0) + count
            available = variant.deck.count_rank(rank)
            if totals[rank] > available:
                message = f"{format_rank_count(totals[rank], rank)} in all, but the deck has only {available}"
                error = Diagnostic(message=message, hint="count them again", side=parsed.side, fact=parsed.fact)
                yield replace(error, word_index=parsed.word_index)


def _split_name_words(texts: Sequence[str]) -> tuple[list[str], str | None]:
    """Return the words with which a name may begin, and the amount that is in the last one, as in `open sevens=2`."""
    words: list[str] = []
    for text in texts[:_MAX_NAME_WORDS]:
        word, amount = split_before(text, f"={DIGITS}")
        if word:
            words.append(word)
        if amount or not word:
            return words, (amount.removeprefix("=") or None) if word else None
    return words, None


class _Reading(Value):
    """A side, or a fact with its amount if one is typed, and how many tokens of a tally name it."""

    name: str
    amount: str | None = None
    length: int = 1
    last_word: str = ""  # of those before, up to a comma
    ends_in_amount: bool = False  # the last word is the number of the item: not so in `2 table`


_NOTHING_READ = _Reading(name="")


class _TallyParser:
    """Parses token after token; the name of a side starts that side's facts."""

    def __init__(self, variant: Variant, sides: names.Sides) -> None:
        self.facts: dict[str, dict[str, int]] = {side: {} for side in sides}
        self.parsed_facts: list[ParsedFact] = []
        self.named_sides: list[str] = []
        self.errors: list[Diagnostic] = []
        self._variant, self._sides = variant, sides
        facts = variant.facts.values()
        self._yes_or_no = {fact.name for fact in facts if fact.most == 1}
        self._in_points = {fact.name for fact in facts if fact.is_in_points}
        self._need_number = {*DIRECT_FACTS, *self._in_points}
        self._end_play = {bonus.name for bonus in variant.bonuses if bonus.ends_play}
        self._is_begun = False
        self._side = ""  # or a pair of partners
        self._pairs: dict[str, int] = {}  # each with the place of its word
        lengths = (len(names.fold_name(name).split()) for name in names.get_names(sides).values())
        self._most_name_words = max(lengths, default=1)  # of the longest name of a side
        self._calls_by_color = self._may_call_by_color = False
        labels = (canasta.label.split() for canasta in variant.canastas)
        self._labels_name_colors = any(map(names.calls_canastas_by_color, labels))
        self._previous = _NOTHING_READ
        self.piles: dict[tuple[str, str], tuple[str, str]] = {}  # of each side and fact, with the amount as typed

    def parse_tokens(self, tokens: Sequence[Token]) -> None:
        words = [token.text.lstrip(DIGITS).lower() for token in tokens]
        self._calls_by_color = names.calls_canastas_by_color(words)
        # Beside `3 black`, which cannot be threes in these rules, `2 red` may be books.
        pairs = pairwise([*words, ""])
        says_black = any(word.removesuffix("s") == Color.BLACK and after not in THREES for word, after in pairs)
        self._may_call_by_color = says_black and Color.BLACK not in self._variant.facts
        for part in split_at_commas(tokens):
            position, self._previous = 0, replace(self._previous, last_word="", ends_in_amount=False)
            while position < len(part):
                position += self._parse_next(part[position:])
                self._is_begun = True

    def find_fact_errors(self) -> Iterator[Diagnostic]:
        indexes = {(parsed.side, parsed.fact): parsed.word_index for parsed in self.parsed_facts}
        indexes |= {(pair, ""): index for pair, index in self._pairs.items()}
        errors = [error for side, own in self.facts.items() for error in find_fact_errors(self._variant, side, own)]
        if self._pairs:
            errors += find_partner_errors(self._variant, self.facts, names.get_names(self._sides))
        # A side of a CSV file may be called `a+b`, which no word of a tally names.
        yield from (replace(error, word_index=indexes.get((error.side, error.fact))) for error in errors)

    def _parse_next(self, tokens: Sequence[Token]) -> int:
        """Parse the tokens that belong together, and return how many they are."""
        reading = _NOTHING_READ
        try:
            reading = self._read_next([token.text for token in tokens])
            last_token = tokens[reading.length - 1]
            if PAIR_SIGN in reading.name and reading.name not in self.facts:
                self._pairs[reading.name] = last_token.index
                self.facts = {holder: self.facts.get(holder, {}) for holder in (*self._pairs, *self._sides)}
            if reading.name in self.facts:
                self._side = reading.name
                self.named_sides.append(reading.name)
            elif self._side and reading.name:
                self._enter_fact(last_token.index, reading, [token.text for token in tokens[: reading.length]])
            if reading.name:
                amount, word = reading.amount, last_token.text
                self._previous = replace(reading, last_word=word, ends_in_amount=bool(amount and word.endswith(amount)))
        except WordError as error:
            last = max(reading.length, error.length) - 1
            first = 1 if last and is_points(tokens[0].text) else 0  # a number before an item is certain
            begin, end = tokens[first].index, tokens[last].index
            found = replace(error.diagnostic, side=self._side, fact="", first_word_index=begin, word_index=end)
            self.errors.append(found)
            # An unknown word may be meant for a side. Then the facts up to the next side belong to nobody.
            if not (reading.name or "=" in tokens[0].text or is_amount(tokens[0].text)):
                self._side = ""
            self._previous = _NOTHING_READ
            # The number after an unknown item is its amount, not a second mistake, unless it has one before it.
            word, following = tokens[last].text, "".join(token.text for token in tokens[last + 1 : last + 2])
            has_number = bool(first) or is_amount(word) or "=" in word
            return last + 2 if is_amount(following) and not has_number else last + 1
        return reading.length

    def _read_next(self, texts: Sequence[str]) -> _Reading:
        """Return the first of these readings that fits; every tally begins with a side. Raises WordError."""
        if reading := self._read_pair(texts) or self._read_spaced_side(texts):  # ann+bob, Ann Lee
            return reading
        if not self._is_begun:
            hint = f"begin with {join_words([names.label_side(side, self._sides) for side in self._sides], 'or')}"
            if texts[0].endswith(".toml"):
                hint += ", and put -l before the name of a game file"
            return _Reading(name=names.find_side(texts[0], self._sides, unknown_hint=hint))
        readings = (
            self._read_nothing,  # they nothing
            self._refuse_unscored_threes,  # 2 black threes
            self._read_negated_item,  # no out
            self._read_filler,  # and
            self._read_article,  # a red three
            self._read_minus,  # minus 65
            self._read_number_first,  # 2 naturals
        )
        found = next((reading for read in readings if (reading := read(texts))), None)
        return found or self._add_separate_amount(self._read_item(texts), texts)  # natural 2, or a side

    def _read_pair(self, texts: Sequence[str]) -> _Reading | None:
        """Return the reading of partners, such as `ann+bob` or `ann and bob`; None if the words name no side."""
        if self._variant.has_partners_by_hand:
            texts = [PAIR_SIGN if text.lower() in _WORDS_FOR_PAIR_SIGN else text for text in texts]
        signs = (text.count(PAIR_SIGN) for text in texts[: 2 * self._most_name_words + 1])
        if not any(signs) or "=" in texts[0]:
            return None
        for length in range(min(2 * self._most_name_words + 1, len(texts)), 0, -1):
            players = " ".join(texts[:length]).split(PAIR_SIGN)
            if len(players) > 1 and all(names.match_sides(player, self._sides) for player in players):
                break
        else:
            length, players = 1, texts[0].split(PAIR_SIGN)
            is_named = any(names.match_sides(player, self._sides) for player in players)
            if len(players) == 1 or not is_named or is_points(texts[0][1:]):  # such as `hK+A`
                return None
        if not all(player.strip() for player in players):
            raise WordError(f'"{texts[0]}" names only one player', "name both partners, such as ann+bob")
        if names.match_sides(" ".join(texts[:length]), self._sides, in_full=True):
            return None  # a side whose name is that of both players
        return _Reading(name=names.find_holder(PAIR_SIGN.join(players), self._sides), length=length)

    def _read_spaced_side(self, texts: Sequence[str]) -> _Reading | None:
        for length in range(min(self._most_name_words, len(texts)), 1, -1):
            matches = names.match_sides(" ".join(texts[:length]), self._sides, in_full=True)
            if len(matches) == 1:
                return _Reading(name=matches[0], length=length)
        return None

    def _read_nothing(self, texts: Sequence[str]) -> _Reading | None:
        """Return the side that has nothing at all, as in `they nothing`, where another side or no word follows."""
        word, following = texts[0], texts[1:]
        if word.lower() not in NOTHING_WORDS or not self._side or self._previous.name != self._side:
            return None
        is_last = not following or self._read_spaced_side(following) or names.match_sides(following[0], self._sides)
        return _Reading(name=self._side) if is_last and not names.match_sides(word, self._sides) else None

    def _read_negated_item(self, texts: Sequence[str]) -> _Reading | None:
        """Return the reading of an item that a side has not: `no out`, `did not go out`; `no canastas` names none."""
        words = [fold_text(text) for text in texts[:2]]
        length = next((len(negation) for negation in _NEGATIONS if words[: len(negation)] == [*negation]), 0)
        if not texts[length:] or not length or names.match_sides(texts[0], self._sides):
            return None
        if item := self._find_item(texts[length:]):
            return replace(item, amount="0", length=length + item.length)
        return _Reading(name="", length=length + 1) if names.is_noun_of_canastas(texts[length]) else None

    def _read_filler(self, texts: Sequence[str]) -> _Reading | None:
        """Return the reading of a word that says nothing, such as `and` between items; between sides, it joins them."""
        word, following = texts[0].lower(), " ".join(texts[1:2])
        joins_sides = self._previous.name in self._sides and names.match_sides(following, self._sides)
        if joins_sides or names.match_sides(word, self._sides, in_full=True):
            return None
        if word == _ALL and not names.find_spaced_name(self._variant, texts)[0]:  # but all twos are a canasta
            if not is_amount(following):
                raise WordError('"all" does not say how many', "enter the number, such as red=4")
            return _NOTHING_READ
        return _NOTHING_READ if word in FILLERS else None

    def _read_article(self, texts: Sequence[str]) -> _Reading | None:
        """Return the reading of `a red three`, which is one; raises WordError where the article may be a name, too."""
        is_letter = len("".join(texts[1:2])) == 1  # of an item, as the article then is: `n2 a m`
        item = self._find_item(texts[1:]) if texts[0].lower() in ARTICLES and not is_letter else None
        if not item or item.name in self._need_number or item.name in self._end_play:
            return None
        meanings = names.list_matches(self._variant, texts[0], self._sides)
        number = "".join(texts[1 + item.length :][:1])  # where one follows, the article is rather a name: `a red 2`
        if not (meanings and is_points(number) and self._is_likely(item.name, number)):
            return replace(item, amount="1", length=item.length + 1)
        choices = [*meanings, item.name]
        *others, counted = names.spell_choices(self._variant, choices, self._sides)
        message = f'"{texts[0]}" could be {join_words([*others, f"one for {counted}"], "or")}'
        replacements = (*(f"{name}," for name in meanings), "1")
        raise WordError(message, f"for one, enter {counted}=1", choices=choices, replacements=replacements)

    def _read_minus(self, texts: Sequence[str]) -> _Reading | None:
        """Return the reading of the points left in hand after those on the table: `minus 65`, `less 55 in hand`."""
        number, after = "".join(texts[1:2]), texts[2:]
        if texts[0].lower() not in _MINUS_WORDS or self._previous.name != TABLE_FACT or not is_points(number):
            return None
        item = self._find_item(after)
        if item and item.name == HAND_FACT:
            return _NOTHING_READ
        is_alone = not after or after[0].lower() in FILLERS or names.match_sides(after[0], self._sides)
        return _Reading(name=HAND_FACT, amount=number, length=2) if is_alone else None

    def _refuse_unscored_threes(self, texts: Sequence[str]) -> None:
        """Raise WordError for threes that have no item on the table, with all words for them: `2 black threes`."""
        start = 1 if is_points(texts[0]) else 0
        words = [text.lower() for text in texts[start : start + _MAX_NAME_WORDS]]
        if next(iter(words[1:]), "") not in THREES:
            return
        # The color of threes is not that of canastas, such as black books.
        unscored = next((color for color in Color if color == words[0] not in self._variant.facts), None)
        unscored = unscored or names.find_unscored_color(self._variant, words[0], self._sides)
        if not unscored or names.find_spaced_name(self._variant, words)[0]:
            return
        is_in_hand = words[2:4] in (["in", "hand"], ["in", "foot"])
        length = start + (4 if is_in_hand else 2)
        number, after = "".join(texts[length : length + 1]), texts[length + 1 :]
        if not start and is_points(number) and not self._find_item(after):
            length += 1
        phrase = " ".join(texts[:length])
        if is_in_hand:
            hint = suggestions.suggest_instead_of_threes_in_hand(self._variant, f"{unscored}-in-hand")
            raise WordError(f'unknown item "{phrase}"', hint, length=length)
        raise suggestions.build_unscored_threes_error(self._variant, phrase, unscored, length=length)

    def _read_item(self, texts: Sequence[str], *, has_number: bool = False) -> _Reading:
        """Read a side, or a fact with the amount that is in the same word; `has_number` if one stands before it."""
        color = texts[0].lower().removesuffix("s")
        is_plural = f"{color}s" == texts[0].lower() and names.spell_in_list(self._variant, color) == f"{color}-threes"
        if is_plural:  # `3 reds` may be books where the color alone is an item
            texts = [color, *texts[1:]]
        if fact := self._read_spaced_fact(texts, has_number=has_number):
            return fact
        calls_by_color = self._calls_by_color or is_plural or (has_number and self._labels_name_colors)
        may_call_by_color = calls_by_color or self._may_call_by_color
        if may_call_by_color and color in [*Color]:
            canasta = names.find_canasta_of_color(self._variant, Color(color))
            if canasta and color in self._variant.facts:  # `3 red 2 black books` may be threes or canastas
                raise names.build_ambiguity_error(color, (f"{color}-threes", canasta.name), variant=self._variant)
            if calls_by_color and canasta and not names.list_matches(self._variant, color, self._sides):
                return _Reading(name=canasta.name)
        name, amount = self._parse_word(texts[0])
        return _Reading(name=name, amount=amount)

    def _find_item(self, texts: Sequence[str]) -> _Reading | None:
        """Return the fact whose name comes next, without an amount; None if something else does."""
        try:
            item = self._read_item(texts) if texts and not is_amount(texts[0]) else _NOTHING_READ
        except WordError:
            return None
        return item if item.name and item.name not in self._sides and item.amount is None else None

    def _read_spaced_fact(self, texts: Sequence[str], *, has_number: bool) -> _Reading | None:
        """Read a fact whose name has several words, such as `open sevens=2`; None if the words name none."""
        words, attached_amount = _split_name_words(texts)
        matches, length = names.find_spaced_name(self._variant, words, self._sides)
        if not matches and words[1:2] == ["of"] and names.is_noun_of_canastas(words[0]):  # canastas of sevens
            matches, length = names.find_spaced_name(self._variant, [*words[2:3], words[0]])
            length += 1
        if not matches:
            return None
        # After an item that has no number yet, `red threes in hand 2` may be threes left in hand.
        bare_item = self._previous.name if self._previous.amount is None else ""
        is_new_item = bare_item not in self._variant.facts or bare_item in self._yes_or_no
        if words[0].lower() == "in" and HAND_FACT in matches and is_new_item:
            matches = [HAND_FACT]
        amount = attached_amount if length == len(words) else None
        words = words[:length]
        if len(matches) > 1:
            raise names.build_ambiguity_error(" ".join(words), matches, variant=self._variant, length=length)
        (name,) = matches
        number = amount or "".join(filter(is_points, texts[length : length + 1])) or "1"
        if not has_number and name in self._yes_or_no and number.lower() not in ("0", "1", *YES_NO_WORDS):
            items = [names.find_name(self._variant, word) for word in words]
            if all(items) and items[-1] in self._in_points:  # in `dream hand=85`, dream-hand and points left in hand
                return None
        return _Reading(name=name, amount=amount, length=length)

    def _parse_word(self, word: str) -> tuple[str, str | None]:
        """Parse a word into the full name of a side or fact, and its amount as typed, None if there is none."""
        variant, sides = self._variant, self._sides
        name, equals_sign, amount = word.partition("=")
        if equals_sign and name:
            return _resolve_name(variant, name, ()), amount
        name, amount = split_before(word, DIGITS)
        if word.lower() in sides or (amount and names.match_sides(word, sides, in_full=True)):
            return names.find_side(word, sides), None
        if word.endswith(":"):
            name = _resolve_name(variant, word.removesuffix(":"), sides)
            return name, None if name in sides or name in self._in_points else ""  # `hand:KKA` is `hand KKA`
        if not name or equals_sign or (name == "-" and amount):
            raise self._build_stray_number_error(word, amount)
        fact = variant.short_names.get(word[0].lower(), "") if len(name) > 1 else ""
        if fact in self._in_points and is_points(word[1:]) and not names.find_name(variant, word, sides):
            return fact, word[1:]  # such as `hKKA`
        if not amount:
            return _resolve_name(variant, word, sides), None
        return _resolve_name_before_number(variant, word, name, amount), amount

    def _read_number_first(self, texts: Sequence[str]) -> _Reading | None:
        if texts[0][0] not in DIGITS or names.match_sides(texts[0], self._sides, in_full=True):
            return None
        number, name = (texts[0], "") if is_points(texts[0]) else split_number(texts[0])
        if name:
            item = self._read_item([name, *texts[1:]], has_number=True)
        elif len(texts) == 1 or not texts[1][0].isalpha() or self._is_number_of_previous(texts):
            raise self._build_stray_number_error(texts[0], number)
        else:
            try:
                item = self._read_item(texts[1:], has_number=True)
            except WordError as error:
                error.length += 1  # the number is a part of what is wrong
                raise
        if item.name in self._sides or item.amount is not None:
            raise self._build_stray_number_error(texts[0], number)
        return replace(item, amount=number, length=item.length if name else item.length + 1)

    def _is_number_of_previous(self, texts: Sequence[str]) -> bool:
        """Return whether a number may belong to the points just before it: in `t 1 200 n`, but not in `t5 100 hand`."""
        name, amount = self._previous.name, self._previous.amount or ""
        is_split = self._previous.ends_in_amount and suggestions.join_thousands(amount, texts[0])
        if not is_split or name not in self._in_points:
            return False
        item = self._find_item(texts[1:])
        is_of_item = item and item.name in self._need_number and not "".join(texts[1 + item.length :])[:1].isdecimal()
        return not (is_of_item and self._is_likely(name, amount))

    def _add_separate_amount(self, reading: _Reading, texts: Sequence[str]) -> _Reading:
        """Return the reading of a fact with the amount in the next words, if there is one."""
        following = texts[reading.length] if len(texts) > reading.length else ""
        if reading.name not in names.list_names(self._variant, ()):
            return reading
        is_in_points = reading.name in self._in_points
        if reading.amount is None and is_in_points:
            is_certain = texts[reading.length - 1].lower() == WORD_BEFORE_CARDS
            spoken, length = self._read_spoken_cards(texts[reading.length :], is_certain=is_certain)
            if spoken:
                return replace(reading, amount="+".join(spoken), length=reading.length + length)
            has_letter = self._variant.short_names.get(texts[0][:1].lower()) == reading.name
            if has_letter and is_points(texts[0][1:]) and not remove_separators(following).isdecimal():
                reading = replace(reading, amount=texts[0][1:])  # `hA`, which begins `hand` as well
        if reading.amount is None:
            if not self._is_amount_of(reading.name, following):
                if is_in_points and is_cards(following):
                    message = f"a number is missing for {reading.name}"
                    hint, length = f"for cards, enter {reading.name}=1x{following.upper()}", reading.length + 1
                    raise WordError(message, hint, code=DiagnosticCode.INCOMPLETE_ITEM, length=length)
                return reading
            if self._is_number_of_next(reading, texts):
                return reading
            reading = replace(reading, amount=following, length=reading.length + 1)
        return self._add_separate_cards(reading, texts) if is_in_points else reading

    def _read_spoken_cards(self, texts: Sequence[str], *, is_certain: bool) -> tuple[list[str], int]:
        """Return the cards that are said after an item, and the number of their words: `a joker and two kings`."""
        cards: list[str] = []
        length = 0
        while texts[length:]:
            start = length + (bool(cards) and texts[length].lower() == "and")
            card, words = find_spoken_card(texts[start : start + 2]), texts[start : start + 2]
            # `hand two aces` may be canastas, and `hand a 10` an ace.
            is_unclear = not is_certain and bool(card) and (words[1].isdecimal() or words[1] in self._variant.facts)
            if not card or is_unclear:
                break
            cards.append(card)
            length = start + 2
        return cards, length

    def _is_amount_of(self, name: str, text: str) -> bool:
        if text.lower() in YES_NO_WORDS:
            return name in self._yes_or_no
        if is_amount(text):
            _, name_after = ("", "") if is_points(text) else split_number(text)
            return not (name_after and self._find_item([name_after]))
        if name not in self._in_points or not is_points(text):
            return False
        return text.lower() in JOKERS or not names.list_matches(self._variant, text, self._sides)

    def _is_number_of_next(self, reading: _Reading, texts: Sequence[str]) -> bool:
        """Return whether a number belongs to the item after it: `went out 2 naturals`; raises WordError if unclear."""
        items, numbers = self._read_row(reading, texts)
        if len(items) == len(numbers) or len({*items}) < len(items):
            return False
        # One item has no number of its own, here an empty one, and counts as 1.
        readings = {
            bare: [*numbers[:bare], "", *numbers[bare:]]
            for bare, name in enumerate(items)
            if name not in self._need_number
        }
        possible = {bare: amounts for bare, amounts in readings.items() if all(map(self._accepts, items, amounts))}
        likely = {bare: amounts for bare, amounts in possible.items() if all(map(self._is_likely, items, amounts))}
        if not possible or (items[-1] in self._need_number and not likely):  # a number is missing at the end
            return not self._accepts(reading.name, numbers[0])
        # Readings that give the same facts are one.
        by_facts = {tuple(map(_normalize_number, amounts)): bare for bare, amounts in (likely or possible).items()}
        bare_items = {*by_facts.values()}
        if 0 in bare_items and len(bare_items) > 1:
            first, second = (names.spell_name(self._variant, name) for name in items[:2])
            number, length = numbers[0], reading.length + 1
            message = f'"{number}" could be for {first} or {second}'
            hint, replacements = f"enter {first}={number} or {second}={number}", (f"{number},", f",{number}")
            raise WordError(message, hint, choices=items[:2], replacements=replacements, length=length)
        return bare_items == {0}

    def _read_row(self, reading: _Reading, texts: Sequence[str]) -> tuple[list[str], list[str]]:
        """Return the items and the numbers that follow one another by turns, beginning with an item."""
        items, numbers = [reading.name], list[str]()
        item: _Reading | None = reading
        while item and (texts := texts[item.length :]) and self._is_amount_of(item.name, texts[0]):
            numbers.append(texts[0])
            texts = texts[1:]
            item = self._find_item(texts)
            items += [item.name] if item else []
        return items, numbers

    def _accepts(self, name: str, number: str) -> bool:
        if name in self._yes_or_no:
            return number.lower() in ("", "0", "1", *YES_NO_WORDS)
        return name in DIRECT_FACTS or number.lower() in ("", *YES_NO_WORDS) or is_points(number)

    def _is_likely(self, name: str, number: str) -> bool:
        """Return whether a number is one that people say of an item: at most 20 canastas, only 0 of going out."""
        plain = _normalize_number(number)
        if name in self._end_play:
            return not (number.isdecimal() and int(number))
        if name in (TABLE_FACT, HAND_FACT):
            return not plain.isdecimal() or int(plain) % (self._variant.deck.point_unit or 1) == 0
        return name in self._need_number or (plain.isdecimal() and int(plain) <= suggestions.MOST_CANASTAS)

    def _add_separate_cards(self, reading: _Reading, texts: Sequence[str]) -> _Reading:
        """Return the reading with the cards in the next words, where the last words are cards: `hand K K A`."""
        amount, length = reading.amount or "", reading.length
        cards, comma, last = amount.rpartition(",")
        is_listed = comma and cards[0] in DIGITS and is_cards(last) and last.isalpha()
        # `h3xK,a` could end in an item before there were lists of cards.
        if is_listed and (matches := names.list_matches(self._variant, last, ())):
            raise suggestions.build_card_or_item_error(reading.name, cards, last, matches)
        while length < len(texts) and amount and not remove_separators(amount.rpartition("+")[2]).isdecimal():
            following = texts[length]
            if not is_cards(following) or following.lower() in self._variant.short_names:
                break
            matches = names.list_matches(self._variant, following, self._sides)
            if following.isdecimal():
                try:
                    parse_amount(self._variant, reading.name, f"1x{following}")
                except WordError:
                    break
                next_item = self._find_item(texts[length + 1 :])
                matches = [next_item.name] if next_item else []
            if matches:
                raise suggestions.build_card_or_item_error(reading.name, amount, following, matches, length=length + 1)
            amount, length = f"{amount},{following}", length + 1
        return replace(reading, amount=amount or reading.amount, length=length)

    def _build_stray_number_error(self, word: str, amount: str) -> WordError:
        previous = self._previous
        is_split = previous.ends_in_amount or not previous.last_word  # by a space or by a comma, as in `table=1, 200`
        before = previous.amount if is_split else None
        example = suggestions.format_example(self._variant, previous.name, before, amount)
        if word.startswith("-"):
            example = f"{TOTAL}={word}"
        hint = f"enter the item with its number, such as {example}"
        message = f'"{word}" does not say which item it is for'
        return WordError(message, hint, code=DiagnosticCode.INCOMPLETE_ITEM)

    def _enter_fact(self, index: int, reading: _Reading, words: Sequence[str]) -> None:
        name, side_facts = reading.name, self.facts[self._side]
        alone = "1" if name in self._variant.facts and name not in self._in_points else ""
        typed = alone if reading.amount is None else reading.amount
        said = {split_before(word.lower(), f"={DIGITS}")[0] for word in words}
        piles = [pile for pile in _PILES if pile in said or (pile == HAND_FACT and "h" in said)]
        pile = piles[0] if len(piles) == 1 else ""
        earlier_pile, earlier = self.piles.get((self._side, name), ("", ""))
        is_other_pile = name == HAND_FACT and {pile, earlier_pile} == {*_PILES}
        if is_other_pile:  # then both are one item
            typed, pile = f"{earlier}+{typed}", ""
            self.parsed_facts = [own for own in self.parsed_facts if (own.side, own.fact) != (self._side, name)]
        amount, cards = parse_amount(self._variant, name, typed)
        if name in side_facts and not is_other_pile:
            owner = name_holder(self._side, names.get_names(self._sides))
            spelled = names.spell_name(self._variant, name)
            hint = f"enter {spelled} once"
            if name in self._in_points:  # such as what is left in hand, and in foot
                hint += f", such as the sum {name}={side_facts[name]}+{amount}"
            message = f"{spelled} is entered twice for {owner}"
            code, side = DiagnosticCode.REPEATED_ITEM, self._side
            error = Diagnostic(code=code, message=message, hint=hint, side=side, fact=name, word_index=index)
            self.errors.append(error)
            return
        side_facts[name] = amount
        self.piles[self._side, name] = (pile, typed)
        self.parsed_facts.append(ParsedFact(side=self._side, fact=name, amount=amount, cards=cards, word_index=index))


def _resolve_name(variant: Variant, word: str, sides: names.Sides) -> str:
    """Return the side or fact that a word means: its full name, its letter, or a beginning that fits only one name."""
    if found := names.find_name(variant, word, sides):
        return found
    name = names.normalize_word(word)
    if names.is_foreign_side(name, sides):
        hint = f"the sides are {join_words(sides)}"
        raise WordError(f'"{word}" is not a side in this game', hint, code=DiagnosticCode.UNKNOWN_SIDE)
    if color := names.find_unscored_color(variant, name, sides):
        raise suggestions.build_unscored_threes_error(variant, word, color)
    if matches := names.list_matches(variant, word, sides):
        raise names.build_ambiguity_error(word, matches, sides, variant)
    message = f'unknown item "{word}"'
    if hint := suggestions.suggest_fact(variant, name, sides):
        raise WordError(message, hint, code=DiagnosticCode.UNKNOWN_ITEM)
    if is_cards(word) or find_spoken_card(("1", word)):
        hint = f"enter cards after their item, with commas, such as {HAND_FACT}=K,K,A"
        raise WordError(message, hint, code=DiagnosticCode.UNKNOWN_ITEM)
    everyday_facts = (names.spell_in_list(variant, fact.name) for fact in variant.facts.values() if fact.short_name)
    raise WordError(message, format_known_names(everyday_facts), code=DiagnosticCode.UNKNOWN_WORD)


def _resolve_name_before_number(variant: Variant, word: str, name: str, amount: str) -> str:
    if name.lower() in variant.short_names:
        return variant.short_names[name.lower()]
    if color := names.find_unscored_color(variant, name.lower()):
        raise suggestions.build_unscored_threes_error(variant, word, color)
    facts = [match for match in names.list_matches(variant, name, ()) if match not in DIRECT_FACTS]
    if len(facts) == 1 and ALL_CANASTAS.startswith(name.lower()):
        return facts[0]  # `c3` is three clean books, because count is in points
    if name.endswith("-") and (fact := names.find_name(variant, name[:-1])):
        if fact in DIRECT_FACTS:
            raise WordError(f'"{word}" has no equals sign', f"enter {fact}=-{amount}")
        hint = f"enter {fact}={amount}; the program subtracts what counts against a side"
        raise WordError(f'"{word}" has a minus sign', hint)
    fact = _resolve_name(variant, name, ())
    if hint := suggestions.suggest_other_meaning(variant, fact, name, amount):
        raise WordError(f'"{word}" has no equals sign', hint)
    return fact


def _normalize_number(text: str) -> str:
    """Return a number that is typed without separators; an item without one counts as 1."""
    return str(YES_NO_WORDS.get(text.lower(), remove_separators(text or "1")))
