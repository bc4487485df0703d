"""Languages, as WMT's files have called them."""

from __future__ import annotations

from tarjih.judgments.intake import Unfit

_NAMES = {
    "ar": ("arabic", "ara"),
    "bn": ("bengali", "ben"),
    "cs": ("czech", "cz", "ces", "cze"),
    "de": ("german", "deu", "ger"),
    "en": ("english", "eng"),
    "es": ("spanish", "spa"),
    "et": ("estonian", "est"),
    "fi": ("finnish", "fin"),
    "fr": ("french", "fra", "fre"),
    "gu": ("gujarati", "guj"),
    "ha": ("hausa", "hau"),
    "he": ("hebrew", "heb"),
    "hi": ("hindi", "hin"),
    "hr": ("croatian", "hrv"),
    "ht": ("haitian", "hat"),
    "hu": ("hungarian", "hun"),
    "is": ("icelandic", "isl", "ice"),
    "it": ("italian", "ita"),
    "ja": ("japanese", "jpn"),
    "kk": ("kazakh", "kaz"),
    "km": ("khmer", "khm"),
    "ko": ("korean", "kor"),
    "lt": ("lithuanian", "lit"),
    "lv": ("latvian", "lav"),
    "pl": ("polish", "pol"),
    "ps": ("pashto", "pus"),
    "pt": ("portuguese", "por"),
    "ro": ("romanian", "ron", "rum"),
    "ru": ("russian", "rus"),
    "ta": ("tamil", "tam"),
    "tr": ("turkish", "tur"),
    "uk": ("ukrainian", "ukr"),
    "xh": ("xhosa", "xho"),
    "zh": ("chinese", "zho", "chi"),
    "zu": ("zulu", "zul"),
}
_CODES = {name: code for code, names in _NAMES.items() for name in (code, *names)}
# What may be a code in a file's name; `jhu-nmt` in a system's name is no pair.
CODE = "|".join(["[a-z]{2}", *sorted(name for name in _CODES if len(name) == 3)])


def language(name: str) -> str:
    """Return the code: `Czech`, `cz`, `ces` and `cze` are `cs`."""
    plain = name.strip().lower()
    code = _CODES.get(plain, plain)
    if not (code.isascii() and code.isalpha() and len(code) in (2, 3)):
        raise Unfit(f"unknown language {name[:40]!r}", "unknown language")
    return code


def language_pair(source: str, target: str) -> str:
    """Return the pair as `cs-en`."""
    return f"{language(source)}-{language(target)}"
