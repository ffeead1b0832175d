"""A question as it is asked at the table, and what is meant by it."""

from collections.abc import Collection, Iterator

from canasta_score.hand.facts import Told
from canasta_score.hand.tally.formatter import words_telling
from canasta_score.hand.tally.interview import Question
from canasta_score.rules.model.card_points import HAND, TABLE
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.threes import ThreesOfColour
from canasta_score.rules.model.variant import Variant

HOW_POINTS = "as one number, a sum such as 100+100+35, or cards such as 7xK+2x2+35"
MEANINGS = {
    TABLE: f"the points of all cards that the side has on the table, canastas too, {HOW_POINTS}",
    HAND: f"the points of the cards left in the hands of the side (a foot, if any), without a minus sign, {HOW_POINTS}",
}


def prompt_of(variant: Variant, question: Question, earlier: Told) -> str:
    """Give a question as it is asked, with what can be answered, and the earlier answer in brackets."""
    answered = f" [{answer_in_words(variant, question, earlier)}]" if earlier else ""
    choices = "" if answered and question.is_yes_or_no else choices_of(question)
    return f"{question.label}{choices}{answered}: "


def answer_in_words(variant: Variant, question: Question, answer: Told) -> str:
    """Give an answer as it is typed."""
    if question.several:
        return " ".join(words_telling(variant, answer, short=False))
    (number,) = answer.values()
    return "y" if question.is_yes_or_no else str(number)


def choices_of(question: Question) -> str:
    """Give what can be answered: a name, yes, or a number of things that is limited, lest it be taken for points."""
    if question.several:
        return f" ({', '.join(fact.name for fact in question.facts)})"
    most = question.facts[0].most
    return "" if most is None else " (y)" if question.is_yes_or_no else f" (0 to {most})"


def meaning_of(question: Question, several: Collection[str]) -> Iterator[str]:
    """Say what is meant by a question, and how it is answered; of which facts a side can have `several`, is known."""
    if question.several:
        yield "Name those the side has, one after the other:"
        width = max(len(fact.name) for fact in question.facts)
        for fact in question.facts:
            yield f"  {fact.name:{width}}  {meaning_of_fact(fact)}{how_with_number(fact, several)}"
    else:
        (fact,) = question.facts
        how = "Answer y for yes." if question.is_yes_or_no else "" if fact.in_points else "Answer how many."
        yield f"{meaning_of_fact(fact)[:1].upper()}{meaning_of_fact(fact)[1:]}. {how}".rstrip()


def how_with_number(fact: Fact, several: Collection[str]) -> str:
    """Say how a fact that is named among others is told with its number, where it can have one."""
    if fact.in_points:
        return f"; with its points: {fact.name}=85"
    return f"; of more than one, how many: {fact.name}=2" if fact.name in several else ""


def meaning_of_fact(fact: Fact) -> str:
    """Say what a fact is: in the words of the rule file, where it has any."""
    if isinstance(fact, ThreesOfColour):
        return f"{fact.label.lower()} that the side has on the table"
    return MEANINGS.get(fact.name) or fact.about or fact.label.lower()
