"""METEOR's kernels against their twins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kernels.twins import both, native
from strategies import texts
from tarjih.kernels import lexicon, meteor
from tarjih.kernels.meteor_text import meteor_tokens
from tarjih.metrics.meteor.phrase_tree import read_table

TYPES = 9
RULES = ["english", "french", "western", "other", "split"]
PREFIXES = ["A", "Mr", "art", "No", "3"]

token_lines = st.lists(st.integers(0, TYPES - 1), max_size=14)
# few types, so that many words may be matched in many ways
repetitive = st.lists(st.integers(0, 2), max_size=12)
word_lists = st.lists(
    st.one_of(st.sampled_from(["s", "es", "ed", "men", "ss", "ing"]), texts)
    .map(lambda text: "".join(text.split()))
    .filter(bool),
    max_size=12,
)


@pytest.mark.parametrize("rules", RULES)
@given(st.lists(texts, max_size=4), st.booleans())
@example(
    ["It's Mr. A. in the U.S. and no. 3 -- ''x'' `y' “z” 1,000,5 a,b e.g. u.v.w."],
    True,
)
@example(
    ["...a..b....", " . .. ", "l'eau d'''x 3's 4'k ’ ‘", "a-b-c .-d -- ---"],
    False,
)
def test_tokens(rules: str, lines: list[str], punctuation: bool) -> None:
    both(
        "meteor_tokens",
        meteor_tokens,
        *native.pack(lines),
        rules,
        punctuation,
        *native.pack(PREFIXES),
        3,
    )


@pytest.mark.parametrize("split", [native.meteor_tokens, meteor_tokens])
def test_unknown_rules(split: Any) -> None:
    with pytest.raises(ValueError, match="unknown rules zzz"):
        split(*native.pack(["a"]), "zzz", True, *native.pack([]), 0)


@given(word_lists, word_lists)
def test_find_words(words: list[str], asked: list[str]) -> None:
    packed = native.pack(list(dict.fromkeys(words)))
    index = both("index_words", lexicon.index_words, *packed)
    asked = [*asked, *words]
    found = both("find_words", lexicon.find_words, *packed, index, *native.pack(asked))
    distinct = list(dict.fromkeys(words))
    assert [distinct[i] if i >= 0 else None for i in found] == [
        word if word in words else None for word in asked
    ]


@given(word_lists)
@example(["hello", "le", "n'", "", "𝒜"])
def test_java_hashes(words: list[str]) -> None:
    found = both("java_hashes", lexicon.java_hashes, *native.pack(words))
    # of each, Java's hashCode()
    if words == ["hello", "le", "n'", "", "𝒜"]:
        assert found.tolist() == [99162322, 3449, 3449, 0, 1772295]


@given(st.data())
def test_synonym_sets(data: st.DataObject) -> None:
    """Words in some sets or none, irregular forms with some bases or none."""
    words = list(dict.fromkeys([*data.draw(word_lists), "kiss", "box", "man", "try"]))
    forms = list(dict.fromkeys(data.draw(word_lists)))
    asked = [*words, *forms, "kisses", "boxes", "men", "tries", "trying", "as", "𝒜s"]
    asked += data.draw(word_lists)
    sets, set_ends = drawn_lists(data, len(words), 5)
    bases, base_ends = drawn_lists(data, len(forms), len(words))
    sets %= max(len(sets), 1)
    known, irregular = native.pack(words), native.pack(forms)
    both(
        "synonym_sets",
        lexicon.synonym_sets,
        *known,
        native.index_words(*known),
        set_ends,
        sets,
        *irregular,
        native.index_words(*irregular),
        base_ends,
        bases,
        *native.pack(asked),
    )


def drawn_lists(data: st.DataObject, count: int, below: int) -> tuple[Any, Any]:
    lists = data.draw(
        st.lists(
            st.lists(st.integers(0, below - 1), max_size=3),
            min_size=count,
            max_size=count,
        )
    )
    ends = np.cumsum([0, *map(len, lists)], dtype=np.int32)
    return np.array([n for numbers in lists for n in numbers], np.int32), ends


@pytest.fixture(scope="module")
def phrases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Phrases over the types, which are called 0, 1, 2...; type 8 is in none."""
    pairs = [
        "0|1",
        "1|0",
        "0 1|2",
        "2|3 4",
        "3 4|0 1",
        "5|5 6",
        "0 1 2|7",
        "7|0 1 2",
        "0|1",
    ]
    lines = [line for pair in pairs for line in ("0.5", *pair.split("|"))]
    folder: Path = tmp_path_factory.mktemp("phrases")
    (folder / "table").write_text("\n".join([*lines, ""]))
    found = read_table(folder / "table", folder)
    del found["words"], found["word_offsets"]
    return found


