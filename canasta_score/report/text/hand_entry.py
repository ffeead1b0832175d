"""What a person sees while entering a hand: the questions and their help, or what the line typed so far does."""

from collections.abc import Collection, Iterator, Sequence

from canasta_score.game.audit import find_next_hand_problems
from canasta_score.game.ledger import Ledger
from canasta_score.game.ledger_builder import preview_hand
from canasta_score.hand.facts import PAIR_SIGN, HandFacts, SideFacts
from canasta_score.hand.partners import share_out
from canasta_score.hand.tally.formatter import iter_side_words
from canasta_score.hand.tally.interview import Question
from canasta_score.hand.tally.names import find_name, is_full_name, list_kinds_of_canasta
from canasta_score.hand.tally.parser import parse_partial_tally
from canasta_score.report.labels import format_need
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode
from canasta_score.rules.model.cards import HAND_FACT, TABLE_FACT
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.rewards import Bonus
from canasta_score.rules.model.threes import ThreesOfColor
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_POINTS_FORMATS = "Enter one number, a sum such as 100+100+35, or cards such as 7xK+2x2+35"
_CARD_POINTS_MEANINGS = {
    TABLE_FACT: f"the points of all cards on the table, including those in canastas. {_POINTS_FORMATS}",
    HAND_FACT: f"the points of the cards left in hand (and foot), without a minus sign. {_POINTS_FORMATS}",
}
_NOBODY = "nobody took the pile"
_GOING_OUT_LABEL = "Going out"  # other bonuses that end the play are asked for by their labels
_MAX_HINT_LENGTH = 60  # a longer hint does not fit below the line that is typed


def format_prompt(variant: Variant, question: Question, earlier: SideFacts) -> str:
    """Return a question with the possible answers, and in brackets the earlier answer if there is one."""
    if not question.side:
        alone = join_words(fact.label for fact in question.facts if fact.name in earlier) if earlier else _NOBODY
        return f"{question.label}? [{alone}] "
    if question.is_yes_or_no:
        return f"{_ask_whole(variant, question)} {'[Y/n]' if earlier else '[y/N]'} "
    if question.allows_several:
        answer = " ".join(iter_side_words(variant, earlier, with_short_names=False)) if earlier else "no"
        return f"{question.label}? [{answer}] (? lists them) "
    most = question.facts[0].most
    choices = "" if most is None else f" (0 to {most})"
    answer = "".join(f" [{number}]" for number in earlier.values())
    return f"{_ask_whole(variant, question)}{choices}{answer} "


def _ask_whole(variant: Variant, question: Question) -> str:
    (fact,) = question.facts
    if fact.name in (TABLE_FACT, HAND_FACT):
        left = "left in hand and foot" if variant.has_foot else "left in hand"
        return f"Points of the cards {left if fact.name == HAND_FACT else 'on the table'}?"
    if isinstance(fact, Bonus) and fact.ends_play and question.label == _GOING_OUT_LABEL:
        return "Did this side go out?"
    return f"{question.label}?" if question.is_yes_or_no else f"How many {question.label.lower()}?"


def iter_question_help(question: Question, several: Collection[str]) -> Iterator[str]:
    """Yield what a question means and how to answer it; `several` are the facts that a side can have twice or more."""
    if not question.side:
        yield "Type who took the discard pile first, or went out before anyone took it."
        partners = PAIR_SIGN.join(fact.name for fact in question.facts[:2])
        yield "The other two are partners in this hand. If nobody took the pile, type nobody."
        yield f"You can also type the partners, such as {partners}."
    elif question.allows_several:
        yield "Type the names of what the side has, with spaces between them:"
        width = max(len(fact.name) for fact in question.facts)
        for fact in question.facts:
            number_hint = f"; for more than one, {fact.name}=2" if fact.name in several else ""
            if fact.is_in_points:
                number_hint = f"; with its points, such as {fact.name}=85"
            yield f"  {fact.name:{width}}  {_describe_fact_meaning(fact)}{number_hint}"
    else:
        (fact,) = question.facts
        how = "Type y for yes." if question.is_yes_or_no else "" if fact.is_in_points else "Type how many."
        meaning = _describe_fact_meaning(fact)
        called = fact.label.lower().split()
        if kinds := [kind for kind in list_kinds_of_canasta(fact) if kind not in called]:
            meaning += f"; also called {join_words(kinds, 'or')} {called[-1]}"
        yield f"{meaning[:1].upper()}{meaning[1:]}. {how}".rstrip()


def _describe_fact_meaning(fact: Fact) -> str:
    if isinstance(fact, ThreesOfColor):
        return f"{fact.label.lower()} that the side has on the table"
    return _CARD_POINTS_MEANINGS.get(fact.name) or fact.about or fact.label.lower()


def preview_line(game: Ledger, words: Sequence[str], *, typing: bool) -> tuple[list[str], list[str]]:
    """Return what words of the next hand change for each side, and what is wrong and, while `typing`, will stay so."""
    parsed = parse_partial_tally(game.variant, words, game.side_names)
    name = find_name(game.variant, words[-1]) or ""
    # Points are entered with their number, so that what goes on after `75 in foot` does not change them.
    has_no_points = name in game.variant.facts and not game.variant.facts[name].is_in_points
    is_begun = typing and has_no_points and not is_full_name(game.variant, words[-1])
    finished = parse_partial_tally(game.variant, words[:-1], game.side_names).facts if typing else parsed.facts
    facts = finished if is_begun else parsed.facts
    has_number = words[-1][-1:].isdecimal()
    wrong: list[Diagnostic] = []
    for error in parsed.errors:
        is_typed_on = typing and not (error.fact and has_number)
        if error.word_index == parsed.last_index:  # such as an item without its number, while nothing follows
            may_come_right = is_typed_on or error.code is DiagnosticCode.INCOMPLETE_ITEM
        else:  # the word after an ambiguous one may be the rest of its name: `open se`
            is_last_but_one = error.word_index == parsed.last_index - 1
            may_come_right = is_typed_on and is_last_but_one and error.code is DiagnosticCode.AMBIGUOUS_WORD
        if not may_come_right:
            wrong.append(error)
    sides: list[str] = []
    problems: list[str] = []
    if not any(error.fact for error in parsed.errors):
        sides = list(_iter_side_previews(game, facts))
        problems = [
            f"{problem.severity.label}: {problem}"
            for problem in (find_next_hand_problems(game, facts) if not wrong else ())
            # What is typed after a number makes it larger: `t1` may go on to t160, but `r5` stays too many.
            if problem.fact in {"", *finished.get(problem.side, ())}
            or (problem.is_impossible and not game.variant.facts[problem.fact].is_in_points)
        ]
    shortened = (str(error) if len(error.hint) <= _MAX_HINT_LENGTH else error.message for error in wrong)
    return sides, [*problems, *dict.fromkeys(shortened)]


def _iter_side_previews(game: Ledger, facts: HandFacts) -> Iterator[str]:
    entered = [side for side, side_facts in share_out(facts).items() if side_facts]
    if not entered:
        return
    after = preview_hand(game, facts)
    standing = after.standing()
    for side in entered:
        own, points = standing.sides[side], after.hands[-1].score.sides[side].total
        suffix = "" if standing.over else f" (needs {format_need(own.needs, own.canasta)})"
        # As long as a side is not typed, it may still change who wins.
        if standing.over and side == standing.winner and len(entered) == len(game.side_names):
            suffix = " (wins)"
        yield f"{own.name} {points:+,} -> {own.total:,}{suffix}"
