"""The hot loops: compiled when a compiler was found, plain Python otherwise.

Every kernel is a pure function over NumPy arrays and exists twice with one signature:
`name.cpp` is fast, `name.py` is the readable specification. TARJIH_KERNELS=plain in the
environment chooses the second.
"""

from __future__ import annotations

import os

try:
    if os.environ.get("TARJIH_KERNELS") == "plain":
        raise ImportError("the plain kernels were asked for")
    from tarjih.kernels._native import (
        average_alignment,
        bag_edits,
        chrf_matches,
        codepoints,
        count_ngrams,
        english_stems,
        find_words,
        hungarian_alignment,
        index_words,
        java_hashes,
        match_types,
        maximum_alignment,
        mean_rows,
        meteor_matches,
        meteor_tokens,
        ngram_matches,
        nist_matches,
        pack,
        swapped_pearsons,
        synonym_sets,
        ter_edits,
        tokenize,
        vector_cosines,
        word_edits,
    )

    NATIVE = True
except ImportError:
    from tarjih.kernels.alignment import (
        average_alignment,
        hungarian_alignment,
        maximum_alignment,
        vector_cosines,
    )
    from tarjih.kernels.averages import mean_rows
    from tarjih.kernels.bleu import ngram_matches
    from tarjih.kernels.chrf import chrf_matches
    from tarjih.kernels.edits import bag_edits, word_edits
    from tarjih.kernels.english import english_stems
    from tarjih.kernels.lexicon import (
        find_words,
        index_words,
        java_hashes,
        synonym_sets,
    )
    from tarjih.kernels.meteor import meteor_matches
    from tarjih.kernels.meteor_text import meteor_tokens
    from tarjih.kernels.nist import count_ngrams, nist_matches
    from tarjih.kernels.strings import pack
    from tarjih.kernels.swaps import swapped_pearsons
    from tarjih.kernels.ter import ter_edits
    from tarjih.kernels.tokens import codepoints, match_types, tokenize

    NATIVE = False

__all__ = [
    "NATIVE",
    "average_alignment",
    "bag_edits",
    "chrf_matches",
    "codepoints",
    "count_ngrams",
    "english_stems",
    "find_words",
    "hungarian_alignment",
    "index_words",
    "java_hashes",
    "match_types",
    "maximum_alignment",
    "mean_rows",
    "meteor_matches",
    "meteor_tokens",
    "ngram_matches",
    "nist_matches",
    "pack",
    "swapped_pearsons",
    "synonym_sets",
    "ter_edits",
    "tokenize",
    "vector_cosines",
    "word_edits",
]
