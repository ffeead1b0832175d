"""Guided entry of a hand: the questions that still matter, side after side, and the answers parsed into facts."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from canasta_score.hand.facts import HandFacts, SideFacts, WordError, find_smallest_amount, is_set_aside
from canasta_score.hand.referee.checks import count_impossible
from canasta_score.hand.tally.amounts import DIGITS
from canasta_score.hand.tally.names import match_names, normalize_word, unique_match
from canasta_score.hand.tally.parser import parse_amount
from canasta_score.rules.diagnostics import DiagnosticCode, format_suggestion
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.cards import format_rank_count
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import is_ascii_digits, split_before

_SPECIAL_HAND_LABEL, _OTHER_CANASTAS_LABEL, _PENALTIES_LABEL = "Special hand", "Other canastas", "Penalties"
YES_WORDS, NO_WORDS = ("y", "yes"), ("n", "no", "none", "-", "0")
_NAME_FACTS_HINT = "type the names of the items that the side has, or press Enter for none"
_NOT_ASKED_HINT = "it is asked separately, or is impossible with what you have entered"
_POINTS_HINT = "enter points (345), a sum (300+45), or cards (7xK+3xA)"


@frozen
class Question(Value):
    """One question to a side: for the number of one fact, or for all that the side has of several facts.

    A question for one fact whose most is 1 is answered by yes or no.
    """

    side: str
    label: str
    facts: tuple[Fact, ...]
    allows_several: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """Return what identifies the question, whichever of its facts can still matter."""
        return self.side, self.label

    @property
    def is_yes_or_no(self) -> bool:
        """Return whether the question is answered by yes or no."""
        return not self.allows_several and self.facts[0].most == 1


Answers = Mapping[tuple[str, str], SideFacts]  # by the keys of the questions


def list_questions(variant: Variant, sides: Sequence[str], answers: Answers, *, anyway: bool = False) -> list[Question]:
    """Return the questions that matter with the answers so far; an unanswered question counts as answered by none.

    With `anyway`, facts that are impossible beside the answers so far are asked for too.
    """
    facts: dict[str, SideFacts] = {side: {} for side in sides}
    questions: list[Question] = []
    for side in sides:
        for question in _SideInterview(variant, facts, side, anyway=anyway).iter_questions():
            questions.append(question)
            facts[side] = {**facts[side], **find_answer(question, answers)}
    return questions


def collect_facts(questions: Iterable[Question], answers: Answers, sides: Sequence[str]) -> HandFacts:
    """Return the facts that the answers to some questions enter."""
    facts: dict[str, SideFacts] = {side: {} for side in sides}
    for question in questions:
        facts[question.side] = {**facts[question.side], **find_answer(question, answers)}
    return facts


def find_answer(question: Question, answers: Answers) -> SideFacts:
    """Return the answer to a question, of the facts that still matter; nothing if it is not answered yet."""
    names = {fact.name for fact in question.facts}
    return {name: number for name, number in answers.get(question.key, {}).items() if name in names}


class _SideInterview:
    """The questions for one side: each depends on all facts that are known when it is asked for."""

    def __init__(self, variant: Variant, facts: Mapping[str, SideFacts], side: str, *, anyway: bool) -> None:
        # The caller adds each answer to the facts before it asks for the next question.
        self.variant, self.facts, self.side, self.anyway = variant, facts, side, anyway

    def iter_questions(self) -> Iterator[Question]:
        variant = self.variant
        bonuses = sorted(variant.bonuses, key=lambda bonus: bool(bonus.beside))  # after the bonus that it requires
        yield from self._iter_single_questions(bonus for bonus in bonuses if _is_earned_before_play(bonus))
        yield from self._iter_group_question(_SPECIAL_HAND_LABEL, variant.specials.hands)
        if is_set_aside(variant, self.facts, self.side):
            return
        yield from self._iter_single_questions(variant.threes.colours)
        yield self._build_question(variant.count.table)
        if self.facts[self.side].get(variant.count.table.name):
            yield from self._iter_single_questions(canasta for canasta in variant.canastas if canasta.short)
            other_canastas = [canasta for canasta in variant.canastas if not canasta.short]
            yield from self._iter_group_question(_OTHER_CANASTAS_LABEL, other_canastas)
            yield from self._iter_single_questions(bonus for bonus in bonuses if not _is_earned_before_play(bonus))
        yield self._build_question(variant.count.hand)
        yield from self._iter_group_question(_PENALTIES_LABEL, variant.penalties)

    def _build_question(self, fact: Fact) -> Question:
        return Question(side=self.side, label=fact.label, facts=(fact,))

    def _iter_single_questions(self, facts: Iterable[Fact]) -> Iterator[Question]:
        for fact in facts:
            if self._can_have(fact, count_impossible(self.variant, self.facts)):
                yield self._build_question(fact)

    def _iter_group_question(self, label: str, facts: Sequence[Fact]) -> Iterator[Question]:
        if len(facts) == 1:
            yield from self._iter_single_questions(facts)
            return
        impossible = count_impossible(self.variant, self.facts)
        if possible_facts := tuple(fact for fact in facts if self._can_have(fact, impossible)):
            yield Question(side=self.side, label=label, facts=possible_facts, allows_several=True)

    def _can_have(self, fact: Fact, impossible: int) -> bool:
        # A fact can matter if the smallest amount of it makes no more impossible than is impossible already.
        amount = find_smallest_amount(self.variant, fact)
        facts = {**self.facts, self.side: {**self.facts[self.side], fact.name: amount}}
        return self.anyway or count_impossible(self.variant, facts) <= impossible


def _is_earned_before_play(bonus: Bonus) -> bool:
    # No matter of going out, so a side with nothing on the table may have it.
    return bonus.always or not (bonus.one_side or bonus.beside)


def list_repeatable_facts(variant: Variant, question: Question, facts: HandFacts) -> list[str]:
    """Return the names of a question's facts of which the side can have more than one beside the facts so far."""
    side_facts, impossible = facts[question.side], count_impossible(variant, facts)
    doubled = {fact.name: {**facts, question.side: {**side_facts, fact.name: 2}} for fact in question.facts}
    return [name for name, with_two in doubled.items() if count_impossible(variant, with_two) <= impossible]


