"""Guided entry of a hand: the questions, in the same order for every hand, and the answers parsed into facts."""

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import dropwhile

from canasta_score.hand.amounts import is_cards, is_points, join_separated_numbers
from canasta_score.hand.facts import (
    PAIR_SIGN,
    HandFacts,
    SideFacts,
    TallyError,
    WordError,
    find_fact_errors,
    is_set_aside,
)
from canasta_score.hand.partners import find_partners, is_own, split_pair
from canasta_score.hand.referee.checks import count_impossible
from canasta_score.hand.tally.names import Sides, find_side, get_names, match_sides, names_fact
from canasta_score.hand.tally.parser import parse_amount, parse_partial_tally
from canasta_score.hand.tally.tokens import NO_WORDS, NOTHING_WORDS, YES_WORDS, replace_number_words, tokenize
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, format_suggestion
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model.cards import format_rank_count
from canasta_score.rules.model.facts import DIRECT_FACTS, Fact
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import find_closest, join_words, split_players

_ANYTHING_ELSE_LABEL = "Anything else"
_WHO_PLAYS_ALONE_LABEL = "Who plays alone"
_COMMAND_WORDS = ("add", "enter")
_NONE_WORDS = (*NO_WORDS, *NOTHING_WORDS, "-", "0")
_NOBODY_WORDS = (*_NONE_WORDS, "nobody")
_MIN_SIMILARITY = 0.8  # of an item whose name is mistyped with spaces
_COUNT_HINT = "type how many, or press Enter for none"
_NOT_ASKED_HINT = "it has a question of its own; type < to go back"
_UNKNOWN_ITEM_HINT = "type ? for the list, or press Enter for none"
_POINTS_HINT = "enter points (345), a sum (300+45), or cards (7xK+3xA)"
_NAMED_AMOUNTS = (
    r"(?P<name>[^\W\d_][^\d=:]*?) *[=:]? *(?P<amount>-?\d.*)",
    r"(?P<amount>\d[\d.,+ ]*?) *(?P<name>[^\W\d_][^\d=:]*)",
    r"(?P<name>[^\W\d_][^ =:]*) *[ =:] *(?P<amount>.+)",
)
Answers = Mapping[tuple[str, str], SideFacts]  # by the keys of the questions


class Question(Value):
    """One question to a side: for the number of one fact, or for whatever the side has of several facts."""

    side: str  # empty for the question who plays alone
    label: str
    facts: tuple[Fact, ...]  # or the players; if the most of a single fact is 1, the answer is yes or no
    allows_several: bool = False
    is_asked: bool = True  # else only someone who names the item answers it

    @property
    def key(self) -> tuple[str, str]:
        """Return what identifies the question, independent of which of its facts still matter."""
        return self.side, self.label

    @property
    def is_yes_or_no(self) -> bool:
        """Return whether the question is answered by yes or no."""
        return bool(self.side) and not self.allows_several and self.facts[0].most == 1


def list_questions(variant: Variant, sides: Sides, answers: Answers) -> list[Question]:
    """Return the questions of a hand: who plays alone, the everyday items of each side, and then everything else."""
    questions: list[Question] = []
    rest: list[Question] = []
    if variant.has_partners_by_hand:
        players = tuple(Fact(name=side, label=name, most=1) for side, name in get_names(sides).items())
        questions.append(Question(side="", label=_WHO_PLAYS_ALONE_LABEL, facts=players))
    facts = _start_facts(answers, sides)
    partners = find_partners(facts)
    everyday_facts: list[Fact] = [
        *variant.threes.colors,
        *(canasta for canasta in variant.canastas if canasta.short_name),
        *(bonus for bonus in variant.bonuses if bonus.one_side and not (bonus.always or bonus.beside)),
        variant.card_points.on_table,
        variant.card_points.in_hand,
    ]
    other_facts = [fact for fact in variant.facts.values() if fact not in everyday_facts]
    endings = {bonus.name for bonus in variant.bonuses if bonus.one_side and bonus.ends_play}
    has_ended = False
    for side in facts:
        everyday, others = [] if is_set_aside(variant, facts, side) else everyday_facts, other_facts
        if partners and (side in partners or PAIR_SIGN in side):  # together, and each for what is the player's own
            everyday, others = (
                [fact for fact in several if is_own(variant, fact.name) == (side in partners)]
                for several in (everyday, others)
            )
        asked = [
            Question(side=side, label=fact.label, facts=(fact,), is_asked=not (has_ended and fact.name in endings))
            for fact in everyday
        ]
        label = _ANYTHING_ELSE_LABEL
        other = Question(side=side, label=label, facts=tuple(others), allows_several=True, is_asked=False)
        for question in (*asked, other):
            facts[side] = {**facts[side], **find_answer(question, answers)}
        has_ended = has_ended or not endings.isdisjoint(facts[side])
        questions += asked
        rest += [other] if others else []
    return [*questions, *rest]


