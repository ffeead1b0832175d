"""Guided entry: the next hand is asked for and recorded, or a recorded hand is corrected."""

import os
from getpass import getuser
from socket import gethostname
from textwrap import fill

from canasta_score.cli.hand_input import explain_refused_hand
from canasta_score.cli.messages import print_note, print_warning
from canasta_score.cli.options import ANYWAY_FLAG
from canasta_score.cli.prompt.hand_dialogue import HandDialogue
from canasta_score.cli.prompt.questions import BACK_REPLY, HELP_REPLY, AskFunction, ask_yes_no
from canasta_score.cli.recording import print_hints_if_game_over, print_problems, print_with_standing
from canasta_score.cli.terminal import MESSAGE_INDENT, get_terminal_width, print_result
from canasta_score.clock import get_local_time
from canasta_score.game.audit import (
    find_newly_unlikely_problems,
    find_next_hand_problems,
    find_unlikely_next_hand_problems,
)
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.drafts import Draft, Writer
from canasta_score.hand.facts import HandFacts, find_corrections
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.referee.problems import Problem, has_impossible_problem, refuse_impossible
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.recording.draft import DraftKeeper
from canasta_score.recording.games import AddHand, GameRecorder
from canasta_score.report.text.layout import fill_text


class GuidedEntry(HandDialogue):
    """The dialogue that enters the next hand of a game."""

    confirm_question = "Record this hand? [Y/n/edit] "

    def __init__(self, recorder: GameRecorder, ask: AskFunction, *, command: str = "", anyway: bool = False) -> None:
        """Start with no answers; `command` is typed before the tally where the hand is entered in one line."""
        game = recorder.read()
        super().__init__(game, ask, anyway=anyway)
        self._recorder, self._command = recorder, command
        writer = Writer(name=_get_user_name(), host=gethostname(), process=os.getpid())
        self._keeper = DraftKeeper(game, writer, get_local_time)

    def format_line(self) -> str:
        """Return the line that enters what has been answered so far, empty if nothing has."""
        facts = self._draft.collect_facts()
        tally = format_tally(self._draft.game.variant, facts)
        if not tally:
            return ""
        is_impossible = self._anyway and has_impossible_problem(self._list_problems(facts))
        return f"{self._command}{tally}" + (f" {ANYWAY_FLAG}" if is_impossible else "")

    def record(self, *, only_continue: bool = False) -> None:
        """Ask until the hand is confirmed, record it, and print the new standing.

        With `only_continue`, only a hand that is half entered is asked for. Raises KeyboardInterrupt or EOFError if the
        person leaves; the line so far is printed then, and kept for the next time.
        """
        game = self._draft.game
        with explain_refused_hand(game.variant, game.side_names, json=False):
            refuse_impossible(find_next_hand_problems(game, {}), anyway=self._anyway)
        is_continued = self._offer_draft()
        if only_continue and not is_continued:
            return
        try:
            is_confirmed = self._ask_until_confirmed() and confirm_despite_new_hand(game, self._recorder, self._ask)
        except (KeyboardInterrupt, EOFError):
            self._print_line_so_far()
            raise
        if is_confirmed:
            self._record(self._draft.collect_facts())
        else:
            print_note("nothing recorded")
        self._keeper.drop()

    def _record(self, facts: HandFacts) -> None:
        game = self._draft.game
        with explain_refused_hand(game.variant, game.side_names, json=False):
            recorded = self._recorder.record(AddHand(facts=facts, anyway=self._anyway))
        print_problems(recorded, self.known_problems, anyway=self._anyway)
        print_with_standing(f"Hand {len(recorded.after.hands)} recorded.", recorded.after)
        print_hints_if_game_over(recorded.before, recorded.after)

    def _offer_draft(self) -> bool:
        """Continue a hand that was half entered, if there is one and the person wants to; drop it otherwise."""
        draft = self._keeper.find()
        if draft is None:
            return False
        is_at_work = self._keeper.is_at_work(draft)
        is_wanted = self._ask_about_draft(draft, is_at_work=is_at_work)
        if is_wanted:
            self._draft = self._draft.set_facts(draft.facts)
            self._draft = self._draft.move_to(min(draft.position, len(self._draft.list_questions())))
        elif is_at_work:
            self._keeper.leave_to_its_writer()
        else:
            self._keeper.drop()
        return is_wanted

    def _ask_about_draft(self, draft: Draft, *, is_at_work: bool) -> bool:
        is_today = draft.started_at.date() == get_local_time().date()
        started = f"{draft.started_at:%H:%M}" if is_today else f"{draft.started_at:%H:%M on %b} {draft.started_at.day}"
        half_entered = f"Hand {draft.hand} was half entered at {started}"
        if is_at_work:
            who = f"{draft.writer.name} in another window since {started}"
            prompt = f"Hand {draft.hand} is being entered by {who}. Take it over? [y/N] "
        elif draft.hand == self._keeper.hand:
            return ask_yes_no(self._ask, f"{half_entered}. Continue? [Y/n] ", default=True)
        else:
            print_result(f"{half_entered}: {format_tally(self._draft.game.variant, draft.facts)}")
            prompt = f"Now hand {self._keeper.hand} is next. Use these answers for it? [y/N] "
        return ask_yes_no(self._ask, prompt, default=False)

    def _print_line_so_far(self) -> None:
        line = self.format_line()
        if not line:
            print_note("nothing recorded")
            return
        is_incomplete = self._draft.position < len(self._draft.list_questions())
        part = "this part of the hand" if is_incomplete else "this hand"
        print_note(f"nothing recorded; you entered {part}:")
        print_result(f"{MESSAGE_INDENT}{line}")

    def _print_heading(self) -> None:
        game = self._draft.game
        deal = game.standing().deal
        who = f" {deal.dealer} deals, {deal.first} plays first." if deal else ""
        keys = f"Enter for none, {BACK_REPLY} to go back, {HELP_REPLY} for help, Ctrl-C to leave."
        print_result(fill(f"Hand {len(game.hands) + 1}.{who} {keys}", get_terminal_width()))

    def _keep_draft(self) -> None:
        self._keeper.save(self._draft.collect_facts(), self._draft.position)

    def _list_problems(self, facts: HandFacts) -> list[Problem]:
        return find_next_hand_problems(self._draft.game, facts)

    def _list_unlikely_problems(self, facts: HandFacts) -> list[Problem]:
        return find_unlikely_next_hand_problems(self._draft.game, facts, self.known_problems)


