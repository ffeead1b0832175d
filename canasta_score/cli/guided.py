"""Guided entry: a hand is asked for question by question, shown as it would be, and confirmed."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from textwrap import fill

from canasta_score.cli.add import entry_of_hand, record_hand
from canasta_score.cli.correct import say_done
from canasta_score.cli.judging import has_impossible
from canasta_score.cli.terminal import INDENT, say, say_table, warn, warn_of, width
from canasta_score.game.checking import problems_of_next_hand
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import HandFacts, Told
from canasta_score.hand.numbers import WrongWordError
from canasta_score.hand.questions import Question, answer_to, questions_of, read_answer, told_by
from canasta_score.hand.referee import Problem, Severity
from canasta_score.hand.score import score_hand
from canasta_score.hand.telling import tally_of
from canasta_score.report.hand_table import hand_table, notes_of_hand
from canasta_score.report.question_text import meaning_of, prompt_of
from canasta_score.rules.plain_text import printable

BACK, WHAT = "<", "?"
ROOM_TO_ANSWER = 16
Ask = Callable[[str], str]  # shows a prompt and gives the line that is typed


class GuidedHand:
    """A hand that is being asked for: the questions that matter, their answers, and the place of the next one."""

    def __init__(self, game: Ledger, ask: Ask, *, command: str = "", anyway: bool = False) -> None:
        """Take the game, how to ask, what is typed before a tally, and whether the impossible is taken."""
        self.game, self.ask, self.command, self.anyway = game, ask, command, anyway
        self.answers: dict[tuple[str, str], Told] = {}
        self.questions: list[Question] = []
        self.place = 0
        self.side = ""
        self.known: list[Problem] = []

    def facts(self) -> HandFacts:
        """Give the facts as far as they are told: those of the questions before the next one."""
        return told_by(self.questions[: self.place], self.answers, [*self.game.names])

    def tally(self) -> str:
        """Give the tally that says what is told so far."""
        return tally_of(self.game.variant, self.facts())

    def confirmed(self) -> bool:
        """Ask until the hand is told whole; tell whether it is to be recorded."""
        say(fill(f"Hand {len(self.game.hands) + 1}. Enter for none, {BACK} for the question before, "
                 f"{WHAT} for what is meant, Ctrl-C to leave.", width()))  # fmt: skip
        self.new_problems()
        while True:
            self.questions = questions_of(self.game.variant, [*self.game.names], self.answers)
            if self.place < len(self.questions):
                self.step(self.questions[self.place])
            elif not any(self.facts().values()):
                say("\nNo side has anything, so there is nothing to record.")
                return False
            elif (yes := self.verdict()) is not None:
                return yes

    def step(self, question: Question) -> None:
        """Ask one question and go on to the next, stay, or go back."""
        if question.side != self.side:
            self.side = question.side
            say(f"\n{self.game.names[question.side]}")
        earlier = answer_to(question, self.answers)
        reply = self.asked(f"  {prompt_of(self.game.variant, question, earlier)}")
        if reply == BACK:
            self.go_back()
        elif reply == WHAT:
            for line in meaning_of(question):
                say(fill(line, width(), initial_indent=INDENT, subsequent_indent=INDENT * 2))
        elif reply or question.key not in self.answers:
            self.take(question, reply or "0")
        else:
            self.go_on()

    def asked(self, prompt: str) -> str:
        """Ask, on a line of its own where the question takes a whole one."""
        if len(prompt) + ROOM_TO_ANSWER > width():
            say(fill(prompt, width(), subsequent_indent=INDENT, break_on_hyphens=False))
            prompt = "  > "
        return self.ask(prompt).strip()

    def go_back(self) -> None:
        """Go back one question; every answer is kept."""
        if self.place:
            self.place -= 1
        else:
            say(f"{INDENT}This is the first question.")

    def take(self, question: Question, reply: str) -> None:
        """Read an answer and go on; a wrong one is said, and asked for again."""
        try:
            self.answers[question.key] = read_answer(self.game.variant, question, reply)
        except WrongWordError as wrong:
            warn(f"{wrong.message}; {wrong.hint}")
        else:
            self.go_on()

    def go_on(self) -> None:
        """Go to the next question; where the referee has something new to say, ask again what brought it up.

        An answer that cannot be is not kept; one that is only against the rules stands when it is given again.
        """
        question = self.questions[self.place]
        self.place += 1
        new = self.new_problems()
        if new:
            self.place -= 1
        if has_impossible(new) and not self.anyway:
            del self.answers[question.key]

    def new_problems(self) -> list[Problem]:
        """Say the problems of what is told so far that were not said before, and list them."""
        problems = problems_of_next_hand(self.game, self.facts())
        new = [problem for problem in problems if problem not in self.known]
        warn_of(new)
        self.known = [one for one in problems if self.anyway or one.severity is Severity.IRREGULAR]
        return new

    def verdict(self) -> bool | None:
        """Show the hand as it would be, with its tally, and ask whether to record it; None to go on asking."""
        facts = self.facts()
        score = score_hand(self.game.variant, facts)
        say("")
        say_table(hand_table(self.game.variant, score, self.game.names, width()))
        if notes := notes_of_hand(score, self.game.names):
            say(f"\n{notes}")
        say(f"\nThe same in one line:\n{INDENT}{self.command}{self.tally()}")
        say("")
        reply = self.ask("Record it? [y] ").strip().lower()
        if reply == BACK:
            self.go_back()
            return None
        if reply in {"n", "no"}:
            return False
        return True if reply in {"", "y", "yes"} else None


def record_guided(hand: GuidedHand) -> None:
    """Ask for a hand until it is confirmed, record it and show the new standing.

    Who leaves in the middle is told the words that say what they told so far.
    """
    try:
        confirmed = hand.confirmed()
    except (KeyboardInterrupt, EOFError):
        so_far = hand.tally()
        warn(f"nothing is recorded; told so far: {hand.command}{so_far}" if so_far else "nothing is recorded")
        raise
    if not confirmed:
        warn("nothing is recorded")
        return
    path, words = Path(hand.game.file), hand.tally().split()
    game = record_hand(path, lambda game: entry_of_hand(game, words, [], anyway=hand.anyway, known=hand.known))
    say_done(f"Recorded: hand {len(game.hands)}.", game)


def ask_on_a_line(prompt: str) -> str:
    """Ask for one line, which can be edited where the system knows how."""
    with suppress(ImportError):
        import readline  # noqa: F401, PLC0415 -- start-up; that it is loaded is all that is needed

    return input(printable(prompt))
