"""A hand that is half entered: its answers, and the copy on the disk from which it is continued another time."""

from contextlib import suppress
from functools import partial
from itertools import takewhile
from pathlib import Path

from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.drafts import Draft, Writer, drop_draft, is_at_work, load_draft, save_draft
from canasta_score.hand import facts as hand_facts
from canasta_score.hand.amounts import is_points
from canasta_score.hand.facts import HandFacts, SideFacts, TallyError, WordError
from canasta_score.hand.partners import change_partners, complete_changes, complete_sides, find_partners, share_out
from canasta_score.hand.tally import interview
from canasta_score.hand.tally.formatter import format_items
from canasta_score.hand.tally.names import find_holder, find_name
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.recording.recorder import Now
from canasta_score.rules.frozen import Value, field, replace
from canasta_score.rules.text import DIGITS, split_before


class HandDraft(Value):
    """A hand of a game as far as it is entered."""

    game: Ledger
    answers: interview.Answers = field(default_factory=dict)  # another answer may make an old one matter again
    position: int = 0  # the index of the question that comes next

    def list_questions(self) -> list[interview.Question]:
        """Return the questions that matter with the answers so far."""
        return interview.list_questions(self.game.variant, self.game.side_names, self.answers)

    def find_answer(self, question: interview.Question) -> SideFacts:
        """Return the answer to a question, empty if it is not answered yet."""
        return interview.find_answer(question, self.answers)

    def collect_facts(self) -> HandFacts:
        """Return the facts that the answers to all questions give."""
        return interview.collect_facts(self.list_questions(), self.answers, self.game.side_names)

    def set_answer(self, question: interview.Question, facts: SideFacts) -> "HandDraft":
        """Return the draft with another answer; where it changes the partners, they take over what those before had."""
        if not question.side and facts:
            partners = tuple(side for side in self.game.side_names if side not in facts)
            return self.set_facts(change_partners(self.game.variant, self.collect_facts(), partners))
        return replace(self, answers={**self.answers, question.key: facts})

    def set_facts(self, facts: HandFacts) -> "HandDraft":
        """Return the draft with the answers that give the facts of a hand."""
        draft = replace(self, answers={**self.answers, **interview.answer_who_plays_alone(facts)})
        for question in draft.list_questions():
            if question.side:
                given, names = facts.get(question.side, {}), [fact.name for fact in question.facts]
                draft = draft.set_answer(question, {name: given[name] for name in given if name in names})
        return draft

    def apply_changes(self, changes: HandFacts) -> "HandDraft":
        """Return the draft with some of its facts changed; a fact that is changed to 0 is removed."""
        facts = self.collect_facts()
        corrected = hand_facts.apply_corrections(facts, complete_changes(self.game.variant, facts, changes))
        # Partners stay partners even if nothing is entered for them any more.
        is_pair_gone = find_partners(facts) and not find_partners(corrected)
        return self.set_facts({**{side: {} for side in facts}, **corrected} if is_pair_gone else corrected)

    def move_to(self, position: int) -> "HandDraft":
        """Return the draft with another position."""
        return replace(self, position=position)

    def find_unasked_fact(self, facts: HandFacts) -> str:
        """Return the first of some facts that no question asks for; empty if all are asked for."""
        asked = {(question.side, fact.name) for question in self.list_questions() for fact in question.facts}
        named = ((side, fact) for side, side_facts in facts.items() for fact in side_facts)
        return next((fact for side, fact in named if (side, fact) not in asked), "")

    def find_question(self, side: str, fact: str) -> int | None:
        """Return the index of the question for an item of a side; None if it is not asked for."""
        asked = ({(question.side, own.name) for own in question.facts} for question in self.list_questions())
        return next((index for index, items in enumerate(asked) if (side, fact) in items), None)

    def can_be_added(self, side: str, fact: str) -> bool:
        """Return whether an item is asked for among others or by yes or no, is not entered yet, and needs no number."""
        questions = [question for question in self.list_questions() if question.side == side]
        asked = [question for question in questions if question.allows_several or question.is_yes_or_no]
        names = {own.name for question in asked for own in question.facts if not own.is_in_points}
        return fact in names and not any(fact in self.find_answer(question) for question in asked)