@given(st.data())
@settings(max_examples=150)
def test_matches(phrases: dict[str, Any], data: st.DataObject) -> None:
    """Every matcher, alone and together; small beams; several references."""
    kinds = data.draw(st.sampled_from([token_lines, repetitive]))
    segments = data.draw(
        st.lists(st.tuples(kinds, st.lists(kinds, min_size=1, max_size=2)), max_size=3)
    )
    modules = data.draw(st.permutations(range(4)).flatmap(first_ones))
    stems = data.draw(st.lists(st.integers(0, 4), min_size=TYPES, max_size=TYPES))
    keys = data.draw(st.sampled_from([[*range(TYPES)], [0, 1, 2, 1, 4, 4, 6, 7, 1]]))
    beam = data.draw(st.sampled_from([1, 2, 3, 5, 40]))
    align(phrases, segments, modules, stems, beam, data, keys)


def first_ones(modules: list[int]) -> st.SearchStrategy[list[int]]:
    usual = st.sampled_from([[0], [0, 1], [0, 1, 2], [0, 1, 2, 3], [0, 3]])
    return st.one_of(usual, st.integers(1, 4).map(lambda count: modules[:count]))


def align(
    phrases: dict[str, Any],
    segments: list[tuple[list[int], list[list[int]]]],
    modules: list[int],
    stems: list[int],
    beam: int,
    data: st.DataObject | None = None,
    keys: list[int] | None = None,
) -> Any:
    lines = [hypothesis for hypothesis, _ in segments]
    pairs = []
    for number, (_, references) in enumerate(segments):
        pairs.append((number, len(lines), len(lines) + len(references)))
        lines += references
    sets, ends = np.array([0, 1, 0, 1, 2, 2], np.int32), [0, 1, 2, 4, 4, 5, 6, 6, 6, 6]
    function = np.zeros(TYPES, np.uint8)
    function[[0, 3]] = 1
    sizes = np.arange(TYPES, dtype=np.int32) + 1
    if data is not None and data.draw(st.booleans()):
        sizes[:] = 1
    return both(
        "meteor_matches",
        meteor.meteor_matches,
        np.array([token for line in lines for token in line], np.int32),
        np.cumsum([0, *map(len, lines)], dtype=np.int64),
        np.array(pairs, np.int64).reshape(-1, 3),
        np.array(keys or [*range(TYPES)], np.int32),
        np.array(stems, np.int32),
        np.array(ends, np.int64),
        sets,
        function,
        sizes,
        np.array(modules, np.int32),
        np.array([*range(TYPES - 1), -1], np.int32),
        *phrases.values(),
        beam,
    )


@pytest.mark.parametrize("length", [70, 300])
def test_long_lines(phrases: dict[str, Any], length: int) -> None:
    """Lines whose words do not fit the short forms of the search."""
    random = np.random.default_rng(length)
    one, two = random.integers(0, TYPES, (2, length)).tolist()
    align(phrases, [(one, [two]), (two[:5], [one])], [0, 1, 2, 3], [0] * TYPES, 2)


def test_many_ways(phrases: dict[str, Any]) -> None:
    """More matches of a word than the beam holds, and than a short form counts."""
    align(phrases, [([0] * 60, [[0] * 9])], [0, 1], [0] * TYPES, 3)
    align(phrases, [([0] * 60, [[0] * 4])], [0], [0] * TYPES, 1000)
