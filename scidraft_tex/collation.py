"""Sorting as a reader expects: letters before accents, no punctuation, letters as languages file.

Swedish files Å, Ä and Ö after Z, Spanish Ñ after N, Czech Č after C and Ch after H; most languages
file a letter with an accent as the letter without.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

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

_OWN_LETTERS = {
    "cs": "cč hch rř sš zž",
    "da": "zæ zø zå",
    "es": "nñ",
    "fi": "zå zä zö",
    "nb": "zæ zø zå",
    "pl": "aą cć eę lł nń oó sś zź zż",
    "ru": "ий",
    "sk": "aä cč hch oô sš zž",
    "sv": "zå zä zö",
}
"""Letters in their own right by language, each after the one that it follows (CLDR's orders)."""
_FILED_AS = {
    "da": {"ä": "æ", "ö": "ø", "ü": "y"},
    "fi": {"æ": "ä", "ø": "ö", "ü": "y"},
    "nb": {"ä": "æ", "ö": "ø", "ü": "y"},
    "sv": {"æ": "ä", "ø": "ö", "ü": "y"},
}
"""Letters of others that a language files under one of its own."""
_FIRST_RANK = 0xE000
_LAST_RANK = 0xE0FF
_PRIVATE = dict.fromkeys(range(_FIRST_RANK, _LAST_RANK + 1))
_RANKED = [(language, pair) for language, row in _OWN_LETTERS.items() for pair in row.split()]
_RANKS = {chr(_FIRST_RANK + number): pair[1:] for number, (_, pair) in enumerate(_RANKED)}
"""The letters by the sign that stands for them in keys, after the letter that they follow."""


_KEPT = 1 << 13
"""How many keys are kept: each is asked for several times in a build."""


@cache
def _letters_of(language: str) -> Mapping[str, str]:
    """Return what stands in keys for each letter that LANGUAGE files apart."""
    tag = language.lower().replace("_", "-").split("-")[0]
    tag = "nb" if tag in {"no", "nn"} else tag
    own = {
        pair[1:]: pair[0] + sign
        for (known, pair), sign in zip(_RANKED, _RANKS, strict=True)
        if known == tag
    }
    return own | {c: own.get(to, to) for c, to in _FILED_AS.get(tag, {}).items()}


@lru_cache(_KEPT)
def sort_key(text: str, language: str = "en") -> str:
    r"""Return the key by which TEXT (of a title; math as its TeX) is sorted in LANGUAGE.

    Case and accents are folded, letters that no accent makes (ł, ø, æ, ß) go to those they are
    filed under, a lone Greek letter to its name, punctuation and signs to nothing; a command keeps
    its name. A letter that the language files apart becomes the one that it follows and a sign of
    Unicode's private use, which sorts after all letters.
    """
    named = _COMMAND.sub(r" \1 ", text).translate(_PRIVATE).casefold()
    letters = _letters_of(language)
    if letters:
        composed = unicodedata.normalize("NFC", named)
        named = re.sub("|".join(letters), lambda found: letters[found.group()], composed)
    folded = unicodedata.normalize("NFKD", named.translate(_FOLDED))
    bare = "".join(c for c in folded if not unicodedata.combining(c)).translate(_FOLDED)
    spelled = _LONE_GREEK.sub(lambda found: _GREEK[found.group()], bare)
    kept = "".join(c if c.isalnum() or c.isspace() or c in _RANKS else "" for c in spelled)
    return " ".join(kept.split()) or text


def index_key(key: str) -> str:
    """Return KEY in ASCII, which is all that makeindex can sort, in the order that it had.

    A letter that a language files apart follows all words of the letter before it, a character of
    another script all Latin letters.
    """
    return "".join(
        c if c.isascii() else _ascii(c, before) for before, c in zip(" " + key, key, strict=False)
    )


def letter_heading(key: str) -> str | None:
    """Return the letter to which KEY belongs where it is not the first of `index_key(KEY)`.

    That is what makeindex sets above a group. None where it is right; "" for characters that are
    no letters of an alphabet, as Han is.
    """
    apart = _RANKS.get(key[1:2])
    if apart:
        return apart.capitalize()
    if not key or key[0].isascii():
        return None
    return key[0].upper() if key[0].upper() != key[0] else ""


def _ascii(character: str, before: str) -> str:
    """Return what stands for CHARACTER, after the character BEFORE it.

    The more of z at its head, the later it is sorted: a letter filed after a Latin one comes after
    "zz…", another script after that, and a letter filed after one of that script last.
    """
    if character in _RANKS:
        first, second = divmod(ord(character) - _FIRST_RANK, 26)
        head = "zz" if before.isascii() else "zzzzzz"
        return f"{head}{chr(ord('a') + first)}{chr(ord('a') + second)}"
    return f"zzzz{_letters(ord(character))}"


def _letters(number: int) -> str:
    return "".join(chr(ord("a") + int(digit, 16)) for digit in f"{number:05x}")


def article(text: str, language: str = "en") -> str:
    """Return the article that TEXT begins with in LANGUAGE, as it is written, or "".

    A title that is nothing but the word has none; nor has "A*", whose A is no word of its own.
    """
    first, _, rest = text.partition(" ")
    known = ARTICLES.get(language.lower().split("-")[0], ())
    return first if rest.strip() and first.lower() in known else ""
