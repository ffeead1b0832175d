"""The program run in this process, as `cli.app.run` runs it: quick, and whatever else is raised is a defect."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any

import pytest

from canasta_score.cli.app import app
from canasta_score.cli.exit_codes import get_exit_code
from canasta_score.cli.terminal import PROGRAM, print_error
from canasta_score.rules.diagnostics import CanastaError


@dataclass(frozen=True, kw_only=True)
class Done:
    """What a command printed, what it said on standard error, and its exit code."""

    code: int
    out: str
    err: str


def call(*words: str, **environment: str) -> Done:
    """Run a command, with some variables of the environment set."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        for name, value in environment.items():
            patch.setenv(name, value)
        try:
            app(list(words), prog_name=PROGRAM)
            code: object = 0
        except SystemExit as leaving:
            code = leaving.code
        except CanastaError as error:
            print_error(error)
            code = get_exit_code(error)
    assert isinstance(code, int)
    return Done(code=code, out=out.getvalue(), err=err.getvalue())


def said(*words: str, **environment: str) -> str:
    """Run a command that must go well, and give what it printed."""
    done = call(*words, **environment)
    assert done.code == 0, done.err
    return done.out


def read(*words: str) -> dict[str, Any]:
    """Run a command that must go well, and read the JSON that it printed."""
    value = json.loads(said(*words))
    assert isinstance(value, dict)
    return value
