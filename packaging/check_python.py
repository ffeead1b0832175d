"""Stop canasta-score.pyz with a sentence where the Python is too old, in words that an old Python understands."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 -- an installer would refuse; this file is run as it is
    sys.exit("error: canasta-score needs Python 3.11 or later; this is Python {}.{}".format(*sys.version_info[:2]))
