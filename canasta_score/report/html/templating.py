"""Templates of pages: what they load, how they escape, and the hash that allows their style."""

import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from canasta_score.report.labels import format_date

if TYPE_CHECKING:
    from jinja2 import Environment

HtmlParts = Mapping[str, str]
_LIST_PATTERN = re.compile(r'data-items="([^"]+)">')


@cache
def _load_environment() -> "Environment":
    """Return the templates of this package; whatever a file says is shown as text."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    templates = Environment(
        loader=PackageLoader("canasta_score.report.html"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    templates.filters["points"] = "{:,}".format
    templates.filters["date"] = format_date
    templates.filters["with_items"] = _insert_items
    return templates


def render(template: str, **values: object) -> str:
    """Return a template with its values."""
    return _load_environment().get_template(template).render(values)


def render_with_style(template: str, style_template: str, **values: object) -> str:
    """Return a page whose style is a template of its own, with that style and its hash."""
    style = render(style_template, **values)
    # The hash lets the page's security policy allow this style and no other.
    style_hash = "sha256-" + b64encode(sha256(style.encode()).digest()).decode()
    return render(template, **values, style=style, style_hash=style_hash)


def _insert_items(html: str, parts: HtmlParts) -> str:
    """Return HTML whose lists are filled with parts: an attribute of a list says how the ids of its parts begin."""
    from markupsafe import Markup

    def insert(found: re.Match[str]) -> str:
        return found[0] + "".join(part for name, part in parts.items() if name.startswith(found[1]))

    # Text that a person wrote cannot look like a list, because its quotes are escaped.
    return Markup(_LIST_PATTERN.sub(insert, html))  # noqa: S704 -- parts are HTML


def load_text(template: str) -> str:
    """Return the text of a template as it is."""
    templates = _load_environment()
    return templates.loader.get_source(templates, template)[0] if templates.loader else ""
