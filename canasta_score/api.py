"""What `import canasta_score` offers. Each name is there because it is imported here, and nowhere else named."""

from canasta_score.game.entries import LedgerError as LedgerError
from canasta_score.game.ledger import Ledger as Ledger
from canasta_score.game.standing import Standing as Standing
from canasta_score.game.storage.ledger_files import read_ledger as read_ledger
from canasta_score.hand.facts import TallyError as TallyError
from canasta_score.hand.opening.check import Opening as Opening
from canasta_score.hand.opening.check import check_opening as check_opening
from canasta_score.hand.opening.need import canasta_to_open as canasta_to_open
from canasta_score.hand.opening.need import opening_need as opening_need
from canasta_score.hand.opening.search import find_opening as find_opening
from canasta_score.hand.referee.checks import referee as referee
from canasta_score.hand.referee.problems import Problem as Problem
from canasta_score.hand.scoring import HandScore as HandScore
from canasta_score.hand.scoring import SideScore as SideScore
from canasta_score.hand.scoring import score_hand as score_hand
from canasta_score.recording.from_python import end_game as end_game
from canasta_score.recording.from_python import fix_hand as fix_hand
from canasta_score.recording.from_python import new_ledger as new_ledger
from canasta_score.recording.from_python import record_hand as record_hand
from canasta_score.recording.from_python import redo as redo
from canasta_score.recording.from_python import undo as undo
from canasta_score.recording.from_python import void_hand as void_hand
from canasta_score.rules.catalog.loading import load_variant as load_variant
from canasta_score.rules.diagnostics import CanastaError as CanastaError
from canasta_score.rules.diagnostics import RuleError as RuleError
from canasta_score.rules.model.variant import Variant as Variant