def collect_facts(questions: Iterable[Question], answers: Answers, sides: Collection[str]) -> HandFacts:
    """Return the facts that the answers to some questions enter."""
    facts = _start_facts(answers, sides)
    for question in questions:
        if question.side:
            facts[question.side] = {**facts[question.side], **find_answer(question, answers)}
    return facts


def answer_who_plays_alone(facts: HandFacts) -> Answers:
    """Return the answer to who plays alone that the facts of a hand give."""
    partners = find_partners(facts)
    alone = [side for side in facts if partners and PAIR_SIGN not in side and side not in partners]
    return {("", _WHO_PLAYS_ALONE_LABEL): dict.fromkeys(alone, 1)}


def find_answer(question: Question, answers: Answers) -> SideFacts:
    """Return the answer to a question, of the facts that still matter; nothing if it is not answered yet."""
    names = {fact.name for fact in question.facts}
    return {name: number for name, number in answers.get(question.key, {}).items() if name in names}


def list_repeatable_facts(variant: Variant, question: Question, facts: HandFacts) -> list[str]:
    """Return the names of a question's facts that the side can have more than once, given the facts so far."""
    side_facts, impossible = facts.get(question.side, {}), count_impossible(variant, facts)
    doubled = {fact.name: {**facts, question.side: {**side_facts, fact.name: 2}} for fact in question.facts}
    return [name for name, with_two in doubled.items() if count_impossible(variant, with_two) <= impossible]


def parse_answer(variant: Variant, question: Question, text: str) -> SideFacts:
    """Parse the answer to a question into facts; only those above 0 are returned. Raises WordError."""
    # A person may copy a hint or an example, such as `add we table=200`.
    copied, words = (*_COMMAND_WORDS, question.side), join_separated_numbers(text).split()
    answer = " ".join(dropwhile(lambda word: word.lower() in copied, words)) or " ".join(words)
    if not question.side:
        if answer.lower() in _NOBODY_WORDS:
            return {}
        players = {fact.name: fact.label for fact in question.facts}
        partners = split_players(answer)
        if match_sides(answer, players) or len(partners) != len(players) - 1:
            lone = find_side(answer, players)
        else:  # the one besides these
            named = {find_side(player, players) for player in partners}
            lone = next(player for player in players if player not in named)
        return {lone: 1}
    fact = question.facts[0]
    if question.is_yes_or_no:
        reply = answer.lower().removeprefix(f"{fact.name}=")
        if reply not in (*NO_WORDS, *YES_WORDS) and not names_fact(variant, fact, reply):
            raise WordError(f'"{answer}" is not an answer here', "type y for yes or n for no")
        return {} if reply in NO_WORDS else {fact.name: 1}
    is_in_points = fact.is_in_points and not question.allows_several
    if is_in_points and answer.lower() in NO_WORDS:  # rather meant for the question before
        raise WordError(f'"{answer}" is not a number', "enter points, or 0 for none")
    if answer.lower() in _NONE_WORDS:
        return {}
    if question.allows_several:
        return _parse_several(variant, question, answer)
    if answer.lower() in YES_WORDS:
        raise WordError(f'"{answer}" is not a number', _POINTS_HINT if fact.is_in_points else _COUNT_HINT)
    # Spaces around a sign, full-width digits and the like are read as in a tally, where a side comes first.
    tokens = replace_number_words(variant, tokenize(["side", *answer.split()])[1:])
    amount = _parse_fact_amount(variant, fact, " ".join(token.text for token in tokens))
    return {fact.name: amount} if amount else {}