class ChangedDraft(Value):
    """A draft with what a reply enters besides the answer to its question."""

    draft: HandDraft
    items: str  # what it enters, as text
    named: frozenset[str] = frozenset()  # the referee looks at these even if their questions come later


def change_draft(draft: HandDraft, reply: str) -> ChangedDraft | None:
    """Return the draft with items that a reply enters beside the question that comes next; None if there are none."""
    # As in `table=200` or `2 naturals`, not in `7xK`.
    has_number = any(map(str.isdecimal, reply)) and (reply[0].isalpha() or not is_points(reply))
    changed = _take_other_item(draft, reply, has_number=has_number)
    return _take_line(draft, reply) if has_number and not changed else changed


def _take_other_item(draft: HandDraft, reply: str, *, has_number: bool) -> ChangedDraft | None:
    questions, variant = draft.list_questions(), draft.game.variant
    side = questions[draft.position].side
    others = [question for place, question in enumerate(questions) if place != draft.position and question.side == side]
    for question in [other for other in others if other.allows_several or has_number]:
        try:
            answer = interview.parse_answer(variant, question, reply)
        except WordError:
            continue
        if not answer:
            return None
        merged = {**draft.find_answer(question), **answer}
        changed = draft.set_answer(question, merged)
        if hand_facts.is_set_aside_by_own(variant, merged):  # a special hand leaves nothing else to ask of its side
            own = takewhile(lambda later: later.side == side, changed.list_questions()[draft.position :])
            changed = changed.move_to(draft.position + len([*own]))
        return ChangedDraft(draft=changed, items=format_items(variant, answer), named=frozenset(answer))
    return None


def _take_line(draft: HandDraft, reply: str) -> ChangedDraft | None:
    words, side = reply.split(), draft.list_questions()[draft.position].side
    for line in (words, [side, *words]) if side else (words,):  # which names its sides, or is of the side that is asked
        with suppress(TallyError):
            changes = parse_tally(draft.game.variant, line, draft.game.side_names, correcting=True)
            changed = _apply_asked_changes(draft, changes)
            if isinstance(changed, str):
                return None
            count = len(changed.list_questions())
            position = count if _has_all_sides(draft, changes) else min(draft.position, count)
            return ChangedDraft(draft=changed.move_to(position), items=reply)
    return None


def _has_all_sides(draft: HandDraft, facts: HandFacts) -> bool:
    return all(share_out(complete_sides(facts, draft.game.side_names)).values())


def find_whole_hand(draft: HandDraft, reply: str) -> HandDraft | None:
    """Return the draft of the hand that a reply enters for all sides; None if it enters none, or one that is asked."""
    try:
        facts = parse_tally(draft.game.variant, reply.split(), draft.game.side_names)
    except TallyError:
        return None
    whole = draft.set_facts(facts)
    is_whole = _has_all_sides(draft, facts) and not whole.find_unasked_fact(facts)
    return whole if is_whole and whole.collect_facts() != draft.apply_changes(facts).collect_facts() else None


