"""The questions that lead to a hand's facts: side after side, only what can still matter, by the variant's labels."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from canasta_score.hand.facts import HandFacts, Told, special_hands_of
from canasta_score.hand.referee.checks import Problem, referee
from canasta_score.hand.tally.amounts import DIGITS, NoPointsError, WrongWordError, cut_at, is_in_digits
from canasta_score.hand.tally.parser import as_name, fitting_names, read_number, the_one
from canasta_score.rules.diagnostics import did_you_mean
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.special_hands import Opponents
from canasta_score.rules.model.variant import Variant

SPECIAL, OTHER_CANASTAS, PENALTIES = "Special hand", "Other canastas", "Penalties"
YES, NO = ("y", "yes"), ("n", "no", "none", "-", "0")
NONE_OF_THEM = "name those the side has, or Enter for none"


class NotAskedError(WrongWordError):
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
    several: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """Give what tells it from the others, also when fewer facts can matter."""
        return self.side, self.label

    @property
    def is_yes_or_no(self) -> bool:
        """Tell whether it is answered by yes or no."""
        return not self.several and self.facts[0].most == 1


Answers = Mapping[tuple[str, str], Told]


def questions_of(variant: Variant, sides: Sequence[str], answers: Answers, *, anyway: bool = False) -> list[Question]:
    """List the questions that matter with some answers; one that is not answered yet is taken as answered by none.

    Where things are taken `anyway`, though they cannot have happened, what is impossible is asked for too.
    """
    facts: dict[str, Told] = {side: {} for side in sides}
    questions: list[Question] = []
    for side in sides:
        for question in Asking(variant, facts, side, anyway=anyway).questions():
            questions.append(question)
            facts[side] = {**facts[side], **answer_to(question, answers)}
    return questions


def told_by(questions: Iterable[Question], answers: Answers, sides: Sequence[str]) -> HandFacts:
    """Give the facts that answers to some questions tell."""
    facts: dict[str, Told] = {side: {} for side in sides}
    for question in questions:
        facts[question.side] = {**facts[question.side], **answer_to(question, answers)}
    return facts


def answer_to(question: Question, answers: Answers) -> Told:
    """Give the answer to a question, of the facts that can matter; none where it is not answered yet."""
    names = {fact.name for fact in question.facts}
    return {name: number for name, number in answers.get(question.key, {}).items() if name in names}


class Asking:
    """Asking one side: the questions depend on all that is told when each of them is asked for."""

    def __init__(self, variant: Variant, facts: Mapping[str, Told], side: str, *, anyway: bool) -> None:
        """Take the facts of all sides, which grow by each answer before the next question is asked for."""
        self.variant, self.facts, self.side, self.anyway = variant, facts, side, anyway

    def questions(self) -> Iterator[Question]:
        """Go through the questions for the side."""
        variant = self.variant
        bonuses = sorted(variant.bonuses, key=is_beside_another)
        yield from self.one_by_one(bonus for bonus in bonuses if is_earned_before_play(bonus))
        yield from self.in_one(SPECIAL, variant.specials.hands)
        if self.is_ended_by_special_hand():
            return
        yield from self.one_by_one(variant.threes.colours)
        yield self.question(variant.count.table)
        if self.facts[self.side].get(variant.count.table.name):
            yield from self.one_by_one(canasta for canasta in variant.canastas if canasta.short)
            yield from self.in_one(OTHER_CANASTAS, [canasta for canasta in variant.canastas if not canasta.short])
            yield from self.one_by_one(bonus for bonus in bonuses if not is_earned_before_play(bonus))
        yield self.question(variant.count.hand)
        yield from self.in_one(PENALTIES, variant.penalties)

    def question(self, fact: Fact) -> Question:
        """Make the question for one fact."""
        return Question(side=self.side, label=fact.label, facts=(fact,))

    def one_by_one(self, facts: Iterable[Fact]) -> Iterator[Question]:
        """Ask for each fact that can matter."""
        return (self.question(fact) for fact in facts if self.can_matter(fact, self.problems()))

    def in_one(self, label: str, facts: Sequence[Fact]) -> Iterator[Question]:
        """Ask in one question which of some facts the side has, of those that can matter; one fact by its own label."""
        if len(facts) == 1:
            yield from self.one_by_one(facts)
            return
        problems = self.problems()
        if mattering := tuple(fact for fact in facts if self.can_matter(fact, problems)):
            yield Question(side=self.side, label=label, facts=mattering, several=True)

    def is_ended_by_special_hand(self) -> bool:
        """Tell whether a special hand leaves the side nothing more to tell."""
        layers = [side for side, told in self.facts.items() if special_hands_of(self.variant, told)]
        nothing_beside = self.variant.specials.opponents is Opponents.NOTHING
        return self.side in layers or (bool(layers) and nothing_beside)

    def problems(self) -> int:
        """Count what is impossible in what is told."""
        return how_impossible(self.variant, self.facts)

    def can_matter(self, fact: Fact, problems: int) -> bool:
        """Tell whether the side can have a fact beside what is told: the least of it makes nothing more impossible."""
        having = {**self.facts, self.side: {**self.facts[self.side], fact.name: least_of(self.variant, fact)}}
        return self.anyway or how_impossible(self.variant, having) <= problems


def least_of(variant: Variant, fact: Fact) -> int:
    """Give the least that a side can have of a fact, if it has any: one, or the points of which all are multiples."""
    return (fact.in_points and variant.deck.unit) or 1


def is_earned_before_play(bonus: Bonus) -> bool:
    """Tell whether a bonus is no matter of going out, so that a side with nothing on the table may have it."""
    return bonus.always or not (bonus.one_side or bonus.beside)


def is_beside_another(bonus: Bonus) -> bool:
    """Tell whether a side has a bonus only beside another one, which is asked for first."""
    return bool(bonus.beside)


def those_of_several(variant: Variant, question: Question, facts: HandFacts) -> list[str]:
    """List the facts of a question of which its side can have more than one beside what is told."""
    told, problems = facts[question.side], how_impossible(variant, facts)
    doubled = {fact.name: {**facts, question.side: {**told, fact.name: 2}} for fact in question.facts}
    return [name for name, having in doubled.items() if how_impossible(variant, having) <= problems]


def why_not(variant: Variant, facts: HandFacts, side: str, fact: str) -> Problem | None:
    """Give the problem that keeps a side from having a fact beside what is told; None where it can have it."""
    having = {**facts, side: {**facts[side], fact: least_of(variant, variant.facts[fact])}}
    before = referee(variant, facts)
    new = (problem for problem in referee(variant, having) if problem.is_impossible and problem not in before)
    return next(new, None)


def how_impossible(variant: Variant, facts: HandFacts) -> int:
    """Count the impossible problems."""
    return sum(problem.is_impossible for problem in referee(variant, facts))


def read_answer(variant: Variant, question: Question, text: str) -> Told:
    """Read the answer to a question into its facts; raises WrongWordError with what is wrong and the remedy.

    None of a fact is no fact: `0`, `no` and a dash say so.
    """
    answer = text.strip()
    if answer.lower() in NO:
        return {}
    fact, *others = question.facts
    if question.several and (others or not is_number_or_yes(answer)):
        return named_in(variant, question, in_one_word(answer.replace(",", " ").split()))
    if (answer.lower() in YES and not fact.in_points) or (
        question.is_yes_or_no and answer.lower() in {fact.name, fact.short}
    ):
        return {fact.name: 1}
    number = without_its_name(fact, re.sub(r"\s*([+=])\s*", r"\1", answer))
    if question.is_yes_or_no and number not in {"0", "1"}:
        raise WrongWordError(f"'{answer}' is neither yes nor no", "answer y or n")
    return {name: amount for name, amount in [(fact.name, amount_of(variant, fact, number))] if amount}


def is_number_or_yes(answer: str) -> bool:
    """Tell whether an answer says how many of a fact there are, without its name."""
    return is_in_digits(answer) or answer.lower() in YES


def without_its_name(fact: Fact, answer: str) -> str:
    """Give a number without the name of its fact, which may stand before it as in a tally, and its thousands in one."""
    prefix = f"(?:{fact.name}=|{fact.short or fact.name}=?)?"
    number = re.sub(f"^{prefix}(?=[0-9-])", "", answer, flags=re.IGNORECASE)
    return number.replace(",", "") if re.fullmatch(r"[0-9]{1,3}(,[0-9]{3})+", number) else number


def amount_of(variant: Variant, fact: Fact, number: str) -> int:
    """Read how many there are of a fact, or how many points; of no rank more cards than the deck holds."""
    try:
        amount, cards = read_number(variant, fact.name, number)
    except NoPointsError as wrong:
        raise WrongWordError(wrong.message, "write points (345), a sum (300+45) or cards (7xK+3xA)") from None
    for rank, count in cards.items():
        if count > variant.deck.holds(rank):
            hint = f"the deck holds {variant.deck.holds(rank)}"
            raise WrongWordError(f"'{number}' names {count} cards of rank {rank}", hint)
    return amount


def in_one_word(words: Sequence[str]) -> list[str]:
    """Join numbers that stand apart to the names before them.

    >>> in_one_word("open-aces short 85".split())
    ['open-aces', 'short=85']
    """
    joined: list[str] = []
    for word in words:
        if word[0] in DIGITS and joined and not cut_at(joined[-1], f"={DIGITS}")[1]:
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def named_in(variant: Variant, question: Question, words: Sequence[str]) -> Told:
    """Read the facts that words name, each with its number or alone for 1, into those of a question."""
    if not any(fitting_names(cut_at(word, f"={DIGITS}")[0] or word, variant.facts) for word in words):
        words = [" ".join(words)]
    told: dict[str, int] = {}
    for word in words:
        name, number = name_among(variant, question, word)
        if name in told:
            raise WrongWordError(f"'{name}' is told twice", "tell it once")
        told[name] = amount_of(variant, variant.facts[name], number)
    return {name: number for name, number in told.items() if number}


def name_among(variant: Variant, question: Question, word: str) -> tuple[str, str]:
    """Read a word into the name of one of a question's facts, by any beginning that fits no other of them."""
    begun, sign, number = word.partition("=")
    names = [fact.name for fact in question.facts]
    letter, digits = cut_at(begun.lower(), DIGITS)
    for fact in question.facts:
        if fact.short and letter == fact.short:
            return fact.name, number or digits or "1"
    if begun and (fitting := fitting_names(begun, names)):
        return the_one(begun, fitting), number if sign else "1"
    known = fitting_names(begun, variant.facts) if begun else []
    if len(known) == 1:
        raise NotAskedError(known[0])
    hint = NONE_OF_THEM if known or word[:1] in DIGITS else did_you_mean(as_name(begun), names)
    raise WrongWordError(f"'{word}' is none of these", hint)
