"""`canasta-score score -v nvso,wca`: the same hand by several rules, side by side."""

import os
from collections.abc import Sequence

from canasta_score.cli.exit_codes import ExitCode