def parse_fields(variant: Variant, sides: Sides, fields: Mapping[str, str]) -> HandFacts:
    """Parse the fields of a form, such as `ann+bob.table`, into facts; raises TallyError with all mistakes."""
    facts: dict[str, dict[str, int]] = {side: {} for side in sides}
    errors: list[Diagnostic] = []
    for field, text in fields.items():
        holder, _, name = field.partition(".")
        try:
            if text.strip():
                facts.setdefault(holder, {}).update(_parse_field(variant, sides, holder, name, text))
        except WordError as error:
            errors.append(replace(error.diagnostic, side=holder, fact=name))
    for side, side_facts in facts.items():
        errors += find_fact_errors(variant, side, side_facts)
    if errors:
        raise TallyError(errors)
    return facts


def _parse_field(variant: Variant, sides: Sides, holder: str, name: str, text: str) -> SideFacts:
    if not all(side in sides for side in split_pair(holder)):
        hint = f"the sides are {join_words(sides)}"
        raise WordError(f'unknown side "{holder}"', hint, code=DiagnosticCode.UNKNOWN_SIDE)
    fact = variant.facts.get(name)
    if fact is None and name not in DIRECT_FACTS:
        hint = format_suggestion(name, variant.facts)
        raise WordError(f'unknown item "{name}"', hint, code=DiagnosticCode.UNKNOWN_ITEM)
    question = fact and Question(side=holder, label=fact.label, facts=(fact,))
    if question and not question.is_yes_or_no:
        return parse_answer(variant, question, text)
    amount, _ = parse_amount(variant, name, text.strip())
    return {name: amount} if amount or not fact else {}


def _start_facts(answers: Answers, sides: Collection[str]) -> dict[str, SideFacts]:
    """Return facts without numbers for each side, and for the partners if somebody plays alone."""
    alone = answers.get(("", _WHO_PLAYS_ALONE_LABEL))
    pairs = [PAIR_SIGN.join(side for side in sides if side not in alone)] if alone else []
    return {side: {} for side in (*pairs, *sides)}


def _parse_several(variant: Variant, question: Question, answer: str) -> SideFacts:
    parsed = parse_partial_tally(variant, [question.side, *answer.split()], [question.side])
    if parsed.errors:
        # `open sevns` is a mistyped name of two words rather than `open`, which could be many.
        words, known = answer.split(), [fact.name for fact in question.facts]
        name = find_closest("-".join(words), known, min_similarity=_MIN_SIMILARITY)
        if name and all(map(str.isalpha, words)) and len(words) > 1:
            raise WordError(f'unknown item "{answer}"', f'did you mean "{name}"?')
        error = parsed.errors[0]
        hint = _UNKNOWN_ITEM_HINT if error.code is DiagnosticCode.UNKNOWN_WORD else error.hint
        raise WordError(error.message, hint, code=error.code, fact=error.fact, choices=error.choices)
    side_facts, names = parsed.facts[question.side], {fact.name for fact in question.facts}
    for name in side_facts:
        if name not in names:
            message = f'"{name}" does not belong here'
            raise WordError(message, _NOT_ASKED_HINT, code=DiagnosticCode.FACT_NOT_ASKED, fact=name)
    return {name: number for name, number in side_facts.items() if number}


def _parse_fact_amount(variant: Variant, fact: Fact, answer: str) -> int:
    try:
        amount, cards = parse_amount(variant, fact.name, _strip_fact_name(variant, fact, answer))
    except WordError as error:
        if error.diagnostic.code is not DiagnosticCode.INVALID_POINTS:
            raise
        raise WordError(error.diagnostic.message, _POINTS_HINT) from None
    for rank, count in cards.items():
        available = variant.deck.count_rank(rank)
        if count > available:
            message = f"{format_rank_count(count, rank)}, but the deck has only {available}"
            raise WordError(message, "count them again")
    return amount


def _strip_fact_name(variant: Variant, fact: Fact, answer: str) -> str:
    # The name may stand before or after the number as in a tally: `red=3`, `3 red threes`, `r3`, `hand KKA`.
    if not fact.is_in_points and names_fact(variant, fact, answer):
        return "1"
    for pattern in _NAMED_AMOUNTS:
        named = re.fullmatch(pattern, answer)
        if named and names_fact(variant, fact, named["name"]) and not is_cards(answer):
            return named["amount"]
    is_letter = answer[:1].lower() == fact.short_name and is_points(answer[1:])
    return answer[1:] if fact.is_in_points and is_letter and not is_cards(answer) else answer
