"""The stemmers of METEOR 1.5, against what its jar printed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import texts
from tarjih.errors import UnknownName
from tarjih.kernels import pack
from tarjih.text.stemmers import LANGUAGES, get_stemmer, stems

GOLDENS = Path(__file__).parents[1] / "golden" / "stemmers"


def golden(language: str) -> dict[str, str]:
    """The words of a language and the jar's stems."""
    lines = (GOLDENS / f"{language}.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {word: stem for word, stem in rows}


@pytest.mark.parametrize("language", LANGUAGES)
def test_golden(language: str) -> None:
    expected = golden(language)
    assert len(expected) > 100
    assert dict(zip(expected, stems(expected, language), strict=True)) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_packed(language: str) -> None:
    expected = golden(language)
    data, offsets = get_stemmer(language).packed(*pack([*expected, "", "中文"]))
    text = data.tobytes()
    found = [text[start:end].decode() for start, end in pairwise(offsets.tolist())]
    assert found == [*expected.values(), "", "中文"]


@pytest.mark.parametrize("language", LANGUAGES)
@given(word=texts.map(str.lower))
def test_any_text(language: str, word: str) -> None:
    """No text fails, and no stem is more than one letter longer than its word."""
    stem = get_stemmer(language)(word)
    assert len(stem) <= len(word.replace("ß", "ss")) + 1
    stem.encode()


@pytest.mark.parametrize("language", LANGUAGES)
@given(data=st.data())
def test_what_precedes_an_ending(language: str, data: st.DataObject) -> None:
    """Characters beyond U+FFFF count as two letters, and stay whole."""
    word = data.draw(st.sampled_from(sorted(golden(language))))
    place = data.draw(st.integers(0, len(word)))
    stem = get_stemmer(language)(f"{word[:place]}\U0001d49c{word[place:]}")
    stem.encode()


def test_languages() -> None:
    assert get_stemmer("EN") is get_stemmer("en")
    assert get_stemmer("se") is get_stemmer("sv")


def test_unknown_language() -> None:
    with pytest.raises(UnknownName, match="unknown language of a stemmer 'xx'; known"):
        get_stemmer("xx")


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("generously", "generous"),
        ("y", "y"),
        ("'tis", "tis"),
        ("𝒜ing", "𝒜ing"),
        ("a𝒜ing", "a𝒜"),
        ("aéing", "aée"),
        ("𝒜ies", "𝒜i"),
        ("éies", "éie"),
    ],
)
def test_english_by_hand(word: str, stem: str) -> None:
    assert stems([word], "en") == [stem]
