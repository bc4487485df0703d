"""Texts that break tokenizers: what the property tests draw from."""

from __future__ import annotations

from hypothesis import strategies as st

WORDS = ["the", "The", "cat", "sat", "on", "mat", "a", "b", "0", "1", "3.5", "10,000"]
MARKS = [".", ",", "..", "-", "--", "'", "'s", '"', "(", ")", "/", "&", "%", "…", "–"]
MARK_UP = ["<skipped>", "&quot;", "&amp;", "&lt;", "&gt;", "&amp;lt;", "-\n", "\n", "<"]
SPACES = [" ", " ", " ", "  ", "\t", "\r", "\x0b", "\x1c", "\x85", "\u00a0", "\u1680"]
SPACES += [
    "\u2003",
    "\u2028",
    "\u2029",
    "\u202f",
    "\u205f",
    "\u3000",
    "\u200b",
    "\ufeff",
]
SCRIPTS = [
    "é",
    "e\u0301",
    "ß",
    "İ",
    "ΑΣ",
    "Ⅷ",
    "½",
    "٣٫٥",
    "،",
    "؟",
    "ـ",
    "كِتَاب",
    "قال",
]
SCRIPTS += ["中文", "，", "。", "ひら", "カナ", "한국", "👩‍🔬", "🙂", "𝒜", "\U000e0041"]
PIECES = [*WORDS, *MARKS, *MARK_UP, *SPACES, *SCRIPTS]

characters = st.characters(exclude_categories=["Cs"])
texts = st.lists(
    st.one_of(st.sampled_from(PIECES), st.sampled_from(SPACES), characters),
    max_size=30,
).map("".join)
# Few words and many repetitions: n-grams match and clip.
sentences = st.lists(st.sampled_from([*WORDS[:8], ".", ","]), max_size=25).map(" ".join)
lines = st.one_of(texts, sentences)


@st.composite
def corpora(
    draw: st.DrawFn, max_references: int = 3
) -> tuple[list[str], list[list[str]]]:
    """Hypotheses, and one or more references for each."""
    segments = draw(
        st.lists(
            st.tuples(lines, st.lists(lines, min_size=1, max_size=max_references)),
            min_size=1,
            max_size=5,
        )
    )
    return [hypothesis for hypothesis, _ in segments], [refs for _, refs in segments]
