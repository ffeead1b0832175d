"""A hand that is being entered by guided entry: the answers so far, and the questions that follow from them."""

from collections.abc import Sequence
from dataclasses import field, replace

from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import HandFacts, SideFacts, apply_corrections
from canasta_score.hand.tally.interview import Answers, Question, collect_facts, find_answer, list_questions
from canasta_score.rules.frozen import Value, frozen


@frozen
class HandDraft(Value):
    """A hand of a game as far as it is entered; `position` is the index of the question that comes next.

    Answers to questions that no longer matter are kept, because another answer may make them matter again.
    """

    game: Ledger
    answers: Answers = field(default_factory=dict)
    position: int = 0

    def list_questions(self) -> list[Question]:
        """Return the questions that matter with the answers so far."""
        return list_questions(self.game.variant, list(self.game.side_names), self.answers)

    def find_answer(self, question: Question) -> SideFacts:
        """Return the answer to a question, empty if it is not answered yet."""
        return find_answer(question, self.answers)

    def collect_facts(self, questions: Sequence[Question] | None = None) -> HandFacts:
        """Return the facts that the answers to all questions or to some of them give."""
        asked = self.list_questions() if questions is None else questions
        return collect_facts(asked, self.answers, list(self.game.side_names))

    def set_answer(self, question: Question, facts: SideFacts) -> "HandDraft":
        """Return the draft with another answer to a question."""
        return replace(self, answers={**self.answers, question.key: facts})

    def set_facts(self, facts: HandFacts) -> "HandDraft":
        """Return the draft with the answers that give the facts of a hand."""
        draft = self
        for question in self.list_questions():
            names = [fact.name for fact in question.facts]
            own = {name: number for name, number in facts.get(question.side, {}).items() if name in names}
            draft = draft.set_answer(question, own)
        return draft

    def apply_changes(self, changes: HandFacts) -> "HandDraft":
        """Return the draft with some of its facts changed; a fact that is changed to 0 is removed."""
        return self.set_facts(apply_corrections(self.collect_facts(), changes))

    def move_to(self, position: int) -> "HandDraft":
        """Return the draft with another position."""
        return replace(self, position=position)

    def find_question(self, side: str, fact: str) -> int | None:
        """Return the index of the question for an item of a side; None if it is not asked for."""
        for index, question in enumerate(self.list_questions()):
            if question.side == side and any(own.name == fact for own in question.facts):
                return index
        return None
