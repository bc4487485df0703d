"""The compiled kernels and their plain twins give the same results."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.twins import both, native
from strategies import characters, corpora, lines, texts
from tarjih.kernels import bleu, chrf, english, lexicon, nist, strings, tokens
from tarjih.kernels.endings import Endings
from tarjih.text.batch import Batch
from tarjih.text.unicode_classes import RANGES

SCHEMES = ["split", "char", "chrf", "13a", "western", "intl"]
Corpus = tuple[list[str], list[list[str]]]


@given(st.lists(lines, max_size=6), st.booleans())
def test_pack(given_lines: list[str], lowercase: bool) -> None:
    data, offsets = both("pack", strings.pack, given_lines, lowercase)
    packed = data.tobytes()
    found = [packed[a:b].decode() for a, b in pairwise(offsets)]
    assert found == [line.lower() if lowercase else line for line in given_lines]


@pytest.mark.parametrize("pack", [native.pack, strings.pack])
def test_pack_refuses_lone_surrogates(pack: Callable[[list[str]], Any]) -> None:
    with pytest.raises(ValueError, match="surrogate"):
        pack(["fine", "not \ud800 fine"])


@pytest.mark.parametrize("scheme", SCHEMES)
@given(given_lines=st.lists(texts, max_size=4))
def test_tokenize(scheme: str, given_lines: list[str]) -> None:
    both("tokenize", tokens.tokenize, *native.pack(given_lines), scheme, RANGES)


@pytest.mark.parametrize("tokenize", [native.tokenize, tokens.tokenize])
def test_unknown_scheme(tokenize: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match="unknown scheme zzz"):
        tokenize(*native.pack(["a"]), "zzz", RANGES)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_long_line(scheme: str) -> None:
    """A line of 10,000 tokens, and then a short one."""
    line = " ".join(f"w{i % 700}, {i}.5-x" for i in range(3000))
    both("tokenize", tokens.tokenize, *native.pack([line, "a b"]), scheme, RANGES)


@given(st.lists(lines, max_size=4), st.booleans())
def test_codepoints(given_lines: list[str], whitespace: bool) -> None:
    both("codepoints", tokens.codepoints, *native.pack(given_lines), whitespace)


@given(st.lists(lines, max_size=5), st.lists(lines, max_size=5))
def test_match_types(known: list[str], wanted: list[str]) -> None:
    packed = native.pack(known), native.pack(wanted)
    found = both("match_types", tokens.match_types, *packed[0], *packed[1])
    distinct = [*dict.fromkeys(known)]
    assert [distinct[i] if i >= 0 else None for i in found] == [
        text if text in known else None for text in wanted
    ]
    packed = native.pack(known), native.pack([*wanted, *known])
    index = native.index_words(*packed[0])
    found = both("find_words", lexicon.find_words, *packed[0], index, *packed[1])
    places = [known.index(text) if text in known else -1 for text in wanted]
    assert found.tolist() == places + [known.index(text) for text in known]


@given(corpora(), st.integers(1, 5))
def test_ngram_matches(corpus: Corpus, order: int) -> None:
    batch = Batch.of(*corpus)
    found = batch.tokens("13a")
    both(
        "ngram_matches",
        bleu.ngram_matches,
        found.ids,
        found.offsets,
        batch.pairs,
        order,
    )


@given(
    corpora(), st.integers(0, 6), st.integers(0, 2), st.integers(1, 3), st.booleans()
)
def test_chrf_matches(
    corpus: Corpus, chars: int, words: int, beta: int, epsilon: bool
) -> None:
    batch = Batch.of(*corpus)
    found = batch.tokens("none")
    if chars + words:
        both(
            "chrf_matches",
            chrf.chrf_matches,
            *batch.characters(),
            found.ids,
            found.offsets,
            batch.pairs,
            chars,
            words,
            float(beta),
            epsilon,
        )


@given(corpora(), corpora(), st.integers(1, 5))
def test_nist(corpus: Corpus, other: Corpus, order: int) -> None:
    """Information learned from one corpus, on its references and on another's."""
    fitted = Batch.of_lines(line for segment in corpus[1] for line in segment)
    learned = fitted.tokens("none")
    keys, counts, slots = both(
        "count_ngrams", nist.count_ngrams, learned.ids, learned.offsets, order
    )
    information = np.log2(1.0 + np.arange(len(counts), dtype=np.float64))
    for hypotheses, references in (corpus, other):
        batch = Batch.of(hypotheses, references)
        found = batch.tokens("none")
        known = native.match_types(
            learned.packed_types,
            learned.type_offsets,
            found.packed_types,
            found.type_offsets,
        )
        arguments = found.ids, found.offsets, batch.pairs, order, known
        both("nist_matches", nist.nist_matches, *arguments, keys, slots, information)


def test_many_ngrams() -> None:
    """Enough n-grams that every table grows several times."""
    lines_ = [" ".join(f"w{i * j % 997}" for j in range(40)) for i in range(200)]
    found = Batch.of_lines(lines_).tokens("none")
    both("count_ngrams", nist.count_ngrams, found.ids, found.offsets, 5)


ENGLISH_ENDINGS = sorted(
    {
        ending
        for table in vars(english).values()
        if isinstance(table, Endings)
        for ending in table.actions
    }
)
english_words = st.one_of(
    st.sampled_from([*english.EXCEPTIONS, *english.FINISHED]),
    st.lists(
        st.one_of(
            st.sampled_from([*"aeiouybcdfglmnrstwxz'é", "\U0001d49c", "gener"]),
            st.sampled_from(ENGLISH_ENDINGS),
            characters.map(str.lower),
        ),
        max_size=8,
    ).map("".join),
)


@given(st.lists(english_words, max_size=6))
def test_english_stems(words: list[str]) -> None:
    both("english_stems", english.english_stems, *native.pack(words))
