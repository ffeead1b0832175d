"""Write the Homebrew formula from packaging/requirements.lock and the source archive of a release.

Run it for a release: `python packaging/homebrew/write_formula.py ARCHIVE ADDRESS`, where ADDRESS is that of the folder
with the files of the release: the archive, and every file that the lock names.
"""

import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).resolve().parent
LOCK_FILE = _FOLDER.parent / "requirements.lock"
FORMULA = _FOLDER / "canasta-score.rb"
_LOCK_LINE = re.compile(r"(?P<name>[\w.-]+)==\S+ --hash=sha256:(?P<checksum>[0-9a-f]{64})  # (?P<file>\S+)")
_HEAD = """\
# Written by packaging/homebrew/write_formula.py; do not edit.
class CanastaScore < Formula
  include Language::Python::Virtualenv

  desc "Score-keeper for Canasta games played with real cards"
  homepage "{home}"
  url "{address}/{archive}"
  sha256 "{checksum}"
  license "MIT"

  depends_on "python@3.13"
"""
_RESOURCE = """
  resource "{name}" do
    url "{address}/{file}"
    sha256 "{checksum}"
  end
"""
_TAIL = """
  def install
    virtualenv_install_with_resources
  end

  test do
    hand = %w[we red=3 black=2 natural=2 mixed=1 out table=335 hand=5 they black=1 table=60 hand=85]
    assert_match "2,525", shell_output("#{bin}/canasta-score score --variant nvso #{hand.join(" ")}")
  end
end
"""


class LockedPackage(NamedTuple):
    """A package of the lock file: its name, the name of its file, and the SHA-256 checksum of the file."""

    name: str
    file: str
    checksum: str


def main(archive: str, address: str) -> None:
    """Write the formula for the source archive of a release."""
    FORMULA.write_text(format_formula(Path(archive), address), encoding="utf-8")


def read_lock() -> list[LockedPackage]:
    """Return the packages of the lock file."""
    lines = [line for line in LOCK_FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    matches = map(_LOCK_LINE.fullmatch, lines)
    return [LockedPackage(name=m["name"], file=m["file"], checksum=m["checksum"]) for m in matches if m]


def format_formula(archive: Path, address: str) -> str:
    """Return the text of the formula; `address` is the folder with the files of the release."""
    return "".join(_iter_parts(archive, address.rstrip("/")))


def _iter_parts(archive: Path, address: str) -> Iterator[str]:
    home = address.partition("/releases/")[0]
    checksum = sha256(archive.read_bytes()).hexdigest()
    yield _HEAD.format(home=home, address=address, archive=archive.name, checksum=checksum)
    for package in read_lock():
        yield _RESOURCE.format(address=address, **package._asdict())
    yield _TAIL


if __name__ == "__main__":
    main(*sys.argv[1:])