class CorrectionEntry(HandDialogue):
    """The dialogue that corrects a hand of a game."""

    confirm_question = "Correct this hand? [Y/n/edit] "

    def __init__(self, recorder: GameRecorder, hand: int, ask: AskFunction, *, anyway: bool = False) -> None:
        """Start with the facts of the hand."""
        game = recorder.read()
        super().__init__(game, ask, anyway=anyway)
        self._hand = game.get_hand(hand)
        self._draft = self._draft.set_facts(self._hand.facts)
        self.known_problems = self._list_problems(self._hand.facts)

    def ask(self) -> HandFacts:
        """Ask until the corrected hand is confirmed, and return what changes; nothing if it is not."""
        if not self._ask_until_confirmed():
            return {}
        return find_corrections(self._hand.facts, self._draft.collect_facts())

    def _print_heading(self) -> None:
        keys = f"Enter keeps what is in brackets, 0 or n removes it, {BACK_REPLY} to go back, {HELP_REPLY} for help"
        print_result(fill_text(f"Hand {self._hand.number} as recorded. {keys}, Ctrl-C to leave.", get_terminal_width()))

    def _keep_draft(self) -> None:
        pass  # the hand as it was recorded is in the file

    def _list_problems(self, facts: HandFacts) -> list[Problem]:
        return find_problems(self._draft.game.variant, facts, self._draft.game.side_names)

    def _list_unlikely_problems(self, facts: HandFacts) -> list[Problem]:
        return find_newly_unlikely_problems(self._draft.game, self._hand, facts)


def confirm_despite_new_hand(game: Ledger, recorder: GameRecorder, ask: AskFunction) -> bool:
    """Return whether to record the next hand of a game, asking only if somebody else has recorded one meanwhile."""
    hands = len(recorder.read().hands)
    if hands == len(game.hands):
        return True
    print_warning(f"someone else has just recorded hand {hands}; yours would be hand {hands + 1}")
    return ask_yes_no(ask, "Record it? [y/N] ", default=False)


def _get_user_name() -> str:
    try:
        return getuser()
    except (OSError, KeyError, ImportError):
        return "someone"
