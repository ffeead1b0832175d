"""Correction of a hand question by question, with the present values filled in."""

from collections.abc import Callable, Sequence

from canasta_score.cli.messages import print_note
from canasta_score.cli.prompt.guided_entry import GuidedEntry
from canasta_score.cli.prompt.hand_draft import HandDraft
from canasta_score.cli.prompt.questions import BACK_REPLY, HELP_REPLY, AskFunction
from canasta_score.cli.terminal import get_terminal_width, print_result
from canasta_score.game.audit import find_newly_unlikely_problems
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import HandFacts, find_corrections
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.referee.problems import Problem
from canasta_score.report.text.layout import fill_text

CorrectFunction = Callable[[HandFacts, Sequence[Problem]], object]


class CorrectionEntry(GuidedEntry):
    """The dialogue that corrects a hand of a game."""

    question = "Correct this hand? [Y/n/edit] "

    def __init__(
        self, game: Ledger, hand: int, ask: AskFunction, correct: CorrectFunction, *, anyway: bool = False
    ) -> None:
        """Start with the facts of the hand; `correct` records what changes; it gets the known problems too."""
        super().__init__(game, ask, anyway=anyway)
        self._hand, self._correct, self._keeper = game.get_hand(hand), correct, None
        self._draft = HandDraft(game=game).set_facts(self._hand.facts)
        self._known_problems = self._list_problems(self._hand.facts)

    def format_line(self) -> str:
        """Return an empty text: a correction is not entered like a hand."""
        return ""

    def record(self, *, only_continue: bool = False) -> None:
        """Ask until the corrected hand is confirmed, and record what changes."""
        del only_continue
        changes = find_corrections(self._hand.facts, self._draft.collect_facts()) if self._ask_until_confirmed() else {}
        if changes:
            self._correct(changes, self._known_problems)
        else:
            print_note("nothing changed")

    def _print_heading(self) -> None:
        keys = f"Enter keeps what is in brackets, 0 or n removes it, {BACK_REPLY} to go back, {HELP_REPLY} for help"
        print_result(fill_text(f"Hand {self._hand.number} as recorded. {keys}, Ctrl-C to leave.", get_terminal_width()))

    def _list_problems(self, facts: HandFacts) -> list[Problem]:
        return find_problems(self._draft.game.variant, facts, self._draft.game.side_names)

    def _list_unlikely_problems(self, facts: HandFacts) -> list[Problem]:
        return find_newly_unlikely_problems(self._draft.game, self._hand, facts)
