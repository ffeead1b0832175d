"""A hand that is being entered by guided entry: the answers so far, and the questions that follow from them."""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from canasta_score.cli.hand_input import has_impossible_problem
from canasta_score.cli.options import ANYWAY_FLAG
from canasta_score.cli.recording import list_next_hand_problems
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import HandFacts, SideFacts
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.hand.tally.interview import Answers, Question, collect_facts, find_answer, list_questions
from canasta_score.rules.frozen import Value, frozen


@frozen
class HandDraft(Value):
    """The next hand of a game as far as it is entered; `position` is the index of the question that comes next.

    Answers to questions that no longer matter are kept, because another answer may make them matter again.
    """

    game: Ledger
    anyway: bool = False
    answers: Answers = field(default_factory=dict)
    position: int = 0

    def list_questions(self) -> list[Question]:
        """Return the questions that matter with the answers so far."""
        return list_questions(self.game.variant, list(self.game.side_names), self.answers, anyway=self.anyway)

    def find_answer(self, question: Question) -> SideFacts:
        """Return the answer to a question, empty if it is not answered yet."""
        return find_answer(question, self.answers)

    def collect_facts(self, questions: Sequence[Question]) -> HandFacts:
        """Return the facts that the answers to some questions give."""
        return collect_facts(questions, self.answers, list(self.game.side_names))

    def set_answer(self, question: Question, facts: SideFacts) -> "HandDraft":
        """Return the draft with another answer to a question."""
        return replace(self, answers={**self.answers, question.key: facts})

    def drop_answer(self, question: Question) -> "HandDraft":
        """Return the draft without an answer to a question."""
        return replace(self, answers={key: facts for key, facts in self.answers.items() if key != question.key})

    def move(self, steps: int) -> "HandDraft":
        """Return the draft with the position moved on, or back by a negative number of steps."""
        return replace(self, position=self.position + steps)

    def format_command(self, command: str) -> str:
        """Return the line that enters all facts so far, `command` before the tally; empty if there are none."""
        facts = self.collect_facts(self.list_questions())
        tally = format_tally(self.game.variant, facts)
        if not tally:
            return ""
        is_impossible = self.anyway and has_impossible_problem(list_next_hand_problems(self.game, facts))
        return f"{command}{tally}" + (f" {ANYWAY_FLAG}" if is_impossible else "")


def find_dropped_facts(before: HandFacts, questions: Sequence[Question]) -> Mapping[str, SideFacts]:
    """Return the facts that no question asks for any more, by side."""
    asked = {(question.side, fact.name) for question in questions for fact in question.facts}
    return {
        side: {name: number for name, number in facts.items() if (side, name) not in asked}
        for side, facts in before.items()
    }
