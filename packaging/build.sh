#!/usr/bin/env bash
# Build into a folder (default: dist) the sdist, the wheel, and canasta-score.pyz: one file that needs only Python.
# PYTHON names a Python with the development tools (default: that of .venv).
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-dist}
python=${PYTHON:-.venv/bin/python}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m build --no-isolation --outdir "$work/built" .
mkdir -p "$out"
cp "$work"/built/* "$out"

wheel=$(echo "$work"/built/*.whl)
"$python" -m pip install -q --no-compile --target "$work/site" --require-hashes -r packaging/requirements.lock
# The same file runs on every system: these packages work without their compiled parts, which fit only this one.
find "$work/site" \( -name '*.so' -o -name '*.pyd' \) -delete
rm -rf "$work/site/bin" "$work/site/share"
"$python" -m shiv -q --site-packages "$work/site" --console-script canasta-score --python '/usr/bin/env python3' \
    --compressed --reproducible --preamble packaging/check_python.py --output-file "$out/canasta-score.pyz" \
    --no-deps "$wheel"
