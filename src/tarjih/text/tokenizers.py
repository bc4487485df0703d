"""Tokenizers by name.

| name | what it does |
|---|---|
| `13a` | mteval-v13a, the tokenizer of WMT and sacreBLEU's default |
| `intl` | mteval-v14's international rules: punctuation and symbols of all scripts |
| `zh` | Chinese characters one by one, the rest by western punctuation |
| `char` | every character that is not white space |
| `none` | white space only |
| `ar` | Arabic: see `_arabic` |
| `ar-plain` | `ar`, and short vowels and other diacritics dropped |

Every other tokenizer of sacreBLEU is there by its name when the `sacrebleu` extra is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import import_module

from tarjih._extras import require
from tarjih.errors import UnknownName, UsageError


@dataclass(frozen=True)
class Tokenizer:
    """A scheme of the tokenizing kernel, after an optional step on each string.

    `references_twice`: the step is made twice on references (see `tarjih.metrics.ter`).
    """

    name: str
    scheme: str
    prepare: Callable[[str], str] | None = None
    references_twice: bool = False


def get_tokenizer(name: str) -> Tokenizer:
    """Return a tokenizer by name."""
    if name in BUILT_IN:
        return BUILT_IN[name]
    if name in SACREBLEU:
        return Tokenizer(name, "split", _BY_SACREBLEU[name])
    raise UnknownName("tokenizer", name, [*BUILT_IN, *SACREBLEU])


# What sacreBLEU 2.6.0 takes for a Chinese character. Two of its ranges are written
# with five digits after \u and so mean U+2001-2A6D and U+2F81-2FA1, as here.
_CHINESE = re.compile(
    "([\u3400-\u4db5\u4e00-\u9fbb\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9\u2001-\u2a6d"
    "\u2f81-\u2fa1\uff00-\uffef\u2e80-\u2eff\u3000-\u303f\u31c0-\u31ef\u2f00-\u2fdf"
    "\u2ff0-\u2fff\u3100-\u312f\u31a0-\u31bf\ufe10-\ufe1f\ufe30-\ufe4f\u2600-\u26ff"
    "\u2700-\u27bf\u3200-\u32ff\u3300-\u33ff])"
)

# Tatweel (stretches a word) and the invisible marks that order or join letters.
_INVISIBLE = re.compile(
    "[\u0640\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)
# Fathatan to sukun, the small marks above and below, dagger alif, Quranic signs.
_DIACRITICS = re.compile(
    "[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]"
)
# ASCII, Latin, general and Arabic punctuation and symbols, one token each ...
_ARABIC_MARK = re.compile(
    "([!-&(-+/:-@\\[-`{-~\u00a1-\u00a9\u00ab\u00ac\u00ae-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf"
    "\u00d7\u00f7\u0606-\u060b\u060d-\u060f\u061b\u061d-\u061f\u066a\u066d\u06d4"
    "\u2010-\u2018\u201a-\u2027\u2030-\u205e\u20a0-\u20c0\u2190-\u2bff\ufd3e\ufd3f\ufdfc])"
)
# ... but not a full stop, comma, decimal or thousands sign, or hyphen inside a number,
# and not an apostrophe inside a Latin word.
_BETWEEN_DIGITS = re.compile(
    r"(?<!\d)([.,\u060c\u066b\u066c-])|([.,\u060c\u066b\u066c-])(?!\d)"
)
_APOSTROPHE = re.compile(r"(?<!\w)(['\u2019])|(['\u2019])(?!\w)")


def _chinese(line: str) -> str:
    return _CHINESE.sub(r" \1 ", line.strip())


def _arabic(line: str, diacritics: bool) -> str:
    """Split Arabic text.

    Tatweel and invisible directional or joining marks are dropped. Punctuation and
    symbols, Arabic (، ؛ ؟ ٪ ۔) and other, are tokens of their own, with two exceptions:
    a full stop, comma, ٫, ٬ or hyphen between two digits of any script stays inside the
    number, an apostrophe between two letters inside the word. Letters are not changed.
    """
    line = _INVISIBLE.sub("", line)
    if not diacritics:
        line = _DIACRITICS.sub("", line)
    line = _ARABIC_MARK.sub(r" \1 ", line)
    line = _BETWEEN_DIGITS.sub(r" \1\2 ", line)
    return _APOSTROPHE.sub(r" \1\2 ", line)


def _tokenize_by_sacrebleu(line: str, name: str) -> str:
    return _load(name)(line.rstrip())


BUILT_IN = {
    "13a": Tokenizer("13a", "13a"),
    "intl": Tokenizer("intl", "intl"),
    "zh": Tokenizer("zh", "western", _chinese),
    "char": Tokenizer("char", "char"),
    "none": Tokenizer("none", "split"),
    "ar": Tokenizer("ar", "split", partial(_arabic, diacritics=True)),
    "ar-plain": Tokenizer("ar-plain", "split", partial(_arabic, diacritics=False)),
}

SACREBLEU = {
    "ja-mecab": "tokenizer_ja_mecab:TokenizerJaMecab",
    "ko-mecab": "tokenizer_ko_mecab:TokenizerKoMecab",
    "spm": "tokenizer_spm:TokenizerSPM",
    "flores101": "tokenizer_spm:Flores101Tokenizer",
    "flores200": "tokenizer_spm:Flores200Tokenizer",
    "spBLEU-1K": "tokenizer_spm:spBLEU1KTokenizer",
}
_BY_SACREBLEU = {name: partial(_tokenize_by_sacrebleu, name=name) for name in SACREBLEU}


@lru_cache
def _load(name: str) -> Callable[[str], str]:
    """Make a tokenizer of sacreBLEU; some need a dictionary, some a download."""
    module, _, attribute = SACREBLEU[name].partition(":")
    feature = f"tokenizer {name!r}"
    require("sacrebleu", extra="sacrebleu", feature=feature)
    try:
        found = import_module(f"sacrebleu.tokenizers.{module}")
        tokenizer: Callable[[str], str] = getattr(found, attribute)()
    except (ImportError, RuntimeError, OSError) as error:
        reason = " ".join(str(error).split())
        raise UsageError(f"{feature} cannot be used: {reason}") from error
    return tokenizer
