"""Keeps what is entered of a hand on the disk after every question, and offers it the next time."""

import os
from collections.abc import Sequence
from dataclasses import field, replace
from datetime import datetime
from getpass import getuser
from pathlib import Path
from socket import gethostname

from canasta_score.cli.prompt.questions import AskFunction, ask_yes_no
from canasta_score.cli.terminal import print_result
from canasta_score.clock import get_local_time
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.drafts import Draft, Writer, drop_draft, is_at_work, load_draft, save_draft
from canasta_score.hand.facts import HandFacts, SideFacts, apply_corrections
from canasta_score.hand.tally.formatter import format_tally
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


class DraftKeeper:
    """The draft of the next hand of a game."""

    def __init__(self, game: Ledger) -> None:
        """Start with nothing on the disk."""
        self._game, self._ledger, self._hand = game, Path(game.file), len(game.hands) + 1
        self._started_at = get_local_time()
        self._is_saving = True
        self._writer = Writer(name=_get_user_name(), host=gethostname(), process=os.getpid())

    def offer(self, ask: AskFunction) -> Draft | None:
        """Return the draft if there is one and the person wants to continue it; drop it otherwise.

        A draft of a hand that was recorded in another way meanwhile may be that hand, or the next one.
        """
        draft = load_draft(self._ledger)
        if draft is None or not any(draft.facts.values()) or self._is_recorded(draft):
            return None
        started = _format_time(draft.started_at)
        if is_at_work(draft.writer, self._writer):
            who = f"{draft.writer.name} in another window since {started}"
            prompt = f"Hand {draft.hand} is being entered by {who}. Take it over? [y/N] "
            is_wanted = self._is_saving = ask_yes_no(ask, prompt, default=False)
        else:
            is_wanted = self._ask_to_continue(ask, draft, f"Hand {draft.hand} was half entered at {started}")
        return draft if is_wanted else None

    def _is_recorded(self, draft: Draft) -> bool:
        recorded = [hand.facts for hand in self._game.hands if hand.number == draft.hand]
        return any(
            all(facts.items() <= hand.get(side, {}).items() for side, facts in draft.facts.items()) for hand in recorded
        )

    def _ask_to_continue(self, ask: AskFunction, draft: Draft, what: str) -> bool:
        if draft.hand == self._hand:
            is_wanted = ask_yes_no(ask, f"{what}. Continue? [Y/n] ", default=True)
        else:
            print_result(f"{what}: {format_tally(self._game.variant, draft.facts)}")
            is_wanted = ask_yes_no(
                ask, f"Now hand {self._hand} is next. Use these answers for it? [y/N] ", default=False
            )
        if not is_wanted:
            self.drop()
        return is_wanted

    def save(self, facts: HandFacts, position: int) -> None:
        """Keep the answers so far; as long as there are none, there is no draft."""
        if self._is_saving and any(facts.values()):
            draft = Draft(
                hand=self._hand, facts=facts, position=position, started_at=self._started_at, writer=self._writer
            )
            save_draft(self._ledger, draft)

    def drop(self) -> None:
        """Remove the draft, unless it is someone else's."""
        if self._is_saving:
            drop_draft(self._ledger)


def _format_time(time: datetime) -> str:
    is_today = time.date() == get_local_time().date()
    return f"{time:%H:%M}" if is_today else f"{time:%H:%M on %b} {time.day}"


def _get_user_name() -> str:
    try:
        return getuser()
    except (OSError, KeyError, ImportError):
        return "someone"
