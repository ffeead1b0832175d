"""Guided entry: a hand is asked for question by question, shown as it would be scored, confirmed and recorded."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from textwrap import fill

from canasta_score.cli.hand_input import explain_refused_hand, print_hand_score
from canasta_score.cli.messages import print_diagnostics, print_hint, print_note, print_problem, print_warning
from canasta_score.cli.options import ANYWAY_FLAG
from canasta_score.cli.prompt.draft_offer import keep_draft, offer_draft
from canasta_score.cli.prompt.questions import (
    BACK_REPLY,
    HELP_REPLY,
    RECORD_ANYWAY_QUESTION,
    AskFunction,
    ask_yes_no,
    parse_yes_no,
    print_without_hints,
)
from canasta_score.cli.recording import print_hints_if_game_over, print_problems, print_with_standing
from canasta_score.cli.terminal import (
    MESSAGE_INDENT,
    get_terminal_height,
    get_terminal_width,
    print_result,
    wrap_to_terminal,
)
from canasta_score.game.audit import find_next_hand_problems, find_unlikely_next_hand_problems
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import HandFacts, SideFacts, TallyError, WordError, list_special_hands
from canasta_score.hand.referee.problems import Problem, has_impossible_problem, refuse_impossible
from canasta_score.hand.scoring import score_hand
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.hand.tally.interview import Question, list_repeatable_facts, parse_answer
from canasta_score.hand.tally.names import find_name, find_side
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.recording.draft import DraftKeeper, HandDraft
from canasta_score.recording.games import AddHand, GameRecorder
from canasta_score.report.text.entries import format_fact_list
from canasta_score.report.text.hand_entry import format_prompt, iter_question_help
from canasta_score.rules.text import split_before

_LINES_BESIDE_HELP = 4  # of the screen: the question before and after it, and a question in two lines
_EDIT_REPLIES = ("e", "edit")


class GuidedEntry:
    """The dialogue that enters the next hand of a game."""

    question = "Record this hand? [Y/n/edit] "

    def __init__(self, recorder: GameRecorder, ask: AskFunction, *, command: str = "", anyway: bool = False) -> None:
        """Start with no answers; `command` is typed before the tally where the hand is entered in one line."""
        self._recorder, self._ask, self._command, self._anyway = recorder, ask, command, anyway
        game = recorder.read()
        self._draft = HandDraft(game=game)
        self._keeper: DraftKeeper | None = keep_draft(game)
        self._current_side = ""
        self.known_problems: list[Problem] = []

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
        if self._keeper:
            self._keeper.drop()

    def _record(self, facts: HandFacts) -> None:
        game = self._draft.game
        with explain_refused_hand(game.variant, game.side_names, json=False):
            recorded = self._recorder.record(AddHand(facts=facts, anyway=self._anyway))
        print_problems(recorded, self.known_problems, anyway=self._anyway)
        print_with_standing(f"Hand {len(recorded.after.hands)} recorded.", recorded.after)
        print_hints_if_game_over(recorded.before, recorded.after)

    def _offer_draft(self) -> bool:
        draft = offer_draft(self._keeper, self._draft.game, self._ask) if self._keeper else None
        if draft:
            self._draft = self._draft.set_facts(draft.facts)
            position = min(draft.position, len(self._draft.list_questions()))
            self._draft = self._draft.move_to(position)
        return bool(draft)

    def _keep_draft(self) -> None:
        if self._keeper:
            self._keeper.save(self._draft.collect_facts(), self._draft.position)

    def _print_line_so_far(self) -> None:
        line = self.format_line()
        if not line:
            print_note("nothing recorded")
            return
        is_incomplete = self._draft.position < len(self._draft.list_questions())
        part = "this part of the hand" if is_incomplete else "this hand"
        print_note(f"nothing recorded; you entered {part}:")
        print_result(f"{MESSAGE_INDENT}{line}")

    def _ask_until_confirmed(self) -> bool:
        self._print_heading()
        self._print_new_problems(self._draft.list_questions(), self._draft.position)
        while True:
            questions = self._draft.list_questions()
            if self._draft.position < len(questions):
                self._ask_next_question(questions)
                self._keep_draft()
                continue
            facts = self._draft.collect_facts(questions)
            is_confirmed = self._confirm_hand(facts) if any(facts.values()) else self._confirm_empty_hand(questions)
            if is_confirmed is not None:
                return is_confirmed

    def _print_heading(self) -> None:
        game = self._draft.game
        deal = game.standing().deal
        who = f" {deal.dealer} deals, {deal.first} plays first." if deal else ""
        keys = f"Enter for none, {BACK_REPLY} to go back, {HELP_REPLY} for help, Ctrl-C to leave."
        print_result(fill(f"Hand {len(game.hands) + 1}.{who} {keys}", get_terminal_width()))

    def _ask_next_question(self, questions: Sequence[Question]) -> None:
        question, variant = questions[self._draft.position], self._draft.game.variant
        if question.side != self._current_side:
            self._current_side = question.side
            print_result(f"\n{self._draft.game.side_names[question.side]}")
        prompt = format_prompt(variant, question, self._draft.find_answer(question))
        words = [fact.name for fact in question.facts] if question.allows_several else ()
        reply = self._ask(f"  {prompt}", words).strip()
        if reply == BACK_REPLY:
            self._go_back()
        elif reply.startswith(HELP_REPLY):
            self._print_question_help(question, reply.removeprefix(HELP_REPLY).strip())
        elif reply:
            self._take_reply(questions, reply)
        else:
            self._advance_unless_problem(questions)

    def _print_question_help(self, question: Question, name: str) -> None:
        """Print what a question means; of a long list only the items that a name begins, or all names."""
        named = tuple(fact for fact in question.facts if name and fact.name.startswith(name))
        asked = replace(question, facts=named or question.facts)
        repeatable = list_repeatable_facts(self._draft.game.variant, asked, self._draft.collect_facts())
        lines = [_indent_line(line) for line in iter_question_help(asked, repeatable)]
        text = "\n".join(lines)
        if text.count("\n") > get_terminal_height() - _LINES_BESIDE_HELP:
            names = ", ".join(fact.name for fact in question.facts)
            example = f"Type {HELP_REPLY} and a name for its meaning, such as {HELP_REPLY} {question.facts[0].name}."
            text = "\n".join([lines[0], _indent_line(f"  {names}"), _indent_line(example)])
        print_result(text)

    def _go_back(self) -> None:
        if not self._draft.position:
            print_result(f"{MESSAGE_INDENT}This is the first question.")
            return
        self._draft = self._draft.move_to(self._draft.position - 1)

    def _take_reply(self, questions: Sequence[Question], reply: str) -> None:
        question, draft = questions[self._draft.position], self._draft
        try:
            answer = parse_answer(draft.game.variant, question, reply)
        except WordError as error:
            if not (self._take_other_item(questions, reply) or self._take_line(questions, reply)):
                print_diagnostics([error.diagnostic])
            return
        self._draft = draft.set_answer(question, answer)
        if not self._advance_unless_problem(questions):
            self._draft = draft.move_to(self._draft.position)

    def _take_other_item(self, questions: Sequence[Question], reply: str) -> bool:
        """Take another item of the side, which has a question of its own: a special hand leaves nothing else to ask."""
        position, variant = self._draft.position, self._draft.game.variant
        index, answer = self._find_other_answer(questions, reply)
        if not answer:
            return False
        merged = {**self._draft.find_answer(questions[index]), **answer}
        before, self._draft = self._draft, self._draft.set_answer(questions[index], merged)
        is_last = bool(list_special_hands(variant, merged))
        self._move_unless_impossible(before, index + 1 if is_last else position, answer, format_fact_list(answer))
        return True

    def _take_line(self, questions: Sequence[Question], reply: str) -> bool:
        """Take items in one line, of this side or of the sides that it names; a whole hand answers all questions."""
        draft, words = self._draft, reply.split()
        changes: HandFacts = {}
        for line in (words, [questions[draft.position].side, *words]):
            with suppress(TallyError):
                changes = changes or parse_tally(draft.game.variant, line, draft.game.side_names, correcting=True)
        if not (_has_number(reply) and changes) or self._find_unasked_fact(changes):
            return False
        self._draft = draft.apply_changes(changes)
        is_whole_hand = all(changes.get(side) for side in draft.game.side_names)
        count = len(self._draft.list_questions())
        self._move_unless_impossible(draft, count if is_whole_hand else min(draft.position, count), (), reply)
        return True

    def _move_unless_impossible(self, before: HandDraft, position: int, named: Collection[str], items: str) -> None:
        problems = self._print_new_problems(self._draft.list_questions(), position, named=named)
        if has_impossible_problem(problems) and not self._anyway:
            self._draft = before
        else:
            print_result(f"{MESSAGE_INDENT}Noted: {items}.")
            self._draft = self._draft.move_to(position)

    def _find_other_answer(self, questions: Sequence[Question], reply: str) -> tuple[int, SideFacts]:
        current = self._draft.position
        for index, question in enumerate(questions):
            if (
                index != current
                and question.side == questions[current].side
                and (question.allows_several or _has_number(reply))
            ):
                with suppress(WordError):
                    return index, parse_answer(self._draft.game.variant, question, reply)
        return current, {}

    def _advance_unless_problem(self, questions: Sequence[Question]) -> bool:
        # What is only against the rules is accepted when the same answer is given again; it is known then.
        position = self._draft.position
        problems = self._print_new_problems(questions, position + 1)
        if problems and position:
            print_hint(f"to change an earlier answer, type {BACK_REPLY}")
        if has_impossible_problem(problems) and not self._anyway:
            return False
        if not problems:
            self._draft = self._draft.move_to(position + 1)
        return True

    def _print_new_problems(
        self, questions: Sequence[Question], answered: int, named: Collection[str] = ()
    ) -> list[Problem]:
        facts = [(question.side, fact.name) for question in questions[answered:] for fact in question.facts]
        pending_sides, pending = {side for side, _ in facts}, {fact for fact in facts if fact[1] not in named}
        problems = self._list_problems(self._draft.collect_facts(questions))
        # What is about an item that has not been asked for yet may still come right, and so may what is only against
        # the rules: a rare canasta, which is asked for last, may be the second one that going out needs.
        due = [
            problem
            for problem in problems
            if (problem.side, problem.fact) not in pending
            and (problem.is_impossible or problem.side not in pending_sides)
        ]
        new = [problem for problem in due if problem not in self.known_problems]
        print_diagnostics(new, is_accepted=self._anyway)
        accepted = [problem for problem in new if self._anyway or not problem.is_impossible]
        self.known_problems = [problem for problem in problems if problem in (*self.known_problems, *accepted)]
        return new

    def _list_problems(self, facts: HandFacts) -> list[Problem]:
        return find_next_hand_problems(self._draft.game, facts)

    def _list_unlikely_problems(self, facts: HandFacts) -> list[Problem]:
        return find_unlikely_next_hand_problems(self._draft.game, facts, self.known_problems)

    def _confirm_empty_hand(self, questions: Sequence[Question]) -> bool | None:
        print_result("")
        prompt = "Nothing is entered for any side. Record a hand without points? [y/N] "
        is_confirmed = self._confirm(prompt, default=False)
        if not is_confirmed:
            return is_confirmed
        table = self._draft.game.variant.card_points.on_table
        question = next(question for question in questions if question.facts == (table,))
        self._draft = self._draft.set_answer(question, {table.name: 0})  # an empty hand is entered as table=0
        return None

    def _confirm_hand(self, facts: HandFacts) -> bool | None:
        game = self._draft.game
        print_result("")
        print_hand_score(game.variant, score_hand(game.rules_of_next_hand(), facts), game.side_names)
        if line := self.format_line():
            print_result(f"\nThe same hand in one line:\n{MESSAGE_INDENT}{line}\n")
        # All questions are answered, but an answer that was changed at the end may not go with the others.
        problems = [problem for problem in self._list_problems(facts) if problem not in self.known_problems]
        print_diagnostics(problems, is_accepted=self._anyway)
        if has_impossible_problem(problems) and not self._anyway:
            self._edit_answer()
            return None
        unlikely = self._list_unlikely_problems(facts)
        print_without_hints(unlikely)
        is_confirmed = self._confirm(RECORD_ANYWAY_QUESTION if unlikely else self.question, default=not unlikely)
        if is_confirmed:
            self.known_problems += [*problems, *unlikely]
        elif is_confirmed is False and not ask_yes_no(self._ask, "Throw away this hand? [y/N] ", default=False):
            self._edit_answer()
            return None
        return is_confirmed

    def _confirm(self, prompt: str, *, default: bool) -> bool | None:
        """Return the answer to a question about the whole hand; None if answers are changed first."""
        while True:
            reply = self._ask(prompt).strip()
            answer = parse_yes_no(reply, default=default)
            if answer is not None:
                return answer
            if reply == BACK_REPLY:
                self._go_back()
            elif reply.lower() in _EDIT_REPLIES:
                self._edit_answer()
            elif not self._change_answer(reply):
                print_result(f"{MESSAGE_INDENT}Please answer y or n, or name the answer to change.")
                continue
            return None

    def _edit_answer(self) -> None:
        """Ask which answer to change, until it is found or Enter is pressed."""
        *_, last = self._draft.game.side_names
        words = [*self._draft.game.side_names, *self._draft.game.variant.facts]
        prompt = f"Which answer is wrong? (such as {last} table, or {last} table=60) "
        while reply := self._ask(prompt, words).strip():
            if self._change_answer(reply):
                return
            print_problem(f'"{reply}" is not an answer of this hand', "type a side and an item")

    def _find_unasked_fact(self, facts: HandFacts) -> str:
        asked = {(question.side, fact.name) for question in self._draft.list_questions() for fact in question.facts}
        named = ((side, fact) for side, side_facts in facts.items() for fact in side_facts)
        return next((fact for side, fact in named if (side, fact) not in asked), "")

    def _change_answer(self, reply: str) -> bool:
        """Change the answers that a reply names with their numbers, or ask again for the one that it names alone."""
        game = self._draft.game
        try:
            if split_before(reply, "=0123456789")[1]:
                changes = parse_tally(game.variant, reply.split(), game.side_names, correcting=True)
                if unasked := self._find_unasked_fact(changes):
                    print_problem(f"{unasked} is not asked for here", "enter the whole hand in one line instead")
                    return True
                self._draft = self._draft.apply_changes(changes)
                return True
            side_word, _, name = reply.partition(" ")
            side, fact = find_side(side_word, game.side_names), find_name(game.variant, "-".join(name.split()))
        except TallyError:
            return False
        index = self._draft.find_question(side, fact or "")
        if index is None:
            return False
        self._ask_again(index)
        return True

    def _ask_again(self, index: int) -> None:
        end, self._current_side = self._draft.position, ""
        self._draft = self._draft.move_to(index)
        while self._draft.position == index:
            self._ask_next_question(self._draft.list_questions())
        self._draft = self._draft.move_to(min(end, len(self._draft.list_questions())))


def confirm_despite_new_hand(game: Ledger, recorder: GameRecorder, ask: AskFunction) -> bool:
    """Return whether to record the next hand of a game, asking only if somebody else has recorded one meanwhile."""
    hands = len(recorder.read().hands)
    if hands == len(game.hands):
        return True
    print_warning(f"someone else has just recorded hand {hands}; yours would be hand {hands + 1}")
    return ask_yes_no(ask, "Record it? [y/N] ", default=False)


def _has_number(reply: str) -> bool:
    return reply[0].isalpha() and any(map(str.isdecimal, reply))  # as in `table=200`, not in `7xK`


def _indent_line(line: str) -> str:
    return wrap_to_terminal(f"{MESSAGE_INDENT}{line}", MESSAGE_INDENT * 2)
