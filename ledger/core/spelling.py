"""How a text or a number of any origin may be shown, or become part of a file name."""

import re
import unicodedata

MINUS = "\N{MINUS SIGN}"
JOINERS = "\u200c\u200d"
"""Invisible, harmless, and needed by emoji and several scripts."""


_STEERING = re.compile(
    "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
SLUG_MAX = 60
"""Signs of a file's name that come from a text; UTF-8 may make four bytes of each."""


def score(amount: int) -> str:
    """Return points that somebody has: `31,200`, `−800`."""
    return f"{amount:,}".replace("-", MINUS)


def literal(text: str) -> str:
    r"""Return a text of any origin as it may be shown on one line.

    Control characters become their pictures and what reorders or breaks the line
    becomes a replacement character, so that no text can act on a terminal.

    >>> literal("a\x1b[2J")
    'a␛[2J'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(char) for char in text)


def steerless(text: str) -> str:
    r"""Return JSON in which nothing could steer a terminal: it stands there escaped.

    >>> steerless('"a\x9b2J"')
    '"a\\u009b2J"'
    """
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def slug(text: str) -> str:
    """Return a text of any origin as a part of a file's name.

    Nothing of it can lead out of a folder, hide the file or act on a terminal.

    >>> slug("Spring Open 2026!"), slug("../../etc/passwd")
    ('spring-open-2026', 'etc-passwd')
    """
    words = re.sub(r"[^\w]+", "-", text.lower())[:SLUG_MAX]
    return words.strip("-_") or "event"


def _visible(char: str) -> str:
    code = ord(char)
    if code < ord(" "):
        return chr(0x2400 + code)
    if char == "\x7f":
        return "\N{SYMBOL FOR DELETE}"
    if char in JOINERS:
        return char
    if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return "\N{REPLACEMENT CHARACTER}"
    return char
