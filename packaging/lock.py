"""Write packaging/requirements.lock: the version, the file and the checksum of every package that the program needs.

Run it before a release: `python packaging/lock.py`. pip installs exactly these files with
`pip install --require-hashes -r packaging/requirements.lock`.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

_ROOT = Path(__file__).resolve().parent.parent
LOCK_FILE = _ROOT / "packaging" / "requirements.lock"
_COMPILED = "markupsafe,wcwidth"  # their wheels fit one system, so lock the source
_HEADER = "# Written by packaging/lock.py; do not edit.\n"


def main() -> None:
    """Write the lock file."""
    lines = sorted(_iter_lock_lines(_resolve()), key=str.lower)
    LOCK_FILE.write_text(_HEADER + "".join(lines), encoding="utf-8")


def _resolve() -> Mapping[str, Any]:
    """Return pip's report of what it would install for the project in an empty environment."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        options = ["--quiet", "--dry-run", "--ignore-installed", "--no-binary", _COMPILED, "--report", str(report)]
        subprocess.run([sys.executable, "-m", "pip", "install", *options, str(_ROOT)], check=True)  # noqa: S603
        resolved: Mapping[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return resolved


def _iter_lock_lines(report: Mapping[str, Any]) -> Iterator[str]:
    for package in report["install"]:
        download = package["download_info"]
        if "dir_info" in download:  # the project itself
            continue
        name, version = package["metadata"]["name"], package["metadata"]["version"]
        checksum = download["archive_info"]["hashes"]["sha256"]
        yield f"{name}=={version} --hash=sha256:{checksum}  # {PurePosixPath(download['url']).name}\n"


if __name__ == "__main__":
    main()
