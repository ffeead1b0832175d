"""A question as it is asked at the table, and what is meant by it."""

from collections.abc import Collection, Iterator

from canasta_score.hand.facts import SideFacts
from canasta_score.hand.tally.formatter import iter_side_words
from canasta_score.hand.tally.interview import Question
from canasta_score.rules.model.card_points import HAND_FACT, TABLE_FACT
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.threes import ThreesOfColor
from canasta_score.rules.model.variant import Variant

_POINTS_FORMATS = "as one number, a sum such as 100+100+35, or cards such as 7xK+2x2+35"
_CARD_POINTS_MEANINGS = {
    TABLE_FACT: f"the points of all cards that the side has on the table, canastas too, {_POINTS_FORMATS}",
    HAND_FACT: "the points of the cards left in the hands of the side (a foot, if any), without a minus sign, "
    + _POINTS_FORMATS,
}


def format_prompt(variant: Variant, question: Question, earlier: SideFacts) -> str:
    """Give a question as it is asked, with what can be answered, and the earlier answer in brackets."""
    answered = f" [{_format_answer(variant, question, earlier)}]" if earlier else ""
    choices = "" if answered and question.is_yes_or_no else _format_choices(question)
    return f"{question.label}{choices}{answered}: "


def _format_answer(variant: Variant, question: Question, answer: SideFacts) -> str:
    """Give an answer as it is typed."""
    if question.allows_several:
        return " ".join(iter_side_words(variant, answer, short=False))
    (number,) = answer.values()
    return "y" if question.is_yes_or_no else str(number)


def _format_choices(question: Question) -> str:
    """Give what can be answered: a name, yes, or a number of things that is limited, lest it be taken for points."""
    if question.allows_several:
        return f" ({', '.join(fact.name for fact in question.facts)})"
    most = question.facts[0].most
    return "" if most is None else " (y)" if question.is_yes_or_no else f" (0 to {most})"


def iter_question_help(question: Question, several: Collection[str]) -> Iterator[str]:
    """Say what is meant by a question, and how it is answered; of which facts a side can have `several`, is known."""
    if question.allows_several:
        yield "Name those the side has, one after the other:"
        width = max(len(fact.name) for fact in question.facts)
        for fact in question.facts:
            yield f"  {fact.name:{width}}  {_describe_fact_meaning(fact)}{_format_number_hint(fact, several)}"
    else:
        (fact,) = question.facts
        how = "Answer y for yes." if question.is_yes_or_no else "" if fact.is_in_points else "Answer how many."
        yield f"{_describe_fact_meaning(fact)[:1].upper()}{_describe_fact_meaning(fact)[1:]}. {how}".rstrip()


def _format_number_hint(fact: Fact, several: Collection[str]) -> str:
    """Say how a fact that is named among others is told with its number, where it can have one."""
    if fact.is_in_points:
        return f"; with its points: {fact.name}=85"
    return f"; of more than one, how many: {fact.name}=2" if fact.name in several else ""


def _describe_fact_meaning(fact: Fact) -> str:
    """Say what a fact is: in the words of the rule file, where it has any."""
    if isinstance(fact, ThreesOfColor):
        return f"{fact.label.lower()} that the side has on the table"
    return _CARD_POINTS_MEANINGS.get(fact.name) or fact.about or fact.label.lower()
