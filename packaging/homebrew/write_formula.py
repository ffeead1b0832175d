"""Write the Homebrew formula of a release from its source archive and the packages that it needs.

Run it for a release: `python packaging/homebrew/write_formula.py ARCHIVE FOLDER ADDRESS`. FOLDER has a file of each
package of packaging/requirements.lock, as `pip download` puts them there. ADDRESS is where all these files will be.
"""

import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

_FOLDER = Path(__file__).resolve().parent
FORMULA = _FOLDER / "canasta-score.rb"
_FILE_NAME = re.compile(r"(?P<name>.+?)-\d[^-]*(?:-.+\.whl|\.tar\.gz)")
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


def main(archive: str, folder: str, address: str) -> None:
    """Write the formula for the source archive of a release."""
    FORMULA.write_text(format_formula(Path(archive), Path(folder), address), encoding="utf-8")


def format_formula(archive: Path, folder: Path, address: str) -> str:
    """Return the text of the formula; `address` is where the archive and the files of the folder will be."""
    return "".join(_iter_parts(archive, folder, address.rstrip("/")))


def _iter_parts(archive: Path, folder: Path, address: str) -> Iterator[str]:
    home = address.partition("/releases/")[0]
    yield _HEAD.format(home=home, address=address, archive=archive.name, checksum=_compute_checksum(archive))
    for file in sorted(folder.iterdir(), key=lambda file: file.name.lower()):
        if match := _FILE_NAME.fullmatch(file.name):
            yield _RESOURCE.format(
                name=match["name"], address=address, file=file.name, checksum=_compute_checksum(file)
            )
    yield _TAIL


def _compute_checksum(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    main(*sys.argv[1:])