def find_named_answer(draft: HandDraft, reply: str) -> HandDraft | int | str | None:
    """Return the draft with the items that a reply at the end names, or the index of the one question that it names."""
    # Rare items are asked again only if they are entered. A text is an item that is not asked for; None no answer.
    game = draft.game
    has_amount = bool(split_before(reply, f"={DIGITS}")[1])  # as in `red 2`, and `table=KKA`
    try:
        if not has_amount:
            side_word, _, word = reply.partition(" ")
            side, name = find_holder(side_word, game.side_names), find_name(game.variant, "-".join(word.split())) or ""
            index = draft.find_question(side, name)
            is_taken = _take_from_others(draft, {side: {name: 1}}) is not draft
            if index is not None and not (is_taken or draft.can_be_added(side, name)):
                return index
        changes = parse_tally(game.variant, reply.split(), game.side_names, correcting=True)
    except TallyError:
        return None
    draft = _take_from_others(draft, changes)
    before = draft.collect_facts()
    named = [(side, name) for side, facts in changes.items() for name in facts]
    is_known = (draft.can_be_added(*item) or before.get(item[0], {}).get(item[1]) == 1 for item in named)
    if has_amount or (named and all(is_known)):
        return _apply_asked_changes(draft, changes)
    return None


def _take_from_others(draft: HandDraft, changes: HandFacts) -> HandDraft:
    """Return the draft in which a bonus that only one side can have, such as going out, is left to who has it now."""
    bonuses = [bonus.name for bonus in draft.game.variant.bonuses if bonus.one_side]
    taken = {name for name in bonuses if any(facts.get(name) for facts in changes.values())}
    others = {side: facts for side, facts in draft.collect_facts().items() if taken.isdisjoint(changes.get(side, {}))}
    lost = {side: dict.fromkeys(taken & facts.keys(), 0) for side, facts in others.items() if taken & facts.keys()}
    return draft.apply_changes(lost) if lost else draft


def _apply_asked_changes(draft: HandDraft, changes: HandFacts) -> HandDraft | str:
    """Return the draft with some changes, or the name of an item that is not asked for; raises TallyError."""
    # Partners that are named here are asked together from now on.
    changed = draft.apply_changes(changes) if find_partners(changes) else draft
    return changed.find_unasked_fact(changes) or (changed if find_partners(changes) else draft.apply_changes(changes))


class DraftKeeper:
    """Keeps the next hand of a game on the disk while it is entered."""

    def __init__(self, game: Ledger, writer: Writer, now: Now) -> None:
        """Start with nothing on the disk; `writer` is who enters the hand."""
        self.hand = len(game.hands) + 1
        self._game, self._ledger = game, Path(game.file)
        self._empty = Draft(hand=self.hand, facts={}, position=0, started_at=now(), writer=writer)
        self._is_saving = True

    def find(self) -> Draft | None:
        """Return what the game knows of the draft on the disk, or None; raises LedgerError for one that is no use."""
        draft = load_draft(self._ledger)
        if draft is None or draft.hand < self.hand - 1:  # two hands came since
            return None
        if 1 <= draft.hand <= len(self._game.hands):
            # It may have been that hand, or the next one, if only a part of its items is in the hand that was recorded.
            recorded = self._game.hands[draft.hand - 1].facts
            if all(facts.items() <= recorded.get(side, {}).items() for side, facts in draft.facts.items()):
                return None
        sides, find_errors = self._game.side_names.keys(), partial(hand_facts.find_fact_errors, self._game.variant)
        known = {
            side: {fact: facts[fact] for fact in facts if not find_errors(side, {fact: facts[fact]})}
            for side, facts in draft.facts.items()
            if sides >= {*side.split(hand_facts.PAIR_SIGN)}
        }
        return replace(draft, facts=known) if any(known.values()) else None

    def is_at_work(self, draft: Draft) -> bool:
        """Return whether someone else is entering the hand of a draft right now."""
        return is_at_work(draft.writer, self._empty.writer)

    def leave_to_its_writer(self) -> None:
        """Keep nothing on the disk from now on: the draft there is someone else's."""
        self._is_saving = False

    def save(self, facts: HandFacts, position: int) -> None:
        """Keep the answers so far; as long as there are none, there is no draft."""
        if self._is_saving and any(facts.values()):
            save_draft(self._ledger, replace(self._empty, facts=facts, position=position))

    def drop(self) -> None:
        """Remove the draft, unless it is someone else's."""
        if self._is_saving:
            drop_draft(self._ledger)
