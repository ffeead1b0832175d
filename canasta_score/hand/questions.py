"""The questions that lead to a hand's facts: side after side, only what can still matter, by the variant's labels."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from canasta_score.hand.facts import HandFacts, Told, special_hands_of
from canasta_score.hand.numbers import WrongWordError, card_points, whole_number
from canasta_score.hand.referee import Severity, referee
from canasta_score.rules.bonuses import Bonus
from canasta_score.rules.facts import Fact
from canasta_score.rules.special_hands import Opponents
from canasta_score.rules.values import Value, frozen
from canasta_score.rules.variant import Variant

SPECIAL, OTHER_CANASTAS, PENALTIES = "Special hand", "Other canastas", "Penalties"
YES, NO = ("y", "yes"), ("n", "no", "none", "-", "0")


@frozen
class Question(Value):
    """One question: whose, what it is called, and the facts that answer it; of `several`, those the side has are named.

    A question for one fact is answered by its number, or by yes where a side can have it only once.
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


def questions_of(variant: Variant, sides: Sequence[str], answers: Answers) -> list[Question]:
    """List the questions that matter with some answers; one that is not answered yet is taken as answered by none."""
    facts: dict[str, Told] = {side: {} for side in sides}
    questions: list[Question] = []
    for side in sides:
        for question in questions_of_side(variant, facts, side):
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


def questions_of_side(variant: Variant, facts: Mapping[str, Told], side: str) -> Iterator[Question]:
    """Go through the questions for one side; `facts` must grow by each answer before the next question is asked for."""
    yield from one_by_one(variant, facts, side, [one for one in variant.bonuses if is_earned_before_play(one)])
    yield from in_one(variant, facts, side, SPECIAL, variant.specials.hands)
    if is_ended_by_special_hand(variant, facts, side):
        return
    yield from one_by_one(variant, facts, side, variant.threes.colours)
    yield Question(side=side, label=variant.count.table.label, facts=(variant.count.table,))
    if facts[side].get(variant.count.table.name):
        yield from one_by_one(variant, facts, side, [canasta for canasta in variant.canastas if canasta.short])
        rare = [canasta for canasta in variant.canastas if not canasta.short]
        yield from in_one(variant, facts, side, OTHER_CANASTAS, rare)
        yield from one_by_one(variant, facts, side, [one for one in variant.bonuses if not is_earned_before_play(one)])
    yield Question(side=side, label=variant.count.hand.label, facts=(variant.count.hand,))
    yield from in_one(variant, facts, side, PENALTIES, variant.penalties)


def is_earned_before_play(bonus: Bonus) -> bool:
    """Tell whether a bonus is no matter of going out, so that a side with nothing on the table may have it."""
    return bonus.always or not bonus.one_side


def is_ended_by_special_hand(variant: Variant, facts: HandFacts, side: str) -> bool:
    """Tell whether a special hand leaves a side nothing more to tell."""
    layers = [other for other, told in facts.items() if special_hands_of(variant, told)]
    return side in layers or (bool(layers) and variant.specials.opponents is Opponents.NOTHING)


def one_by_one(variant: Variant, facts: HandFacts, side: str, asked: Iterable[Fact]) -> Iterator[Question]:
    """Ask for each fact that can matter."""
    for fact in asked:
        if can_matter(variant, facts, side, fact):
            yield Question(side=side, label=fact.label, facts=(fact,))


def in_one(variant: Variant, facts: HandFacts, side: str, label: str, asked: Sequence[Fact]) -> Iterator[Question]:
    """Ask in one question which of some facts a side has, of those that can matter; one fact alone by its own label."""
    if len(asked) == 1:
        yield from one_by_one(variant, facts, side, asked)
    elif mattering := tuple(fact for fact in asked if can_matter(variant, facts, side, fact)):
        yield Question(side=side, label=label, facts=mattering, several=True)


def can_matter(variant: Variant, facts: HandFacts, side: str, fact: Fact) -> bool:
    """Tell whether a side can have a fact beside what is told: the least of it makes nothing impossible."""
    least = (fact.in_points and variant.deck.unit) or 1
    having = {**facts, side: {**facts[side], fact.name: least}}
    return how_impossible(variant, having) <= how_impossible(variant, facts)


def how_impossible(variant: Variant, facts: HandFacts) -> int:
    """Count the impossible problems."""
    return sum(problem.severity is Severity.IMPOSSIBLE for problem in referee(variant, facts))


def read_answer(variant: Variant, question: Question, text: str) -> Told:
    """Read the answer to a question into its facts; raises WrongWordError with what is wrong and the remedy.

    None of a fact is no fact: `0`, `no` and a dash say so.
    """
    answer = text.strip()
    if answer.lower() in NO:
        return {}
    if question.several:
        return named_in(variant, question, answer.replace(",", " ").split())
    (fact,) = question.facts
    if question.is_yes_or_no and answer.lower() in (*YES, fact.name, fact.short):
        return {fact.name: 1}
    if fact.in_points:
        number, _ = card_points(variant.deck, fact.name, answer)
    elif question.is_yes_or_no and not answer.isdigit():
        raise WrongWordError(f"'{answer}' is neither yes nor no", "answer y or n")
    else:
        number = whole_number(fact.name, answer)
    return {fact.name: number} if number else {}


def named_in(variant: Variant, question: Question, words: Sequence[str]) -> Told:
    """Read the facts that words name, each with its number or alone for 1, into those of a question."""
    told: dict[str, int] = {}
    for word in words:
        name, number = name_among(question, word)
        fact = variant.facts[name]
        told[name] = card_points(variant.deck, name, number)[0] if fact.in_points else whole_number(name, number)
    return {name: number for name, number in told.items() if number}


def name_among(question: Question, word: str) -> tuple[str, str]:
    """Read a word into the name of one of a question's facts, by any beginning that fits no other of them."""
    begun, sign, number = word.partition("=")
    name = begun.lower().replace("_", "-")
    names = [fact.name for fact in question.facts]
    fitting = [name] if name in names else [other for other in names if name and other.startswith(name)]
    if len(fitting) == 1:
        return fitting[0], number if sign else "1"
    if fitting:
        raise WrongWordError(f"'{begun}' could be {' or '.join(fitting)}", "write more of the name")
    raise WrongWordError(f"'{word}' is none of these", "name those the side has, or press Enter for none")
