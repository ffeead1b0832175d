"""Keeps what is entered of a hand on the disk after every question, and offers it the next time."""

import os
from datetime import datetime
from getpass import getuser
from pathlib import Path
from socket import gethostname

from canasta_score.cli.prompt.questions import AskFunction, ask_yes_no
from canasta_score.cli.terminal import print_result
from canasta_score.clock import get_local_time
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.drafts import Draft, Writer, drop_draft, is_at_work, load_draft, save_draft
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.tally.formatter import format_tally


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
