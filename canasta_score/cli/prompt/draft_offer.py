"""Offers a hand that was half entered to whoever enters the next one."""

import os
from datetime import datetime
from getpass import getuser
from socket import gethostname

from canasta_score.cli.prompt.questions import AskFunction, ask_yes_no
from canasta_score.cli.terminal import print_result
from canasta_score.clock import get_local_time
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.drafts import Draft, Writer
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.recording.draft import DraftKeeper


def keep_draft(game: Ledger) -> DraftKeeper:
    """Return what keeps the next hand of a game on the disk while the person at this terminal enters it."""
    return DraftKeeper(game, Writer(name=_get_user_name(), host=gethostname(), process=os.getpid()), get_local_time)


def offer_draft(keeper: DraftKeeper, game: Ledger, ask: AskFunction) -> Draft | None:
    """Return the draft if there is one and the person wants to continue it; drop it otherwise."""
    draft = keeper.find()
    if draft is None:
        return None
    started = _format_time(draft.started_at)
    if keeper.is_at_work(draft):
        who = f"{draft.writer.name} in another window since {started}"
        is_wanted = ask_yes_no(ask, f"Hand {draft.hand} is being entered by {who}. Take it over? [y/N] ", default=False)
        if not is_wanted:
            keeper.leave_to_its_writer()
        return draft if is_wanted else None
    what = f"Hand {draft.hand} was half entered at {started}"
    if draft.hand == keeper.hand:
        is_wanted = ask_yes_no(ask, f"{what}. Continue? [Y/n] ", default=True)
    else:
        print_result(f"{what}: {format_tally(game.variant, draft.facts)}")
        prompt = f"Now hand {keeper.hand} is next. Use these answers for it? [y/N] "
        is_wanted = ask_yes_no(ask, prompt, default=False)
    if not is_wanted:
        keeper.drop()
    return draft if is_wanted else None


def _format_time(time: datetime) -> str:
    is_today = time.date() == get_local_time().date()
    return f"{time:%H:%M}" if is_today else f"{time:%H:%M on %b} {time.day}"


def _get_user_name() -> str:
    try:
        return getuser()
    except (OSError, KeyError, ImportError):
        return "someone"
