"""Where the files of the repository and the data of the tests are."""

from pathlib import Path

TESTS = Path(__file__).parent.parent
ROOT = TESTS.parent
PACKAGE = ROOT / "canasta_score"
VARIANTS = ROOT / "variants"
DATA = TESTS / "data"
SESSIONS = TESTS / "end_to_end" / "sessions"
TEN_HANDS = DATA / "ledgers" / "good" / "ten-hands.toml"
