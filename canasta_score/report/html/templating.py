"""Templates of pages: what they load, how they escape, and the hash that allows their style."""

from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


def build_environment() -> "Environment":
    """Return the templates of this package; whatever a file says is shown as text."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    templates = Environment(
        loader=PackageLoader("canasta_score.report.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    templates.filters["points"] = "{:,}".format
    return templates


def render_with_style(template: str, style_template: str, **values: object) -> str:
    """Return a page whose style is a template of its own, with the hash of that style."""
    templates = build_environment()
    style = templates.get_template(style_template).render(**values)
    return templates.get_template(template).render(**values, style_hash=_hash_style(style))


def _hash_style(style: str) -> str:
    """Return the hash that lets the page's security policy allow this style and no other."""
    return "sha256-" + b64encode(sha256(style.encode()).digest()).decode()
