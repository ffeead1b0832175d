"""Coverage more than doubles the time of a test, so it is off where it is not held."""

import sys


def test_coverage_is_off_in_tests_of_the_project() -> None:
    assert type(sys.gettrace()).__module__ != "coverage"
