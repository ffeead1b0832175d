"""The questions that lead to a hand's facts: side after side, only what can still matter, by the variant's labels."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from canasta_score.hand.facts import HandFacts, SideFacts, list_special_hands
from canasta_score.hand.referee.checks import Problem, referee
from canasta_score.hand.tally.amounts import DIGITS, InvalidPointsError, WrongWordError
from canasta_score.hand.tally.parser import match_names, normalize_word, parse_amount, unique_match
from canasta_score.rules.diagnostics import format_suggestion
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.special_hands import OpponentScoring
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import is_ascii_digits, split_before

_SPECIAL_HAND_LABEL, _OTHER_CANASTAS_LABEL, _PENALTIES_LABEL = "Special hand", "Other canastas", "Penalties"
YES_WORDS, NO_WORDS = ("y", "yes"), ("n", "no", "none", "-", "0")
_NAME_FACTS_HINT = "name those the side has, or Enter for none"


class FactNotAskedError(WrongWordError):
    """A fact that no question at hand asks for."""

    def __init__(self, fact: str) -> None:
        """Keep which."""
        hint = "it has a question of its own, or cannot be beside what is told so far"
        super().__init__(f"'{fact}' is not asked for here", hint)
        self.fact = fact


@frozen
class Question(Value):
    """One question: whose, what it is called, and the facts that answer it; of `several`, those the side has are named.

    A question for one fact is answered by its number; yes is one of it.
    """

    side: str
    label: str
    facts: tuple[Fact, ...]
    allows_several: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """Give what tells it from the others, also when fewer facts can matter."""
        return self.side, self.label

    @property
    def is_yes_or_no(self) -> bool:
        """Tell whether it is answered by yes or no."""
        return not self.allows_several and self.facts[0].most == 1


Answers = Mapping[tuple[str, str], SideFacts]


def list_questions(variant: Variant, sides: Sequence[str], answers: Answers, *, anyway: bool = False) -> list[Question]:
    """List the questions that matter with some answers; one that is not answered yet is taken as answered by none.

    Where things are taken `anyway`, though they cannot have happened, what is impossible is asked for too.
    """
    facts: dict[str, SideFacts] = {side: {} for side in sides}
    questions: list[Question] = []
    for side in sides:
        for question in _SideInterview(variant, facts, side, anyway=anyway).iter_questions():
            questions.append(question)
            facts[side] = {**facts[side], **find_answer(question, answers)}
    return questions


def collect_facts(questions: Iterable[Question], answers: Answers, sides: Sequence[str]) -> HandFacts:
    """Give the facts that answers to some questions tell."""
    facts: dict[str, SideFacts] = {side: {} for side in sides}
    for question in questions:
        facts[question.side] = {**facts[question.side], **find_answer(question, answers)}
    return facts


def find_answer(question: Question, answers: Answers) -> SideFacts:
    """Give the answer to a question, of the facts that can matter; none where it is not answered yet."""
    names = {fact.name for fact in question.facts}
    return {name: number for name, number in answers.get(question.key, {}).items() if name in names}


class _SideInterview:
    """Asking one side: the questions depend on all that is told when each of them is asked for."""

    def __init__(self, variant: Variant, facts: Mapping[str, SideFacts], side: str, *, anyway: bool) -> None:
        """Take the facts of all sides, which grow by each answer before the next question is asked for."""
        self.variant, self.facts, self.side, self.anyway = variant, facts, side, anyway

    def iter_questions(self) -> Iterator[Question]:
        """Go through the questions for the side."""
        variant = self.variant
        bonuses = sorted(variant.bonuses, key=_requires_other_bonus)
        yield from self._iter_single_questions(bonus for bonus in bonuses if _is_earned_before_play(bonus))
        yield from self._iter_group_question(_SPECIAL_HAND_LABEL, variant.specials.hands)
        if self._is_ended_by_special_hand():
            return
        yield from self._iter_single_questions(variant.threes.colours)
        yield self._build_question(variant.count.table)
        if self.facts[self.side].get(variant.count.table.name):
            yield from self._iter_single_questions(canasta for canasta in variant.canastas if canasta.short)
            yield from self._iter_group_question(
                _OTHER_CANASTAS_LABEL, [canasta for canasta in variant.canastas if not canasta.short]
            )
            yield from self._iter_single_questions(bonus for bonus in bonuses if not _is_earned_before_play(bonus))
        yield self._build_question(variant.count.hand)
        yield from self._iter_group_question(_PENALTIES_LABEL, variant.penalties)

    def _build_question(self, fact: Fact) -> Question:
        """Make the question for one fact."""
        return Question(side=self.side, label=fact.label, facts=(fact,))

    def _iter_single_questions(self, facts: Iterable[Fact]) -> Iterator[Question]:
        """Ask for each fact that can matter."""
        return (self._build_question(fact) for fact in facts if self._can_have(fact, self._count_impossible_now()))

    def _iter_group_question(self, label: str, facts: Sequence[Fact]) -> Iterator[Question]:
        """Ask in one question which of some facts the side has, of those that can matter; one fact by its own label."""
        if len(facts) == 1:
            yield from self._iter_single_questions(facts)
            return
        problems = self._count_impossible_now()
        if mattering := tuple(fact for fact in facts if self._can_have(fact, problems)):
            yield Question(side=self.side, label=label, facts=mattering, allows_several=True)

    def _is_ended_by_special_hand(self) -> bool:
        """Tell whether a special hand leaves the side nothing more to tell."""
        layers = [side for side, told in self.facts.items() if list_special_hands(self.variant, told)]
        nothing_beside = self.variant.specials.opponents is OpponentScoring.NOTHING
        return self.side in layers or (bool(layers) and nothing_beside)

    def _count_impossible_now(self) -> int:
        """Count what is impossible in what is told."""
        return count_impossible(self.variant, self.facts)

    def _can_have(self, fact: Fact, problems: int) -> bool:
        """Tell whether the side can have a fact beside what is told: the least of it makes nothing more impossible."""
        having = {
            **self.facts,
            self.side: {**self.facts[self.side], fact.name: find_smallest_amount(self.variant, fact)},
        }
        return self.anyway or count_impossible(self.variant, having) <= problems


def find_smallest_amount(variant: Variant, fact: Fact) -> int:
    """Give the least that a side can have of a fact, if it has any: one, or the points of which all are multiples."""
    return (fact.is_in_points and variant.deck.point_unit) or 1


def _is_earned_before_play(bonus: Bonus) -> bool:
    """Tell whether a bonus is no matter of going out, so that a side with nothing on the table may have it."""
    return bonus.always or not (bonus.one_side or bonus.beside)


def _requires_other_bonus(bonus: Bonus) -> bool:
    """Tell whether a side has a bonus only beside another one, which is asked for first."""
    return bool(bonus.beside)


def list_repeatable_facts(variant: Variant, question: Question, facts: HandFacts) -> list[str]:
    """List the facts of a question of which its side can have more than one beside what is told."""
    told, problems = facts[question.side], count_impossible(variant, facts)
    doubled = {fact.name: {**facts, question.side: {**told, fact.name: 2}} for fact in question.facts}
    return [name for name, having in doubled.items() if count_impossible(variant, having) <= problems]


def find_blocking_problem(variant: Variant, facts: HandFacts, side: str, fact: str) -> Problem | None:
    """Give the problem that keeps a side from having a fact beside what is told; None where it can have it."""
    having = {**facts, side: {**facts[side], fact: find_smallest_amount(variant, variant.facts[fact])}}
    before = referee(variant, facts)
    new = (problem for problem in referee(variant, having) if problem.is_impossible and problem not in before)
    return next(new, None)


def count_impossible(variant: Variant, facts: HandFacts) -> int:
    """Count the impossible problems."""
    return sum(problem.is_impossible for problem in referee(variant, facts))


def parse_answer(variant: Variant, question: Question, text: str) -> SideFacts:
    """Read the answer to a question into its facts; raises WrongWordError with what is wrong and the remedy.

    None of a fact is no fact: `0`, `no` and a dash say so.
    """
    answer = text.strip()
    if answer.lower() in NO_WORDS:
        return {}
    fact, *others = question.facts
    if question.allows_several and (others or not _is_number_or_yes(answer)):
        return _parse_named_facts(variant, question, _join_separate_numbers(answer.replace(",", " ").split()))
    if (answer.lower() in YES_WORDS and not fact.is_in_points) or (
        question.is_yes_or_no and answer.lower() in {fact.name, fact.short}
    ):
        return {fact.name: 1}
    number = _strip_fact_name(fact, re.sub(r"\s*([+=])\s*", r"\1", answer))
    if question.is_yes_or_no and number not in {"0", "1"}:
        raise WrongWordError(f"'{answer}' is neither yes nor no", "answer y or n")
    return {name: amount for name, amount in [(fact.name, _parse_fact_amount(variant, fact, number))] if amount}


def _is_number_or_yes(answer: str) -> bool:
    """Tell whether an answer says how many of a fact there are, without its name."""
    return is_ascii_digits(answer) or answer.lower() in YES_WORDS


def _strip_fact_name(fact: Fact, answer: str) -> str:
    """Give a number without the name of its fact, which may stand before it as in a tally, and its thousands in one."""
    prefix = f"(?:{fact.name}=|{fact.short or fact.name}=?)?"
    number = re.sub(f"^{prefix}(?=[0-9-])", "", answer, flags=re.IGNORECASE)
    return number.replace(",", "") if re.fullmatch(r"[0-9]{1,3}(,[0-9]{3})+", number) else number


def _parse_fact_amount(variant: Variant, fact: Fact, number: str) -> int:
    """Read how many there are of a fact, or how many points; of no rank more cards than the deck holds."""
    try:
        amount, cards = parse_amount(variant, fact.name, number)
    except InvalidPointsError as wrong:
        raise WrongWordError(wrong.message, "write points (345), a sum (300+45) or cards (7xK+3xA)") from None
    for rank, count in cards.items():
        if count > variant.deck.count_rank(rank):
            hint = f"the deck holds {variant.deck.count_rank(rank)}"
            raise WrongWordError(f"'{number}' names {count} cards of rank {rank}", hint)
    return amount


def _join_separate_numbers(words: Sequence[str]) -> list[str]:
    """Join numbers that stand apart to the names before them.

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
    """Read the facts that words name, each with its number or alone for 1, into those of a question."""
    if not any(match_names(split_before(word, f"={DIGITS}")[0] or word, variant.facts) for word in words):
        words = [" ".join(words)]
    told: dict[str, int] = {}
    for word in words:
        name, number = _parse_fact_word(variant, question, word)
        if name in told:
            raise WrongWordError(f"'{name}' is told twice", "tell it once")
        told[name] = _parse_fact_amount(variant, variant.facts[name], number)
    return {name: number for name, number in told.items() if number}


def _parse_fact_word(variant: Variant, question: Question, word: str) -> tuple[str, str]:
    """Read a word into the name of one of a question's facts, by any beginning that fits no other of them."""
    begun, sign, number = word.partition("=")
    names = [fact.name for fact in question.facts]
    letter, digits = split_before(begun.lower(), DIGITS)
    for fact in question.facts:
        if fact.short and letter == fact.short:
            return fact.name, number or digits or "1"
    if begun and (fitting := match_names(begun, names)):
        return unique_match(begun, fitting), number if sign else "1"
    known = match_names(begun, variant.facts) if begun else []
    if len(known) == 1:
        raise FactNotAskedError(known[0])
    hint = _NAME_FACTS_HINT if known or word[:1] in DIGITS else format_suggestion(normalize_word(begun), names)
    raise WrongWordError(f"'{word}' is none of these", hint)