def parse_answer(variant: Variant, question: Question, text: str) -> SideFacts:
    """Parse the answer to a question into facts; `0`, `no` and a dash answer none. Raises WordError."""
    answer = text.strip()
    if answer.lower() in NO_WORDS:
        return {}
    fact, *others = question.facts
    if question.allows_several and (others or not _is_number_or_yes(answer)):
        return _parse_named_facts(variant, question, _join_separate_numbers(answer.replace(",", " ").split()))
    if answer.lower() in YES_WORDS and not fact.is_in_points:
        return {fact.name: 1}
    if question.is_yes_or_no and answer.lower() in {fact.name, fact.short}:
        return {fact.name: 1}
    number = _strip_fact_name(fact, re.sub(r"\s*([+=])\s*", r"\1", answer))
    if question.is_yes_or_no and number not in {"0", "1"}:
        raise WordError(f'"{answer}" is not an answer here', "type y for yes or n for no")
    amount = _parse_fact_amount(variant, fact, number)
    return {fact.name: amount} if amount else {}


def _is_number_or_yes(answer: str) -> bool:
    return is_ascii_digits(answer) or answer.lower() in YES_WORDS


def _strip_fact_name(fact: Fact, answer: str) -> str:
    # The name may stand before the number as in a tally: `red=3`, `r3`.
    prefix = f"(?:{fact.name}=|{fact.short or fact.name}=?)?"
    return re.sub(f"^{prefix}(?=[0-9-])", "", answer, flags=re.IGNORECASE)


def _parse_fact_amount(variant: Variant, fact: Fact, number: str) -> int:
    try:
        amount, cards = parse_amount(variant, fact.name, number)
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


def _join_separate_numbers(words: Sequence[str]) -> list[str]:
    """Join each number to the bare name before it.

    >>> _join_separate_numbers("open-aces short 85".split())
    ['open-aces', 'short=85']
    """
    joined: list[str] = []
    for word in words:
        if word[0] in DIGITS and joined and not split_before(joined[-1], f"={DIGITS}")[1]:
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _parse_named_facts(variant: Variant, question: Question, words: Sequence[str]) -> SideFacts:
    if not any(match_names(split_before(word, f"={DIGITS}")[0] or word, variant.facts) for word in words):
        words = [" ".join(words)]  # none is a name, so all of them are one wrong answer
    side_facts: dict[str, int] = {}
    for word in words:
        name, amount = _parse_fact_word(variant, question, word)
        if name in side_facts:
            raise WordError(f"{name} is entered twice", f"enter {name} once")
        side_facts[name] = _parse_fact_amount(variant, variant.facts[name], amount)
    return {name: number for name, number in side_facts.items() if number}


def _parse_fact_word(variant: Variant, question: Question, word: str) -> tuple[str, str]:
    beginning, equals_sign, amount = word.partition("=")
    names = [fact.name for fact in question.facts]
    letter, digits = split_before(beginning.lower(), DIGITS)
    for fact in question.facts:
        if fact.short and letter == fact.short:
            return fact.name, amount or digits or "1"
    if beginning and (matches := match_names(beginning, names)):
        return unique_match(beginning, matches), amount if equals_sign else "1"
    known = match_names(beginning, variant.facts) if beginning else []
    if len(known) == 1:
        message = f"{known[0]} does not belong here"
        raise WordError(message, _NOT_ASKED_HINT, code=DiagnosticCode.FACT_NOT_ASKED, fact=known[0])
    hint = _NAME_FACTS_HINT if known or word[:1] in DIGITS else format_suggestion(normalize_word(beginning), names)
    raise WordError(f'"{word}" is not one of the choices', hint)
