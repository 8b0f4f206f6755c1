"""Sorting as a reader expects: letters before accents, no punctuation, Ł under L."""

from __future__ import annotations

import re
import unicodedata

_FOLDED = str.maketrans(
    {
        "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe",
        "þ": "th", "ŋ": "ng", "–": " ", "—": " ", "-": " ", "\u00a0": " ", "/": " ",
    }
)  # fmt: skip
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta",
    "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi",
    "ο": "omicron", "π": "pi", "ρ": "rho", "σ": "sigma", "ς": "sigma", "τ": "tau", "υ": "upsilon",
    "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
}  # fmt: skip
_LONE_GREEK = re.compile(rf"(?<![{''.join(_GREEK)}])[{''.join(_GREEK)}](?![{''.join(_GREEK)}])")
ARTICLES = {
    "en": ("the", "a", "an"),
    "de": ("der", "die", "das", "ein", "eine"),
    "fr": ("le", "la", "les", "un", "une"),
    "es": ("el", "la", "los", "las", "un", "una"),
    "it": ("il", "lo", "la", "i", "gli", "le", "un", "uno", "una"),
    "pt": ("o", "a", "os", "as", "um", "uma"),
    "nl": ("de", "het", "een"),
    "sv": ("en", "ett"),
    "da": ("en", "et"),
    "nb": ("en", "ei", "et"),
    "no": ("en", "ei", "et"),
    "el": ("ο", "η", "το", "οι", "τα", "ένας", "μια", "μία", "ένα"),
}
"""Words at the head of a title that an index passes over, by language (BCP 47, without region)."""

_COMMAND = re.compile(r"\\([A-Za-z]+)")


def sort_key(text: str) -> str:
    r"""Return the key by which TEXT (of a title; math as its TeX) is sorted.

    Case and accents are folded, letters that no accent makes (ł, ø, æ, ß) go to those they are
    filed under, a lone Greek letter to its name, punctuation and signs to nothing; a command keeps
    its name.
    """
    named = _COMMAND.sub(r" \1 ", text)
    folded = unicodedata.normalize("NFKD", named.casefold().translate(_FOLDED))
    bare = "".join(c for c in folded if not unicodedata.combining(c)).translate(_FOLDED)
    spelled = _LONE_GREEK.sub(lambda found: _GREEK[found.group()], bare)
    kept = "".join(c if c.isalnum() or c.isspace() else "" for c in spelled)
    return " ".join(kept.split()) or text


def index_key(key: str) -> str:
    """Return KEY in ASCII, which is all that makeindex can sort, in the order that it had.

    A character of another script follows all Latin letters.
    """
    return "".join(c if c.isascii() else f"zz{_letters(ord(c))}" for c in key)


def _letters(number: int) -> str:
    return "".join(chr(ord("a") + int(digit, 16)) for digit in f"{number:05x}")


def article(text: str, language: str = "en") -> str:
    """Return the article that TEXT begins with in LANGUAGE, as it is written, or "".

    A title that is nothing but the word has none; nor has "A*", whose A is no word of its own.
    """
    first, _, rest = text.partition(" ")
    known = ARTICLES.get(language.lower().split("-")[0], ())
    return first if rest.strip() and first.lower() in known else ""
