"""What METEOR knows of a language: shipped with tarjih, or METEOR's own files."""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from tarjih.errors import DataError
from tarjih.metrics.meteor import synonyms
from tarjih.metrics.meteor.synonyms import Synonyms
from tarjih.metrics.meteor.words import NO_WORDS, RULES, Splitter, WordList

# METEOR's files are named after languages
_NAMES = {
    "cs": "czech", "da": "danish", "de": "german", "en": "english", "es": "spanish",
    "fi": "finnish", "fr": "french", "hu": "hungarian", "it": "italian", "nl": "dutch",
    "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sv": "swedish", "tr": "turkish",
}  # fmt: skip
_SHORT = {"cs": "cz", "sv": "se"}
_NUMERIC_ONLY = "#NUMERIC_ONLY#"


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Abbreviations, function words, synonyms, and where paraphrases may be found."""

    splitter: Splitter
    function_words: WordList  # for every language
    own_words: WordList  # those of the language
    synonyms: Synonyms | None
    paraphrase_table: Path | None
    name: str  # of the data, for signatures
    by_hash: bool = False  # whether words of one hash are one, as in METEOR's program


@lru_cache
def shipped(language: str) -> Lexicon:
    """What tarjih brings for a language."""
    prefixes = _shipped("prefixes").get(language, {})
    letters = [*ascii_uppercase]
    if language == "de":  # no German word is a single small letter
        letters += ascii_lowercase
    always = [*letters, *prefixes.get("always", "").split()]
    return Lexicon(
        _splitter(language, always, prefixes.get("number", "").split()),
        WordList.of(_shipped("function_words")["en"]),
        WordList.of(_shipped("function_words").get(language, [])),
        synonyms.shipped() if language == "en" else None,
        None,
        "tarjih",
    )


@lru_cache
def read_meteor(path: Path, language: str) -> Lexicon:
    """Read METEOR 1.5's own files: its jar, the folder of the jar, or one unpacked.

    Its program takes the English function words for every language that it knows, and
    words for equal that have the same hash.

    A folder with `function.words` and `paraphrase.gz` is one that METEOR takes for a
    new language (`-new`).
    """
    found = _Files(path)
    if not found.known():
        raise DataError(
            "holds no meteor-1.5.jar, function/*.words or function.words",
            path=str(path),
        )
    name = _NAMES.get(language, "other")
    always, numeric = _prefixes(found.text(f"nonbreaking/{name}.prefixes"))
    new = found.beside("function.words")
    english, own = (
        WordList.of((new or found.text(f"function/{name}.words")).split())
        for name in ("english", name)
    )
    return Lexicon(
        _splitter(language, always, numeric),
        english,
        own,
        found.synonyms() if language == "en" else None,
        found.paraphrase_table(language),
        f"meteor-{found.digest(name)}",
        by_hash=True,
    )


def _splitter(language: str, always: list[str], numeric: list[str]) -> Splitter:
    prefixes = list(dict.fromkeys([*always, *numeric]))
    return Splitter(
        RULES.get(language, "other"),
        WordList.of(prefixes) if prefixes else NO_WORDS,
        len(set(always)),
    )


@lru_cache
def _shipped(name: str) -> dict[str, Any]:
    text = (files(__package__) / "data" / f"{name}.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def _prefixes(text: str) -> tuple[list[str], list[str]]:
    """The abbreviations of a Moses file: those for anything, those before numbers."""
    always: list[str] = []
    numeric: list[str] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        prefix, *kind = line.split()
        (numeric if _NUMERIC_ONLY in kind else always).append(prefix)
    return always, numeric


class _Files:
    """METEOR's files by name, in its jar or in folders."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            raise DataError("no such file or folder", path=str(path))
        jars = sorted(path.glob("meteor*.jar")) if path.is_dir() else [path]
        self.folder = path if path.is_dir() else path.parent
        self._jar = jars[0] if jars else None

    def known(self) -> bool:
        """Whether there is anything of METEOR's."""
        return bool(
            self.beside("function.words") or self.text("function/english.words")
        )

    def text(self, name: str) -> str:
        """The text of a file, empty where there is none."""
        if self._jar is None:
            return self.beside(name)
        try:
            with zipfile.ZipFile(self._jar) as jar:
                found = jar.read(name) if name in jar.namelist() else b""
        except zipfile.BadZipFile as error:
            raise DataError("is no jar", path=str(self._jar)) from error
        return _decoded(found, f"{self._jar}:{name}")

    def beside(self, name: str) -> str:
        """The text of a file in the folder itself."""
        place = self.folder / name
        return read_text(place) if place.exists() else ""

    def synonyms(self) -> Synonyms | None:
        """The synonyms of English."""
        synsets = self.text("synonym/english.synsets")
        exceptions = self.text("synonym/english.exceptions")
        path = str(self._jar or self.folder)
        return synonyms.read_meteor(synsets, exceptions, path) if synsets else None

    def paraphrase_table(self, language: str) -> Path | None:
        """The paraphrases, in `data/` as METEOR has them or in the folder itself."""
        name = f"paraphrase-{_SHORT.get(language, language)}.gz"
        places = (f"data/{name}", name, "paraphrase.gz")
        found = (self.folder / place for place in places)
        return next((place for place in found if place.exists()), None)

    def digest(self, name: str) -> str:
        """Eight digits that tell one set of a language's files from another."""
        digest = sha256(self.beside("function.words").encode())
        lists = "function/english.words", f"function/{name}.words"
        for file in (*lists, f"nonbreaking/{name}.prefixes"):
            digest.update(self.text(file).encode())
        if name == "english":
            digest.update(self.text("synonym/english.synsets").encode())
        return digest.hexdigest()[:8]


def read_text(path: Path) -> str:
    """The text of a file of words."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", path=str(path)) from error
    return _decoded(data, str(path))


def _decoded(data: bytes, path: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DataError("is not UTF-8", path=path) from error
