"""How well a color stands out from another, as WCAG 2 computes it."""

import re

Color = tuple[float, ...]


def parse_hex_color(code: str) -> Color:
    """Parse a color as a style sheet has it, into linear light."""
    digits = code[1:] if len(code) == 7 else "".join(2 * digit for digit in code[1:])
    return tuple(_linearize(int(digits[at : at + 2], 16)) for at in (0, 2, 4))


def parse_browser_color(code: str) -> Color:
    """Parse a color as a browser computes it, into linear light."""
    return tuple(_linearize(int(number)) for number in re.findall(r"\d+", code)[:3])


def _linearize(value: float) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def cover(over: Color, below: Color, opacity: float) -> Color:
    """Return what a browser shows where one color covers another in part."""
    pairs = zip(map(_encode, over), map(_encode, below), strict=True)
    return tuple(_linearize(opacity * front + (1 - opacity) * back) for front, back in pairs)


def _encode(light: float) -> float:
    return 255 * (light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)


def luminance(color: Color) -> float:
    """Return how light a color is, from 0 to 1."""
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), color, strict=True))


def contrast(one: Color, other: Color) -> float:
    """Return the contrast of two colors, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)
